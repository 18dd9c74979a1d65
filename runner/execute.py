"""Runs a page: one scratch session, cell by cell, statement by statement, and judges each cell."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from runner.compare import Expected, Failed, Kind, Options, Renaming, judge
from runner.engines.alarm import held_handler
from runner.errors import EngineError, EngineFailure, UsageError
from runner.needs import refusal_advice, unmet_page_need
from runner.outcome import CellOutcome, Notice, Outcome, PageOutcome, PageRun, page_outcome
from runner.page.include import resolve
from runner.page.parse import parse_page
from runner.page.problems import nearest
from runner.render.blocks import block_problems
from runner.render.error import error_text
from runner.requires import asked_features, unasked_feature, unmet_need
from runner.steps import DEFAULT_TIMEOUT, PageCells, Step, reason_to_skip, unexpected_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from runner.compare import Judgement
    from runner.engines.base import Capabilities, Engine
    from runner.page.model import Cell, Page


class RunOptions(NamedTuple):
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


def run_pages(
    files: Iterable[Path], engines: Sequence[Engine], options: RunOptions
) -> Iterator[PageRun]:
    """Run the pages in `files` one after another; files that are no pages are passed over.

    An engine that fails ends the run, and so does a key press: the page that it was on is the
    last.
    """
    for file in files:
        run = run_file(file, engines, options)
        if run is None:
            continue
        yield run
        failed = any(outcome.outcome is Outcome.ENGINE_FAILURE for outcome in run.outcomes)
        if failed or run.interrupted:
            return


def run_file(file: Path, engines: Sequence[Engine], options: RunOptions) -> PageRun | None:
    """Run the page in a file on each engine; None where it is no page that `options` ask for."""
    page = read_page(file)
    if not page.is_page or (options.cell is not None and page.cell(options.cell) is None):
        return None
    return run_on_engines(page, engines, options)


def run_on_engines(page: Page, engines: Sequence[Engine], options: RunOptions) -> PageRun:
    """Run one page on each engine in turn, until it is stopped from the keyboard."""
    outcomes: list[PageOutcome] = []
    for engine in engines:
        outcomes.append(run_page(page, engine, options))
        if outcomes[-1].interrupted:
            break
    return PageRun(tuple(outcomes))


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
    included, include_problems = resolve(page, check_block=block_problems)
    problems = tuple(
        sorted((*page.problems, *include_problems), key=lambda found: (found.line, found.column))
    )
    base = PageOutcome(page.path, Outcome.MALFORMED, engine.capabilities, problems=problems)
    if any(problem.severity.value == "error" for problem in problems):
        return base
    reason = _unmet_requires(page, included, engine.capabilities)
    if reason is None:
        reason = unmet_page_need(page, included, engine.capabilities)
    if reason is not None:
        outcome = Outcome.SKIPPED
        if options.strict:
            outcome, reason = Outcome.FAILED, f"skipped, which fails under --strict: it {reason}"
        skipped = tuple(_untouched(cell, Outcome.SKIPPED, reason) for cell in page.cells)
        return base._replace(outcome=outcome, reason=reason, cells=skipped)
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
    return base._replace(
        outcome=Outcome.ENGINE_FAILURE if failure is not None else outcome,
        seconds=monotonic() - started,
        reason=failure,
        cells=cells,
        emulated=run.emulated,
        interrupted=interrupted,
    )


def _unmet_requires(page: Page, included: Iterable[Page], engine: Capabilities) -> str | None:
    """What front matter asks for and the engine lacks, an included page's as well."""
    reason = unmet_need(page.front_matter.requires, engine)
    if reason is not None:
        return reason
    for each in included:
        reason = unmet_need(each.front_matter.requires, engine)
        if reason is not None:
            return f"includes {each.path.name}, which {reason}"
    return None


def _untouched(cell: Cell, outcome: Outcome, message: str = "") -> CellOutcome:
    """The outcome of a cell of which nothing was run."""
    expected = cell.expected.text if cell.expected else None
    return CellOutcome(cell.name, cell.line, outcome, message=message, expected=expected)


