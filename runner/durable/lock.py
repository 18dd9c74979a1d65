"""The lock of the one process that may write to a database's file."""

from __future__ import annotations

import os
import stat
from errno import EROFS
from pathlib import Path
from typing import TYPE_CHECKING

from runner.durable.failures import foreign, in_use, not_writable
from runner.errors import DatabaseFileFailure, DatabaseNotFound

if TYPE_CHECKING:
    from io import FileIO

try:
    import fcntl
except ModuleNotFoundError:  # Windows: SQLite's own exclusive lock has to do, see `LogFile`
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None


def lock(path: str) -> FileIO:
    """Open the file, made where there is none, and lock it; closing what is returned unlocks.

    Nothing of the file is read or written. A file without any right to write is left alone, also
    by a superuser. Raises `DatabaseFileFailure`.
    """
    _check_place(path)
    try:
        file = Path(path).open("ab", buffering=0)  # noqa: SIM115 (whoever locks closes it)
    except PermissionError:
        raise not_writable(path) from None
    except OSError as error:
        if error.errno == EROFS:
            raise not_writable(path) from None
        raise DatabaseFileFailure(path, error.strerror or str(error)) from None
    if HAS_LOCKS:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise in_use(path) from None
    return file


def _check_place(path: str) -> None:
    folder = Path(path).absolute().parent
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        if not folder.is_dir():
            raise DatabaseNotFound(path, "there is no such folder") from None
    except NotADirectoryError:
        raise DatabaseNotFound(path, "there is no such folder") from None
    except PermissionError:
        raise not_writable(path, "its folder") from None
    else:
        if not stat.S_ISREG(mode):
            raise foreign(path, "what is there")
        if not mode & 0o222:
            raise not_writable(path)
    if not os.access(folder, os.W_OK):
        raise not_writable(path, "its folder")
