"""Lists in an order that nobody promised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.results import results
from runner.lint.rows import Taint
from runner.lint.rule import Finding, Rule
from runner.lint.sql_rows import unsettled_lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context
    from runner.lint.rows import Column
    from runner.lint.shown import Shown

_MESSAGES = {
    Taint.LIST: "nothing settles the order of the lists in `{}`: sort the rows before they are "
    "gathered",
    Taint.NAMES: "`{}` shows labels or keys in the order in which they were made: sort them "
    "with coll.sort()",
    Taint.VALUE: "`{}` is taken out of a list in no settled order: sort the rows before they "
    "are gathered",
}


def _check(context: Context) -> Iterator[Finding]:
    for statement, report, shown in results(context):
        for column in report.columns:
            if _matters(column, shown, len(report.columns)):
                place = statement.place(column.start)
                message = _MESSAGES[column.taint].format(column.name)
                yield Finding(*place, message, statement.cell.name)
    yield from unsettled_lists(context)


def _matters(column: Column, shown: Shown, columns: int) -> bool:
    if column.taint is Taint.VALUE:
        return shown.literal_line(column.name) is not None
    return shown.has_long_list(column.name, columns)


RULE = Rule(
    "list-order",
    "lists in an order that nobody promised",
    "`collect()` gathers rows as they come, and so do COLLECT subqueries and\n"
    "pattern comprehensions; `labels()` and `keys()` give names in whatever order\n"
    "the database keeps them. A block that shows such a list, or its first element,\n"
    "depends on that order. Sort first: `WITH x ORDER BY x.name`, ORDER BY inside\n"
    "the subquery, or `coll.sort(labels(n))`. Lists with one member are fine.\n"
    "\n"
    "In SQL `groupArray()` and its like gather rows as they come, and `any()` takes\n"
    "one of them: write `arraySort(groupArray(x))`, and `min(x)`.",
    _check,
)
