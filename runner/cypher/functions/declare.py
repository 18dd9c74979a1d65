"""Declares functions in one line each, and the errors that their bodies share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import argument_error, type_error
from runner.cypher.functions.table import Function, Parameter
from runner.values import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.errors import EngineError

CYPHER_25 = ("25",)
"""The languages of what only Cypher 25 has."""


def parameters(signature: str) -> tuple[Parameter, ...]:
    """The parameters that `signature` lists, as ``"original STRING, ?length INTEGER"``.

    A question mark makes one optional.
    """
    declared: list[Parameter] = []
    for item in signature.split(", ") if signature else ():
        name, _, type_ = item.partition(" ")
        declared.append(Parameter(name.removeprefix("?"), type_, name.startswith("?")))
    return tuple(declared)


def declare(
    name: str,
    category: str,
    signature: str,
    returns: str,
    call: Callable[..., Any],
    description: str,
    **options: Any,
) -> Function:
    """A function with the parameters of `signature`; `options` are fields of `Function`."""
    return Function(name, category, description, parameters(signature), returns, call, **options)


def input_error(message: str) -> EngineError:
    """The error of an argument that has the wrong type."""
    return type_error(message, gql_status="22N38")


def range_error(function: str) -> EngineError:
    """The error of an argument of `function` that is out of range."""
    return argument_error(f"Function argument to '{function}()' is out of range")


def not_a_string(function: str, value: Any) -> EngineError:
    """The error of an argument of `function` that should be a string."""
    return input_error(
        f"Expected a string value for `{function}`, but got: {describe(value)}; consider "
        "converting it to a string with toString()."
    )


def string(function: str, value: Any) -> str:
    """`value` if it is a string. Raises `EngineError` otherwise."""
    if type(value) is not str:
        raise not_a_string(function, value)
    return value


def integer(value: Any, role: str, function: str) -> int:
    """A number as an integer, cut toward zero; `role` names the argument in the error."""
    if type(value) is int:
        return value
    if type(value) is float:
        return float_to_long(value)
    raise input_error(
        f"Invalid input for {role} value in function '{function}()': Expected a numeric value "
        f"but got: {describe(value)}"
    )


def integer32(value: Any, role: str, function: str, least: int = -(2**31)) -> int:
    """`integer` for what must fit in 32 bits; below `least` is left to the caller."""
    whole = integer(value, role, function)
    if whole > 2**31 - 1 or whole < -(2**31):
        raise argument_error(
            f"Invalid input for {role} value in function '{function}()': Expected an integer "
            f"between {least} and {2**31 - 1}, but got: {whole}",
            gql_status="22003",
        )
    return whole


def float_to_long(x: float) -> int:
    """A float as a 64-bit integer: cut toward zero, NaN is 0, what is too large the nearest."""
    if x != x:
        return 0
    if abs(x) < 2.0**63:
        return int(x)
    return INT64_MAX if x > 0 else INT64_MIN
