"""Changes of the list ``features`` in front matter, in brackets or one name a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.front import feature_items, feature_list_is_flow
from runner.lint.rule import Fix

if TYPE_CHECKING:
    from runner.lint.front import FeatureItem
    from runner.page.model import Page


def without(page: Page, item: FeatureItem) -> Fix | None:
    """Take a name out; None where that would leave the list empty."""
    items = feature_items(page)
    at = items.index(item)
    if len(items) == 1:
        return None
    if not feature_list_is_flow(page):
        start = page.lines.starts[item.line - 1]
        return Fix(((start, page.lines.next_start(item.line), ""),))
    if at + 1 < len(items):
        return Fix(((item.start, items[at + 1].start, ""),))
    return Fix(((items[at - 1].end, item.end, ""),))


def with_name(page: Page, name: str) -> Fix | None:
    """Put a name at the end of the list; None where there is no list."""
    items = feature_items(page)
    if not items:
        return None
    last = items[-1]
    if feature_list_is_flow(page):
        return Fix(((last.end, last.end, f", {name}"),))
    line = page.lines.line(last.line)
    at = page.lines.next_start(last.line)
    mark = line[: last.column - 1]
    return Fix(((at, at, f"{mark}{name}{page.lines.end_of(last.line) or chr(10)}"),))
