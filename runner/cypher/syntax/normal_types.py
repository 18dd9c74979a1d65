"""Types in the form that Neo4j writes them, whatever form and order the statement has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.types import ListType, ScalarType, UnionType, VectorType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.cypher.syntax.types import CypherType

STORABLE = (
    "BOOLEAN",
    "STRING",
    "UUID",
    "INTEGER",
    "FLOAT",
    "DATE",
    "LOCAL TIME",
    "ZONED TIME",
    "LOCAL DATETIME",
    "ZONED DATETIME",
    "DURATION",
    "POINT",
)
"""The types without parts that a property can have, in the order of a union."""

ORDER = (
    *STORABLE,
    "NODE",
    "RELATIONSHIP",
    "MAP",
    "VECTOR",
    "LIST",
    "PATH",
    "PROPERTY VALUE",
    "ANY",
    "NULL",
    "NOTHING",
)
"""The order of the members of a union."""

COORDINATES = (
    "INTEGER8",
    "INTEGER16",
    "INTEGER32",
    "INTEGER",
    "FLOAT32",
    "FLOAT",
)
"""The types of a vector's coordinates as constraints name them, in the order of a union."""

_WIDEST = {"INTEGER64": "INTEGER", "FLOAT64": "FLOAT"}


def normal_members(written: CypherType) -> list[CypherType]:
    """The members of a union, or the one type that is none, each once and in Neo4j's order.

    What another member covers is left out: all beside ANY, null beside anything, lists beside
    lists of the same that may hold null.
    """
    by_text = {normal_text(member): member for member in _flat(written)}
    anything = by_text.get("ANY")
    if anything is not None:
        return [anything]
    something = {t: m for t, m in by_text.items() if not _is(m, "NULL", "NOTHING")}
    members = [
        member
        for text, member in (something or by_text).items()
        if not (isinstance(member, ListType) and _nullable_inside(text) in by_text)
    ]
    return sorted(members, key=_rank)


def normal_text(written: CypherType) -> str:
    """A type as Neo4j writes it: ``STRING | LIST<INTEGER NOT NULL>``."""
    if isinstance(written, UnionType):
        return members_text(normal_members(written))
    if isinstance(written, ListType):
        text = f"LIST<{normal_text(written.inner)}>"
    elif isinstance(written, VectorType):
        text = vector_text(written.coordinate, written.dimension)
    else:
        assert isinstance(written, ScalarType)
        text = written.name
    may_be_null = written.nullable or _is(written, "NULL", "NOTHING")
    return text if may_be_null else f"{text} NOT NULL"


def members_text(members: Sequence[CypherType]) -> str:
    """A union of `members`, which are in order."""
    return " | ".join(map(normal_text, members))


def vector_text(coordinate: str | None, dimension: int | None) -> str:
    """``VECTOR<FLOAT32 NOT NULL>(3)``; the widest coordinates are named without their width."""
    inside = "" if coordinate is None else f"<{_WIDEST.get(coordinate, coordinate)} NOT NULL>"
    return f"VECTOR{inside}{'' if dimension is None else f'({dimension})'}"


def _flat(written: CypherType) -> list[CypherType]:
    if isinstance(written, UnionType):
        return [part for member in written.members for part in _flat(member)]
    return [written]


def _is(written: CypherType, *names: str) -> bool:
    return isinstance(written, ScalarType) and written.name in names


def _nullable_inside(text: str) -> str:
    """The text of a list type whose items may be null, where those of `text` may not."""
    head, mark, tail = text.rpartition(" NOT NULL>")
    return f"{head}>{tail}" if mark else ""


def _rank(member: CypherType) -> tuple[Any, ...]:
    if isinstance(member, ListType):
        inner = tuple(map(_rank, normal_members(member.inner)))
        return ORDER.index("LIST"), inner, member.nullable
    if isinstance(member, VectorType):
        coordinate = _WIDEST.get(member.coordinate or "", member.coordinate)
        place = COORDINATES.index(coordinate) if coordinate else -1
        return ORDER.index("VECTOR"), place, member.dimension or 0, member.nullable
    assert isinstance(member, ScalarType)
    return ORDER.index(member.name), member.nullable
