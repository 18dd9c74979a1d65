"""Conversions between types: ``toX``, ``toXOrNull``, ``toXList``, and `valueType`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe, value_type
from runner.cypher.eval.text import value_text
from runner.cypher.failures import type_error
from runner.cypher.functions.declare import CYPHER_25, declare, float_to_long, input_error
from runner.cypher.functions.table import Function
from runner.errors import EngineError
from runner.values import INT64_MAX, INT64_MIN, Vector

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.runtime import State


def _refused(function: str, expected: str, value: Any) -> EngineError:
    return input_error(
        f"Invalid input for function '{function}()': Expected {expected}, got: {describe(value)}"
    )


def to_boolean(value: Any) -> bool | None:
    """`toBoolean()`: None for a string that is neither ``true`` nor ``false``."""
    if type(value) is bool:
        return value
    if type(value) is str:
        return {"true": True, "false": False}.get(value.strip().lower())
    if type(value) is int:
        return value != 0
    raise _refused("toBoolean", "a Boolean, Integer or String", value)


def to_integer(value: Any) -> int | None:
    """`toInteger()`: floats are cut toward zero; None for a string that is no number."""
    if type(value) is int:
        return value
    if type(value) is float:
        return float_to_long(value)
    if type(value) is str:
        return _parse_integer(value)
    if type(value) is bool:
        return int(value)
    raise _refused("toInteger", "a String, Float, Integer or Boolean", value)


@lru_cache(maxsize=1)
def _number_shapes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What reads as an integer in another base, and what reads as a decimal."""
    based = re.compile(r"([+-]?)(0[xX][0-9a-fA-F_]+|0o[0-7_]+)", re.ASCII)
    decimal = re.compile(
        r"([+-]?)(\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE]([+-]?\d+))?", re.ASCII
    )
    return based, decimal


def _parse_integer(text: str) -> int | None:
    based, decimal = _number_shapes()
    stripped = text.strip()
    if not stripped.isascii():
        stripped = _with_ascii_digits(stripped)
    match = based.fullmatch(stripped)
    if match is not None:
        number = int(match[2].replace("_", ""), 16 if match[2][1] in "xX" else 8)
    else:
        match = decimal.fullmatch(stripped)
        if match is None:
            return None
        number = _whole_part(match[2].replace("_", ""), int(match[3] or 0))
    if match[1] == "-":
        number = -number
    if INT64_MIN <= number <= INT64_MAX:
        return number
    raise type_error(f"integer, {stripped}, is too large", gql_status="22003", cause="22N03")


def _with_ascii_digits(text: str) -> str:
    """The digits of every script as those of ASCII: Java reads them alike in an integer."""
    from unicodedata import decimal

    return "".join(str(decimal(sign, sign)) for sign in text)


def _whole_part(mantissa: str, exponent: int) -> int:
    """The whole part of ``mantissa * 10**exponent``; past 20 digits only its size matters."""
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    shift = exponent - len(fraction)
    if not digits or len(digits) + shift <= 0:
        return 0
    if len(digits) + shift > 20:
        return 10**20
    return int(digits) * 10**shift if shift >= 0 else int(digits[:shift])


def to_float(value: Any) -> float | None:
    """`toFloat()`: None for a string that Java does not read as a double."""
    if type(value) is float:
        return value
    if type(value) is int:
        return float(value)
    if type(value) is str:
        return _parse_float(value)
    raise _refused("toFloat", "a String, Float or Integer", value)


def _parse_float(text: str) -> float | None:
    _, decimal = _number_shapes()
    stripped = text.strip()
    special = re.fullmatch(r"([+-]?)(Infinity|NaN)", stripped)
    if special is not None:
        return float(stripped.lower())
    number = stripped[:-1] if stripped[-1:] in ("d", "D", "f", "F") else stripped
    if decimal.fullmatch(number):
        return float(number)
    hexadecimal = re.fullmatch(
        r"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+", number, re.ASCII
    )
    if hexadecimal is None:
        return None
    try:
        return float.fromhex(number)
    except OverflowError:
        return float("-inf") if number[0] == "-" else float("inf")


