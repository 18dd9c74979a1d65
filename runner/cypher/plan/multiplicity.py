"""Where it makes no difference how many times a row comes, so that it need come only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.aggregation import aggregates_in
from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import CountStar, FunctionCall

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROW_BY_ROW = (syntax.Match, syntax.Unwind, syntax.Filter, syntax.Let)
"""Clauses that treat rows that are alike alike."""
_SAME_FOR_REPEATED = frozenset(("min", "max"))
CHANGING = frozenset(("rand", "randomuuid"))
"""Functions that tell even rows that are alike apart: each call gives something else."""


def repeats_matter(later: Sequence[syntax.Clause], language: str, *, exists: bool) -> bool:
    """Whether the rows before the clauses `later` may not come fewer times than they do.

    `exists` is whether of the rows after them all it only counts that there is one.
    """
    for clause in later:
        if isinstance(clause, (syntax.With, syntax.Return)):
            projection = clause.projection
            if _leaves_each_once(projection, language):
                return False
            if not _is_row_by_row(projection, language):
                return True
        elif not isinstance(clause, _ROW_BY_ROW):
            return True
    return not exists


def _leaves_each_once(projection: syntax.Projection, language: str) -> bool:
    aggregates = list(aggregates_in(projection, language))
    if aggregates:
        return all(
            not isinstance(call, CountStar)
            and (call.distinct or call.name.lower() in _SAME_FOR_REPEATED)
            for call in aggregates
        )
    return (projection.distinct or projection.group_by is not None) and not any(
        isinstance(node, FunctionCall) and node.name.lower() in CHANGING
        for node in walk(projection)
    )


def _is_row_by_row(projection: syntax.Projection, language: str) -> bool:
    return (
        projection.skip is None
        and projection.limit is None
        and not any(True for _ in aggregates_in(projection, language))
    )
