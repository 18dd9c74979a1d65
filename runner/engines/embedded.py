"""The embedded engine: the adapter between `runner.cypher` and the contract of engines."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from runner.cypher.database import Database, DatabaseSession
from runner.engines.base import Capabilities, Engine, Session
from runner.errors import EngineFailure, StatementTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import FrameType

    from runner.result import Result
    from runner.values import Value

CAPABILITIES = Capabilities(
    name="embedded",
    version="2026.08",
    edition="enterprise",
    constraint_kinds=frozenset({"uniqueness", "key", "existence", "property type"}),
    scratch_databases=True,
)

_GRACE_SECONDS = 0.25
"""How long after its deadline a statement is interrupted that did not notice it itself."""

_RETRY_SECONDS = 0.02


class EmbeddedEngine(Engine):
    """A database in this process's memory, gone when the engine closes."""

    def __init__(self) -> None:
        self.capabilities = CAPABILITIES
        self._database: Database | None = None
        self._closed = False

    def session(self, language: str | None = None) -> EmbeddedSession:
        """A session on the engine's one database."""
        self._check_open()
        if self._database is None:
            self._database = Database()
        return EmbeddedSession(self._database, language)

    def scratch(self, language: str | None = None) -> EmbeddedSession:
        """A session on a new database of its own."""
        self._check_open()
        return EmbeddedSession(Database(), language)

    def close(self) -> None:
        """Forget the database."""
        self._database = None
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise EngineFailure("this engine is closed")


class EmbeddedSession(Session):
    """A session on an embedded database."""

    def __init__(self, database: Database, language: str | None) -> None:
        self.database = database
        self._session: DatabaseSession = database.session(language or "25")

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Value] | None = None,
        *,
        timeout: float | None = None,
        language: str | None = None,
    ) -> Result:
        """See `Session.run`."""
        if timeout is None:
            return self._session.run(statement, parameters, language=language)
        with _interrupt_after(timeout):
            return self._session.run(statement, parameters, timeout, language)

    def register_table_procedure(self, signature: str, rows: Sequence[Sequence[Value]]) -> None:
        """Register a procedure that answers from a table.

        `signature` is ``name(in :: TYPE, …) :: (out :: TYPE, …)``; a call yields, of the `rows`
        whose first values are its arguments, the values after them.
        """
        self.database.procedures.register_table(signature, rows)

    def begin(self) -> None:
        """See `Session.begin`."""
        self._session.begin()

    def commit(self) -> None:
        """See `Session.commit`."""
        self._session.commit()

    def rollback(self) -> None:
        """See `Session.rollback`."""
        self._session.rollback()

    def close(self) -> None:
        """See `Session.close`."""
        self._session.close()


@contextmanager
def _interrupt_after(seconds: float) -> Iterator[None]:
    """Stop what runs inside, some time after `seconds`, even in one long call into C.

    The engine looks at the clock itself in all its loops; this is the second wall, for a regular
    expression that backtracks for ever or a sort of millions of rows. It needs signals, so it
    stands in the main thread of systems that have them.
    """
    available = hasattr(signal, "setitimer") and (
        threading.current_thread() is threading.main_thread()
    )
    if not available:
        yield
        return

    def on_alarm(_number: int, frame: FrameType | None) -> None:
        if _may_interrupt(frame):
            raise StatementTimeout(seconds)
        signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
        pulling = pulling or (module == "runner.cypher.database" and code.co_name == "_pull")
        frame = frame.f_back
    return pulling
