"""Aggregating functions. All but `count(*)`, which the planner counts itself, skip null."""

from __future__ import annotations

from math import ceil, isinf
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.arithmetic import add
from runner.cypher.eval.describe import describe, type_name
from runner.cypher.eval.limits import check_items
from runner.cypher.eval.text import value_text
from runner.cypher.failures import argument_error, client_error
from runner.cypher.functions.declare import input_error, parameters
from runner.cypher.functions.table import Accumulator, Aggregate
from runner.cypher.ordering import group_key, sort_key
from runner.values import INT64_MAX, INT64_MIN, Duration

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from runner.errors import EngineError


class Distinct:
    """Passes to another accumulator each value once."""

    __slots__ = ("_seen", "_target")

    def __init__(self, target: Accumulator) -> None:
        self._target = target
        self._seen: set[Hashable] = set()

    def add(self, value: Any, /) -> None:
        key = group_key(value)
        if key not in self._seen:
            self._seen.add(key)
            self._target.add(value)

    def result(self) -> Any:
        return self._target.result()


class Count:
    """``count(x)``."""

    __slots__ = ("_count",)

    def __init__(self) -> None:
        self._count = 0

    def add(self, value: Any, /) -> None:
        if value is not None:
            self._count += 1

    def result(self) -> int:
        return self._count


class Collect:
    """``collect(x)``."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: list[Any] = []

    def add(self, value: Any, /) -> None:
        if value is not None:
            self._items.append(value)
            check_items(len(self._items))

    def result(self) -> list[Any]:
        return self._items


class Extreme:
    """``max(x)`` and ``min(x)``, by the order of ORDER BY."""

    __slots__ = ("_best", "_key", "_maximum")

    def __init__(self, maximum: bool) -> None:
        self._maximum = maximum
        self._best: Any = None
        self._key: tuple[Any, ...] | None = None

    def add(self, value: Any, /) -> None:
        if value is None:
            return
        key = sort_key(value)
        if self._key is None or (key > self._key if self._maximum else key < self._key):
            self._best, self._key = value, key

    def result(self) -> Any:
        return self._best


_SUMMED = "numerical values, duration, or null"


def _refused(function: str, accepted: str, value: Any) -> EngineError:
    return input_error(
        f"{function}(...) can only handle {accepted}, but received: {type_name(value)}"
    )


def _mixed(function: str) -> EngineError:
    return input_error(f"{function}(...) cannot mix number and duration")


def _refused_class(function: str, value: Any) -> EngineError:
    """The refusal of the aggregates that name the server's own class of what they were given."""
    return input_error(
        f"{function}(...) can only handle numerical values or null, but received: "
        f"{_VIRTUAL_CLASSES.get(type_name(value)) or _storable_class(value)}"
    )


_VIRTUAL_CLASSES = {
    "List": "org.neo4j.values.virtual.ListValue$ArrayListValue",
    "Map": "org.neo4j.values.virtual.MapValue",
    "NodeReference": "org.neo4j.values.virtual.NodeIdReference",
    "RelationshipReference": "org.neo4j.values.virtual.RelationshipReference",
    "Path": "org.neo4j.values.virtual.PathReference$PathReferenceReferences",
    "String": "org.neo4j.values.storable.UTF8StringValue",
}


def _storable_class(value: Any) -> str:
    from runner.cypher.eval.access import java_class

    return java_class(value)


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


class Sum:
    """``sum(x)`` of numbers or durations: an integer until a float or an overflow comes."""

    __slots__ = ("_total",)

    def __init__(self) -> None:
        self._total: Any = None

    def add(self, value: Any, /) -> None:
        if value is None:
            return
        if not _is_number(value) and type(value) is not Duration:
            raise _refused("SUM", _SUMMED, value)
        total = self._total
        if total is None:
            self._total = value
        elif (type(total) is Duration) is not (type(value) is Duration):
            raise _mixed("SUM")
        elif type(total) is int and type(value) is int:
            exact = total + value
            self._total = exact if INT64_MIN <= exact <= INT64_MAX else float(total) + value
        else:
            self._total = add(total, value)

    def result(self) -> Any:
        return 0 if self._total is None else self._total


class Average:
    """``avg(x)`` of numbers, always a float, or of durations.

    It is a running mean, of durations one for each of their four parts, which rounds otherwise
    than a sum that is divided.
    """

    __slots__ = ("_count", "_mean", "_parts")

    def __init__(self) -> None:
        self._count = 0
        self._mean = 0.0
        self._parts: list[float] | None = None

    def add(self, value: Any, /) -> None:
        if value is None:
            return
        if _is_number(value):
            if self._parts is not None:
                raise _mixed("AVG")
            self._count += 1
            self._mean = _moved(self._mean, value, self._count)
        elif type(value) is Duration:
            self._add_duration(value)
        else:
            raise _refused("AVG", _SUMMED, value)

    def _add_duration(self, value: Duration) -> None:
        if self._parts is None:
            if self._count:
                raise _mixed("AVG")
            self._parts = [0.0, 0.0, 0.0, 0.0]
        self._count += 1
        given = (value.months, value.days, value.seconds, value.nanos)
        self._parts = [
            _moved(mean, part, self._count) for mean, part in zip(self._parts, given, strict=True)
        ]

    def result(self) -> float | Duration | None:
        if self._parts is not None:
            from runner.values.duration import approximate, with_whole_days

            return with_whole_days(approximate(*self._parts))
        return self._mean if self._count else None


