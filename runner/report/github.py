"""Annotations of GitHub Actions: each on the line of the page that is not true.

The form is that of GitHub's "workflow commands", with their escapes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from runner.agreement import differences, engine_labels
from runner.report.base import counted, not_checked, remarks, verdict, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities
    from runner.outcome import PageOutcome, PageRun
    from runner.report.base import Remark
    from runner.tally import Summary

_LEVELS = {
    "failed": "error",
    "errored": "error",
    "error": "error",
    "engine failure": "error",
    "not run": "warning",
    "warning": "warning",
    "notice": "warning",
    "skipped": "notice",
}
"""The level of an annotation by the kind of remark. A notice of ours fails under ``--strict``."""

_INFORMATION = ("emulated",)
"""Codes of notices that are for information only."""


class GitHubReporter:
    """Writes a line for each annotation.

    `environment` tells where the workspace is: GitHub wants paths relative to it.
    """

    def __init__(self, out: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self._out = out
        self._workspace = environment.get("GITHUB_WORKSPACE")
        self._several = False

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._several = len(engines) > 1

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        labels = engine_labels([outcome.engine for outcome in run.outcomes])
        for outcome, label in zip(run.outcomes, labels, strict=True):
            on = f" on {label}" if self._several else ""
            for remark in remarks(outcome):
                self._remark(outcome, remark, on)
        for difference in differences(run.outcomes):
            answers = [
                f"{answer.engine}: {answer.outcome.value}\n{answer.text}"
                for answer in difference.answers
            ]
            title = f"cell {difference.cell}: differs between the engines"
            self._write(
                "warning", "\n".join(answers), self._place(run.path, difference.line), title=title
            )

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        if summary.failure is not None:
            self._write("error", f"the engine failed: {summary.failure}")
        if summary.interrupted:
            self._write("error", "the run was stopped before its end")
        for complaint in summary.complaints:
            self._write("error", complaint)
        if summary.pages:
            left_out = not_checked(summary.totals)
            text = f"{counted(summary.pages, 'page')}, {verdict(summary.totals)}"
            self._write("notice", f"{text}; not checked: {left_out}" if left_out else text)
        elif summary.nothing is not None:
            self._write("notice", summary.nothing)
        elif summary.failure is None and not summary.interrupted:
            self._write("error", "there was no page to run")

    def _remark(self, page: PageOutcome, remark: Remark, on: str) -> None:
        level = _LEVELS[remark.kind]
        if remark.code in _INFORMATION:
            level = "notice"
        text = remark.text or remark.kind
        if remark.advice:
            text += f"\n{remark.advice}"
        if remark.code:
            text += f" [{remark.code}]"
        title = f"{remark.about}: {remark.kind}{on}"
        self._write(level, text, self._place(page.path, remark.line, remark.column), title=title)

    def _place(self, path: Path, line: int, column: int | None = None) -> dict[str, str]:
        shown = path
        if self._workspace:
            absolute = Path(os.path.abspath(path))  # noqa: PTH100 (links stay as they are named)
            if absolute.is_relative_to(self._workspace):
                shown = absolute.relative_to(self._workspace)
        place = {"file": shown.as_posix(), "line": str(line)}
        return place if column is None else {**place, "col": str(column)}

    def _write(
        self, level: str, text: str, place: Mapping[str, str] | None = None, **properties: str
    ) -> None:
        named = {**(place or {}), **properties}
        listed = ",".join(f"{name}={_property(value)}" for name, value in named.items())
        self._out.write(f"::{level}{' ' if listed else ''}{listed}::{_data(visible(text))}\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")
