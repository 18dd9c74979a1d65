"""KGLite: an embedded knowledge graph in Rust with Cypher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.engines.base import Engine, load_by_statements

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.engines.base import Rows
    from benchmarks.generate import People


class KGLite(Engine):
    """``kglite:`` (package ``kglite``)."""

    name = "kglite"
    dialect = "opencypher"

    def __init__(self, _url: str) -> None:
        import kglite

        self._graph = kglite.KnowledgeGraph()

    def load(self, people: People) -> None:
        """See `Engine.load`. Its vectors are left out: it has an interface of its own for them."""
        load_by_statements(self, type(people)(people.nodes, people.relationships, []))

    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """See `Engine.run`."""
        found = self._graph.cypher(text, params=dict(parameters))
        return [tuple(row.values()) for row in found]

    def close(self) -> None:
        """See `Engine.close`."""
        del self._graph
