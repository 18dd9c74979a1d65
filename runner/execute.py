"""Runs a page: one scratch session, cell by cell, statement by statement, and judges each cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from runner.compare import Expected, Failed, Options, Renaming, judge
from runner.errors import EngineError, EngineFailure, UsageError
from runner.outcome import CellOutcome, Notice, Outcome, PageOutcome, page_outcome
from runner.page.include import resolve
from runner.page.parse import parse_page
from runner.page.problems import nearest
from runner.render.blocks import block_problems
from runner.render.error import error_text, is_outcome
from runner.requires import unmet_need
from runner.result import Counters, Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from runner.compare import Judgement
    from runner.engines.base import Engine, Session
    from runner.page.model import Cell, Page, StatementPiece

DEFAULT_TIMEOUT = 60.0
"""Seconds that a cell may take unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How pages are run and judged."""

    strict: bool = False
    """Whether notices and skipped pages fail."""
    keep_going: bool = False
    """Whether a page goes on after an unexpected error."""
    cell: str | None = None
    """The one cell to judge and report, after those before it have run; None for all."""
    timeout: float = DEFAULT_TIMEOUT


def read_page(path: Path) -> Page:
    """The page in a file, its expected blocks read as well."""
    return parse_page(path, check_block=block_problems)


def run_pages(files: Iterable[Path], engine: Engine, options: RunOptions) -> Iterator[PageOutcome]:
    """Run the pages in `files` one after another; files that are no pages are passed over.

    An engine that fails ends the run: the outcome of the page that it failed on is the last.
    """
    for file in files:
        page = read_page(file)
        if not page.is_page or (options.cell is not None and page.cell(options.cell) is None):
            continue
        outcome = run_page(page, engine, options)
        yield outcome
        if outcome.outcome is Outcome.ENGINE_FAILURE:
            return


def check_cell_exists(files: Iterable[Path], name: str) -> None:
    """Raise `UsageError` where none of the pages has a cell called `name`."""
    names = [cell.name for file in files for cell in read_page(file).cells]
    if name not in names:
        near = nearest(name, names)
        hint = f"; did you mean {near}?" if near else ""
        raise UsageError(f"no page has a cell called {name}{hint}")


def run_page(page: Page, engine: Engine, options: RunOptions) -> PageOutcome:
    """Run one page on an empty database of its own and judge it.

    Never raises for what is wrong with the page or the engine: that is in the outcome.
    """
    started = monotonic()
    included, include_problems = resolve(page)
    problems = tuple(
        sorted((*page.problems, *include_problems), key=lambda found: (found.line, found.column))
    )
    base = PageOutcome(page.path, Outcome.MALFORMED, engine.capabilities, problems=problems)
    if any(problem.severity.value == "error" for problem in problems):
        return base
    reason = unmet_need(page.front_matter.requires, engine.capabilities)
    if reason is not None:
        outcome = Outcome.SKIPPED
        if options.strict:
            outcome, reason = Outcome.FAILED, f"skipped, which fails under --strict: it {reason}"
        skipped = tuple(_untouched(cell, Outcome.SKIPPED, reason) for cell in page.cells)
        return replace(base, outcome=outcome, reason=reason, cells=skipped)
    run = _PageRun(page, engine, options)
    failure: str | None = None
    interrupted = False
    try:
        run.run(included)
    except EngineFailure as error:
        failure = str(error)
    except KeyboardInterrupt:
        interrupted = True
    cells = tuple(run.outcomes())
    outcome = page_outcome(cell.outcome for cell in cells)
    return replace(
        base,
        outcome=Outcome.ENGINE_FAILURE if failure is not None else outcome,
        seconds=monotonic() - started,
        reason=failure,
        cells=cells,
        interrupted=interrupted,
    )


def _untouched(cell: Cell, outcome: Outcome, message: str = "") -> CellOutcome:
    """The outcome of a cell of which nothing was run."""
    expected = cell.expected.text if cell.expected else None
    return CellOutcome(cell.name, cell.line, outcome, message=message, expected=expected)


@dataclass(frozen=True, slots=True)
class _Step:
    """What running a cell gave: the last result with all counters, or the error that ended it."""

    given: Result | EngineError
    notifications: tuple[Notice, ...]
    number: int
    """The number of the last statement that ran, from 1."""
    piece: StatementPiece


class _PageRun:
    """One run of one page."""

    def __init__(self, page: Page, engine: Engine, options: RunOptions) -> None:
        self.page = page
        self.engine = engine
        self.options = options
        grams = [block.text for block in page.expected_blocks if block.language == "gram"]
        self.renaming = Renaming(grams)
        self._judged: list[tuple[CellOutcome, Judgement | None]] = []

    def outcomes(self) -> Iterator[CellOutcome]:
        """The outcomes of all cells that are reported; those that were not reached are not run.

        Only here, when all is judged, are the ids of gram blocks settled.
        """
        for outcome, judgement in self._judged:
            if judgement is None:
                yield outcome
            else:
                yield replace(outcome, actual=judgement.rewritten_text)
        reported = {outcome.cell for outcome, _ in self._judged}
        for cell in self.page.cells:
            if cell.name not in reported and self.options.cell in (None, cell.name):
                yield _untouched(cell, Outcome.NOT_RUN)

    def run(self, included: Iterable[Page]) -> None:
        """Run everything; what was judged stays known when this ends early."""
        with self.engine.scratch(self.page.front_matter.cypher) as session:
            if not all(self._set_up(session, page) for page in included):
                return
            for cell in self.page.cells:
                reported = self.options.cell in (None, cell.name)
                outcome, judgement = self._run_cell(session, cell)
                if reported:
                    self._judged.append((outcome, judgement))
                if outcome.outcome is Outcome.ERRORED and not self.options.keep_going:
                    if not reported:
                        self._explain_not_run(outcome)
                    return
                if self.options.cell == cell.name:
                    return

    def _explain_not_run(self, before: CellOutcome) -> None:
        """Say of the one cell that is asked for why it was not reached."""
        for cell in self.page.cells:
            if cell.name == self.options.cell:
                message = f"the cell {before.cell} before it errored: {before.message}"
                self._judged.append((_untouched(cell, Outcome.NOT_RUN, message), None))

    def _set_up(self, session: Session, included: Page) -> bool:
        """Run the setup cells of an included page, unjudged; whether they all ran as they should.

        Where one did not, that is told at this page's ``include``.
        """
        for cell in included.cells:
            if not cell.setup or self._reason_to_skip(cell):
                continue
            outcome, _ = self._run_cell(session, cell, included.front_matter.cypher)
            if outcome.outcome is not Outcome.ERRORED:
                continue
            includes = self.page.front_matter.include
            line = includes[0].line if includes else 1
            message = (
                f"the included page {included.path.name} failed at its line {outcome.line}, "
                f"cell {cell.name}: {outcome.message}"
            )
            error = CellOutcome(cell.name, line, Outcome.ERRORED, message=message)
            self._judged.append((error, None))
            return False
        return True

    def _reason_to_skip(self, cell: Cell) -> str | None:
        name = self.engine.capabilities.name
        if cell.skip is not None:
            return cell.skip
        if cell.engine is not None and cell.engine != name:
            return f"runs on {cell.engine} only, and this is {name}"
        return None

    def _run_cell(
        self, session: Session, cell: Cell, language: str | None = None
    ) -> tuple[CellOutcome, Judgement | None]:
        reason = self._reason_to_skip(cell)
        if reason is not None:
            return _untouched(cell, Outcome.SKIPPED, reason), None
        step = self._run_statements(session, cell, language)
        if step is None:
            return _untouched(cell, Outcome.PASSED), None
        if isinstance(step.given, EngineError) and not (
            cell.expect_error and is_outcome(step.given)
        ):
            return self._errored(cell, step, step.given), None
        block = cell.expected
        expected = Expected(block.language, block.text) if block else None
        options = Options(cell.expect_error, cell.unordered, cell.approx)
        judgement = judge(expected, step.given, options, self.renaming)
        return self._judged_outcome(cell, step, judgement), judgement

    def _run_statements(self, session: Session, cell: Cell, language: str | None) -> _Step | None:
        """Run a cell's statements until one fails; None where it has none."""
        limit = cell.timeout if cell.timeout is not None else self.options.timeout
        deadline = monotonic() + limit
        counters = Counters()
        notifications: list[Notice] = []
        step: _Step | None = None
        for number, piece in enumerate(cell.statements, 1):
            try:
                left = max(deadline - monotonic(), 0.001)
                result = session.run(piece.text, cell.data, timeout=left, language=language)
            except EngineError as error:
                return _Step(error, tuple(notifications), number, piece)
            counters.add(result.counters)
            for note in result.notifications:
                offset = note.position.offset if note.position else 0
                line, _ = cell.place(piece.start + offset)
                notifications.append(Notice(note.code, note.message, line))
            step = _Step(replace(result, counters=counters), tuple(notifications), number, piece)
        return step

    def _errored(self, cell: Cell, step: _Step, error: EngineError) -> CellOutcome:
        """The outcome of a cell that ended as it should not: by an error, or out of time."""
        line, column = cell.place(step.piece.start)
        if error.position is not None:
            line, column = cell.place(step.piece.start + error.position.offset)
        several = len(cell.statements) > 1
        where = f"statement {step.number}, " if several else ""
        if error.is_timeout:
            limit = cell.timeout if cell.timeout is not None else self.options.timeout
            message = f"{where}the cell did not end within {limit:g} s and was stopped"
            advice = "Make the statement cheaper, or give the cell more time: timeout=SECONDS."
        else:
            what = error_text(error).removeprefix("error: ")
            message = f"{where}line {line}, column {column}: {what}"
            advice = (
                "Mend the statement. If the page means to show this error, give the cell "
                "expect=error."
            )
        expected = cell.expected.text if cell.expected else None
        return CellOutcome(
            cell.name,
            line,
            Outcome.ERRORED,
            statement=step.number if several else None,
            message=message,
            advice=advice,
            notifications=step.notifications,
            expected=expected,
        )

    def _judged_outcome(self, cell: Cell, step: _Step, judgement: Judgement) -> CellOutcome:
        """The outcome of a cell whose block was compared."""
        verdict = judgement.verdict
        block = cell.expected
        content = block.fence.content if block else cell.fence.content
        statement = step.number if len(cell.statements) > 1 else None
        outcome = CellOutcome(
            cell.name,
            cell.line,
            Outcome.PASSED,
            statement=statement,
            notifications=_plain(step.notifications),
            expected=block.text if block else None,
        )
        if isinstance(verdict, Failed):
            first = verdict.mismatches[0]
            line = content.place_of(first.line, 1)[0] if block else cell.line
            return replace(
                outcome,
                line=line,
                outcome=Outcome.FAILED,
                message="\n".join(_messages(verdict)),
                advice=first.advice,
            )
        notices = tuple(
            Notice(notice.code, notice.message, content.place_of(notice.line, 1)[0])
            for notice in verdict.notices
        ) + _deprecations(step.notifications)
        if notices and self.options.strict:
            message = f"{notices[0].message} (a notice, which fails under --strict)"
            return replace(
                outcome,
                line=notices[0].line,
                outcome=Outcome.FAILED,
                message=message,
                notices=notices,
            )
        return replace(outcome, notices=notices)


def _messages(verdict: Failed) -> Iterator[str]:
    for mismatch in verdict.mismatches:
        yield mismatch.message
    if verdict.omitted:
        yield f"and {verdict.omitted} more"


def _deprecations(notifications: Iterable[Notice]) -> tuple[Notice, ...]:
    """Of the engine's remarks those that are notices: what is deprecated will stop working."""
    return tuple(note for note in notifications if "Deprecat" in note.code)


def _plain(notifications: Iterable[Notice]) -> tuple[Notice, ...]:
    """Of the engine's remarks those that change nothing."""
    return tuple(note for note in notifications if "Deprecat" not in note.code)
