"""Aggregating functions, fed value by value."""

from __future__ import annotations

import math
from typing import Any

import pytest

from runner.cypher.functions import lookup
from runner.cypher.functions.aggregates import starter
from runner.cypher.functions.table import Aggregate
from runner.errors import Cause, EngineError
from runner.values import Duration

NAN = float("nan")


def aggregate(name: str, values: list[Any], *constants: Any, distinct: bool = False) -> Any:
    """What the aggregate gives for one group of values."""
    function = lookup(name, "25")
    assert isinstance(function, Aggregate)
    accumulator = starter(function, distinct)(*constants)
    for value in values:
        accumulator.add(value)
    return accumulator.result()


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("sum", [], 0),
        ("sum", [None], 0),
        ("sum", [1, 2, None], 3),
        ("sum", [1, 2.5], 3.5),
        ("sum", [2**63 - 1, 1], 9.223372036854776e18),
        ("count", [], 0),
        ("count", [1, None, 1], 2),
        ("collect", [], []),
        ("collect", [1, None, 2], [1, 2]),
        ("collect_list", [1], [1]),
        ("avg", [], None),
        ("avg", [1, 2], 1.5),
        ("avg", [2, 2], 2.0),
        ("min", [], None),
        ("max", [None], None),
        ("max", [1, "a", None, [1, 2], 0.2, "b"], 1),
        ("min", [1, "a", None, [1, 2], 0.2, "b"], [1, 2]),
        ("max", [math.inf, NAN], NAN),
        ("stDev", [], None),
        ("stDev", [5], 0.0),
        ("stDevP", [5], 0.0),
        ("stDev", [10, 20], 7.0710678118654755),
        ("stdev_pop", [10, 20], 5.0),
    ],
)
def test_one_group(name: str, values: list[Any], expected: Any) -> None:
    """Facts 5.3: null is skipped, nothing gives 0, [] or null."""
    assert repr(aggregate(name, values)) == repr(expected)


@pytest.mark.parametrize(
    ("name", "values", "at", "expected"),
    [
        ("percentileDisc", [10, 20, 30, 40], 0.5, 20),
        ("percentileDisc", [10, 20, 30, 40], 0.26, 20),
        ("percentileDisc", [10, 20, 30, 40], 0.25, 10),
        ("percentileDisc", [40, 10], 0, 10),
        ("percentileDisc", [40, 10], 1, 40),
        ("percentileDisc", [], 0.5, None),
        ("percentileCont", [10, 20, 30], 0.5, 20),
        ("percentileCont", [10, 20, 30, 40], 0.5, 25.0),
        ("percentile_cont", [10, 20, 30, 40], 0.25, 17.5),
        ("percentileCont", [1.5], 1.0, 1.5),
        ("percentileCont", [], 0.5, None),
    ],
)
def test_percentiles(name: str, values: list[Any], at: float, expected: Any) -> None:
    """An integer that is hit exactly stays an integer."""
    assert repr(aggregate(name, values, at)) == repr(expected)


@pytest.mark.parametrize(("at", "shown"), [(1000.0, "1000.0"), (-1.0, "-1.0"), (3, "3")])
def test_percentile_out_of_range(at: float, shown: str) -> None:
    """Refused when the group starts."""
    message = (
        f"Invalid input '{shown}' is not a valid argument, must be a number in the range 0.0 to 1.0"
    )
    with pytest.raises(EngineError) as caught:
        aggregate("percentileCont", [1], at)
    assert caught.value.code == "Neo.ClientError.Statement.ArgumentError"
    assert (caught.value.gql_status, caught.value.message) == ("22003", message)
    assert caught.value.cause == Cause("22N03", message)


def test_distinct_follows_grouping() -> None:
    """1 and 1.0 are one, each NaN is another."""
    assert aggregate("count", [1, 1.0, 2, None, None], distinct=True) == 2
    assert aggregate("count", [NAN, NAN], distinct=True) == 2
    assert aggregate("collect", [2, 1, 2, None, 1.0], distinct=True) == [2, 1]
    assert aggregate("sum", [1, 2, 2], distinct=True) == 3


def test_sum_refuses_what_is_no_quantity() -> None:
    """Strings are refused, and numbers beside durations."""
    with pytest.raises(EngineError) as caught:
        aggregate("sum", [1, "b"])
    assert caught.value.code == "Neo.ClientError.Statement.TypeError"
    assert caught.value.gql_status == "22N38"
    assert caught.value.message == (
        "SUM(...) can only handle numerical values, duration, or null, but received: String"
    )
    with pytest.raises(EngineError) as caught:
        aggregate("avg", [Duration(0, 1, 0, 0), 1])
    assert caught.value.message == "AVG(...) cannot mix number and duration"
