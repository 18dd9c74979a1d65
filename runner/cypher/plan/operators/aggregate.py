"""Grouping and aggregation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.eval.limits import holding
from runner.cypher.functions.aggregates import Collect, Percentile
from runner.cypher.ordering import group_key
from runner.cypher.plan.operator import Operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.limits import Holding
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.functions.table import Accumulator


class AggregateItem(NamedTuple):
    """One aggregate: where its value goes, how it starts, what it takes from each row."""

    slot: int
    start: Callable[..., Accumulator]
    value: Eval | None
    """None for ``count(*)``, which takes 1 from each row."""
    constant: Eval | None
    """The second argument, as that of a percentile; taken from the group's first row."""
    distinct: bool


class EagerAggregation(Operator):
    """One row per group of rows that are alike in the keys.

    Without keys there is one row, also for no rows at all; `keep_empty` is False where even
    then no rows give none.
    """

    __slots__ = ("aggregates", "keep_empty", "keys", "shown")
    name = "EagerAggregation"

    def __init__(
        self,
        source: Operator,
        keys: tuple[tuple[int, Eval], ...],
        aggregates: tuple[AggregateItem, ...],
        shown: str,
        *,
        keep_empty: bool = True,
    ) -> None:
        super().__init__(source)
        self.keys = keys
        self.aggregates = aggregates
        self.shown = shown
        self.keep_empty = keep_empty

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        with holding(state) as hold:
            if self.keys:
                yield from self._grouped(hold, state, argument)
            else:
                yield from self._whole(hold, state, argument)

    def _grouped(self, hold: Holding, state: State, argument: Row) -> Iterator[Row]:
        keys = self.keys
        alone = keys[0][1] if len(keys) == 1 else None
        groups: dict[Any, _Group] = {}
        tick = state.tick
        for row in self.sources[0].rows(state, argument):
            tick()
            values: Any
            key: Any
            if alone is not None:
                values = alone(row, state)
                key = values if values.__class__ is str else group_key(values)
            else:
                values = [value(row, state) for _, value in keys]
                key = tuple([group_key(value) for value in values])
            group = groups.get(key)
            if group is None:
                known = values if alone is None else [values]
                group = groups[key] = _Group(known, self._start(hold, row, state))
                hold.row(known)
            for take, value_of in group.takes:
                take(value_of(row, state))
        for group in groups.values():
            result = argument.copy()
            for (slot, _), value in zip(keys, group.values, strict=True):
                result[slot] = value
            for running in group.aggregates:
                result[running.slot] = running.result()
            yield result

    def _whole(self, hold: Holding, state: State, argument: Row) -> Iterator[Row]:
        group: _Group | None = None
        tick = state.tick
        for row in self.sources[0].rows(state, argument):
            tick()
            if group is None:
                group = _Group([], self._start(hold, row, state))
            for take, value_of in group.takes:
                take(value_of(row, state))
        if group is None:
            if not self.keep_empty:
                return
            group = _Group([], self._start(hold, argument, state))
        result = argument.copy()
        for running in group.aggregates:
            result[running.slot] = running.result()
        yield result

    def _start(self, hold: Holding, row: Row, state: State) -> list[_Running]:
        running = [_running(item, row, state) for item in self.aggregates]
        if state.memory is not None:
            for each in running:
                each.count_held(hold)
        return running

    def details(self) -> str:
        return self.shown


class _Group:
    """Rows that are alike: their keys' values and their aggregates.

    `takes` has for each aggregate what takes a value in, and what gives the value of a row.
    """

    __slots__ = ("aggregates", "takes", "values")

    def __init__(self, values: list[Any], aggregates: list[_Running]) -> None:
        self.values = values
        self.aggregates = aggregates
        self.takes = tuple([(running.adder(), running.value) for running in aggregates])


def _one(_row: Row, _state: State) -> int:
    return 1


class _Running:
    """One aggregate in one group."""

    __slots__ = ("accumulator", "slot", "value")

    def __init__(self, item: AggregateItem, row: Row, state: State) -> None:
        self.slot = item.slot
        self.value: Eval = _one if item.value is None else item.value
        start = item.start
        self.accumulator: Accumulator
        self.accumulator = start() if item.constant is None else start(item.constant(row, state))

    def count_held(self, hold: Holding) -> None:
        """Count the values that are kept, where they are."""
        if isinstance(self.accumulator, (Collect, Percentile)):
            self.accumulator = _Counted(self.accumulator, hold)

    def adder(self) -> Callable[[Any], None]:
        """What takes the value of one more row in."""
        return self.accumulator.add

    def result(self) -> Any:
        """The value of all rows taken."""
        return self.accumulator.result()


class _DistinctRunning(_Running):
    """One DISTINCT aggregate in one group."""

    __slots__ = ()

    def count_held(self, hold: Holding) -> None:
        self.accumulator = _Counted(self.accumulator, hold)

    def adder(self) -> Callable[[Any], None]:
        add = self.accumulator.add
        seen: set[Any] = set()

        def add_new(value: Any) -> None:
            key = group_key(value)
            if key not in seen:
                seen.add(key)
                add(value)

        return add_new


class _Counted:
    """An accumulator whose values count as held."""

    __slots__ = ("_accumulator", "_hold")

    def __init__(self, accumulator: Accumulator, hold: Holding) -> None:
        self._accumulator = accumulator
        self._hold = hold

    def add(self, value: Any, /) -> None:
        self._hold.row((value,))
        self._accumulator.add(value)

    def result(self) -> Any:
        return self._accumulator.result()


def _running(item: AggregateItem, row: Row, state: State) -> _Running:
    return (_DistinctRunning if item.distinct else _Running)(item, row, state)
