"""Function calls: arity and null propagation are settled here, from the declaration."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.literals import is_constant, once
from runner.cypher.eval.subqueries import compile_size_of_pattern
from runner.cypher.failures import syntax_error
from runner.cypher.functions import lookup
from runner.cypher.functions.table import Aggregate, Function
from runner.cypher.syntax.expressions import CountStar, FunctionCall, PatternComprehension, Trim

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression
    from runner.errors import EngineError


def compile_call(compiler: Compiler, call: FunctionCall) -> Eval:
    function = lookup(call.name, compiler.language)
    if function is None:
        message = f"Unknown function '{call.name}'"
        raise syntax_error(compiler.text, call.start, message, ("42N48", message))
    if isinstance(function, Aggregate):
        raise _misplaced_aggregate(compiler, call, call.name)
    _check_arity(compiler, call, function)
    if function.name in _CSV_FIELDS:
        return _csv_field(_CSV_FIELDS[function.name], compiler.scope.frame.csv)
    if function.name == "size":
        (listed,) = call.arguments
        if isinstance(listed, PatternComprehension) and listed not in compiler.replaced:
            return compile_size_of_pattern(compiler, call, listed)
    arguments = compiler.compile_all(call.arguments)
    special = _SPECIAL.get(function.name)
    if special is not None:
        return special(arguments)
    evaluate = _CALLERS[function.contextual, function.propagates_null](function.call, arguments)
    return once(evaluate) if is_foldable(compiler, call) else evaluate


def is_foldable(compiler: Compiler, expression: Expression) -> bool:
    """Whether `expression` has one value for all rows that calls of functions compute."""
    if expression in compiler.replaced:
        return False
    if not isinstance(expression, FunctionCall):
        return is_constant(expression)
    function = lookup(expression.name, compiler.language)
    return (
        isinstance(function, Function)
        and function.deterministic
        and not function.contextual
        and all(is_foldable(compiler, argument) for argument in expression.arguments)
    )


def _check_arity(compiler: Compiler, call: FunctionCall, function: Function) -> None:
    given = len(call.arguments)
    required = sum(not parameter.optional for parameter in function.parameters)
    if given < required:
        message = f"Insufficient parameters for function '{call.name}'"
    elif given > len(function.parameters) and not function.variadic:
        message = f"Too many parameters for function '{call.name}'"
    else:
        return
    raise syntax_error(compiler.text, call.start, message, ("42I13", message))


def _misplaced_aggregate(compiler: Compiler, call: Expression, name: str) -> EngineError:
    message = f"Invalid use of aggregating function {name}(...) in this context"
    return syntax_error(compiler.text, call.start, message, ("42I24", message))


def _plain(call: Callable[..., Any], arguments: tuple[Eval, ...]) -> Eval:
    if not arguments:
        return lambda _row, _state: call()
    if len(arguments) == 1:
        (only,) = arguments
        return lambda row, state: call(only(row, state))
    return lambda row, state: call(*[argument(row, state) for argument in arguments])


def _null_propagating(call: Callable[..., Any], arguments: tuple[Eval, ...]) -> Eval:
    if not arguments:
        return lambda _row, _state: call()
    if len(arguments) == 1:
        (only,) = arguments

        def evaluate_one(row: Row, state: State) -> Any:
            value = only(row, state)
            return None if value is None else call(value)

        return evaluate_one

    def evaluate(row: Row, state: State) -> Any:
        values = [argument(row, state) for argument in arguments]
        if any(value is None for value in values):
            return None
        return call(*values)

    return evaluate


def _contextual(call: Callable[..., Any], arguments: tuple[Eval, ...]) -> Eval:
    return lambda row, state: call(state, *[argument(row, state) for argument in arguments])


def _null_propagating_contextual(call: Callable[..., Any], arguments: tuple[Eval, ...]) -> Eval:
    def evaluate(row: Row, state: State) -> Any:
        values = [argument(row, state) for argument in arguments]
        if any(value is None for value in values):
            return None
        return call(state, *values)

    return evaluate


_CALLERS: dict[tuple[bool, bool], Callable[[Callable[..., Any], tuple[Eval, ...]], Eval]] = {
    (False, False): _plain,
    (False, True): _null_propagating,
    (True, False): _contextual,
    (True, True): _null_propagating_contextual,
}
"""How a function is called, by whether it wants the state and whether it propagates null."""


def _coalesce(arguments: tuple[Eval, ...]) -> Eval:
    """The first value that is not null; what comes behind it is not evaluated."""

    def evaluate(row: Row, state: State) -> Any:
        for argument in arguments:
            value = argument(row, state)
            if value is not None:
                return value
        return None

    return evaluate


_CSV_FIELDS = {"linenumber": 0, "file": 1}
"""Which part of `runner.cypher.plan.load_csv.CsvPosition` a function gives."""


def _csv_field(field: int, slot: int | None) -> Eval:
    """A part of the place in the file that a row is from; null where it is from none."""

    def evaluate(row: Row, _state: State) -> Any:
        position = None if slot is None else row[slot]
        return None if position is None else position[field]

    return evaluate


_SPECIAL: dict[str, Callable[[tuple[Eval, ...]], Eval]] = {
    "coalesce": _coalesce,
    "exists": lambda arguments: arguments[0],
}
"""Functions that are no functions of their arguments' values."""


def compile_count_star(compiler: Compiler, count: CountStar) -> Eval:
    raise _misplaced_aggregate(compiler, count, "count")


def compile_trim(compiler: Compiler, trim: Trim) -> Eval:
    """``trim(… FROM source)``, which takes one character only."""
    from runner.cypher.functions.strings import trim_from

    arguments = compiler.compile_all(trim.arguments)
    return _null_propagating(partial(trim_from, trim.name), arguments)


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    FunctionCall: compile_call,
    Trim: compile_trim,
    CountStar: compile_count_star,
}
