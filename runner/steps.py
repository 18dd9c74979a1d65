"""Runs the cells of a page, unjudged: what checking and playing pages share."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from runner.errors import EngineError
from runner.outcome import Notice
from runner.page.sql_text import names
from runner.render.error import is_outcome
from runner.result import Counters, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from runner.engines.base import Session
    from runner.page.model import Cell, Page, StatementPiece
    from runner.values import Value

DEFAULT_TIMEOUT = 60.0
"""Seconds that a cell may take unless it is told otherwise."""


class Step(NamedTuple):
    """What running a cell gave: the last result with all counters, or the error that ended it."""

    given: Result | EngineError
    notifications: tuple[Notice, ...]
    number: int
    """The number of the last statement that ran, from 1; 0 where the cell has none."""
    piece: StatementPiece | None


class LanguageCells(Protocol):
    """What runs the cells of one language, on one page."""

    def enter(self, cell: Cell, earlier: Mapping[str, Result]) -> None:
        """Prepare for a cell; `earlier` are the results of the page's cells by their names."""

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Value],
        *,
        timeout: float,
        page: Page,
    ) -> Result:
        """Run one statement of a cell of `page`.

        `timeout` is in seconds. Raises `EngineError` and `EngineFailure`.
        """

    def keep(self, name: str, result: Result) -> Result:
        """The last statement's result is from now on that of the cell called `name`.

        Gives what `enter` is to have of it.
        """

    def close(self) -> None:
        """Let go of all that the page has made."""


class _CypherCells:
    """Runs cells on an engine's session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def enter(self, cell: Cell, earlier: Mapping[str, Result]) -> None:
        """Nothing is to be prepared: parameters come with each statement."""

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Value],
        *,
        timeout: float,
        page: Page,
    ) -> Result:
        """See `LanguageCells.run`. What of the page's folder may be read the session knows."""
        language = page.front_matter.cypher
        return self._session.run(statement, parameters, timeout=timeout, language=language)

    def keep(self, name: str, result: Result) -> Result:
        """See `LanguageCells.keep`: all of it."""
        return result

    def close(self) -> None:
        """The session is its owner's."""


def _sql_cells(folders: frozenset[Path]) -> LanguageCells:
    from runner.sql.cells import SqlCells  # most pages have no such cell

    return SqlCells(folders)


class PageCells:
    """Runs the cells of a page, each by what runs its language. A context manager.

    Cypher runs on `session`, which stays its owner's. What runs other languages is opened by the
    first cell that needs it. `included` are the pages that the page includes.
    """

    def __init__(self, session: Session, page: Page | None, included: Sequence[Page] = ()) -> None:
        self._page = page
        self._runners: dict[str, LanguageCells] = {"cypher": _CypherCells(session)}
        self._openers: dict[str, Callable[[frozenset[Path]], LanguageCells]] = {"sql": _sql_cells}
        pages = (page, *included) if page is not None else ()
        self._folders = frozenset(each.path.parent for each in pages)
        self._earlier: dict[str, Result] = {}
        cells = page.cells if page is not None else ()
        self._wanted = frozenset(
            name for cell in cells if cell.language.has_tables for name in names(cell.source)
        )
        """Names among which are those of all results that are read again."""

    def run(
        self,
        page: Page,
        cell: Cell,
        timeout: float,
        parameters: Mapping[str, Value] | None = None,
    ) -> Step:
        """Run a cell's statements until one fails; one that has none gives no rows.

        `page` is the cell's: this one, or one that it includes. `timeout` is in seconds, for a
        cell that says nothing of its own; `parameters` come before those of its data blocks.
        """
        name = cell.language.name
        if name not in self._runners:
            self._runners[name] = self._openers[name](self._folders)
        runner = self._runners[name]
        step = self._run(runner, page, cell, timeout, parameters)
        if page is self._page and cell.name in self._wanted:
            self._earlier.pop(cell.name, None)
            if isinstance(step.given, Result) and step.piece is not None:
                self._earlier[cell.name] = runner.keep(cell.name, step.given)
        return step

    def _run(
        self,
        runner: LanguageCells,
        page: Page,
        cell: Cell,
        timeout: float,
        parameters: Mapping[str, Value] | None,
    ) -> Step:
        deadline = monotonic() + (cell.timeout if cell.timeout is not None else timeout)
        data = {**cell.data, **parameters} if parameters else cell.data
        earlier: list[Counters] = []
        notifications: list[Notice] = []
        result: Result | None = None
        number, piece = 0, None
        for number, piece in enumerate(cell.statements, 1):
            try:
                if result is None:
                    runner.enter(cell, self._earlier)
                else:
                    earlier.append(result.counters)
                result = runner.run(
                    piece.text,
                    data,
                    timeout=max(deadline - monotonic(), 0.001),
                    page=page,
                )
            except EngineError as error:
                return Step(error, tuple(notifications), number, piece)
            for note in result.notifications:
                offset = note.position.offset if note.position else 0
                line, _ = cell.place(piece.start + offset)
                notifications.append(Notice(note.code, note.message, line))
        if result is None:
            result = Result((), [])
        elif earlier:
            result = replace(result, counters=_sum([*earlier, result.counters]))
        return Step(result, tuple(notifications), number, piece)

    def close(self) -> None:
        """End what was opened for the page."""
        for runner in self._runners.values():
            runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _sum(counters: list[Counters]) -> Counters:
    total = Counters()
    for each in counters:
        total.add(each)
    return total


def unexpected_error(cell: Cell, step: Step) -> EngineError | None:
    """The error by which a cell ended that was not to end so."""
    if not isinstance(step.given, EngineError):
        return None
    return None if cell.expect_error and is_outcome(step.given) else step.given


def reason_to_skip(cell: Cell, engine: str) -> str | None:
    """Why a cell is not run on the engine of this name; None where it is."""
    if cell.skip is not None:
        return cell.skip
    if cell.engine is not None and cell.engine != engine:
        return f"runs on {cell.engine} only, and this is {engine}"
    return None
