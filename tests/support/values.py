"""Values of every type at any nesting, for tests that invent them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

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
    Value,
    Vector,
)
from runner.values.spatial import SRID_BY_CRS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

DAYS = st.integers(-365_000_000, 365_000_000)
NANOS = st.integers(0, 86_400_000_000_000 - 1) | st.integers(0, 86_399).map(lambda s: s * 10**9)
OFFSETS = st.integers(-18 * 60, 18 * 60).map(lambda minutes: minutes * 60)
FLOATS = st.floats(allow_nan=True, allow_infinity=True)
INTEGERS = st.integers(INT64_MIN, INT64_MAX)
NAMES = st.text(max_size=6) | st.sampled_from(
    ["name", "_x9", "with blank", "a`b", "", "\\u0041", "|"]
)


def points() -> SearchStrategy[Point]:
    """Points of every coordinate reference system."""
    finite = st.floats(-180, 180)

    def of(crs: str) -> SearchStrategy[Point]:
        axes = 3 if crs.endswith("-3d") else 2
        return st.tuples(*[finite] * axes).map(lambda c: Point(SRID_BY_CRS[crs], c))

    return st.sampled_from(sorted(SRID_BY_CRS)).flatmap(of)


def vectors() -> SearchStrategy[Vector]:
    """Vectors of every type of coordinates."""
    integers = st.sampled_from(["INTEGER8", "INTEGER16", "INTEGER32", "INTEGER"])
    small = st.lists(st.integers(-128, 127), min_size=1, max_size=4).map(tuple)
    floats = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=4).map(tuple)
    return st.builds(Vector, small, integers) | st.builds(
        Vector, floats, st.sampled_from(["FLOAT32", "FLOAT"])
    )


def temporals() -> SearchStrategy[Any]:
    """Values of all six temporal types."""
    return st.one_of(
        st.builds(Date, DAYS),
        st.builds(LocalTime, NANOS),
        st.builds(Time, NANOS, OFFSETS),
        st.builds(LocalDateTime, DAYS, NANOS),
        st.builds(DateTime, DAYS, NANOS, OFFSETS, st.none()),
        st.builds(
            DateTime, st.integers(0, 30_000), NANOS, st.just(0), st.sampled_from(["UTC", "Etc/GMT"])
        ),
        st.builds(
            Duration,
            st.integers(-10_000, 10_000),
            st.integers(-10_000, 10_000),
            st.integers(-(10**9), 10**9),
            st.integers(0, 10**9 - 1),
        ),
    )


def scalars() -> SearchStrategy[Any]:
    """Values without parts."""
    return st.one_of(
        st.none(),
        st.booleans(),
        INTEGERS,
        FLOATS,
        st.text(),
        st.binary(max_size=8),
        temporals(),
        points(),
        vectors(),
    )


def properties(values: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    """Maps by names of every kind."""
    return st.dictionaries(NAMES, values, max_size=3)


def nodes(values: SearchStrategy[Any]) -> SearchStrategy[Node]:
    """Nodes with the ids 0 to 4."""
    labels = st.lists(NAMES, max_size=2, unique=True).map(tuple)
    return st.builds(Node, st.integers(0, 4), st.just(""), labels, properties(values))


def relationships(values: SearchStrategy[Any]) -> SearchStrategy[Relationship]:
    """Relationships, deleted ones (of type ``""``) included."""
    number = st.integers(0, 4)
    return st.builds(Relationship, number, st.just(""), NAMES, number, number, properties(values))


@st.composite
def paths(draw: DrawFn, values: SearchStrategy[Any]) -> Path:
    """Paths of length 0 to 3, walked in either direction."""
    length = draw(st.integers(0, 3))
    found = [
        Node(n, "", tuple(draw(st.lists(NAMES, max_size=2, unique=True))), draw(properties(values)))
        for n in range(length + 1)
    ]
    steps = []
    for number in range(length):
        ends = (number, number + 1) if draw(st.booleans()) else (number + 1, number)
        steps.append(Relationship(number, "", draw(NAMES), *ends, draw(properties(values))))
    return Path(tuple(found), tuple(steps))


def values() -> SearchStrategy[Value]:
    """Values of every type, in lists and maps to any depth, entities with properties included."""
    plain = scalars()
    inner = st.one_of(plain, nodes(plain), relationships(plain), paths(plain))
    return st.recursive(
        inner,
        lambda parts: st.lists(parts, max_size=3) | properties(parts),
        max_leaves=8,
    )
