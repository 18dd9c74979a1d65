"""The one type that all values of a column have, as tables with typed columns need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.errors import UsageError
from runner.values import (
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
from runner.values.temporal import NANOS_PER_DAY, offset_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.tabular import KnownNodes

_KINDS: dict[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "float",
    str: "string",
    bytes: "bytes",
    list: "list",
    dict: "struct",
    Date: "date",
    LocalTime: "localtime",
    LocalDateTime: "localdatetime",
    DateTime: "datetime",
    Duration: "duration",
}
_MOST_NANOS = 2**63


def simplified(value: Any, known: KnownNodes) -> Any:
    """`value` of lists, maps and values that Arrow has types for.

    An entity and a path become maps; a time with an offset becomes its text, since no type has
    both; a point a map of its srid and coordinates, a vector a list.
    """
    if isinstance(value, Node):
        return simplified(value.properties, known)
    if isinstance(value, Relationship):
        return {
            "start": simplified(known.properties(value.start), known),
            "type": value.type,
            "end": simplified(known.properties(value.end), known),
        }
    if isinstance(value, Path):
        return {
            "nodes": [simplified(node.properties, known) for node in value.nodes],
            "relationships": [relationship.type for relationship in value.relationships],
        }
    if isinstance(value, Point):
        return {"srid": value.srid, **dict(zip("xyz", value.coordinates, strict=False))}
    if isinstance(value, Vector):
        return list(value.coordinates)
    if isinstance(value, Time):
        return str(value)
    if isinstance(value, list):
        return [simplified(item, known) for item in value]
    if isinstance(value, dict):
        return {key: simplified(item, known) for key, item in value.items()}
    return value


class Shape:
    """The type of some values.

    Attributes:
        kind: A name of `_KINDS`; ``null`` where all are null.
        items: The shape of the items of all lists.
        fields: The shapes of the fields of all maps, by name, in order of first use.
        zone: The zone that all datetimes have in common, else UTC.
    """

    __slots__ = ("_nanos", "fields", "items", "kind", "zone")

    kind: str
    items: Shape
    fields: dict[str, Shape]

    def __init__(self) -> None:
        self.kind = "null"
        self.zone: str | None = None
        self._nanos: list[int] = []

    def nanos(self, value: DateTime | LocalDateTime) -> int:
        """Nanoseconds since 1970-01-01, in UTC or on the wall's clock."""
        if isinstance(value, DateTime):
            return value.instant_nanos
        return value.days * NANOS_PER_DAY + value.nanos

    def unit(self, column: str) -> str:
        """``ns``, or ``us`` where the values need it and are whole microseconds."""
        if all(-_MOST_NANOS <= n < _MOST_NANOS for n in self._nanos):
            return "ns"
        if any(n % 1000 for n in self._nanos):
            raise UsageError(
                f"column {column}: years before 1677 or after 2262 and nanoseconds do not go "
                "together in Arrow"
            )
        return "us"

    def observe(self, values: list[DateTime | LocalDateTime]) -> None:
        """Take in the range and the zones of the values."""
        self._nanos = [min(map(self.nanos, values)), max(map(self.nanos, values))]
        self._nanos += [n for n in map(self.nanos, values) if n % 1000][:1]
        if self.kind == "datetime":
            zones = {
                v.zone or ("UTC" if v.offset == 0 else offset_text(v.offset))
                for v in values
                if isinstance(v, DateTime)
            }
            only = zones.pop() if len(zones) == 1 else "UTC"
            # Arrow's offsets have no seconds.
            self.zone = "UTC" if only[0] in "+-" and len(only) > 6 else only


def shape_of(column: str, values: Iterable[Any]) -> Shape:
    """The shape that all `values` have. Raises `UsageError` if they have none in common."""
    present = [value for value in values if value is not None]
    kinds = {_KINDS[type(value)] for value in present}
    shape = Shape()
    if kinds == {"integer", "float"}:
        kinds = {"float"}
    if len(kinds) > 1:
        names = " and ".join(sorted(kinds))
        raise UsageError(
            f"column {column} has values of several types ({names}); a typed column has one"
        )
    if not kinds:
        return shape
    shape.kind = kinds.pop()
    if shape.kind == "list":
        shape.items = shape_of(f"{column}[]", (item for value in present for item in value))
    elif shape.kind == "struct":
        names_of_fields = dict.fromkeys(name for value in present for name in value)
        shape.fields = {
            name: shape_of(f"{column}.{name}", [value.get(name) for value in present])
            for name in names_of_fields
        }
    elif shape.kind in ("datetime", "localdatetime"):
        shape.observe(present)
    return shape
