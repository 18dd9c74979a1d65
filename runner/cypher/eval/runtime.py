"""What runs: rows of slots, compiled expressions, and the state of one execution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.errors import StatementTimeout

if TYPE_CHECKING:
    from pathlib import Path

    from runner.cypher.database import Database
    from runner.cypher.eval.limits import Memory
    from runner.cypher.store.transaction import Transaction
    from runner.result import Counters, Notification
    from runner.values import DateTime

Row: TypeAlias = list[Any]
"""One row: a value per slot of the statement. A yielded row belongs to whoever receives it:
an operator that gives one row per row it takes may write into it, one that gives several
copies it for each, and one that holds rows need not copy."""

Eval: TypeAlias = Callable[[Row, "State"], Any]
"""A compiled expression: the value it has for a row."""

_TICKS_PER_CLOCK_LOOK = 256


class CsvProgress:
    """How far a statement with LOAD CSV is.

    Attributes:
        position: Where the row comes from that is being worked on, as far as that is noted.
        error: The error whose message already says so.
    """

    __slots__ = ("error", "position")

    def __init__(self) -> None:
        self.position: Any = None
        self.error: Exception | None = None


class State:
    """One execution of a plan: everything that is not the same from run to run.

    Attributes:
        transaction: The transaction that reads and writes go through.
        parameters: The statement's parameters, as engine values.
        now: The statement's one moment, in UTC unless a zone is set.
        begun: The moment that the transaction began; the statement's own where it is alone.
        counters: What has been done so far.
        committed: How many transactions of their own its subqueries have committed.
        files: The folder whose files may be read, or None.
        database: The database, for procedures that run statements; None where there is none.
        language: The Cypher version that the statement is of.
        text: The statement as it was given.
        csv: How far LOAD CSV is, where there is one.
        notifications: Remarks made while running.
        deadline: The `time.monotonic()` after which the statement is stopped, or None.
        memory: The account of what is held, or None where that is not limited.
    """

    __slots__ = (
        "_ticks",
        "begun",
        "committed",
        "counters",
        "csv",
        "database",
        "deadline",
        "files",
        "language",
        "memory",
        "notifications",
        "now",
        "parameters",
        "text",
        "time_limit",
        "transaction",
    )

    def __init__(
        self,
        transaction: Transaction,
        parameters: Mapping[str, Any],
        now: DateTime,
        counters: Counters,
        time_limit: float | None = None,
        begun: DateTime | None = None,
    ) -> None:
        self.transaction = transaction
        self.parameters = parameters
        self.now = now
        self.begun = begun or now
        self.counters = counters
        self.committed = 0
        self.notifications: list[Notification] = []
        self.time_limit = time_limit
        self.deadline = None if time_limit is None else monotonic() + time_limit
        self.memory: Memory | None = None
        self.files: Path | None = None
        self.csv: CsvProgress | None = None
        self.database: Database | None = None
        self.language = "25"
        self.text = ""
        self._ticks = _TICKS_PER_CLOCK_LOOK

    def tick(self) -> None:
        """Count one step of work; every loop that can be long calls this.

        Raises `StatementTimeout` soon after the deadline has passed.
        """
        self._ticks -= 1
        if self._ticks <= 0:
            self._ticks = _TICKS_PER_CLOCK_LOOK
            if self.deadline is not None and monotonic() > self.deadline:
                raise StatementTimeout(self.time_limit or 0)
            if self.memory is not None:
                self.memory.check()
