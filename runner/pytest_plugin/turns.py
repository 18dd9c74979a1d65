"""Turns of pytest's workers on a database that all of them share."""

from __future__ import annotations

from contextlib import contextmanager
from time import sleep
from typing import TYPE_CHECKING

from runner.engines.bolt_state import Lock
from runner.folders import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

_PAUSE_SECONDS = 0.02


class Turns:
    """Whose turn it is; without a lock, always this process's."""

    def __init__(self, lock: Lock | None) -> None:
        self._lock = lock
        self._depth = 0

    @property
    def are_taken(self) -> bool:
        """Whether there is anybody to take turns with."""
        return self._lock is not None

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Wait until no other worker has the database, and have it.

        Gives whether this turn is not one within another.
        """
        if self._lock is not None and not self._depth:
            while not self._lock.take():
                sleep(_PAUSE_SECONDS)
        self._depth += 1
        try:
            yield self._depth == 1
        finally:
            self._depth -= 1
            if self._lock is not None and not self._depth:
                self._lock.release()


def turns_of(config: pytest.Config) -> Turns:
    """The turns among workers of pytest-xdist; a process that is none of them waits for nobody."""
    if not hasattr(config, "workerinput"):
        return Turns(None)
    return Turns(Lock(state_folder() / "pytest-workers.lock"))
