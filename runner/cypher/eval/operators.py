"""Arithmetic and logical operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval import arithmetic
from runner.cypher.eval.literals import constant
from runner.cypher.eval.simplify import scaled, simplified
from runner.cypher.eval.truth import exclusive, junction, negation
from runner.cypher.failures import unsupported
from runner.cypher.syntax.expressions import Binary, Literal, Logical, Unary
from runner.values import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "%": arithmetic.modulo,
    "^": arithmetic.power,
    "||": arithmetic.concatenate,
}


def compile_binary(compiler: Compiler, binary: Binary) -> Eval:
    compute = _ARITHMETIC.get(binary.operator)
    if compute is None:
        from runner.cypher.eval.strings import BINARY

        compile_operator = BINARY.get(binary.operator)
        if compile_operator is None:
            raise unsupported(compiler.text, binary.operator_start, binary.operator)
        return compile_operator(compiler, binary)
    folded = scaled(binary, compiler.replaced) if binary.operator == "*" else None
    if folded is not None:
        left, right = compiler.compile(folded[0]), constant(folded[1])
    else:
        left, right = compiler.compile(binary.left), compiler.compile(binary.right)

    def evaluate(row: Row, state: State) -> Any:
        return compute(left(row, state), right(row, state))

    return evaluate


def compile_unary(compiler: Compiler, unary: Unary) -> Eval:
    if unary.operator == "NOT":
        return _compile_simple(compiler, simplified(unary, compiler.replaced))
    if isinstance(unary.operand, Literal) and type(unary.operand.value) in (int, float):
        number = -unary.operand.value if unary.operator == "-" else unary.operand.value
        if type(number) is float or number <= INT64_MAX:
            return constant(number)
    operand = compiler.compile(unary.operand)
    if unary.operator == "+":
        return operand
    return lambda row, state: arithmetic.negate(operand(row, state))


def compile_logical(compiler: Compiler, logical: Logical) -> Eval:
    """The connectives, as far as the planner leaves them."""
    return _compile_simple(compiler, simplified(logical, compiler.replaced))


def _compile_simple(compiler: Compiler, operand: Expression) -> Eval:
    """A predicate that is simplified already."""
    if isinstance(operand, Logical) and operand not in compiler.replaced:
        operands = tuple(_compile_simple(compiler, inner) for inner in operand.operands)
        if operand.operator == "XOR":
            return exclusive(operands)
        return junction(operands, operand.operator == "OR")
    if (
        isinstance(operand, Unary)
        and operand.operator == "NOT"
        and operand not in compiler.replaced
    ):
        return negation(_compile_simple(compiler, operand.operand))
    return compiler.compile(operand)


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Binary: compile_binary,
    Unary: compile_unary,
    Logical: compile_logical,
}
