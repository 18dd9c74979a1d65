"""Arithmetic and logical operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval import arithmetic
from runner.cypher.eval.literals import constant
from runner.cypher.eval.truth import exclusive, junction, negation
from runner.cypher.failures import syntax_error, unsupported
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
    left, right = compiler.compile(binary.left), compiler.compile(binary.right)

    def evaluate(row: Row, state: State) -> Any:
        return compute(left(row, state), right(row, state))

    return evaluate


def compile_unary(compiler: Compiler, unary: Unary) -> Eval:
    if unary.operator == "NOT":
        return negation(compiler.compile(unary.operand))
    if isinstance(unary.operand, Literal) and type(unary.operand.value) in (int, float):
        return constant(_signed(compiler, unary, unary.operand.value))
    operand = compiler.compile(unary.operand)
    if unary.operator == "+":
        return operand
    return lambda row, state: arithmetic.negate(operand(row, state))


def _signed(compiler: Compiler, unary: Unary, number: int | float) -> int | float:
    value = -number if unary.operator == "-" else number
    if isinstance(value, int) and value > INT64_MAX:
        raise syntax_error(compiler.text, unary.start, "integer is too large", gql_status="22003")
    return value


def compile_logical(compiler: Compiler, logical: Logical) -> Eval:
    """The connectives.

    Neo4j drops `AND true`, `OR false` and `XOR false` when it plans: what is left is not even
    checked to be a truth value.
    """
    decisive = logical.operator == "OR"
    flat = _flatten(compiler, logical)
    if logical.operator == "XOR":
        left = [operand for operand in flat if not _is_literal(operand, False)]
        if len(left) == 1:
            return compiler.compile(left[0])
        return exclusive(compiler.compile_all(tuple(left))) if left else constant(False)
    if any(_is_literal(operand, decisive) for operand in flat):
        return constant(decisive)
    operands = tuple(operand for operand in flat if not _is_literal(operand, not decisive))
    if not operands:
        return constant(not decisive)
    compiled = compiler.compile_all(operands)
    if len(compiled) == 1 and len(flat) > 1:
        return compiled[0]
    return junction(compiled, decisive)


def _flatten(compiler: Compiler, logical: Logical) -> list[Expression]:
    """The operands, with those of nested connectives of the same kind in their place."""
    flat: list[Expression] = []
    for operand in logical.operands:
        if (
            isinstance(operand, Logical)
            and operand.operator == logical.operator
            and operand not in compiler.replaced
        ):
            flat += _flatten(compiler, operand)
        else:
            flat.append(operand)
    return flat


def _is_literal(expression: Expression, value: bool) -> bool:
    return isinstance(expression, Literal) and expression.value is value


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Binary: compile_binary,
    Unary: compile_unary,
    Logical: compile_logical,
}
