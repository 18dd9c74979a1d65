"""Writes files whole: whenever writing stops, the file is the old or the new one."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from runner.errors import RunnerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_SQLITE = b"SQLite format 3\0"
"""What every database of SQLite starts with."""

_LINKS = 40
"""How many links a path may lead through, as in Linux."""


class NotWritten(RunnerError):
    """A file was left as it is; the text says why."""


def replace_file(path: Path, old: bytes, new: bytes) -> None:
    """Let the file at `path`, links resolved, hold `new` in place of `old`; its mode stays.

    The bytes go to a file of a new name in the same folder, which is flushed to the disk and
    then renamed. Raises `NotWritten` where the file no longer holds `old` or cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        status = _check_unchanged(target, old)
        temporary = _write_beside(target, [new], status)
        _rename(temporary, target, lambda: _check_unchanged(target, old))
    except OSError as error:
        raise NotWritten(f"cannot write it: {error.strerror or error}") from error


def create_file(path: Path, data: bytes) -> None:
    """Make a file that is not there yet, and the folders above it.

    Raises `NotWritten` where something is there, or it cannot be made.
    """
    made = False
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            made = True
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise NotWritten(f"{path} exists already") from None
    except OSError as error:
        if made:
            with suppress(OSError):
                path.unlink()
        raise NotWritten(f"cannot write {path}: {error.strerror or error}") from error


def write_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Let a file hold `chunks` one after another, whatever it held; made where it is not there.

    Written beside it, flushed and renamed. What is no regular file, such as a pipe, is written to
    as it is, and so is a stream that this process has open, as ``/dev/stderr``. Raises
    `NotWritten`, for a database too: no text is meant to take its place.
    """
    try:
        descriptor = open_descriptor(path)
        if descriptor is not None:
            with os.fdopen(os.dup(descriptor), "wb") as stream:
                stream.writelines(chunks)
            return
        # Of the path, not of where it seems to lead: not every pipe can be reached by a name.
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.writelines(chunks)
            return
        target = Path(os.path.realpath(path))
        status = target.stat() if target.exists() else None
        if status is not None and not os.access(target, os.W_OK):
            raise NotWritten("it is read-only")
        if status is not None and is_database(target):
            raise NotWritten("it is a database")
        _rename(_write_beside(target, chunks, status), target)
    except OSError as error:
        raise NotWritten(f"cannot write it: {error.strerror or error}") from error


def is_database(path: Path) -> bool:
    """Whether a file is a database of SQLite, such as one of the embedded engine."""
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except PermissionError:
        return False


def open_descriptor(path: Path) -> int | None:
    """The number of the stream of this process that a path stands for, as ``/dev/stderr`` for 2.

    Such a stream may lead to a regular file, that others write to: to put another file in its
    place would lose what they write.
    """
    folders = {os.path.realpath(f"/{name}") for name in ("dev/fd", "proc/self/fd")}
    place = os.fspath(path)
    for _ in range(_LINKS):
        folder, name = os.path.split(place)
        folder = os.path.realpath(folder)
        if folder in folders and name.isascii() and name.isdecimal():
            return int(name)
        try:
            place = os.path.join(folder, os.readlink(os.path.join(folder, name)))  # noqa: PTH115, PTH118
        except (OSError, ValueError):
            return None
    return None


def _check_unchanged(target: Path, old: bytes) -> os.stat_result:
    """The status of a file that still holds `old` and may be written."""
    status = target.stat()
    if target.read_bytes() != old:
        raise NotWritten("it was changed by someone else meanwhile")
    if not os.access(target, os.W_OK):
        raise NotWritten("it is read-only")
    return status


def _write_beside(target: Path, chunks: Iterable[bytes], status: os.stat_result | None) -> Path:
    """A new file in the same folder, with `chunks`, mode and owner as in `status`, on the disk.

    Without a status its mode is that of any new file of this user.
    """
    import tempfile  # with what it brings along it costs more than all else here

    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            if status is not None and hasattr(os, "fchown"):
                with suppress(OSError):  # only the superuser may give files away
                    os.fchown(file.fileno(), status.st_uid, status.st_gid)
            # After the owner: changing that takes some bits of the mode away.
            temporary.chmod(_new_mode() if status is None else stat.S_IMODE(status.st_mode))
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _rename(temporary: Path, target: Path, check: Callable[[], object] = lambda: None) -> None:
    """Let a file take the place of another, after a last `check`; it goes where that fails."""
    try:
        check()
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _flush_folder(target.parent)


def _new_mode() -> int:
    """The mode of a new file; the mask can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def _flush_folder(folder: Path) -> None:
    """Get a rename onto the disk, where the system can: some know no handles of folders."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
