"""The cells of pages in pytest's reports: each by name where wanted, and their number at the end.

A page is one test, so its cells are no reports of their own: pytest, its cache and its plugins
would count each as one more test. They travel on the report of the page, to the process that
prints.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from runner.outcome import Outcome
from runner.pytest_plugin.items import CellItem, Checked
from runner.pytest_plugin.suite import EngineUnusable
from runner.report.base import cell_note, counted, not_checked, verdict, visible
from runner.tally import ran_unjudged, totals

if TYPE_CHECKING:
    from collections.abc import Generator

    from runner.outcome import CellOutcome

_NAME = "cypher-pages-reports"


class Reports:
    """Hooks that only a suite with pages needs."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._totals: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put onto the report of a page what became of its cells."""
        report = yield
        if not isinstance(item, Checked) or call.when != "call":
            return report
        if call.excinfo is not None and isinstance(call.excinfo.value, EngineUnusable):
            # What is not the page's fault is an error, and those are before the call.
            report.when = "setup"
            return report
        if report.skipped and isinstance(report.longrepr, tuple):
            _, line, _ = item.location
            report.longrepr = (str(item.path), (line or 0) + 1, report.longrepr[2])
        if item.outcome is None:
            return report
        per_cell = isinstance(item, CellItem)
        if per_cell and item.cells:
            report.duration = item.cells[0].seconds
        numbers = (
            {"cells_without_block": sum(map(ran_unjudged, item.cells))}
            if per_cell
            else totals([item.outcome])
        )
        notices = [
            f"{item.shown}:{notice.line}: cell {cell.cell}: notice: {visible(notice.message)} "
            f"[{notice.code}]"
            for cell in item.cells
            for notice in cell.notices
        ]
        if notices:
            report.sections.append(("notices", "\n".join(notices)))
        # Extra attributes of a report are carried from workers; they must be plain data.
        report.__dict__["runner_totals"] = numbers
        report.__dict__["runner_cells"] = [] if per_cell else [_line(cell) for cell in item.cells]
        return report

    def add(self, report: pytest.TestReport) -> None:
        """Count a page, and show its cells where pytest shows each test by name."""
        self._totals.update(report.__dict__["runner_totals"])
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None and self._config.get_verbosity() > 0:
            for line in report.__dict__["runner_cells"]:
                reporter.write_line(line)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many cells there were, and what of them was not checked."""
        if self._config.get_verbosity() < 0:
            return
        if self._totals["pages"]:
            pages = counted(self._totals["pages"], "page")
            terminalreporter.write_line(f"{pages}, {verdict(self._totals)}")
        left_out = not_checked(self._totals)
        if left_out:
            terminalreporter.write_line(f"not checked: {left_out}")


def _line(cell: CellOutcome) -> str:
    what = cell.outcome.value.replace("_", " ")
    said = cell.message if cell.outcome is not Outcome.PASSED else cell_note(cell)
    first = visible(said).partition("\n")[0]
    return f"  line {cell.line}: cell {cell.cell}: {what}{': ' if first else ''}{first}"


def register(config: pytest.Config) -> Reports:
    """The hooks of this process, registered once."""
    found: Reports | None = config.pluginmanager.get_plugin(_NAME)
    if found is None:
        found = Reports(config)
        config.pluginmanager.register(found, _NAME)
    return found
