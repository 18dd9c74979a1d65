"""A cell whose result nobody compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for cell in context.page.cells:
        if cell.expected is None and not (cell.expect_error or cell.setup or cell.skip):
            message = "this cell has no expected block: whatever it gives is right"
            yield Finding(cell.line, cell.column, message, cell.name)


RULE = Rule(
    "missing-block",
    "a cell without an expected block",
    "A cell without a `table` or `gram` block must only run without an error. What\n"
    "it gives is never compared, so the prose about it may stop being true.\n"
    "`runner update --fill` adds the block. Cells with `setup` or `skip` are left\n"
    "alone.",
    _check,
)
