"""What a worker process does: it opens engines of its own and runs one page after another.

A worker talks to the run over one pipe that nobody else has, so that its death harms no other.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from dataclasses import dataclass
from multiprocessing import parent_process
from typing import TYPE_CHECKING

from runner.errors import EngineFailure
from runner.execute import run_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection
    from pathlib import Path
    from types import FrameType
    from typing import TypeAlias

    from runner.engines.base import Engine
    from runner.execute import RunOptions
    from runner.outcome import PageRun

    OpenEngines: TypeAlias = Callable[[], AbstractContextManager[Sequence[Engine]]]
    """Opens the engines of a worker. It travels to another process, so it must pickle."""


@dataclass(frozen=True, slots=True)
class Done:
    """A file was dealt with."""

    run: PageRun | None
    """None where it is no page."""
    is_last: bool = False
    """Whether the worker ends now, because it was told to."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A file could not be run, and neither can others."""

    error: Exception
    """What the run is to raise. An engine that failed is an `EngineFailure`."""
    trace: str
    """Where it happened, for errors that are defects."""


def work(pipe: Connection, open_engines: OpenEngines, options: RunOptions) -> None:
    """Run the files that come through `pipe` and send what became of each, until None comes."""
    stop = _Stop()
    _end_with_parent()
    try:
        with stop.heeded():
            first = pipe.recv()
        if first is None:
            return
        with open_engines() as engines:
            _run_all(pipe, first, engines, options, stop)
    except (KeyboardInterrupt, EOFError, ConnectionError):
        # Told to stop, or nobody is there any more to be told.
        return
    except Exception as error:  # noqa: BLE001 (the run raises it, with its trace)
        _send_error(pipe, error)


def _run_all(
    pipe: Connection,
    file: Path | None,
    engines: Sequence[Engine],
    options: RunOptions,
    stop: _Stop,
) -> None:
    while file is not None:
        run = None
        with stop.heeded():
            run = run_file(file, engines, options)
        is_last = stop.asked
        pipe.send(Done(run, is_last))
        if is_last:
            return
        with stop.heeded():
            file = pipe.recv()


def _send_error(pipe: Connection, error: Exception) -> None:
    trace = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 (whatever is wrong with it, its text can be told)
        if isinstance(error, EngineFailure):
            error = EngineFailure(str(error))
        else:
            error = RuntimeError(f"{type(error).__name__}: {error}")
    pipe.send(Broken(error, trace))


class _Stop:
    """Turns the run's request to stop into `KeyboardInterrupt`, where that does no harm.

    Key presses reach every process of a terminal; workers leave them to the run, which asks each
    worker by SIGTERM.
    """

    def __init__(self) -> None:
        self.asked = False
        self._heeded = False
        for name in ("SIGINT", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        if self._heeded:
            self._heeded = False
            raise KeyboardInterrupt

    def heeded(self) -> _Heeding:
        """Where the signal interrupts; elsewhere it is only noted."""
        return _Heeding(self)

    def begin(self) -> None:
        """Interrupt from now on, at once where it was asked before."""
        self._heeded = True
        if self.asked:
            self._heeded = False
            raise KeyboardInterrupt

    def end(self) -> None:
        """Only note it from now on."""
        self._heeded = False


class _Heeding:
    __slots__ = ("_stop",)

    def __init__(self, stop: _Stop) -> None:
        self._stop = stop

    def __enter__(self) -> None:
        self._stop.begin()

    def __exit__(self, *_: object) -> None:
        self._stop.end()


def _end_with_parent() -> None:
    """Stop when the run is gone without having said so, even in the middle of a page."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
