"""What the arithmetic operators do with two values: ``+ - * / % ^ ||`` and unary minus.

Null on either side gives null. Integers have 64 bits; what leaves them is an error.
Temporal arithmetic is `runner.cypher.temporal.arithmetic`.
"""

from __future__ import annotations

import math
from typing import Any

from runner.cypher.eval.describe import type_name
from runner.cypher.eval.limits import check_characters, joined
from runner.cypher.eval.text import value_text
from runner.cypher.failures import arithmetic_error, type_error
from runner.cypher.ordering import items_of
from runner.errors import EngineError
from runner.values import (
    INT64_MAX,
    INT64_MIN,
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Time,
)

_NUMBERS = frozenset((int, float))
_INSTANTS = frozenset((Date, LocalTime, Time, LocalDateTime, DateTime))


def _long_overflow(operator: str) -> EngineError:
    """The error of an integer result that needs more than 64 bits."""
    return arithmetic_error("long overflow", operator)


def add(a: Any, b: Any) -> Any:
    """``a + b``: numbers, strings with anything that has a text, lists, temporals."""
    kind, other = type(a), type(b)
    if kind is int and other is int:
        total = a + b
        if INT64_MIN <= total <= INT64_MAX:
            return total
        raise _long_overflow("+")
    if a is None or b is None:
        return None
    if kind is str and other is str:
        check_characters(len(a) + len(b))
        return a + b
    if kind in _NUMBERS and other in _NUMBERS:
        return float(a) + float(b)
    if kind is list:
        return joined(a, b if other is list else items_of(b))
    if other is list:
        return joined(items_of(a), b)
    if kind is bytes or other is bytes:
        return joined(items_of(a), items_of(b))
    if kind is str or other is str:
        left, right = value_text(a), value_text(b)
        if left is not None and right is not None:
            check_characters(len(left) + len(right))
            return left + right
    if (kind is Duration and (other is Duration or other in _INSTANTS)) or (
        other is Duration and kind in _INSTANTS
    ):
        from runner.cypher.temporal import arithmetic

        return arithmetic.add(a, b)
    raise type_error(f"Cannot add `{type_name(a)}` and `{type_name(b)}`")


def subtract(a: Any, b: Any) -> Any:
    """``a - b``: numbers, durations, a duration from an instant."""
    kind, other = type(a), type(b)
    if kind is int and other is int:
        difference = a - b
        if INT64_MIN <= difference <= INT64_MAX:
            return difference
        raise _long_overflow("-")
    if a is None or b is None:
        return None
    if kind in _NUMBERS and other in _NUMBERS:
        return float(a) - float(b)
    if other is Duration and (kind is Duration or kind in _INSTANTS):
        from runner.cypher.temporal import arithmetic

        return arithmetic.subtract(a, b)
    raise type_error(f"Cannot subtract `{type_name(b)}` from `{type_name(a)}`")


def multiply(a: Any, b: Any) -> Any:
    """``a * b``: numbers, a duration and a number."""
    kind, other = type(a), type(b)
    if kind is int and other is int:
        product = a * b
        if INT64_MIN <= product <= INT64_MAX:
            return product
        raise _long_overflow("*")
    if a is None or b is None:
        return None
    if kind in _NUMBERS and other in _NUMBERS:
        return float(a) * float(b)
    if (kind is Duration and other in _NUMBERS) or (other is Duration and kind in _NUMBERS):
        from runner.cypher.temporal import arithmetic

        return arithmetic.multiply(a, b) if kind is Duration else arithmetic.multiply(b, a)
    raise type_error(f"Cannot multiply `{type_name(a)}` and `{type_name(b)}`")


def divide(a: Any, b: Any) -> Any:
    """``a / b``: integers toward zero, floats as IEEE 754 says, a duration by a number."""
    kind, other = type(a), type(b)
    if a is None or b is None:
        return None
    if kind is int and other is int:
        if b == 0:
            raise arithmetic_error("/ by zero", "/ by zero", gql_status="22012")
        quotient = abs(a) // abs(b)
        if (a < 0) != (b < 0):
            return -quotient
        # The one quotient that needs 65 bits wraps around, as it does in Java.
        return quotient if quotient <= INT64_MAX else INT64_MIN
    if kind in _NUMBERS and other in _NUMBERS:
        return _divide_floats(float(a), float(b))
    if kind is Duration and other in _NUMBERS:
        from runner.cypher.temporal import arithmetic

        return arithmetic.divide(a, b)
    raise type_error(f"Cannot divide `{type_name(a)}` by `{type_name(b)}`")


def _divide_floats(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def modulo(a: Any, b: Any) -> Any:
    """``a % b``: the remainder with the sign of `a`."""
    kind, other = type(a), type(b)
    if a is None or b is None:
        return None
    if kind is int and other is int:
        if b == 0:
            raise arithmetic_error("/ by zero", "%")
        remainder = abs(a) % abs(b)
        return -remainder if a < 0 else remainder
    if kind in _NUMBERS and other in _NUMBERS:
        try:
            return math.fmod(a, b)
        except ValueError:
            return math.nan
    raise type_error(f"Cannot calculate modulus of `{type_name(a)}` and `{type_name(b)}`")


def power(a: Any, b: Any) -> Any:
    """``a ^ b``: always a float."""
    if a is None or b is None:
        return None
    if type(a) in _NUMBERS and type(b) in _NUMBERS:
        return _power(float(a), float(b))
    raise type_error(f"Cannot raise `{type_name(a)}` to the power of `{type_name(b)}`")


def _power(a: float, b: float) -> float:
    """Java's ``Math.pow``: never an exception, and NaN where C says 1."""
    if b != b or (abs(a) == 1 and math.isinf(b)):
        return math.nan
    odd = b % 2 == 1 if math.isfinite(b) else False
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0 and odd else math.inf
    except ValueError:
        if a == 0:
            return math.copysign(math.inf, a) if odd else math.inf
        return math.nan


def negate(a: Any) -> Any:
    """``-a``, which Neo4j computes as ``0 - a``: the negative of ``0.0`` is ``0.0``."""
    return subtract(0, a)


def concatenate(a: Any, b: Any) -> Any:
    """``a || b``: two strings or two lists."""
    if a is None or b is None:
        return None
    if type(a) is str and type(b) is str:
        check_characters(len(a) + len(b))
        return a + b
    if type(a) is list and type(b) is list:
        return joined(a, b)
    if bytes in (type(a), type(b)):
        return concatenate(*(items_of(v) if type(v) is bytes else v for v in (a, b)))
    # Neo4j takes an array of the store for a list before it looks at the other one.
    names = ["List" if type(value) is list else type_name(value) for value in (a, b)]
    raise type_error(f"Cannot concatenate `{names[0]}` and `{names[1]}`")
