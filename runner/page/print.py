"""Writes a page: its own bytes, with other texts in some of its fences."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import repeat
from typing import TYPE_CHECKING

from runner.page.model import Margin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runner.page.lines import Lines
    from runner.page.model import ExpectedBlock, Fence, Page

Edit = tuple[int, int, str]
"""A range of offsets in the text, and what is to stand there."""


def page_bytes(page: Page, replacements: Mapping[ExpectedBlock, str]) -> bytes:
    """The bytes of a page's file with other texts in some of its expected blocks.

    See `edited_bytes`.
    """
    return edited_bytes(page, {block.fence: text for block, text in replacements.items()})


def edited_bytes(
    page: Page, contents: Mapping[Fence, str], added: Mapping[Fence, str] | None = None
) -> bytes:
    """The bytes of a page's file with other texts in some of its fences, and some fences more.

    `contents` are the new texts, lines joined by LF, with or without an LF behind the last.
    Everything outside the replaced lines stays as it is, byte for byte; a line that stays keeps
    its prefix and its end, and a new line takes those of its neighbours. A fence that its new
    content would close is made longer. `added` are texts that get a ``table`` fence of their
    own, each behind a fence of the page.

    Raises `ValueError` where something of a malformed page is to change: its fences may not be
    what they look like.
    """
    edits: list[Edit] = []
    for fence, new in contents.items():
        if new not in (fence.content.text, fence.content.text + "\n"):
            new = new.removesuffix("\n")
            edits += _edits(page.lines, fence, new.split("\n") if new else [])
    edits += [_added(page.lines, fence, text) for fence, text in (added or {}).items()]
    if not edits:
        return page.data
    if page.is_malformed:
        raise ValueError(f"{page.path} is malformed")
    return spliced(page, edits)


def spliced(page: Page, edits: Iterable[Edit]) -> bytes:
    """The bytes of a page's file with some ranges of its text replaced, and nothing else.

    The ranges must not overlap.
    """
    parts, at = [], 0
    for start, end, text in sorted(edits):
        parts += [page.text[at:start], text]
        at = end
    parts.append(page.text[at:])
    bom = BOM_UTF8 if page.data.startswith(BOM_UTF8) else b""
    return bom + "".join(parts).encode("utf-8")


def _added(lines: Lines, fence: Fence, text: str) -> Edit:
    """The edit that puts a ``table`` fence behind another, in the same list or quote.

    A fence that only its list or quote ends is closed first.
    """
    mark = fence.character * 3
    closing = [] if fence.closed else [fence.prefix + fence.character * fence.length]
    inside = [fence.prefix + line for line in text.split("\n")]
    blank = fence.prefix.rstrip(" \t")
    written = [*closing, blank, f"{fence.prefix}{mark}table", *inside, fence.prefix + mark]
    line_end = lines.end_of(fence.line) or "\n"
    at = lines.next_start(fence.last_line)
    if lines.end_of(fence.last_line):
        return at, at, "".join(line + line_end for line in written)
    return at, at, "".join(line_end + line for line in written)


def _edits(lines: Lines, fence: Fence, new: list[str]) -> list[Edit]:
    """What changes in the text when the lines of a fence become `new`."""
    old = fence.content.lines()
    first = fence.line + 1
    written: list[str] = []
    line_end = lines.end_of(fence.line)
    for text, index in zip(new, _counterparts(old, new), strict=True):
        if index is not None:
            line_end = lines.end_of(first + index)
        if index is not None and old[index] == text:
            line = lines.line(first + index)
        else:
            line = _prefix(lines, fence, old, text) + text
        written += [line if text else line.rstrip(" \t"), line_end]
    start, end = lines.next_start(fence.line), lines.next_start(fence.line + len(old))
    return [(start, end, "".join(written)), *_longer_fence(lines, fence, new)]


def _counterparts(old: list[str], new: list[str]) -> list[int | None]:
    """For each new line the index of the old one in its place, if there is one.

    Lines that are the same at the start and at the end stand for each other, and those between
    by their order.
    """
    shorter = min(len(old), len(new))
    same_start = 0
    while same_start < shorter and old[same_start] == new[same_start]:
        same_start += 1
    same_end = 0
    while same_end < shorter - same_start and old[-1 - same_end] == new[-1 - same_end]:
        same_end += 1
    old_end, new_end = len(old) - same_end, len(new) - same_end
    return [
        index if index < old_end else None if index < new_end else index - new_end + old_end
        for index in range(len(new))
    ]


def _prefix(lines: Lines, fence: Fence, old: list[str], text: str) -> str:
    """What stands before a new line: what stands before the others, or what the fence implies."""
    if text[:1] not in (" ", "\t"):
        margins = fence.content.margins or repeat(Margin(1, 0))
        for number, (line, margin) in enumerate(zip(old, margins, strict=False), fence.line + 1):
            if line and line[0] not in " \t" and not margin.blanks:
                return lines.line(number)[: margin.column - 1]
    return fence.prefix


def _longer_fence(lines: Lines, fence: Fence, new: list[str]) -> list[Edit]:
    """Edits that lengthen a fence until none of its new lines closes it."""
    closing = re.compile(rf"[ \t]*({re.escape(fence.character)}{{{fence.length},}})[ \t]*")
    matches = [closing.fullmatch(line) for line in new]
    longest = max((len(match[1]) for match in matches if match), default=0)
    if not longest:
        return []
    more = fence.character * (longest + 1 - fence.length)
    opening = lines.offset(fence.line, fence.column)
    edits = [(opening, opening, more)]
    if fence.closed:
        at = lines.line(fence.last_line).rindex(fence.character)
        at += lines.starts[fence.last_line - 1]
        edits.append((at, at, more))
    return edits
