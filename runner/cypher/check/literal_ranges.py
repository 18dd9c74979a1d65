"""Literal arguments that are numbers outside of what their function takes (42N31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.literals import literal_text, number
from runner.values import INT64_MAX
from runner.values.spatial import MAX_DIMENSION

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.expressions import Expression


def check_percentile(walk: Walk, fraction: Expression) -> None:
    """The second argument of ``percentileCont()`` and ``percentileDisc()``."""
    shown = literal_text(walk.text, fraction)
    if shown is None:
        return
    value = number(fraction)
    if value is None or not 0 <= value <= 1:
        walk.problems.add(
            fraction.start,
            f"Invalid input '{shown}' is not a valid argument, must be a number in the range "
            "0.0 to 1.0",
            "42N31",
            f"Expected percentile range to be FLOAT in the range 0.0 to 1.0 but found {shown}.",
        )


def check_dimension(walk: Walk, dimension: Expression) -> None:
    """The second argument of ``vector()``."""
    shown = literal_text(walk.text, dimension)
    value = number(dimension)
    if shown is not None and isinstance(value, int) and not 1 <= value <= MAX_DIMENSION:
        walk.problems.add(
            dimension.start,
            f"Invalid input. '{shown}' is not a valid value. Must be a number in the range 1 to "
            f"{MAX_DIMENSION}.",
            "42N31",
            f"Expected dimension to be INTEGER in the range 1 to {MAX_DIMENSION} but found "
            f"{shown}.",
        )


def check_limit(walk: Walk, limit: Expression) -> None:
    """The fourth argument of ``replace()``."""
    value = number(limit)
    if isinstance(value, int) and value < 0:
        walk.problems.add(
            limit.start,
            "The limit needs to be greater than or equal to 0.",
            "42N31",
            f"Expected 'limit' to be INTEGER in the range 0 to {INT64_MAX} but found {value}.",
        )
