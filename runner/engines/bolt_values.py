"""Values of Bolt and values of `runner`, both ways, with nothing lost.

The driver's own classes for values cannot hold all that a server sends: years outside 1 to 9999,
seconds of an offset, the old local times of zones, the order of labels. So the structures of the
protocol (Bolt manual, "Structure semantics") are read and written here. Two places inside the
driver are touched for that: the table by which a result decodes structures, and the class of a
structure.
"""

from __future__ import annotations

from struct import pack, unpack
from typing import TYPE_CHECKING, Any
from uuid import UUID

from runner.errors import EngineFailure, UsageError
from runner.values import (
    INT64_MAX,
    INT64_MIN,
    Date,
    DateTime,
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
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND
from runner.values.zones import at_instant, zone_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from neo4j import Result as DriverResult

    from runner.values import Temporal, Value

_SECONDS_PER_DAY = 86_400

_VECTOR_FORMATS: dict[bytes, tuple[str, str]] = {
    b"\xc8": ("INTEGER8", "b"),
    b"\xc9": ("INTEGER16", "h"),
    b"\xca": ("INTEGER32", "i"),
    b"\xcb": ("INTEGER", "q"),
    b"\xc6": ("FLOAT32", "f"),
    b"\xc1": ("FLOAT", "d"),
}
"""Type of coordinates and letter of `struct` by the marker that a vector carries."""

_VECTOR_MARKERS = {name: (marker, letter) for marker, (name, letter) in _VECTOR_FORMATS.items()}


def decode_exactly(result: DriverResult) -> None:
    """Let a result that has just begun decode structures as `runner`'s values.

    Raises `EngineFailure` where this release of the driver has no place for that.
    """
    try:
        result._hydration_scope._struct_hydration_functions.update(_DECODERS)
    except AttributeError as error:
        from neo4j import __version__

        raise EngineFailure(
            f"the neo4j driver {__version__} is not one that runner can work with; install "
            "another 6.x release of it"
        ) from error


def to_value(value: Any) -> Value:
    """A decoded value as one of `runner`'s.

    What is left to do: a UUID, for which pages have no form of its own, becomes its text. Raises
    `EngineFailure` for a value that the protocol could not carry.
    """
    kind = value.__class__
    if kind in _AS_THEY_ARE:
        plain: Value = value
        return plain
    if kind is list:
        return [to_value(item) for item in value]
    if kind is dict:
        return {key: to_value(item) for key, item in value.items()}
    if kind is UUID:
        return str(value)
    raise EngineFailure(
        f"the server sent a value that this release of the neo4j driver cannot read: {value!r}"
    )


def _node(
    number: int, labels: list[str], properties: dict[str, Any], element_id: str | None = None
) -> Node:
    return Node(
        _last_number(element_id, number),
        element_id if element_id is not None else str(number),
        tuple(labels),
        {key: to_value(value) for key, value in properties.items()},
    )


def _relationship(
    number: int,
    start: int,
    end: int,
    type_: str,
    properties: dict[str, Any],
    element_id: str | None = None,
    start_element_id: str | None = None,
    end_element_id: str | None = None,
) -> Relationship:
    return Relationship(
        _last_number(element_id, number),
        element_id if element_id is not None else str(number),
        type_,
        _last_number(start_element_id, start),
        _last_number(end_element_id, end),
        {key: to_value(value) for key, value in properties.items()},
    )


def _last_number(element_id: str | None, number: int) -> int:
    """The number at the end of an element id, the one that ``id()`` gives."""
    last = (element_id or "").rpartition(":")[2]
    return int(last) if last.isascii() and last.isdigit() else number


def _unbound_relationship(
    number: int, type_: str, properties: dict[str, Any], element_id: str | None = None
) -> Relationship:
    return _relationship(number, -1, -1, type_, properties, element_id)


def _path(nodes: list[Node], relationships: list[Relationship], sequence: list[int]) -> Path:
    """A path from its distinct parts: `sequence` alternates relationship and node.

    A relationship is counted from 1, and negative where it is walked against its direction.
    """
    walked = [nodes[0]]
    steps = []
    for at in range(0, len(sequence), 2):
        number, after = sequence[at], nodes[sequence[at + 1]]
        before = walked[-1]
        start, end = (before, after) if number > 0 else (after, before)
        found = relationships[abs(number) - 1]
        steps.append(
            Relationship(found.id, found.element_id, found.type, start.id, end.id, found.properties)
        )
        walked.append(after)
    return Path(tuple(walked), tuple(steps))


def _local_datetime(seconds: int, nanos: int) -> LocalDateTime:
    days, second = divmod(seconds, _SECONDS_PER_DAY)
    return LocalDateTime(days, second * NANOS_PER_SECOND + nanos)


def _offset_datetime(seconds: int, nanos: int, offset: int) -> DateTime:
    days, second = divmod(seconds + offset, _SECONDS_PER_DAY)
    return DateTime(days, second * NANOS_PER_SECOND + nanos, offset)


def _zoned_datetime(seconds: int, nanos: int, zone: str) -> DateTime:
    return at_instant(zone_name(zone) or zone, seconds * NANOS_PER_SECOND + nanos)


def _duration(months: int, days: int, seconds: int, nanos: int) -> Duration:
    carried, nanos = divmod(nanos, NANOS_PER_SECOND)
    return Duration(months, days, seconds + carried, nanos)


def _point(srid: int, *coordinates: float) -> Point:
    return Point(srid, coordinates)


def _vector(marker: bytes, data: bytes) -> Vector:
    name, letter = _VECTOR_FORMATS[bytes(marker)]
    size = {"b": 1, "h": 2, "i": 4, "q": 8, "f": 4, "d": 8}[letter]
    return Vector(unpack(f">{len(data) // size}{letter}", data), name)


_DECODERS: Mapping[bytes, Callable[..., Any]] = {
    b"N": _node,
    b"R": _relationship,
    b"r": _unbound_relationship,
    b"P": _path,
    b"D": Date,
    b"T": Time,
    b"t": LocalTime,
    b"I": _offset_datetime,
    b"i": _zoned_datetime,
    b"d": _local_datetime,
    b"E": _duration,
    b"X": _point,
    b"Y": _point,
    b"V": _vector,
}
"""By the tag of a structure, what makes a value of its fields (Bolt 5 and 6)."""

_AS_THEY_ARE = frozenset(
    (
        type(None),
        bool,
        int,
        float,
        str,
        bytes,
        Node,
        Relationship,
        Path,
        Date,
        Time,
        LocalTime,
        DateTime,
        LocalDateTime,
        Duration,
        Point,
        Vector,
    )
)


def to_parameters(parameters: Mapping[str, Any], *, vectors: bool) -> dict[str, Any]:
    """Parameters as the driver sends them; `vectors` says whether the server takes vectors.

    Raises `UsageError` for what no parameter can be, as the embedded engine does.
    """
    return {name: _Encoder(name, vectors).encode(value) for name, value in parameters.items()}


class _Encoder:
    """Encodes one parameter; its name is for messages."""

    def __init__(self, name: str, vectors: bool) -> None:
        self.name = name
        self.vectors = vectors

    def encode(self, value: Any) -> Any:
        kind = value.__class__
        if kind in (type(None), bool, float, bytes):
            return value
        if kind is str:
            return self._text(value)
        if isinstance(value, int):
            if INT64_MIN <= value <= INT64_MAX:
                return value
            raise self._wrong(f"{value} does not fit in 64 bits")
        if isinstance(value, (list, tuple)):
            return [self.encode(item) for item in value]
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    raise self._wrong(f"the key {key!r} of a map is no string")
            return {self._text(key): self.encode(item) for key, item in value.items()}
        if kind is Vector and not self.vectors:
            raise self._wrong("this server takes no vectors; Neo4j does from 2025.10 on")
        fields = _FIELDS.get(kind)
        if fields is None:
            return self.encode(self._python_time(value))
        from neo4j._codec.packstream import Structure

        return Structure(*fields(value))

    def _text(self, text: str) -> str:
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise self._wrong(f"{text!r} holds half a surrogate pair") from error
        return text

    def _python_time(self, value: Any) -> Temporal:
        from runner.values.python_time import from_python_time  # few programs have any

        try:
            temporal = from_python_time(value)
        except ValueError as error:
            raise self._wrong(str(error)) from None
        if temporal is None:
            raise self._wrong(f"{type(value).__name__} is no type of Cypher")
        return temporal

    def _wrong(self, what: str) -> UsageError:
        return UsageError(f"parameter ${self.name}: {what}")


def _datetime_fields(value: DateTime) -> tuple[Any, ...]:
    seconds, nanos = divmod(value.instant_nanos, NANOS_PER_SECOND)
    if value.zone is None:
        return b"I", seconds, nanos, value.offset
    return b"i", seconds, nanos, value.zone


def _local_datetime_fields(value: LocalDateTime) -> tuple[Any, ...]:
    return b"d", *divmod(value.days * NANOS_PER_DAY + value.nanos, NANOS_PER_SECOND)


def _vector_fields(value: Vector) -> tuple[Any, ...]:
    marker, letter = _VECTOR_MARKERS[value.coordinate_type]
    return b"V", marker, pack(f">{len(value.coordinates)}{letter}", *value.coordinates)


_FIELDS: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    Date: lambda v: (b"D", v.days),
    Time: lambda v: (b"T", v.nanos, v.offset),
    LocalTime: lambda v: (b"t", v.nanos),
    DateTime: _datetime_fields,
    LocalDateTime: _local_datetime_fields,
    Duration: lambda v: (b"E", v.months, v.days, v.seconds, v.nanos),
    Point: lambda v: (b"X" if len(v.coordinates) == 2 else b"Y", v.srid, *v.coordinates),
    Vector: _vector_fields,
}
