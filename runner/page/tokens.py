"""Finds the fences of a Markdown text: what of it `runner` reads."""

from __future__ import annotations

import re
from itertools import repeat
from operator import sub
from typing import TYPE_CHECKING

from runner.page.flat_fences import flat_fences
from runner.page.lines import Lines
from runner.page.model import Content, Fence

if TYPE_CHECKING:
    from runner.page.flat_fences import FoundFence

_COMMENT = re.compile(r"<!--[ \t]*runner:[ \t]*(?P<words>.*?)[ \t]*-->[ \t]*$")
_NOT_PREFIX = re.compile(r"[^>\s]")


class Body:
    """What follows the front matter of a text, its lines ended by LF."""

    __slots__ = ("skip", "starts", "text")

    def __init__(self, lines: Lines, skip: int) -> None:
        """The body behind the first `skip` lines; `lines` are more."""
        if "\r" in lines.text:
            texts = [lines.line(number) for number in range(1, len(lines) + 1)]
            lines = Lines("\n".join([*texts, ""] if lines.end_of(len(lines)) else texts))
        base = lines.starts[skip]
        self.skip = skip
        """How many lines stand before it."""
        self.text = lines.text[base:]
        self.starts = [start - base for start in lines.starts[skip:]]
        """The offset of each line, and of the one that would follow the last."""
        self.starts.append(len(self.text) + (not self.text.endswith("\n")))

    def line(self, number: int) -> str:
        """The text of a line, counted from 0."""
        return self.text[self.starts[number] : self.starts[number + 1] - 1]


def find_fences(
    lines: Lines, skip: int
) -> tuple[tuple[Fence, ...], tuple[tuple[str, int, int], ...]]:
    """The fences of a text, in order, and the ``runner:`` comments that stand before none.

    The first `skip` lines are front matter. A comment is its words with their line and column.
    """
    if skip >= len(lines):
        return (), ()
    body = Body(lines, skip)
    # A last line of nothing but blanks, and no line end, is none to markdown-it.
    is_whole = body.text.endswith("\n") or bool(body.text[body.starts[-2] :].strip())
    found = flat_fences(body.text, body.starts) if is_whole else None
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
    first = found.first_line
    before = body.text[body.starts[first] : found.opening]
    info = found.info.strip(" \t")
    behind = len(found.info) - len(found.info.lstrip(" \t")) if info else 0
    info_column = len(before) + len(found.markup) + behind + 1
    return Fence(
        line=first + body.skip + 1,
        column=len(before) + 1,
        last_line=found.last_line + body.skip + 1,
        character=found.markup[0],
        length=len(found.markup),
        info=info,
        info_column=info_column,
        closed=found.closed,
        prefix=_NOT_PREFIX.sub(" ", before) if before else "",
        comment=_comment(found, body),
        content=_content(found, body),
    )


def _comment(found: FoundFence, body: Body) -> tuple[str, int, int] | None:
    if found.comment_line is None:
        return None
    match = _COMMENT.search(body.line(found.comment_line))
    if match is None:
        return None
    return match["words"], found.comment_line + body.skip + 1, match.start("words") + 1


def _content(found: FoundFence, body: Body) -> Content:
    first, count = found.first_line + 1, len(found.content)
    line_starts = body.starts[first : first + count]
    if found.content == line_starts and not any(found.blanks):
        # All of the lines is content: it stands in the text as it is.
        base = body.starts[first]
        text = body.text[base : body.starts[first + count] - 1] if count else ""
        starts = [*map(sub, line_starts, repeat(base))]
        columns = [1] * count
    else:
        pieces, starts, columns, at = [], [], [], 0
        for index, (offset, blanks) in enumerate(zip(found.content, found.blanks, strict=True)):
            piece = " " * blanks + body.text[offset : body.starts[first + index + 1] - 1]
            pieces.append(piece)
            starts.append(at)
            columns.append(offset - line_starts[index] + 1)
            at += len(piece) + 1
        text = "\n".join(pieces)
    return Content(
        text=text,
        line=found.first_line + body.skip + 2,
        starts=tuple(starts),
        columns=tuple(columns),
        blanks=tuple(found.blanks),
    )
