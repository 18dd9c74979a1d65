"""How values compare: equality, less-than, the order of ORDER BY, and keys for sets of values.

Rules: the Cypher manual, "Values and types: equality, ordering and comparison"; what it leaves
open follows Neo4j 2026.08.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from math import copysign
from typing import Any

from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
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
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND

NANOS_PER_MONTH = 2_629_746 * NANOS_PER_SECOND
"""A twelfth of the mean Gregorian year: what a month counts where durations are ordered."""

_NUMBERS = (int, float)
_SIMPLE = frozenset((str, int, bool, float, Date, LocalTime, LocalDateTime, Time, DateTime))
"""Types whose values compare among themselves by Python's own ``==``."""


def items_of(value: Any) -> list[Any]:
    """What there is in a value that is no list where a list is wanted.

    Bytes are integers from -128 on; anything else is its own only item.
    """
    if type(value) is bytes:
        return [byte - 256 if byte > 127 else byte for byte in value]
    return [value]


def equals(a: Any, b: Any) -> bool | None:
    """Whether ``a = b``; None where null inside either leaves it open."""
    if a is None or b is None:
        return None
    kind, other = type(a), type(b)
    if kind is other:
        if kind in _SIMPLE:
            return a == b  # type: ignore[no-any-return]
        if kind is list:
            return _lists_equal(a, b)
        if kind is dict:
            return _maps_equal(a, b)
        if kind is Point:
            same: bool = a.srid == b.srid and all(map(_same, a.coordinates, b.coordinates))
            return same
        return a == b  # type: ignore[no-any-return]
    if kind in _NUMBERS and other in _NUMBERS:
        return a == b  # type: ignore[no-any-return]
    if (kind is bytes and other is list) or (kind is list and other is bytes):
        return _lists_equal(*(items_of(v) if type(v) is bytes else v for v in (a, b)))
    return False


def _same(a: float, b: float) -> bool:
    return a == b


def _lists_equal(a: list[Any], b: list[Any]) -> bool | None:
    if len(a) != len(b):
        return False
    answer: bool | None = True
    for left, right in zip(a, b, strict=True):
        same = equals(left, right)
        if same is False:
            return False
        if same is None:
            answer = None
    return answer


def _maps_equal(a: dict[str, Any], b: dict[str, Any]) -> bool | None:
    if a.keys() != b.keys():
        return False
    answer: bool | None = True
    for key, left in a.items():
        same = equals(left, b[key])
        if same is False:
            return False
        if same is None:
            answer = None
    return answer


def less(a: Any, b: Any) -> bool | None:
    """Whether ``a < b``; None where the two do not compare."""
    order = compare(a, b)
    return None if order is None or (order == 0 and type(a) in UNORDERED) else order < 0


def less_or_equal(a: Any, b: Any) -> bool | None:
    """Whether ``a <= b``; None where the two do not compare."""
    order = compare(a, b)
    return None if order is None else order <= 0


_NAN = float("nan")


def compare(a: Any, b: Any) -> float | None:
    """Below, at or above zero as `a` is less than, equal to or greater than `b`.

    None where the two do not compare, NaN where one is NaN and both are numbers: all of
    ``< <= > >=`` with zero are then false, as Cypher wants it. Values of `UNORDERED` types that
    are equal are at zero, so that ``<=`` holds and lists compare by what follows them.
    """
    if a is None or b is None:
        return None
    kind, other = type(a), type(b)
    if kind in _NUMBERS and other in _NUMBERS:
        if a != a or b != b:
            return _NAN
        if a == b:
            return 0 if a else _compare_zeros(a, b)
        return -1 if a < b else 1
    if kind is bytes or other is bytes:
        a, b = (items_of(value) if type(value) is bytes else value for value in (a, b))
        kind, other = type(a), type(b)
    if kind is not other:
        return None
    key = _COMPARABLE.get(kind)
    if key is not None:
        left, right = key(a), key(b)
        return 0 if left == right else -1 if left < right else 1
    if kind is list:
        return _compare_lists(a, b)
    if kind is dict:
        return _compare_maps(a, b)
    return 0 if kind in UNORDERED and equals(a, b) else None


def _compare_zeros(a: float, b: float) -> float:
    """To ``<`` -0.0 is below the zeros that it equals, as it is to Java's `Double.compare`."""
    return (copysign(1.0, a) - copysign(1.0, b)) / 2


def _compare_lists(a: list[Any], b: list[Any]) -> float | None:
    for left, right in zip(a, b, strict=False):
        order = compare(left, right)
        if order != 0:
            return _decided(order)
    return (len(a) > len(b)) - (len(a) < len(b))


def _compare_maps(a: dict[str, Any], b: dict[str, Any]) -> float | None:
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    keys, others = sorted(a), sorted(b)
    if keys != others:
        return -1 if keys < others else 1
    for key in keys:
        order = compare(a[key], b[key])
        if order != 0:
            return _decided(order)
    return 0


def _decided(order: float | None) -> float | None:
    """What the first difference says of two lists or maps: nothing where it is NaN."""
    return order if order == order else None


def _clock_key(value: Time) -> tuple[int, int]:
    return value.nanos - value.offset * NANOS_PER_SECOND, value.offset


def _instant_key(value: DateTime) -> tuple[int, int, str]:
    return value.instant_nanos, value.offset, value.zone or ""


def _local_key(value: LocalDateTime) -> tuple[int, int]:
    return value.days, value.nanos


def _path_key(path: PathRecord) -> tuple[int, ...]:
    ids = [path.nodes[0].id]
    for relationship, node in zip(path.relationships, path.nodes[1:], strict=True):
        ids += (relationship.id, node.id)
    return tuple(ids)


