"""Points: how they are made of maps, what they give, and how far they lie apart.

Distances on the globe are by the haversine formula on a sphere of Neo4j's radius, those of points
with a height by the arc at the mean height and the difference of the heights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from runner.cypher.eval.describe import describe
from runner.cypher.eval.text import point_text
from runner.cypher.failures import client_error
from runner.cypher.functions.fdlibm import atan2
from runner.cypher.store.values import value_text
from runner.errors import EngineError
from runner.values import Point
from runner.values.numbers import float_text
from runner.values.spatial import CRS_BY_SRID, SRID_BY_CRS

EARTH_RADIUS = 6_378_140.0
"""In metres."""
_CARTESIAN, _CARTESIAN_3D, _WGS84, _WGS84_3D = 7203, 9157, 4326, 4979
_GEOGRAPHIC = (_WGS84, _WGS84_3D)
_NAMES = ("x", "y", "z", "longitude", "latitude", "height", "crs", "srid")
_AXES = {"x": 0, "y": 1, "z": 2, "longitude": 0, "latitude": 1, "height": 2}


def make_point(given: Mapping[str, Any]) -> Point | None:
    """The point that a map describes, or None if one of its values is null.

    Names are taken without regard to case. Raises `EngineError` for a map that describes none.
    """
    if any(value is None for value in given.values()):
        return None
    fields = {name.lower(): value for name, value in given.items()}
    for name in _NAMES:
        if name in fields:
            _check_type(name, fields[name])
    if "x" in fields and "y" in fields:
        coordinates = [fields["x"], fields["y"]]
        if "z" in fields:
            coordinates.append(fields["z"])
        srid = _srid(fields)
        if srid is None:
            srid = _CARTESIAN if len(coordinates) == 2 else _CARTESIAN_3D
    elif "longitude" in fields and "latitude" in fields:
        coordinates = [fields["longitude"], fields["latitude"]]
        if "z" in fields or "height" in fields:
            coordinates.append(fields["z"] if "z" in fields else fields["height"])
        srid = _geographic_srid(fields, len(coordinates))
    else:
        raise _argument_error(
            "A point must contain either 'x' and 'y' or 'latitude' and 'longitude'",
            "22N19",
            "A POINT must contain either 'x' and 'y', or 'latitude' and 'longitude'.",
        )
    return _checked(srid, tuple(map(float, coordinates)))


def _argument_error(
    message: str, status: str, description: str, *, gql_status: str = "22000"
) -> EngineError:
    return client_error("Statement.ArgumentError", gql_status, message, (status, description))


def _check_type(name: str, value: Any) -> None:
    types, shown = {"crs": ((str,), "STRING"), "srid": ((int,), "INTEGER")}.get(
        name, ((int, float), "FLOAT or INTEGER")
    )
    if type(value) not in types:
        plain = isinstance(value, (bool, str, int, float))
        found = value_text(value) if plain else describe(value)
        raise _argument_error(
            f"Cannot assign {describe(value)} to field {name}",
            "22N27",
            f"Invalid input '{found}' for coordinate {name}. Expected to be {shown}.",
            gql_status="22G03",
        )


def _srid(fields: Mapping[str, Any]) -> int | None:
    """The coordinate reference system that a map names, or None."""
    if "crs" in fields and "srid" in fields:
        raise _argument_error(
            "Cannot specify both CRS and SRID",
            "22N22",
            "Cannot specify both coordinate reference system (CRS) and spatial reference "
            "identifier (SRID).",
        )
    if "crs" in fields:
        name = fields["crs"]
        if name.lower() not in SRID_BY_CRS:
            raise _unknown_crs(name)
        return SRID_BY_CRS[name.lower()]
    if "srid" in fields:
        # Neo4j looks at the lower 32 bits.
        srid = (int(fields["srid"]) + 2**31) % 2**32 - 2**31
        if srid not in CRS_BY_SRID:
            raise _unknown_crs(f"code={srid}")
        return srid
    return None


def _unknown_crs(name: str) -> EngineError:
    return _argument_error(
        f"Unknown coordinate reference system: {name}",
        "22N21",
        f"Unsupported coordinate reference system (CRS): {name}.",
    )


def _geographic_srid(fields: Mapping[str, Any], dimension: int) -> int:
    srid = _srid(fields)
    if srid is None:
        return _WGS84 if dimension == 2 else _WGS84_3D
    if srid not in _GEOGRAPHIC:
        crs = CRS_BY_SRID[srid]
        raise _argument_error(
            f"Geographic points does not support coordinate reference system: {crs}."
            "This is set either in the csv header or the actual data column",
            "22N21",
            f"Unsupported coordinate reference system (CRS): {crs}.",
        )
    return srid


def _checked(srid: int, coordinates: tuple[float, ...]) -> Point:
    """A point whose coordinates fit its coordinate reference system."""
    given, wanted = len(coordinates), 3 if srid in (_CARTESIAN_3D, _WGS84_3D) else 2
    if given != wanted:
        raise _argument_error(
            f"Cannot create point with {wanted}D coordinate reference system and {given} "
            f"coordinates. Please consider using equivalent {given}D coordinate reference system",
            "22N20",
            f"Cannot create POINT with {wanted}D coordinate reference system (CRS) and {given} "
            f"coordinates. Use the equivalent {given}D coordinate reference system instead.",
        )
    shown = f"[{', '.join(map(float_text, coordinates))}]"
    if not all(map(math.isfinite, coordinates)):
        raise _argument_error(
            f"Cannot create a point with non-finite coordinate values: {shown}",
            "22N24",
            f"Cannot construct a point from {shown}.",
        )
    if srid in _GEOGRAPHIC:
        if not -90 <= coordinates[1] <= 90:
            raise _argument_error(
                f"Cannot create WGS84 point with invalid coordinate: {shown}. "
                "Valid range for Y coordinate is [-90, 90].",
                "22N23",
                f"Cannot create WGS84 POINT with invalid coordinate: {shown}. "
                "The valid range for the latitude coordinate is [-90, 90].",
            )
        coordinates = (_wrapped(coordinates[0]), *coordinates[1:])
    return Point(srid, coordinates)


def _wrapped(longitude: float) -> float:
    """A longitude brought into [-180, 180] by whole turns."""
    if -180 <= longitude <= 180:
        return longitude
    turns = math.ceil((abs(longitude) - 180) / 360)
    wrapped = abs(longitude) - 360.0 * turns
    return wrapped if longitude > 0 else -wrapped


def point_component(point: Point, key: str) -> float | int | str:
    """The component `key` of a point, its name taken without regard to case.

    Raises `EngineError` if there is no such component, or this point lacks it.
    """
    name = key.lower()
    if name == "crs":
        return point.crs
    if name == "srid":
        return point.srid
    axis = _AXES.get(name)
    if axis is None:
        raise _argument_error(
            f"No such field: {key}",
            "22N04",
            f"Invalid input '{key}' for coordinate. Expected 'x', 'y', 'z', 'longitude', "
            "'latitude', 'height', 'crs' or 'srid'.",
            gql_status="22N11",
        )
    geographic = point.srid in _GEOGRAPHIC
    if (name not in ("x", "y", "z") and not geographic) or axis >= len(point.coordinates):
        kind = "point" if geographic or name == "z" else "cartesian point"
        raise _argument_error(
            f"Field: {name} is not available on {kind}: {point_text(point)}",
            "22N58",
            f"Cannot read the specified '{name}' component from $value.",
        )
    return point.coordinates[axis]


def distance(a: Any, b: Any) -> float | None:
    """How far two points lie apart, in metres for geographic ones.

    None where one is no point, or they have not the same coordinate reference system.
    """
    if not isinstance(a, Point) or not isinstance(b, Point) or a.srid != b.srid:
        return None
    if a.srid not in _GEOGRAPHIC:
        squares = 0.0
        for here, there in zip(a.coordinates, b.coordinates, strict=True):
            squares += (here - there) * (here - there)
        return math.sqrt(squares)
    angle = _central_angle(a.coordinates, b.coordinates)
    if a.srid == _WGS84:
        return EARTH_RADIUS * angle
    height = (a.coordinates[2] + b.coordinates[2]) / 2
    arc = (EARTH_RADIUS + height) * angle
    climb = a.coordinates[2] - b.coordinates[2]
    return math.sqrt(arc * arc + climb * climb)


def _central_angle(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    latitude_a, latitude_b = math.radians(a[1]), math.radians(b[1])
    half_latitude = math.sin((latitude_b - latitude_a) / 2)
    half_longitude = math.sin((math.radians(b[0]) - math.radians(a[0])) / 2)
    cosines = math.cos(latitude_a) * math.cos(latitude_b)
    chord = half_latitude * half_latitude + cosines * (half_longitude * half_longitude)
    return 2.0 * atan2(math.sqrt(chord), math.sqrt(1 - chord))


def within_box(point: Any, lower_left: Any, upper_right: Any) -> bool | None:
    """Whether a point lies in a box, its border included.

    A geographic box whose left side is east of its right one crosses the 180th meridian. None
    where one of the three is no point, or they have not the same coordinate reference system.
    """
    points = (point, lower_left, upper_right)
    if not all(isinstance(one, Point) for one in points):
        return None
    if len({one.srid for one in points}) > 1:
        return None
    sides = zip(point.coordinates, lower_left.coordinates, upper_right.coordinates, strict=True)
    for axis, (at, lowest, highest) in enumerate(sides):
        if axis == 0 and point.srid in _GEOGRAPHIC and lowest > highest:
            if highest < at < lowest:
                return False
        elif not lowest <= at <= highest:
            return False
    return True
