"""Values that JSON lacks, written in data blocks as one-key objects, as ``{"$date": "…"}``."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from runner.errors import RunnerError
from runner.values import Point, Value, Vector
from runner.values.spatial import CRS_BY_SRID, MAX_DIMENSION, SRID_BY_CRS

if TYPE_CHECKING:
    from collections.abc import Callable

_FLOATS = {name: float(name) for name in ("NaN", "Infinity", "-Infinity")}
_INTEGER_BITS = {"INTEGER8": 8, "INTEGER16": 16, "INTEGER32": 32, "INTEGER": 64}
_COORDINATE_TYPES = {
    **{name: name for name in (*_INTEGER_BITS, "FLOAT32", "FLOAT")},
    "INT": "INTEGER",
    "INT64": "INTEGER",
    "INTEGER64": "INTEGER",
    "INT8": "INTEGER8",
    "INT16": "INTEGER16",
    "INT32": "INTEGER32",
    "FLOAT64": "FLOAT",
}
"""The names of coordinate types that `vector()` takes, each with the one that values carry."""


class TypedValueError(Exception):
    """A one-key object does not give a value of its type; the text says why."""


def typed_value(name: str, value: Value) -> Value:
    """The value that ``{name: value}`` stands for; `name` is one of `TYPES`.

    Raises `TypedValueError` where it stands for none.
    """
    return TYPES[name](name, value)


def _text(name: str, value: Value) -> str:
    if not isinstance(value, str):
        raise TypedValueError(f"`{name}` takes a text in quotes")
    return value


def _temporal(name: str, value: Value) -> Value:
    from runner.values import iso

    text = _text(name, value)
    parse: Callable[[str], Value] = getattr(iso, f"parse_{name[1:]}")
    try:
        return parse(text)
    except (ValueError, RunnerError) as error:
        reason = str(error).partition("\n")[0]
        raise TypedValueError(f'"{text}" is no {name[1:]}: {reason}') from None


def _bytes(name: str, value: Value) -> bytes:
    import base64
    import binascii

    text = _text(name, value)
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise TypedValueError(f'"{text}" is no base64') from None


def _float(name: str, value: Value) -> float:
    if isinstance(value, str) and value in _FLOATS:
        return _FLOATS[value]
    raise TypedValueError(f'`{name}` takes "NaN", "Infinity" or "-Infinity"')


def _point(name: str, value: Value) -> Point:
    """A point of the keys that Cypher's `point()` takes (manual, "Spatial functions")."""
    if not isinstance(value, dict):
        raise TypedValueError(f'`{name}` takes an object, as {{"x": 1.0, "y": 2.0}}')
    coordinates = {key: value[key] for key in value if key not in ("crs", "srid")}
    names = frozenset(coordinates)
    geographic = {"longitude", "latitude"} <= names
    all_axes = ("longitude", "latitude", "height") if geographic else ("x", "y", "z")
    axes = all_axes[: len(names)]
    if len(names) not in (2, 3) or names != frozenset(axes):
        raise TypedValueError(
            f"`{name}` takes x and y, or longitude and latitude; a third is z or height"
        )
    srid = _srid(name, value, geographic=geographic, dimension=len(axes))
    point = Point(srid, tuple(_number(name, coordinates[axis]) for axis in axes))
    if srid in (4326, 4979) and not -90 <= point.coordinates[1] <= 90:
        raise TypedValueError(f"the latitude {point.coordinates[1]} is not within -90 and 90")
    return point


def _srid(name: str, value: dict[str, Value], *, geographic: bool, dimension: int) -> int:
    """The reference system that is asked for, or the one that the coordinates' names imply."""
    crs, srid = value.get("crs"), value.get("srid")
    if crs is not None and srid is not None:
        raise TypedValueError(f"`{name}` takes `crs` or `srid`, not both")
    if crs is not None:
        found = SRID_BY_CRS.get(crs.lower()) if isinstance(crs, str) else None
    elif srid is not None:
        found = srid if isinstance(srid, int) and srid in CRS_BY_SRID else None
    else:
        plain = "wgs-84" if geographic else "cartesian"
        found = SRID_BY_CRS[plain if dimension == 2 else f"{plain}-3d"]
    if found is None:
        raise TypedValueError(f"`{name}`: crs is one of {', '.join(SRID_BY_CRS)}")
    known = CRS_BY_SRID[found]
    if known.endswith("-3d") != (dimension == 3):
        raise TypedValueError(f"`{name}`: {known} does not have {dimension} coordinates")
    if geographic and not known.startswith("wgs"):
        raise TypedValueError(f"`{name}`: {known} has no longitude and latitude")
    return found


def _number(name: str, value: Value) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypedValueError(f"`{name}`: coordinates are numbers")
    return float(value)


def _vector(name: str, value: Value) -> Vector:
    """A vector: its coordinates alone, or an object that also names their type.

    Without a type, integers are INTEGER and other numbers FLOAT, both of 64 bits.
    """
    kind: Value = None
    dimension: Value = None
    coordinates = value
    if isinstance(value, dict):
        if not {"values"} <= value.keys() <= {"values", "dimension", "type"}:
            raise TypedValueError(f"`{name}` takes an object of values, type and dimension")
        coordinates, kind, dimension = value["values"], value.get("type"), value.get("dimension")
    elif isinstance(value, list) and len(value) == 3 and isinstance(value[0], list):
        coordinates, dimension, kind = value
    if not isinstance(coordinates, list):
        raise TypedValueError(f'`{name}` takes numbers, as {{"values": [1.0], "type": "FLOAT32"}}')
    numbers = [_number(name, item) for item in coordinates]
    if not 1 <= len(numbers) <= MAX_DIMENSION:
        raise TypedValueError(f"`{name}` takes 1 to {MAX_DIMENSION} coordinates")
    if dimension is not None and (isinstance(dimension, bool) or dimension != len(numbers)):
        raise TypedValueError(f"`{name}`: its dimension is {len(numbers)}")
    integers = [item for item in coordinates if isinstance(item, int)]
    all_integers = len(integers) == len(numbers)
    if kind is None:
        kind = "INTEGER" if all_integers else "FLOAT"
    known = _COORDINATE_TYPES.get(kind.upper()) if isinstance(kind, str) else None
    if known is None:
        raise TypedValueError(f"`{name}`: type is one of {', '.join(_COORDINATE_TYPES)}")
    if known in _INTEGER_BITS:
        return Vector(_integers(name, integers if all_integers else None, known), known)
    return Vector(_floats(name, numbers, known), known)


def _integers(name: str, numbers: list[int] | None, kind: str) -> tuple[int, ...]:
    limit = 2 ** (_INTEGER_BITS[kind] - 1)
    if numbers is None or not all(-limit <= number < limit for number in numbers):
        raise TypedValueError(f"`{name}`: not all coordinates are of type {kind}")
    return tuple(numbers)


def _floats(name: str, numbers: list[float], kind: str) -> tuple[float, ...]:
    if kind == "FLOAT":
        return tuple(numbers)
    layout = f"<{len(numbers)}f"
    try:
        return struct.unpack(layout, struct.pack(layout, *numbers))
    except OverflowError:
        raise TypedValueError(f"`{name}`: not all coordinates are of type {kind}") from None


TYPES: dict[str, Callable[[str, Value], Value]] = {
    "$date": _temporal,
    "$time": _temporal,
    "$localtime": _temporal,
    "$datetime": _temporal,
    "$localdatetime": _temporal,
    "$duration": _temporal,
    "$point": _point,
    "$vector": _vector,
    "$bytes": _bytes,
    "$float": _float,
}
"""The types, each with what makes its value."""
