"""The alarm that ends a statement some time after its limit, even in one long call into C.

The embedded engine looks at the clock itself in all its loops; this is the second wall, for a
regular expression that backtracks for ever or a sort of millions of rows. It needs signals, so it
stands in the main thread of systems that have them.
"""

from __future__ import annotations

import signal
import threading
from contextlib import nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any

from runner.errors import StatementTimeout

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import FrameType, TracebackType

_GRACE_SECONDS = 0.25
"""How long after its deadline a statement is interrupted that did not notice it itself."""

_HAS_TIMERS = hasattr(signal, "setitimer")
_RETRY_SECONDS = 0.02
_AT_ONCE_SECONDS = 1e-6

_INTERRUPTIBLE = ("_prepare", "_pull", "_converted")
"""The functions of `runner.cypher.database` in which a statement changes nothing but its rows."""


class _Handler:
    """What the process does at an alarm; while nobody holds it, what it did before.

    A context manager that may be entered again inside itself, in the main thread only.
    """

    def __init__(self) -> None:
        self.seconds: float | None = None
        """The limit of the statement that runs now; None between statements."""
        self._before: Any = None
        self._holders = 0

    def __enter__(self) -> None:
        if not self._holders:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        self._holders += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._holders -= 1
        if not self._holders and self._before is not None:  # None: set by a part in C
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self.seconds is None:
            self._ring_for_others(number, frame)
            return
        # Armed again before it raises too: a parser that tries two ways may catch the first.
        signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
        if _may_interrupt(frame):
            raise StatementTimeout(self.seconds)

    def _ring_for_others(self, number: int, frame: FrameType | None) -> None:
        """An alarm between statements is not ours, and does what it would have done."""
        if callable(self._before):
            self._before(number, frame)
        elif self._before is signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)


_HANDLER = _Handler()


def held_handler() -> AbstractContextManager[None]:
    """Keeps the handler of the alarm between the statements inside.

    A page has dozens of them, and to set the handler and give it back takes longer than all the
    rest that is done around one.
    """
    return _HANDLER if _is_available() else nullcontext()


class Interruption:
    """Stops the statement that runs inside some time after `seconds`; None stops nothing."""

    __slots__ = ("_begun", "_others", "_outer", "_seconds")

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds if seconds is not None and _is_available() else None

    def __enter__(self) -> None:
        if self._seconds is None:
            return
        _HANDLER.__enter__()
        self._outer, _HANDLER.seconds = _HANDLER.seconds, self._seconds
        self._begun = perf_counter()
        self._others = signal.setitimer(signal.ITIMER_REAL, self._seconds + _GRACE_SECONDS)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._seconds is None:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        _HANDLER.seconds = self._outer
        _HANDLER.__exit__(kind, error, traceback)
        left, interval = self._others
        if left:
            # Somebody else's alarm, such as a test runner's; one that is late comes at once.
            left = max(left - (perf_counter() - self._begun), _AT_ONCE_SECONDS)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _is_available() -> bool:
    return _HAS_TIMERS and threading.get_ident() == threading.main_thread().ident


def _may_interrupt(frame: FrameType | None) -> bool:
    """Whether the statement is pulling rows, and not inside a change of the store.

    The store's own functions and the end of a transaction are left to finish, so that what is
    undone afterwards is whole.
    """
    pulling = False
    while frame is not None:
        code = frame.f_code
        module = frame.f_globals.get("__name__", "")
        if module.startswith("runner.cypher.store"):
            return False
        pulling = pulling or (module == "runner.cypher.database" and code.co_name in _INTERRUPTIBLE)
        frame = frame.f_back
    return pulling
