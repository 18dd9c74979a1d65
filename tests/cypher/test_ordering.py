"""Equality, comparison, the order of ORDER BY, and the keys of DISTINCT and indexes."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.ordering import (
    compare,
    equals,
    group_key,
    index_key,
    less,
    less_or_equal,
    sort_key,
)
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

NAN = float("nan")
INFINITY = float("inf")
HOUR = 3_600_000_000_000
FIRST, SECOND = NodeRecord(1), NodeRecord(2)
KNOWS = RelationshipRecord(7, "KNOWS", FIRST, SECOND)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (None, None, None),
        (1, None, None),
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (0.0, -0.0, True),
        (NAN, NAN, False),
        (9007199254740993, 9007199254740992.0, False),
        (2**53, float(2**53), True),
        ("a", "A", False),
        (1, "1", False),
        ("a", ["a"], False),
        ([], {}, False),
        ([1, 2], [None, "foo"], False),
        ([1, 2], [None, 2], None),
        ([None], [None, None], False),
        ([1], [1.0], True),
        ([[1], [2, 3]], [[1], [2, 3]], True),
        ([NAN], [NAN], False),
        ({"a": 1}, {"a": None}, None),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1, "b": None}, {"a": 2, "b": None}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1.0}, True),
        (Duration(0, 1, 0, 0), Duration(0, 0, 86400, 0), False),
        (DateTime(0, 9 * HOUR, 0), DateTime(0, 10 * HOUR, 3600), False),
        (Time(10 * HOUR, 3600), Time(9 * HOUR, 0), False),
        (Point(7203, (1.0, 2.0)), Point(7203, (1.0, 2.0)), True),
        (Point(7203, (1.0, 2.0)), Point(4326, (1.0, 2.0)), False),
        (Point(7203, (NAN, 2.0)), Point(7203, (NAN, 2.0)), False),
        (FIRST, FIRST, True),
        (FIRST, SECOND, False),
        (PathRecord([FIRST, SECOND], [KNOWS]), PathRecord([FIRST, SECOND], [KNOWS]), True),
        (Vector((1, 2), "INTEGER8"), Vector((1, 2), "INTEGER8"), True),
    ],
)
def test_equality_is_three_valued(a: Any, b: Any, expected: bool | None) -> None:
    """Different types are unequal, null is unknown, numbers compare exactly."""
    assert equals(a, b) is expected
    assert equals(b, a) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1, None, None),
        (1, 2, True),
        (1, 1.5, True),
        (9007199254740992.0, 9007199254740993, True),
        (1, "a", None),
        (1, True, None),
        (False, True, True),
        ("1", "A", True),
        ("app", "apple", True),
        ("B", "a", True),
        ([1], [1, 0], True),
        ([1, None], [2, None], True),
        ([1, None], [1, 2], None),
        ([1], ["a"], None),
        ({"a": 1}, {"a": 2}, True),
        ({"b": 0}, {"a": 0, "c": 0}, True),
        ({"a": 1}, {"a": "x"}, None),
        (Date(1), Date(2), True),
        (Date(1), LocalDateTime(2, 0), None),
        (Time(9 * HOUR, 0), Time(10 * HOUR, 3600), True),
        (DateTime(0, 9 * HOUR, 0), DateTime(0, 10 * HOUR, 3600), True),
        (DateTime(0, 9 * HOUR, 0), DateTime(0, 9 * HOUR, 3600), False),
        (Duration(0, 1, 0, 0), Duration(0, 2, 0, 0), None),
        (Point(7203, (1.0, 2.0)), Point(7203, (2.0, 3.0)), None),
        (FIRST, FIRST, False),
        (FIRST, KNOWS, None),
    ],
)
def test_less_than(a: Any, b: Any, expected: bool | None) -> None:
    """Only values of one type compare; lists and maps part by part."""
    assert less(a, b) is expected


def test_nan_is_neither_below_nor_above_any_number() -> None:
    """But it does not compare with other types at all."""
    order = compare(NAN, 1)
    assert order is not None
    assert not order < 0
    assert not order >= 0
    assert compare(NAN, "a") is None


@pytest.mark.parametrize(
    "value",
    [Duration(0, 1, 0, 0), Point(7203, (1.0, 2.0)), Vector((1,), "INTEGER8"), Uuid(1)],
    ids=repr,
)
def test_values_without_an_order_are_at_most_themselves(value: Any) -> None:
    """And they are not below themselves, where lists of them are."""
    assert less_or_equal(value, value) is True
    assert less(value, value) is None
    assert less([value], [value]) is False
    assert less([value, 1], [value, 2]) is True
    assert less({"a": value, "b": 1}, {"a": value, "b": 2}) is True


def test_lists_that_differ_first_in_nan_do_not_compare() -> None:
    assert less([NAN], [1.0]) is None
    assert less_or_equal([NAN, 1], [NAN, 1]) is None
    assert less([1, NAN], [2, 1]) is True


def test_order_over_mixed_types() -> None:
    """Facts 5.1: the order of ORDER BY ascending, null last."""
    ordered = [
        {},
        {"a": "x"},
        {"a": 1},
        {"a": 2},
        {"b": 0},
        {"a": 0, "b": 1},
        FIRST,
        SECOND,
        KNOWS,
        [],
        ["a"],
        [True],
        [1],
        [1, 2],
        [None],
        PathRecord([FIRST], []),
        PathRecord([FIRST, SECOND], [KNOWS]),
        Vector((1, 2), "INTEGER8"),
        Point(4326, (9.0, 9.0)),
        Point(7203, (1.0, 2.0)),
        DateTime(0, 9 * HOUR, 0),
        DateTime(0, 9 * HOUR + 1, 0),
        LocalDateTime(0, 0),
        Date(-1),
        Date(3),
        Time(9 * HOUR, 0),
        Time(10 * HOUR, 3600),
        LocalTime(0),
        Duration(0, 29, 0, 0),
        Duration(0, 30, 0, 0),
        Duration(1, 0, 0, 0),
        Duration(0, 31, 0, 0),
        "1",
        "A",
        "_",
        "a",
        "é",
        False,
        True,
        Uuid(1),
        Uuid(2**127),
        -INFINITY,
        -1,
        0.5,
        1,
        INFINITY,
        NAN,
        None,
    ]
    backwards = list(reversed(ordered))
    assert sorted(backwards, key=sort_key) == ordered


def test_equal_numbers_tie_but_for_the_negative_zero() -> None:
    """1 and 1.0 are one place; -0.0 comes before 0, behind every other negative number."""
    assert sort_key(1) == sort_key(1.0)
    assert sort_key(-5e-324) < sort_key(-0.0) < sort_key(0) == sort_key(0.0)


def test_durations_of_one_length_are_ordered_by_months_then_days() -> None:
    """720 hours come before 30 days, and a month's worth of seconds before a month."""
    hours, days = Duration(0, 0, 720 * 3600, 0), Duration(0, 30, 0, 0)
    assert sort_key(hours) < sort_key(days)
    assert sort_key(Duration(0, 0, 2_629_746, 0)) < sort_key(Duration(1, 0, 0, 0))


