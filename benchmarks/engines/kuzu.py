"""Kuzu (a columnar engine in C++ with declared tables), and Ladybug, which goes on from it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.engines.base import LOAD_NODES, LOAD_RELATIONSHIPS, Engine, batches, vector_rows
from benchmarks.generate import DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.engines.base import Rows
    from benchmarks.generate import People

_PERSON = (
    "CREATE NODE TABLE Person(id INT64, name STRING, age INT64, city STRING, score DOUBLE, "
    f"visits INT64, vector FLOAT[{DIMENSIONS}], PRIMARY KEY(id))"
)
_TABLES = (
    _PERSON,
    "CREATE NODE TABLE Event(id INT64, weight DOUBLE, PRIMARY KEY(id))",
    "CREATE REL TABLE KNOWS(FROM Person TO Person, since INT64)",
    "CREATE REL TABLE MET(FROM Person TO Person)",
)
_VECTORS = (
    "UNWIND $rows AS row MATCH (p:Person) WHERE p.id = row.id "
    f"SET p.vector = CAST(row.vector AS FLOAT[{DIMENSIONS}])"
)


class Kuzu(Engine):
    """``kuzu:`` (package ``kuzu``), in memory."""

    name = "kuzu"
    dialect = "kuzu"
    package = "kuzu"

    def __init__(self, _url: str) -> None:
        module = import_module(self.package)
        self._database = module.Database(":memory:")
        self._connection = module.Connection(self._database)

    def load(self, people: People) -> None:
        """See `Engine.load`."""
        for table in _TABLES:
            self.run(table, {})
        for rows in batches(people.nodes):
            self.run(LOAD_NODES, {"rows": rows})
        for rows in batches(people.relationships):
            self.run(LOAD_RELATIONSHIPS, {"rows": rows})
        for rows in batches(vector_rows(people)):
            self.run(_VECTORS, {"rows": rows})

    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """See `Engine.run`."""
        result = self._connection.execute(text, dict(parameters))
        try:
            return [tuple(row) for row in result.get_all()]
        finally:
            result.close()

    def close(self) -> None:
        """See `Engine.close`."""
        self._connection.close()
        self._database.close()


class Ladybug(Kuzu):
    """``ladybug:`` (package ``ladybug``); it and Kuzu cannot be in one process."""

    name = "ladybug"
    package = "ladybug"
