"""JSON as Jackson reads it for APOC: comments, single quotes, bare names and NaN are let pass."""

from __future__ import annotations

import re
from typing import Any

from runner.cypher.apoc.failing import JavaError
from runner.values import INT64_MAX, INT64_MIN

_PARSE = "com.fasterxml.jackson.core.JsonParseException"
_EXPECTED = (
    "was expecting (JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', "
    "'true' or 'false')"
)
_SKIP = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*)*", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
_NAME = re.compile(r"[^\W\d][\w$]*")
_WORD = re.compile(r"[\w$.+-]+")
_WORDS: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
    "+INF": float("inf"),
    "-INF": float("-inf"),
}
_ESCAPES = {
    '"': '"',
    "'": "'",
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


class Malformed(Exception):
    """What is wrong with a text: Jackson's exception and its message."""

    def __init__(self, message: str, kind: str = _PARSE) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind


def read_json(text: str) -> Any:
    """The value that a text starts with; what comes after it is ignored, as Jackson does.

    Raises `Malformed`.
    """
    return _Reader(text).value()


class _Reader:
    """Reads values from the left; `at` is where it is."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> str:
        """Go over blanks and comments; the character there, empty at the end."""
        found = _SKIP.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.text[self.at : self.at + 1]

    def value(self) -> Any:
        character = self.skip()
        if character == "{":
            return self.object()
        if character == "[":
            return self.array()
        if character in ('"', "'") and character:
            return self.string()
        if not character:
            raise Malformed("Unexpected end-of-input")
        word = _WORD.match(self.text, self.at)
        if word is not None and word[0] in _WORDS:
            self.at = word.end()
            return _WORDS[word[0]]
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            return self.number(number)
        if word is not None:
            raise Malformed(f"Unrecognized token '{word[0]}': {_EXPECTED}")
        raise Malformed(
            f"Unexpected character ('{character}' (code {ord(character)})): expected a valid value "
            "(JSON String, Number (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' "
            "or 'false')"
        )

    def number(self, found: re.Match[str]) -> int | float:
        self.at = found.end()
        if found[1] or found[2]:
            return float(found[0])
        number = int(found[0])
        if not INT64_MIN <= number <= INT64_MAX:
            raise Malformed(
                f"Numeric value ({found[0]}) out of range of long ({INT64_MIN} - {INT64_MAX})",
                "com.fasterxml.jackson.core.exc.InputCoercionException",
            )
        return number

    def string(self) -> str:
        quote = self.text[self.at]
        self.at += 1
        pieces: list[str] = []
        while True:
            end = self.at
            while end < len(self.text) and self.text[end] not in (quote, "\\"):
                end += 1
            pieces.append(self.text[self.at : end])
            if end >= len(self.text):
                raise Malformed("Unexpected end-of-input in VALUE_STRING")
            self.at = end + 1
            if self.text[end] == quote:
                return "".join(pieces)
            pieces.append(self.escape())

    def escape(self) -> str:
        letter = self.text[self.at : self.at + 1]
        self.at += 1
        if letter == "u":
            digits = self.text[self.at : self.at + 4]
            if not re.fullmatch("[0-9a-fA-F]{4}", digits):
                raise Malformed(
                    "Unexpected character: expected a hex-digit for character escape sequence"
                )
            self.at += 4
            unit = int(digits, 16)
            low = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})").match(self.text, self.at)
            if 0xD800 <= unit < 0xDC00 and low is not None:
                self.at = low.end()
                return chr(0x10000 + ((unit - 0xD800) << 10) + int(low[1], 16) - 0xDC00)
            return chr(unit)
        if letter not in _ESCAPES:
            raise Malformed(f"Unrecognized character escape '{letter}' (code {ord(letter or ' ')})")
        return _ESCAPES[letter]

    def array(self) -> list[Any]:
        self.at += 1
        items: list[Any] = []
        if self.skip() == "]":
            self.at += 1
            return items
        while True:
            if not self.skip():
                raise Malformed("Unexpected end-of-input within/between Array entries")
            items.append(self.value())
            character = self.skip()
            self.at += 1
            if character == "]":
                return items
            if not character:
                raise Malformed("Unexpected end-of-input within/between Array entries")
            if character != ",":
                raise Malformed(
                    f"Unexpected character ('{character}' (code {ord(character)})): was expecting "
                    "comma to separate Array entries"
                )

    def object(self) -> dict[str, Any]:
        self.at += 1
        entries: dict[str, Any] = {}
        if self.skip() == "}":
            self.at += 1
            return entries
        while True:
            name = self.name()
            character = self.skip()
            if character != ":":
                raise self.misplaced(
                    character, "was expecting a colon to separate field name and value"
                )
            self.at += 1
            entries[name] = self.value()
            character = self.skip()
            self.at += 1
            if character == "}":
                return entries
            if character != ",":
                raise self.misplaced(character, "was expecting comma to separate Object entries")

    def misplaced(self, character: str, why: str) -> Malformed:
        if not character:
            return Malformed("Unexpected end-of-input within/between Object entries")
        return Malformed(f"Unexpected character ('{character}' (code {ord(character)})): {why}")

    def name(self) -> str:
        character = self.skip()
        if character in ('"', "'") and character:
            return self.string()
        found = _NAME.match(self.text, self.at)
        if found is None:
            raise self.misplaced(character, "was expecting double-quote to start field name")
        self.at = found.end()
        return found[0]


def as_java_error(error: Malformed, outer: str) -> JavaError:
    """The failure of a function that reads JSON; `outer` is what it says itself."""
    return JavaError(error.kind, error.message, f"java.lang.RuntimeException: {outer}")
