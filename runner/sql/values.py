"""Values of ClickHouse as values of pages: what ``RowBinaryWithNamesAndTypes`` holds."""

from __future__ import annotations

import struct
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING
from uuid import UUID

from runner.sql.cursor import Cursor
from runner.sql.failures import SqlError
from runner.sql.types import parse_type, read_binary_type, unshowable
from runner.values import Date, DateTime, Decimal, Duration, LocalDateTime
from runner.values.duration import duration
from runner.values.numbers import float32_text
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND
from runner.values.zones import offset_at, zone_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from runner.sql.types import Type
    from runner.values import Value

    Decode: TypeAlias = Callable[[Cursor], Value]

_UTC = "UTC"
_DEEPEST = 100
"""Objects in each other, those that a path leads through too: chDB bounds other nesting."""


def decode_rows(data: bytes) -> tuple[tuple[str, ...], tuple[str, ...], list[tuple[Value, ...]]]:
    """The columns, their types and the rows of a result. Raises `SqlError` for one not to show."""
    if not data:
        return (), (), []
    cursor = Cursor(data)
    count = cursor.varint()
    columns = tuple([cursor.text() for _ in range(count)])
    types = tuple([cursor.text() for _ in range(count)])
    kinds = [parse_type(name) for name in types]
    if all(map(_is_empty, kinds)):
        # Such rows take no bytes, and cannot be counted.
        raise unshowable(types[0])
    decoders = [decoder(kind) for kind in kinds]
    rows = []
    while not cursor.ended:
        cursor.count(count)
        rows.append(tuple([decode(cursor) for decode in decoders]))
    return columns, types, rows


def _is_empty(kind: Type) -> bool:
    return kind.name == "Tuple" and all(map(_is_empty, kind.types))


def decoder(kind: Type) -> Decode:
    """What reads a value of a type. Raises `SqlError` for a type that a page cannot show."""
    make = _MAKERS.get(kind.name)
    if make is not None:
        return make(kind)
    if kind.name.startswith("Interval"):
        return _interval(kind)
    raise unshowable(kind.name)


def _unsigned(width: int) -> Callable[[Type], Decode]:
    return lambda _kind: lambda cursor: cursor.unsigned(width)


def _signed(width: int) -> Callable[[Type], Decode]:
    return lambda _kind: lambda cursor: cursor.signed(width)


def _float64(_kind: Type) -> Decode:
    return lambda cursor: float(struct.unpack("<d", cursor.take(8))[0])


def _float32(_kind: Type) -> Decode:
    """The float whose digits are those of a 32-bit float: 0.1, and not 0.10000000149011612."""
    return lambda cursor: float(float32_text(struct.unpack("<f", cursor.take(4))[0]))


def _bfloat16(_kind: Type) -> Decode:
    def decode(cursor: Cursor) -> Value:
        return float(struct.unpack("<f", b"\0\0" + cursor.take(2))[0])

    return decode


def _string(_kind: Type) -> Decode:
    return lambda cursor: _text_or_bytes(cursor.string())


def _fixed_string(kind: Type) -> Decode:
    width = kind.numbers[0]
    return lambda cursor: _text_or_bytes(cursor.take(width))


