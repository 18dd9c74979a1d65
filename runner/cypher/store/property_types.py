"""The types of property type constraints: their normal text, and which values they allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.normal_types import normal_members, normal_text, vector_text
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
    from runner.cypher.syntax.types import CypherType

_NAMES: dict[type, str] = {
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
}


class PropertyType:
    """What a property type constraint allows: a union of types without null.

    Attributes:
        members: The texts of its types, in Neo4j's order.
    """

    __slots__ = ("members",)

    def __init__(self, members: tuple[str, ...]) -> None:
        self.members = members

    def __str__(self) -> str:
        return " | ".join(self.members)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PropertyType) and self.members == other.members

    def __hash__(self) -> int:
        return hash(self.members)

    def allows(self, value: Any) -> bool:
        """Whether a stored value (never null) is of one of the types."""
        if isinstance(value, (list, bytes)):
            if not value:
                return any(member.startswith("LIST<") for member in self.members)
            return type_text(value) in self.members
        return type_text(value) in self.members


def type_text(value: Any) -> str:
    """The name of a stored value's type: ``INTEGER``, ``LIST<INTEGER NOT NULL>``.

    Bytes are a list of integers, as Neo4j has them.
    """
    if isinstance(value, (list, bytes)):
        if not value:
            return "LIST<NOTHING>"
        return f"LIST<{type_text(value[0])} NOT NULL>"
    if isinstance(value, Vector):
        return vector_text(value.coordinate_type, len(value.coordinates))
    return _NAMES[type(value)]


def property_type(declared: CypherType) -> PropertyType:
    """The type that a constraint declares, one that `runner.cypher.check` lets pass."""
    return PropertyType(tuple(map(normal_text, normal_members(declared))))
