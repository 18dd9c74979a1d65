"""The values of number and string tokens."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from runner.cypher.failures import syntax_error
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.lexer import Token
    from runner.cypher.parser.cursor import Cursor

_LARGEST = 2**63 - 1
_ESCAPES = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_BASES = {"hex": 16, "octal": 8}
_CONSTANTS: dict[str, object] = {
    "TRUE": True,
    "FALSE": False,
    "NULL": None,
    "INF": math.inf,
    "INFINITY": math.inf,
    "NAN": math.nan,
}


def constant(kind: str) -> object:
    """The value of TRUE, FALSE, NULL, INF, INFINITY or NAN."""
    return _CONSTANTS[kind]


def string_value(token: Token) -> str:
    """The text of a string literal: an unknown escape stays as its two characters."""
    body = token.text[1:-1]
    if "\\" not in body:
        return body
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), body, flags=re.DOTALL)


def number_value(cursor: Cursor, token: Token, negative: bool, start: int) -> int | float:
    """The value of a number token, with the sign before it.

    `start` is where the literal starts, sign included. A number that is none, or too large, is an
    error that Neo4j finds after parsing: noted in `cursor`.
    """
    if token.kind == "float":
        return _float_value(cursor, token, negative, start)
    base = _BASES.get(token.kind, 10)
    digits = (token.text[2:] if base != 10 else token.text).replace("_", "")
    # Python refuses to convert thousands of digits; a few dozen are too large already.
    misplaced = "__" in token.text or token.text[-1] == "_"
    value = None if misplaced else _integer(digits[:64], base)
    if value is None:
        kind = "integer" if base == 10 else f"{token.kind} integer"
        _invalid(cursor, start, kind, token.text)
        return 0
    if negative:
        value = -value
    if not -_LARGEST - 1 <= value <= _LARGEST:
        _too_large(cursor, start, "integer is too large")
        return 0
    return value


def _integer(digits: str, base: int) -> int | None:
    try:
        return int(digits, base) if digits.isascii() else None
    except ValueError:
        return None


def _float_value(cursor: Cursor, token: Token, negative: bool, start: int) -> float:
    text = token.text
    try:
        # Java, which reads it for Neo4j, takes its own suffixes for floating point types.
        value = float(text[:-1] if text[-1] in "dDfF" else text)
    except ValueError:
        _invalid(cursor, start, "float", text)
        return 0.0
    if math.isinf(value):
        _too_large(cursor, start, "floating point number is too large")
    return -value if negative else value


def unsigned_integer(cursor: Cursor, *also: str) -> int:
    """Takes a plain decimal integer, as in quantifiers."""
    token = cursor.tokens[cursor.pos]
    if token.kind != "integer":
        cursor.fail(*also, "an integer value")
    cursor.pos += 1
    value = int(number_value(cursor, token, False, token.start))
    flaw = cursor.flaws.pop(token.start, None)
    if flaw is not None and cursor.deferred is None:
        message, status, cause = flaw
        cursor.deferred = syntax_error(cursor.text, token.start, message, gql_status=status)
        cursor.deferred.cause = cause
    return value


def string_literal(cursor: Cursor) -> str:
    """Takes a string."""
    token = cursor.tokens[cursor.pos]
    if token.kind != "string":
        cursor.fail("a string")
    cursor.pos += 1
    return string_value(token)


def _invalid(cursor: Cursor, start: int, kind: str, text: str) -> None:
    detail = f"The given {kind} literal {text} is invalid."
    cursor.flaws[start] = ("invalid literal number", "42001", Cause("42I07", detail))


def _too_large(cursor: Cursor, start: int, message: str) -> None:
    cursor.flaws[start] = (message, "22003", None)
