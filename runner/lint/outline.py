"""The outline of a page: its headings and its comments, found as CommonMark finds them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt

from runner.page.commonmark_fences import MAX_NESTING

if TYPE_CHECKING:
    from markdown_it.token import Token

    from runner.page.model import Page


class Heading(NamedTuple):
    """A heading outside lists and quotes."""

    level: int
    text: str
    """Its text as written, without the marks around it."""
    line: int


class Comment(NamedTuple):
    """An HTML comment that has a line of its own."""

    text: str
    """What stands between its marks, blanks around it removed."""
    line: int
    column: int
    """Where that text starts."""


class Outline(NamedTuple):
    """What of a page is neither prose nor a fence."""

    headings: tuple[Heading, ...]
    comments: tuple[Comment, ...]


def read_outline(page: Page) -> Outline:
    """The headings and comments of a page, in order."""
    skip = page.front_matter.line_count
    numbers = range(skip + 1, len(page.lines) + 1)
    body = "\n".join(page.lines.line(number) for number in numbers)
    tokens = _markdown().parse(body)
    headings: list[Heading] = []
    comments: list[Comment] = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.map and token.level == 0:
            text = tokens[index + 1].content.strip()
            headings.append(Heading(int(token.tag[1:]), text, token.map[0] + skip + 1))
        elif token.type == "html_block":
            comment = _comment(page, token, skip)
            if comment is not None:
                comments.append(comment)
    return Outline(tuple(headings), tuple(comments))


@cache
def _markdown() -> MarkdownIt:
    """A parser of CommonMark's block structure alone."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.core.ruler.enableOnly(["block"])
    return parser


def _comment(page: Page, token: Token, skip: int) -> Comment | None:
    """The comment that a line of HTML is, if it is nothing else."""
    text = token.content.strip()
    if token.map is None or not text.startswith("<!--") or not text.endswith("-->"):
        return None
    if "\n" in text or len(text) < len("<!---->"):
        return None
    inside = text.removeprefix("<!--").removesuffix("-->")
    line = token.map[0] + skip + 1
    column = page.lines.line(line).find("<!--") + 5 + len(inside) - len(inside.lstrip())
    return Comment(inside.strip(), line, column)
