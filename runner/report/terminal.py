"""The report for a person at a terminal: a line per page, and what is not true below it."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING

from runner.agreement import differences, engine_labels
from runner.outcome import CellOutcome, ExitCode, Outcome, PageOutcome
from runner.page.model import Severity
from runner.report.base import counted, not_checked, one_line, verdict, visible
from runner.report.paint import Painter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from runner.agreement import Difference
    from runner.engines.base import Capabilities
    from runner.outcome import PageRun
    from runner.report.progress import Bar
    from runner.tally import Slow, Summary

_COLORS = {
    Outcome.PASSED: "green",
    Outcome.FAILED: "red",
    Outcome.ERRORED: "red",
    Outcome.MALFORMED: "red",
    Outcome.ENGINE_FAILURE: "red",
    Outcome.SKIPPED: "yellow",
    Outcome.NOT_RUN: "yellow",
}

_UNREMARKABLE = (Outcome.PASSED, Outcome.NOT_RUN, Outcome.SKIPPED)


class TerminalReporter:
    """Writes plain text, coloured where the terminal takes it.

    On a terminal a run that is long, of `bar_after` seconds and more, shows a bar below its lines.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        color: str = "auto",
        diff: bool = False,
        verbose: bool = False,
        quiet: bool = False,
        bar_after: float = 1.0,
    ) -> None:
        self._out = out
        self._painter = Painter(out, color)
        self._paint = self._painter.paint
        self._diff = diff
        self._verbose = verbose
        self._quiet = quiet
        self._bar_after = bar_after
        self._bar: Bar | None = None
        self._begun = monotonic()
        self._pages = 0
        self._done = 0
        self._standing: Counter[str] = Counter()

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._begun, self._pages, self._done = monotonic(), pages, 0
        self._standing.clear()
        if self._verbose:
            for engine in engines:
                self._line(f"engine: {engine.name} {engine.version} {engine.edition}")

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        self._run(run)
        self._done += 1
        self._standing[_standing(run)] += 1
        if self._bar is None and self._is_long():
            from runner.report.progress import Bar

            self._bar = Bar(self._out, self._pages, color=self._painter.colors)
        if self._bar is not None:
            named = (f"{number} {name}" for name, number in self._standing.items())
            self._bar.advance(self._done, ", ".join(named))

    def _is_long(self) -> bool:
        return (
            self._out.isatty()
            and self._done < self._pages
            and monotonic() - self._begun >= self._bar_after
        )

    def _run(self, run: PageRun) -> None:
        if len(run.outcomes) == 1:
            self.outcome(run.outcomes[0])
            return
        labels = engine_labels([outcome.engine for outcome in run.outcomes])
        for outcome, label in zip(run.outcomes, labels, strict=True):
            self.outcome(outcome, label)
        for difference in differences(run.outcomes):
            for line in self._difference(run, difference):
                self._line(line)

    def _line(self, text: str) -> None:
        if self._bar is None:
            self._painter.line(text)
        else:
            self._bar.line(text)

    def outcome(self, outcome: PageOutcome, engine: str | None = None) -> None:
        """Say what became of a page, on the `engine` of that name where there are several."""
        remarks = list(self._remarks(outcome, f" on {engine}" if engine else ""))
        if self._quiet and outcome.outcome is Outcome.PASSED and not remarks:
            return
        on = f" on {engine}" if engine else ""
        cells = len(outcome.cells)
        counted = "1 cell" if cells == 1 else f"{cells} cells"
        took = f" in {outcome.seconds:.2f} s" if self._verbose else ""
        reason = f": {outcome.reason}" if outcome.reason else ""
        verdict = self._styled(outcome.outcome)
        kept = f", emulated constraints: {', '.join(outcome.emulated)}" if outcome.emulated else ""
        detail = "" if outcome.outcome is Outcome.MALFORMED else f" ({counted}{took}{kept})"
        self._line(f"{one_line(outcome.path)}: {verdict}{on}{detail}{reason}")
        for remark in remarks:
            self._line(remark)

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        if summary.interrupted:
            self._line("interrupted; what is known so far:")
        loud = not self._quiet or not summary.is_all_true or summary.differing
        if not summary.pages:
            self._nothing(summary)
        elif loud or summary.complaints or summary.slowest:
            self._summary(summary)
        for complaint in summary.complaints:
            self._line(self._paint(complaint, "red"))

    def _nothing(self, summary: Summary) -> None:
        """Say why there is nothing to say; of engines that failed the command does."""
        if summary.nothing is not None:
            self._line(summary.nothing)
        elif not summary.interrupted and summary.failure is None:
            self._line(
                "nothing to run: no page at the given paths (a page is a Markdown file with "
                "a ```cypher fence that has cell=NAME)"
            )

    def _summary(self, summary: Summary) -> None:
        counts = summary.totals
        several = len(summary.engines) > 1
        if summary.slowest:
            self._line("the slowest pages:")
        for slow in summary.slowest:
            self._line(_indented(_slow(slow)))
        left_out = not_checked(counts)
        if left_out:
            self._line(f"not checked: {left_out}")
        pages = counted(summary.pages, "page")
        if several:
            pages += f" on {len(summary.engines)} engines"
        if counts["malformed"] == counts["pages"]:
            self._line(f"{pages}, {counts['malformed']} malformed: nothing was run")
            return
        self._line(f"{pages}, {verdict(counts)}")
        if counts["skipped_pages"] == counts["pages"]:
            self._line("every page was skipped: nothing was checked")
        if several:
            differ = " differs" if summary.differing == 1 else " differ"
            self._line(
                self._paint(
                    f"between the engines {counted(summary.differing, 'cell')}{differ}", "red"
                )
                if summary.differing
                else "the engines agree on every cell that more than one of them ran"
            )

    def _difference(self, run: PageRun, difference: Difference) -> Iterator[str]:
        """What each engine made of a cell, below a line that names it."""
        differs = self._paint("differs between the engines", "red")
        yield f"{one_line(run.path)}:{difference.line}: cell {difference.cell}: {differs}"
        for answer in difference.answers:
            text = visible(answer.text)
            first, *more = text.split("\n")
            shown = first if not more else ""
            yield _indented(
                f"{answer.engine}: {self._styled(answer.outcome)}: {shown}".rstrip(": ")
            )
            if more:
                yield _indented(_indented(text))

    def _remarks(self, page: PageOutcome, on: str) -> Iterator[str]:
        for problem in page.problems:
            color = "red" if problem.severity is Severity.ERROR else "yellow"
            severity = self._paint(problem.severity.value, color)
            yield (
                f"{one_line(page.path)}:{problem.line}:{problem.column}: "
                f"{severity}: {visible(problem.text)} [{problem.code}]"
            )
        for cell in page.cells:
            yield from self._cell(page, cell, on)

    def _cell(self, page: PageOutcome, cell: CellOutcome, on: str) -> Iterator[str]:
        place = f"{one_line(page.path)}:{cell.line}: cell {cell.cell}"
        explained = cell.outcome is Outcome.NOT_RUN and cell.message
        if cell.outcome not in _UNREMARKABLE or explained or self._verbose:
            first, *more = visible(cell.message).split("\n")
            message = f": {first}" if first else ""
            yield f"{place}: {self._styled(cell.outcome)}{on}{message}"
            for line in more:
                yield _indented(f"also: {line}")
            if cell.advice:
                yield _indented(cell.advice)
        if self._diff and cell.outcome is Outcome.FAILED:
            yield from self._unified_diff(cell)
        for notice in cell.notices:
            at = f"{one_line(page.path)}:{notice.line}: cell {cell.cell}"
            kind = self._paint("notice", "yellow")
            yield f"{at}: {kind}: {visible(notice.message)} [{notice.code}]"
        if self._verbose:
            for note in cell.notifications:
                at = f"{one_line(page.path)}:{note.line}: cell {cell.cell}"
                yield f"{at}: note: {visible(note.message)} [{note.code}]"

    def _unified_diff(self, cell: CellOutcome) -> Iterator[str]:
        from difflib import unified_diff

        if cell.expected is None or cell.actual is None:
            return
        lines = unified_diff(
            visible(cell.expected).split("\n"),
            visible(cell.actual).split("\n"),
            "the page",
            "the engine's answer",
            lineterm="",
            n=max(cell.expected.count("\n"), cell.actual.count("\n")) + 1,
        )
        for line in lines:
            color = {"+": "green", "-": "red"}.get(line[:1])
            yield _indented(self._paint(line, color) if color else line)

    def _styled(self, outcome: Outcome) -> str:
        return self._paint(outcome.value.replace("_", " "), _COLORS[outcome])


def _standing(run: PageRun) -> str:
    """How the bar counts a page: by the worst that it came to on any engine."""
    if run.exit_code is not ExitCode.TRUE:
        return "not true"
    skipped = all(outcome.outcome is Outcome.SKIPPED for outcome in run.outcomes)
    return "skipped" if skipped else "true"


def _slow(slow: Slow) -> str:
    on = f" on {slow.engine}" if slow.engine else ""
    cell = f" (cell {slow.cell}, line {slow.line}: {slow.cell_seconds:.2f} s)" if slow.cell else ""
    return f"{slow.seconds:6.2f} s  {one_line(slow.path)}{on}{cell}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))
