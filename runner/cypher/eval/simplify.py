"""Predicates as Neo4j's planner leaves them, where that decides what is evaluated at all.

It computes comparisons of numbers, and drops `AND true`, `OR false`, `XOR false` and `NOT NOT`:
what is left is not even checked to be a truth value. Of the operands of an OR those that it turns
into searches in a list come last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.eval import arithmetic
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    FunctionCall,
    ListLiteral,
    Literal,
    Logical,
    Parameter,
    PropertyAccess,
    Subscript,
    Unary,
    Variable,
)
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Any

    from runner.cypher.syntax.base import Syntax

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "%": arithmetic.modulo,
    "^": arithmetic.power,
}
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "=": lambda left, right: left == right,
    "<>": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
}
"""The comparisons of numbers that Neo4j computes when it plans."""


def simplified(expression: Expression, computed: Container[Syntax]) -> Expression:
    """The predicate that is evaluated for `expression`.

    What is in `computed` has its value already and is left alone.
    """
    if expression in computed:
        return expression
    if isinstance(expression, Unary) and expression.operator == "NOT":
        return _negated(expression, simplified(expression.operand, computed))
    if isinstance(expression, Logical):
        flat: list[Expression] = []
        for operand in expression.operands:
            part = simplified(operand, computed)
            if isinstance(part, Logical) and part.operator == expression.operator:
                flat += part.operands
            else:
                flat.append(part)
        if expression.operator == "XOR":
            return _exclusive(expression, flat)
        return _junction(expression, flat, expression.operator == "OR")
    settled = settled_comparison(expression)
    return expression if settled is None else _literal(expression, settled)


def scaled(product: Binary, computed: Container[Syntax]) -> tuple[Expression, int | float] | None:
    """What is multiplied, and the product of the numbers that it is multiplied by.

    Neo4j multiplies numbers among each other when it plans, so ``x * 3 * 10`` is ``x * 30``, and
    puts them last, which shows in errors. None where there is no number, or the product fails.
    """
    factors: list[int | float] = []
    rest: Expression = product
    while isinstance(rest, Binary) and rest.operator == "*" and rest not in computed:
        left, right = _number(rest.left), _number(rest.right)
        if (left is None) is (right is None):
            break
        if left is None:
            assert right is not None
            factors.append(right)
            rest = rest.left
        else:
            factors.append(left)
            rest = rest.right
    if not factors:
        return None
    result = factors.pop()
    try:
        while factors:
            result = arithmetic.multiply(result, factors.pop())
    except EngineError:
        return None
    return rest, result


def _literal(expression: Expression, value: bool) -> Literal:
    return Literal(expression.start, expression.end, value)


def _is(expression: Expression, value: bool) -> bool:
    return isinstance(expression, Literal) and expression.value is value


def _negated(expression: Unary, operand: Expression) -> Expression:
    if _is(operand, True) or _is(operand, False):
        return _literal(expression, _is(operand, False))
    if isinstance(operand, Unary) and operand.operator == "NOT":
        return operand.operand
    return Unary(expression.start, expression.end, "NOT", operand)


def _exclusive(expression: Logical, operands: list[Expression]) -> Expression:
    """XOR, taken from the left two at a time."""
    left = operands[0]
    for right in operands[1:]:
        if _is(left, False):
            left = right
        elif _is(left, True) and _is(right, True):
            left = _literal(expression, False)
        elif not _is(right, False):
            joined = left.operands if isinstance(left, Logical) and left.operator == "XOR" else None
            parts = (*(joined or (left,)), right)
            left = Logical(expression.start, expression.end, "XOR", parts)
    return left


def _junction(expression: Logical, operands: list[Expression], decisive: bool) -> Expression:
    """AND, or (where true decides) OR."""
    if any(_is(operand, decisive) for operand in operands):
        return _literal(expression, decisive)
    left = [operand for operand in operands if not _is(operand, not decisive)]
    if not left:
        return _literal(expression, not decisive)
    if len(left) == 1:
        return left[0]
    if decisive:
        left.sort(key=_becomes_a_list)
    return Logical(expression.start, expression.end, expression.operator, tuple(left))


def _becomes_a_list(expression: Expression) -> bool:
    """Whether Neo4j sees a search in a list: ``n.p = x`` and ``f(…) = x`` are ``… IN [x]`` to it.

    A list of literals is one value, and searched where it stands.
    """
    wanted = "="
    if isinstance(expression, Unary) and expression.operator == "NOT":
        expression, wanted = expression.operand, "<>"
    if isinstance(expression, Comparison) and expression.operators == (wanted,):
        left, right = expression.operands
        if isinstance(left, FunctionCall):
            return left.name.lower() != "nullif"
        if isinstance(right, FunctionCall) and right.name.lower() in ("id", "elementid"):
            return True
        of_variable = _is_property(left, variable=True) or _is_property(right, variable=True)
        return of_variable and not (_is_property(left) and _is_property(right))
    if isinstance(expression, Binary) and expression.operator == "IN":
        listed = expression.right
        return isinstance(listed, ListLiteral) and any(
            not isinstance(item, (Literal, Parameter)) and _number(item) is None
            for item in listed.items
        )
    return False


def _is_property(expression: Expression, *, variable: bool = False) -> bool:
    """Whether it is ``subject.key``, or that by a literal key; of a variable where asked."""
    if isinstance(expression, Subscript):
        index = expression.index
        if not (isinstance(index, Literal) and isinstance(index.value, str)):
            return False
    elif not isinstance(expression, PropertyAccess):
        return False
    return not variable or isinstance(expression.subject, Variable)


def settled_comparison(expression: Expression) -> bool | None:
    """What a comparison of constant numbers gives; None for anything else."""
    if not isinstance(expression, Comparison):
        return None
    numbers = [_number(operand) for operand in expression.operands]
    answer = True
    for operator, left, right in zip(expression.operators, numbers, numbers[1:], strict=False):
        compare = _COMPARED.get(operator)
        if compare is None or left is None or right is None:
            return None
        answer = answer and compare(left, right)
    return answer


def _number(expression: Expression) -> int | float | None:
    """The value of arithmetic on literals; None for anything else, and where it fails."""
    if isinstance(expression, Literal):
        return expression.value if type(expression.value) in (int, float) else None
    if isinstance(expression, Unary) and expression.operator in ("+", "-"):
        value = _number(expression.operand)
        return -value if value is not None and expression.operator == "-" else value
    if isinstance(expression, Binary) and expression.operator in _ARITHMETIC:
        left, right = _number(expression.left), _number(expression.right)
        if left is None or right is None:
            return None
        try:
            computed: int | float = _ARITHMETIC[expression.operator](left, right)
        except EngineError:
            return None
        return computed
    return None
