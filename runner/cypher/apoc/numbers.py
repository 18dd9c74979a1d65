"""``apoc.math.*``, ``apoc.number.*``, ``apoc.bitwise.*`` and ``apoc.scoring.*``."""

from __future__ import annotations

import decimal
import math
import re
from decimal import Decimal
from math import exp
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import function
from runner.cypher.apoc.failing import JavaError, illegal_argument
from runner.cypher.apoc.number_format import format_number, parse_number
from runner.cypher.functions.declare import float_to_long
from runner.values import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from collections.abc import Callable

_ROMAN = (
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50),
    ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
)  # fmt: skip
_ROUNDINGS = {
    "UP": decimal.ROUND_UP,
    "DOWN": decimal.ROUND_DOWN,
    "CEILING": decimal.ROUND_CEILING,
    "FLOOR": decimal.ROUND_FLOOR,
    "HALF_UP": decimal.ROUND_HALF_UP,
    "HALF_DOWN": decimal.ROUND_HALF_DOWN,
    "HALF_EVEN": decimal.ROUND_HALF_EVEN,
}
_ARITHMETIC = "java.lang.ArithmeticException"
_MOST_DIGITS = 10_000


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


def _sigmoid_prime(x: float) -> float:
    return _sigmoid(x) * (1 - _sigmoid(x))


def _safe(call: Callable[[float], float]) -> Callable[[float], float]:
    """A hyperbolic function that overflows to infinity instead of failing."""

    def compute(x: float) -> float:
        try:
            return call(x)
        except OverflowError:
            return math.inf if x > 0 else -math.inf

    return compute


def _sinh(x: float) -> float:
    return (exp(x) - exp(-x)) / 2


def _cosh(x: float) -> float:
    return (exp(x) + exp(-x)) / 2


def _tanh(x: float) -> float:
    return _sinh(x) / _cosh(x)


def _sech(x: float) -> float:
    return 1.0 / _cosh(x)


def _csch(x: float) -> float | None:
    return None if x == 0 else 1.0 / _sinh(x)


def _coth(x: float) -> float | None:
    return None if x == 0 else _cosh(x) / _sinh(x)


def _big(text: str) -> Decimal:
    """A BigDecimal of a text."""
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text):
        bad = next((c for c in text if not (c.isdigit() or c in ".eE+-")), "")
        message = (
            f'Character {bad} is neither a decimal digit number, decimal point, nor "e" notation '
            "exponential mark."
        )
        raise JavaError("java.lang.NumberFormatException", message if bad else None)
    found = Decimal(text)
    if abs(found.adjusted()) > _MOST_DIGITS:
        raise illegal_argument("the embedded engine keeps no number of so many digits")
    return found


def _context(precision: int | None, mode: str | None) -> decimal.Context:
    rounding = _ROUNDINGS.get(mode or "HALF_UP")
    if rounding is None and mode != "UNNECESSARY":
        raise illegal_argument(f"No enum constant java.math.RoundingMode.{mode}")
    digits = ((precision or 0) + 2**31) % 2**32 - 2**31
    if digits < 0:
        raise illegal_argument("Digits < 0")
    digits = min(digits or _MOST_DIGITS * 2, _MOST_DIGITS * 2)
    return decimal.Context(
        prec=digits, rounding=rounding or decimal.ROUND_HALF_UP, Emax=10**9, Emin=-(10**9)
    )


def _plain(number: Decimal) -> str:
    return f"{number:f}"


def _exact_add(a: str, b: str) -> str:
    return _plain(_context(0, None).add(_big(a), _big(b)))


def _exact_sub(a: str, b: str) -> str:
    return _plain(_context(0, None).subtract(_big(a), _big(b)))


def _exact_mul(a: str, b: str, precision: int | None, mode: str | None) -> str:
    context = _context(precision, mode)
    product = context.multiply(_big(a), _big(b))
    return _plain(product)


