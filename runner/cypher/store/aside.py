"""Sets the changes of an open transaction aside, so that others read what is committed.

Everything in the undo log is undone, and kept with what it takes to do it again on the same
records. Nothing may be changed in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.store import undo
from runner.cypher.store.records import NodeRecord

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.store.graph import Graph
    from runner.cypher.store.records import RelationshipRecord
    from runner.cypher.store.transaction import UndoEntry

Aside: TypeAlias = "list[tuple[UndoEntry, Any]]"
"""Undone entries, the latest first, each with the state that it had led to."""


def set_aside(log: list[UndoEntry]) -> Aside:
    """Undo and empty `log`; what `take_up` needs to do it again."""
    aside: Aside = []
    disordered: list[dict[int, Any]] = []
    while log:
        entry = log.pop()
        function, subject, detail = entry
        aside.append((entry, _state(entry)))
        disordered += function(subject, detail) or ()
    undo.put_in_order(disordered)
    return aside


def take_up(aside: Aside, log: list[UndoEntry]) -> None:
    """Do again what was set aside, and fill `log` as it was."""
    for (function, subject, detail), state in reversed(aside):
        log.append((function, subject, _AGAIN[function](subject, detail, state)))


def _state(entry: UndoEntry) -> Any:
    function, subject, detail = entry
    if function is undo.set_properties:
        return subject[1].properties
    if function is undo.remove_label:
        return detail[0].labels
    if function is undo.change_schema:
        return subject.save()
    return None


def _create_node(graph: Graph, node: NodeRecord, _state: None) -> NodeRecord:
    undo.delete_node(graph, (node, node.labels, node.properties))
    return node


def _create_relationship(
    graph: Graph, relationship: RelationshipRecord, _state: None
) -> RelationshipRecord:
    undo.delete_relationship(graph, (relationship, relationship.properties, []))
    return relationship


def _delete_node(graph: Graph, detail: tuple[NodeRecord, Any, Any], _state: None) -> Any:
    node, labels, properties = detail
    undo.create_node(graph, node)
    node.labels = {}
    node.properties = {}
    return node, labels, properties


def _delete_relationship(
    graph: Graph, detail: tuple[RelationshipRecord, Any, Any], _state: None
) -> Any:
    relationship, properties, _ = detail
    for index in graph.schema.relationship_indexes.get(relationship.type, ()):
        index.discard(relationship)
    orders = undo.unlink(graph, relationship)
    relationship.deleted = True
    relationship.properties = {}
    return relationship, properties, orders


def _set_properties(
    subject: tuple[Graph, Any], before: dict[str, Any], after: dict[str, Any]
) -> dict[str, Any]:
    undo.set_properties(subject, after)
    return before


def _add_label(graph: Graph, detail: tuple[NodeRecord, str], _state: None) -> Any:
    node, label = detail
    undo.give_label(graph, node, label)
    graph.index_node(node, label)
    for index in graph.schema.node_indexes.get(label, ()):
        index.insert(node)
    return detail


def _remove_label(graph: Graph, detail: tuple[NodeRecord, str, Any], after: dict[str, None]) -> Any:
    node, label, _ = detail
    for index in graph.schema.node_indexes.get(label, ()):
        index.discard(node)
    node.labels = after
    graph.unindex_node(node, label)
    return detail


def _change_schema(schema: Any, before: Any, after: Any) -> Any:
    schema.restore(after)
    return before


_AGAIN: dict[Callable[..., Any], Callable[..., Any]] = {
    undo.create_node: _create_node,
    undo.create_relationship: _create_relationship,
    undo.delete_node: _delete_node,
    undo.delete_relationship: _delete_relationship,
    undo.set_properties: _set_properties,
    undo.add_label: _add_label,
    undo.remove_label: _remove_label,
    undo.change_schema: _change_schema,
}
