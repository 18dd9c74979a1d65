"""Three-valued logic: what counts as true, and the connectives on compiled operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.describe import describe
from runner.cypher.failures import type_error

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import Eval, Row, State

Predicate: TypeAlias = "Callable[[Row, State], bool]"
"""A compiled predicate: what Python counts as true only where its expression is true."""


def truth(value: Any) -> bool | None:
    """A value as a truth value; a map is true, and a list unless it is empty.

    Raises `EngineError` for what is neither.
    """
    if value is True or value is False or value is None:
        return value
    if type(value) is list:
        return bool(value)
    if type(value) is dict:
        return True
    raise type_error(f"Don't know how to treat that as a predicate: {describe(value)}")


def predicate_of(operand: Eval) -> Predicate:
    """The predicate that holds where `operand` is true."""

    def holds(row: Row, state: State) -> bool:
        value = operand(row, state)
        if value is True:
            return True
        return value is not False and value is not None and truth(value) is True

    return holds


def negation(operand: Eval) -> Eval:
    """``NOT operand``."""

    def evaluate(row: Row, state: State) -> bool | None:
        value = truth(operand(row, state))
        return None if value is None else not value

    return evaluate


def junction(operands: tuple[Eval, ...], decisive: bool) -> Eval:
    """AND (decided by the first false) or OR (decided by the first true), from the left."""

    def evaluate(row: Row, state: State) -> bool | None:
        answer: bool | None = not decisive
        for operand in operands:
            value = operand(row, state)
            if value is not True and value is not False:
                value = truth(value)
            if value is decisive:
                return decisive  # type: ignore[no-any-return]
            if value is None:
                answer = None
        return answer

    return evaluate


def exclusive(operands: tuple[Eval, ...]) -> Eval:
    """XOR of all operands."""

    def evaluate(row: Row, state: State) -> bool | None:
        answer: bool | None = False
        for operand in operands:
            value = truth(operand(row, state))
            if value is None or answer is None:
                answer = None
            else:
                answer = answer is not value
        return answer

    return evaluate
