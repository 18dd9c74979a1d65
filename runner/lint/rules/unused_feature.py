"""A feature that the front matter names and no cell uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.features.edit import without
from runner.lint.features.use import has_unread_cells, used_by
from runner.lint.features.vocabulary import is_known
from runner.lint.front import feature_items
from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    if has_unread_cells(context):
        return
    used = used_by(context)
    for item in feature_items(context.page):
        if is_known(item.name) and item.name not in used:
            message = f"no cell uses `{item.name}`"
            fix = without(context.page, item)
            yield Finding(item.line, item.column, message, fix=fix)


RULE = Rule(
    "unused-feature",
    "a feature that is named and not used",
    "A reader who looks for a feature comes to a page that names it under\n"
    "`features`, and finds nothing. --fix takes the name out.",
    _check,
    fixable=True,
)
