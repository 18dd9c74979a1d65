"""The patterns of Cypher 25's ``format()`` and ``date(text, pattern)``: those of Java's formatter.

Letters are fields, quoted text and other characters stand for themselves, brackets enclose what
is left out where a value lacks it, and ``p`` pads the field behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from runner.cypher.failures import client_error
from runner.errors import EngineError


@dataclass(frozen=True, slots=True)
class Field:
    """A letter, how often it stands there, and the width that it is padded to (0 for none)."""

    letter: str
    count: int
    pad: int = 0


Node: TypeAlias = "str | Field | tuple[Node, ...]"
"""Text, a field, or an optional section."""

DATE_LETTERS = frozenset("GuyDMLdQqYwWEecFg")
CLOCK_LETTERS = frozenset("ahKkHmsSAnNB")
OFFSET_LETTERS = frozenset("XxZO")
ZONE_LETTERS = frozenset("Vzv")
_LETTERS = DATE_LETTERS | CLOCK_LETTERS | OFFSET_LETTERS | ZONE_LETTERS

MOST = {
    "u": 19,
    "y": 19,
    "Y": 19,
    "G": 5,
    "D": 3,
    "M": 5,
    "L": 5,
    "Q": 5,
    "q": 5,
    "E": 5,
    "e": 5,
    "c": 5,
    "W": 1,
    "F": 1,
    "g": 19,
    "a": 1,
    "B": 5,
    "S": 9,
    "A": 19,
    "n": 19,
    "N": 19,
    "X": 5,
    "x": 5,
    "Z": 5,
    "O": 4,
    "V": 2,
    "z": 4,
    "v": 4,
}
"""How often a letter may stand in a row; two times for all others."""


class InvalidPattern(Exception):
    """A text is no pattern, or a value has not the field that it wants."""


def read_pattern(pattern: str) -> tuple[Node, ...]:
    """The nodes of a pattern. Raises `InvalidPattern`."""
    stack: list[list[Node]] = [[]]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "[":
            stack.append([])
            at += 1
        elif character == "]":
            if len(stack) == 1:
                raise InvalidPattern
            section = tuple(stack.pop())
            stack[-1].append(section)
            at += 1
        elif character == "'":
            text, at = quoted(pattern, at)
            stack[-1].append(text)
        elif character.isascii() and character.isalpha():
            field, at = _field(pattern, at)
            stack[-1].append(field)
        elif character in "{}#":
            raise InvalidPattern
        else:
            stack[-1].append(character)
            at += 1
    while len(stack) > 1:
        section = tuple(stack.pop())
        stack[-1].append(section)
    return tuple(stack[0])


def run_length(pattern: str, at: int) -> int:
    """How often the character at `at` stands in a row."""
    end = at
    while end < len(pattern) and pattern[end] == pattern[at]:
        end += 1
    return end - at


def quoted(pattern: str, at: int) -> tuple[str, int]:
    """The text of the quotation that starts at `at`, and where it ends; ``''`` is a quote."""
    text, end = "", at + 1
    while True:
        close = pattern.find("'", end)
        if close < 0:
            raise InvalidPattern
        text += pattern[end:close]
        if pattern[close + 1 : close + 2] != "'":
            return text or "'", close + 1
        text += "'"
        end = close + 2


def _field(pattern: str, at: int) -> tuple[Field, int]:
    pad = 0
    if pattern[at] == "p":
        pad = run_length(pattern, at)
        at += pad
        if at == len(pattern):
            raise InvalidPattern
    letter, count = pattern[at], run_length(pattern, at)
    if letter not in _LETTERS or count > MOST.get(letter, 2):
        raise InvalidPattern
    if (letter == "c" and count == 2) or (letter == "V" and count != 2):
        raise InvalidPattern
    if (letter in "Ov" and count not in (1, 4)) or (letter == "B" and count not in (1, 4, 5)):
        raise InvalidPattern
    return Field(letter, count, pad), at + count


def invalid_pattern(type_name: str) -> EngineError:
    """A pattern that values of a type cannot be formatted by."""
    message = (
        "An invalid character is used in the pattern. Verify that all characters are supported "
        f"by `{type_name}`."
    )
    return client_error("Statement.ArgumentError", "42001", message, ("42I65", message))


def no_match(text: str, pattern: str, type_name: str) -> EngineError:
    """A text that is not of the form that a pattern tells."""
    rest = f"Verify that the pattern is valid for constructing `{type_name}`."
    return client_error(
        "Statement.SyntaxError",
        "22007",
        f"Pattern, `{pattern}`, does not match input, `{text}`. {rest}",
        ("42I68", f"Pattern, `'{pattern}'`, does not match input, `'{text}'`. {rest}"),
    )


def unsupported_letter(letter: str) -> EngineError:
    """A field that this engine does not know: it would have to guess what Neo4j writes."""
    message = f"The embedded engine does not support `{letter}` in the pattern of a temporal value"
    return client_error("Statement.ArgumentError", "42N14", message, ("42N14", message))
