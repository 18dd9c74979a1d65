"""Ends a run in order when the system asks it to stop, as at a key press."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


class Stop:
    """Which signal stopped the run.

    Attributes:
        number: The signal's number; that of a key press where none came.
    """

    def __init__(self) -> None:
        self.number = int(signal.SIGINT)

    @property
    def exit_status(self) -> int:
        """The exit status that shells expect: 128 and the number of the signal."""
        return 128 + self.number


@contextmanager
def stop_in_order() -> Iterator[Stop]:
    """Turn SIGTERM and SIGHUP into `KeyboardInterrupt`, so that what is held is let go of."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def on_signal(number: int, _frame: FrameType | None) -> None:
        stop.number = number
        raise KeyboardInterrupt

    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # What is ignored, as SIGHUP is under nohup, stays ignored.
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, on_signal) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
