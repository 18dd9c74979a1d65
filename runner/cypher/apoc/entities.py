"""Finds the nodes and relationships that an argument names: entities, ids, or lists of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.convert import to_list
from runner.cypher.apoc.failing import JavaError, illegal_argument, null_pointer
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State


def nodes_of(state: State, value: Any) -> Iterator[NodeRecord]:
    """The nodes that `value` names."""
    for item in _items(value):
        found = _entity(state, item, NodeRecord)
        assert isinstance(found, NodeRecord)
        yield found


def relationships_of(state: State, value: Any) -> Iterator[RelationshipRecord]:
    """The relationships that `value` names."""
    for item in _items(value):
        found = _entity(state, item, RelationshipRecord)
        assert isinstance(found, RelationshipRecord)
        yield found


def _items(value: Any) -> list[Any]:
    items = to_list(value)
    if items is None:
        raise null_pointer(
            "java.util.List.stream()",
            'the return value of "apoc.convert.ConvertUtils.convertToList(Object)"',
        )
    return items


def _entity(state: State, item: Any, kind: type) -> NodeRecord | RelationshipRecord:
    if isinstance(item, kind):
        assert isinstance(item, (NodeRecord, RelationshipRecord))
        return item
    if item is None:
        raise null_pointer("Object.getClass()", "id")
    graph = state.transaction.graph
    name = "NODE" if kind is NodeRecord else "RELATIONSHIP"
    if type(item) is int:
        return _by_id(state, item, name)
    if type(item) is str:
        letter = "4" if kind is NodeRecord else "5"
        prefix, _, number = item.rpartition(":")
        if prefix == f"{letter}:{graph.database_id}" and number.isdigit():
            return _by_id(state, int(number), name)
        raise illegal_argument(f"Element ID {item} has an unexpected format.")
    shown = "Node" if kind is NodeRecord else "Relationship"
    raise JavaError(
        "java.lang.RuntimeException",
        f"Can't convert {type(item).__name__} to a {shown}",
    )


def _by_id(state: State, number: int, kind: str) -> NodeRecord | RelationshipRecord:
    graph = state.transaction.graph
    known: Any = graph.nodes if kind == "NODE" else graph.relationships
    found: NodeRecord | RelationshipRecord | None = known.get(number)
    if found is None:
        letter = "4" if kind == "NODE" else "5"
        message = f"Unable to load {kind} {letter}:{graph.database_id}:{number}."
        error = JavaError(
            "org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException", message
        )
        error.cause = ("50N00", message)
        raise error
    return found