def _moved(mean: float, value: float, count: int) -> float:
    """The mean of `count` numbers, of which the last is `value` and `mean` that of the others."""
    difference = value - mean
    if isinf(mean) and isinf(difference):
        return mean
    return mean + difference / count


class Deviation:
    """``stDev(x)`` of a sample or ``stDevP(x)`` of a population, by Welford's method."""

    __slots__ = ("_count", "_mean", "_population", "_squares")

    def __init__(self, population: bool) -> None:
        self._population = population
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: Any, /) -> None:
        if value is None:
            return
        if not _is_number(value):
            raise _refused_class("STDEVP" if self._population else "STDEV", value)
        self._count += 1
        difference = value - self._mean
        self._mean += difference / self._count
        self._squares += difference * (value - self._mean)

    def result(self) -> float | None:
        if self._count == 0:
            return None
        divisor = self._count if self._population else self._count - 1
        return 0.0 if self._count == 1 else float((self._squares / divisor) ** 0.5)


class Percentile:
    """``percentileCont(x, p)`` and ``percentileDisc(x, p)``. `at` is in [0, 1]."""

    __slots__ = ("_at", "_continuous", "_numbers")

    def __init__(self, continuous: bool, at: Any) -> None:
        if not _is_number(at):
            shown = describe(at)
            raise client_error(
                "Statement.TypeError",
                "22G03",
                f"Can't coerce `{shown}` to Number",
                ("22N37", f"Cannot coerce {shown} to Number."),
            )
        if not 0 <= at <= 1:
            raise argument_error(
                f"Invalid input '{value_text(at)}' is not a valid argument, must be a "
                "number in the range 0.0 to 1.0",
                gql_status="22003",
            )
        self._continuous = continuous
        self._at: int | float = at
        self._numbers: list[int | float] = []

    def add(self, value: Any, /) -> None:
        if value is None:
            return
        if not _is_number(value):
            name = "PERCENTILE_CONT" if self._continuous else "PERCENTILE_DISC"
            raise _refused_class(name, value)
        self._numbers.append(value)
        check_items(len(self._numbers))

    def result(self) -> int | float | None:
        numbers: list[int | float] = sorted(self._numbers, key=sort_key)
        if not numbers:
            return None
        if not self._continuous:
            rank = ceil(self._at * len(numbers))
            return numbers[max(rank - 1, 0)]
        place = float(self._at * (len(numbers) - 1))
        below = int(place)
        share = place - below
        if share == 0:
            return numbers[below]
        return numbers[below] * (1 - share) + numbers[below + 1] * share


def starter(aggregate: Aggregate, distinct: bool) -> Callable[..., Accumulator]:
    """What makes the accumulator of a new group, for ``f(x)`` or ``f(DISTINCT x)``."""
    if not distinct:
        return aggregate.start
    return lambda *arguments: Distinct(aggregate.start(*arguments))


def _declare(
    name: str,
    signature: str,
    returns: str,
    start: Callable[..., Accumulator],
    description: str,
) -> Aggregate:
    shown = parameters(signature)
    return Aggregate(name, "Aggregating", description, shown, returns, start)


_SUMMABLE = "INTEGER | FLOAT | DURATION"
_CONTINUOUS = "input FLOAT, percentile FLOAT"
_DISCRETE = "input INTEGER | FLOAT, percentile FLOAT"


def _deviation(name: str, population: bool) -> Aggregate:
    what = "a whole population" if population else "a sample"
    return _declare(
        name,
        "input FLOAT",
        "FLOAT",
        lambda: Deviation(population),
        f"The standard deviation of {what}.",
    )


def _percentile(name: str, continuous: bool) -> Aggregate:
    how = "interpolated" if continuous else "one of the values"
    return _declare(
        name,
        _CONTINUOUS if continuous else _DISCRETE,
        "FLOAT" if continuous else "INTEGER | FLOAT",
        lambda at: Percentile(continuous, at),
        f"A percentile of the values, {how}.",
    )


AGGREGATES = (
    _declare("avg", f"input {_SUMMABLE}", "FLOAT | DURATION", Average, "The average."),
    _declare("collect", "input ANY", "LIST<ANY>", Collect, "A list of the values."),
    _declare("collect_list", "input ANY", "LIST<ANY>", Collect, "A list of the values."),
    _declare("count", "input ANY", "INTEGER", Count, "The number of values."),
    _declare("max", "input ANY", "ANY", lambda: Extreme(True), "The greatest value."),
    _declare("min", "input ANY", "ANY", lambda: Extreme(False), "The least value."),
    _percentile("percentileCont", True),
    _percentile("percentile_cont", True),
    _percentile("percentileDisc", False),
    _percentile("percentile_disc", False),
    _deviation("stDev", False),
    _deviation("stdev_samp", False),
    _deviation("stDevP", True),
    _deviation("stdev_pop", True),
    _declare("sum", f"input {_SUMMABLE}", _SUMMABLE, Sum, "The sum."),
)
