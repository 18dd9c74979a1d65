"""What a shell works on: a session, and the page whose cells made its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import EngineError, UsageError
from runner.needs import unmet_language_need
from runner.page.include import resolve
from runner.page.model import Severity
from runner.page.problems import nearest
from runner.render.error import error_text
from runner.requires import asked_features
from runner.steps import DEFAULT_TIMEOUT, PageCells, reason_to_skip, unexpected_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from runner.engines.base import Engine
    from runner.page.model import Cell, Page, Problem
    from runner.result import Result
    from runner.steps import Step
    from runner.values import Value


class MalformedPage(Exception):
    """The page has errors; nothing of it was run."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("the page is malformed")
        self.problems = problems


class Stage:
    """A scratch session that the cells of a page have run on.

    Attributes:
        page: The page; None for an empty database.
        parameters: What statements typed by hand see: at first those of the last cell that ran.
        ran: The names of the cells that have run.
    """

    def __init__(self, engine: Engine, page: Page | None) -> None:
        self.page = page
        self.capabilities = engine.capabilities
        self.language = page.front_matter.cypher if page is not None else "25"
        pages = [page, *resolve(page)[0]] if page is not None else []
        self.session = engine.scratch(self.language, features=asked_features(pages))
        self.cells = PageCells(self.session, page, pages[1:])
        self.parameters: Mapping[str, Value] = {}
        self.ran: list[str] = []

    def prepare(self, until: str | None) -> Iterator[str]:
        """Run the page's cells up to `until`, or all; what went otherwise than it should.

        Raises `UsageError` where the page has no such cell, and `MalformedPage`.
        """
        if self.page is None:
            return
        included, of_includes = resolve(self.page)
        errors = [
            problem
            for problem in (*self.page.problems, *of_includes)
            if problem.severity is Severity.ERROR
        ]
        if errors:
            raise MalformedPage(tuple(errors))
        if until is not None:
            self.cell(until)
        for other in included:
            for cell in other.cells:
                if cell.setup and self._skips(cell) is None:
                    step = self.cells.run(other, cell, DEFAULT_TIMEOUT)
                    failed = unexpected_error(cell, step)
                    if failed is not None:
                        yield f"the included page {other.path.name} failed: {error_text(failed)}"
                        return
        for cell in self.page.cells:
            reason = self._skips(cell)
            if reason is not None and unmet_language_need(cell) == reason:
                yield f"the cell {cell.name} is skipped: it {reason}"
            if reason is None:
                step = self.run_cell(cell)
                failed = unexpected_error(cell, step)
                if failed is not None:
                    yield f"the cell {cell.name} failed, and none after it has run"
                    yield error_text(failed)
                    return
            if cell.name == until:
                return

    def _skips(self, cell: Cell) -> str | None:
        return reason_to_skip(cell, self.capabilities.name) or unmet_language_need(cell)

    def cell(self, name: str) -> Cell:
        """A cell of the page. Raises `UsageError` where there is none of that name."""
        if self.page is None:
            raise UsageError("there is no page, and so there are no cells")
        cell = self.page.cell(name)
        if cell is None:
            near = nearest(name, [each.name for each in self.page.cells])
            raise UsageError(
                f"no cell is called {name}" + (f"; did you mean {near}?" if near else "")
            )
        return cell

    def run_cell(self, cell: Cell) -> Step:
        """Run a cell, unjudged; its parameters are those of the shell afterwards.

        Raises `UsageError` where what runs its language is not installed.
        """
        lacking = unmet_language_need(cell)
        if lacking is not None:
            raise UsageError(f"the cell {cell.name} {lacking}")
        assert self.page is not None
        step = self.cells.run(self.page, cell, DEFAULT_TIMEOUT)
        if cell.name not in self.ran:
            self.ran.append(cell.name)
        self.parameters = dict(cell.data)
        return step

    def run(self, statement: str) -> Result:
        """Run one statement with the parameters at hand. Raises `EngineError`."""
        return self.session.run(statement, self.parameters, timeout=DEFAULT_TIMEOUT)

    def names(self, statement: str) -> list[str]:
        """The names in the first column of a statement's rows; none where it cannot run."""
        try:
            rows = self.session.run(statement).rows
        except EngineError:
            return []
        return [str(row[0]) for row in rows]
