"""A parameter that no statement reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import Parameter
from runner.lint.rule import Finding, Rule
from runner.page.sql_text import names as sql_names
from runner.page.sql_text import sql_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context
    from runner.page.model import Cell, DataBlock


def _check(context: Context) -> Iterator[Finding]:
    blocks = {block.name: block for block in context.page.data_blocks}
    read_by_cell = {cell.name: _read(context, cell) for cell in context.page.cells}
    for cell in context.page.cells:
        read = read_by_cell[cell.name]
        for name in cell.params:
            values = blocks[name].values if name in blocks else None
            if read is not None and values and not values.keys() & read:
                message = f"the cell reads none of the parameters in `{name}`"
                yield Finding(cell.line, cell.column, message, cell.name)
    for block in blocks.values():
        users = [cell for cell in context.page.cells if block.name in cell.params]
        reads = [read_by_cell[cell.name] for cell in users]
        if not users or any(read is None for read in reads):
            continue
        all_read: set[str] = set().union(*(read for read in reads if read is not None))
        if block.values and not block.values.keys() & all_read:
            continue
        for key in block.values or ():
            if key not in all_read:
                yield Finding(*_place(block, key), f"no cell reads the parameter `{key}`")


def _read(context: Context, cell: Cell) -> set[str] | None:
    """The parameters and tables that a cell reads; None where some of it cannot be parsed."""
    if cell.language.has_tables:
        return set(sql_parameters(cell.statements)) | sql_names(cell.source)
    names: set[str] = set()
    for statement in context.of_cell(cell):
        if statement.tree is None:
            return None
        names |= {node.name for node in walk(statement.tree) if isinstance(node, Parameter)}
        command = statement.tree.body
        name = getattr(command, "name", None)
        if isinstance(name, Parameter):
            names.add(name.name)
    return names


def _place(block: DataBlock, key: str) -> tuple[int, int]:
    """Where a key of a data block stands: at its top level, and so first outside inner braces."""
    content = block.fence.content
    depth, at = 0, 0
    text = content.text
    while at < len(text):
        character = text[at]
        if character == '"':
            end = at + 1
            while end < len(text) and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            is_key = text[end + 1 :].lstrip().startswith(":")
            if depth == 1 and is_key and json.loads(text[at : end + 1]) == key:
                return content.place(at)
            at = end
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
        at += 1
    return block.line, block.column


RULE = Rule(
    "unused-parameter",
    "a parameter that no statement reads",
    "A key of a data block is a parameter. When no cell that names the block reads\n"
    "it, readers look for what it does. Take the key out, or the block's name out\n"
    "of `params=` where a cell reads none of its keys.",
    _check,
)
