"""A Neo4j server, by its own driver and without anything of ours in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.engines.base import UNIQUE_ID, Engine, load_by_statements
from benchmarks.engines.embedded import VECTOR_INDEX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.engines.base import Rows
    from benchmarks.generate import People

_DELETE_ALL = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"


class Bolt(Engine):
    """A server without login at a ``bolt://`` URL. Refused unless its database is empty."""

    name = "neo4j"

    def __init__(self, url: str) -> None:
        from neo4j import GraphDatabase

        self._driver = GraphDatabase.driver(url, auth=None)
        self._session = self._driver.session()
        self._loaded = False

    def load(self, people: People) -> None:
        """See `Engine.load`. Raises `ValueError` where there is data already."""
        if self.run("MATCH (n) RETURN 1 LIMIT 1", {}):
            raise ValueError("the server's database is not empty, and a benchmark empties it")
        self._loaded = True
        self.run(UNIQUE_ID, {})
        self.run("CALL db.awaitIndexes()", {})
        load_by_statements(self, people)
        if people.vectors:
            self.run(VECTOR_INDEX, {})
        self.run("CALL db.awaitIndexes(600)", {})

    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """See `Engine.run`."""
        return [tuple(record) for record in self._session.run(text, dict(parameters))]

    def close(self) -> None:
        """See `Engine.close`."""
        if self._loaded:
            self.run(_DELETE_ALL, {})
            self.run("DROP CONSTRAINT person_id IF EXISTS", {})
            self.run("DROP INDEX person_vector IF EXISTS", {})
        self._session.close()
        self._driver.close()
