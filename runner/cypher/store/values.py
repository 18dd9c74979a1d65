"""What can be a property: the check of a value before it is stored, and values in messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error, type_error
from runner.cypher.uuids import Uuid
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
from runner.values.numbers import float_text

if TYPE_CHECKING:
    from runner.errors import EngineError

_SCALARS = frozenset(
    (
        bool,
        int,
        float,
        str,
        bytes,
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


_NUMBERS = frozenset((int, float))
_UNSUPPORTED = (
    "Neo4j only supports a subset of Cypher types for storage as singleton or array properties. "
    "Please refer to section cypher/syntax/values of the manual for more details."
)


def storable(value: Any) -> Any:
    """`value` as it is stored: lists are copied, and one of integers and floats is all floats.

    Null passes. Raises `EngineError` for maps, entities, paths, lists that are no arrays
    (facts 1.7), and for UUIDs, as a server whose store has the format ``aligned``.
    """
    kind = type(value)
    if kind in _SCALARS or value is None:
        return value
    if kind is list:
        return _array(value)
    if kind is Uuid:
        raise _unsupported_format("UUID")
    raise _not_primitive(value)


def _array(items: list[Any]) -> list[Any]:
    kinds = dict.fromkeys(map(type, items))
    if len(kinds) <= 1 and kinds.keys() <= _SCALARS and Vector not in kinds:
        return _of_one_kind(items)
    if kinds.keys() == {Uuid}:
        raise _unsupported_format("UUID[]")
    simple = _SCALARS | {Uuid}
    first = type(items[0])
    for item in items:
        if item is None:
            raise _unstorable("Collections containing null values can not be stored in properties.")
        if isinstance(item, list):
            raise _unstorable("Collections containing collections can not be stored in properties.")
        kind = type(item)
        if kind is first and kind not in simple:
            raise _not_primitive(item)
        if kind is not first and not (kind in _NUMBERS and first in _NUMBERS):
            raise _unstorable(_UNSUPPORTED)
    if kinds.keys() == _NUMBERS:
        return [float(item) for item in items]
    raise _unstorable(_UNSUPPORTED)


def _of_one_kind(items: list[Any]) -> list[Any]:
    if items and isinstance(items[0], Point) and len({item.srid for item in items}) > 1:
        raise _unstorable(
            "Collections containing point values with different CRS can not be stored in "
            "properties."
        )
    return items.copy()


def _unsupported_format(type_: str) -> EngineError:
    message = f"storing properties of type {type_} is not supported in aligned store format"
    return client_error("Data.DataUnsupportedByStoreFormat", "51N77", message)


def _unstorable(message: str) -> EngineError:
    return client_error("Statement.TypeError", "22G03", message, ("22N39", message))


def _not_primitive(value: Any) -> EngineError:
    return type_error(
        "Property values can only be of primitive types or arrays thereof. "
        f"Encountered: {describe(value)}."
    )


def value_text(value: Any) -> str:
    """A stored value as the message of a uniqueness violation prints it (facts 1.2)."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, list):
        return f"[{', '.join(value_text(item) for item in value)}]"
    if isinstance(value, Point):
        return _point_text(value)
    return str(value)


def _point_text(point: Point) -> str:
    table = "epsg" if point.srid in (4326, 4979) else "sr-org"
    coordinates = ", ".join(float_text(c) for c in point.coordinates)
    return (
        f'{{geometry: {{type: "Point", coordinates: [{coordinates}], crs: {{type: link, '
        f'properties: {{href: "https://spatialreference.org/ref/{table}/{point.srid}/", '
        f"code: {point.srid}}}}}}}}}"
    )
