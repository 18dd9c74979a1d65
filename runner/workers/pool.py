"""Hands files to worker processes and yields what became of them, in the order of the files."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from multiprocessing.connection import wait
from time import monotonic
from typing import TYPE_CHECKING

from runner.errors import EngineFailure
from runner.outcome import Outcome, PageOutcome, PageRun
from runner.workers.process import Broken, Done, work

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnContext, SpawnProcess
    from pathlib import Path
    from typing import TypeAlias

    from runner.engines.base import Capabilities
    from runner.execute import RunOptions
    from runner.workers.process import OpenEngines

    Seconds: TypeAlias = Callable[[Path], float | None]
    """How long a page is known to take."""

_AHEAD = 32
"""How many files a run is ahead of the first whose outcome is awaited, for each worker."""

_GRACE_SECONDS = 10.0
"""How long workers have to let go of what they hold, such as databases on a server."""


@dataclass(slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    number: int | None = None
    """The number of the file that it is on; None where it waits for one."""


@dataclass(slots=True)
class Pool:
    """Runs `files` on `jobs` processes.

    Of the files that may be begun the one known to take longest goes first. A worker that dies
    is the engine failure of the page that it was on, and another takes its place. An engine that
    fails ends the run: what is begun is finished, nothing else is.
    """

    files: Sequence[Path]
    open_engines: OpenEngines
    engines: Sequence[Capabilities]
    options: RunOptions
    jobs: int
    seconds: Seconds = lambda _: None
    _workers: list[_Worker] = field(default_factory=list)
    _outcomes: dict[int, PageRun | None] = field(default_factory=dict)
    _ready: list[tuple[float, int]] = field(default_factory=list)
    """A heap of the files that may be begun and are not: the longest first, then in order."""
    _unseen: int = 0
    """The number of the first file that may not be begun yet."""
    _ended: bool = False
    """Whether nothing more is begun."""
    _stopping: bool = False
    """Whether the workers were told to stop."""

    def run(self) -> Generator[PageRun, None, None]:
        """Yield the run of each page in order; files that are no pages are passed over.

        When this is closed or interrupted its processes are stopped. What they report within
        a few seconds of being interrupted is yielded before `KeyboardInterrupt` is raised again.

        Raises what a worker raised that is no failure of the engine.
        """
        try:
            yield from self._in_order()
        except KeyboardInterrupt:
            self._ended = self._stopping = True
            yield from self._stopped()
            raise
        finally:
            self._kill()

    def _in_order(self) -> Iterator[PageRun]:
        number = 0
        while number < len(self.files):
            self._look_ahead(number)
            self._hand_out()
            while number not in self._outcomes and self._is_awaited(number):
                self._await()
                self._hand_out()
            run = self._outcomes.pop(number, None)
            number += 1
            if run is not None:
                yield run
        self._dismiss()

    def _is_awaited(self, number: int) -> bool:
        begun = any(worker.number == number for worker in self._workers)
        return begun or (not self._ended and number not in self._outcomes)

    def _look_ahead(self, number: int) -> None:
        until = min(len(self.files), number + self.jobs * _AHEAD)
        for unseen in range(self._unseen, until):
            seconds = self.seconds(self.files[unseen]) or 0.0
            heappush(self._ready, (-seconds, unseen))
        self._unseen = until

    def _hand_out(self) -> None:
        """Give every worker that waits a file; start workers while there are too few."""
        waiting = [worker for worker in self._workers if worker.number is None]
        while self._ready and not self._ended:
            if not waiting:
                if len(self._workers) == self.jobs:
                    return
                waiting.append(self._start())
            worker = waiting.pop()
            _, worker.number = heappop(self._ready)
            try:
                worker.pipe.send(self.files[worker.number])
            except OSError:
                self._bury(worker)

    def _start(self) -> _Worker:
        context: SpawnContext = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=work, args=(theirs, self.open_engines, self.options), daemon=True
        )
        with _no_key_presses():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _await(self, timeout: float | None = None) -> bool:
        """Wait until a worker has something to say, or has died; whether any did."""
        said = wait([worker.pipe for worker in self._workers], timeout)
        for worker in [each for each in self._workers if each.pipe in said]:
            self._hear(worker)
        return bool(said)

    def _hear(self, worker: _Worker) -> None:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        number, worker.number = worker.number, None
        assert number is not None
        if isinstance(message, Broken):
            self._remove(worker)
            if not isinstance(message.error, EngineFailure):
                message.error.__cause__ = _InWorker(message.trace)
                raise message.error
            self._failed(number, str(message.error))
            self._ended = True
            return
        assert isinstance(message, Done)
        if message.is_last:
            self._remove(worker)
        run = message.run
        if run is not None and run.interrupted and not self._stopping:
            self._failed(number, "the worker process that ran the page was told to stop")
            return
        self._outcomes[number] = run
        if run is not None and any(
            outcome.outcome is Outcome.ENGINE_FAILURE for outcome in run.outcomes
        ):
            self._ended = True

    def _bury(self, worker: _Worker) -> None:
        """A worker died: the page that it was on is its engine's failure."""
        self._remove(worker)
        if worker.number is not None and not self._stopping:
            ended = _how_it_ended(worker.process.exitcode)
            self._failed(worker.number, f"the worker process that ran the page {ended}")

    def _remove(self, worker: _Worker) -> None:
        """Wait for a worker that ends by itself."""
        self._workers.remove(worker)
        worker.process.join()
        worker.pipe.close()

    def _failed(self, number: int, reason: str) -> None:
        path = self.files[number]
        self._outcomes[number] = PageRun(
            tuple(
                PageOutcome(path, Outcome.ENGINE_FAILURE, engine, reason=reason)
                for engine in self.engines
            )
        )

    def _dismiss(self) -> None:
        """Let workers close their engines and end."""
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.send(None)
        self._leave(monotonic() + _GRACE_SECONDS)

    def _leave(self, deadline: float) -> None:
        for worker in self._workers:
            worker.process.join(max(deadline - monotonic(), 0))

    def _stopped(self) -> Iterator[PageRun]:
        """Stop the workers, and yield in order what is known by then."""
        for worker in self._workers:
            worker.process.terminate()
        deadline = monotonic() + _GRACE_SECONDS
        while any(worker.number is not None for worker in self._workers):
            left = deadline - monotonic()
            if left <= 0 or not self._await(left):
                break
        for number in sorted(self._outcomes):
            run = self._outcomes[number]
            if run is not None:
                yield run
        self._leave(deadline)

    def _kill(self) -> None:
        """End whatever is left, and wait for it: no process outlives the run."""
        for worker in self._workers:
            if worker.process.is_alive():
                worker.process.terminate()
        self._leave(monotonic() + _GRACE_SECONDS)
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()


class _InWorker(Exception):
    """Carries the trace of a worker into that of the run."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
    return f"ended with the exit status {code}"


@contextmanager
def _no_key_presses() -> Iterator[None]:
    """Let a process that is started here never see SIGINT: it would die of it while loading.

    One that comes meanwhile reaches this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # The first process would start it, and with that let SIGINT through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
