"""Operators of the commands that are parts of queries: SHOW and TERMINATE TRANSACTIONS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error
from runner.cypher.plan.operator import Operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State


class ShowRows(Operator):
    """The rows of a SHOW command; `names` keeps those whose name is among its values."""

    __slots__ = ("filter_at", "listing", "names", "shown", "slots")
    name = "Show"

    def __init__(
        self,
        source: Operator,
        listing: Callable[[State], Iterable[tuple[Any, ...]]],
        slots: tuple[int, ...],
        names: tuple[Eval, ...],
        filter_at: int,
        shown: str,
    ) -> None:
        super().__init__(source)
        self.listing = listing
        self.slots = slots
        self.names = names
        self.filter_at = filter_at
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for row in self.sources[0].rows(state, argument):
            wanted = frozenset(given_names(self.names, row, state, f"SHOW {self.shown}"))
            for values in self.listing(state):
                if wanted and values[self.filter_at] not in wanted:
                    continue
                yield _filled(row, self.slots, values)

    def details(self) -> str:
        return self.shown


class TerminateTransactions(Operator):
    """Terminates the transactions that `names` give, per row; a row for each of them."""

    __slots__ = ("names", "slots")
    name = "TerminateTransactions"

    def __init__(self, source: Operator, slots: tuple[int, ...], names: tuple[Eval, ...]) -> None:
        super().__init__(source)
        self.slots = slots
        self.names = names

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        from runner.cypher.procedures.show_transactions import terminate

        for row in self.sources[0].rows(state, argument):
            names = given_names(self.names, row, state, "TERMINATE TRANSACTIONS")
            for values in terminate(names, state):
                yield _filled(row, self.slots, values)


def given_names(names: tuple[Eval, ...], row: Row, state: State, command: str) -> list[str | None]:
    """The names that follow a command: strings, or a list of them.

    Cypher 25 takes null for a name. Raises `EngineError` for other values.
    """
    found: list[str | None] = []
    for name in names:
        value = name(row, state)
        if type(value) is list:
            for item in value:
                if not _is_name(item, state):
                    raise _no_name(item, command, "a string", "STRING")
            found += value
        elif _is_name(value, state):
            found.append(value)
        else:
            raise _no_name(
                value, command, "a string or a list of strings", "STRING or LIST<STRING>"
            )
    return found


def _is_name(value: Any, state: State) -> bool:
    return type(value) is str or (value is None and state.language != "5")


def _no_name(value: Any, command: str, wanted: str, types: str) -> Exception:
    shown = describe(value)
    detail = f"Invalid input '{shown}' for {command}. Expected to be {types}."
    message = f"Expected {wanted}, but got: {shown}"
    return client_error("Statement.TypeError", "22G03", message, ("22N27", detail))


def _filled(row: Row, slots: tuple[int, ...], values: tuple[Any, ...]) -> Row:
    filled = row.copy()
    for slot, value in zip(slots, values, strict=True):
        filled[slot] = value
    return filled
