"""A page's chDB in a process of its own: started, asked, and ended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from runner.errors import EngineFailure
from runner.sql import wire
from runner.sql.settings import FILES_STATUS, MAX_FILES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    Answer = tuple[dict[str, Any], bytes]

START_SECONDS = 60.0
"""How long chDB may take to start."""

_ENDING_SECONDS = 5.0

_KEPT_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "VIRTUAL_ENV")
"""What of the environment the process gets: no passwords, and nothing that differs from run to
run."""


class Ended(Exception):
    """The process is there no more; the text says how it ended."""


class TookTooLong(Exception):
    """The process gave no answer in time, and was ended."""


class ChdbProcess:
    """A process with one chDB, which may read from `folders`.

    Raises `EngineFailure` where it does not start.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="runner-sql-"))
        self._answers: SimpleQueue[Answer | None] = SimpleQueue()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "runner.sql.worker", self._folder, *folders],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,
                env=_environment(self._folder),
                start_new_session=True,  # Ctrl-C is for the program, which ends this process
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise EngineFailure(f"chDB cannot be started: {error}") from error
        assert self._process.stdout is not None
        reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._answers), daemon=True
        )
        reader.start()
        self._reader = reader
        try:
            self._await_start()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _await_start(self) -> None:
        try:
            answer, _ = self._next(START_SECONDS)
        except Ended as ended:
            raise EngineFailure(f"chDB does not start: {ended}") from None
        except TookTooLong:
            raise EngineFailure(f"chDB did not start within {START_SECONDS:g} s") from None
        if "failure" in answer:
            raise EngineFailure(f"chDB does not start: {answer['failure']}")

    def ask(
        self, request: dict[str, Any], data: bytes = b"", seconds: float | None = None
    ) -> Answer:
        """The answer to a request. Raises `Ended`, and `TookTooLong` after `seconds`."""
        if self._process.poll() is not None:
            raise Ended(self._how())
        assert self._process.stdin is not None
        try:
            wire.send(self._process.stdin, request, data)
            return self._next(seconds)
        except OSError:
            self.close()
            raise Ended(self._how()) from None
        except KeyboardInterrupt:
            # What it is at, and what it has, is not known any more.
            self.close()
            raise

    def _next(self, seconds: float | None) -> Answer:
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            self.close()
            raise TookTooLong from None
        if answer is None:
            self._await_end()
            self.close()
            raise Ended(self._how())
        return answer

    def _await_end(self) -> None:
        """Let a process that has closed its pipe end by itself: how it did is worth knowing."""
        try:
            self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return

    def _how(self) -> str:
        status = self._process.returncode
        if status is not None and status < 0:
            return f"it was ended by signal {-status}"
        if status == FILES_STATUS:
            return f"its files had more than {MAX_FILES:,} bytes"
        return f"it ended with status {status}"

    def close(self) -> None:
        """End the process, and remove its files."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue  # what was not sent is of no use any more
        shutil.rmtree(self._folder, ignore_errors=True)


def _read(stream: IO[bytes], answers: SimpleQueue[Answer | None]) -> None:
    """Hand on all that the process says; None at its end."""
    try:
        while (answer := wire.receive(stream)) is not None:
            answers.put(answer)
    except (OSError, ValueError):
        pass
    answers.put(None)


def _environment(folder: Path) -> dict[str, str]:
    """The environment of the process: where its packages are, and a home with nothing in it."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join(_package_folders()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "TZ": "UTC",
    }


def _package_folders() -> list[str]:
    """The folders that packages come from; none that is named by where the program was started."""
    own = str(Path(__file__).resolve().parents[2])
    found = {own: None}
    for name in ("chdb", "tzdata"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            found[str(Path(spec.origin).resolve().parents[1])] = None
    others = [path for path in sys.path if Path(path).is_absolute() and path not in found]
    return [*found, *others]
