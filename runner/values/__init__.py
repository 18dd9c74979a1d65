"""The values that cross every boundary of `runner`: what Cypher can return, as Python types.

Null, booleans, integers, floats, strings, bytes, lists and maps are Python's own. The types
that Python lacks are here; they keep nanoseconds, zones and the full year range.
"""

from __future__ import annotations

from typing import TypeAlias

from runner.values.graph import Node, Path, Relationship
from runner.values.numbers import Decimal
from runner.values.spatial import Point, Vector
from runner.values.temporal import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Temporal,
    Time,
)

Value: TypeAlias = (
    None
    | bool
    | int
    | float
    | Decimal
    | str
    | bytes
    | list["Value"]
    | dict[str, "Value"]
    | Node
    | Relationship
    | Path
    | Date
    | Time
    | LocalTime
    | DateTime
    | LocalDateTime
    | Duration
    | Point
    | Vector
)

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1

__all__ = [
    "INT64_MAX",
    "INT64_MIN",
    "Date",
    "DateTime",
    "Decimal",
    "Duration",
    "LocalDateTime",
    "LocalTime",
    "Node",
    "Path",
    "Point",
    "Relationship",
    "Temporal",
    "Time",
    "Value",
    "Vector",
]
