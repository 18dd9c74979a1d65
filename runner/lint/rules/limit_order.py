"""LIMIT and SKIP among rows in no settled order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.results import unique_before
from runner.lint.rows import row_report
from runner.lint.rule import Finding, Rule
from runner.lint.sql_rows import cut_rows
from runner.lint.writes import writes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for statement, unique in unique_before(context):
        cell = statement.cell
        if statement.tree is None or cell.expect_error or cell.skip:
            continue
        shows = cell.expected is not None and statement.is_last
        if not shows and not writes(statement.tree):
            continue
        report = row_report(statement.tree, unique)
        for offset in report.cuts if report is not None else ():
            message = "nothing settles which rows are kept: put ORDER BY before LIMIT or SKIP"
            yield Finding(*statement.place(offset), message, cell.name)
    yield from cut_rows(context)


RULE = Rule(
    "limit-order",
    "LIMIT or SKIP without ORDER BY",
    "LIMIT and SKIP keep some of the rows. When nothing says in which order these\n"
    "are, another run may keep others; the flag `unordered` does not help, since it\n"
    "is not about the order but about which rows there are. Put ORDER BY before\n"
    "them, or ask for so much that only one row can be meant.",
    _check,
)
