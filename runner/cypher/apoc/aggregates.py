"""``apoc.agg.*``: aggregating functions."""

from __future__ import annotations

from typing import Any

from runner.cypher.apoc.declare import aggregate
from runner.cypher.apoc.failing import JavaError
from runner.cypher.apoc.java_order import compare_to
from runner.cypher.eval.limits import check_items
from runner.values import INT64_MAX, INT64_MIN


class First:
    """The first value that is not null."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Any = None

    def add(self, value: Any) -> None:
        if self.value is None:
            self.value = value

    def result(self) -> Any:
        return self.value


class Last(First):
    """The last value that is not null."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        if value is not None:
            self.value = value


class Nth:
    """The value at an offset among those that are not null; the last for -1."""

    __slots__ = ("seen", "value")

    def __init__(self) -> None:
        self.seen = 0
        self.value: Any = None

    def add(self, value: Any, offset: int) -> None:
        if value is not None:
            if offset in (self.seen, -1):
                self.value = value
            self.seen += 1

    def result(self) -> Any:
        return self.value


class Slice:
    """The values that are not null, from an offset on, and at most so many."""

    __slots__ = ("seen", "values")

    def __init__(self) -> None:
        self.seen = 0
        self.values: list[Any] = []

    def add(self, value: Any, start: int, most: int) -> None:
        if value is None:
            return
        if self.seen >= start and (most == -1 or len(self.values) < most):
            self.values.append(value)
            check_items(len(self.values))
        self.seen += 1

    def result(self) -> list[Any]:
        return self.values


class Extremes:
    """The items of the largest or smallest value, at most as many as a limit says."""

    __slots__ = ("items", "sign", "value")

    def __init__(self, sign: int) -> None:
        self.sign = sign
        self.value: Any = None
        self.items: list[Any] = []

    def add(self, item: Any, value: Any, limit: int) -> None:
        if item is None or value is None:
            return
        order = 1 if self.value is None else compare_to(self.value, value) * -self.sign
        if order > 0:
            self.value, self.items = value, [item]
        elif order == 0 and (limit < 0 or len(self.items) < limit):
            self.items.append(item)
            check_items(len(self.items))

    def result(self) -> dict[str, Any]:
        return {"items": self.items, "value": self.value}


class Median:
    """The middle number, or the mean of the two in the middle."""

    __slots__ = ("numbers",)

    def __init__(self) -> None:
        self.numbers: list[Any] = []

    def add(self, value: Any) -> None:
        if type(value) in (int, float):
            self.numbers.append(value)
            check_items(len(self.numbers))

    def result(self) -> float | None:
        numbers = sorted(map(float, self.numbers))
        if not numbers:
            return None
        middle = len(numbers) // 2
        if len(numbers) % 2:
            return numbers[middle]
        return (numbers[middle - 1] + numbers[middle]) / 2


class Product:
    """The product of numbers; an integer as long as all are."""

    __slots__ = ("count", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total: Any = 1

    def add(self, value: Any) -> None:
        if value is None:
            return
        self.count += 1
        self.total *= value
        if type(self.total) is int and not INT64_MIN <= self.total <= INT64_MAX:
            raise JavaError("java.lang.ArithmeticException", "long overflow")

    def result(self) -> Any:
        return self.total if self.count else 0.0


_ITEMS = "(item :: ANY, value :: ANY, groupLimit = -1 :: INTEGER!) :: ANY"

FUNCTIONS = (
    aggregate("apoc.agg.first(value :: ANY) :: ANY", First, "The first value that is not null."),
    aggregate("apoc.agg.last(value :: ANY) :: ANY", Last, "The last value that is not null."),
    aggregate(
        f"apoc.agg.maxItems{_ITEMS}",
        lambda: Extremes(1),
        "The largest value, and the items that have it.",
    ),
    aggregate("apoc.agg.median(value :: ANY) :: ANY", Median, "The median of numbers."),
    aggregate(
        f"apoc.agg.minItems{_ITEMS}",
        lambda: Extremes(-1),
        "The smallest value, and the items that have it.",
    ),
    aggregate(
        "apoc.agg.nth(value :: ANY, offset :: INTEGER!) :: ANY",
        Nth,
        "The value at an offset among those that are not null.",
    ),
    aggregate(
        "apoc.agg.product(value :: INTEGER | FLOAT) :: INTEGER | FLOAT",
        Product,
        "The product of numbers.",
    ),
    aggregate(
        "apoc.agg.slice(value :: ANY, from = 0 :: INTEGER!, to = -1 :: INTEGER!) :: LIST<ANY>",
        Slice,
        "Values that are not null, from an offset on.",
    ),
)
