"""Java's ways that answers depend on: hash order, equality and text of objects."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, TypeVar

from runner.cypher.eval.text import value_text
from runner.cypher.ordering import group_key
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Time

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    T = TypeVar("T")

_CLASSES = {
    bool: "java.lang.Boolean",
    int: "java.lang.Long",
    float: "java.lang.Double",
    str: "java.lang.String",
    list: "java.util.ArrayList",
    dict: "java.util.HashMap",
    Date: "java.time.LocalDate",
    LocalTime: "java.time.LocalTime",
    Time: "java.time.OffsetTime",
    LocalDateTime: "java.time.LocalDateTime",
    DateTime: "java.time.ZonedDateTime",
}


def java_class(value: Any) -> str:
    """The Java class of a value that is no entity."""
    return _CLASSES.get(type(value), type(value).__name__)


def key(value: Any) -> Hashable:
    """A key under which the values are alike that Java's ``equals`` holds for equal."""
    kind = type(value)
    if kind is list:
        return ("list", tuple([key(item) for item in value]))
    if kind is dict:
        return ("map", frozenset((name, key(item)) for name, item in value.items()))
    if kind in (int, float, bool, str):
        return (kind, value)
    return ("other", group_key(value))


def _int32(number: int) -> int:
    number &= 0xFFFFFFFF
    return number - (1 << 32) if number >= 1 << 31 else number


def hash_code(value: Any, start: int = 0) -> int:
    """The ``hashCode`` of a value, for those types that define it by their contents.

    `start` is 0 for Java's own strings and 1 for those of Neo4j, whose hashes start so.
    """
    kind = type(value)
    if value is None:
        return 0
    if kind is bool:
        return 1231 if value else 1237
    if kind is int:
        bits = value & 0xFFFFFFFFFFFFFFFF
        return _int32(bits ^ (bits >> 32))
    if kind is float:
        bits = struct.unpack(">Q", struct.pack(">d", value))[0]
        return _int32(bits ^ (bits >> 32))
    if kind is str:
        if not value:
            return 0
        total = start
        units = map(ord, value) if start else _units(value)
        for unit in units:
            total = (31 * total + unit) & 0xFFFFFFFF
        return _int32(total)
    if kind is list:
        total = 1
        for item in value:
            total = (31 * total + hash_code(item, start)) & 0xFFFFFFFF
        return _int32(total)
    if kind is dict:
        return _int32(
            sum(hash_code(name, start) ^ hash_code(item, start) for name, item in value.items())
        )
    if kind is Date:
        return hash_code(value.days)
    if kind is LocalTime:
        return hash_code(value.nanos)
    if kind is Duration:
        total = 0
        for part in (value.months, value.days, value.seconds, value.nanos):
            total = (31 * total + hash_code(part)) & 0xFFFFFFFF
        return _int32(total)
    if isinstance(value, (NodeRecord, RelationshipRecord)):
        return _int32(value.id ^ (value.id >> 32))
    return 0


def _units(text: str) -> Iterable[int]:
    """The UTF-16 code units of a string."""
    data = text.encode("utf-16-be", "surrogatepass")
    return (unit for (unit,) in struct.iter_unpack(">H", data))


def hash_order(values: Iterable[T], start: int = 0) -> list[T]:
    """Distinct values in the order in which a ``HashMap`` that they were put into gives them.

    `start` is as in `hash_code`. Null, whose hash is another in every run, comes last.
    """
    items = list(values)
    size = 16
    while len(items) > size * 3 // 4:
        size *= 2

    def bucket(value: Any) -> int:
        if value is None:
            return size
        code = hash_code(value, start) & 0xFFFFFFFF
        return (code ^ (code >> 16)) & (size - 1)

    return sorted(items, key=bucket)


def hash_map(entries: dict[str, Any]) -> dict[str, Any]:
    """The same map with its keys in the order of a ``HashMap``."""
    return {name: entries[name] for name in hash_order(entries)}


def text(value: Any) -> str:
    """Java's ``toString``: of lists and maps as ``[1, a]`` and ``{k=1}``, strings bare."""
    kind = type(value)
    if value is None:
        return "null"
    if kind is str:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is list:
        return "[" + ", ".join(map(text, value)) + "]"
    if kind is dict:
        return "{" + ", ".join(f"{name}={text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, NodeRecord):
        return f"Node[{value.id}]"
    if isinstance(value, RelationshipRecord):
        return f"({value.start.id})-[{value.type},{value.id}]->({value.end.id})"
    return value_text(value) or ""
