"""Literals, parameters, variables, and lists and maps made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error, syntax_error
from runner.cypher.syntax.expressions import (
    ListLiteral,
    Literal,
    MapLiteral,
    Parameter,
    Unary,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression


def constant(value: Any) -> Eval:
    """What gives `value` for every row."""
    return lambda _row, _state: value


def slot_value(slot: int) -> Eval:
    """What gives the value in `slot`."""
    return lambda row, _state: row[slot]


def variable_slot(compiler: Compiler, expression: Expression) -> int | None:
    """The slot of `expression` where it is a variable in sight that no value replaces."""
    if not isinstance(expression, Variable) or expression in compiler.replaced:
        return None
    return compiler.scope.slots.get(expression.name)


def is_constant(expression: Expression) -> bool:
    """Whether `expression` is made of literals only."""
    if isinstance(expression, Literal):
        return True
    if isinstance(expression, ListLiteral):
        return all(map(is_constant, expression.items))
    if isinstance(expression, MapLiteral):
        return all(is_constant(value) for _, value in expression.entries)
    return isinstance(expression, Unary) and isinstance(expression.operand, Literal)


def compile_literal(_compiler: Compiler, literal: Literal) -> Eval:
    return constant(literal.value)


def compile_parameter(_compiler: Compiler, parameter: Parameter) -> Eval:
    name = parameter.name

    def evaluate(_row: Row, state: State) -> Any:
        try:
            return state.parameters[name]
        except KeyError:
            message = f"Expected parameter(s): {name}"
            cause = ("42N81", f"Expected $`{name}`, but got nothing.")
            raise client_error("Statement.ParameterMissing", "42001", message, cause) from None

    return evaluate


def compile_variable(compiler: Compiler, variable: Variable) -> Eval:
    if variable.name not in compiler.scope:
        message = f"Variable `{variable.name}` not defined"
        raise syntax_error(compiler.text, variable.start, message, ("42N62", message))
    return slot_value(compiler.scope[variable.name])


def compile_list(compiler: Compiler, literal: ListLiteral) -> Eval:
    items = compiler.compile_all(literal.items)

    def evaluate(row: Row, state: State) -> list[Any]:
        return [item(row, state) for item in items]

    return fold(literal, evaluate)


def compile_map(compiler: Compiler, literal: MapLiteral) -> Eval:
    entries = tuple((key, compiler.compile(value)) for key, value in literal.entries)

    def evaluate(row: Row, state: State) -> dict[str, Any]:
        return {key: value(row, state) for key, value in entries}

    return fold(literal, evaluate)


def fold(expression: Expression, evaluate: Eval) -> Eval:
    """`evaluate`, or its value where `expression` is constant."""
    if not is_constant(expression):
        return evaluate
    return once(evaluate)


def once(evaluate: Eval) -> Eval:
    """What computes the value of `evaluate` at the first row and gives it for every other."""
    values: list[Any] = []

    def remembered(row: Row, state: State) -> Any:
        if not values:
            values.append(evaluate(row, state))
        return values[0]

    return remembered


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Literal: compile_literal,
    Parameter: compile_parameter,
    Variable: compile_variable,
    ListLiteral: compile_list,
    MapLiteral: compile_map,
}
