"""Annotations of GitHub Actions: escaped as it wants, on paths that it knows."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.outcome import Outcome, PageRun
from runner.report.github import GitHubReporter
from tests.report.sample import ALL_KINDS, EMBEDDED, FALSE, Run, cell, feed, page

LINE = re.compile(r"::(error|warning|notice)(?: ((?:\w+=[^,:\r\n]*,?)+))?::([^\r\n]*)")


def report(run: Run, **environment: str) -> list[str]:
    """The lines of a report."""
    out = StringIO()
    feed(GitHubReporter(out, environment), run)
    return out.getvalue().split("\n")[:-1]


def unescaped(text: str) -> str:
    """What GitHub reads."""
    for escape, character in (
        ("%0D", "\r"),
        ("%0A", "\n"),
        ("%3A", ":"),
        ("%2C", ","),
        ("%25", "%"),
    ):
        text = text.replace(escape, character)
    return text


def test_every_line_is_a_command() -> None:
    for line in report(ALL_KINDS):
        assert LINE.fullmatch(line), line


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cn")), max_size=20))
def test_any_text_comes_through(text: str) -> None:
    odd = cell(text or "a", 3, Outcome.FAILED, message=text)
    first, *_ = report(Run((EMBEDDED,), (PageRun((page("odd.md", Outcome.FAILED, odd),)),)))
    match = LINE.fullmatch(first)
    assert match
    assert unescaped(match[3]) == (text or "failed")
    assert match[2] is not None
    assert f"title=cell {text or 'a'}: failed" in unescaped(match[2])


def test_the_annotation_is_on_the_line_that_is_not_true() -> None:
    first = report(Run((EMBEDDED,), (PageRun((FALSE,)),)))[0]
    assert first.startswith(
        "::error file=docs/false.md,line=20,title=cell friends%3A failed::row 2"
    )


def test_paths_are_those_of_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    run = Run((EMBEDDED,), (PageRun((FALSE,)),))
    assert "file=sub/docs/false.md," in report(run, GITHUB_WORKSPACE=str(tmp_path))[0]
    assert "file=docs/false.md," in report(run, GITHUB_WORKSPACE=str(tmp_path / "other"))[0]
