"""Operators that run one plan for each row of another, or one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.limits import holding
from runner.cypher.ordering import equality_key
from runner.cypher.plan.operator import Operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.limits import Holding
    from runner.cypher.eval.runtime import Eval, Row, State


class Apply(Operator):
    """The rows of the second source for each row of the first."""

    __slots__ = ()
    name = "Apply"

    def __init__(self, left: Operator, right: Operator) -> None:
        super().__init__(left, right)

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        left, right = self.sources
        for row in left.rows(state, argument):
            yield from right.rows(state, row)


class CartesianProduct(Apply):
    """An `Apply` whose second source does not depend on the first's rows."""

    __slots__ = ()
    name = "CartesianProduct"


class ValueHashJoin(Operator):
    """Pairs the rows of both sources whose key values are equal.

    The second source does not depend on the first's rows: it is run once. `carried` are the
    slots that it binds.
    """

    __slots__ = ("carried", "left_key", "right_key", "shown")
    name = "ValueHashJoin"

    def __init__(
        self,
        left: Operator,
        right: Operator,
        left_key: Eval,
        right_key: Eval,
        carried: tuple[int, ...],
        shown: str,
    ) -> None:
        super().__init__(left, right)
        self.left_key = left_key
        self.right_key = right_key
        self.carried = carried
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        with holding(state) as hold:
            yield from self._pairs(hold, state, argument)

    def _pairs(self, hold: Holding, state: State, argument: Row) -> Iterator[Row]:
        left, right = self.sources
        table: dict[Any, list[list[Any]]] | None = None
        carried, left_key, tick = self.carried, self.left_key, state.tick
        for row in left.rows(state, argument):
            if table is None:
                table = self._table(hold.rows(right.rows(state, argument)), state)
            if not table:
                return
            key = equality_key(left_key(row, state))
            for values in table.get(key, ()) if key is not None else ():
                tick()
                copy = row.copy()
                for slot, value in zip(carried, values, strict=True):
                    copy[slot] = value
                yield copy

    def _table(self, rows: Iterator[Row], state: State) -> dict[Any, list[list[Any]]]:
        table: dict[Any, list[list[Any]]] = {}
        for row in rows:
            key = equality_key(self.right_key(row, state))
            if key is not None:
                table.setdefault(key, []).append([row[slot] for slot in self.carried])
        return table

    def details(self) -> str:
        return self.shown


class Optional(Operator):
    """The rows of its source, or where there is none, one row with `slots` null."""

    __slots__ = ("shown", "slots")
    name = "Optional"

    def __init__(self, source: Operator, slots: tuple[int, ...], shown: str) -> None:
        super().__init__(source)
        self.slots = slots
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        found = False
        for row in self.sources[0].rows(state, argument):
            found = True
            yield row
        if not found:
            row = argument.copy()
            for slot in self.slots:
                row[slot] = None
            yield row

    def details(self) -> str:
        return self.shown


class SubqueryForeach(Apply):
    """Runs the second source to its end for each row of the first, and gives that row."""

    __slots__ = ()
    name = "SubqueryForeach"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        left, right = self.sources
        for row in left.rows(state, argument):
            for _ in right.rows(state, row):
                pass
            yield row


class Union(Operator):
    """The rows of one source after another, their columns moved to common slots."""

    __slots__ = ("moves", "shown")
    name = "Union"

    def __init__(
        self,
        sources: tuple[Operator, ...],
        moves: tuple[tuple[tuple[int, int], ...], ...],
        shown: str,
    ) -> None:
        super().__init__(*sources)
        self.moves = moves
        """Per source the pairs of slots, from where to where."""
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for source, moves in zip(self.sources, self.moves, strict=True):
            for row in source.rows(state, argument):
                for old, new in moves:
                    row[new] = row[old]
                yield row

    def details(self) -> str:
        return self.shown


class ConditionalApply(Operator):
    """The rows of the first source whose predicate is true (None: always), or none.

    As for `Union`, their columns are moved to common slots.
    """

    __slots__ = ("moves", "tests")
    name = "ConditionalApply"

    def __init__(
        self,
        sources: tuple[Operator, ...],
        tests: tuple[Callable[[Row, State], bool] | None, ...],
        moves: tuple[tuple[tuple[int, int], ...], ...],
    ) -> None:
        super().__init__(*sources)
        self.tests = tests
        self.moves = moves

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for source, test, moves in zip(self.sources, self.tests, self.moves, strict=True):
            if test is None or test(argument, state):
                for row in source.rows(state, argument):
                    for old, new in moves:
                        row[new] = row[old]
                    yield row
                return
