"""The contract between an engine and everything else: open a session, run, transact, close.

No code outside an engine's own module asks which engine it has; what an engine can do is data
(`Capabilities`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path
    from types import TracebackType

    from runner.result import Result


DEFAULT_LANGUAGE = "25"
"""The Cypher version of statements that name none, where whoever runs them names none."""


class Capabilities(NamedTuple):
    """What an engine is and can do, read once when it is opened."""

    name: str
    """The engine's name in pages (``engine=NAME``): ``embedded`` or ``neo4j``."""
    version: str
    """The Neo4j version whose behaviour it has, as ``2026.08``."""
    edition: str
    """``community`` or ``enterprise``."""
    constraint_kinds: frozenset[str]
    """Kinds of constraint it keeps, of: uniqueness, key, existence, property type."""
    scratch_databases: bool
    """Whether scratch sessions have databases of their own, so that pages may run side by side."""
    languages: frozenset[str] = frozenset({"5", "25"})
    """Cypher versions it knows."""
    features: frozenset[str] = frozenset()
    """Names that ``requires: features`` may ask for."""
    exclusive: bool = False
    """Whether no other process can have it open at the same time."""


def check_call(
    statement: object, timeout: object = None, max_rows: object = None, max_memory: object = None
) -> None:
    """Refuse arguments of `Session.run` that mean nothing. Raises `UsageError`."""
    if not isinstance(statement, str):
        raise UsageError(f"a statement is a string, and this is {_kind(statement)}")
    if timeout is not None and not (isinstance(timeout, (int, float)) and 0 < timeout < inf):
        raise UsageError(f"timeout={timeout!r}: a limit of time is a number of seconds above 0")
    if max_rows is None and max_memory is None:
        return
    for name, limit in (("max_rows", max_rows), ("max_memory", max_memory)):
        if limit is not None and not (isinstance(limit, int) and limit >= 0):
            raise UsageError(f"{name}={limit!r}: this limit is a whole number, 0 or more")


def _kind(value: object) -> str:
    return "None" if value is None else f"of the type {type(value).__name__}"


class Session(ABC):
    """A sequence of statements on one database. A context manager; leaving it closes it."""

    @property
    def emulated(self) -> tuple[str, ...]:
        """Names of the constraints that `runner` has kept here in the engine's place."""
        return ()

    @abstractmethod
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
        """Run one statement to its end and keep its rows.

        Outside a transaction it is committed when this returns, or has left nothing behind
        when this raises. `timeout` is in seconds; `language` the Cypher version of a statement
        that names none, where it is not the session's. `max_rows` is how many rows it may give,
        `max_memory` how many bytes it may hold, roughly; a server has limits of its own for
        memory, and heeds only those.

        Raises `UsageError` for arguments that mean nothing, `EngineError` when the statement
        fails (`StatementTimeout` when its time is up, `RowLimitExceeded` and
        `MemoryLimitExceeded` for the other limits, `LockTimeout` when it waited too long to
        write) and `EngineFailure` when the engine itself cannot be used.
        """

    @abstractmethod
    def begin(self) -> None:
        """Open a transaction that the following statements belong to."""

    @abstractmethod
    def commit(self) -> None:
        """Keep what the open transaction did. Raises `EngineError` if it cannot be kept."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo what the open transaction did."""

    @abstractmethod
    def close(self) -> None:
        """End the session; an open transaction is undone."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Engine(ABC):
    """A connection to what runs Cypher. A context manager; leaving it closes it."""

    capabilities: Capabilities

    @abstractmethod
    def session(self, language: str = DEFAULT_LANGUAGE) -> Session:
        """A session on the engine's database.

        `language` is the Cypher version (``5`` or ``25``) of statements that name none, whatever
        a server's own default. A server that does not know it runs them in the one it knows.
        """

    @abstractmethod
    def scratch(
        self,
        language: str = DEFAULT_LANGUAGE,
        files: Path | None = None,
        features: Collection[str] = (),
    ) -> Session:
        """A session on an empty database of its own, which is gone when it closes.

        `files` is the folder whose files LOAD CSV may read where the engine reads them itself;
        None for none. A server reads from its own import folder, whatever is given here.
        `features` are those of the engine's that the page asks for: an engine that has some on
        request only switches them on here.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of all that the engine holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
