"""The embedded engine: the adapter between `runner.cypher` and the contract of engines."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl
from weakref import WeakSet

from runner.cypher.database import Database, DatabaseSession
from runner.engines.alarm import Interruption
from runner.engines.base import DEFAULT_LANGUAGE, Capabilities, Engine, Session, check_call
from runner.engines.turns import Turns
from runner.errors import EngineFailure, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from runner.engines.turns import Turn
    from runner.result import Result
    from runner.values import Value

CAPABILITIES = Capabilities(
    name="embedded",
    version="2026.08",
    edition="enterprise",
    constraint_kinds=frozenset({"uniqueness", "key", "existence", "property type"}),
    scratch_databases=True,
    features=frozenset({"apoc", "fulltext-index", "vector-index", "vector-type"}),
)

_LIBRARIES = frozenset({"apoc"})
"""Features that a database has only where a page or whoever opens the engine asks for them."""


def read_libraries(options: str) -> frozenset[str]:
    """The libraries that the options of a URL switch on: ``?apoc=on``.

    Raises `UsageError` for another option or value.
    """
    found = dict(parse_qsl(options.removeprefix("?"), keep_blank_values=True))
    unknown = sorted(found.keys() - _LIBRARIES)
    if unknown or (options.removeprefix("?") and not found):
        shown = unknown[0] if unknown else options.removeprefix("?")
        raise UsageError(f"embedded:{options}: {shown!r} is no option; there is apoc=on")
    for name, value in found.items():
        if value not in ("on", "off"):
            raise UsageError(f"{name}={value}: a library is on or off, as {name}=on")
    return frozenset(name for name, value in found.items() if value == "on")


class EmbeddedEngine(Engine):
    """A database in this process's memory, gone when the engine closes.

    An engine may be used by several threads, a session by one at a time. `libraries` are those
    that all its databases have: ``apoc``.
    """

    def __init__(self, libraries: Collection[str] = ()) -> None:
        self.capabilities = CAPABILITIES
        self._libraries = frozenset(libraries)
        self._database = Database(libraries=self._libraries)
        self._turns = Turns()
        self._sessions: WeakSet[EmbeddedSession] = WeakSet()
        self._closed = False

    def session(self, language: str = DEFAULT_LANGUAGE) -> EmbeddedSession:
        """A session on the engine's one database."""
        self._check_open()
        session = EmbeddedSession(self._database, language, self._turns)
        self._sessions.add(session)
        return session

    def scratch(
        self,
        language: str = DEFAULT_LANGUAGE,
        files: Path | None = None,
        features: Collection[str] = (),
    ) -> EmbeddedSession:
        """A session on a new database of its own."""
        self._check_open()
        libraries = self._libraries | (_LIBRARIES & set(features))
        database = Database(import_folder=files, libraries=libraries)
        return EmbeddedSession(database, language, Turns())

    def close(self) -> None:
        """Undo what its sessions have open, and forget the database."""
        if not self._closed:
            self._closed = True
            for session in list(self._sessions):
                session.close()
            self._turns.close()

    def _check_open(self) -> None:
        if self._closed:
            raise EngineFailure("this engine is closed")


class EmbeddedSession(Session):
    """A session on an embedded database."""

    def __init__(self, database: Database, language: str, turns: Turns) -> None:
        self.database = database
        self._session: DatabaseSession = database.session(language)
        self._turns = turns
        self._closed = False

    @property
    def read_only(self) -> bool:
        """Whether statements that write are refused."""
        return self._session.read_only

    @read_only.setter
    def read_only(self, value: bool) -> None:
        self._session.read_only = value

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        language: str | None = None,
        max_rows: int | None = None,
        max_memory: int | None = None,
    ) -> Result:
        """See `Session.run`."""
        begun = perf_counter()
        check_call(statement, timeout, max_rows, max_memory)
        with self._turn(timeout) as left:
            deadline = self._turns.deadline(timeout)
            self._session.await_writer = lambda: self._turns.await_change(deadline, timeout)
            with Interruption(left):
                result = self._session.run(
                    statement,
                    parameters,
                    left,
                    language,
                    max_rows=max_rows,
                    max_memory=max_memory,
                )
        return result.timed(perf_counter() - begun)

    def _turn(self, timeout: float | None = None) -> Turn:
        if self._closed:
            raise EngineFailure("this session is closed")
        return self._turns.turn(timeout)

    def register_table_procedure(self, signature: str, rows: Sequence[Sequence[Value]]) -> None:
        """Register a procedure that answers from a table.

        `signature` is ``name(in :: TYPE, …) :: (out :: TYPE, …)``; a call yields, of the `rows`
        whose first values are its arguments, the values after them.
        """
        self.database.procedures.register_table(signature, rows)

    def begin(self) -> None:
        """See `Session.begin`."""
        with self._turn():
            self._session.begin()

    def commit(self) -> None:
        """See `Session.commit`."""
        with self._turn():
            self._session.commit()

    def rollback(self) -> None:
        """See `Session.rollback`."""
        with self._turn():
            self._session.rollback()

    def close(self) -> None:
        """See `Session.close`."""
        if self._closed:
            return
        try:
            with self._turn():
                self._session.close()
        except EngineFailure:
            # The database is of no use any more, and what was open there with it.
            return
        finally:
            self._closed = True
