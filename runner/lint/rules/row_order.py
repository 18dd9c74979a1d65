"""Rows in an order that nobody promised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.results import results
from runner.lint.rows import Rows
from runner.lint.rule import Finding, Rule
from runner.lint.sql_rows import unsettled_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    for statement, report, shown in results(context):
        cell = statement.cell
        if cell.unordered or report.rows is not Rows.UNSETTLED or shown.row_count < 2:
            continue
        message = (
            f"nothing settles the order of these {shown.row_count} rows: "
            "give the query ORDER BY, or the cell the flag `unordered`"
        )
        yield Finding(*statement.place(report.start), message, cell.name)
    yield from unsettled_rows(context)


RULE = Rule(
    "row-order",
    "rows in an order that nobody promised",
    "Without ORDER BY the rows of a MATCH, an aggregation or a SHOW come in any\n"
    "order: another version, another index, and the block is no longer true. Give\n"
    "the query ORDER BY, or, where order is beside the point, the cell the flag\n"
    "`unordered`.\n"
    "\n"
    "SQL is looked at by its words: a query FROM something, without ORDER BY.\n"
    "\n"
    "A result of one row is fine, as is UNWIND of a list, and MATCH of a node by\n"
    "properties that a constraint of the page makes unique. Whether ORDER BY leaves\n"
    "ties is not looked at.",
    _check,
)
