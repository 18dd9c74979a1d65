"""Finds the fences of a text without lists, quotes and HTML around them: of most texts."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_MARKUP = re.compile(r"```|~~~")
_HTML = re.compile(r"(?:^|\n)\s*<|<!--")
_LINE_END = r"(?![^\n])"
_OPENING = re.compile(rf"(`{{3,}}|~{{3,}})((?<=~)[^\n]*|[^`\n]*){_LINE_END}")


class FoundFence(NamedTuple):
    """A fence in the normalised body: lines from 0, offsets in its text."""

    first_line: int
    last_line: int
    opening: int
    info: str
    markup: str
    closed: bool
    content: list[int]
    """Of each line inside the offset of its first character."""
    blanks: list[int]
    """Of each line inside the blanks before that."""
    comment_line: int | None


def flat_fences(body: str, starts: list[int]) -> list[FoundFence] | None:
    """What `any_fences` finds, many times faster; None where that takes its whole rules.

    A fence in the first column is in no list and no quote, and nothing goes on across it but HTML
    and other fences. So where all fences stand there, and no line outside of them starts like
    HTML or may be a comment for the runner, the others decide nothing.

    `starts` are the offsets of the lines of `body`, which end in LF, and of one more behind them.
    """
    found = []
    at = 0
    find_markup = _finder(body)
    while (markup_at := find_markup(at)) != -1:
        start = body.rfind("\n", 0, markup_at) + 1
        match = _OPENING.match(body, start)
        if match is None or _has_html(body, at, start):
            return None
        markup, info = match.groups()
        line = bisect_right(starts, start) - 1
        end = _closing_start(body, starts[line + 1], markup)
        closed = end is not None
        last = len(starts) - 1 if end is None else bisect_right(starts, end) - 1
        content = starts[line + 1 : last]
        last -= not closed
        blanks = [0] * len(content)
        found.append(FoundFence(line, last, start, info, markup, closed, content, blanks, None))
        at = starts[last + 1]
    return None if _has_html(body, at, len(body)) else found


def _finder(body: str) -> Callable[[int], int]:
    """What finds the next markup of a fence from an offset on; -1 where there is none."""
    if "~~~" not in body:
        return lambda at: body.find("```", at)

    def find(at: int) -> int:
        match = _MARKUP.search(body, at)
        return -1 if match is None else match.start()

    return find


def _has_html(body: str, start: int, end: int) -> bool:
    """Whether a line of a part of the text may start HTML or be a comment for the runner."""
    return body.find("<", start, end) != -1 and _HTML.search(body[start:end]) is not None


def _closing_start(body: str, at: int, markup: str) -> int | None:
    """Where the line starts that closes a fence, from an offset on; None where none does."""
    closing = _closing(markup)
    while (at := body.find(markup, at)) != -1:
        start = body.rfind("\n", 0, at) + 1
        if closing.match(body, start):
            return start
        at += len(markup)
    return None


@lru_cache(maxsize=16)
def _closing(markup: str) -> re.Pattern[str]:
    return re.compile(rf" {{0,3}}{markup}{markup[0]}*[ \t]*{_LINE_END}")
