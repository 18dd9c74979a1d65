"""The rules in the order in which they look at a page; a new one is a file and a line here."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from runner.errors import UsageError
from runner.lint.rules import (
    bare_error,
    conflict_marker,
    deprecated,
    front_matter,
    headings,
    letter_case,
    limit_order,
    list_order,
    missing_block,
    row_order,
    undefined_parameter,
    unknown_feature,
    unnamed_feature,
    unread_cypher,
    untitled_diagram,
    unused_data,
    unused_feature,
    unused_ignore,
    unused_parameter,
    volatile_value,
)
from runner.page.problems import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.lint.rule import Rule

RULES: tuple[Rule, ...] = (
    conflict_marker.RULE,
    front_matter.RULE,
    headings.RULE,
    untitled_diagram.RULE,
    unused_data.RULE,
    unused_parameter.RULE,
    undefined_parameter.RULE,
    missing_block.RULE,
    bare_error.RULE,
    unread_cypher.RULE,
    row_order.RULE,
    list_order.RULE,
    limit_order.RULE,
    volatile_value.RULE,
    unknown_feature.RULE,
    unused_feature.RULE,
    unnamed_feature.RULE,
    deprecated.RULE,
    letter_case.RULE,
    unused_ignore.RULE,  # the last: only then is it known which comments were needed
)


@cache
def by_code() -> dict[str, Rule]:
    """The rules by their codes."""
    return {rule.code: rule for rule in RULES}


def rule(code: str) -> Rule:
    """The rule with a code. Raises `UsageError` where there is none."""
    found = by_code().get(code)
    if found is None:
        raise UsageError(f"no rule has the code {code}{suggestion(code)}")
    return found


def suggestion(code: str) -> str:
    """The code that may have been meant, as the end of a message."""
    near = nearest(code, by_code())
    return f"; did you mean {near}?" if near else ""


def chosen(select: Iterable[str], ignore: Iterable[str]) -> tuple[Rule, ...]:
    """The rules to use: those selected, or all, without those ignored.

    Raises `UsageError` for a code that no rule has.
    """
    wanted = [rule(code).code for code in select] or list(by_code())
    unwanted = {rule(code).code for code in ignore}
    return tuple(each for each in RULES if each.code in wanted and each.code not in unwanted)
