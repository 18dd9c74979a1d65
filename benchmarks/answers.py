"""Compares the answers of two engines to one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.engines.base import Rows
    from benchmarks.statements import Statement

_DIGITS = 9
"""Significant digits to which floats must agree: sums are made in different orders."""


def same(statement: Statement, ours: Rows, theirs: Rows) -> bool:
    """Whether both answers are right if one of them is."""
    left, right = _comparable(statement, ours), _comparable(statement, theirs)
    if statement.approximate:
        return len(left) == len(right) and 2 * len(set(left) & set(right)) >= len(left)
    return left == right


def _comparable(statement: Statement, rows: Rows) -> list[tuple[str, ...]]:
    found = [tuple(_text(value) for value in row) for row in rows]
    return found if statement.ordered else sorted(found)


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    return str(value)
