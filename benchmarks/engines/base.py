"""The contract of what is measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.generate import People

Rows: TypeAlias = "list[tuple[Any, ...]]"

LOAD_BATCH = 5_000
"""Rows of one statement of a load."""
LOAD_NODES = (
    "UNWIND $rows AS row CREATE (:Person {id: row.id, name: row.name, age: row.age, "
    "city: row.city, score: row.score})"
)
LOAD_RELATIONSHIPS = (
    "UNWIND $rows AS row MATCH (a:Person {id: row.source}), (b:Person {id: row.target}) "
    "CREATE (a)-[:KNOWS {since: row.since}]->(b)"
)
LOAD_VECTORS = "UNWIND $rows AS row MATCH (p:Person {id: row.id}) SET p.vector = row.vector"
UNIQUE_ID = "CREATE CONSTRAINT person_id FOR (p:Person) REQUIRE p.id IS UNIQUE"


class Engine(ABC):
    """An engine with one graph. What it cannot do it refuses by any exception."""

    name: ClassVar[str]
    """As a user asks for it and as the table shows it."""
    dialect: ClassVar[str] = "cypher"
    """Which spelling of the statements it takes."""

    @abstractmethod
    def load(self, people: People) -> None:
        """Take over a graph, with an index for ``:Person(id)``; the engine is empty before."""

    @abstractmethod
    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """Run one statement, committed and with all its rows as plain values."""

    @abstractmethod
    def close(self) -> None:
        """Let go of everything, and leave nothing behind."""


def batches(rows: Sequence[Any], size: int = LOAD_BATCH) -> Iterator[Sequence[Any]]:
    """`rows` in pieces for one statement each."""
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def vector_rows(people: People) -> list[dict[str, Any]]:
    """The vectors of `people` as rows of `LOAD_VECTORS`."""
    return [{"id": number, "vector": vector} for number, vector in enumerate(people.vectors)]


def load_by_statements(engine: Engine, people: People) -> None:
    """Load with `UNWIND`, as the statements of Neo4j's Cypher stand above."""
    for rows in batches(people.nodes):
        engine.run(LOAD_NODES, {"rows": rows})
    for rows in batches(people.relationships):
        engine.run(LOAD_RELATIONSHIPS, {"rows": rows})
    for rows in batches(vector_rows(people)):
        engine.run(LOAD_VECTORS, {"rows": rows})
