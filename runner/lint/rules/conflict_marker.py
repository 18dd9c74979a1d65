"""A marker of a merge that nobody resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import ERROR, Finding, Rule
from runner.rewrite import conflict_marker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    line = conflict_marker(context.page)
    if line is not None:
        marker = context.page.lines.line(line).partition(" ")[0]
        yield Finding(line, 1, f"`{marker}` is a marker of a merge that was not resolved")


RULE = Rule(
    "conflict-marker",
    "a marker of an unresolved merge",
    "Git leaves lines of `<<<<<<<`, `=======` and `>>>>>>>` where two changes of\n"
    "the same lines met. Readers would see both. Resolve the merge: keep one side,\n"
    "or write what both meant, and take the markers out.",
    _check,
    ERROR,
    any_text=True,
)
