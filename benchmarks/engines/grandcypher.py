"""Grand-Cypher: queries in Cypher over a NetworkX graph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from benchmarks.engines.base import Engine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.engines.base import Rows
    from benchmarks.generate import People


class GrandCypher(Engine):
    """``grandcypher:`` (packages ``grand-cypher`` and ``networkx``)."""

    name = "grandcypher"
    dialect = "opencypher"

    def __init__(self, _url: str) -> None:
        import grandcypher
        import networkx

        self._run: Any = grandcypher.GrandCypher
        self._graph = networkx.MultiDiGraph()

    def load(self, people: People) -> None:
        """See `Engine.load`. The graph is made directly, and there are no indexes."""
        for node in people.nodes:
            self._graph.add_node(node["id"], __labels__={"Person"}, **node)
        for each in people.relationships:
            ends = (each["source"], each["target"])
            self._graph.add_edge(*ends, __labels__={"KNOWS"}, since=each["since"])

    def run(self, text: str, parameters: Mapping[str, Any]) -> Rows:
        """See `Engine.run`. It has no parameters: they are written into the text."""

        def literal(found: re.Match[str]) -> str:
            return repr(parameters[found[1]])

        columns = self._run(self._graph).run(re.sub(r"\$(\w+)", literal, text))
        return list(zip(*columns.values(), strict=True))

    def close(self) -> None:
        """See `Engine.close`."""
        self._graph.clear()