def _exact_div(a: str, b: str, precision: int | None, mode: str | None) -> str:
    context = _context(precision, mode)
    left, right = _big(a), _big(b)
    if right == 0:
        raise JavaError(_ARITHMETIC, "Division by zero" if left else "Division undefined")
    if precision:
        quotient = context.divide(left, right)
    else:
        exact = decimal.Context(prec=400, Emax=10**9, Emin=-(10**9))
        quotient = exact.divide(left, right)
        if exact.flags[decimal.Inexact]:
            raise JavaError(
                _ARITHMETIC,
                "Non-terminating decimal expansion; no exact representable decimal result.",
            )
    return _plain(_scaled(quotient, _scale(left) - _scale(right)))


def _scale(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return -exponent


def _scaled(number: Decimal, preferred: int) -> Decimal:
    """A quotient without zeros at its end, down to the scale that Java prefers."""
    while _scale(number) > max(preferred, 0) and number.as_tuple().digits[-1] == 0 and number:
        number = number.quantize(Decimal(1).scaleb(1 - _scale(number)))
    return number


def _exact_integer(text: str, _precision: int | None, _mode: str | None) -> int:
    number = int(_big(text))
    return (number + 2**63) % 2**64 - 2**63


def _exact_float(text: str, precision: int | None, mode: str | None) -> float:
    return float(_context(precision, mode).plus(_big(text)))


def _to_roman(number: Any) -> str | None:
    if type(number) not in (int, float):
        return None
    rest, found = number if type(number) is int else float_to_long(number), ""
    if rest > 1_000_000:
        raise illegal_argument("the embedded engine writes no Roman number above a million")
    for letters, value in _ROMAN:
        while rest >= value:
            found, rest = found + letters, rest - value
    return found


def _from_roman(roman: str | None) -> int:
    values = {letters: value for letters, value in _ROMAN if len(letters) == 1}
    total = last = 0
    for letter in reversed((roman or "").upper()):
        value = values.get(letter)
        if value is None:
            return 0
        total += -value if value < last else value
        last = max(last, value)
    return total


def _bitwise(a: int, operator: str, b: int) -> int:
    name = operator.lower().replace("_", " ")
    if name in ("&", "and"):
        result = a & b
    elif name in ("|", "or"):
        result = a | b
    elif name in ("^", "xor"):
        result = a ^ b
    elif name in ("~", "not"):
        result = ~a
    elif name in ("<<", "left shift"):
        result = a << (b & 63)
    elif name in (">>", "right shift"):
        result = a >> (b & 63)
    elif name in (">>>", "right shift unsigned"):
        result = (a & 0xFFFFFFFFFFFFFFFF) >> (b & 63)
    else:
        raise JavaError("java.lang.Exception", f"Invalid bitwise operator : '{operator}'")
    return (result + 2**63) % 2**64 - 2**63


def _pareto(least: int, eighty: int, most: int, score: int) -> float:
    if score < least:
        return 0.0
    alpha = math.log(5.0) / eighty
    return most * (1 - exp(-alpha * score))


def _parse_float(text: str | None, pattern: str, language: str) -> float | None:
    found = None if text is None else parse_number(text, pattern, language)
    return None if found is None else float(found)


def _parse_int(text: str | None, pattern: str, language: str) -> int | None:
    found = None if text is None else parse_number(text, pattern, language)
    return None if found is None else float_to_long(float(found)) if found % 1 else int(found)


def _of_one(name: str, call: Callable[[float], Any], description: str) -> Any:
    return function(
        f"apoc.math.{name}(value :: FLOAT) :: FLOAT", _safe(call), description, absent="value"
    )


def _constant(name: str, value: float, description: str) -> Any:
    returns = "INTEGER" if isinstance(value, int) else "FLOAT"
    return function(f"apoc.math.{name}() :: {returns}", lambda: value, description)


_EXACT = "precision = 0 :: INTEGER, roundingMode = HALF_UP :: STRING"
_TWO = "stringA :: STRING, stringB :: STRING"
_FORMAT = "pattern =  :: STRING, language =  :: STRING"

FUNCTIONS = (
    _of_one("cosh", _cosh, "The hyperbolic cosine."),
    _of_one("coth", _coth, "The hyperbolic cotangent."),
    _of_one("csch", _csch, "The hyperbolic cosecant."),
    _of_one("sech", _sech, "The hyperbolic secant."),
    _of_one("sigmoid", _sigmoid, "The sigmoid."),
    _of_one("sigmoidPrime", _sigmoid_prime, "The derivative of the sigmoid."),
    _of_one("sinh", _sinh, "The hyperbolic sine."),
    _of_one("tanh", _tanh, "The hyperbolic tangent."),
    _constant("maxByte", 127, "The largest number of 8 bits."),
    _constant("maxDouble", 1.7976931348623157e308, "The largest float."),
    _constant("maxInt", 2**31 - 1, "The largest number of 32 bits."),
    _constant("maxLong", INT64_MAX, "The largest integer."),
    _constant("minByte", -128, "The smallest number of 8 bits."),
    _constant("minDouble", 5e-324, "The smallest float above zero."),
    _constant("minInt", -(2**31), "The smallest number of 32 bits."),
    _constant("minLong", INT64_MIN, "The smallest integer."),
    function(
        f"apoc.number.exact.add({_TWO}) :: STRING",
        _exact_add,
        "The exact sum of two numbers in text.",
        absent="stringA stringB",
    ),
    function(
        f"apoc.number.exact.sub({_TWO}) :: STRING",
        _exact_sub,
        "The exact difference of two numbers in text.",
        absent="stringA stringB",
    ),
    function(
        f"apoc.number.exact.mul({_TWO}, {_EXACT}) :: STRING",
        _exact_mul,
        "The product of two numbers in text.",
        absent="stringA stringB",
    ),
    function(
        f"apoc.number.exact.div({_TWO}, {_EXACT}) :: STRING",
        _exact_div,
        "The quotient of two numbers in text.",
        absent="stringA stringB",
    ),
    function(
        f"apoc.number.exact.toInteger(string :: STRING, {_EXACT}) :: INTEGER",
        _exact_integer,
        "The integer of a number in text.",
        absent="string",
    ),
    function(
        f"apoc.number.exact.toFloat(string :: STRING, {_EXACT}) :: FLOAT",
        _exact_float,
        "The float of a number in text.",
        absent="string",
    ),
    function(
        "apoc.number.exact.toExact(number :: INTEGER) :: INTEGER",
        lambda number: number,
        "The number itself.",
    ),
    function(
        f"apoc.number.format(number :: ANY, {_FORMAT}) :: STRING",
        format_number,
        "A number by a pattern.",
    ),
    function(
        f"apoc.number.parseFloat(text :: STRING, {_FORMAT}) :: FLOAT",
        _parse_float,
        "The float of a text that a pattern describes.",
    ),
    function(
        f"apoc.number.parseInt(text :: STRING, {_FORMAT}) :: INTEGER",
        _parse_int,
        "The integer of a text that a pattern describes.",
    ),
    function(
        "apoc.number.arabicToRoman(number :: ANY) :: STRING",
        _to_roman,
        "A number in Roman digits.",
    ),
    function(
        "apoc.number.romanToArabic(romanNumber :: STRING) :: INTEGER | FLOAT",
        _from_roman,
        "The number of Roman digits.",
    ),
    function(
        "apoc.bitwise.op(a :: INTEGER, operator :: STRING, b :: INTEGER) :: INTEGER",
        _bitwise,
        "An operation on the bits of two integers.",
        absent="a operator b",
    ),
    function(
        "apoc.scoring.existence(score :: INTEGER!, exists :: BOOLEAN!) :: FLOAT",
        lambda score, exists: float(score) if exists else 0.0,
        "The score if something is there, else zero.",
    ),
    function(
        "apoc.scoring.pareto(minimumThreshold :: INTEGER!, eightyPercentValue :: INTEGER!, "
        "maximumValue :: INTEGER!, score :: INTEGER!) :: FLOAT",
        _pareto,
        "A score on a Pareto scale.",
    ),
)
