"""The report for people: the bar of a long run, on a terminal only."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from runner.engines.embedded import CAPABILITIES
from runner.outcome import CellOutcome, Notice, Outcome, PageOutcome, PageRun
from runner.report.terminal import TerminalReporter
from tests.report.sample import ALL_KINDS, Run, feed


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def report(out: StringIO, run: Run = ALL_KINDS, **options: float) -> str:
    """What is written to a stream."""
    feed(TerminalReporter(out, **options), run)  # type: ignore[arg-type]
    return out.getvalue()


def test_a_long_run_shows_how_far_it_is_and_how_it_stands() -> None:
    text = report(Terminal(), bar_after=0)
    assert "12/13" in text
    assert "pages 4 true" in text
    assert "7 not true" in text
    assert "1 skipped" in text
    # Where the bar was the lines of the end are.
    assert text.splitlines()[-1].endswith("--min-cells wants at least 100\x1b[0m")


def test_lines_above_the_bar_are_whole() -> None:
    text = report(Terminal(), bar_after=0)
    message = "the worker process that ran the page was killed by SIGKILL"
    assert f"(0 cells): {message}\n" in text


def test_a_short_run_shows_none() -> None:
    text = report(Terminal(), bar_after=1000)
    assert "\x1b[32mpassed\x1b[0m" in text
    assert "━" not in text


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By lines and bar; the bar still moves the cursor."""
    monkeypatch.setenv("NO_COLOR", "1")
    text = report(Terminal(), bar_after=0)
    assert "12/13" in text
    assert "\x1b[32m" not in text
    assert "\x1b[31m" not in text


def test_a_pipe_gets_no_bar_and_loads_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "runner.report.progress", None)
    assert "━" not in report(StringIO(), bar_after=0)


def test_the_name_of_a_file_is_on_one_line() -> None:
    """Whatever is in it: neither does it tear a line, nor does a terminal obey it."""
    out = StringIO()
    notice = Notice("code", "text", 2)
    cell = CellOutcome("a", 1, Outcome.FAILED, message="untrue", notices=(notice,))
    page = PageOutcome(Path("new\nline\x1b[2J.md"), Outcome.FAILED, CAPABILITIES, cells=(cell,))
    TerminalReporter(out).page(PageRun((page,)))
    lines = out.getvalue().splitlines()
    assert [line.partition(".md")[0] for line in lines] == ["new\\x0aline\\x1b[2J"] * 3
