"""The Markdown summary renders as it is meant, and keeps to the size that GitHub takes."""

from __future__ import annotations

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from runner.outcome import Outcome, PageRun
from runner.report.markdown import MarkdownReporter
from tests.report.sample import ALL_KINDS, EMBEDDED, FALSE, Run, cell, feed, page


def report(run: Run, limit: int | None = None) -> str:
    """The text of a report."""
    out = StringIO()
    feed(MarkdownReporter(out, limit), run)
    return out.getvalue()


def fences(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a Markdown text: language and content."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [(token.info, token.content) for token in tokens if token.type == "fence"]


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cn")), max_size=40))
def test_a_message_is_never_markup(text: str) -> None:
    odd = cell("odd", 3, Outcome.FAILED, message=f"is {text}", expected="a", actual=f"{text}!")
    shown = report(Run((EMBEDDED,), (PageRun((page("odd.md", Outcome.FAILED, odd),)),)))
    assert ("text", f"is {text}\n") in fences(shown)
    assert any(f"+{text}!" in content for language, content in fences(shown) if language == "diff")
    headings = MarkdownIt("commonmark").parse(shown)
    assert sum(token.type == "heading_open" for token in headings) == 2


def test_true_pages_are_only_counted() -> None:
    shown = report(ALL_KINDS)
    assert "docs/true.md" not in shown
    assert "### `docs/false.md`: failed" in shown


def test_what_is_too_long_is_left_out_and_that_is_said() -> None:
    run = Run((EMBEDDED,), (PageRun((FALSE,)),) * 20)
    shown = report(run, limit=1000)
    assert len(shown) < 2000
    assert shown.count("### `docs/false.md`") == 2
    assert shown.endswith(
        "\n18 more pages with something to say left out: the report is too long.\n"
    )
    assert "20 pages, 20 cells: 0 passed, 20 failed" in shown
