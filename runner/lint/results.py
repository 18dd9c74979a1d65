"""The results that a page shows, each with what is known about its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.anchors import unique_keys
from runner.lint.rows import row_report
from runner.lint.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.anchors import UniqueKeys
    from runner.lint.context import Context, PageStatement
    from runner.lint.rows import RowReport


def unique_before(context: Context) -> Iterator[tuple[PageStatement, UniqueKeys]]:
    """The page's statements, each with what the statements before it make unique."""
    before = list(context.included_statements)
    unique = unique_keys(before)
    for statement in context.statements:
        yield statement, unique
        before.append(statement)
        if statement.tree is not None and "CONSTRAINT" in statement.piece.text.upper():
            unique = unique_keys(before)


def results(context: Context) -> Iterator[tuple[PageStatement, RowReport, Shown]]:
    """The statements whose rows an expected block shows."""
    for statement, unique in unique_before(context):
        cell = statement.cell
        if cell.expected is None or cell.expect_error or cell.skip:
            continue
        if statement.tree is None or not statement.is_last:
            continue
        report = row_report(statement.tree, unique)
        if report is not None:
            yield statement, report, Shown(cell.expected)
