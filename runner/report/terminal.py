"""The report for a person at a terminal: a line per page, and what is not true below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.outcome import CellOutcome, Outcome, PageOutcome
from runner.page.model import Severity
from runner.report.base import totals
from runner.report.paint import Painter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities

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
    """Writes plain text, coloured where the terminal takes it."""

    def __init__(
        self,
        out: TextIO,
        *,
        color: str = "auto",
        diff: bool = False,
        verbose: bool = False,
        quiet: bool = False,
    ) -> None:
        painter = Painter(out, color)
        self._paint = painter.paint
        self._line = painter.line
        self._diff = diff
        self._verbose = verbose
        self._quiet = quiet

    def start(self, engine: Capabilities) -> None:
        """See `Reporter.start`."""
        if self._verbose:
            self._line(f"engine: {engine.name} {engine.version} {engine.edition}")

    def page(self, outcome: PageOutcome) -> None:
        """See `Reporter.page`."""
        remarks = list(self._remarks(outcome))
        if self._quiet and outcome.outcome is Outcome.PASSED and not remarks:
            return
        cells = len(outcome.cells)
        counted = "1 cell" if cells == 1 else f"{cells} cells"
        took = f" in {outcome.seconds:.2f} s" if self._verbose else ""
        reason = f": {outcome.reason}" if outcome.reason else ""
        verdict = self._styled(outcome.outcome)
        detail = "" if outcome.outcome is Outcome.MALFORMED else f" ({counted}{took})"
        self._line(f"{outcome.path}: {verdict}{detail}{reason}")
        for remark in remarks:
            self._line(remark)

    def finish(self, outcomes: Sequence[PageOutcome], *, interrupted: bool) -> None:
        """See `Reporter.finish`."""
        counts = totals(outcomes)
        if interrupted:
            self._line("interrupted; what is known so far:")
        if not outcomes:
            if not interrupted:
                self._line(
                    "nothing to run: no page at the given paths (a page is a Markdown file with "
                    "a ```cypher fence that has cell=NAME)"
                )
            return
        if self._quiet and all(page.outcome is Outcome.PASSED for page in outcomes):
            return
        pages = "1 page" if counts["pages"] == 1 else f"{counts['pages']} pages"
        cells = "1 cell" if counts["cells"] == 1 else f"{counts['cells']} cells"
        parts = [
            f"{counts[name]} {name.replace('_', ' ')}"
            for name in ("passed", "failed", "errored", "skipped", "not_run")
            if counts[name] or name == "passed"
        ]
        if counts["malformed"] == counts["pages"]:
            self._line(f"{pages}, {counts['malformed']} malformed: nothing was run")
            return
        malformed = f", {counts['malformed']} malformed" if counts["malformed"] else ""
        self._line(f"{pages}{malformed}, {cells}: {', '.join(parts)}")
        if all(page.outcome is Outcome.SKIPPED for page in outcomes):
            self._line("every page was skipped: nothing was checked")

    def _remarks(self, page: PageOutcome) -> Iterator[str]:
        for problem in page.problems:
            color = "red" if problem.severity is Severity.ERROR else "yellow"
            severity = self._paint(problem.severity.value, color)
            yield (
                f"{page.path}:{problem.line}:{problem.column}: "
                f"{severity}: {problem.text} [{problem.code}]"
            )
        for cell in page.cells:
            yield from self._cell(page, cell)

    def _cell(self, page: PageOutcome, cell: CellOutcome) -> Iterator[str]:
        place = f"{page.path}:{cell.line}: cell {cell.cell}"
        explained = cell.outcome is Outcome.NOT_RUN and cell.message
        if cell.outcome not in _UNREMARKABLE or explained or self._verbose:
            first, *more = cell.message.split("\n")
            message = f": {first}" if first else ""
            yield f"{place}: {self._styled(cell.outcome)}{message}"
            for line in more:
                yield _indented(f"also: {line}")
            if cell.advice:
                yield _indented(cell.advice)
        if self._diff and cell.outcome is Outcome.FAILED:
            yield from self._unified_diff(cell)
        for notice in cell.notices:
            at = f"{page.path}:{notice.line}: cell {cell.cell}"
            yield f"{at}: {self._paint('notice', 'yellow')}: {notice.message} [{notice.code}]"
        if self._verbose:
            for note in cell.notifications:
                at = f"{page.path}:{note.line}: cell {cell.cell}"
                yield f"{at}: note: {note.message} [{note.code}]"

    def _unified_diff(self, cell: CellOutcome) -> Iterator[str]:
        from difflib import unified_diff

        if cell.expected is None or cell.actual is None:
            return
        lines = unified_diff(
            cell.expected.split("\n"),
            cell.actual.split("\n"),
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


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))
