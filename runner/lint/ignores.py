"""Comments by which authors silence rules: ``<!-- lint: ignore=CODE,CODE -->``.

They are not the ``runner:`` comments of the page format: those stand on the line before a fence
and speak for it. One of these stands anywhere before what it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.page.info import split_words
from runner.page.options import members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.outline import Outline
    from runner.page.model import Page

PREFIX = "lint:"
BLOCK, PAGE, REASON = "ignore", "ignore-page", "reason"
"""The keys: for what comes next, for the whole page, and why, for whoever reads the page."""


class Ignore(NamedTuple):
    """One code that a comment silences."""

    code: str
    line: int
    column: int
    """Where the code stands."""
    last_line: int | None
    """The last line that it is silent on; None for the whole page."""

    def covers(self, code: str, line: int) -> bool:
        """Whether it silences `code` on a line."""
        if code != self.code:
            return False
        return self.last_line is None or self.line <= line <= self.last_line


class Unreadable(NamedTuple):
    """A word of such a comment that is none of its keys."""

    text: str
    line: int
    column: int


class Ignores:
    """The comments of one page, and which of their codes were needed."""

    def __init__(self, page: Page, outline: Outline) -> None:
        self.all: list[Ignore] = []
        self.unreadable: list[Unreadable] = []
        self._used: set[Ignore] = set()
        for comment in outline.comments:
            if comment.text.startswith(PREFIX):
                column = comment.column + len(PREFIX)
                self._read(page, outline, comment.text[len(PREFIX) :], comment.line, column)

    def _read(self, page: Page, outline: Outline, text: str, line: int, column: int) -> None:
        for word in split_words(text, line, column):
            if word.key == REASON and word.value and not word.is_malformed:
                continue
            if word.key not in (BLOCK, PAGE) or not word.value or word.is_malformed:
                self.unreadable.append(Unreadable(word.key, *word.place))
                continue
            last = None if word.key == PAGE else _last_line(page, outline, line)
            for code, offset in members(word):
                self.all.append(Ignore(code, line, word.value_place(offset)[1], last))

    def silence(self, code: str, line: int) -> bool:
        """Whether a finding of `code` on a line is silenced; notes which comments it took."""
        found = [ignore for ignore in self.all if ignore.covers(code, line)]
        self._used.update(found)
        return bool(found)

    def unused(self) -> Iterator[Ignore]:
        """The codes that silenced nothing so far."""
        return (ignore for ignore in self.all if ignore not in self._used)


def _last_line(page: Page, outline: Outline, line: int) -> int:
    """The last line of what stands behind a comment: a heading, or a fence.

    A cell reaches to the end of its expected block.
    """
    fence = next((fence for fence in page.fences if fence.line > line), None)
    heading = next((heading.line for heading in outline.headings if heading.line > line), None)
    if fence is None or (heading is not None and heading < fence.line):
        return heading if heading is not None else line
    cell = next((cell for cell in page.cells if cell.fence is fence), None)
    if cell is not None and cell.expected is not None:
        return cell.expected.fence.last_line
    return fence.last_line
