"""The embedded engine: the adapter between `runner.cypher` and the contract of engines."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl
from weakref import WeakSet

from runner.cypher.database import Database, DatabaseSession
from runner.engines.base import DEFAULT_LANGUAGE, Capabilities, Engine, Session, check_call
from runner.engines.turns import Turns
from runner.errors import EngineFailure, StatementTimeout, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path
    from types import FrameType, TracebackType

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

_GRACE_SECONDS = 0.25
"""How long after its deadline a statement is interrupted that did not notice it itself."""

_RETRY_SECONDS = 0.02
_AT_ONCE_SECONDS = 1e-6

_INTERRUPTIBLE = ("_prepare", "_pull", "_converted")
"""The functions of `runner.cypher.database` in which a statement changes nothing but its rows."""


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
            with _Interruption(left):
                result = self._session.run(
                    statement,
                    parameters,
                    left,
                    language,
                    max_rows=max_rows,
                    max_memory=max_memory,
                )
        return replace(result, seconds=perf_counter() - begun)

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


class _Interruption:
    """Stops what runs inside, some time after `seconds`, even in one long call into C.

    The engine looks at the clock itself in all its loops; this is the second wall, for a regular
    expression that backtracks for ever or a sort of millions of rows. It needs signals, so it
    stands in the main thread of systems that have them.
    """

    __slots__ = ("_before", "_begun", "_others", "_seconds")

    def __init__(self, seconds: float | None) -> None:
        available = hasattr(signal, "setitimer") and (
            threading.current_thread() is threading.main_thread()
        )
        self._seconds = seconds if available else None

    def __enter__(self) -> None:
        if self._seconds is None:
            return
        self._before = signal.signal(signal.SIGALRM, self._ring)
        self._begun = perf_counter()
        self._others = signal.setitimer(signal.ITIMER_REAL, self._seconds + _GRACE_SECONDS)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._seconds is None:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        left, interval = self._others
        if left:
            # Somebody else's alarm, such as a test runner's; one that is late comes at once.
            left = max(left - (perf_counter() - self._begun), _AT_ONCE_SECONDS)
            signal.setitimer(signal.ITIMER_REAL, left, interval)

    def _ring(self, _number: int, frame: FrameType | None) -> None:
        # Armed again before it raises too: a parser that tries two ways may catch the first.
        signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
        if _may_interrupt(frame):
            raise StatementTimeout(self._seconds or 0)


def _may_interrupt(frame: FrameType | None) -> bool:
    """Whether the statement is pulling rows, and not inside a change of the store.

    The store's own functions and the end of a transaction are left to finish, so that what is
    undone afterwards is whole.
    """
    pulling = False
    while frame is not None:
        code = frame.f_code
        module = frame.f_globals.get("__name__", "")
        if module.startswith("runner.cypher.store"):
            return False
        pulling = pulling or (module == "runner.cypher.database" and code.co_name in _INTERRUPTIBLE)
        frame = frame.f_back
    return pulling
