"""Locks and marks in the user's state folder: what outlives a run that was killed.

A mark says of a database that it was empty when a run took it, and what that run has put there
since. It lies outside the database, so that pages find theirs empty.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from runner.errors import EngineFailure

if TYPE_CHECKING:
    from pathlib import Path

    from runner.result import Counters


@dataclass(frozen=True, slots=True)
class Contents:
    """How much a database holds. Indexes are counted without those that constraints own."""

    nodes: int = 0
    relationships: int = 0
    constraints: int = 0
    indexes: int = 0

    def after(self, counters: Counters) -> Contents:
        """How much there is when what `counters` say has been done."""
        return Contents(
            self.nodes + counters.nodes_created - counters.nodes_deleted,
            self.relationships + counters.relationships_created - counters.relationships_deleted,
            self.constraints + counters.constraints_added - counters.constraints_removed,
            self.indexes + counters.indexes_added - counters.indexes_removed,
        )


def key_of(database_id: str, created: str) -> str:
    """The name under which the files of a database lie; a database made anew has another."""
    return sha256(f"{database_id}\n{created}".encode()).hexdigest()[:32]


class Lock:
    """A file that one process at a time holds; the system frees it when that process ends."""

    _held_here: ClassVar[set[Path]] = set()
    """The files that this process holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def is_held_here(self) -> bool:
        """Whether this process holds the lock, by this object or another one."""
        return self.path in self._held_here

    def take(self) -> bool:
        """Take the lock, unless another run has it. Raises `EngineFailure` without a folder."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _unusable(self.path, error) from error
        if not _take(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        self._held_here.add(self.path)
        return True

    def release(self) -> None:
        """Let others have it."""
        if self._descriptor is not None:
            # The file stays: to remove it would let two runs lock two files of one name.
            self._held_here.discard(self.path)
            os.close(self._descriptor)
            self._descriptor = None


def _take(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class Mark:
    """The mark on one database, kept up to date while a run works there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[Contents, ...]:
        """What a run that was killed may have left in the database; nothing where none was."""
        try:
            found: Any = json.loads(self.path.read_bytes())
            return tuple(Contents(**each) for each in found["contents"])
        except (OSError, ValueError, TypeError, KeyError):
            # Where there is no mark, or none that can be read, nothing counts as ours.
            return ()

    def write(self, *contents: Contents) -> None:
        """Set the mark: the database holds the first of `contents`, or any other of them.

        Several while a transaction is being committed. Raises `EngineFailure` when the folder
        cannot be written.
        """
        listed = [asdict(each) for each in contents]
        text = json.dumps({"process": os.getpid(), "contents": listed})
        fresh = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh.write_text(text, "utf-8")
            fresh.replace(self.path)
        except OSError as error:
            raise _unusable(self.path, error) from error

    def remove(self) -> None:
        """Take the mark away: the database is as it was found."""
        self.path.unlink(missing_ok=True)


def _unusable(path: Path, error: OSError) -> EngineFailure:
    return EngineFailure(
        f"cannot keep notes in {path.parent}: {error.strerror or error}; they are what tells later "
        "which data of a database is runner's own (XDG_STATE_HOME names another folder)"
    )
