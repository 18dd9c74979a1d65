"""Which index, which anchor, which join order and where each predicate: pinned by operator.

``choices.txt`` has statements, each with the lines that EXPLAIN shows, from the result down; a
second source is indented. A change that loses an index or moves a predicate up shows here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import plan, session_with


@pytest.fixture(scope="module")
def session() -> DatabaseSession:
    return session_with(
        "UNWIND range(0, 19) AS i CREATE (:Person {id: i, name: 'n' + i, age: i, v: [1.0, i]})",
        "MATCH (a:Person), (b:Person {id: (a.id + 1) % 20}) CREATE (a)-[:KNOWS {since: a.id}]->(b)",
        "UNWIND range(0, 4) AS i CREATE (:City {code: i})",
        "MATCH (p:Person), (c:City {code: p.id % 5}) CREATE (p)-[:LIVES_IN]->(c)",
        "CREATE CONSTRAINT person_id FOR (p:Person) REQUIRE p.id IS UNIQUE",
        "CREATE INDEX person_age FOR (p:Person) ON (p.age)",
        "CREATE INDEX knows_since FOR ()-[k:KNOWS]-() ON (k.since)",
        "CREATE VECTOR INDEX person_v FOR (p:Person) ON (p.v) OPTIONS {indexConfig: "
        "{`vector.dimensions`: 2, `vector.similarity_function`: 'cosine'}}",
    )


def _choices() -> list[tuple[str, list[str]]]:
    """The statements of ``choices.txt``, each with the lines below it."""
    blocks = Path(__file__).with_name("choices.txt").read_text("utf-8").split("\n\n")
    found = [block.strip("\n").split("\n") for block in blocks if not block.startswith("#")]
    return [(text, [line.removeprefix("  ") for line in lines]) for text, *lines in found]


CHOICES = _choices()


@pytest.mark.parametrize(("text", "expected"), CHOICES, ids=[text for text, _ in CHOICES])
def test_the_plan_is_the_one_chosen(
    session: DatabaseSession, text: str, expected: list[str]
) -> None:
    assert plan(session, text) == expected


def test_a_plan_without_an_index_shows_the_scan() -> None:
    """What the table above would show if the index were not used."""
    bare = session_with("UNWIND range(0, 19) AS i CREATE (:Person {id: i})")
    assert plan(bare, "MATCH (p:Person {id: $id}) RETURN p") == [
        "ProduceResults p",
        "Filter p.id = $id",
        "NodeByLabelScan p:Person",
    ]


def test_many_parts_are_planned_one_by_one() -> None:
    """A part is placed once, however many there are: each seek stands for its own."""
    bare = session_with("CREATE CONSTRAINT FOR (p:Person) REQUIRE p.id IS UNIQUE")
    parts = ", ".join(f"(p{number}:Person {{id: {number}}})" for number in range(150))
    lines = plan(bare, f"MATCH {parts} RETURN count(*) AS n")
    seeks = [line.strip("| ") for line in lines if "NodeUniqueIndexSeek" in line]
    assert sorted(seeks) == sorted(
        f"NodeUniqueIndexSeek p{number}:Person WHERE p{number}.id = {number}"
        for number in range(150)
    )
