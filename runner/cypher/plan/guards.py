"""Predicates of a MATCH that read nothing of its pattern: asked early, though they may fail.

The server asks such a predicate of what it finds first, so that nothing fails where nothing is
found. To ask it before the search saves the search where it is not true; one that fails is let
pass, and asked again of what is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.multiplicity import CHANGING
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    Comparison,
    Expression,
    FunctionCall,
    IsNull,
    Literal,
    Logical,
    Parameter,
    PropertyAccess,
    Variable,
)
from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.plan.operators.rows import Test

_INFALLIBLE = frozenset((Comparison, IsNull, Literal, Logical, Parameter, PropertyAccess, Variable))
"""What hardly fails, and is not worth asking twice."""


class Guard:
    """A predicate that is asked early, and late where that has ever failed.

    Raises `EngineError` early for what is no matter of the predicate: time and memory.
    """

    __slots__ = ("changing", "late_too", "test")

    def __init__(self, expression: Expression, test: Test) -> None:
        self.test = test
        self.changing = self.late_too = any(
            isinstance(part, FunctionCall) and part.name.lower() in CHANGING
            for part in walk(expression)
        )

    def early(self, row: Row, state: State) -> bool:
        """Whether it is true, or not known yet."""
        if self.changing:
            return True
        try:
            return self.test(row, state)
        except EngineError as error:
            if not error.code.startswith("Neo.ClientError.") or ".Transaction." in error.code:
                raise
            self.late_too = True
            return True

    def late(self, row: Row, state: State) -> bool:
        """Whether it is true; raises what made it fail."""
        return not self.late_too or self.test(row, state)


def is_fallible(expression: Expression) -> bool:
    """Whether a predicate may fail, or be true one time and false another."""
    return any(type(part) not in _INFALLIBLE for part in walk(expression))
