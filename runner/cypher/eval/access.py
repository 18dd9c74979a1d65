"""What is inside a value: properties, elements, slices, map projections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.arrays import array_name
from runner.cypher.eval.describe import describe, type_name
from runner.cypher.failures import argument_error, entity_deleted, type_error
from runner.cypher.ordering import items_of
from runner.cypher.store.records import GONE, MISSING, NodeRecord, RelationshipRecord
from runner.cypher.syntax.expressions import (
    Literal,
    MapProjection,
    ProjectAll,
    ProjectEntry,
    PropertyAccess,
    Slice,
    Subscript,
    Variable,
)
from runner.cypher.uuids import Uuid
from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Point,
    Time,
    Vector,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression

_TEMPORAL = frozenset((Date, LocalTime, Time, LocalDateTime, DateTime, Duration))
_INT32_MAX = 2**31 - 1
_INT32_MIN = -(2**31)


def property_of(subject: Any, key: str) -> Any:
    """``subject.key``; None where the subject is null or lacks it.

    Raises `EngineError` for a deleted entity (25N13), for a component that a temporal value or
    a point lacks, and for a subject without properties.
    """
    if subject is None:
        return None
    kind = type(subject)
    if kind is NodeRecord or kind is RelationshipRecord:
        return live(subject).properties.get(key)
    if kind is dict:
        return subject.get(key)
    if kind in _TEMPORAL:
        from runner.cypher.temporal.components import component

        return component(subject, key)
    if kind is Point:
        from runner.cypher.spatial import point_component

        return point_component(subject, key)
    raise type_error(f"Type mismatch: expected a map but was {describe(subject)}")


def live(entity: Any) -> Any:
    """`entity` itself, or one with nothing where a transaction that is over deleted it.

    Raises `EngineError` (25N13) if the transaction that goes on deleted it.
    """
    if entity.deleted:
        if entity.deleted == GONE:
            return MISSING
        kind = "Node" if type(entity) is NodeRecord else "Relationship"
        raise entity_deleted(kind, entity.id)
    return entity


def compile_property(compiler: Compiler, access: PropertyAccess) -> Eval:
    key = access.key
    if isinstance(access.subject, Variable) and access.subject not in compiler.replaced:
        compiler.compile(access.subject)
        return _property_of_slot(compiler.scope[access.subject.name], key)
    subject = compiler.compile(access.subject)
    return lambda row, state: _known_property(subject(row, state), key, state)


def _known_property(subject: Any, key: str, state: State) -> Any:
    """``subject.key``; a key that the database has never known is null even of what is deleted."""
    if _is_deleted(subject) and key not in state.transaction.graph.property_keys:
        return None
    return property_of(subject, key)


def _is_deleted(subject: Any) -> bool:
    kind = type(subject)
    return (kind is NodeRecord or kind is RelationshipRecord) and subject.deleted


def compile_existence(compiler: Compiler, access: PropertyAccess) -> Eval:
    """``subject.key`` where only its existence matters: what is deleted has nothing."""
    subject, key = compiler.compile(access.subject), access.key

    def evaluate(row: Row, state: State) -> Any:
        value = subject(row, state)
        return None if _is_deleted(value) else property_of(value, key)

    return evaluate


def _property_of_slot(slot: int, key: str) -> Eval:
    def evaluate(row: Row, state: State) -> Any:
        subject = row[slot]
        kind = type(subject)
        if kind is NodeRecord and not subject.deleted:
            return subject.properties.get(key)
        if kind is dict:
            return subject.get(key)
        return _known_property(subject, key, state)

    return evaluate


def element_of(container: Any, index: Any) -> Any:
    """``container[index]``: an item of a list, an entry of a map, a property of an entity.

    None where either is null, the index is out of bounds or the key is missing.
    """
    if container is None or index is None:
        return None
    kind = type(container)
    if kind is list:
        return _item(container, index)
    if kind is dict:
        if type(index) is not str:
            raise _not_text(
                f"Cannot access a map '{describe(container)}' by key '{describe(index)}'", index
            )
        return container.get(index)
    if kind is NodeRecord or kind is RelationshipRecord:
        if type(index) is not str:
            raise _not_text(
                f"Cannot use a property key with non string name. It was {describe(index)}", index
            )
        return live(container).properties.get(index)
    if kind is Vector:
        return _item(list(container.coordinates), index)
    if kind is bytes:
        return _item(items_of(container), index)
    shown = describe(container)
    raise type_error(
        f"`{shown}` is not a collection or a map. Element access is only possible by performing "
        "a collection lookup using an integer index, or by performing a map lookup using a "
        f"string key (found: {shown}[{describe(index)}])"
    )


def _not_text(context: str, value: Any) -> Exception:
    return type_error(
        f"{context}: Expected {describe(value)} to be a org.neo4j.values.storable.TextValue, "
        f"but it was a {java_class(value)}"
    )


_JAVA_CLASSES: dict[type, str] = {
    int: "LongValue",
    float: "DoubleValue",
    str: "StringWrappingStringValue",
    Date: "DateValue",
    LocalTime: "LocalTimeValue",
    Time: "TimeValue",
    LocalDateTime: "LocalDateTimeValue",
    DateTime: "DateTimeValue",
    Duration: "DurationValue",
    Point: "PointValue",
    Uuid: "UUIDValue",
}


def java_class(value: Any) -> str:
    """The server's own class of a value, which some of its messages print."""
    if type(value) is bool:
        return f"org.neo4j.values.storable.BooleanValue${1 if value else 2}"
    name = type_name(value) if type(value) is Vector else _JAVA_CLASSES.get(type(value))
    if name is not None:
        return f"org.neo4j.values.storable.{name}"
    array = array_name(value) if type(value) is list else None
    if array is not None:
        return f"org.neo4j.values.storable.{array}"
    if type(value) is dict:
        name = "SingletonMapValue" if len(value) == 1 else "MapValue$MapWrappingMapValue"
        return f"org.neo4j.values.virtual.{name}"
    return "org.neo4j.values.virtual.ListValue$ArrayListValue"


