"""Finds the fences of a text without lists, quotes and HTML around them: of most texts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_MARKUP = re.compile(r"```|~~~")
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
    inside: tuple[int, int]
    """Where the first line inside starts and the last one ends; the same where there is none."""
    cuts: list[tuple[int, int]] | None
    """Of each line inside the offset of its first character, and the blanks before that. None
    where all of each line is content."""
    comment_line: int | None

    @property
    def line_count(self) -> int:
        """How many lines are inside."""
        return self.last_line - self.first_line - self.closed


def flat_fences(body: str) -> list[FoundFence] | None:
    """What `any_fences` finds, many times faster; None where that takes its whole rules.

    A fence in the first column is in no list and no quote, and nothing goes on across it but HTML
    and other fences. So where all fences stand there, and no line outside of them starts like
    HTML or may be a comment for the runner, the others decide nothing. Lines are counted from
    fence to fence, so that they need not be found one by one.
    """
    found = []
    at = line = 0
    find_markup = _finder(body)
    while (markup_at := find_markup(at)) != -1:
        start = body.rfind("\n", 0, markup_at) + 1
        match = _OPENING.match(body, start)
        if match is None or _has_html(body, at, start):
            return None
        markup, info = match.groups()
        first = line + body.count("\n", at, start)
        inside = min(match.end() + 1, len(body))
        end = _closing_start(body, inside, markup)
        closed = end is not None
        if end is None:
            end = at = len(body)
            # Without a line end the last line is not counted by those before it.
            last = first + body.count("\n", inside) + (end > inside and body[-1] != "\n")
        else:
            last = first + body.count("\n", inside, end) + 1
            at = body.find("\n", end) + 1 or len(body)
        line = last + 1
        behind = end - (end > inside and body[end - 1] == "\n")
        found.append(
            FoundFence(first, last, start, info, markup, closed, (inside, behind), None, None)
        )
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
    at = start
    while (at := body.find("<", at, end)) != -1:
        before = body[body.rfind("\n", 0, at) + 1 : at]
        if body.startswith("<!--", at) or not before.strip():
            return True
        at += 1
    return False


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
