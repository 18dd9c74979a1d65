"""A terminal for commands that draw on one: what a person would see there, line by line."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time
from select import select
from typing import TYPE_CHECKING, Self

import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

SECONDS = 60.0
"""How long to wait for what should appear."""


class _Answering(pyte.Screen):
    """A screen that answers a program's questions, such as where the cursor is."""

    answers_to: int

    def write_process_input(self, data: str) -> None:
        """The answer goes where keys go."""
        os.write(self.answers_to, data.encode())


class Terminal:
    """A command in a terminal of `rows` lines of `columns` characters."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        rows: int = 60,
        columns: int = 100,
    ) -> None:
        self._screen = _Answering(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        self._screen.answers_to = self._master
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._master)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, where the terminal makes a signal of it."""
        os.killpg(self.process.pid, signal.SIGINT)

    @property
    def lines(self) -> list[str]:
        """What is on the screen, without blanks at the ends of lines and empty lines below."""
        shown = [line.rstrip() for line in self._screen.display]
        while shown and not shown[-1]:
            shown.pop()
        return shown

    def wait_until(self, seen: Callable[[list[str]], bool]) -> list[str]:
        """The screen as soon as `seen` says so of its lines; fails when that takes too long."""
        deadline = time.monotonic() + SECONDS
        while not seen(self.lines):
            assert time.monotonic() < deadline, "\n".join(self.lines)
            ready, _, _ = select([self._master], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self._master, 65536)
                except OSError:  # the other end is closed
                    data = b""
                if not data:
                    self.process.wait(SECONDS)
                    assert seen(self.lines), "\n".join(self.lines)
                self._stream.feed(data)
        return self.lines
