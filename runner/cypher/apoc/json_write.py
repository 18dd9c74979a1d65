"""JSON as APOC writes it."""

from __future__ import annotations

from typing import Any

from runner.cypher.apoc import java
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Point, Time
from runner.values.numbers import float_text

_TEMPORAL = (Date, LocalTime, Time, LocalDateTime, DateTime, Duration)
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
}


class _Ordered(dict[str, Any]):
    """A map whose order is to be kept."""


def write_json(value: Any) -> str:
    """The JSON of a value, entities and paths included."""
    kind = type(value)
    if value is None:
        return "null"
    if kind is str:
        return json_string(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is float:
        finite = value - value == 0
        return float_text(value) if finite else json_string(float_text(value))
    if kind is _Ordered:
        return write_map(value)
    if kind is list:
        return "[" + ",".join(map(write_json, value)) + "]"
    if kind is dict:
        return write_map({name: value[name] for name in java.hash_order(value)})
    if kind in _TEMPORAL:
        return json_string(short_text(value))
    if kind is Point:
        return write_map(_point(value))
    if isinstance(value, NodeRecord):
        return write_map(node_map(value))
    if isinstance(value, RelationshipRecord):
        return write_map(_relationship(value))
    if isinstance(value, PathRecord):
        return "[" + ",".join(_path(value)) + "]"
    return json_string(java.text(value))


def write_map(entries: dict[str, Any]) -> str:
    """A map in the order that it has."""
    return "{" + ",".join(f"{json_string(k)}:{write_json(v)}" for k, v in entries.items()) + "}"


def json_string(text: str) -> str:
    """A string in double quotes."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return f"\\u{ord(character):04X}" if character < " " else character


def short_text(value: Any) -> str:
    """A temporal value as Java writes it: without seconds where there are none."""
    shown = str(value)
    if isinstance(value, (Date, Duration)) or value.nanos % 60_000_000_000:
        return shown
    start = shown.find("T") + 1
    clock = start + len("00:00")
    return shown[:clock] + shown[clock + len(":00") :]


def _point(point: Point) -> dict[str, Any]:
    names = ["x", "y", "z"]
    coordinates: list[float | None] = list(point.coordinates)
    if point.crs.startswith("wgs"):
        names = ["latitude", "longitude", "height"]
        coordinates[:2] = coordinates[1::-1]
    coordinates += [None] * (3 - len(coordinates))
    return {"crs": point.crs, **dict(zip(names, coordinates, strict=True))}


def node_map(node: NodeRecord) -> dict[str, Any]:
    """A node as a map: its id, labels and properties."""
    found: dict[str, Any] = {"id": str(node.id), "type": "node"}
    if node.labels:
        found["labels"] = list(node.labels)
    if node.properties:
        found["properties"] = node.properties
    return found


def _relationship(relationship: RelationshipRecord) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": str(relationship.id),
        "type": "relationship",
        "label": relationship.type,
        "start": _Ordered(node_map(relationship.start)),
        "end": _Ordered(node_map(relationship.end)),
    }
    if relationship.properties:
        found["properties"] = relationship.properties
    return found


def _path(path: PathRecord) -> list[str]:
    """The elements of a path, whose entries come in another order."""

    def node(record: NodeRecord) -> dict[str, Any]:
        found = node_map(record)
        order = ("id", "type", "properties", "labels")
        return {name: found[name] for name in order if name in found}

    found = [write_map(node(path.nodes[0]))]
    for relationship, record in zip(path.relationships, path.nodes[1:], strict=True):
        parts = {**_relationship(relationship)}
        parts["start"], parts["end"] = node(relationship.start), node(relationship.end)
        order = ("start", "end", "id", "label", "type", "properties")
        kept = [(name, parts[name]) for name in order if name in parts]
        pieces = []
        for name, value in kept:
            shown = write_map(value) if name in ("start", "end") else write_json(value)
            pieces.append(f"{json_string(name)}:{shown}")
        found.append("{" + ",".join(pieces) + "}")
        found.append(write_map(node(record)))
    return found
