"""Types as they are written: ``IS ::`` and property type constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax.types import CypherType, ListType, ScalarType, UnionType, VectorType

if TYPE_CHECKING:
    from runner.cypher.check.problems import Problems

_NULLABILITY = (
    "All types in a Closed Dynamic Union must be nullable, or be appended with `NOT NULL`"
)
_NEUTRAL = frozenset({"NULL", "NOTHING"})


def check_type(problems: Problems, written: CypherType) -> None:
    """The members of a union are all nullable or all not (42N63)."""
    if isinstance(written, UnionType):
        seen = {
            member.nullable
            for member in written.members
            if isinstance(member, (ListType, VectorType))
            or (isinstance(member, ScalarType) and member.name not in _NEUTRAL)
        }
        if len(seen) > 1:
            problems.add(
                written.start,
                _NULLABILITY,
                "42N63",
                "All inner types in a Closed Dynamic Union must be nullable, or be appended with "
                "'NOT NULL'.",
            )
        for member in written.members:
            check_type(problems, member)
    elif isinstance(written, ListType):
        check_type(problems, written.inner)
