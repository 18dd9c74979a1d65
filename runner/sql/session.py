"""The session on a page's chDB: statements with parameters and tables, results as everywhere."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from runner.errors import EngineError, StatementTimeout
from runner.result import Result
from runner.source import LineIndex
from runner.sql.columns import table_of
from runner.sql.failures import SqlError
from runner.sql.parameters import parameter_texts
from runner.sql.process import ChdbProcess, Ended, TookTooLong
from runner.sql.values import decode_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from runner.values import Value

_GRACE_SECONDS = 2.0
"""How long after its time chDB may take to stop a statement by itself, and so keep its tables."""
_LOADING_SECONDS = 60.0


class SqlSession:
    """An empty chDB, in a process that starts with the first statement.

    `folders` are those that its statements may be given to read from. A context manager; leaving it
    ends the process. Raises `EngineFailure` where chDB cannot start.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._process: ChdbProcess | None = None
        self._lost: str | None = None
        """Why the process, and with it the page's tables, is gone."""

    @property
    def pid(self) -> int | None:
        """The number of chDB's process; None where there is none."""
        return self._process.pid if self._process is not None else None

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Value],
        *,
        folder: Path,
        timeout: float,
    ) -> Result:
        """Run one statement to its end and keep its rows.

        `folder` is the one of the session's whose files it may read; `timeout` is in seconds.
        Raises `EngineError` when it fails, `StatementTimeout` when its time is up.
        """
        begun = perf_counter()
        request = {
            "do": "run",
            "text": statement,
            "parameters": parameter_texts(parameters),
            "folder": str(folder.resolve()),
            "seconds": round(max(timeout, 0.001), 3),
        }
        try:
            data = self._ask(request, b"", timeout + _GRACE_SECONDS, statement)
        except SqlError as error:
            if error.title == "TIMEOUT_EXCEEDED":
                raise StatementTimeout(timeout) from None
            raise
        try:
            columns, _, rows = decode_rows(data)
        except RecursionError:
            raise SqlError(
                "TOO_DEEP_RECURSION", "a page cannot show values that nest this deeply"
            ) from None
        return Result(columns, rows, seconds=perf_counter() - begun)

    def keep(self, name: str) -> None:
        """Keep the rows of the last statement, so that they can be a table."""
        self._ask({"do": "keep", "name": name})

    def recall(self, name: str) -> None:
        """Make a table of the rows that are kept under a name."""
        self._ask({"do": "recall", "name": name})

    def load(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        """Make a table of rows."""
        table = table_of(columns, rows)
        self._ask({"do": "load", "name": name, "columns": table.columns}, table.data)

    def unload(self) -> None:
        """Drop the tables that were made of rows."""
        if self._process is not None:
            self._ask({"do": "unload"})

    def _ask(
        self,
        request: dict[str, Any],
        data: bytes = b"",
        seconds: float = _LOADING_SECONDS,
        statement: str = "",
    ) -> bytes:
        if self._lost is not None:
            raise SqlError("CHDB_ENDED", f"the page's chDB is gone: {self._lost}")
        if self._process is None:
            self._process = ChdbProcess(self._folders)
        try:
            answer, given = self._process.ask(request, data, seconds)
        except TookTooLong:
            self._lose("a statement before this one was stopped, and took its tables with it")
            raise StatementTimeout(max(seconds - _GRACE_SECONDS, 0)) from None
        except Ended as ended:
            self._lose(str(ended))
            raise SqlError("CHDB_ENDED", f"chDB ended while it ran this: {ended}") from None
        except KeyboardInterrupt:
            self._lose("it was interrupted")
            raise
        if "failed" in answer:
            raise _error(answer["failed"], statement)
        return given

    def _lose(self, reason: str) -> None:
        self._lost = reason
        self._process = None

    def close(self) -> None:
        """End chDB."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _error(report: dict[str, Any], statement: str) -> EngineError:
    offset = report["offset"]
    position = None if offset is None or not statement else LineIndex(statement).position(offset)
    return SqlError(report["name"], report["text"], position)
