"""Property type constraints: the types that no property can have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax.normal_types import STORABLE, members_text, normal_members
from runner.cypher.syntax.types import ListType, ScalarType, VectorType
from runner.errors import Cause
from runner.values.spatial import MAX_DIMENSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.types import CypherType


def check_storable(walk: Walk, written: CypherType, what: str) -> bool:
    """Whether a property can be of a type; a problem where it cannot (22N90).

    `what` names the constraint, as in ``node property type constraint``.
    """
    members = normal_members(written)
    if all(map(_is_storable, members)):
        return True
    shown = members_text(members)
    reason, below = _reason(members)
    walk.problems.add_plain(
        written.start,
        f"Failed to create {what}: Invalid property type `{shown}`.{reason and f' {reason}'}",
        "50N11",
        Cause("22N90", f"{shown} is not supported in property type constraints.", below),
    )
    return False


def _is_storable(member: CypherType) -> bool:
    if isinstance(member, ScalarType):
        return member.nullable and member.name in STORABLE
    if isinstance(member, VectorType):
        return member.nullable and _vector_reason(member) is None
    assert isinstance(member, ListType)
    inner = normal_members(member.inner)
    return (
        member.nullable
        and len(inner) == 1
        and isinstance(inner[0], ScalarType)
        and not inner[0].nullable
        and inner[0].name in STORABLE
    )


def _reason(members: Sequence[CypherType]) -> tuple[str, Cause | None]:
    """Why not, where Neo4j has a sentence for it: that of the first member that has one.

    A union of types that may be null and such that may not has none.
    """
    if len({getattr(member, "nullable", None) for member in members}) == 1:
        for member in members:
            reason = None
            if isinstance(member, ListType):
                reason = _list_reason(member)
            elif isinstance(member, VectorType):
                reason = _vector_reason(member)
            if reason is not None:
                return reason
    return "", None


def _list_reason(written: ListType) -> tuple[str, Cause] | None:
    inner = normal_members(written.inner)
    if len(inner) > 1:
        return _no_inner("a union of types as an inner type", "a union of types")
    if isinstance(inner[0], ListType):
        return _no_inner("lists as an inner type", "a list")
    if isinstance(inner[0], VectorType):
        return _no_inner("a vector as an inner type", "a vector")
    assert isinstance(inner[0], ScalarType)
    if inner[0].nullable and inner[0].name != "NOTHING":
        return _no_inner("nullable inner types", "a nullable type")
    return None


def _no_inner(said: str, what: str) -> tuple[str, Cause]:
    detail = f"Lists cannot have {what} as an inner type in this context."
    return f"Lists cannot have {said}.", Cause("22NB9", detail)


def _vector_reason(written: VectorType) -> tuple[str, Cause] | None:
    if written.coordinate is None or written.dimension is None:
        said = (
            "Property type constraints for vectors need to define both coordinate type and "
            "dimension."
        )
        return said, Cause("22NBA", said)
    if not 1 <= written.dimension <= MAX_DIMENSION:
        said = (
            "The dimension of property type constraints for vectors needs to be between 1 and "
            f"{MAX_DIMENSION}."
        )
        detail = (
            f"Expected 'DIMENSION' to be INTEGER NOT NULL in the range 1 to {MAX_DIMENSION} "
            f"but found {written.dimension}."
        )
        return said, Cause("42N31", detail)
    return None
