"""Every report of every sample run is, character by character, a file that somebody has read."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runner.report.durations import DurationsReporter
from runner.report.github import GitHubReporter
from runner.report.json import JsonReporter
from runner.report.junit import JUnitReporter
from runner.report.markdown import MarkdownReporter
from runner.report.tap import TapReporter
from runner.report.terminal import TerminalReporter
from tests.report.sample import RUNS, feed

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.report.base import Reporter

GOLD = Path(__file__).parent / "gold"

FORMATS: dict[str, Callable[[StringIO], Reporter]] = {
    "terminal.txt": TerminalReporter,
    "terminal-verbose.txt": lambda out: TerminalReporter(
        out, verbose=True, diff=True, color="always"
    ),
    "terminal-quiet.txt": lambda out: TerminalReporter(out, quiet=True),
    "json": JsonReporter,
    "junit.xml": JUnitReporter,
    "github.txt": lambda out: GitHubReporter(out, {}),
    "tap": TapReporter,
    "md": MarkdownReporter,
    "durations.json": DurationsReporter,
}


def report(run: str, format_: str) -> str:
    """The report on a sample run, as the bytes of a file would be read."""
    out = StringIO()
    feed(FORMATS[format_](out), RUNS[run])
    return out.getvalue().encode("utf-8", "backslashreplace").decode()


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("run", RUNS)
def test_a_report_is_its_gold_file(run: str, format_: str) -> None:
    """To renew one, write what this compares, and read the difference."""
    gold = (GOLD / f"{run}.{format_}").read_bytes().decode()
    assert report(run, format_) == gold


def test_there_is_no_gold_file_of_nothing() -> None:
    """Each file is compared with something."""
    expected = {f"{run}.{format_}" for run in RUNS for format_ in FORMATS}
    assert {path.name for path in GOLD.iterdir()} == expected
