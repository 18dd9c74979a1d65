"""Numeric, logarithmic and trigonometric functions.

They never raise for a number: what has no real value is NaN, what is too large is infinite.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from runner.cypher.failures import argument_error, arithmetic_error, database_error
from runner.cypher.functions import hyperbolic
from runner.cypher.functions.declare import (
    CYPHER_25,
    declare,
    float_to_long,
    input_error,
    integer32,
)
from runner.cypher.functions.fdlibm import acos, asin, atan, atan2
from runner.cypher.functions.table import Function
from runner.values import INT64_MIN
from runner.values.numbers import float_text

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMERIC = ("Numeric", "INTEGER | FLOAT")


def _number(function: str, value: Any) -> int | float:
    if type(value) is int or type(value) is float:
        return value
    raise input_error(f"{function}() requires numbers")


def _abs(value: Any) -> int | float:
    number = _number("abs", value)
    if number == INT64_MIN and type(number) is int:
        raise arithmetic_error("numeric value out of range", "abs()")
    return abs(number)


def _sign(value: Any) -> int:
    number = _number("signum", value)
    return (number > 0) - (number < 0)


def _is_nan(value: Any) -> bool:
    number = _number("isNaN", value)
    return number != number


def _ceil(x: float) -> float:
    return math.copysign(math.ceil(x), x) if math.isfinite(x) else x


def _floor(x: float) -> float:
    return math.copysign(math.floor(x), x) if math.isfinite(x) else x


def _rand() -> float:
    from random import random

    return random()


def _round(value: Any, precision: Any = 0, mode: Any = None) -> float:
    """Without a mode, halves of whole numbers go up (``-2.5`` to ``-2.0``), all else half up.

    Whole numbers pass through 64 bits on the way, which caps what is larger.
    """
    x = float(_number("round", value))
    digits = integer32(precision, "precision", "round")
    if mode is not None and mode not in _ROUNDING:
        raise argument_error(
            "Unknown rounding mode. Valid values are: CEILING, FLOOR, UP, DOWN, HALF_EVEN, "
            "HALF_UP, HALF_DOWN, UNNECESSARY.",
            gql_status="22000",
            cause="22N26",
        )
    if digits < 0:
        raise argument_error("Precision argument to 'round()' cannot be negative")
    if not math.isfinite(x):
        return x
    if digits == 0 and mode is None:
        below = math.floor(x)
        return float(float_to_long(float(below + (x - below >= 0.5))))
    return _round_decimal(x, digits, mode or "HALF_UP")


_ROUNDING = {
    "CEILING": "ROUND_CEILING",
    "FLOOR": "ROUND_FLOOR",
    "UP": "ROUND_UP",
    "DOWN": "ROUND_DOWN",
    "HALF_EVEN": "ROUND_HALF_EVEN",
    "HALF_UP": "ROUND_HALF_UP",
    "HALF_DOWN": "ROUND_HALF_DOWN",
    "UNNECESSARY": None,
}


def _round_decimal(x: float, digits: int, mode: str) -> float:
    from decimal import Context, Decimal

    number = Decimal(float_text(x))
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or -exponent <= digits:
        return x + 0.0  # Java's decimals have no negative zero
    rounding = _ROUNDING[mode]
    context = Context(prec=400, rounding=rounding or "ROUND_HALF_UP")
    rounded = number.quantize(Decimal(1).scaleb(-digits), context=context)
    if rounding is None and rounded != number:
        raise database_error("Statement.ExecutionFailed", "50N00", "Rounding necessary")
    return float(rounded) + 0.0


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)


def _log10(x: float) -> float:
    if x <= 0:
        return -math.inf if x == 0 else math.nan
    return hyperbolic.log10(x)


def _cot(x: float) -> float:
    tangent = math.tan(x)
    return math.copysign(math.inf, tangent) if tangent == 0 else 1.0 / tangent


def _coth(x: float) -> float:
    """A quotient of what may both be infinite, and NaN then."""
    if math.isinf(x):
        return math.copysign(1.0, x)
    return math.nan if x == 0 else hyperbolic.cosh(x) / hyperbolic.sinh(x)


def _haversin(x: float) -> float:
    return (1.0 - math.cos(x)) / 2


def _atan2(y: Any, x: Any) -> float:
    return atan2(float(_number("atan2", y)), float(_number("atan2", x)))


def _real(
    name: str,
    category: str,
    compute: Callable[[float], float],
    description: str,
    shown: str | None = None,
    languages: tuple[str, ...] = ("5", "25"),
) -> Function:
    """A function of one real number; `shown` is its name in errors where that differs."""

    def call(value: Any) -> float:
        try:
            return compute(float(_number(shown or name, value)))
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    signature = "input FLOAT"
    return declare(name, category, signature, "FLOAT", call, description, languages=languages)


_LOG, _TRIG = "Logarithmic", "Trigonometric"

FUNCTIONS = (
    declare(
        "abs", "Numeric", "input INTEGER | FLOAT", "INTEGER | FLOAT", _abs, "The size of a number."
    ),
    declare(
        "sign",
        "Numeric",
        "input INTEGER | FLOAT",
        "INTEGER",
        _sign,
        "-1, 0 or 1, as a number's sign.",
    ),
    declare(
        "isNaN", "Numeric", "input INTEGER | FLOAT", "BOOLEAN", _is_nan, "Whether a number is NaN."
    ),
    _real("ceil", "Numeric", _ceil, "The least whole number that is not less."),
    _real("ceiling", "Numeric", _ceil, "The least whole number that is not less.", "ceil"),
    _real("floor", "Numeric", _floor, "The greatest whole number that is not greater."),
    declare(
        "round",
        "Numeric",
        "value FLOAT, ?precision INTEGER | FLOAT, ?mode STRING",
        "FLOAT",
        _round,
        "A number rounded to a precision, by a rounding mode.",
    ),
    declare(
        "rand",
        "Numeric",
        "",
        "FLOAT",
        _rand,
        "A random number from 0 up to, not including, 1.",
        deterministic=False,
    ),
    declare("e", _LOG, "", "FLOAT", lambda: math.e, "The base of the natural logarithm."),
    _real("exp", _LOG, math.exp, "e raised to a power."),
    _real("log", _LOG, _log, "The natural logarithm."),
    _real("ln", _LOG, _log, "The natural logarithm.", "log"),
    _real("log10", _LOG, _log10, "The logarithm to base 10."),
    _real("sqrt", _LOG, math.sqrt, "The square root."),
    declare("pi", _TRIG, "", "FLOAT", lambda: math.pi, "The number pi."),
    _real("acos", _TRIG, acos, "The arc cosine, in radians."),
    _real("asin", _TRIG, asin, "The arc sine, in radians."),
    _real("atan", _TRIG, atan, "The arc tangent, in radians."),
    declare(
        "atan2", _TRIG, "y FLOAT, x FLOAT", "FLOAT", _atan2, "The angle of a point, in radians."
    ),
    _real("cos", _TRIG, math.cos, "The cosine of an angle in radians."),
    _real("cosh", _TRIG, hyperbolic.cosh, "The hyperbolic cosine.", None, CYPHER_25),
    _real("cot", _TRIG, _cot, "The cotangent of an angle in radians."),
    _real("coth", _TRIG, _coth, "The hyperbolic cotangent.", None, CYPHER_25),
    _real("degrees", _TRIG, math.degrees, "Radians as degrees."),
    _real("haversin", _TRIG, _haversin, "Half the versine of an angle in radians."),
    _real("radians", _TRIG, math.radians, "Degrees as radians."),
    _real("sin", _TRIG, math.sin, "The sine of an angle in radians."),
    _real("sinh", _TRIG, hyperbolic.sinh, "The hyperbolic sine.", None, CYPHER_25),
    _real("tan", _TRIG, math.tan, "The tangent of an angle in radians."),
    _real("tanh", _TRIG, hyperbolic.tanh, "The hyperbolic tangent.", None, CYPHER_25),
)
