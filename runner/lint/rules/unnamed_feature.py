"""A feature that a cell uses and the front matter does not name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.features.edit import with_name
from runner.lint.features.use import used_by
from runner.lint.features.vocabulary import by_name, covered, is_known, nearest_known
from runner.lint.front import feature_items, features_place, front_entries
from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    page = context.page
    if "features" not in front_entries(page):
        return
    items = feature_items(page)
    # What a misspelt name means is for another rule to tell.
    meant = (item.name if is_known(item.name) else nearest_known(item.name) for item in items)
    named = covered(name for name in meant if name is not None)
    vocabulary = by_name()
    for name, (statement, offset) in used_by(context).items():
        feature = vocabulary.get(name)
        if feature is None or not feature.to_be_named or name in named:
            continue
        line, _ = statement.place(offset)
        message = f"`features` does not name `{name}`, which is used on line {line}"
        fix = with_name(page, name)
        yield Finding(*features_place(page), message, statement.cell.name, fix)


RULE = Rule(
    "unnamed-feature",
    "a feature that is used and not named",
    "A page that has `features` should name what is special about its Cypher. What\n"
    "every other page uses (MERGE, `count()`, CASE) may be named and need not be.\n"
    "A page without `features` is left alone. --fix adds the name.",
    _check,
    fixable=True,
)
