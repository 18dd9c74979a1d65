"""The types of property type constraints: their normal text, and which values they allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.types import ListType, ScalarType, UnionType, VectorType
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

# The order in which a union is written, whatever order the statement has (facts 1.5).
_ORDER = (*_NAMES.values(), *(f"LIST<{name} NOT NULL>" for name in _NAMES.values()))


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
        if isinstance(value, list):
            if not value:
                return any(member.startswith("LIST<") for member in self.members)
            return f"LIST<{type_text(value[0])} NOT NULL>" in self.members
        if isinstance(value, Vector):
            return not self._vector_texts(value).isdisjoint(self.members)
        return type_text(value) in self.members

    def _vector_texts(self, value: Vector) -> set[str]:
        coordinate, dimension = value.coordinate_type, len(value.coordinates)
        return {
            "VECTOR",
            f"VECTOR<{coordinate} NOT NULL>",
            f"VECTOR({dimension})",
            f"VECTOR<{coordinate} NOT NULL>({dimension})",
        }


def type_text(value: Any) -> str:
    """The name of a stored value's type: ``INTEGER``, ``LIST<INTEGER NOT NULL>``."""
    if isinstance(value, list):
        if not value:
            return "LIST<NOTHING>"
        return f"LIST<{type_text(value[0])} NOT NULL>"
    if isinstance(value, Vector):
        return f"VECTOR<{value.coordinate_type} NOT NULL>({len(value.coordinates)})"
    return _NAMES.get(type(value), "BYTEARRAY")


def property_type(declared: CypherType) -> PropertyType | None:
    """The type that a constraint declares, or None if no property can have it."""
    members: set[str] = set()
    parts = declared.members if isinstance(declared, UnionType) else (declared,)
    for part in parts:
        if isinstance(part, UnionType):
            inner = property_type(part)
            if inner is None:
                return None
            members.update(inner.members)
            continue
        text = _member(part)
        if text is None:
            return None
        members.add(text)
    known = [text for text in _ORDER if text in members]
    vectors = sorted(text for text in members if text.startswith("VECTOR"))
    return PropertyType((*known, *vectors))


def declared_text(declared: CypherType) -> str:
    """A type as a statement's error names it: ``LIST<MAP>``."""
    if isinstance(declared, UnionType):
        return " | ".join(declared_text(member) for member in declared.members)
    if isinstance(declared, ListType):
        text = f"LIST<{declared_text(declared.inner)}>"
    elif isinstance(declared, VectorType):
        text = _vector_text(declared)
    else:
        assert isinstance(declared, ScalarType)
        text = declared.name
    return text if declared.nullable else f"{text} NOT NULL"


def _member(declared: CypherType) -> str | None:
    """The normal text of one member; None if a property cannot have it, as NOT NULL itself."""
    if isinstance(declared, ScalarType):
        usable = declared.nullable and declared.name in _ORDER
        return declared.name if usable else None
    if isinstance(declared, ListType):
        inner = declared.inner
        if not isinstance(inner, ScalarType) or inner.nullable or not declared.nullable:
            return None
        text = f"LIST<{inner.name} NOT NULL>"
        return text if text in _ORDER else None
    if isinstance(declared, VectorType):
        return _vector_text(declared) if declared.nullable else None
    return None


def _vector_text(declared: VectorType) -> str:
    coordinate = "" if declared.coordinate is None else f"<{declared.coordinate} NOT NULL>"
    dimension = "" if declared.dimension is None else f"({declared.dimension})"
    return f"VECTOR{coordinate}{dimension}"
