"""A name under ``features`` that is not of the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.features.vocabulary import is_known, nearest_known
from runner.lint.front import feature_items
from runner.lint.rule import Finding, Fix, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    seen: set[str] = set()
    for item in feature_items(context.page):
        if item.name in seen:
            yield Finding(item.line, item.column, f"`{item.name}` is named twice")
        seen.add(item.name)
        if is_known(item.name):
            continue
        near = nearest_known(item.name)
        message = f"`{item.name}` is no feature that lint recognises"
        fix = None
        if near is not None:
            message += f"; did you mean `{near}`?"
            if near.casefold() == item.name.casefold():
                fix = Fix(((item.start, item.end, near),))
        yield Finding(item.line, item.column, message, fix=fix)


RULE = Rule(
    "unknown-feature",
    "a name under `features` that is not of the vocabulary",
    "`features` in front matter says what of Cypher a page shows, and a site lists\n"
    "pages by it. That only works when all pages spell a feature alike. The names\n"
    "are those below, and that of every function with `()` behind it. --fix puts\n"
    "capitals and small letters right.",
    _check,
    fixable=True,
)
