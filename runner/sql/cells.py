"""The ``sql`` cells of a page: what is a table to each, and what of its result stays."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from runner.page.sql_text import names
from runner.result import Result
from runner.sql.failures import SqlError
from runner.sql.session import SqlSession

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from runner.page.model import Cell, Page
    from runner.values import Value


class SqlCells:
    """Runs the ``sql`` cells of one page on a chDB of its own, empty at the page's start.

    `folders` are those of the page and of the pages that it includes: cells may read from them.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._session = SqlSession(folders)
        self._kept: set[str] = set()
        """Names of cells whose rows chDB keeps itself, in the types that they have there."""

    @property
    def pid(self) -> int | None:
        """The number of chDB's process; None where there is none."""
        return self._session.pid

    def enter(self, cell: Cell, earlier: Mapping[str, Result]) -> None:
        """Make the tables that a cell sees: its data blocks, and the results that it names.

        Those of the cell before are gone. Raises `EngineError` where one cannot be made.
        """
        self._session.unload()
        for name, table in cell.tables.items():
            self._session.load(name, table.columns, table.rows)
        for name in sorted(names(cell.source) & earlier.keys() - cell.tables.keys()):
            result = earlier[name]
            if name in self._kept:
                self._session.recall(name)
            elif result.columns:
                self._session.load(name, result.columns, result.rows)

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Value],
        *,
        timeout: float,
        page: Page,
    ) -> Result:
        """Run one statement of a cell of `page`. Raises `EngineError`."""
        folder = page.path.parent
        return self._session.run(statement, parameters, folder=folder, timeout=timeout)

    def keep(self, name: str, result: Result) -> Result:
        """Let the rows of the statement before be those of the cell called `name`.

        chDB has them: what stays here is that there are such rows.
        """
        self._kept.add(name)
        with suppress(SqlError):  # chDB is gone, which the next cell tells
            self._session.keep(name)
        return Result(result.columns, [])

    def close(self) -> None:
        """End chDB."""
        self._session.close()