def _item(items: list[Any], index: Any) -> Any:
    if type(index) is not int:
        if type(index) is float:
            shown = describe(index)
            raise type_error(f"Cannot access a list using an non-integer number index, got {shown}")
        raise type_error(
            f"Cannot access a list '{describe(items)}' using a non-number index, got "
            f"{describe(index)}: Expected {describe(index)} to be a "
            f"org.neo4j.values.storable.NumberValue, but it was a {java_class(index)}"
        )
    if -len(items) <= index < len(items):
        return items[index]
    return None


def compile_subscript(compiler: Compiler, subscript: Subscript) -> Eval:
    container = compiler.compile(subscript.subject)
    if isinstance(subscript.index, Literal) and isinstance(subscript.index.value, str):
        key = subscript.index.value
        return lambda row, state: _known_property(container(row, state), key, state)
    index = compiler.compile(subscript.index)
    return lambda row, state: element_of(container(row, state), index(row, state))


def compile_slice(compiler: Compiler, part: Slice) -> Eval:
    container = compiler.compile(part.subject)
    lower = None if part.lower is None else compiler.compile(part.lower)
    upper = None if part.upper is None else compiler.compile(part.upper)

    def evaluate(row: Row, state: State) -> Any:
        items = container(row, state)
        start = 0 if lower is None else lower(row, state)
        end = _INT32_MAX if upper is None else upper(row, state)
        if items is None or start is None or end is None:
            return None
        items = items if type(items) is list else items_of(items)
        # A bound before the start of the list is the start: Python's slices agree on all else.
        start, end = _bound(start, len(items)), _bound(end, len(items))
        return items[start:end]

    return evaluate


def _bound(bound: Any, size: int) -> int:
    if type(bound) is float:
        bound = int(bound) if bound == bound and abs(bound) <= _INT32_MAX else _INT32_MAX
    if type(bound) is not int:
        raise type_error(f"Expected a numeric value but got: {describe(bound)}")
    if not _INT32_MIN <= bound <= _INT32_MAX:
        message = f"Expected an integer between {_INT32_MIN} and {_INT32_MAX}, but got: {bound}"
        raise argument_error(message, gql_status="22003")
    return max(bound + size, 0) if bound < 0 else bound


def properties_of(subject: Any) -> dict[str, Any]:
    """The properties of an entity that is not deleted, or a map itself.

    Raises `EngineError` for anything else.
    """
    if type(subject) is dict:
        return subject
    if type(subject) is NodeRecord or type(subject) is RelationshipRecord:
        properties: dict[str, Any] = live(subject).properties
        return properties
    raise type_error(f"Type mismatch: expected a map but was {describe(subject)}")


def _all_properties(subject: Any) -> dict[str, Any]:
    """What ``.*`` stands for: of a deleted entity nothing."""
    if _is_deleted(subject):
        return {}
    if not isinstance(subject, (dict, NodeRecord, RelationshipRecord)):
        raise type_error(f"Can't coerce `{describe(subject)}` to Map")
    return properties_of(subject)


def _is_property_of(value: Expression, subject: Variable) -> bool:
    return (
        isinstance(value, PropertyAccess)
        and isinstance(value.subject, Variable)
        and value.subject.name == subject.name
    )


def compile_projection(compiler: Compiler, projection: MapProjection) -> Eval:
    subject = compiler.compile(projection.subject)
    entries = tuple(
        (None, None) if isinstance(item, ProjectAll) else (item.key, compiler.compile(item.value))
        for item in projection.items
    )

    only_properties = all(
        isinstance(item, ProjectEntry) and _is_property_of(item.value, projection.subject)
        for item in projection.items
    )

    def evaluate(row: Row, state: State) -> dict[str, Any] | None:
        value = subject(row, state)
        if value is None or (only_properties and _is_deleted(value)):
            return None
        result: dict[str, Any] = {}
        for key, entry in entries:
            if key is None or entry is None:
                result.update(_all_properties(value))
            else:
                result[key] = entry(row, state)
        return result

    return evaluate


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    PropertyAccess: compile_property,
    Subscript: compile_subscript,
    Slice: compile_slice,
    MapProjection: compile_projection,
}
