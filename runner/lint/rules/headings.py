"""Headings that make no outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.rule import Finding, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context


def _check(context: Context) -> Iterator[Finding]:
    headings = context.outline.headings
    seen: dict[tuple[str, ...], int] = {}
    path: list[str] = []
    first_title: int | None = None
    for before, heading in zip((None, *headings), headings, strict=False):
        if not heading.text:
            yield Finding(heading.line, 1, "this heading has no text")
            continue
        if before is None and heading.level != 1:
            message = f"the first heading has level {heading.level}, and should have level 1"
            yield Finding(heading.line, 1, message)
        if before is not None and heading.level > before.level + 1:
            message = f"this heading of level {heading.level} follows one of level {before.level}"
            yield Finding(heading.line, 1, message)
        if heading.level == 1 and first_title is not None:
            message = f"a second heading of level 1; the page's title is on line {first_title}"
            yield Finding(heading.line, 1, message)
        elif heading.level == 1:
            first_title = heading.line
        path = [*path[: heading.level - 1], heading.text.casefold()]
        line = seen.setdefault(tuple(path), heading.line)
        if line != heading.line:
            message = f"the same heading stands on line {line}: links cannot tell them apart"
            yield Finding(heading.line, 1, message)


RULE = Rule(
    "headings",
    "headings that make no outline",
    "Readers, screen readers and tables of contents go by headings. A page starts\n"
    "with one heading of level 1, its title; below a heading stands the next\n"
    "level, and none is left out; no heading is empty, and no two below the same\n"
    "one read alike.",
    _check,
)