def to_string(value: Any) -> str:
    """`toString()`."""
    text = value_text(value)
    if text is None:
        raise _refused(
            "toString",
            "a String, UUID, Vector, Float, Integer, Boolean, Temporal or Duration",
            value,
        )
    return text


def _to_integer_or_null(value: Any) -> int | None:
    if type(value) is list:
        return None
    try:
        return to_integer(value)
    except EngineError:
        return None


def _to_boolean_or_null(value: Any) -> bool | None:
    return to_boolean(value) if type(value) in (bool, int, str) else None


def _to_float_or_null(value: Any) -> float | None:
    return to_float(value) if type(value) in (int, float, str) else None


def _to_list(
    name: str, convert: Callable[[Any], Any], *, of_vectors: bool
) -> Callable[[State, Any], list[Any]]:
    def convert_all(state: State, value: Any) -> list[Any]:
        if type(value) is Vector:
            return [convert(item) for item in value.coordinates]
        if type(value) is not list:
            vectors = " or Vector" if of_vectors and state.language != "5" else ""
            raise _refused(name, f"a List{vectors}", value)
        return [None if item is None else convert(item) for item in value]

    return convert_all


_LISTS: tuple[tuple[str, dict[str, tuple[str, ...]]], ...] = (("LIST<ANY>", {}),)
_LISTS_AND_VECTORS: tuple[tuple[str, dict[str, tuple[str, ...]]], ...] = (
    ("LIST<ANY> | VECTOR", {"languages": CYPHER_25}),
    ("LIST<ANY>", {"languages": ("5",)}),
)
"""What the list functions take, each with the versions of Cypher."""


def _family(
    target: str,
    accepted: str,
    convert: Callable[[Any], Any],
    convert_or_null: Callable[[Any], Any],
) -> tuple[Function, ...]:
    """``toTarget``, ``toTargetOrNull`` and ``toTargetList``; of vectors in Cypher 25 only."""
    name, returns = f"to{target}", target.upper()
    category = "String" if target == "String" else "Scalar"
    converted = f"A value converted to {returns}"
    of_vectors = target in ("Float", "Integer")
    return (
        declare(name, category, f"input {accepted}", returns, convert, f"{converted}."),
        declare(
            f"{name}OrNull",
            category,
            "input ANY",
            returns,
            convert_or_null,
            f"{converted}, or null where that is impossible.",
        ),
        *(
            declare(
                f"{name}List",
                "List",
                f"input {accepted_lists}",
                f"LIST<{returns}>",
                _to_list(f"{name}List", convert_or_null, of_vectors=of_vectors),
                f"Each value of a list converted to {returns}, null where that is impossible.",
                contextual=True,
                **languages,
            )
            for accepted_lists, languages in (_LISTS_AND_VECTORS if of_vectors else _LISTS)
        ),
    )


_TEMPORAL = "DURATION | DATE | ZONED TIME | LOCAL TIME | LOCAL DATETIME | ZONED DATETIME"

FUNCTIONS = (
    *_family("Boolean", "BOOLEAN | INTEGER | STRING", to_boolean, _to_boolean_or_null),
    *_family("Integer", "BOOLEAN | FLOAT | INTEGER | STRING", to_integer, _to_integer_or_null),
    *_family("Float", "FLOAT | INTEGER | STRING", to_float, _to_float_or_null),
    *_family(
        "String", f"BOOLEAN | FLOAT | INTEGER | POINT | STRING | {_TEMPORAL}", to_string, value_text
    ),
    declare(
        "valueType",
        "Scalar",
        "input ANY",
        "STRING",
        value_type,
        "The most precise type of a value, as text.",
        propagates_null=False,
    ),
)
