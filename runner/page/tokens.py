"""Finds the fences of a Markdown text, with CommonMark's block structure.

markdown-it-py's block rules do the finding; its fence rule is wrapped here, because only while
a rule runs is it known which characters of each line belong to lists and quotes around it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import fence as commonmark_fence

from runner.page.model import Content, Fence

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

    from runner.page.lines import Lines

MAX_NESTING = 100
"""Lists and quotes nested deeper are not looked into."""

_COMMENT = re.compile(r"<!--[ \t]*runner:[ \t]*(?P<words>.*?)[ \t]*-->[ \t]*$")
_OPENING = re.compile(r"(`{3,}|~{3,})((?<=~).*|[^`]*)")
_NOT_PREFIX = re.compile(r"[^>\s]")


class _FoundFence(NamedTuple):
    """A fence in the normalised body: lines from 0, offsets in its text."""

    first_line: int
    last_line: int
    opening: int
    info: str
    markup: str
    closed: bool
    content: list[tuple[int, int]]
    """Of each line inside: the offset of its first character, and the blanks before it."""
    comment_line: int | None


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
    flat = _flat_fences(texts, starts) if is_whole else None
    found, comment_lines = _any_fences(body) if flat is None else (flat, [])
    fences = tuple(_fence(each, texts, starts, skip) for each in found)
    used = {each.comment_line for each in found}
    comments = ((line, _COMMENT.search(texts[line])) for line in comment_lines if line not in used)
    stray = tuple(
        (match["words"], line + skip + 1, match.start("words") + 1)
        for line, match in comments
        if match
    )
    return fences, stray


def _flat_fences(texts: list[str], starts: list[int]) -> list[_FoundFence] | None:
    """What `_any_fences` finds, several times faster; None where that takes its whole rules.

    A fence in the first column is in no list and no quote, and nothing goes on across it but HTML
    and other fences. So where all fences stand there, and no line outside of them starts like
    HTML or may be a comment for the runner, the others decide nothing.
    """
    found = []
    line, count = 0, len(texts)
    while line < count:
        text = texts[line]
        if "```" not in text and "~~~" not in text:
            if "<" in text and (text.lstrip().startswith("<") or "<!--" in text):
                return None
            line += 1
            continue
        match = _OPENING.fullmatch(text)
        if match is None:
            return None
        markup, info = match.groups()
        closing = re.compile(rf" {{0,3}}{markup}{markup[0]}*[ \t]*")
        last = line + 1
        while last < count and closing.fullmatch(texts[last]) is None:
            last += 1
        closed = last < count
        content = [(start, 0) for start in starts[line + 1 : last]]
        last -= not closed
        found.append(_FoundFence(line, last, starts[line], info, markup, closed, content, None))
        line = last + 1
    return found


def _any_fences(body: str) -> tuple[list[_FoundFence], list[int]]:
    """The fences of a text, and the lines that are HTML for themselves, as comments are."""
    found: list[_FoundFence] = []
    tokens = _markdown().parse(body, {"fences": found})
    return found, [
        token.map[0]
        for token in tokens
        if token.type == "html_block" and token.map and token.map[1] - token.map[0] == 1
    ]


@cache
def _markdown() -> MarkdownIt:
    """A parser of CommonMark's block structure alone."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.core.ruler.enableOnly(["block"])
    parser.block.ruler.at(
        "fence", _recording_fence, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


def _recording_fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """CommonMark's fence rule, which also notes where the lines inside start."""
    before = state.tokens[-1] if state.tokens else None
    if not commonmark_fence(state, start, end, silent):
        return False
    if silent:
        return True
    token = state.tokens[-1]
    markup, last = token.markup, state.line - 1
    closed = last > start and _closes(state, last, markup)
    comment_line = None
    if before is not None and before.type == "html_block" and before.map == [start - 1, start]:
        comment_line = start - 1
    indentation = state.sCount[start]
    inside = range(start + 1, last if closed else last + 1)
    state.env["fences"].append(
        _FoundFence(
            start,
            last,
            state.bMarks[start] + state.tShift[start],
            token.info,
            markup,
            closed,
            [_content_start(state, line, indentation) for line in inside],
            comment_line,
        )
    )
    return True


def _closes(state: StateBlock, line: int, markup: str) -> bool:
    """Whether `line`, the last of a fence, is its closing fence."""
    if state.is_code_block(line):
        return False
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t")
    return len(text) >= len(markup) and not text.strip(markup[0])


def _content_start(state: StateBlock, line: int, indentation: int) -> tuple[int, int]:
    """Where a line's content starts once `indentation` columns are taken off.

    Gives the offset and how many columns of a tab before it are still content. The same rule
    as `StateBlock.getLines`, which keeps the text alone.
    """
    at = start = state.bMarks[line]
    end, shift, offset = state.eMarks[line], state.tShift[line], state.bsCount[line]
    column = 0
    while at < end and column < indentation:
        character = state.src[at]
        if character == "\t":
            column += 4 - (column + offset) % 4
        elif character == " " or at - start < shift:
            column += 1
        else:
            break
        at += 1
    return at, max(column - indentation, 0)


def _starts(texts: list[str]) -> list[int]:
    """The offset of each line in the lines joined by LF."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return starts


def _fence(found: _FoundFence, texts: list[str], starts: list[int], skip: int) -> Fence:
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


def _comment(found: _FoundFence, texts: list[str], skip: int) -> tuple[str, int, int] | None:
    if found.comment_line is None:
        return None
    match = _COMMENT.search(texts[found.comment_line])
    if match is None:
        return None
    return match["words"], found.comment_line + skip + 1, match.start("words") + 1


def _content(found: _FoundFence, texts: list[str], starts: list[int], skip: int) -> Content:
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
