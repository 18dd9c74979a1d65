"""Finds the fences of any Markdown text, with CommonMark's block structure.

markdown-it-py's block rules do the finding; its fence rule is wrapped here, because only while
a rule runs is it known which characters of each line belong to lists and quotes around it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_block import fence as commonmark_fence

from runner.page.flat_fences import FoundFence

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

MAX_NESTING = 100
"""Lists and quotes nested deeper are not looked into."""


def any_fences(body: str) -> tuple[list[FoundFence], list[int]]:
    """The fences of a text, and the lines that are HTML for themselves, as comments are."""
    found: list[FoundFence] = []
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
    cuts = [_content_start(state, line, indentation) for line in inside]
    state.env["fences"].append(
        FoundFence(
            start,
            last,
            state.bMarks[start] + state.tShift[start],
            token.info,
            markup,
            closed,
            _span(state, inside),
            None if all(_is_uncut(state, cut) for cut in cuts) else cuts,
            comment_line,
        )
    )
    return True


def _span(state: StateBlock, lines: range) -> tuple[int, int]:
    """Where the first of some lines starts and the last one ends."""
    if not lines:
        return state.bMarks[lines.start], state.bMarks[lines.start]
    return _line_start(state, state.bMarks[lines[0]]), state.eMarks[lines[-1]]


def _is_uncut(state: StateBlock, cut: tuple[int, int]) -> bool:
    """Whether content that starts so is all of its line."""
    offset, blanks = cut
    return not blanks and offset == _line_start(state, offset)


def _line_start(state: StateBlock, offset: int) -> int:
    """Where the line of an offset starts; the marks of a line in a quote stand behind it."""
    return state.src.rfind("\n", 0, offset) + 1


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
