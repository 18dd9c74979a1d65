"""A parameter that nothing gives, in a cell that fails for another reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import Parameter
from runner.lint.rule import ERROR, Finding, Rule
from runner.page.sql_text import missing_sql_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for statement in context.statements:
        cell = statement.cell
        block = cell.expected
        if not cell.expect_error or statement.tree is None:
            continue
        if block is not None and "ParameterMissing" in block.text:
            continue
        for node in walk(statement.tree):
            if isinstance(node, Parameter) and node.name not in cell.data:
                message = f"nothing gives the parameter `${node.name}`, and that is how it fails"
                yield Finding(*statement.place(node.start), message, cell.name)
    for cell in context.page.cells:
        told = cell.expected is not None and "UNKNOWN_QUERY_PARAMETER" in cell.expected.text
        if cell.language.has_tables and cell.expect_error and not told:
            for name, offset in missing_sql_parameters(cell.statements, cell.data).items():
                message = f"nothing gives the parameter `{{{name}:…}}`, and that is how it fails"
                yield Finding(*cell.place(offset), message, cell.name)


RULE = Rule(
    "undefined-parameter",
    "a parameter that nothing gives",
    "A statement that reads a parameter which nothing gives does not run. The page\n"
    "is malformed, and `runner check` says so. Only with `expect=error` it is not:\n"
    "there such a statement may be what the cell shows. When its block does not\n"
    "tell of a missing parameter, the cell fails, but not as its author thinks.\n"
    "Give the parameter in a data block and name that in `params=`.",
    _check,
    ERROR,
)
