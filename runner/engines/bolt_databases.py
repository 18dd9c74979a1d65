"""A database of its own for each page, where the server's edition and rights allow it.

Written after the operations manual ("Create, start, stop, and drop databases"): no Enterprise
server was at hand.
"""

from __future__ import annotations

from os import urandom
from typing import TYPE_CHECKING

from runner.engines.bolt_shared import quoted
from runner.engines.bolt_state import Contents, Lock, Mark
from runner.folders import state_folder

if TYPE_CHECKING:
    from pathlib import Path

    from neo4j import Session as DriverSession

    from runner.engines.bolt_link import Link
    from runner.result import Counters

PREFIX = "cypher-pages-"
_SECONDS = 60.0
_SYSTEM = "system"


class OwnDatabase:
    """The premises of one page: a database that is made for it and dropped after it.

    Attributes:
        name: The database's name; nothing else on the server is called so.
    """

    keeps_account = False

    def __init__(self, link: Link) -> None:
        self.name = f"{PREFIX}{urandom(8).hex()}"
        self._link = link
        self._lock = Lock(_folder() / f"{self.name}.lock")
        self._mark = Mark(_folder() / f"{self.name}.json")

    def enter(self) -> None:
        """Create the database and wait until it can be used. Raises `EngineFailure`."""
        self._lock.take()
        try:
            self._mark.write(Contents())
            _on_system(self._link, f"CREATE DATABASE {quoted(self.name)} WAIT")
        except BaseException:
            self._mark.remove()
            self._lock.release()
            raise

    def committing(self, counters: Counters) -> None:
        """See `Premises.committing`."""

    def committed(self, counters: Counters) -> None:
        """See `Premises.committed`: all that is in this database is the page's own."""

    def uncertain(self) -> None:
        """See `Premises.uncertain`."""

    def leave(self) -> None:
        """Drop the database. Raises `EngineFailure`; the mark stays then."""
        try:
            _drop(self._link, self.name)
            self._mark.remove()
            self._lock.path.unlink(missing_ok=True)
        finally:
            self._link.forget_schema(self.name)
            self._lock.release()


def drop_leftovers(link: Link) -> None:
    """Drop the databases on this server that runs of this user made and were killed over.

    Only such as have a mark, and none that a living run holds the lock of.
    """
    marks = {path.stem: path for path in _folder().glob(f"{PREFIX}*.json")}
    if not marks:
        return
    there = {row[0] for row in link.rows("SHOW DATABASES YIELD name", _SYSTEM)}
    for name in sorted(marks.keys() & there):
        lock = Lock(_folder() / f"{name}.lock")
        if lock.take():
            try:
                _drop(link, name)
                marks[name].unlink(missing_ok=True)
                lock.path.unlink(missing_ok=True)
            finally:
                lock.release()


def _drop(link: Link, name: str) -> None:
    _on_system(link, f"DROP DATABASE {quoted(name)} IF EXISTS DESTROY DATA WAIT")


def _on_system(link: Link, statement: str) -> None:
    from runner.engines.bolt_link import fetch

    def job(session: DriverSession) -> None:
        fetch(session, statement)

    link.control(job, _SYSTEM, _SECONDS)


def _folder() -> Path:
    return state_folder() / "databases"
