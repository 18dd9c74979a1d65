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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.errors import EngineFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = "cypher-pages"


@dataclass(slots=True)
class Contents:
    """How much a database holds. Indexes are counted without those that constraints own."""

    nodes: int = 0
    relationships: int = 0
    constraints: int = 0
    indexes: int = 0


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what lasts between runs, by the customs of the platform."""
    given = environment.get("XDG_STATE_HOME")
    if given and Path(given).is_absolute():
        return Path(given) / _FOLDER
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / _FOLDER
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / _FOLDER
    return Path.home() / ".local" / "state" / _FOLDER


def key_of(database_id: str, created: str) -> str:
    """The name under which the files of a database lie; a database made anew has another."""
    return sha256(f"{database_id}\n{created}".encode()).hexdigest()[:32]


class Lock:
    """A file that one process at a time holds; the system frees it when that process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

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
        return True

    def release(self) -> None:
        """Let others have it."""
        if self._descriptor is not None:
            # The file stays: to remove it would let two runs lock two files of one name.
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

    def read(self) -> Contents | None:
        """What a run that was killed left in the database; None where none was."""
        try:
            found: Any = json.loads(self.path.read_bytes())
            return Contents(**found["contents"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            # A mark that cannot be read says nothing, so nothing counts as ours.
            return None

    def write(self, contents: Contents) -> None:
        """Set the mark. Raises `EngineFailure` when the folder cannot be written."""
        text = json.dumps({"process": os.getpid(), "contents": asdict(contents)})
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
