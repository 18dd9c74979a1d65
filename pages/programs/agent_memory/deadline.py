"""Work that somebody waits for only so long."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
logger = logging.getLogger(__name__)


class TooManyWaiting(Exception):
    """So much earlier work hangs that no more is begun."""


class Patience:
    """Does work in threads of its own, so that whoever wants it can give up and go on.

    Work that was given up goes on until it ends by itself; `most` is how much of it there may be
    at a time. The threads do not keep the program from ending.
    """

    def __init__(self, most: int = 8) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._most = most

    def within(self, seconds: float, work: Callable[[], T]) -> T:
        """What `work` gives, or what it raises.

        Raises `TimeoutError` when its time is up, and `TooManyWaiting` at once where there is no
        room for it.
        """
        if not self._free.acquire(blocking=False):
            raise TooManyWaiting(f"{self._most} earlier requests still wait for the database")
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                logger.debug("work with a deadline failed", exc_info=True)
                future.set_exception(error)
            finally:
                self._free.release()

        try:
            threading.Thread(target=run, name="recall", daemon=True).start()
        except RuntimeError:
            self._free.release()
            raise
        return future.result(seconds)
