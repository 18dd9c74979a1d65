"""Numbers that must be known before the first row: LIMIT, SKIP, sizes of transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.free import free_variables, touches_graph
from runner.cypher.check.literals import literal_text, number
from runner.cypher.check.places import place

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.expressions import Expression

_LARGEST = 2**63 - 1


def check_static_integer(
    walk: Walk, expression: Expression, name: str, *, positive: bool = False
) -> None:
    """No variables, no patterns, and an integer of 0 (with `positive`, of 1) or more."""
    detail = f"Only statically inferrable patterns and variables are allowed in {name}."
    if touches_graph(expression):
        walk.problems.add(
            place(walk.text, expression),
            f"It is not allowed to use patterns in the expression for {name}, so that the value "
            f"for {name} can be statically calculated.",
            "42N28",
            detail,
        )
        return
    variable = min(free_variables(expression), key=_start, default=None)
    if variable is not None:
        walk.problems.add(
            variable.start,
            f"It is not allowed to refer to variables in {name}, so that the value for {name} can "
            "be statically calculated.",
            "42N28",
            detail,
        )
        return
    shown = literal_text(walk.text, expression)
    if shown is not None:
        value = number(expression)
        least = 1 if positive else 0
        if not isinstance(value, int) or value < least:
            kind = "positive" if positive else "non-negative"
            walk.problems.add(
                expression.start,
                f"Invalid input. '{shown}' is not a valid value. Must be a {kind} integer.",
                "42N31",
                f"Expected {name} to be INTEGER NOT NULL in the range {least} to {_LARGEST} but "
                f"found {shown}.",
            )
        return
    walk.expect(expression, walk.simple(expression), t.INTEGER)


def _start(expression: Expression) -> int:
    return expression.start
