"""Finds the fences of a Markdown text: what of it `runner` reads."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from runner.page.flat_fences import flat_fences
from runner.page.lines import Lines
from runner.page.model import Content, Fence, Margin

if TYPE_CHECKING:
    from runner.page.flat_fences import FoundFence

_COMMENT = re.compile(r"<!--[ \t]*runner:[ \t]*(?P<words>.*?)[ \t]*-->[ \t]*$")
_NOT_PREFIX = re.compile(r"[^>\s]")


class Body:
    """What follows the front matter of a text, its lines ended by LF."""

    def __init__(self, lines: Lines, skip: int) -> None:
        """The body behind the first `skip` lines; `lines` may be no more than these."""
        text = lines.normal_text
        base = 0
        for _ in range(skip):
            base = text.find("\n", base) + 1 or len(text)
        self.skip = skip
        """How many lines stand before it."""
        self.text = text[base:]

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line, and of the one that would follow the last."""
        behind = len(self.text) + (not self.text.endswith("\n"))
        return [*Lines(self.text).starts, behind]

    def line(self, number: int) -> str:
        """The text of a line, counted from 0."""
        return self.text[self.starts[number] : self.starts[number + 1] - 1]


def find_fences(
    lines: Lines, skip: int
) -> tuple[tuple[Fence, ...], tuple[tuple[str, int, int], ...]]:
    """The fences of a text, in order, and the ``runner:`` comments that stand before none.

    The first `skip` lines are front matter. A comment is its words with their line and column.
    """
    body = Body(lines, skip)
    if not body.text:
        return (), ()
    # A last line of nothing but blanks, and no line end, is none to markdown-it.
    last = body.text[body.text.rfind("\n") + 1 :]
    found = flat_fences(body.text) if not last or last.strip() else None
    comment_lines: list[int] = []
    if found is None:
        from runner.page.commonmark_fences import any_fences  # as slow to load as a page to run

        found, comment_lines = any_fences(body.text)
    fences = tuple([_fence(each, body) for each in found])
    used = {each.comment_line for each in found}
    comments = ((line, _COMMENT.search(body.line(line))) for line in comment_lines)
    stray = tuple(
        (match["words"], line + skip + 1, match.start("words") + 1)
        for line, match in comments
        if match and line not in used
    )
    return fences, stray


def _fence(found: FoundFence, body: Body) -> Fence:
    before = body.text[body.text.rfind("\n", 0, found.opening) + 1 : found.opening]
    info, markup = found.info.strip(" \t"), found.markup
    behind = found.info.index(info[0]) if info else 0
    return Fence(
        line=found.first_line + body.skip + 1,
        column=len(before) + 1,
        last_line=found.last_line + body.skip + 1,
        character=markup[0],
        length=len(markup),
        info=info,
        info_column=len(before) + len(markup) + behind + 1,
        closed=found.closed,
        prefix=_NOT_PREFIX.sub(" ", before) if before else "",
        comment=None if found.comment_line is None else _comment(found.comment_line, body),
        content=_content(found, body),
    )


def _comment(line: int, body: Body) -> tuple[str, int, int] | None:
    match = _COMMENT.search(body.line(line))
    if match is None:
        return None
    return match["words"], line + body.skip + 1, match.start("words") + 1


def _content(found: FoundFence, body: Body) -> Content:
    line, count = found.first_line + body.skip + 2, found.line_count
    if found.cuts is None:
        start, end = found.inside
        return Content(body.text[start:end], line, count)
    pieces, margins = [], []
    for number, (offset, blanks) in enumerate(found.cuts, found.first_line + 1):
        pieces.append(" " * blanks + body.text[offset : body.starts[number + 1] - 1])
        margins.append(Margin(offset - body.starts[number] + 1, blanks))
    return Content("\n".join(pieces), line, count, tuple(margins))