class _PageRun:
    """One run of one page."""

    def __init__(self, page: Page, engine: Engine, options: RunOptions) -> None:
        self.page = page
        self.engine = engine
        self.options = options
        grams = [block.text for block in page.expected_blocks if block.language == "gram"]
        self.renaming = Renaming(grams)
        self.emulated: tuple[str, ...] = ()
        self._judged: list[tuple[CellOutcome, Judgement | None, float]] = []
        """Outcomes so far, what their blocks were judged by, and the seconds that they took."""

    def outcomes(self) -> Iterator[CellOutcome]:
        """The outcomes of all cells that are reported; those that were not reached are not run.

        Only here, when all is judged, are the ids of gram blocks settled.
        """
        for outcome, judgement, seconds in self._judged:
            actual = None if judgement is None else judgement.rewritten_text
            yield outcome._replace(actual=actual, seconds=seconds)
        reported = {outcome.cell for outcome, _, _ in self._judged}
        for cell in self.page.cells:
            if cell.name not in reported and self.options.cell in (None, cell.name):
                yield _untouched(cell, Outcome.NOT_RUN)

    def run(self, included: Iterable[Page]) -> None:
        """Run everything; what was judged stays known when this ends early."""
        folder = self.page.path.parent
        pages = list(included)
        features = asked_features([self.page, *pages])
        language = self.page.front_matter.cypher
        with held_handler(), self.engine.scratch(language, folder, features) as session:
            try:
                with PageCells(session, self.page, pages) as runner:
                    if all(self._set_up(runner, page) for page in pages):
                        self._run_cells(runner)
            finally:
                self.emulated = session.emulated

    def _run_cells(self, runner: PageCells) -> None:
        for cell in self.page.cells:
            reported = self.options.cell in (None, cell.name)
            begun = monotonic()
            outcome, judgement = self._run_cell(runner, cell)
            if reported:
                was_run = outcome.outcome is not Outcome.SKIPPED
                seconds = monotonic() - begun if was_run else 0.0
                self._judged.append((outcome, judgement, seconds))
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
                self._judged.append((_untouched(cell, Outcome.NOT_RUN, message), None, 0.0))

    def _set_up(self, runner: PageCells, included: Page) -> bool:
        """Run the setup cells of an included page, unjudged; whether they all ran as they should.

        Where one did not, that is told at this page's ``include``.
        """
        for cell in included.cells:
            if not cell.setup or self._reason_to_skip(cell):
                continue
            step = runner.run(included, cell, self.options.timeout)
            failure = unexpected_error(cell, step)
            if failure is None:
                continue
            outcome = self._errored(cell, step, failure)
            message = (
                f"the included page {included.path.name} failed at its line {outcome.line}, "
                f"cell {cell.name}: {outcome.message}"
            )
            # No cell of this page can be called so.
            name = f"{included.path.name}:{cell.name}"
            line = self._line_of_include(included)
            error = CellOutcome(name, line, Outcome.ERRORED, message=message)
            self._judged.append((error, None, 0.0))
            return False
        return True

    def _line_of_include(self, included: Page) -> int:
        """The line that names an included page; of one included by another the first of all."""
        includes = self.page.front_matter.include
        for include in includes:
            if (self.page.path.parent / include.path).resolve() == included.path:
                return include.line
        return includes[0].line

    def _reason_to_skip(self, cell: Cell) -> str | None:
        return reason_to_skip(cell, self.engine.capabilities.name)

    def _run_cell(self, runner: PageCells, cell: Cell) -> tuple[CellOutcome, Judgement | None]:
        reason = self._reason_to_skip(cell)
        if reason is not None:
            return _untouched(cell, Outcome.SKIPPED, reason), None
        step = runner.run(self.page, cell, self.options.timeout)
        failure = unexpected_error(cell, step)
        if failure is not None:
            return self._errored(cell, step, failure), None
        block = cell.expected
        expected = Expected(block.language, block.text) if block else None
        exact = cell.language.exact_numbers
        options = Options(cell.expect_error, cell.unordered, cell.approx, exact)
        judgement = judge(expected, step.given, options, self.renaming)
        return self._judged_outcome(cell, step, judgement), judgement

    def _errored(self, cell: Cell, step: Step, error: EngineError) -> CellOutcome:
        """The outcome of a cell that ended as it should not: by an error, or out of time."""
        start = step.piece.start if step.piece else 0
        line, column = cell.place(start)
        if error.position is not None:
            line, column = cell.place(start + error.position.offset)
        several = len(cell.statements) > 1
        where = f"statement {step.number}, " if several else ""
        if error.is_timeout:
            limit = cell.timeout if cell.timeout is not None else self.options.timeout
            at = f"{where}line {line}: " if several else ""
            message = f"{at}the cell did not end within {limit:g} s and was stopped"
            advice = "Make the statement cheaper, or give the cell more time: timeout=SECONDS."
        else:
            what = error_text(error).removeprefix("error: ")
            message = f"{where}line {line}, column {column}: {what}"
            advice = (
                unasked_feature(error, self.page, self.engine.capabilities)
                or refusal_advice(error)
                or (
                    "Mend the statement. If the page means to show this error, give the cell "
                    "expect=error."
                )
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
            timed_out=error.is_timeout,
        )

    def _judged_outcome(self, cell: Cell, step: Step, judgement: Judgement) -> CellOutcome:
        """The outcome of a cell whose block was compared."""
        verdict = judgement.verdict
        block = cell.expected
        content = block.fence.content if block else cell.fence.content
        statement = step.number if len(cell.statements) > 1 else None
        deprecations, plain = _sorted_out(step.notifications)
        outcome = CellOutcome(
            cell.name,
            cell.line,
            Outcome.PASSED,
            statement=statement,
            notifications=plain,
            expected=block.text if block else None,
        )
        if isinstance(verdict, Failed):
            first = verdict.mismatches[0]
            line = content.place_of(first.line, 1)[0] if block else cell.line
            return outcome._replace(
                line=line,
                outcome=Outcome.FAILED,
                message="\n".join(_messages(verdict, _named_statement(cell, step))),
                advice=first.advice,
            )
        if not verdict.notices and not deprecations:
            return outcome
        notices = (
            *[
                Notice(notice.code, notice.message, content.place_of(notice.line, 1)[0])
                for notice in verdict.notices
            ],
            *deprecations,
        )
        if self.options.strict:
            message = f"{notices[0].message} (a notice, which fails under --strict)"
            return outcome._replace(
                line=notices[0].line,
                outcome=Outcome.FAILED,
                message=message,
                notices=notices,
            )
        return outcome._replace(notices=notices)


def _named_statement(cell: Cell, step: Step) -> str:
    """Which statement of several the last one was, as the start of a message."""
    if step.piece is None or len(cell.statements) == 1:
        return ""
    return f"statement {step.number} (line {cell.place(step.piece.start)[0]}): "


_OF_THE_WHOLE_CELL = (Kind.COUNTER, Kind.FOOTER, Kind.NO_ERROR, Kind.EMPTY_BLOCK)
"""Mismatches that are about no one statement."""


def _messages(verdict: Failed, statement: str) -> Iterator[str]:
    for mismatch in verdict.mismatches:
        named = "" if mismatch.kind in _OF_THE_WHOLE_CELL else statement
        yield f"{named}{mismatch.message}"
    if verdict.omitted:
        yield f"and {verdict.omitted} more"


def _sorted_out(remarks: Sequence[Notice]) -> tuple[tuple[Notice, ...], tuple[Notice, ...]]:
    """The engine's remarks that are notices, and those that change nothing.

    What is deprecated will stop working: that is a notice.
    """
    if not remarks:
        return (), ()
    deprecations = tuple(note for note in remarks if "Deprecat" in note.code)
    return deprecations, tuple(note for note in remarks if "Deprecat" not in note.code)
