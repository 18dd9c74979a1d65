"""Turns what rows hold into the values of `runner.values`, and parameters the other way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import outdated
from runner.cypher.store.records import GONE, MISSING, NodeRecord, PathRecord, RelationshipRecord
from runner.cypher.uuids import Uuid
from runner.errors import UsageError
from runner.values import (
    INT64_MAX,
    INT64_MIN,
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Node,
    Path,
    Point,
    Relationship,
    Time,
    Vector,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runner.values import Temporal, Value

    ElementId = Callable[[NodeRecord | RelationshipRecord], str]

_PLAIN = (
    bool,
    float,
    str,
    bytes,
    type(None),
    Date,
    Time,
    LocalTime,
    DateTime,
    LocalDateTime,
    Duration,
    Point,
    Vector,
)


def to_value(value: Any, element_id: ElementId) -> Value:
    """`value` of a row as a value of a result; lists, maps and entities are copied.

    A UUID is its text. A deleted node comes without labels and properties, a deleted relationship
    with the type ``""`` (facts 5.3).
    """
    kind = value.__class__
    if kind is NodeRecord:
        return _node(value, element_id)
    if kind is RelationshipRecord:
        return _relationship(value, element_id)
    if kind is PathRecord:
        return Path(
            tuple(_node(node, element_id) for node in value.nodes),
            tuple(_relationship(r, element_id) for r in value.relationships),
        )
    if isinstance(value, (list, tuple, range)):
        return [to_value(item, element_id) for item in value]
    if isinstance(value, dict):
        return {key: to_value(item, element_id) for key, item in value.items()}
    plain: Value = str(value) if kind is Uuid else value
    return plain


def _node(node: NodeRecord, element_id: ElementId) -> Node:
    return Node(node.id, element_id(node), tuple(node.labels), _properties(node))


def _relationship(relationship: RelationshipRecord, element_id: ElementId) -> Relationship:
    return Relationship(
        relationship.id,
        element_id(relationship),
        "" if relationship.deleted else relationship.type,
        MISSING.id if relationship.deleted else relationship.start.id,
        MISSING.id if relationship.deleted else relationship.end.id,
        _properties(relationship),
    )


def _properties(entity: NodeRecord | RelationshipRecord) -> dict[str, Value]:
    if entity.deleted:
        if entity.deleted == GONE:
            raise outdated()
        return {}
    return {
        key: value.copy() if isinstance(value, list) else value
        for key, value in entity.properties.items()
    }


def to_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the engine takes them: copies of lists and maps, tuples as lists, and what is
    of Python's ``datetime`` as temporal values.

    Raises `UsageError` for what no parameter can be: an integer beyond 64 bits, an entity, a
    type that Cypher does not have.
    """
    try:
        return {name: _parameter(value, name) for name, value in parameters.items()}
    except RecursionError:
        raise UsageError("a parameter is nested too deeply, or holds itself") from None


def _parameter(value: Any, name: str) -> Any:
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, int):
        if INT64_MIN <= value <= INT64_MAX:
            return value
        raise UsageError(f"parameter ${name}: {value} does not fit in 64 bits")
    if isinstance(value, (list, tuple)):
        return [_parameter(item, name) for item in value]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise UsageError(f"parameter ${name}: the key {key!r} of a map is no string")
        return {key: _parameter(item, name) for key, item in value.items()}
    return _python_time(value, name)


def _python_time(value: Any, name: str) -> Temporal:
    """A parameter of Python's ``datetime``. Raises `UsageError` where it is none."""
    from runner.values.python_time import from_python_time  # few programs have any

    try:
        temporal = from_python_time(value)
    except ValueError as error:
        raise UsageError(f"parameter ${name}: {error}") from None
    if temporal is None:
        raise UsageError(f"parameter ${name}: {type(value).__name__} is no type of Cypher")
    return temporal
