"""Reads the JSON of a data block strictly, with the place of everything that is wrong in it.

The standard library's `json` keeps the last of duplicate keys, reads ``NaN``, and tells no
places: so the grammar (RFC 8259) is read here. Problems of grammar end the reading; others
are collected. Texts in which nothing is to be told or to be turned into another value are left
to the standard library, which is ten times as fast.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from runner.values import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecoder

    from runner.values import Value

    Report = Callable[[int, str, str, str | None], None]
    """Told of each problem: offset, code, message, suggestion."""

MAX_DEPTH = 100
"""Lists and objects nested deeper are refused."""

_BLANKS = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9]\d*))(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_WORD = re.compile(r"[-+]?[\w.]+")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS: dict[str, Value] = {"null": None, "true": True, "false": False}


class _Broken(Exception):
    """The text is no JSON; `offset` is where that shows."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


def read_parameters(text: str, report: Report) -> dict[str, Value] | None:
    """The parameters that the text of a data block gives, or None where it is broken.

    `report(offset, code, message, suggestion)` is called for each problem.
    """
    return read_object(text, report, "a data block")


def read_object(text: str, report: Report, what: str) -> dict[str, Value] | None:
    """The one JSON object that a text is, or None where it is none; `what` the text is."""
    plain = _plain_object(text)
    if plain is not None:
        return plain
    reader = _Reader(text, report, what)
    try:
        value = reader.whole()
    except _Broken as broken:
        report(broken.offset, "bad-json", str(broken), None)
        return None
    if reader.problem_count:
        return None
    if not isinstance(value, dict):
        report(reader.first, "bad-json", f"{what} is one JSON object", None)
        return None
    return value


class _NotPlain(ValueError):
    """A text has to be read with care."""


def _plain_object(text: str) -> dict[str, Value] | None:
    """The object that a text is which both ways read alike; None where that is not known."""
    if "\\u" in text:
        return None  # it may be half of a surrogate pair
    try:
        value = _plain_decoder().decode(text)
    except (ValueError, RecursionError):
        return None
    may_be_deep = text.count("{") + text.count("[") > MAX_DEPTH
    if not isinstance(value, dict) or (may_be_deep and _is_deeper(value, MAX_DEPTH)):
        return None
    return value


def _is_deeper(value: Value, levels: int) -> bool:
    """Whether lists and objects are nested in a value in more levels."""
    if isinstance(value, dict):
        return levels == 0 or any(_is_deeper(item, levels - 1) for item in value.values())
    if isinstance(value, list):
        return levels == 0 or any(_is_deeper(item, levels - 1) for item in value)
    return False


