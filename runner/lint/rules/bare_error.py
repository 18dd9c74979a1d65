"""A cell that may fail in any way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for cell in context.page.cells:
        if cell.expect_error and cell.expected is None and not cell.skip:
            message = "`expect=error` without an expected block: any error will do, a typo too"
            yield Finding(cell.line, cell.column, message, cell.name)


RULE = Rule(
    "bare-error",
    "`expect=error` without an expected block",
    "A cell with `expect=error` passes when it fails, in whatever way: a misspelt\n"
    "word, a missing label. Give it a block with the line of the error, so that it\n"
    "fails for the reason that the page tells. `runner update --fill` writes it.",
    _check,
)
