"""Which nodes a call has touched: those that it gave back, and those that it wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import runner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.engines.base import Session

TRACE_LABELS = frozenset({"Session", "ToolCall"})
_TRACE_TYPES = frozenset({"HAS_CALL", "TOUCHED"})

_NODES = "MATCH (n) RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties"
_RELATIONSHIPS = """\
MATCH (a)-[r]->(b)
RETURN elementId(r) AS id, elementId(a) AS start, elementId(b) AS end, type(r) AS type,
       properties(r) AS properties"""


def returned_nodes(value: Any) -> Iterator[str]:
    """Element ids of the nodes in a value: itself, in lists, in maps, in paths, at any depth."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (list, tuple)):
            waiting.extend(each)
        elif isinstance(each, dict):
            waiting.extend(each.values())
        elif hasattr(each, "labels"):
            yield each.element_id
        elif hasattr(each, "nodes"):
            yield from (node.element_id for node in each.nodes)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The graph as one session sees it: of each node and relationship a text of all it holds."""

    nodes: dict[str, str]
    relationships: dict[str, str]
    ends: dict[str, tuple[str, str]]
    """The nodes that a relationship connects."""
    trace: frozenset[str]
    """Ids of the nodes and relationships that are the trace itself."""


def snapshot(session: Session) -> Snapshot:
    """Read the whole graph; a memory that an agent can recall from is small enough for it."""
    nodes, relationships, ends, trace = {}, {}, {}, set()
    for id_, labels, properties in session.run(_NODES).rows:
        assert isinstance(labels, list)
        nodes[str(id_)] = runner.format_value([*labels, properties])
        if TRACE_LABELS & set(labels):
            trace.add(str(id_))
    for id_, start, end, type_, properties in session.run(_RELATIONSHIPS).rows:
        relationships[str(id_)] = runner.format_value([start, end, type_, properties])
        ends[str(id_)] = (str(start), str(end))
        if type_ in _TRACE_TYPES:
            trace.add(str(id_))
    return Snapshot(nodes, relationships, ends, frozenset(trace))


@dataclass(frozen=True, slots=True)
class Written:
    """What differs between what a transaction sees and what everybody else does."""

    nodes: frozenset[str]
    """Nodes that it made or changed, and those at the ends of relationships it made or changed
    or deleted."""
    trace: frozenset[str]
    """What of the trace it has made, changed or deleted. That a call is no longer linked to a node
    which was deleted is no change of the trace."""


def written(inside: Snapshot, outside: Iterable[Snapshot]) -> Written:
    """Compare what a transaction sees with what was seen outside, just before and just after it.

    What somebody else committed in between is the same inside and in one of the two.
    """
    around = list(outside)
    nodes = _changed(inside.nodes, [each.nodes for each in around])
    relationships = _changed(inside.relationships, [each.relationships for each in around])
    trace = frozenset().union(inside.trace, *(each.trace for each in around))
    ends = {id_: pair for each in (inside, *around) for id_, pair in each.ends.items()}
    deleted = {id_ for id_ in nodes if id_ not in inside.nodes} - trace
    links = {id_ for id_ in relationships if not deleted.isdisjoint(ends[id_])}
    touched = nodes.union(*(ends[id_] for id_ in relationships))
    return Written(frozenset(touched - trace), trace & (nodes | relationships - links))


def _changed(inside: dict[str, str], outside: list[dict[str, str]]) -> set[str]:
    ids = set(inside).union(*outside)
    return {id_ for id_ in ids if all(inside.get(id_) != seen.get(id_) for seen in outside)}
