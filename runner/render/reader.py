"""Reads values from the literals that pages write (section 6 of the page format)."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from runner.errors import RunnerError
from runner.render.syntax import MAX_DEPTH, WILDCARDS, BlockSyntaxError, Pattern, Wildcard
from runner.source import LineIndex
from runner.values import Decimal, Node, Path, Point, Relationship, Vector
from runner.values.numbers import float_text
from runner.values.spatial import SRID_BY_CRS

if TYPE_CHECKING:
    from collections.abc import Callable

_BLANKS = " \t\r\n"
_NAME = re.compile(r"\w+")
_PLAIN_ENTRY = re.compile(
    r'[ \t]*([A-Za-z_][A-Za-z0-9_]*): *("([^"\\]*)"|-?(?:0|[1-9][0-9]{0,17})(?![0-9.eE]))([,}]?)'
)
_ESCAPES = {
    "\\": "\\",
    '"': '"',
    "'": "'",
    "`": "`",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "b": "\b",
    "f": "\f",
}
_ESCAPE_FORMS = '\\\\ \\" \\n \\r \\t \\b \\f \\uXXXX'
_WORDS: dict[str, Pattern] = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
}
_INTEGER_RANGES = {"INTEGER8": 8, "INTEGER16": 16, "INTEGER32": 32, "INTEGER": 64}
_FLOAT_TYPES = ("FLOAT32", "FLOAT")


class Reader:
    """Reads one text from left to right; `at` is the offset of the next character."""

    def __init__(self, text: str, *, wildcards: bool = False, exact: bool = False) -> None:
        self.text = text
        self.at = 0
        self.wildcards = wildcards
        """Whether wildcards may stand for values."""
        self.exact = exact
        """Whether digits that no float is written with are a decimal."""
        self.wildcards_read = 0
        self._depth = 0

    def only_value(self) -> Any:
        """The value that is the whole text (a `Pattern`; a `Value` without `wildcards`)."""
        value = self.value()
        self.end()
        return value

    # What every reader of a line needs.

    def error(self, message: str, at: int | None = None) -> BlockSyntaxError:
        """The error to raise for what stands at an offset (here unless told)."""
        place = LineIndex(self.text).position(self.at if at is None else at)
        return BlockSyntaxError(message, place.line, place.column)

    def skip_blanks(self) -> None:
        """Go to the next character that is no blank."""
        text, at = self.text, self.at
        while at < len(text) and text[at] in _BLANKS:
            at += 1
        self.at = at

    def peek(self, token: str) -> bool:
        """Whether `token` is next, blanks aside."""
        text, at = self.text, self.at
        if text.startswith(token, at):
            return True
        if at == len(text) or text[at] not in _BLANKS:
            return False
        self.skip_blanks()
        return text.startswith(token, self.at)

    def take(self, token: str) -> bool:
        """Step over `token` where it is next, blanks aside."""
        if not (self.text.startswith(token, self.at) or self.peek(token)):
            return False
        self.at += len(token)
        return True

    def expect(self, token: str, what: str) -> None:
        """Step over `token`; `what` says in an error where it belongs."""
        if self.text.startswith(token, self.at):
            self.at += len(token)
        elif not self.take(token):
            raise self.error(f"Expected `{token}` {what}, found {self.found()}")

    def end(self) -> None:
        """Nothing but blanks may follow."""
        self.skip_blanks()
        if self.at < len(self.text):
            raise self.error(f"Unexpected text after the value: {self.found()}")

    def found(self) -> str:
        """What is next, for a message."""
        self.skip_blanks()
        rest = self.text[self.at :].partition("\n")[0]
        if not rest:
            return "the end"
        return f"`{rest[:20]}…`" if len(rest) > 20 else f"`{rest}`"

    # Values.

    def value(self) -> Pattern:
        """The next value."""
        self.skip_blanks()
        start = self.at
        character = self.text[start : start + 1]
        for wildcard in WILDCARDS:
            if self.text.startswith(wildcard, start):
                if not self.wildcards:
                    raise self.error(f"`{wildcard}` stands for a value only in an expected block")
                self.at += len(wildcard)
                self.wildcards_read += 1
                return Wildcard(wildcard)
        if not character:
            raise self.error("Expected a value, found the end")
        if character in "\"'":
            return self.string()
        if character in "0123456789-.":
            return self._number()
        if character in "[{(":
            return self._nested(character)
        if character.isalpha() or character in "_`":
            return self._word()
        raise self.error(f"Expected a value, found {self.found()}")

    def _nested(self, character: str) -> Pattern:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self.error(f"The value is nested more than {MAX_DEPTH} levels deep")
        value: Pattern
        if character == "{":
            value = self.map()
        elif character == "(":
            value = self._node_or_path()
        else:
            value = self._list_or_relationship()
        self._depth -= 1
        return value

    def string(self) -> str:
        """A string in double or single quotes, with the escapes of Cypher."""
        start, quote = self.at, self.text[self.at]
        parts: list[str] = []
        at = start + 1
        while True:
            end = self.text.find(quote, at)
            if end == -1:
                raise self.error(f"This string has no closing {quote}", start)
            backslash = self.text.find("\\", at, end)
            if backslash == -1:
                parts.append(self.text[at:end])
                self.at = end + 1
                return "".join(parts)
            parts.append(self.text[at:backslash])
            character, at = self._escape(backslash)
            parts.append(character)

    def _escape(self, backslash: int) -> tuple[str, int]:
        """The character that an escape stands for, and the offset after it."""
        kind = self.text[backslash + 1 : backslash + 2]
        if kind in _ESCAPES:
            return _ESCAPES[kind], backslash + 2
        if kind in ("u", "U"):
            return self._unicode_escape(backslash, 4 if kind == "u" else 8)
        raise self.error(
            f"Unknown escape `\\{kind}` in a string; there are {_ESCAPE_FORMS}",
            backslash,
        )

    def _unicode_escape(self, backslash: int, digits: int) -> tuple[str, int]:
        end = backslash + 2 + digits
        code = self._hexadecimal(backslash + 2, end)
        if code is None or code > 0x10FFFF:
            raise self.error(
                f"`\\{self.text[backslash + 1]}` needs {digits} hexadecimal digits", backslash
            )
        if 0xD800 <= code < 0xDC00 and self.text.startswith("\\u", end):
            low = self._hexadecimal(end + 2, end + 6)
            if low is not None and 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00), end + 6
        return chr(code), end

    def _hexadecimal(self, start: int, end: int) -> int | None:
        digits = self.text[start:end]
        valid = len(digits) == end - start and all(c in "0123456789abcdefABCDEF" for c in digits)
        return int(digits, 16) if valid else None

    def _number(self) -> int | float | Decimal:
        start = self.at
        negative = self.text.startswith("-", start)
        if negative and self.text.startswith("Infinity", start + 1):
            self.at += len("-Infinity")
            return float("-inf")
        end = start + negative
        text = self.text
        while end < len(text) and (
            text[end] in "0123456789.eE" or (text[end] in "+-" and text[end - 1] in "eE")
        ):
            end += 1
        self.at = end
        number = _number(text[start:end])
        if number is None:
            raise self.error(f"`{text[start:end]}` is no number", start)
        if self.exact and isinstance(number, float) and float_text(number) != text[start:end]:
            digits = text[start:end]
            return number if "e" in digits.lower() else Decimal(digits)
        return number

    def _word(self) -> Pattern:
        start = self.at
        word = self.name("a value")
        if word in _WORDS:
            return _WORDS[word]
        if word.lower() in ("null", "true", "false"):
            return _WORDS[word.lower()]
        reader = _FUNCTIONS.get(word)
        if reader is None or not self.peek("("):
            raise self.error(f"`{word}` is no value; a string stands in double quotes", start)
        self.at += 1
        value = reader(self, start)
        self.expect(")", f"after the argument of {word}()")
        return value

    # Names, maps, lists.

    def name(self, what: str) -> str:
        """A key, label or type, in backticks or plain; `what` names it in an error."""
        self.skip_blanks()
        text, start = self.text, self.at
        if text.startswith("`", start):
            return self._quoted_name()
        match = _NAME.match(text, start)
        if match is None or text[start].isdigit():
            raise self.error(f"Expected {what}, found {self.found()}")
        self.at = match.end()
        return match.group()

    def _quoted_name(self) -> str:
        start = self.at
        parts: list[str] = []
        at = start + 1
        while True:
            end = self.text.find("`", at)
            if end == -1:
                raise self.error("This name has no closing `", start)
            escape = self.text.find("\\u", at, end)
            if escape != -1 and self._hexadecimal(escape + 2, escape + 6) is not None:
                parts.append(self.text[at:escape])
                character, at = self._unicode_escape(escape, 4)
                parts.append(character)
            elif escape != -1:
                parts.append(self.text[at : escape + 2])
                at = escape + 2
            elif self.text.startswith("``", end):
                parts.append(self.text[at : end + 1])
                at = end + 2
            else:
                parts.append(self.text[at:end])
                self.at = end + 1
                return "".join(parts)

    def map(self) -> dict[str, Any]:
        """A map ``{key: value, …}``."""
        return {key: value for key, value, _ in self.entries()}

    def entries(self) -> list[tuple[str, Pattern, str]]:
        """The entries of a map: key, value, and the value as it is written."""
        self.expect("{", "at the start of a map")
        entries: dict[str, tuple[str, Pattern, str]] = {}
        while True:
            plain = _PLAIN_ENTRY.match(self.text, self.at)
            if plain is not None and plain[1] not in entries:
                # Most entries are a plain name and a plain string or a short whole number.
                key, written, text, behind = plain.groups()
                entries[key] = (key, int(written) if text is None else text, written)
                self.at = plain.end()
                if behind == ",":
                    continue
                if behind == "}":
                    return list(entries.values())
            elif not entries and self.take("}"):
                return []
            else:
                self._add_entry(entries)
            if self.take("}"):
                return list(entries.values())
            self.expect(",", "or `}` after a value in a map")

    def _add_entry(self, entries: dict[str, tuple[str, Pattern, str]]) -> None:
        self.skip_blanks()
        start = self.at
        key = self.name("a key")
        if key in entries:
            raise self.error(f"The key `{key}` stands twice in one map", start)
        self.expect(":", f"after the key `{key}`")
        self.skip_blanks()
        start = self.at
        value = self.value()
        entries[key] = (key, value, self.text[start : self.at])

    def _list_or_relationship(self) -> Any:
        self.at += 1
        if self.peek(":"):
            return self._relationship(0, 0)
        items: list[Any] = []
        if self.take("]"):
            return items
        while True:
            items.append(self.value())
            if self.take("]"):
                return items
            self.expect(",", "or `]` after a value in a list")

    # Nodes, relationships, paths: they have no identity, only a place in their path.

    def labels(self) -> tuple[str, ...]:
        """The labels that come next, sorted."""
        labels: set[str] = set()
        while self.take(":"):
            labels.add(self.name("a label"))
        return tuple(sorted(labels))

    def _node(self, place: int) -> Node:
        self.expect("(", "at the start of a node")
        labels = self.labels()
        properties = self.map() if self.peek("{") else {}
        self.expect(")", "at the end of a node")
        return Node(-1 - place, "", labels, properties)

    def _relationship(self, start: int, end: int) -> Relationship:
        self.expect(":", "before the type of a relationship")
        kind = self.name("a relationship's type")
        properties = self.map() if self.peek("{") else {}
        self.expect("]", "at the end of a relationship")
        return Relationship(-1, "", kind, -1 - start, -1 - end, properties)

    def _node_or_path(self) -> Node | Path:
        nodes = [self._node(0)]
        relationships: list[Relationship] = []
        while self.peek("-") or self.peek("<-"):
            place = len(relationships)
            backwards = self.take("<")
            self.expect("-", "before a relationship")
            self.expect("[", "at the start of a relationship")
            ends = (place + 1, place) if backwards else (place, place + 1)
            relationships.append(self._relationship(*ends))
            self.expect("-" if backwards else "->", "after a relationship")
            nodes.append(self._node(place + 1))
        if not relationships:
            return nodes[0]
        return Path(tuple(nodes), tuple(relationships))


def _number(text: str) -> int | float | None:
    """The number that `text` writes; None where it writes none, or one too large."""
    digits = text.removeprefix("-")
    try:
        if digits.isdigit():
            return int(text) if digits == "0" or digits[0] != "0" else None
        number = float(text)
    except ValueError:
        return None
    return number if digits[-1] != "." and abs(number) != float("inf") else None


def _read_text(reader: Reader, name: str) -> str:
    reader.skip_blanks()
    if not (reader.peek('"') or reader.peek("'")):
        raise reader.error(f"Expected a string in {name}(), found {reader.found()}")
    return reader.string()


def _temporal(name: str) -> Callable[[Reader, int], Pattern]:
    def read(reader: Reader, start: int) -> Pattern:
        from runner.values import iso

        text = _read_text(reader, name)
        try:
            value: Pattern = getattr(iso, f"parse_{name}")(text)
        except (ValueError, RunnerError) as error:
            reason = str(error).partition("\n")[0]
            raise reader.error(f"`{text}` is no {name}: {reason}", start) from None
        return value

    return read


def _read_bytes(reader: Reader, start: int) -> bytes:
    text = _read_text(reader, "bytes")
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise reader.error(f"`{text}` is not base64", start) from None


def _read_point(reader: Reader, start: int) -> Point:
    entries = reader.map()
    crs = entries.pop("crs", None)
    if not isinstance(crs, str) or crs not in SRID_BY_CRS:
        raise reader.error(f"The crs of a point is one of {', '.join(SRID_BY_CRS)}", start)
    axes = "xyz" if crs.endswith("-3d") else "xy"
    if set(entries) != set(axes):
        raise reader.error(f"A {crs} point has {', '.join(axes)} and crs", start)
    coordinates = [entries[axis] for axis in axes]
    if not all(isinstance(c, (int, float)) and not isinstance(c, bool) for c in coordinates):
        raise reader.error("The coordinates of a point are numbers", start)
    return Point(SRID_BY_CRS[crs], tuple(float(c) for c in coordinates))


def _read_vector(reader: Reader, start: int) -> Vector:
    coordinates = reader.value()
    reader.expect(",", "before the dimension of a vector")
    dimension = reader.value()
    reader.expect(",", "before the type of a vector's coordinates")
    kind = reader.name("the type of a vector's coordinates")
    if kind not in _INTEGER_RANGES and kind not in _FLOAT_TYPES:
        known = ", ".join((*_INTEGER_RANGES, *_FLOAT_TYPES))
        raise reader.error(f"`{kind}` is no type of coordinates; there are {known}", start)
    if not isinstance(coordinates, list) or dimension != len(coordinates):
        raise reader.error("A vector has a list of coordinates, then their number", start)
    if kind in _FLOAT_TYPES:
        if not all(type(c) in (int, float) for c in coordinates):
            raise reader.error(f"The coordinates of a {kind} vector are numbers", start)
        return Vector(tuple(float(c) for c in coordinates if isinstance(c, (int, float))), kind)
    half = 1 << (_INTEGER_RANGES[kind] - 1)
    integers = tuple(c for c in coordinates if type(c) is int and -half <= c < half)
    if len(integers) != len(coordinates):
        raise reader.error(f"The coordinates of a {kind} vector are integers of that size", start)
    return Vector(integers, kind)


_TEMPORALS = ("date", "time", "localtime", "datetime", "localdatetime", "duration")
_FUNCTIONS: dict[str, Callable[[Reader, int], Pattern]] = {
    "bytes": _read_bytes,
    "point": _read_point,
    "vector": _read_vector,
    **{name: _temporal(name) for name in _TEMPORALS},
}