@pytest.mark.parametrize(
    ("a", "b", "together"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (0.0, -0.0, True),
        (None, None, True),
        (NAN, NAN, False),
        ([1, None], [1.0, None], True),
        ([NAN], [NAN], False),
        ([1], 1, False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": True}, {"a": 1}, False),
        ({}, [], False),
        (2**53 + 1, float(2**53), False),
        ("1", 1, False),
        (FIRST, FIRST, True),
        (FIRST, SECOND, False),
        (Duration(12, 0, 0, 0), Duration(12, 0, 0, 0), True),
        (b"a", b"a", True),
    ],
)
def test_groups(a: Any, b: Any, together: bool) -> None:
    """What DISTINCT takes for one value."""
    assert (group_key(a) == group_key(b)) is together


@pytest.mark.parametrize("value", [None, NAN, [NAN], [1, [None]], {"a": None}])
def test_what_equals_nothing_has_no_index_key(value: Any) -> None:
    """An index never finds null or NaN."""
    assert index_key(value) is None


def test_index_keys_follow_equality() -> None:
    """1 and 1.0 clash, true and 1 do not."""
    assert index_key(1) == index_key(1.0)
    assert index_key([1, 2]) == index_key([1.0, 2.0])
    assert index_key(True) != index_key(1)
    assert index_key({"a": [1]}) == index_key({"a": [1.0]})
