"""The one tree of exceptions that `runner` raises on purpose.

A mismatch between a page and its engine is not here: it is a value
(`runner.compare.Verdict`). Whatever is not of this tree is a defect of `runner` itself and
propagates with its traceback.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runner.source import Position


class RunnerError(Exception):
    """Base of every error that `runner` raises on purpose."""


class UsageError(RunnerError):
    """The command line, the settings or an argument of the Python surface make no sense."""


class EngineFailure(RunnerError):
    """The engine itself cannot be used: unreachable, refused, gone. Never a page's fault."""


class DatabaseFileFailure(EngineFailure):
    """The file at `path` cannot serve as a database; what is in it was left as it was."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class DatabaseInUse(DatabaseFileFailure):
    """Another process has the database open for writing."""


class DatabaseNotWritable(DatabaseFileFailure):
    """The file or its folder may not be written to."""


class DatabaseNotFound(DatabaseFileFailure):
    """There is no such file to read, or no folder to make it in."""


class ForeignFile(DatabaseFileFailure):
    """The file is something else than a database of this engine."""


class DamagedDatabase(DatabaseFileFailure):
    """The file was cut short or changed from outside."""


class NewerDatabase(DatabaseFileFailure):
    """The file was written by a later version, in a format that this one does not know."""


class DatabaseDiskFull(DatabaseFileFailure):
    """There is no room for what was to be committed, and so it was undone."""


class ResultNotSingle(RunnerError):
    """A result was to have exactly one row, and has another number of them."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One link in an error's chain of GQL statuses: a status and its description."""

    gql_status: str
    message: str
    cause: Cause | None = None


class EngineError(RunnerError):
    """A statement failed. Its shape is Neo4j's own (status codes of the manual, appendix 2).

    `code` is the whole Neo4j code (``Neo.ClientError.Statement.SyntaxError``), `gql_status` the
    five-character GQLSTATUS, `message` the server's text (of a compile error with the position
    and the caret lines that Neo4j adds), `position` the place in the statement where it is
    known, `cause` the chain below it, and `constraint` the name of the violated constraint
    where the engine knows it.
    """

    def __init__(
        self,
        code: str,
        gql_status: str,
        message: str,
        *,
        position: Position | None = None,
        cause: Cause | None = None,
        constraint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.gql_status = gql_status
        self.message = message
        self.position = position
        self.cause = cause
        self.constraint = constraint

    @property
    def title(self) -> str:
        """The last part of the code, as ``SyntaxError``."""
        return self.code.rpartition(".")[2]

    @property
    def is_timeout(self) -> bool:
        """Whether the statement was stopped because its time was up."""
        return self.title.startswith("TransactionTimedOut")

    @property
    def is_transient(self) -> bool:
        """Whether the same may succeed when it is tried again."""
        return self.code.startswith("Neo.TransientError.")


class StatementTimeout(EngineError):
    """A statement outlived its time limit and was undone."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            "Neo.ClientError.Transaction.TransactionTimedOut",
            "25N14",
            f"The statement did not end within its time limit of {seconds:g} s and was undone.",
        )


class RowLimitExceeded(EngineError):
    """A statement gave more rows than it was allowed to, and was undone."""

    def __init__(self, rows: int) -> None:
        super().__init__(
            "Neo.ClientError.Statement.ExecutionFailed",
            "50N42",
            f"The statement gave more than the {rows:,} rows that it may give, and was undone.",
        )


class MemoryLimitExceeded(EngineError):
    """A statement held more memory than it was allowed to, and was undone."""

    def __init__(self, size: int) -> None:
        super().__init__(
            "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
            "51N73",
            f"The statement needed more than the {size:,} bytes of memory that it may hold, and "
            "was undone.",
        )


class LockTimeout(EngineError):
    """A statement that writes waited too long for another transaction that has written."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            "Neo.TransientError.Transaction.LockAcquisitionTimeout",
            "50N42",
            "Another transaction has written to this database and is not over: its end was waited "
            f"for {seconds:g} s. One transaction writes at a time.",
        )
