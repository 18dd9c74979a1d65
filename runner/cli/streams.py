"""The streams that the command writes to: in any encoding, closed, full or no longer read."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

BROKEN_PIPE_STATUS = 141
"""Exit status where nobody reads any more: shells' convention, 128 and the number of SIGPIPE."""


def prepare_streams() -> None:
    """Let everything be written: what the encoding lacks as an escape, to nowhere if closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper) and not _takes_all(stream):
            stream.reconfigure(errors="backslashreplace")


def _takes_all(stream: io.TextIOWrapper) -> bool:
    """Whether a stream takes all characters, bytes of file names that are no UTF-8 too."""
    return stream.encoding.lower() == "utf-8" and stream.errors == "surrogateescape"


@contextmanager
def writing() -> Iterator[None]:
    """Run a command to its last written byte.

    Ends the program in silence where the reader has gone, as after ``| head``. Raises
    `UsageError` where the device takes no more.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        # Of a stream that is open there is no name; what opens files says which one it was.
        if error.filename is not None:
            raise
        _give_up(sys.stdout)
        if error.errno == errno.EPIPE:
            raise SystemExit(BROKEN_PIPE_STATUS) from None
        raise UsageError(f"cannot write the report: {error.strerror or error}") from error


def _give_up(stream: object) -> None:
    """Send what a stream still holds to nowhere, so that nothing fails on leaving either."""
    if isinstance(stream, io.TextIOWrapper):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
