"""Operators that order rows."""

from __future__ import annotations

from heapq import nlargest, nsmallest
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.limits import holding
from runner.cypher.ordering import sort_key
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.rows import row_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Eval, Row, State


class Sort(Operator):
    """All rows in order; rows that are alike keep theirs. `keys` pairs a value and descending."""

    __slots__ = ("keys", "shown")
    name = "Sort"

    def __init__(self, source: Operator, keys: tuple[tuple[Eval, bool], ...], shown: str) -> None:
        super().__init__(source)
        self.keys = keys
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        with holding(state) as hold:
            keyed = list(hold.rows(self._keyed(state, argument)))
            for position in range(len(self.keys) - 1, -1, -1):
                keyed.sort(key=itemgetter(position), reverse=self.keys[position][1])
            for entry in keyed:
                yield entry[-1]

    def _keyed(self, state: State, argument: Row) -> Iterator[list[Any]]:
        values = tuple(value for value, _ in self.keys)
        tick = state.tick
        if len(values) == 1:
            (only,) = values
            for row in self.sources[0].rows(state, argument):
                tick()
                yield [sort_key(only(row, state)), row]
            return
        for row in self.sources[0].rows(state, argument):
            tick()
            entry: list[Any] = [sort_key(value(row, state)) for value in values]
            entry.append(row)
            yield entry

    def details(self) -> str:
        return self.shown


class Top(Sort):
    """The first rows in order: SKIP and LIMIT after ORDER BY. It pulls every row."""

    __slots__ = ("limit", "skip")
    name = "Top"

    def __init__(
        self,
        source: Operator,
        keys: tuple[tuple[Eval, bool], ...],
        skip: Eval | None,
        limit: Eval,
        shown: str,
    ) -> None:
        super().__init__(source, keys, shown)
        self.skip = skip
        self.limit = limit

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        skip = 0 if self.skip is None else row_count(self.skip(argument, state), "SKIP")
        end = skip + row_count(self.limit(argument, state), "LIMIT")
        keyed = self._keyed(state, argument)
        width = len(self.keys)
        descending = {down for _, down in self.keys}
        if len(descending) == 1:
            first = nlargest if descending.pop() else nsmallest
            key = itemgetter(0) if width == 1 else itemgetter(slice(width))
            chosen = first(end, keyed, key=key) if end else list(keyed)
        else:
            chosen = list(keyed)
            for position in range(width - 1, -1, -1):
                chosen.sort(key=itemgetter(position), reverse=self.keys[position][1])
        for entry in chosen[skip:end]:
            yield entry[-1]
