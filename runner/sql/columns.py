"""Rows of a page as a table of ClickHouse: a type for each column, and the rows in that type.

The types, by what a column holds beside null: booleans Bool; integers Int64, or as wide as they
are; floats, and integers beside floats, Float64; decimals Decimal; strings and bytes String; dates
Date32; local datetimes DateTime64, datetimes DateTime64 in their zone, or in UTC where they have
several; lists Array; maps that all have the same keys Tuple with names, other maps
Map(String, …); nodes and relationships the map of their properties, paths an Array of these;
points a Tuple of x, y, z and crs; vectors an Array. Times, durations, and dates that ClickHouse
cannot hold, are String: their text. What is of several of these kinds is a Variant.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from runner.values import (
    Date,
    DateTime,
    Decimal,
    Duration,
    LocalDateTime,
    LocalTime,
    Node,
    Path,
    Point,
    Relationship,
    Time,
    Vector,
)
from runner.values.temporal import NANOS_PER_DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from runner.values import Value

    Encode: TypeAlias = Callable[[Value], bytes]

_EXACT = 2**53
_DATES = (-25567, 120529)
"""Days since 1970-01-01 that a Date32 can be: 1900-01-01 to 2299-12-31."""
_INSTANTS = (_DATES[0] * NANOS_PER_DAY, (_DATES[1] + 1) * NANOS_PER_DAY)
_NANO_INSTANTS = (_INSTANTS[0], 2**63)
"""With nanoseconds a DateTime64 ends in 2262."""


class Column(NamedTuple):
    """The type of a column, and how a value is written in it."""

    type: str
    encode: Encode
    takes_null: bool = False


class Table(NamedTuple):
    """A table for chDB."""

    columns: tuple[tuple[str, str], ...]
    """Names and types."""
    data: bytes
    """The rows, in the format RowBinary."""


def table_of(columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> Table:
    """The table that holds rows; every column takes null where it holds one."""
    values = [[_plain(row[number]) for row in rows] for number in range(len(columns))]
    made = [_column(each) for each in values]
    data = b"".join(
        column.encode(values[number][row])
        for row in range(len(rows))
        for number, column in enumerate(made)
    )
    return Table(tuple(zip(columns, (each.type for each in made), strict=True)), data)


def _plain(value: Value) -> Value:
    """A value without the types that ClickHouse has no like of."""
    if isinstance(value, Node | Relationship):
        return _plain(value.properties)
    if isinstance(value, Path):
        parts: list[Value] = [_plain(value.nodes[0])]
        for relationship, node in zip(value.relationships, value.nodes[1:], strict=True):
            parts += [_plain(relationship), _plain(node)]
        return parts
    if isinstance(value, Point):
        axes: dict[str, Value] = dict(zip("xyz", value.coordinates, strict=False))
        return {**axes, "crs": value.crs}
    if isinstance(value, Vector):
        return list(value.coordinates)
    if isinstance(value, LocalTime | Time | Duration):
        return str(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _column(values: Sequence[Value]) -> Column:
    """The column that holds `values`, nulls among them."""
    present = [value for value in values if value is not None]
    has_null = len(present) < len(values)
    if not present:
        return _nullable(_TEXT) if has_null else _TEXT
    kinds: dict[str, list[Value]] = {}
    for value in present:
        kinds.setdefault(_kind(value), []).append(value)
    if kinds.keys() == {"int", "float"} and _exact(kinds["int"]):
        return _nullable(_FLOAT) if has_null else _FLOAT
    made = {kind: _MAKERS[kind](members) for kind, members in kinds.items()}
    if len(made) == 1:
        column = next(iter(made.values()))
        if not has_null:
            return column
        if not column.type.startswith(("Array(", "Tuple(", "Map(")):
            return _nullable(column)
    return _variant(made)


def _kind(value: Value) -> str:
    for kind, types in _KINDS.items():
        if isinstance(value, types):
            return kind
    raise TypeError(f"no value of a page: {type(value).__name__}")


_KINDS: dict[str, type | tuple[type, ...]] = {
    "bool": bool,
    "int": int,
    "float": float,
    "decimal": Decimal,
    "text": (str, bytes),
    "date": Date,
    "local": LocalDateTime,
    "zoned": DateTime,
    "list": list,
    "map": dict,
}


def _exact(numbers: Iterable[Value]) -> bool:
    return all(isinstance(number, int) and abs(number) <= _EXACT for number in numbers)


def _nullable(column: Column) -> Column:
    encode = column.encode
    return Column(
        f"Nullable({column.type})",
        lambda value: b"\1" if value is None else b"\0" + encode(value),
        takes_null=True,
    )


def _variant(made: dict[str, Column]) -> Column:
    """A column of values of several kinds, or of one that cannot be null by itself."""
    by_type: dict[str, Column] = {column.type: column for column in made.values()}
    order = {name: number for number, name in enumerate(sorted(by_type))}
    which = {kind: (order[column.type], column.encode) for kind, column in made.items()}

    def encode(value: Value) -> bytes:
        if value is None:
            return b"\xff"
        number, inner = which[_kind(value)]
        return bytes([number]) + inner(value)

    return Column(f"Variant({', '.join(sorted(by_type))})", encode, takes_null=True)


# What each kind is.


def _varint(number: int) -> bytes:
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _encode_text(value: Value) -> bytes:
    if isinstance(value, bytes):
        data = value
    else:
        data = str(value).encode("utf-8", "surrogatepass")
    return _varint(len(data)) + data


def _encode_float(value: Value) -> bytes:
    assert isinstance(value, int | float)
    return struct.pack("<d", value)


_TEXT = Column("String", _encode_text)
_FLOAT = Column("Float64", _encode_float)
_BOOL = Column("Bool", lambda value: b"\1" if value else b"\0")


def _integers(values: Sequence[Value]) -> Column:
    numbers = [value for value in values if isinstance(value, int)]
    low, high = min(numbers), max(numbers)
    for bits in (64, 128, 256):
        if -(2 ** (bits - 1)) <= low and high < 2 ** (bits - 1):
            return Column(f"Int{bits}", _encode_integer(bits // 8, signed=True))
    if low >= 0 and high < 2**256:
        return Column("UInt256", _encode_integer(32, signed=False))
    return _TEXT


def _encode_integer(width: int, *, signed: bool) -> Encode:
    def encode(value: Value) -> bytes:
        assert isinstance(value, int)
        return value.to_bytes(width, "little", signed=signed)

    return encode


def _decimals(values: Sequence[Value]) -> Column:
    texts = [str(value).lstrip("-") for value in values]
    scale = max(len(text.partition(".")[2]) for text in texts)
    whole = max(len(text.partition(".")[0].lstrip("0")) for text in texts)
    precision = max(whole + scale, 1)
    if precision > 76:
        return _TEXT
    width = 4 if precision <= 9 else 8 if precision <= 18 else 16 if precision <= 38 else 32

    def encode(value: Value) -> bytes:
        digits, _, places = str(value).partition(".")
        return int(digits + places.ljust(scale, "0")).to_bytes(width, "little", signed=True)

    return Column(f"Decimal({precision}, {scale})", encode)


def _dates(values: Sequence[Value]) -> Column:
    days = [value.days for value in values if isinstance(value, Date)]
    if not _DATES[0] <= min(days) <= max(days) <= _DATES[1]:
        return _TEXT

    def encode(value: Value) -> bytes:
        assert isinstance(value, Date)
        return value.days.to_bytes(4, "little", signed=True)

    return Column("Date32", encode)


def _local_date_times(values: Sequence[Value]) -> Column:
    return _instants(values, None)


def _zoned_date_times(values: Sequence[Value]) -> Column:
    zones = {value.zone for value in values if isinstance(value, DateTime)}
    zone = zones.pop() if len(zones) == 1 else None
    # ClickHouse has the names of the tz database, and not those that Java makes of offsets.
    return _instants(values, zone if zone and "/" in zone else "UTC")


def _instants(values: Sequence[Value], zone: str | None) -> Column:
    nanos = [_instant(value) for value in values]
    places = next(p for p in (0, 3, 6, 9) if all(n % 10 ** (9 - p) == 0 for n in nanos))
    first, end = _NANO_INSTANTS if places == 9 else _INSTANTS
    if not first <= min(nanos) <= max(nanos) < end:
        return _TEXT
    unit = 10 ** (9 - places)
    name = f"DateTime64({places})" if zone is None else f"DateTime64({places}, '{zone}')"
    return Column(name, lambda v: (_instant(v) // unit).to_bytes(8, "little", signed=True))


def _instant(value: Value) -> int:
    if isinstance(value, DateTime):
        return value.instant_nanos
    assert isinstance(value, LocalDateTime)
    return value.days * NANOS_PER_DAY + value.nanos


def _lists(values: Sequence[Value]) -> Column:
    inner = _column([item for value in values if isinstance(value, list) for item in value])

    def encode(value: Value) -> bytes:
        assert isinstance(value, list)
        return _varint(len(value)) + b"".join([inner.encode(item) for item in value])

    return Column(f"Array({inner.type})", encode)


def _maps(values: Sequence[Value]) -> Column:
    maps = [value for value in values if isinstance(value, dict)]
    keys = list(maps[0])
    same = all(set(each) == set(keys) for each in maps)
    if same and keys and all(key.isidentifier() and key.isascii() for key in keys):
        return _named_tuple(maps, sorted(keys))
    inner = _column([item for each in maps for item in each.values()])

    def encode(value: Value) -> bytes:
        assert isinstance(value, dict)
        pairs = [_encode_text(key) + inner.encode(value[key]) for key in sorted(value)]
        return _varint(len(pairs)) + b"".join(pairs)

    return Column(f"Map(String, {inner.type})", encode)


def _named_tuple(maps: Sequence[dict[str, Value]], keys: Sequence[str]) -> Column:
    parts = {key: _column([each[key] for each in maps]) for key in keys}

    def encode(value: Value) -> bytes:
        assert isinstance(value, dict)
        return b"".join([part.encode(value[key]) for key, part in parts.items()])

    inner = ", ".join(f"`{key}` {part.type}" for key, part in parts.items())
    return Column(f"Tuple({inner})", encode)


_MAKERS: dict[str, Callable[[Sequence[Value]], Column]] = {
    "bool": lambda _values: _BOOL,
    "int": _integers,
    "float": lambda _values: _FLOAT,
    "decimal": _decimals,
    "text": lambda _values: _TEXT,
    "date": _dates,
    "local": _local_date_times,
    "zoned": _zoned_date_times,
    "list": _lists,
    "map": _maps,
}
