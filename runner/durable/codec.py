"""Records of the log as JSON text: numbers exact, and the values that JSON lacks as tagged objects.

No property is a map, so that an object among the values always is a tag with what it holds.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Point,
    Time,
    Vector,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_FIELDS: dict[type, tuple[str, Callable[[Any], list[Any]]]] = {
    Date: ("date", lambda v: [v.days]),
    LocalTime: ("localtime", lambda v: [v.nanos]),
    Time: ("time", lambda v: [v.nanos, v.offset]),
    LocalDateTime: ("localdatetime", lambda v: [v.days, v.nanos]),
    DateTime: ("datetime", lambda v: [v.days, v.nanos, v.offset, v.zone]),
    Duration: ("duration", lambda v: [v.months, v.days, v.seconds, v.nanos]),
    Point: ("point", lambda v: [v.srid, v.coordinates]),
    Vector: ("vector", lambda v: [v.coordinates, v.coordinate_type]),
    bytes: ("bytes", lambda v: [v.hex()]),
}

_MAKERS: dict[str, Callable[..., Any]] = {
    "date": Date,
    "localtime": LocalTime,
    "time": Time,
    "localdatetime": LocalDateTime,
    "datetime": DateTime,
    "duration": Duration,
    "point": lambda srid, coordinates: Point(srid, tuple(coordinates)),
    "vector": lambda coordinates, kind: Vector(tuple(coordinates), kind),
    "bytes": bytes.fromhex,
}


def encode(record: dict[str, Any]) -> bytes:
    """A record as text. Its operations are those of `runner.cypher.store.redo`."""
    text = json.dumps(record, default=_tagged, separators=(",", ":"), check_circular=False)
    return text.encode("ascii")


def decode(text: bytes) -> dict[str, Any]:
    """The record that `encode` made `text` of. Raises `ValueError` or `KeyError` for another."""
    record: dict[str, Any] = json.loads(text)
    for operation in record["operations"]:
        properties = operation[-1]
        if type(properties) is dict:
            for key, value in properties.items():
                if type(value) is dict:
                    properties[key] = _untagged(value)
                elif type(value) is list and value and type(value[0]) is dict:
                    properties[key] = [_untagged(item) for item in value]
    return record


def _tagged(value: Any) -> dict[str, list[Any]]:
    name, fields = _FIELDS[type(value)]
    return {name: fields(value)}


def _untagged(tagged: dict[str, list[Any]]) -> Any:
    ((name, fields),) = tagged.items()
    return _MAKERS[name](*fields)
