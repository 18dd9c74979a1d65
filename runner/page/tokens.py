"""Finds the fences of a Markdown text: what of it `runner` reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.page.flat_fences import flat_fences
from runner.page.model import Content, Fence

if TYPE_CHECKING:
    from runner.page.flat_fences import FoundFence
    from runner.page.lines import Lines

_COMMENT = re.compile(r"<!--[ \t]*runner:[ \t]*(?P<words>.*?)[ \t]*-->[ \t]*$")
_NOT_PREFIX = re.compile(r"[^>\s]")


def find_fences(
    lines: Lines, skip: int
) -> tuple[tuple[Fence, ...], tuple[tuple[str, int, int], ...]]:
    """The fences of a text, in order, and the ``runner:`` comments that stand before none.

    The first `skip` lines are front matter. A comment is its words with their line and column.
    """
    texts = [lines.line(number) for number in range(skip + 1, len(lines) + 1)]
    body = "\n".join(texts)
    if not texts:
        return (), ()
    if lines.end_of(len(lines)):
        body += "\n"
    starts = _starts(texts)
    # A last line of nothing but blanks, and no line end, is none to markdown-it.
    is_whole = body.endswith("\n") or bool(texts[-1].strip())
    found = flat_fences(texts, starts) if is_whole else None
    comment_lines: list[int] = []
    if found is None:
        from runner.page.commonmark_fences import any_fences  # as slow to load as a page to run

        found, comment_lines = any_fences(body)
    fences = tuple(_fence(each, texts, starts, skip) for each in found)
    used = {each.comment_line for each in found}
    comments = ((line, _COMMENT.search(texts[line])) for line in comment_lines if line not in used)
    stray = tuple(
        (match["words"], line + skip + 1, match.start("words") + 1)
        for line, match in comments
        if match
    )
    return fences, stray


def _starts(texts: list[str]) -> list[int]:
    """The offset of each line in the lines joined by LF."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return starts


def _fence(found: FoundFence, texts: list[str], starts: list[int], skip: int) -> Fence:
    first = found.first_line
    before = texts[first][: found.opening - starts[first]]
    info = found.info.strip(" \t")
    behind = len(found.info) - len(found.info.lstrip(" \t")) if info else 0
    info_column = len(before) + len(found.markup) + behind + 1
    return Fence(
        line=first + skip + 1,
        column=len(before) + 1,
        last_line=found.last_line + skip + 1,
        character=found.markup[0],
        length=len(found.markup),
        info=info,
        info_column=info_column,
        closed=found.closed,
        prefix=_NOT_PREFIX.sub(" ", before),
        comment=_comment(found, texts, skip),
        content=_content(found, texts, starts, skip),
    )


def _comment(found: FoundFence, texts: list[str], skip: int) -> tuple[str, int, int] | None:
    if found.comment_line is None:
        return None
    match = _COMMENT.search(texts[found.comment_line])
    if match is None:
        return None
    return match["words"], found.comment_line + skip + 1, match.start("words") + 1


def _content(found: FoundFence, texts: list[str], starts: list[int], skip: int) -> Content:
    pieces, piece_starts, columns, at = [], [], [], 0
    for index, (offset, blanks) in enumerate(found.content, found.first_line + 1):
        column = offset - starts[index]
        piece = " " * blanks + texts[index][column:]
        pieces.append(piece)
        piece_starts.append(at)
        columns.append(column + 1)
        at += len(piece) + 1
    return Content(
        text="\n".join(pieces),
        line=found.first_line + skip + 2,
        starts=tuple(piece_starts),
        columns=tuple(columns),
        blanks=tuple(blanks for _, blanks in found.content),
    )
