"""Runs the driver's blocking calls where the caller can stop waiting for them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from runner.errors import EngineFailure

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class StillRunning(Exception):
    """A job did not end in the time that its caller waited for it."""


class Job(Generic[T]):
    """One call, and what came of it."""

    __slots__ = ("_done", "_error", "_function", "_value")

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._done = threading.Lock()
        self._done.acquire()
        self._value: T
        self._error: BaseException | None = None

    def perform(self) -> None:
        """Call the function; whatever it raises is kept for the caller."""
        try:
            self._value = self._function()
        except BaseException as error:  # noqa: BLE001  (raised again where the caller waits)
            self._error = error
        self._done.release()

    def ended(self, seconds: float | None) -> bool:
        """Wait at most `seconds`, or for ever; whether it ended."""
        if not self._done.acquire(timeout=-1 if seconds is None else max(seconds, 0)):
            return False
        self._done.release()
        return True

    def outcome(self) -> T:
        """What an ended call gave; raises what it raised."""
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        return self._value


class Worker:
    """One thread that performs jobs in order.

    The thread never keeps the program alive: one that waits for a dead server is left behind.
    """

    def __init__(self) -> None:
        self._wake = threading.Semaphore(0)
        self._next: Job[object] | None = None
        self._running: Job[object] | None = None
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a job has begun that nobody waits for any more."""
        return self._running is not None and not self._running.ended(0)

    def start(self, function: Callable[[], T]) -> Job[T]:
        """Begin a job. Raises `EngineFailure` while another one hangs."""
        if self.busy:
            raise EngineFailure("an earlier call to the server has not ended")
        if self._thread is None:
            self._thread = threading.Thread(target=self._loop, name="runner-bolt", daemon=True)
            self._thread.start()
        job = Job(function)
        self._running = job  # type: ignore[assignment]
        self._next = job  # type: ignore[assignment]
        self._wake.release()
        return job

    def call(self, function: Callable[[], T], seconds: float | None) -> T:
        """What `function` gives. Raises `StillRunning` when that takes longer than `seconds`."""
        job = self.start(function)
        if not job.ended(seconds):
            raise StillRunning
        return job.outcome()

    def settle(self, seconds: float) -> bool:
        """Wait for a job that was left running; whether there is none any more."""
        return self._running is None or self._running.ended(seconds)

    def stop(self) -> None:
        """End the thread, now or when the job that it hangs in ends."""
        if self._thread is not None:
            self._next = None
            self._wake.release()
            self._thread = None

    def _loop(self) -> None:
        while True:
            self._wake.acquire()
            job, self._next = self._next, None
            if job is None:
                return
            job.perform()
