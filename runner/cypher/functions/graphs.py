"""``graph.byName()`` and ``graph.byElementId()``, which no expression may call: only USE may."""

from __future__ import annotations

from typing import Any, NoReturn

from runner.cypher.functions.declare import declare


def _only_in_use(_name: Any) -> NoReturn:
    raise AssertionError("the checks let no call of it pass")


FUNCTIONS = (
    declare(
        "graph.byElementId",
        "Graph",
        "elementId STRING",
        "GRAPH",
        _only_in_use,
        "The graph that has the entity of an element id, in USE.",
    ),
    declare(
        "graph.byName",
        "Graph",
        "name STRING",
        "GRAPH",
        _only_in_use,
        "The graph of a name, in USE on composite databases.",
    ),
)
