"""Operators that take rows one by one: filter, compute, unwind, cut, hold."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.limits import holding
from runner.cypher.failures import client_error, type_error
from runner.cypher.ordering import group_key, items_of
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.expand import ExpandAll
from runner.cypher.plan.operators.neighbours import FilteredHops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.errors import EngineError

    Test = Callable[[Row, State], bool]


class Filter(Operator):
    """Lets the rows through for which all its predicates are true."""

    __slots__ = ("shown", "tests")
    name = "Filter"

    def __init__(self, source: Operator, tests: tuple[Test, ...], shown: str) -> None:
        super().__init__(source)
        self.tests = tests
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        tick = state.tick
        if len(self.tests) == 1:
            test = self.tests[0]
            for row in self.sources[0].rows(state, argument):
                tick()
                if test(row, state):
                    yield row
            return
        tests = self.tests
        for row in self.sources[0].rows(state, argument):
            tick()
            for test in tests:
                if not test(row, state):
                    break
            else:
                yield row

    def compile_exists(self) -> Eval:
        found = self._neighbours()
        return super().compile_exists() if found is None else found.compile_exists()

    def compile_count(self) -> Eval:
        found = self._neighbours()
        return super().compile_count() if found is None else found.compile_count()

    def _neighbours(self) -> FilteredHops | None:
        """What it lets through, where it is about the relationships of one node."""
        tests, source = self.tests, self.sources[0]
        while isinstance(source, Filter):
            tests, source = source.tests + tests, source.sources[0]
        if isinstance(source, ExpandAll) and source.is_degree:
            return FilteredHops(source, tests)
        return None

    def details(self) -> str:
        return self.shown


class Projection(Operator):
    """Computes values into slots."""

    __slots__ = ("items", "shown")
    name = "Projection"

    def __init__(self, source: Operator, items: tuple[tuple[int, Eval], ...], shown: str) -> None:
        super().__init__(source)
        self.items = items
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        if len(self.items) == 1:
            ((slot, value),) = self.items
            for row in self.sources[0].rows(state, argument):
                row[slot] = value(row, state)
                yield row
            return
        items = self.items
        for row in self.sources[0].rows(state, argument):
            for slot, value in items:
                row[slot] = value(row, state)
            yield row

    def details(self) -> str:
        return self.shown


class Unwind(Operator):
    """One row per element of a list; null gives none, a value that is no list one (facts 5.2)."""

    __slots__ = ("shown", "slot", "value")
    name = "Unwind"

    def __init__(self, source: Operator, value: Eval, slot: int, shown: str) -> None:
        super().__init__(source)
        self.value = value
        self.slot = slot
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        slot, value, tick = self.slot, self.value, state.tick
        for row in self.sources[0].rows(state, argument):
            elements = value(row, state)
            if elements is None:
                continue
            if type(elements) is bytes:
                elements = items_of(elements)
            if not isinstance(elements, (list, tuple, range)):
                row[slot] = elements
                yield row
                continue
            for element in elements:
                tick()
                copy = row.copy()
                copy[slot] = element
                yield copy

    def details(self) -> str:
        return self.shown


def no_number() -> EngineError:
    """Null where a clause wants a number of rows; Neo4j names an object of its own besides."""
    return type_error("Expected a numeric value, but got null")


def row_count(value: Any, clause: str) -> int:
    """The value of SKIP or LIMIT. Raises `EngineError` when it is no whole number from 0 on."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if value is None:
        raise no_number()
    shown = f"'{value}'" if isinstance(value, str) else str(value)
    message = f"Invalid input. '{shown}' is not a valid value. Must be a non-negative integer."
    raise client_error(
        "Statement.ArgumentError", "22003", f"{clause}: {message}", ("22N03", message)
    )


class Skip(Operator):
    """Drops the first rows."""

    __slots__ = ("count", "shown")
    name = "Skip"

    def __init__(self, source: Operator, count: Eval, shown: str) -> None:
        super().__init__(source)
        self.count = count
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        count = row_count(self.count(argument, state), "SKIP")
        return islice(self.sources[0].rows(state, argument), count, None)

    def details(self) -> str:
        return self.shown


class Limit(Operator):
    """Gives the first rows and pulls no more."""

    __slots__ = ("count", "shown")
    name = "Limit"

    def __init__(self, source: Operator, count: Eval, shown: str) -> None:
        super().__init__(source)
        self.count = count
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        count = row_count(self.count(argument, state), "LIMIT")
        return islice(self.sources[0].rows(state, argument), count)

    def details(self) -> str:
        return self.shown


class ExhaustiveLimit(Limit):
    """Gives the first rows but pulls them all: what is updated below happens in full."""

    __slots__ = ()
    name = "ExhaustiveLimit"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        left = row_count(self.count(argument, state), "LIMIT")
        for row in self.sources[0].rows(state, argument):
            if left > 0:
                left -= 1
                yield row


class Distinct(Operator):
    """Gives the first of the rows that are alike in `slots`."""

    __slots__ = ("shown", "slots")
    name = "Distinct"

    def __init__(self, source: Operator, slots: tuple[int, ...], shown: str) -> None:
        super().__init__(source)
        self.slots = slots
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        seen: set[Any] = set()
        slots, tick = self.slots, state.tick
        with holding(state) as hold:
            for row in self.sources[0].rows(state, argument):
                tick()
                key = tuple([group_key(row[slot]) for slot in slots])
                if key not in seen:
                    seen.add(key)
                    hold.row(key)
                    yield row

    def details(self) -> str:
        return self.shown


class Eager(Operator):
    """Pulls every row before it gives the first: what is below reads nothing that is above."""

    __slots__ = ()
    name = "Eager"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        with holding(state) as hold:
            yield from list(hold.rows(self.sources[0].rows(state, argument)))
