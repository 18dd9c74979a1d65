"""Limits of size: those that no single value may grow past, and a statement's own.

A value is checked before it is made. Neo4j has no such limits but its memory; the error is the
one it gives when that is used up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.errors import EngineError, MemoryLimitExceeded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.store.transaction import Transaction

MAX_LIST_ITEMS = 10_000_000
MAX_TEXT_CHARACTERS = 100_000_000


def memory_error(what: str) -> EngineError:
    """The error of a value that would become too large; `what` names it and its limit."""
    return EngineError(
        "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
        "51N73",
        f"The embedded engine's limit would be exceeded: {what}.",
    )


def check_items(count: int) -> None:
    """Raise `EngineError` if a list of `count` items is too large to be made."""
    if count > MAX_LIST_ITEMS:
        raise memory_error(f"a list may have {MAX_LIST_ITEMS:,} items at most")


def check_characters(count: int) -> None:
    """Raise `EngineError` if a string of `count` characters is too large to be made."""
    if count > MAX_TEXT_CHARACTERS:
        raise memory_error(f"a string may have {MAX_TEXT_CHARACTERS:,} characters at most")


def joined(items: list[Any], more: list[Any]) -> list[Any]:
    """The concatenation of two lists."""
    if len(items) + len(more) > MAX_LIST_ITEMS:
        check_items(len(items) + len(more))
    return items + more


class Limits(NamedTuple):
    """What one statement may use; None is no limit."""

    timeout: float | None = None
    """Seconds."""
    max_rows: int | None = None
    """Rows of its result."""
    max_memory: int | None = None
    """Bytes, as `Memory` estimates them."""


_BYTES_PER_CHANGE = 400
"""What an entity, a property or an entry of the undo log takes, roughly."""


class Memory:
    """An account of what a statement holds: rows of its result, rows and values that operators
    keep, changes that are not yet committed. All sizes are estimates in bytes.
    """

    __slots__ = ("_before", "_limit", "_transaction", "_used")

    def __init__(self, limit: int, transaction: Transaction) -> None:
        self._limit = limit
        self._used = 0
        self._transaction = transaction
        self._before = transaction.savepoint()

    def take(self, size: int) -> None:
        """Hold `size` more bytes. Raises `MemoryLimitExceeded`."""
        self._used += size
        if self._used > self._limit:
            raise MemoryLimitExceeded(self._limit)

    def give_back(self, size: int) -> None:
        """Hold `size` bytes less."""
        self._used -= size

    def check(self) -> None:
        """Raise `MemoryLimitExceeded` if what was changed so far is too much."""
        changes = max(self._transaction.savepoint() - self._before, 0)
        if self._used + changes * _BYTES_PER_CHANGE > self._limit:
            raise MemoryLimitExceeded(self._limit)


class Holding:
    """What one operator holds while it runs; a context manager that gives it back in the end."""

    __slots__ = ("_memory", "_total")

    def __init__(self, memory: Memory | None) -> None:
        self._memory = memory
        self._total = 0

    def rows(self, rows: Iterator[Row]) -> Iterator[Row]:
        """`rows`, each counted as held."""
        return rows if self._memory is None else self._counted(rows)

    def row(self, row: Iterable[Any]) -> None:
        """Count a row as held."""
        if self._memory is not None:
            size = row_size(row)
            self._total += size
            self._memory.take(size)

    def _counted(self, rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            self.row(row)
            yield row

    def __enter__(self) -> Holding:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._memory is not None:
            self._memory.give_back(self._total)


def holding(state: State) -> Holding:
    """An account of an operator's own."""
    return Holding(state.memory)


def row_size(row: Iterable[Any]) -> int:
    """The bytes that a row takes."""
    return 64 + sum([value_size(value) for value in row])


def value_size(value: Any) -> int:
    """The bytes that a value takes; entities are the graph's and cost no more than a reference."""
    kind = type(value)
    if kind is str or kind is bytes:
        return 56 + len(value)
    if kind is list:
        return 64 + sum([value_size(item) for item in value])
    if kind is dict:
        return 72 + sum([72 + len(key) + value_size(item) for key, item in value.items()])
    if kind is range or value is None or kind is bool:
        return 8
    return 40
