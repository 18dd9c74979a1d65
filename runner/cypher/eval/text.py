"""The text of values: what `toString()` and string concatenation give."""

from __future__ import annotations

from typing import Any

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
from runner.values.numbers import float_text

_TEMPORAL = (Date, LocalTime, Time, LocalDateTime, DateTime, Duration)


def value_text(value: Any) -> str | None:
    """The text of a value; None for null and for what has none (lists, maps, entities)."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    if kind is float:
        return float_text(value)
    if kind is bool:
        return "true" if value else "false"
    if kind in _TEMPORAL:
        return str(value)
    if kind is Point:
        return point_text(value)
    if kind is Vector:
        return vector_text(value)
    if kind is Uuid:
        return str(value)
    return None


def pretty_text(value: Any) -> str:
    """A value as some of the server's messages print it, as ``{a: "x", b: <null>}``."""
    kind = type(value)
    if value is None:
        return "<null>"
    if kind is str:
        return f'"{value}"'
    if kind is list:
        return f"[{', '.join(map(pretty_text, value))}]"
    if kind is dict:
        return f"{{{', '.join(f'{key}: {pretty_text(item)}' for key, item in value.items())}}}"
    if kind is Uuid:
        return f"{{uid: {value}}}"
    return value_text(value) or str(value)


def point_text(point: Point) -> str:
    """A point as ``point({x: 1.0, y: 2.0, crs: 'cartesian'})``."""
    pairs = zip("xyz", point.coordinates, strict=False)
    coordinates = ", ".join(f"{axis}: {float_text(at)}" for axis, at in pairs)
    return f"point({{{coordinates}, crs: '{point.crs}'}})"


def vector_text(vector: Vector) -> str:
    """A vector as ``vector([1.5, 2.0], 2, FLOAT64)``."""
    items = ", ".join(value_text(at) or "" for at in vector.coordinates)
    width = coordinate_name(vector.coordinate_type)
    return f"vector([{items}], {len(vector.coordinates)}, {width})"


def coordinate_name(coordinate_type: str) -> str:
    """The name of a vector's coordinate type with its width, as ``FLOAT64`` for ``FLOAT``."""
    return f"{coordinate_type}64" if coordinate_type in ("INTEGER", "FLOAT") else coordinate_type
