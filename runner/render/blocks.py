"""Expected blocks as a whole, whatever their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.render.table import (
    is_plain_table,
    parse_table,
    read_table,
    render_table,
    write_table,
)

if TYPE_CHECKING:
    from runner.page.model import BlockProblem
    from runner.render.syntax import BlockSyntaxError
    from runner.result import Result


def render_block(language: str, result: Result) -> str:
    """A result as the text of a ``table`` or ``gram`` block."""
    if language == "gram":
        from runner.render.gram import render_gram

        return render_gram(result)
    return render_table(result)


def block_problems(language: str, text: str) -> list[BlockProblem]:
    """Why the text of an expected block cannot be read; empty where it can.

    A block without any text is no problem: it says nothing yet.
    """
    problems: list[BlockSyntaxError] = []
    if language == "gram":
        from runner.render.gram import read_gram  # most pages have no gram block

        read_gram(text, problems)
    elif not is_plain_table(text):
        read_table(text, problems)
    if not problems:
        return []
    from runner.page.model import BlockProblem

    return [BlockProblem(error.message, error.line, error.column) for error in problems]


def format_block(language: str, text: str, *, exact: bool = False) -> str:
    """An expected block in canonical spelling: what it says, ids and wildcards stay.

    `exact`: digits of decimals stay as they are, see `parse_table`. Raises `BlockSyntaxError`.
    """
    if language == "gram":
        from runner.render.gram import format_gram, parse_gram

        return format_gram(parse_gram(text))
    block = parse_table(text, exact=exact)
    if block.error is not None:
        return block.error.text
    if block.footer is None:
        return ""
    return write_table(block.columns, block.written_cells(), str(block.footer))
