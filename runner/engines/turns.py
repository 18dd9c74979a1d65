"""Turns: the threads of a process use an embedded database one statement at a time."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING

from runner.errors import EngineFailure, LockTimeout, StatementTimeout

if TYPE_CHECKING:
    from types import TracebackType

LOCK_SECONDS = 5.0
"""How long a statement that writes waits for the transaction of another session to end."""


class Turns:
    """Who may use a database now. Everything but the constructor is safe from any thread."""

    def __init__(self, lock_seconds: float = LOCK_SECONDS) -> None:
        self._lock_seconds = lock_seconds
        self._changed = threading.Condition(threading.Lock())
        self._closed = False

    def turn(self, timeout: float | None = None) -> Turn:
        """Have the database to oneself; gives what is left of `timeout` (in seconds) after waiting.

        Entering it raises `StatementTimeout` when nothing is left, and `EngineFailure` when the
        database is closed.
        """
        return Turn(self, timeout)

    def begin(self, timeout: float | None) -> float | None:
        """Wait for a turn, see `turn`."""
        left = timeout
        if not self._changed.acquire(blocking=False):
            begun = monotonic()
            if not self._changed.acquire(timeout=-1 if timeout is None else timeout):
                raise StatementTimeout(timeout or 0)
            left = None if timeout is None else max(timeout - (monotonic() - begun), 0.001)
        if self._closed:
            self._let_others()
            raise EngineFailure("this engine is closed")
        try:
            self.before()
        except BaseException:
            self._let_others()
            raise
        return left

    def end(self) -> None:
        """End the turn that has begun."""
        try:
            if not self._closed:
                self.after()
        finally:
            self._let_others()

    def _let_others(self) -> None:
        self._changed.notify_all()
        self._changed.release()

    def await_change(self, deadline: float, timeout: float | None) -> None:
        """Let others have their turns until one of them is over; inside a turn only.

        `deadline` is a `time.monotonic()`, `timeout` what the statement was given. Raises
        `LockTimeout` or `StatementTimeout` when there is no time left.
        """
        left = deadline - monotonic()
        if left <= 0:
            if timeout is not None and timeout <= self._lock_seconds:
                raise StatementTimeout(timeout)
            raise LockTimeout(self._lock_seconds)
        # Its result does not matter: on a slow disk the turn of a commit may take longer than this
        # one could wait, so whoever waits looks again before it gives up.
        self._changed.wait(left)
        if self._closed:
            raise EngineFailure("this engine is closed")

    def deadline(self, timeout: float | None) -> float:
        """Until when a statement waits for another transaction."""
        seconds = self._lock_seconds if timeout is None else min(timeout, self._lock_seconds)
        return monotonic() + seconds

    def close(self) -> None:
        """Let nobody use the database any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def before(self) -> None:
        """What has to be done as a turn begins."""

    def after(self) -> None:
        """What has to be done as a turn ends."""


class Turn:
    """A turn, as a context manager: one of a generator takes twice as long, at each statement."""

    __slots__ = ("_timeout", "_turns")

    def __init__(self, turns: Turns, timeout: float | None) -> None:
        self._turns = turns
        self._timeout = timeout

    def __enter__(self) -> float | None:
        return self._turns.begin(self._timeout)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._turns.end()
