"""Types of ClickHouse, read from their names and from their binary form (data types, "Data types
binary encoding")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runner.sql.failures import SqlError

if TYPE_CHECKING:
    from runner.sql.cursor import Cursor

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_][\w.]*)|`(?P<quoted>(?:[^`\\]|\\.)*)`|(?P<number>-?\d+)"
    r"|'(?P<text>(?:[^'\\]|\\.|'')*)'|(?P<other>.))",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its name, and what stands in its brackets."""

    name: str
    types: tuple[Type, ...] = ()
    """The types among its arguments."""
    labels: tuple[str, ...] = ()
    """Names of its parts: one for each type, or for each number of an enum; empty: no names."""
    numbers: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()

    def one(self) -> Type:
        """The only type among its arguments."""
        return self.types[0]


_ALIASES = {
    "Point": "Tuple(Float64, Float64)",
    "Ring": "Array(Point)",
    "LineString": "Array(Point)",
    "MultiLineString": "Array(LineString)",
    "MultiPoint": "Array(Point)",
    "Polygon": "Array(Ring)",
    "MultiPolygon": "Array(Polygon)",
    "Geometry": "Variant(LineString, MultiLineString, MultiPolygon, Point, Polygon, Ring)",
}
"""Names that are short for other types."""


def parse_type(text: str) -> Type:
    """The type of a name such as ``Array(Nullable(Int64))``. Raises `SqlError` for no such name."""
    reader = _Reader(text)
    found = reader.type()
    if reader.kind is not None:
        raise unshowable(text)
    return found


def unshowable(name: str) -> SqlError:
    """A value of a type that a page has no literal for."""
    return SqlError(
        "NOT_IMPLEMENTED", f"a page cannot show values of the type {name}; convert them first"
    )


