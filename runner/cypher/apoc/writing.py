"""Changes of the graph as Java's core API makes them: they are in no counters of the statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from runner.cypher.apoc import java
from runner.cypher.apoc.failing import JavaError, illegal_argument
from runner.cypher.apoc.names import checked_name
from runner.cypher.eval.describe import describe
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.records import NodeRecord, RelationshipRecord
    from runner.cypher.store.schema import Constraint

    Entity = NodeRecord | RelationshipRecord

T = TypeVar("T")


def create_node(
    state: State, labels: Iterable[str | None] | None, properties: Mapping[str, Any] | None
) -> NodeRecord:
    """A new node; labels that are null are left out."""
    names = [checked_name(label, "label") for label in labels or () if label is not None]
    given = _storable(properties)
    return _kept(state, given, lambda: state.transaction.create_node(names, given))


def create_relationship(
    state: State,
    start: NodeRecord | None,
    type_: str | None,
    properties: Mapping[str, Any] | None,
    end: NodeRecord | None,
) -> RelationshipRecord:
    """A new relationship."""
    if start is None or end is None:
        which = "Start" if start is None else "End"
        raise JavaError("java.lang.NullPointerException", f"The inserted {which} Node is null")
    name = checked_name(type_, "relationship type")
    given = _storable(properties)
    return _kept(
        state, given, lambda: state.transaction.create_relationship(name, start, end, given)
    )


def set_properties(state: State, entity: Entity, changes: Mapping[str, Any]) -> None:
    """Set properties; null removes one."""
    given = {checked_name(key, "property key"): value for key, value in _storable(changes).items()}
    known = {**entity.properties, **given}
    _kept(state, known, lambda: state.transaction.set_properties(entity, given), entity.id)


def add_label(state: State, node: NodeRecord, label: str | None) -> None:
    """Add a label; one that is null is left out."""
    if label is not None:
        name = checked_name(label, "label")
        _kept(state, node.properties, lambda: state.transaction.add_label(node, name), node.id)


def delete_node(state: State, node: NodeRecord) -> None:
    """Delete a node and its relationships."""
    for by_id in (*node.outgoing.values(), *node.incoming.values()):
        for relationship in list(by_id.values()):
            state.transaction.delete_relationship(relationship)
    state.transaction.delete_node(node)


def _storable(properties: Mapping[str, Any] | None) -> dict[str, Any]:
    """Properties whose values Java takes."""
    for value in (properties or {}).values():
        _check(value)
    return dict(properties or {})


def _check(value: Any) -> None:
    if type(value) is dict:
        raise illegal_argument(
            f"[{java.text(value)}:java.util.HashMap] is not a supported property value"
        )
    if type(value) is list and value:
        kinds = {type(item) for item in value}
        if len(kinds) > 1 and not kinds <= {int, float}:
            first = java.java_class(value[0])
            raise JavaError(
                "java.lang.ArrayStoreException",
                "arraycopy: element type mismatch: can not cast one of the elements of "
                f"java.lang.Object[] to the type of the destination array, {first}",
            )


def _kept(state: State, properties: Mapping[str, Any], change: Callable[[], T], at: int = -1) -> T:
    """Make a change; an `EngineError` of the store becomes what Java says."""
    try:
        return change()
    except EngineError as error:
        raise _java_error(state, error, properties, at) from None


def _java_error(
    state: State, error: EngineError, properties: Mapping[str, Any], at: int
) -> JavaError:
    constraint: Constraint | None = None
    if error.constraint is not None:
        constraint = state.transaction.graph.schema.constraints.get(error.constraint)
    holder = re.search(r"\((\d+)\) already exists", error.message)
    if constraint is None or holder is None:
        found = JavaError("org.neo4j.graphdb.ConstraintViolationException", error.message)
        found.cause = (error.gql_status, error.message)
        return found
    values = ", ".join(describe(properties.get(name)) for name in constraint.properties)
    found = JavaError(
        f"IndexEntryConflictException{{propertyValues=( {values} ), addedEntityId={at}, "
        f"existingEntityId={holder[1]}}}"
    )
    found.cause = ("22N80", error.message)
    return found