def _text_or_bytes(data: bytes) -> Value:
    """A string, or the bytes of one that is no text: ClickHouse's strings may hold anything."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def _decimal(kind: Type) -> Decode:
    precision, scale = kind.numbers
    width = 4 if precision <= 9 else 8 if precision <= 18 else 16 if precision <= 38 else 32

    def decode(cursor: Cursor) -> Value:
        number = cursor.signed(width)
        digits = str(abs(number)).rjust(scale + 1, "0")
        sign = "-" if number < 0 else ""
        point = len(digits) - scale
        return Decimal(sign + digits[:point] + (f".{digits[point:]}" if scale else ""))

    return decode


def _enum(width: int) -> Callable[[Type], Decode]:
    def make(kind: Type) -> Decode:
        names = dict(zip(kind.numbers, kind.labels, strict=True))
        return lambda cursor: names[cursor.signed(width)]

    return make


def _uuid(_kind: Type) -> Decode:
    def decode(cursor: Cursor) -> Value:
        high, low = cursor.unsigned(8), cursor.unsigned(8)
        return str(UUID(int=(high << 64) | low))

    return decode


def _ipv4(_kind: Type) -> Decode:
    return lambda cursor: str(IPv4Address(cursor.unsigned(4)))


def _ipv6(_kind: Type) -> Decode:
    def decode(cursor: Cursor) -> Value:
        address = IPv6Address(cursor.take(16))
        mapped = address.ipv4_mapped
        return f"::ffff:{mapped}" if mapped is not None else str(address)

    return decode


# Dates and times.


def _date_time(kind: Type) -> Decode:
    zone = kind.texts[0] if kind.texts else None
    if kind.name == "DateTime":
        return lambda cursor: _moment(cursor.unsigned(4) * NANOS_PER_SECOND, zone)
    unit = 10 ** (9 - kind.numbers[0])
    return lambda cursor: _moment(cursor.signed(8) * unit, zone)


def _moment(instant: int, zone: str | None) -> Value:
    """The wall clock at an instant, in nanoseconds since 1970-01-01T00:00Z.

    Where no zone is declared, chDB's is UTC.
    """
    if zone is None:
        return LocalDateTime(*divmod(instant, NANOS_PER_DAY))
    if zone == _UTC:
        days, nanos = divmod(instant, NANOS_PER_DAY)
        return DateTime(days, nanos, 0)
    known = zone_name(zone)
    if known is None:
        raise unshowable(f"DateTime('{zone}')")
    offset = offset_at(known, instant // NANOS_PER_SECOND)
    days, nanos = divmod(instant + offset * NANOS_PER_SECOND, NANOS_PER_DAY)
    return DateTime(days, nanos, offset, known)


def _time(kind: Type) -> Decode:
    """A time of ClickHouse is a span of up to 999 hours, negative ones too."""
    if kind.name == "Time":
        return lambda cursor: duration(0, 0, cursor.signed(4), 0)
    unit = 10 ** (9 - kind.numbers[0])
    return lambda cursor: duration(0, 0, 0, cursor.signed(8) * unit)


_UNITS: dict[str, tuple[int, int, int, int]] = {
    "Nanosecond": (0, 0, 0, 1),
    "Microsecond": (0, 0, 0, 1_000),
    "Millisecond": (0, 0, 0, 1_000_000),
    "Second": (0, 0, 1, 0),
    "Minute": (0, 0, 60, 0),
    "Hour": (0, 0, 3600, 0),
    "Day": (0, 1, 0, 0),
    "Week": (0, 7, 0, 0),
    "Month": (1, 0, 0, 0),
    "Quarter": (3, 0, 0, 0),
    "Year": (12, 0, 0, 0),
}
"""Months, days, seconds and nanoseconds."""


def _interval(kind: Type) -> Decode:
    unit = _UNITS.get(kind.name.removeprefix("Interval"))
    if unit is None:
        raise unshowable(kind.name)
    months, days, seconds, nanos = unit

    def decode(cursor: Cursor) -> Duration:
        count = cursor.signed(8)
        return duration(months * count, days * count, seconds * count, nanos * count)

    return decode


# Values that hold others.


def _nullable(kind: Type) -> Decode:
    if kind.one().name == "Nothing":
        return _always_null
    inner = decoder(kind.one())
    return lambda cursor: None if cursor.unsigned(1) else inner(cursor)


def _always_null(cursor: Cursor) -> None:
    cursor.unsigned(1)


def _nothing(_kind: Type) -> Decode:
    """No value has this type: it is that of the members of ``[]``."""
    return _always_null


def _inner(kind: Type) -> Decode:
    return decoder(kind.types[-1])


def _array(kind: Type) -> Decode:
    inner = decoder(kind.one())
    return lambda cursor: [inner(cursor) for _ in range(cursor.length())]


def _tuple(kind: Type) -> Decode:
    parts = [decoder(part) for part in kind.types]
    width = len(parts)
    named = list(zip(kind.labels, parts, strict=True)) if kind.labels else None

    def decode(cursor: Cursor) -> Value:
        cursor.count(width)
        if named is None:
            return [part(cursor) for part in parts]
        return {name: part(cursor) for name, part in named}

    return decode


def _nested(kind: Type) -> Decode:
    inner = _tuple(kind)
    width = len(kind.types)
    return lambda cursor: [inner(cursor) for _ in range(cursor.length(width))]


def _map(kind: Type) -> Decode:
    read_key, read_value = map(decoder, kind.types)

    def decode(cursor: Cursor) -> Value:
        found: dict[str, Value] = {}
        for _ in range(cursor.length(2)):
            key = _key(read_key(cursor))
            if key in found:
                raise SqlError("NOT_IMPLEMENTED", f"a page cannot show a map with two keys `{key}`")
            found[key] = read_value(cursor)
        return found

    return decode


def _key(key: Value) -> str:
    """A key of a map is a string on a page; others are what they are written as."""
    if isinstance(key, str):
        return key
    if isinstance(key, Date | LocalDateTime | DateTime | Duration | Decimal):
        return str(key)
    from runner.render.literal import format_value

    return format_value(key)


def _variant(kind: Type) -> Decode:
    inner = [decoder(each) for each in kind.types]

    def decode(cursor: Cursor) -> Value:
        which = cursor.unsigned(1)
        return None if which == 255 else inner[which](cursor)

    return decode


def _dynamic(_kind: Type) -> Decode:
    def decode(cursor: Cursor) -> Value:
        kind = read_binary_type(cursor)
        return None if kind.name == "Nothing" else decoder(kind)(cursor)

    return decode


def _json(kind: Type) -> Decode:
    """An object as its paths, of which some have a type."""
    typed = {path: decoder(each) for path, each in zip(kind.labels, kind.types, strict=True)}
    dynamic = _dynamic(kind)

    def decode(cursor: Cursor) -> Value:
        found: dict[str, Value] = {}
        cursor.objects += 1
        for _ in range(cursor.length()):
            name = cursor.text()
            path = name.split(".")
            if cursor.objects + len(path) > _DEEPEST:
                raise SqlError(
                    "TOO_DEEP_RECURSION", "a page cannot show objects that nest this deeply"
                )
            _put(found, path, typed.get(name, dynamic)(cursor))
        cursor.objects -= 1
        return found

    return decode


def _put(into: dict[str, Value], path: list[str], value: Value) -> None:
    at: Value = into
    for step in path[:-1]:
        at = at.setdefault(step, {}) if isinstance(at, dict) else None
    if not isinstance(at, dict) or path[-1] in at:
        raise SqlError(
            "NOT_IMPLEMENTED",
            f"a page cannot show an object with two values at `{'.'.join(path)}`",
        )
    at[path[-1]] = value


_MAKERS: dict[str, Callable[[Type], Decode]] = {
    **{f"UInt{bits}": _unsigned(bits // 8) for bits in (8, 16, 32, 64, 128, 256)},
    **{f"Int{bits}": _signed(bits // 8) for bits in (8, 16, 32, 64, 128, 256)},
    "Float64": _float64,
    "Float32": _float32,
    "BFloat16": _bfloat16,
    "Bool": lambda _kind: lambda cursor: bool(cursor.unsigned(1)),
    "String": _string,
    "FixedString": _fixed_string,
    "Decimal": _decimal,
    "Enum8": _enum(1),
    "Enum16": _enum(2),
    "UUID": _uuid,
    "IPv4": _ipv4,
    "IPv6": _ipv6,
    "Date": lambda _kind: lambda cursor: Date(cursor.unsigned(2)),
    "Date32": lambda _kind: lambda cursor: Date(cursor.signed(4)),
    "DateTime": _date_time,
    "DateTime64": _date_time,
    "Time": _time,
    "Time64": _time,
    "Nullable": _nullable,
    "Nothing": _nothing,
    "LowCardinality": _inner,
    "SimpleAggregateFunction": _inner,
    "Array": _array,
    "Tuple": _tuple,
    "Nested": _nested,
    "Map": _map,
    "Variant": _variant,
    "Dynamic": _dynamic,
    "JSON": _json,
}
