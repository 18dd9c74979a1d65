"""Reads a Markdown file as a page, with everything that is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import UsageError
from runner.page.blocks import read_blocks
from runner.page.front_matter import read_front_matter
from runner.page.info import split_words
from runner.page.kinds import names_something
from runner.page.lines import Decoded, Lines, decode
from runner.page.model import Page
from runner.page.problems import Problems
from runner.page.tokens import find_fences

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runner.page.model import BlockProblem, Fence


def parse_page(
    path: Path,
    *,
    text: bytes | None = None,
    check_block: Callable[[str, str], list[BlockProblem]] | None = None,
) -> Page:
    """Read the page in a file, or in `text` as if it stood there.

    A bad page raises nothing: its problems are `Page.problems`. `check_block(language, text)`
    says what is wrong with the text of an expected block.

    Raises `UsageError` where the file cannot be read.
    """
    data = read_bytes(path) if text is None else text
    problems = Problems()
    decoded = decode(data)
    lines = Lines(decoded.text)
    _report_encoding(decoded, data, problems)
    front_matter = read_front_matter(lines, problems)
    fences, comments = find_fences(lines, front_matter.line_count)
    blocks = read_blocks(fences, problems, check_block)
    stray = _report_stray(comments, problems)
    _report_unclosed(fences, lines, problems)
    is_page = blocks.is_page or stray
    return Page(
        path=path,
        data=data,
        lines=lines,
        is_page=is_page,
        front_matter=front_matter,
        cells=blocks.cells,
        data_blocks=blocks.data_blocks,
        expected_blocks=blocks.expected_blocks,
        fences=fences,
        problems=problems.in_order() if is_page else (),
    )


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises `UsageError` where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


def _report_encoding(decoded: Decoded, data: bytes, problems: Problems) -> None:
    offset = decoded.bad_offset
    if offset is None:
        return
    before = Lines(data[:offset].decode("utf-8-sig", "replace"))
    place = before.place(len(before.text))
    message = f"the file is not UTF-8: byte 0x{data[offset]:02X} at offset {offset}"
    problems.error(place, "encoding", message)


def _report_stray(comments: tuple[tuple[str, int, int], ...], problems: Problems) -> bool:
    """Report comments for the runner that stand before no fence; whether there are any."""
    found = False
    for words, line, column in comments:
        if names_something(split_words(words, line, column)):
            found = True
            message = "a `runner:` comment stands on the line right before its fence"
            problems.error((line, column), "stray-comment", message)
    return found


def _report_unclosed(fences: tuple[Fence, ...], lines: Lines, problems: Problems) -> None:
    """Report the fence that the file's end closes."""
    if not fences or fences[-1].closed:
        return
    fence = fences[-1]
    rest = range(fence.last_line + 1, len(lines) + 1)
    if all(not lines.line(number).strip(" \t>") for number in rest):
        problems.error((fence.line, fence.column), "unclosed-fence", "nothing closes this fence")