def _itself(value: Any) -> Any:
    return value


_COMPARABLE: dict[type, Callable[[Any], Any]] = {
    str: _itself,
    bool: _itself,
    Date: lambda value: value.days,
    LocalTime: lambda value: value.nanos,
    Time: _clock_key,
    LocalDateTime: _local_key,
    DateTime: _instant_key,
    NodeRecord: lambda value: value.id,
    RelationshipRecord: lambda value: value.id,
    PathRecord: _path_key,
}
"""Types whose values ``<`` compares by a key."""

UNORDERED = frozenset((Duration, Point, Vector, Uuid))
"""Types whose values are equal or do not compare: ``<`` of them is always null."""


def average_nanos(duration: Duration) -> int:
    """The length of a duration in nanoseconds, a month counted as 30.436875 days."""
    return (
        duration.months * NANOS_PER_MONTH
        + duration.days * NANOS_PER_DAY
        + duration.seconds * NANOS_PER_SECOND
        + duration.nanos
    )


def sort_key(value: Any) -> tuple[Any, ...]:
    """A key by which any two values compare as ORDER BY ascending orders them.

    Map, node, relationship, list, path, vector, point, zoned and local datetime, date, zoned and
    local time, duration, string, boolean, UUID, number, NaN, null.
    """
    return _SORT_KEYS[type(value)](value)


def _map_sort_key(value: dict[str, Any]) -> tuple[Any, ...]:
    keys = sorted(value)
    return 0, len(keys), tuple(keys), tuple(sort_key(value[key]) for key in keys)


def _float_sort_key(value: float) -> tuple[Any, ...]:
    if not value and copysign(1.0, value) < 0:
        return _negative_zero_key()
    return (16,) if value != value else (15, value)


@cache
def _negative_zero_key() -> tuple[Any, ...]:
    """Neo4j orders -0.0 before what it equals: between zero and the greatest negative float."""
    from fractions import Fraction

    return 15, Fraction(-1, 2**1100)


_COORDINATE_ORDER = ("INTEGER8", "INTEGER16", "INTEGER32", "INTEGER", "FLOAT32", "FLOAT")


def _vector_sort_key(value: Vector) -> tuple[Any, ...]:
    rank = _COORDINATE_ORDER.index(value.coordinate_type)
    return 4.5, rank, len(value.coordinates), value.coordinates


_SORT_KEYS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    dict: _map_sort_key,
    NodeRecord: lambda value: (1, value.id),
    RelationshipRecord: lambda value: (2, value.id),
    list: lambda value: (3, tuple(map(sort_key, value))),
    PathRecord: lambda value: (4, _path_key(value)),
    Point: lambda value: (5, value.srid, value.coordinates),
    DateTime: lambda value: (6, *_instant_key(value)),
    LocalDateTime: lambda value: (7, value.days, value.nanos),
    Date: lambda value: (8, value.days),
    Time: lambda value: (9, *_clock_key(value)),
    LocalTime: lambda value: (10, value.nanos),
    Duration: lambda value: (11, average_nanos(value), value.months, value.days),
    str: lambda value: (12, value),
    bool: lambda value: (13, value),
    Vector: _vector_sort_key,
    Uuid: lambda value: (14, value.number),
    bytes: lambda value: (3, tuple(map(sort_key, items_of(value)))),
    int: lambda value: (15, value),
    float: _float_sort_key,
    type(None): lambda _: (17,),
}


_BY_THEMSELVES = frozenset(
    (
        str,
        int,
        type(None),
        Date,
        LocalTime,
        Time,
        LocalDateTime,
        DateTime,
        Duration,
        Point,
        Vector,
        Uuid,
        NodeRecord,
        RelationshipRecord,
        PathRecord,
    )
)
"""Types whose values are their own group keys: Python's hash and ``==`` agree with Cypher's."""


def group_key(value: Any) -> Hashable:
    """A key that two values share where DISTINCT and grouping take them for one.

    ``1`` and ``1.0`` are one, all nulls are one, ``true`` is not ``1``, no two NaN are one.
    """
    kind = type(value)
    if kind in _BY_THEMSELVES:
        return value  # type: ignore[no-any-return]
    if kind is float:
        return value if value == value else object()
    if kind is list:
        return (list, *map(group_key, value))
    if kind is dict:
        return dict, frozenset((key, group_key(item)) for key, item in value.items())
    if kind is bytes:
        return (list, *items_of(value))
    return kind, value


def equality_key(value: Any) -> Hashable | None:
    """A key that two values share where ``=`` finds them equal; None where it never can.

    Nothing equals null, NaN, or a list or map that holds one of them.
    """
    kind = type(value)
    if kind in _BY_THEMSELVES:
        return value  # type: ignore[no-any-return]
    if kind is float:
        return value if value == value else None
    if kind is list:
        keys = tuple(map(equality_key, value))
        return None if None in keys else (list, *keys)
    if kind is dict:
        pairs = frozenset((key, equality_key(item)) for key, item in value.items())
        return None if any(item is None for _, item in pairs) else (dict, pairs)
    if kind is bytes:
        return (list, *items_of(value))
    return kind, value


_NEGATIVE_ZERO = (float, "-0.0")


def index_key(value: Any) -> Hashable | None:
    """As `equality_key`, but to an index -0.0 is a value of its own, as to those of a server."""
    kind = type(value)
    if kind in _BY_THEMSELVES:
        return value  # type: ignore[no-any-return]
    if kind is float and not value:
        return value if copysign(1.0, value) > 0 else _NEGATIVE_ZERO
    return equality_key(value)
