"""How values and their types are named in Neo4j's run-time messages and by `valueType()`."""

from __future__ import annotations

from typing import Any

from runner.cypher.eval.arrays import array_name, array_text
from runner.cypher.eval.text import coordinate_name, value_text
from runner.cypher.ordering import items_of
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.cypher.syntax.normal_types import ORDER
from runner.cypher.temporal.map_order import entries_in_order
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

_TYPE_NAMES: dict[type, str] = {
    type(None): "NO_VALUE",
    bool: "Boolean",
    int: "Long",
    float: "Double",
    str: "String",
    bytes: "ByteArray",
    list: "List",
    dict: "Map",
    NodeRecord: "NodeReference",
    RelationshipRecord: "RelationshipReference",
    PathRecord: "Path",
    Date: "Date",
    LocalTime: "LocalTime",
    Time: "Time",
    LocalDateTime: "LocalDateTime",
    DateTime: "DateTime",
    Duration: "Duration",
    Point: "Point",
    Uuid: "UUID",
}

CYPHER_TYPES: dict[type, str] = {
    bool: "BOOLEAN",
    str: "STRING",
    int: "INTEGER",
    float: "FLOAT",
    Date: "DATE",
    LocalTime: "LOCAL TIME",
    Time: "ZONED TIME",
    LocalDateTime: "LOCAL DATETIME",
    DateTime: "ZONED DATETIME",
    Duration: "DURATION",
    Point: "POINT",
    NodeRecord: "NODE",
    RelationshipRecord: "RELATIONSHIP",
    dict: "MAP",
    PathRecord: "PATH",
    bytes: "BYTES",
    Uuid: "UUID",
}
"""The Cypher type of each Python type that has just one."""


def type_name(value: Any) -> str:
    """The name of a value's type inside messages, as ``Long``."""
    kind = type(value)
    if kind is Vector:
        return _vector_name(value)
    return (array_name(value) if kind is list else None) or _TYPE_NAMES[kind]


def _vector_name(vector: Vector) -> str:
    """The server's class of a vector, as ``Int64Vector``."""
    name = coordinate_name(vector.coordinate_type).capitalize()
    return f"{name.replace('Integer', 'Int')}Vector"


def describe(value: Any) -> str:
    """A value in the internal form that Neo4j's messages use, as ``List{Long(1)}``.

    A list that is a property value is the array it is stored as, as ``LongArray[1]``.
    """
    kind = type(value)
    if value is None:
        return "NO_VALUE"
    if kind is bool:
        return f"Boolean('{'true' if value else 'false'}')"
    if kind is int:
        return f"Long({value})"
    if kind is float:
        return f"Double({_exponent_form(value)})"
    if kind is str:
        return f'String("{value}")'
    if kind is list:
        array = array_name(value)
        return array_text(array, value) if array else f"List{{{', '.join(map(describe, value))}}}"
    if kind is bytes:
        return f"ByteArray{items_of(value)}"
    if kind is dict:
        entries = (f"{key} -> {describe(item)}" for key, item in entries_in_order(value))
        return f"Map{{{', '.join(entries)}}}"
    if kind is NodeRecord:
        return f"({value.id})"
    if kind is RelationshipRecord:
        return f"-[{value.id}]-"
    if kind is PathRecord:
        steps = zip(value.relationships, value.nodes[1:], strict=True)
        rest = "".join(f"{describe(step)}{describe(node)}" for step, node in steps)
        return f"Path{{{describe(value.nodes[0])}{rest}}}"
    if kind is Uuid:
        return f"UUID({value})"
    if kind is Vector:
        return (
            f"{_vector_name(value)}[{', '.join(value_text(at) or '' for at in value.coordinates)}]"
        )
    return value_text(value) or repr(value)


def _exponent_form(x: float) -> str:
    if x != x:
        return "NaN"
    if x in (float("inf"), float("-inf")):
        return "Infinity" if x > 0 else "-Infinity"
    return f"{x:e}"


def value_type(value: Any) -> str:
    """The most precise Cypher type of a value, as ``LIST<INTEGER NOT NULL> NOT NULL``."""
    return "NULL" if value is None else f"{_bare_type(value)} NOT NULL"


def _bare_type(value: Any) -> str:
    if isinstance(value, Vector):
        return f"VECTOR<{value.coordinate_type} NOT NULL>({len(value.coordinates)})"
    if isinstance(value, list):
        return _shown(_list_type(value))
    if isinstance(value, bytes):
        return _shown(_BYTES)
    return CYPHER_TYPES[type(value)]


_ListType = tuple["tuple[str | _ListType, ...]", bool]
"""What the items of a list may be, in one order, and whether null is among them."""


_BYTES: _ListType = (("INTEGER",), False)
"""What bytes count as, even where there are none."""


def _list_type(items: list[Any]) -> _ListType:
    """The normal form of a list's type: what another item's type covers is left out."""
    members: set[str | _ListType] = set()
    for item in items:
        if isinstance(item, list):
            members.add(_list_type(item))
        elif isinstance(item, bytes):
            members.add(_BYTES)
        elif item is not None:
            members.add(_bare_type(item))
    kept = [
        member
        for member in members
        if not any(other != member and _covers(other, member) for other in members)
    ]
    return tuple(sorted(kept, key=_union_rank)), any(item is None for item in items)


def _covers(wide: str | _ListType, narrow: str | _ListType) -> bool:
    """Whether every list of the one type is of the other."""
    if isinstance(wide, str) or isinstance(narrow, str):
        return wide == narrow
    return (wide[1] or not narrow[1]) and all(
        any(_covers(other, member) for other in wide[0]) for member in narrow[0]
    )


def _shown(member: str | _ListType) -> str:
    if isinstance(member, str):
        return member
    members, nullable = member
    if not members:
        return f"LIST<{'NULL' if nullable else 'NOTHING'}>"
    suffix = "" if nullable else " NOT NULL"
    return f"LIST<{' | '.join(f'{_shown(inner)}{suffix}' for inner in members)}>"


def _union_rank(member: str | _ListType) -> tuple[int, Any]:
    if not isinstance(member, str):
        return ORDER.index("LIST"), tuple(map(_union_rank, member[0]))
    head = member.partition("<")[0]
    rank = ORDER.index(head) if head in ORDER else len(ORDER)
    return rank, member
