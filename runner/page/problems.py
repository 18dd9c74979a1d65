"""Collects the problems of one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.page.model import Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

Place = tuple[int, int]
"""A line and a column of the file, both from 1."""


class Problems:
    """The problems found so far. Readers of a page's parts add to it and go on."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def error(self, place: Place, code: str, message: str, suggestion: str | None = None) -> None:
        """Add an error at `place`."""
        self._found.append(Problem(Severity.ERROR, *place, code, message, suggestion))

    def warning(self, place: Place, code: str, message: str, suggestion: str | None = None) -> None:
        """Add a warning at `place`."""
        self._found.append(Problem(Severity.WARNING, *place, code, message, suggestion))

    def in_order(self) -> tuple[Problem, ...]:
        """The problems by place; those of one place in the order in which they were found."""
        return tuple(sorted(self._found, key=lambda problem: (problem.line, problem.column)))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name nearest to `name`, if one is near, whatever the case of its letters."""
    from difflib import get_close_matches

    by_folded = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None
