"""The Test Anything Protocol, version 14: a test point a page, a subtest with its cells."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runner.agreement import differences, engine_labels
from runner.outcome import ExitCode, Outcome
from runner.report.base import cell_note, counted, engine_name, not_checked, verdict, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome, PageRun
    from runner.tally import Summary

_VERSION = "TAP version 14"
_INDENT = "    "


class TapReporter:
    """Writes test points as the pages come, and the plan behind them."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._points = 0
        self._several = False
        self._begun = False

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._several = len(engines) > 1
        self._begin()
        for engine in engines:
            self._comment(f"engine: {engine_name(engine)}")

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        labels = engine_labels([outcome.engine for outcome in run.outcomes])
        for outcome, label in zip(run.outcomes, labels, strict=True):
            self._page(outcome, f" on {label}" if self._several else "")
        for difference in differences(run.outcomes):
            where = f"{run.path.as_posix()}:{difference.line}: cell {difference.cell}"
            self._comment(f"{where}: differs between the engines")
            for answer in difference.answers:
                self._comment(f"  {answer.engine}: {answer.outcome.value}")
                for line in answer.text.split("\n"):
                    self._comment(f"    {line}")

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        if not self._begun:
            self._begin()
        wrong = list(summary.complaints)
        if summary.exit_code is ExitCode.NOTHING and not summary.interrupted:
            wrong.append("there was no page to run")
        for complaint in wrong:
            self._points += 1
            self._line(_point(self._points, complaint, true=False))
        if summary.pages:
            self._comment(f"{counted(summary.pages, 'page')}, {verdict(summary.totals)}")
            left_out = not_checked(summary.totals)
            if left_out:
                self._comment(f"not checked: {left_out}")
        why = summary.nothing or "no page was run"
        self._line(f"1..{self._points}" if self._points else f"1..0 # SKIP {_text(why)}")
        if summary.failure is not None:
            self._line(f"Bail out! The engine failed: {_text(summary.failure)}")
        elif summary.interrupted:
            self._line("Bail out! The run was stopped before its end.")

    def _begin(self) -> None:
        self._begun = True
        self._line(_VERSION)

    def _page(self, page: PageOutcome, on: str) -> None:
        name = f"{page.path.as_posix()}{on}"
        true = page.outcome in (Outcome.PASSED, Outcome.SKIPPED) and not page.interrupted
        if page.cells:
            self._line(f"# Subtest: {_text(name)}")
            for number, cell in enumerate(page.cells, 1):
                self._cell(page, cell, number)
            self._line(f"{_INDENT}1..{len(page.cells)}")
        self._points += 1
        why = page.reason if page.outcome is Outcome.SKIPPED else None
        if page.outcome is Outcome.SKIPPED and why is None:
            why = "every cell is skipped"
        if true and not page.cells and why is None:
            why = "the page has no cells"
        self._line(_point(self._points, name, true=true, skip=why))
        details: dict[str, Any] = {}
        if page.outcome is Outcome.ENGINE_FAILURE:
            details["message"] = f"the engine failed: {page.reason}"
        elif page.reason is not None and not true:
            details["message"] = page.reason
        elif page.interrupted:
            details["message"] = "the run was stopped before its end"
        if page.emulated:
            details["emulated"] = list(page.emulated)
        if page.problems:
            details["problems"] = [
                f"{problem.line}:{problem.column}: {problem.severity.value}: {problem.text} "
                f"[{problem.code}]"
                for problem in page.problems
            ]
        self._details(details, "")

    def _cell(self, page: PageOutcome, cell: CellOutcome, number: int) -> None:
        skip = None
        if cell.outcome is Outcome.SKIPPED:
            skip = cell.message or "skipped"
        elif cell.outcome is Outcome.NOT_RUN:
            skip = f"not run: {cell.message}" if cell.message else "not run"
        true = cell.outcome not in (Outcome.FAILED, Outcome.ERRORED)
        self._line(_INDENT + _point(number, cell.cell, true=true, skip=skip))
        details: dict[str, Any] = {}
        if not true:
            details["message"] = cell.message
            if cell.advice:
                details["advice"] = cell.advice
            details["severity"] = "timeout" if cell.timed_out else cell.outcome.value
            details["at"] = {"file": page.path.as_posix(), "line": cell.line}
            if cell.outcome is Outcome.FAILED:
                details["found"] = cell.actual
                details["wanted"] = cell.expected
        if note := cell_note(cell):
            details["note"] = note
        for name, notices in (("notices", cell.notices), ("notifications", cell.notifications)):
            if notices:
                details[name] = [f"line {n.line}: {n.message} [{n.code}]" for n in notices]
        self._details(details, _INDENT)

    def _details(self, details: Mapping[str, Any], indent: str) -> None:
        """The YAML block of a test point. What JSON writes on one line is YAML."""
        if not details:
            return
        self._line(f"{indent}  ---")
        for name, value in details.items():
            self._line(f"{indent}  {name}: {_yaml(value)}")
        self._line(f"{indent}  ...")

    def _comment(self, text: str) -> None:
        self._line(f"# {visible(text, keep='')}")

    def _line(self, line: str) -> None:
        self._out.write(f"{line}\n")


def _point(number: int, name: str, *, true: bool, skip: str | None = None) -> str:
    directive = "" if skip is None else f" # SKIP {_text(skip)}"
    return f"{'ok' if true else 'not ok'} {number} - {_text(name)}{directive}"


def _text(text: str) -> str:
    """A description on one line; a bare # in it would start a directive."""
    return visible(text, keep="").replace("\\", "\\\\").replace("#", "\\#")


def _yaml(value: Any) -> str:
    if isinstance(value, str):
        value = visible(value)
    elif isinstance(value, list):
        value = [visible(each) for each in value]
    return json.dumps(value, ensure_ascii=False)
