"""A data block that no cell uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    # The reader of pages knows: what it tells about it is a warning of the page.
    for problem in context.page.problems:
        if problem.code == "unused-data":
            yield Finding(problem.line, problem.column, problem.text)


RULE = Rule(
    "unused-data",
    "a data block that no cell uses",
    "A data block gives parameters to the cells that name it in `params=NAME`.\n"
    "When none does, readers see data that changes nothing. Name it, take it out,\n"
    "or leave out its `data=NAME`: then it only illustrates.",
    _check,
)
