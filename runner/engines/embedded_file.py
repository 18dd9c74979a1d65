"""The embedded engine on a file: ``embedded:PATH``."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from runner.durable.stored import StoredDatabase
from runner.engines.base import DEFAULT_LANGUAGE
from runner.engines.embedded import EmbeddedEngine, EmbeddedSession, read_libraries
from runner.engines.turns import LOCK_SECONDS, Turns
from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.cypher.database import Database

_OPTIONS = frozenset({"apoc", "mode", "lock_timeout"})
_NAME = re.compile(r"[A-Za-z_]+")


def open_file(place: str) -> FileEngine:
    """The engine on the file that `place`, a path with options, names; a new file is made.

    The options, after a ``?``: ``mode=read`` does not write; ``lock_timeout=SECONDS`` is how long
    a statement waits that writes while another session's transaction has written; ``apoc=on``
    gives the functions and procedures of APOC, to all in this process that have the file open.

    Raises `UsageError` for options that make no sense, `DatabaseFileFailure` for a file that
    cannot be used.
    """
    path, options = _split(place)
    mode = options.get("mode", "write")
    if mode not in ("read", "write"):
        raise UsageError(f"mode={mode}: a database is opened with mode=read or mode=write")
    try:
        lock_seconds = float(options.get("lock_timeout", LOCK_SECONDS))
    except ValueError:
        lock_seconds = -1
    if not 0 <= lock_seconds <= threading.TIMEOUT_MAX:
        raise UsageError(f"lock_timeout={options['lock_timeout']} is no number of seconds")
    libraries = read_libraries(f"apoc={options['apoc']}" if "apoc" in options else "")
    file = _OpenFile.get(path, read_only=mode == "read", lock_seconds=lock_seconds)
    return FileEngine(file, libraries)


def _split(place: str) -> tuple[str, dict[str, str]]:
    """The path and the options; a ``?`` that nothing like an option follows belongs to the path.

    Raises `UsageError` for an option that there is not: a slip must not make a new file.
    """
    path, mark, query = place.rpartition("?")
    options = parse_qsl(query, keep_blank_values=True) if mark else []
    if not options or not path:
        return place, {}
    unknown = [name for name, _ in options if name not in _OPTIONS]
    if not unknown:
        return path, dict(options)
    if all(_NAME.fullmatch(name) and value for name, value in options) and not os.path.lexists(
        place
    ):
        raise UsageError(
            f"embedded:{place}: there is no option {unknown[0]!r}; there are: mode=read, "
            "lock_timeout=SECONDS, apoc=on"
        )
    return place, {}


class _OpenFile(Turns):
    """A file that this process has open, once for all the engines on it."""

    _all: dict[tuple[str, bool], _OpenFile] = {}  # noqa: RUF012 (one for the process)
    _all_lock = threading.Lock()

    @classmethod
    def get(cls, path: str, *, read_only: bool, lock_seconds: float) -> _OpenFile:
        """The open file at `path`, opened if it is not; each is to be let go of once."""
        key = (str(Path(path).resolve()), read_only)
        with cls._all_lock:
            found = cls._all.get(key)
            if found is None or found.is_foreign():
                found = cls._all[key] = cls(key, path, lock_seconds)
            found.users += 1
            return found

    def __init__(self, key: tuple[str, bool], path: str, lock_seconds: float) -> None:
        super().__init__(lock_seconds)
        self.users = 0
        self.read_only = key[1]
        self._key = key
        self._stored = StoredDatabase(path, read_only=self.read_only)

    @property
    def database(self) -> Database:
        """The database in memory."""
        return self._stored.database

    def is_foreign(self) -> bool:
        """Whether another process opened it, of which this one is a fork."""
        return self._stored.is_foreign()

    def before(self) -> None:
        """See `Turns.before`."""
        self._stored.check()
        self._stored.refresh()

    def after(self) -> None:
        """See `Turns.after`."""
        self._stored.tidy()

    def let_go(self) -> None:
        """Close the file if nobody else of this process uses it."""
        with self._all_lock:
            self.users -= 1
            if self.users:
                return
            if self._all.get(self._key) is self:
                del self._all[self._key]
            self.close()
            self._stored.close()


class FileEngine(EmbeddedEngine):
    """A database whose committed transactions are in a file."""

    def __init__(self, file: _OpenFile, libraries: frozenset[str] = frozenset()) -> None:
        super().__init__(libraries)
        self._file = file
        self.capabilities = self.capabilities._replace(exclusive=not file.read_only)
        file.database.procedures.libraries |= libraries

    def session(self, language: str = DEFAULT_LANGUAGE) -> EmbeddedSession:
        """A session on the database in the file."""
        self._check_open()
        session = EmbeddedSession(self._file.database, language, self._file)
        session.read_only = self._file.read_only
        self._sessions.add(session)
        return session

    def close(self) -> None:
        """Close the file, unless another engine of this process is on it."""
        if not self._closed:
            super().close()
            self._file.let_go()
