"""Matches rows in any order: as multisets, and exactly where wildcards leave a choice."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from runner.compare.align import assign

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_MOST_PAIRS = 100_000
"""Pairs of rows that may be looked at to find what is alike."""


MOST_TRIALS = 500_000
"""Pairs of rows that may be compared where wildcards leave a choice."""


class TooManyTrials(Exception):
    """Rows without order are so alike that comparing them all would take too long."""


class Matching:
    """Which rows of a block are which rows of a result, the order aside."""

    def __init__(self, expected: int, actual: int, any_rows: int) -> None:
        self.expected = expected
        self.actual = actual
        self.any_rows = any_rows
        """How many lines of the block stand for any number of rows."""
        self.pairs: dict[int, int] = {}
        """For rows of the block that hold their rows of the result."""

    @property
    def complete(self) -> bool:
        """Whether every row has its partner; rows left out on purpose need none."""
        found = len(self.pairs)
        return found == self.expected - self.any_rows and (
            self.any_rows > 0 or found == self.actual
        )

    @property
    def left_over(self) -> list[int]:
        """The rows of the result that no row of the block is."""
        taken = set(self.pairs.values())
        return [other for other in range(self.actual) if other not in taken]


def match_unordered(
    keys: Sequence[tuple[str | None, ...] | None],
    patterns: Sequence[tuple[str, ...]],
    rows: Sequence[tuple[str, ...]],
    matches: Callable[[int, int], bool],
) -> Matching:
    """Match as many rows as can be.

    `keys` are the rows of the block, column by column: the only text that a column may have, or
    None where `matches` has to be asked; a row that stands for any number of rows is None.
    `patterns` are their texts, wildcards included: equal ones match the same rows. Raises
    `TooManyTrials`.
    """
    matching = Matching(len(keys), len(rows), sum(key is None for key in keys))
    free: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for other in range(len(rows) - 1, -1, -1):
        free[rows[other]].append(other)
    flexible: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row, key in enumerate(keys):
        if key is None:
            continue
        fixed = tuple(n for n, text in enumerate(key) if text is not None)
        if len(fixed) < len(key):
            flexible[fixed].append(row)
        elif others := free.get(key):  # type: ignore[arg-type]  # no None is in it
            matching.pairs[row] = others.pop()
    left = sorted(other for others in free.values() for other in others)
    asked, candidates = _candidates(flexible, keys, patterns, rows, left, matches)
    for row, chosen in zip(asked, assign(candidates), strict=True):
        if chosen is not None:
            matching.pairs[row] = chosen
    return matching


def _candidates(
    flexible: dict[tuple[int, ...], list[int]],
    keys: Sequence[tuple[str | None, ...] | None],
    patterns: Sequence[tuple[str, ...]],
    rows: Sequence[tuple[str, ...]],
    left: Sequence[int],
    matches: Callable[[int, int], bool],
) -> tuple[list[int], list[list[int]]]:
    """The rows that need asking, in order, and for each the rows of `left` that it accepts."""
    found: dict[int, list[int]] = {}
    known: dict[tuple[str, ...], list[int]] = {}
    trials = 0
    for fixed, expected in flexible.items():
        by_key: dict[tuple[str | None, ...], list[int]] = defaultdict(list)
        for other in left:
            by_key[tuple(rows[other][n] for n in fixed)].append(other)
        for row in expected:
            key = keys[row] or ()
            others = by_key.get(tuple(key[n] for n in fixed), [])
            if patterns[row] not in known:
                trials += len(others)
                if trials > MOST_TRIALS:
                    raise TooManyTrials
                known[patterns[row]] = [other for other in others if matches(row, other)]
            found[row] = known[patterns[row]]
    asked = sorted(found)
    return asked, [found[row] for row in asked]


def pair_leftovers(matching: Matching, likeness: Callable[[int, int], int]) -> dict[int, int]:
    """Pair rows that have no partner with the rows of the result that are most like them.

    Rows without anything in common (`likeness` 1 or less) stay alone.
    """
    others = matching.left_over
    rows = [row for row in range(matching.expected) if row not in matching.pairs]
    if len(rows) * len(others) > _MOST_PAIRS:
        return {}
    scores = sorted(
        ((-likeness(row, other), row, other) for row in rows for other in others),
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, row, other in scores:
        if score < -1 and row not in pairs and other not in taken:
            pairs[row] = other
            taken.add(other)
    return pairs
