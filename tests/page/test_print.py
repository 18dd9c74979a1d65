"""Writing pages: their own bytes, but for the expected blocks that change."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from runner.page.commonmark_fences import MAX_NESTING
from runner.page.lines import Lines
from runner.page.model import Page
from runner.page.parse import parse_page
from runner.page.print import page_bytes
from runner.page.tokens import find_fences


def read(data: bytes) -> Page:
    """The page that has these bytes."""
    return parse_page(Path("page.md"), text=data)


def rewritten(text: str, new: str) -> str:
    """A page's text with `new` in its first expected block."""
    page = read(text.encode())
    assert page.problems == ()
    return page.with_blocks({page.expected_blocks[0]: new}).decode()


CELL = "```cypher cell=a\nRETURN 1\n```\n"

PIECES = st.sampled_from(
    [
        "```",
        "~~~",
        "````",
        "cypher cell=a",
        "json data=d",
        "table",
        "gram",
        " example",
        "> ",
        ">",
        "- ",
        "1. ",
        "    ",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "---",
        "a",
        "é",
        "<!-- runner: cell=b -->",
        "<div>",
        "[r]: ",
        '{"x": 1}',
        "| a |",
        "|---|",
        "1 row",
        ": ",
        "'",
        "`",
        "\u2028",
        "\x00",
        "include: [a]",
        "```table\n",
        "\n```\n",
        "```cypher cell=c\n```\n",
    ]
)
DOCUMENTS = st.lists(PIECES, max_size=60).map("".join)


@given(st.one_of(st.binary(max_size=200), DOCUMENTS.map(str.encode)), st.booleans())
def test_any_file_is_written_back_byte_for_byte(data: bytes, bom: bool) -> None:
    """Nothing is read that cannot be written; no bytes make the reader fail."""
    data = b"\xef\xbb\xbf" * bom + data
    page = read(data)
    assert page_bytes(page, {}) == data
    assert page.with_blocks({block: block.text for block in page.expected_blocks}) == data
    assert page_bytes(page, {block: block.text + "\n" for block in page.expected_blocks}) == data


@given(DOCUMENTS)
def test_the_content_of_fences_is_that_of_the_markdown_parser(text: str) -> None:
    """Prefixes and tabs are taken off exactly as CommonMark has it."""
    lines = Lines(text)
    fences, _ = find_fences(lines, 0)
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    normal = "".join(
        lines.line(n) + ("\n" if lines.end_of(n) else "") for n in range(1, len(lines) + 1)
    )
    tokens: list[Token] = []
    parser.block.parse(normal, parser, {}, tokens)
    wanted = [token for token in tokens if token.type == "fence"]
    assert [fence.content.text for fence in fences] == [
        token.content.removesuffix("\n") if token.content else "" for token in wanted
    ]
    assert [fence.info for fence in fences] == [token.info.strip(" \t") for token in wanted]
    for fence in fences:
        for index, line in enumerate(fence.content.lines(), 1):
            number, column = fence.content.place_of(index, 1)
            assert lines.line(number)[column - 1 :] == line.lstrip(" ") or lines.line(number)[
                column - 1 :
            ].endswith(line)


@given(
    DOCUMENTS,
    st.lists(st.sampled_from(["| a |", "", "x", "```", "  y", "~~~~", "\tz"]), max_size=5),
)
def test_a_replaced_block_reads_as_its_new_text_and_leaves_the_rest(
    text: str, new: list[str]
) -> None:
    """Whatever lists, quotes, tabs and line ends are around it."""
    page = read(text.encode())
    if page.is_malformed or not page.expected_blocks:
        return
    block = page.expected_blocks[-1]
    again = read(page_bytes(page, {block: "\n".join(new)}))
    assert again.expected_blocks[-1].text == "\n".join(new).removesuffix("\n")
    assert [other.text for other in again.expected_blocks[:-1]] == [
        other.text for other in page.expected_blocks[:-1]
    ]
    assert [cell.source for cell in again.cells] == [cell.source for cell in page.cells]
    start, end = (
        page.lines.next_start(block.fence.line),
        page.lines.next_start(block.fence.last_line),
    )
    assert again.text.startswith(text[: page.lines.starts[block.fence.line - 1]])
    assert again.text.endswith(text[end:])
    assert start <= end


def test_lines_that_stay_keep_their_ends_and_new_ones_take_their_neighbours() -> None:
    """Mixed line ends stay mixed."""
    text = CELL + "```table\r\n| a |\n|---|\r\n| 1 |\n1 row\r\n```"
    assert rewritten(text, "| a |\n|---|\n| 1 |\n| 2 |\n2 rows") == (
        CELL + "```table\r\n| a |\n|---|\r\n| 1 |\n| 2 |\r\n2 rows\r\n```"
    )


def test_blocks_in_lists_and_quotes_keep_their_prefix() -> None:
    """The prefix of new lines is that of the old, or what the opening fence implies."""
    assert rewritten(CELL + "1. > ~~~ table\n   > a\n   > ~~~\n", "b\n\nc") == (
        CELL + "1. > ~~~ table\n   > b\n   >\n   > c\n   > ~~~\n"
    )
    assert rewritten(CELL + "1. > ~~~ table\n   > ~~~\n", "b") == (
        CELL + "1. > ~~~ table\n   > b\n   > ~~~\n"
    )
    assert rewritten(CELL + "  ```table\na\n  ```\n", "b\n  c\n") == (
        CELL + "  ```table\nb\n    c\n  ```\n"
    )


def test_a_block_can_become_empty_and_full_again() -> None:
    """No line stays behind, and the fence does."""
    assert rewritten(CELL + "```table\na\nb\n```\n", "") == CELL + "```table\n```\n"
    assert rewritten(CELL + "```table\n```\n", "a\n") == CELL + "```table\na\n```\n"


def test_a_fence_grows_where_its_content_would_close_it() -> None:
    """Both its ends, by as much as it takes."""
    assert rewritten(CELL + "- ```table\n  a\n   ``` \n", "````\n`````` \n```x") == (
        CELL + "- ```````table\n  ````\n  `````` \n  ```x\n   ``````` \n"
    )


def test_a_malformed_page_is_not_rewritten() -> None:
    """Its fences may not be what they look like."""
    page = read(b"```table\n1 row\n```\n\xff")
    assert page_bytes(page, {}) == page.data
    with pytest.raises(ValueError, match=r"^page\.md is malformed$"):
        page_bytes(page, {page.expected_blocks[0]: "2 rows"})
