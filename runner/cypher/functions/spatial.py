"""Functions that make points and measure with them."""

from __future__ import annotations

from typing import Any

from runner.cypher.eval.describe import describe, value_type
from runner.cypher.failures import client_error
from runner.cypher.functions.declare import declare
from runner.cypher.spatial import distance, make_point, within_box
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.store.values import value_text
from runner.values import Point


def _point(source: Any) -> Point | None:
    if isinstance(source, (NodeRecord, RelationshipRecord)):
        return make_point(source.properties)
    if isinstance(source, dict):
        return make_point(source)
    shown = value_text(source) if isinstance(source, (bool, str, int, float)) else describe(source)
    raise client_error(
        "Statement.TypeError",
        "22N38",
        f"Invalid input for function 'point()': Expected a map but got {describe(source)}",
        (
            "22N01",
            f"Expected the value {shown} to be of type MAP, but was of type {value_type(source)}.",
        ),
    )


FUNCTIONS = (
    declare(
        "point",
        "Spatial",
        "input MAP",
        "POINT",
        _point,
        "A point with two or three coordinates, made of a map or of an entity's properties.",
    ),
    declare(
        "point.distance",
        "Spatial",
        "from POINT, to POINT",
        "FLOAT",
        distance,
        "How far two points of one coordinate reference system lie apart: in metres along the "
        "globe for WGS 84, else in a straight line.",
    ),
    declare(
        "point.withinBBox",
        "Spatial",
        "point POINT, lowerLeft POINT, upperRight POINT",
        "BOOLEAN",
        within_box,
        "Whether a point lies in the box between two corners.",
    ),
)
