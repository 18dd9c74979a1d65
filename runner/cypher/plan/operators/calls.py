"""Operators that call procedures and run subqueries in transactions."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.limits import holding
from runner.cypher.failures import client_error
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.rows import no_number
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from runner.cypher.eval.runtime import Eval, Row, State

DEFAULT_BATCH = 1000
"""Rows per transaction of ``IN TRANSACTIONS`` without ``OF n ROWS``."""


class ProcedureCall(Operator):
    """Calls a procedure per row; gives a row per row that it yields.

    `yields` pairs the place of a column in those rows with a slot. A procedure without columns
    (`void`) gives each row back once.
    """

    __slots__ = ("arguments", "call", "shown", "void", "yields")
    name = "ProcedureCall"

    def __init__(
        self,
        source: Operator,
        call: Callable[..., Iterable[Sequence[Any]]],
        arguments: tuple[Eval, ...],
        yields: tuple[tuple[int, int], ...],
        shown: str,
        *,
        void: bool,
    ) -> None:
        super().__init__(source)
        self.call = call
        self.arguments = arguments
        self.yields = yields
        self.shown = shown
        self.void = void

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for row in self.sources[0].rows(state, argument):
            values = [value(row, state) for value in self.arguments]
            found = self.call(state, *values)
            if self.void:
                for _ in found:
                    pass
                yield row
                continue
            for result in found:
                state.tick()
                filled = row.copy()
                for position, slot in self.yields:
                    filled[slot] = result[position]
                yield filled

    def details(self) -> str:
        return self.shown


class TransactionApply(Operator):
    """Runs the second source per row of the first, some rows to a transaction of their own.

    `unit` is whether the subquery returns nothing, so that each row is given once; `columns`
    are the slots that it binds, null for the rows of a failed transaction; `report` the slot
    of the status, or None. `on_error` is ``FAIL``, ``CONTINUE`` or ``BREAK``.
    """

    __slots__ = ("columns", "on_error", "optional", "report", "shown", "size", "unit")
    name = "TransactionApply"

    def __init__(
        self,
        left: Operator,
        right: Operator,
        size: Eval | None,
        on_error: str,
        columns: tuple[int, ...],
        report: int | None,
        shown: str,
        *,
        unit: bool,
    ) -> None:
        super().__init__(left, right)
        self.size = size
        self.on_error = on_error
        self.columns = columns
        self.report = report
        self.shown = shown
        self.unit = unit

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        size = DEFAULT_BATCH if self.size is None else _batch_size(self.size(argument, state))
        waiting, broken = self._read(state, argument)
        if broken is not None:
            # What the rows before it fill is done.
            del waiting[len(waiting) // size * size :]
        yield from self._batches(waiting, size, state)
        if broken is not None:
            raise broken

    def _read(self, state: State, argument: Row) -> tuple[list[Row], EngineError | None]:
        """The rows, before the first transaction, as what they read may be changed.

        And the error that ended them.
        """
        waiting: list[Row] = []
        hold = holding(state)
        try:
            for row in self.sources[0].rows(state, argument):
                hold.row(row)
                waiting.append(row)
        except EngineError as error:
            if error.is_timeout or error.is_transient:
                raise
            return waiting, error
        return waiting, None

    def _batches(self, waiting: list[Row], size: int, state: State) -> Iterator[Row]:
        """The rows that come of `waiting`."""
        for first in range(0, len(waiting), size):
            batch = waiting[first : first + size]
            transaction = state.transaction
            mark, before = transaction.savepoint(), copy(state.counters)
            number = first // size + 1
            try:
                results = [result for row in batch for result in self._inner(row, state)]
                transaction.commit_batch()
            except EngineError as error:
                if self.on_error == "FAIL" or error.is_timeout:
                    raise
                transaction.rollback_to(min(mark, transaction.savepoint()))
                state.counters = before
                yield from self._failed(batch, number, error.message)
                if self.on_error == "BREAK":
                    for row in waiting[first + size :]:
                        yield self._empty(row, _status(number, started=False, error=None))
                    break
                continue
            state.committed += 1
            for result in results:
                if self.report is not None:
                    result[self.report] = _status(number, started=True, error=None)
                yield result

    def _inner(self, row: Row, state: State) -> Iterator[Row]:
        found = self.sources[1].rows(state, row)
        if not self.unit:
            return found
        for _ in found:
            pass
        return iter((row,))

    def _failed(self, batch: list[Row], number: int, message: str) -> Iterator[Row]:
        for row in batch:
            yield self._empty(row, _status(number, started=True, error=message))

    def _empty(self, row: Row, status: dict[str, Any]) -> Row:
        for slot in self.columns:
            row[slot] = None
        if self.report is not None:
            row[self.report] = status
        return row

    def details(self) -> str:
        return self.shown


class TransactionForeach(TransactionApply):
    """A `TransactionApply` of a subquery that returns nothing."""

    __slots__ = ()
    name = "TransactionForeach"


class CommittedNote(Operator):
    """The root of a statement with transactions of its own: errors say how many were committed."""

    __slots__ = ()
    name = ""

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        try:
            yield from self.sources[0].rows(state, argument)
        except EngineError as error:
            if not error.code.startswith("Neo.DatabaseError."):
                _tell_committed(error, state)
            raise


def _tell_committed(error: EngineError, state: State) -> None:
    note = f"Transactions committed: {state.committed})"
    if state.csv is not None and state.csv.error is error:
        error.message = f"{error.message[:-1]}, {note}"
    else:
        error.message += f" ({note}"
    error.args = (error.message,)


def _batch_size(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if value is None:
        raise no_number()
    message = f"Invalid input. '{value}' is not a valid value. Must be a positive integer."
    cause = ("22N03", message)
    raise client_error("Statement.ArgumentError", "22003", f"OF ... ROWS: {message}", cause)


def _status(number: int, *, started: bool, error: str | None) -> dict[str, Any]:
    return {
        "started": started,
        "committed": started and error is None,
        "transactionId": f"neo4j-transaction-{number}" if started else None,
        "errorMessage": error,
    }