class _Reader:
    """Reads the name of a type from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.kind: str | None = None
        self.value = ""
        self._next()

    def _next(self) -> None:
        match = _TOKEN.match(self._text, self._at)
        if match is None or not match.group().strip():
            self.kind, self.value = None, ""
            return
        self._at = match.end()
        self.kind = match.lastgroup
        self.value = match[match.lastgroup or "other"]
        if self.kind in ("quoted", "text"):
            plain = self.value.replace("''", "'") if self.kind == "text" else self.value
            self.value = _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), plain)

    def _take(self, text: str) -> bool:
        if self.kind == "other" and self.value == text:
            self._next()
            return True
        return False

    def type(self) -> Type:
        if self.kind != "name":
            raise unshowable(self._text)
        name = self.value
        self._next()
        return self._rest(name)

    def _rest(self, name: str) -> Type:
        """The type whose name has just been read."""
        if name in _ALIASES:
            return parse_type(_ALIASES[name])
        if not self._take("("):
            return Type(name)
        types: list[Type] = []
        labels: list[str] = []
        numbers: list[int] = []
        texts: list[str] = []
        while not self._take(")"):
            if self.kind == "number":
                numbers.append(int(self.value))
                self._next()
            elif self.kind == "text":
                texts.append(self.value)
                self._next()
                if self._take("="):
                    labels.append(texts.pop())
                    continue
            elif self.kind == "quoted":
                labels.append(self.value)
                self._next()
                types.append(self.type())
            else:
                self._named_or_type(name, types, labels)
            if not self._take(",") and not (self.kind == "other" and self.value == ")"):
                raise unshowable(self._text)
        return Type(name, tuple(types), tuple(labels), tuple(numbers), tuple(texts))

    def _named_or_type(self, outer: str, types: list[Type], labels: list[str]) -> None:
        """``Int64``, ``name Int64``, or what only some types have: ``SKIP path``, ``key=1``."""
        if self.kind != "name":
            raise unshowable(self._text)
        word = self.value
        self._next()
        if outer in ("JSON", "Dynamic") and self._take("="):
            self._next()
        elif outer == "JSON" and word == "SKIP":
            while not (self.kind == "other" and self.value in ",)"):
                self._next()
        elif self.kind in ("name", "quoted"):
            labels.append(word)
            types.append(self.type())
        elif outer in ("AggregateFunction", "SimpleAggregateFunction") and not types:
            types.append(Type(word) if self.value != "(" else self._rest(word))
        else:
            types.append(self._rest(word))


_PLAIN = {
    0x00: "Nothing",
    0x01: "UInt8",
    0x02: "UInt16",
    0x03: "UInt32",
    0x04: "UInt64",
    0x05: "UInt128",
    0x06: "UInt256",
    0x07: "Int8",
    0x08: "Int16",
    0x09: "Int32",
    0x0A: "Int64",
    0x0B: "Int128",
    0x0C: "Int256",
    0x0D: "Float32",
    0x0E: "Float64",
    0x0F: "Date",
    0x10: "Date32",
    0x11: "DateTime",
    0x15: "String",
    0x1D: "UUID",
    0x28: "IPv4",
    0x29: "IPv6",
    0x2D: "Bool",
    0x31: "BFloat16",
    0x32: "Time",
}
_DECIMALS = {0x19: "Decimal32", 0x1A: "Decimal64", 0x1B: "Decimal128", 0x1C: "Decimal256"}
_INTERVALS = (
    "Nanosecond",
    "Microsecond",
    "Millisecond",
    "Second",
    "Minute",
    "Hour",
    "Day",
    "Week",
    "Month",
    "Quarter",
    "Year",
)


def read_binary_type(cursor: Cursor) -> Type:
    """The type at a place in a binary text."""
    code = cursor.unsigned(1)
    if code in _PLAIN:
        return Type(_PLAIN[code])
    if code == 0x12:
        return Type("DateTime", texts=(cursor.text(),))
    if code in (0x13, 0x34):
        return Type("DateTime64" if code == 0x13 else "Time64", numbers=(cursor.unsigned(1),))
    if code == 0x14:
        return Type("DateTime64", numbers=(cursor.unsigned(1),), texts=(cursor.text(),))
    if code == 0x16:
        return Type("FixedString", numbers=(cursor.varint(),))
    if code in (0x17, 0x18):
        width = 1 if code == 0x17 else 2
        pairs = [(cursor.text(), cursor.signed(width)) for _ in range(cursor.varint())]
        labels, numbers = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return Type(f"Enum{8 * width}", labels=labels, numbers=numbers)
    if code in _DECIMALS:
        return Type("Decimal", numbers=(cursor.unsigned(1), cursor.unsigned(1)))
    if code == 0x22:
        return Type(f"Interval{_INTERVALS[cursor.unsigned(1)]}")
    return _composite(code, cursor)


_WRAPPERS = {0x1E: "Array", 0x23: "Nullable", 0x26: "LowCardinality"}


def _composite(code: int, cursor: Cursor) -> Type:
    if code in _WRAPPERS:
        return Type(_WRAPPERS[code], (read_binary_type(cursor),))
    if code == 0x27:
        return Type("Map", (read_binary_type(cursor), read_binary_type(cursor)))
    if code in (0x1F, 0x2A):
        types = tuple([read_binary_type(cursor) for _ in range(cursor.varint())])
        return Type("Tuple" if code == 0x1F else "Variant", types)
    if code in (0x20, 0x2F):
        count = cursor.varint()
        pairs = [(cursor.text(), read_binary_type(cursor)) for _ in range(count)]
        labels, types = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return Type("Tuple" if code == 0x20 else "Nested", types, labels)
    if code == 0x2B:
        cursor.unsigned(1)
        return Type("Dynamic")
    if code == 0x2C:
        return parse_type(cursor.text())
    if code == 0x30:
        return _json(cursor)
    raise unshowable(f"number {code}")


def _json(cursor: Cursor) -> Type:
    cursor.unsigned(1)
    cursor.varint()
    cursor.unsigned(1)
    count = cursor.varint()
    pairs = [(cursor.text(), read_binary_type(cursor)) for _ in range(count)]
    for _ in range(2):
        for _ in range(cursor.varint()):
            cursor.text()
    labels, types = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
    return Type("JSON", types, labels)
