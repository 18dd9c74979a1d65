"""Where reports go: a standard stream, or a file that is written whole at the end."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, TextIO, cast

from runner.errors import UsageError
from runner.write import NotWritten, is_database, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CHUNK = 1 << 16


class Target(Protocol):
    """Where one report goes."""

    out: TextIO

    def commit(self) -> None:
        """The report is complete. Raises `NotWritten`."""


class Standard:
    """The standard output."""

    def __init__(self) -> None:
        self.out: TextIO = sys.stdout

    def commit(self) -> None:
        """See `Target.commit`."""
        self.out.flush()


class File:
    """A file, whose text waits in a temporary one until it is complete.

    With `append` it comes behind what the file holds.
    """

    def __init__(self, path: Path, *, append: bool = False) -> None:
        from tempfile import TemporaryFile

        self.path = path
        self._append = append
        # What UTF-8 cannot hold, from the names of files, becomes an escape that JSON knows.
        self._spool = TemporaryFile(  # noqa: SIM115
            "w+", encoding="utf-8", errors="backslashreplace", newline=""
        )
        self.out = cast("TextIO", self._spool)

    def commit(self) -> None:
        """See `Target.commit`."""
        self._spool.flush()
        raw = cast("BinaryIO", self._spool.buffer)
        raw.seek(0)
        chunks = iter(lambda: raw.read(_CHUNK), b"")
        try:
            if self._append:
                self._append_to_file(chunks)
            else:
                write_file(self.path, chunks)
        finally:
            self._spool.close()

    def _append_to_file(self, chunks: Iterator[bytes]) -> None:
        try:
            with self.path.open("ab") as file:
                file.writelines(chunks)
        except OSError as error:
            raise NotWritten(f"cannot write it: {error.strerror or error}") from error


def check_files(files: Iterable[Path], pages: Iterable[Path]) -> None:
    """Make the folders of report files. None of the files may be one of the `pages`.

    Raises `UsageError` where a file cannot be written, before anything runs.
    """
    known = {os.path.realpath(page) for page in pages}
    for path in files:
        if os.path.realpath(path) in known:
            raise UsageError(f"the report {path} would overwrite a page")
        try:
            trouble = _trouble(path)
        except OSError as error:
            trouble = error.strerror or str(error)
        if trouble is not None:
            raise UsageError(f"cannot write the report {path}: {trouble}")


def _trouble(path: Path) -> str | None:
    """Why a report cannot be written to `path`, whose folder is made. Raises `OSError`."""
    if path.is_dir():
        return "it is a folder"
    path.parent.mkdir(parents=True, exist_ok=True)
    known_there = path.exists()
    if not os.access(path if known_there else path.parent, os.W_OK):
        return "it is read-only" if known_there else f"the folder {path.parent} is read-only"
    if path.is_file() and is_database(path):
        return "it is a database"
    return None