def _plain_pairs(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    values = dict(pairs)
    if len(values) < len(pairs) or any(key.startswith("$") for key in values):
        raise _NotPlain
    return values


def _plain_integer(digits: str) -> int:
    if len(digits) > 18:
        raise _NotPlain
    return int(digits)


def _plain_float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _NotPlain
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise _NotPlain(name)


@cache
def _plain_decoder() -> JSONDecoder:
    from json import JSONDecoder  # many pages have no such block

    return JSONDecoder(
        object_pairs_hook=_plain_pairs,
        parse_int=_plain_integer,
        parse_float=_plain_float,
        parse_constant=_refuse_constant,
    )


class _Reader:
    """One reading of one text."""

    __slots__ = ("_at", "_depth", "_report", "_text", "_what", "first", "problem_count")

    def __init__(self, text: str, report: Report, what: str) -> None:
        self._text = text
        self._report = report
        self._what = what
        self._at = 0
        self._depth = 0
        self.first = 0
        """Where the value starts."""
        self.problem_count = 0
        """How many problems were reported."""

    def whole(self) -> Value:
        """The one value of the text."""
        self._skip_blanks()
        self.first = self._at
        if self._at == len(self._text):
            raise _Broken(self._at, f"{self._what} is one JSON object, and this one is empty")
        value = self._value()
        self._skip_blanks()
        if self._at < len(self._text):
            raise _Broken(self._at, "text after the end of the JSON object")
        return value

    def _note(self, offset: int, code: str, message: str, suggestion: str | None = None) -> None:
        self.problem_count += 1
        self._report(offset, code, message, suggestion)

    def _skip_blanks(self) -> str:
        """Go to the next character that is no blank, and give it."""
        match = _BLANKS.match(self._text, self._at)
        if match:
            self._at = match.end()
        return self._text[self._at : self._at + 1]

    def _value(self) -> Value:
        character = self._skip_blanks()
        if character == '"':
            return self._string()
        if character == "{":
            return self._nested(self._object)
        if character == "[":
            return self._nested(self._list)
        if character == "":
            raise _Broken(self._at, "the text ends where a value should stand")
        return self._number_or_word()

    def _nested(self, read: Callable[[], Value]) -> Value:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _Broken(self._at, f"nested more than {MAX_DEPTH} levels deep")
        value = read()
        self._depth -= 1
        return value

    def _number_or_word(self) -> Value:
        start = self._at
        word = _WORD.match(self._text, start)
        text = word.group() if word else self._text[start]
        number = _NUMBER.match(self._text, start)
        if number and (word is None or number.end() >= word.end()):
            self._at = number.end()
            return self._number(start, number)
        if text not in _WORDS:
            raise _Broken(start, f"`{text}` is no JSON value{_advice(text)}")
        self._at = start + len(text)
        return _WORDS[text]

    def _number(self, start: int, match: re.Match[str]) -> Value:
        whole, fraction, exponent = match.groups()
        if fraction is None and exponent is None:
            # Longer digits are out of range anyway, and `int` refuses thousands of them.
            integer = int(whole) if len(whole) <= 20 else INT64_MAX + 1
            if not INT64_MIN <= integer <= INT64_MAX:
                shown = whole if len(whole) <= 40 else f"{whole[:40]}…"
                self._note(start, "integer-range", f"{shown} does not fit 64 bits")
            return integer
        number = float(match.group())
        if number in (float("inf"), float("-inf")):
            self._note(start, "float-range", f"{match.group()} is too large for a float")
        return number

    def _list(self) -> Value:
        self._at += 1
        items: list[Value] = []
        if self._skip_blanks() == "]":
            self._at += 1
            return items
        while True:
            items.append(self._value())
            if self._separator("]"):
                return items

    def _separator(self, closing: str) -> bool:
        """Step over a comma, or over `closing`, which ends a list or an object."""
        character = self._skip_blanks()
        if character not in (",", closing) or not character:
            raise _Broken(self._at, f"expected `,` or `{closing}`")
        self._at += 1
        return character == closing

    def _object(self) -> Value:
        start, problems_before = self._at, self.problem_count
        keys, values = self._pairs(is_literal=False)
        special = next((key for key in keys if key.startswith("$")), None)
        if special is None:
            return values
        return self._special(start, special, keys, values, self.problem_count - problems_before)

    def _special(
        self,
        start: int,
        special: str,
        keys: dict[str, int],
        values: dict[str, Value],
        problems_inside: int,
    ) -> Value:
        """The value of an object with a key that starts with ``$``."""
        from runner.page.typed import TYPES, TypedValueError, typed_value

        if len(keys) > 1 or (special != "$map" and special not in TYPES):
            self._refuse_special(keys[special], special, alone=len(keys) == 1)
        elif special == "$map":
            if not isinstance(values[special], dict):
                self._note(start, "bad-value", "`$map` takes an object")
            return values[special]
        elif not problems_inside:
            try:
                return typed_value(special, values[special])
            except TypedValueError as error:
                self._note(start, "bad-value", str(error))
        return None

    def _refuse_special(self, offset: int, key: str, *, alone: bool) -> None:
        from runner.page.problems import nearest
        from runner.page.typed import TYPES

        advice = 'a map with a key that starts with `$` is written `{"$map": {…}}`'
        if alone:
            self._note(
                offset, "unknown-type", f"unknown type `{key}`; {advice}", nearest(key, TYPES)
            )
        else:
            self._note(offset, "unknown-type", advice)

    def _pairs(self, *, is_literal: bool) -> tuple[dict[str, int], dict[str, Value]]:
        """The pairs of an object: the offset of each key, and the value of each.

        In a literal object a key that starts with ``$`` is a key like any other.
        """
        self._at += 1
        keys: dict[str, int] = {}
        values: dict[str, Value] = {}
        if self._skip_blanks() == "}":
            self._at += 1
            return keys, values
        while True:
            if self._skip_blanks() != '"':
                raise _Broken(self._at, "expected a key in double quotes")
            start = self._at
            key = self._string()
            if key in keys:
                self._note(start, "duplicate-key", f"the key `{key}` is given twice")
            keys.setdefault(key, start)
            if self._skip_blanks() != ":":
                raise _Broken(self._at, "expected `:`")
            self._at += 1
            if key == "$map" and not is_literal and self._skip_blanks() == "{":
                values[key] = self._nested(lambda: self._pairs(is_literal=True)[1])
            else:
                values[key] = self._value()
            if self._separator("}"):
                return keys, values

    def _string(self) -> str:
        start = self._at
        at = start + 1
        parts: list[str] = []
        text = self._text
        while True:
            plain = _PLAIN.match(text, at)
            if plain:
                parts.append(plain.group())
                at = plain.end()
            character = text[at : at + 1]
            if character == '"':
                break
            if character == "\\":
                part, at = self._escape(at)
                parts.append(part)
            elif character in ("", "\n"):
                raise _Broken(start, "the string has no closing quote on its line")
            else:
                raise _Broken(at, f"control character U+{ord(character):04X} in a string")
        self._at = at + 1
        return "".join(parts)

    def _escape(self, at: int) -> tuple[str, int]:
        """The character that an escape at `at` stands for, and the offset behind it."""
        text = self._text
        kind = text[at + 1 : at + 2]
        if kind != "u":
            if kind not in _ESCAPES:
                raise _Broken(at, f"`\\{kind.strip()}` is no escape of JSON")
            return _ESCAPES[kind], at + 2
        unit = self._code_unit(at)
        if 0xD800 <= unit < 0xDC00 and text.startswith("\\u", at + 6):
            low = self._code_unit(at + 6)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((unit - 0xD800) << 10) + low - 0xDC00), at + 12
        if 0xD800 <= unit < 0xE000:
            raise _Broken(at, "half of a surrogate pair is no character")
        return chr(unit), at + 6

    def _code_unit(self, at: int) -> int:
        digits = self._text[at + 2 : at + 6]
        if len(digits) < 4 or digits.strip("0123456789abcdefABCDEF"):
            raise _Broken(at, "`\\u` needs four hexadecimal digits")
        return int(digits, 16)


def _advice(text: str) -> str:
    """What to write in place of what JSON lacks."""
    plain = text.lstrip("+-").lower()
    if plain in ("nan", "infinity", "inf"):
        name = "NaN" if plain == "nan" else "-Infinity" if text.startswith("-") else "Infinity"
        return f'; write `{{"$float": "{name}"}}`'
    return f"; write `{text.lower()}`" if text.lower() in _WORDS else ""
