"""Front matter that says less than it seems to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.lint.front import front_entries
from runner.lint.rule import Finding, Rule
from runner.page.front_keys import KEYS
from runner.page.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.lint.context import Context

_LONGEST_SUMMARY = 200


def _check(context: Context) -> Iterator[Finding]:
    page = context.page
    front = page.front_matter
    for problem in page.problems:
        if problem.severity is Severity.WARNING and problem.code == "wrong-type":
            yield Finding(problem.line, problem.column, problem.text)
    if not front.line_count:
        return
    if front.title is None and "title" not in front.extra:
        yield Finding(1, 1, "the front matter has no `title`: lists of pages show it")
    for key, entry in front_entries(page).items():
        if key not in KEYS and key.casefold() in KEYS:
            known = key.casefold()
            yield Finding(entry.line, entry.column, f"`{key}` is not read; the key is `{known}`")
        elif key not in KEYS and _is_near(key):
            message = f"`{key}` is not read; did you mean `{_is_near(key)}`?"
            yield Finding(entry.line, entry.column, message)
        elif key in KEYS and isinstance(entry.value, str) and not entry.value.strip():
            yield Finding(entry.line, entry.column, f"`{key}` is empty")
    summary = front_entries(page).get("summary")
    if summary and front.summary and len(front.summary) > _LONGEST_SUMMARY:
        message = (
            f"`summary` has {len(front.summary)} characters; lists of pages show "
            f"{_LONGEST_SUMMARY} at most"
        )
        yield Finding(summary.line, summary.column, message)


def _is_near(key: str) -> str | None:
    """The known key that is one letter, or two swapped ones, away."""
    from difflib import get_close_matches

    found = get_close_matches(key.casefold(), KEYS, n=1, cutoff=0.85)
    return found[0] if found else None


RULE = Rule(
    "front-matter",
    "front matter that says less than it seems to",
    "Where a page has front matter, a site and lists of pages show what it says.\n"
    "It should have a `title`; a key should not be empty, nor of a type that the\n"
    "site cannot show; a `summary` is a sentence or two, of 200 characters at\n"
    "most. A key that is nearly one of the runner's, such as `titel`, is kept for\n"
    "other tools and does nothing here.",
    _check,
)
