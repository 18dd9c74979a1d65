"""The tests: a page as a whole, or one of its cells."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from runner.outcome import CellOutcome, ExitCode, Outcome
from runner.pytest_plugin.shared import shared_run
from runner.pytest_plugin.suite import EngineUnusable, suite_of
from runner.pytest_plugin.text import (
    cell_text,
    failure,
    failure_text,
    headline,
    placed,
    reason_skipped,
)

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr

    from runner.outcome import PageOutcome


class Untrue(Exception):
    """A page or a cell of it is not as it is written."""

    def __init__(self, line: int, message: str, text: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
        self.text = text


class Checked(pytest.Item):
    """What the tests of both kinds share."""

    outcome: PageOutcome | None = None
    """What became of the page in the last run."""
    cells: tuple[CellOutcome, ...] = ()
    """What became of the cells that this test is about."""

    @property
    def shown(self) -> str:
        """The path of the page, as people read it."""
        return str(suite_of(self.config).shown(self.path))

    def repr_failure(
        self, excinfo: ExceptionInfo[BaseException], style: Any = None
    ) -> str | TerminalRepr:
        """See `pytest.Item.repr_failure`: the diff, and no traceback through our code."""
        error = excinfo.value
        if isinstance(error, Untrue):
            return failure(self.shown, error.line, error.message, error.text)
        if isinstance(error, EngineUnusable):
            text = f"{self.shown}: the engine cannot be used: {error}"
            return failure(self.shown, 1, f"the engine cannot be used: {error}", text)
        return super().repr_failure(excinfo, style)


class PageItem(Checked):
    """A whole page."""

    NAME = "page"

    def runtest(self) -> None:
        """See `pytest.Item.runtest`."""
        self.outcome, self.cells = None, ()
        outcome = suite_of(self.config).run(self.path)
        self.outcome, self.cells = outcome, outcome.cells
        if outcome.outcome is Outcome.SKIPPED:
            pytest.skip(reason_skipped(outcome))
        if outcome.exit_code is not ExitCode.TRUE:
            raise Untrue(*headline(outcome), failure_text(outcome))

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """See `pytest.Item.reportinfo`."""
        return self.path, 0, self.shown


class CellItem(Checked):
    """One cell of a page, judged in the run that all the page's cells share."""

    def __init__(self, *, line: int, **given: Any) -> None:
        super().__init__(**given)
        self.line = line

    def runtest(self) -> None:
        """See `pytest.Item.runtest`."""
        self.outcome, self.cells = None, ()
        outcome, selected = shared_run(self)
        self.outcome = outcome
        cell = next((each for each in outcome.cells if each.cell == self.name), None)
        if cell is not None:
            self.cells = (cell,)
        if cell is None or (outcome.exit_code is not ExitCode.TRUE and outcome.reason is not None):
            self._page_as_a_whole(outcome, selected)
        elif cell.outcome is Outcome.NOT_RUN:
            self._not_run(outcome, cell, selected)
        elif cell.outcome is Outcome.SKIPPED:
            pytest.skip(cell.message)
        elif cell.outcome is not Outcome.PASSED:
            raise self._untrue(outcome, cell)

    def _page_as_a_whole(self, outcome: PageOutcome, selected: tuple[str, ...]) -> None:
        """Nothing of the page ran, for a reason that is not this cell's: the first one says it."""
        if outcome.exit_code is ExitCode.TRUE:
            message = f"the page has no cell {self.name} any more"
            raise Untrue(self.line, message, f"{self.shown}: {message}")
        if self.name != selected[0]:
            pytest.skip(f"not run, see the cell {selected[0]}")
        raise Untrue(*headline(outcome), failure_text(outcome))

    def _not_run(self, outcome: PageOutcome, cell: CellOutcome, selected: tuple[str, ...]) -> None:
        """A cell before it ended the page; where no test says so, the first behind it does."""
        before = next((each for each in outcome.cells if each.outcome is Outcome.ERRORED), None)
        if before is None:
            raise self._untrue(outcome, cell)
        not_run = [each.cell for each in outcome.cells if each.outcome is Outcome.NOT_RUN]
        behind = [name for name in selected if name in not_run]
        if before.cell in selected or self.name != behind[0]:
            pytest.skip(f"not run: the cell {before.cell} before it errored")
        raise self._untrue(outcome, before)

    def _untrue(self, outcome: PageOutcome, cell: CellOutcome) -> Untrue:
        message = cell.message or cell.outcome.value.replace("_", " ")
        return Untrue(cell.line, placed(cell.line, message), cell_text(outcome, cell))

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """See `pytest.Item.reportinfo`: the line of the cell, from 0."""
        return self.path, self.line - 1, f"{self.shown}: cell {self.name}"
