"""Which features a page names, and which its cells use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.features.vocabulary import used_features

if TYPE_CHECKING:
    from runner.lint.context import Context, PageStatement


def used_by(context: Context) -> dict[str, tuple[PageStatement, int]]:
    """The features that the page's cells use, each with the statement that is first, and where."""
    found: dict[str, tuple[PageStatement, int]] = {}
    for statement in context.statements:
        if statement.tree is not None:
            for used in used_features(statement.tree):
                found.setdefault(used.name, (statement, used.offset))
    return found


def has_unread_cells(context: Context) -> bool:
    """Whether some statement cannot be parsed, so that it may use any feature."""
    return any(
        statement.tree is None and not statement.cell.expect_error
        for statement in context.statements
    )
