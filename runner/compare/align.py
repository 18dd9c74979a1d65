"""Which rows of a block belong to which rows of a result.

Rows are known here only by their numbers, from 0; what matches is asked of the caller. A row of
the block may stand for any number of rows (`any_rows`).
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

Step: TypeAlias = tuple[int | None, int | None]
"""A row of the block and the row of the result beside it; None where there is none.

A row that stands for any number of rows has one step for each, and one with None for none.
"""

_MOST_PAIRS = 100_000
"""Pairs of rows that may be looked at to align what differs; beyond, position decides."""

MATCH = 1_000_000
"""The likeness of rows that match: as in a diff they come first, and the rest decides later."""

MOST_LIKE = 1000
"""The highest likeness of rows that do not match."""

_LEFT_OVER = 1
"""What a row of the result costs that no row of the block takes."""


def match_in_order(
    expected: int,
    actual: int,
    matches: Callable[[int, int], bool],
    any_rows: Collection[int] = (),
) -> list[Step] | None:
    """The steps when all rows match in their order, or None.

    Linear without `any_rows`, else at most `expected` times `actual`: of several such rows the
    last one may give way, and no other has to.
    """
    steps: list[Step] = []
    row, other = 0, 0
    retry: tuple[int, int, int] | None = None  # the row, the next it would take, steps so far
    while other < actual or row < expected:
        if row < expected and row in any_rows:
            retry = (row, other, len(steps))
            steps.append((row, None))
            row += 1
        elif row < expected and other < actual and matches(row, other):
            steps.append((row, other))
            row, other = row + 1, other + 1
        elif retry is not None and retry[1] < actual:
            start, taken, count = retry
            del steps[count:]
            if steps and steps[-1] == (start, None):
                steps.pop()
            steps.append((start, taken))
            retry = (start, taken + 1, len(steps))
            row, other = start + 1, taken + 1
        else:
            return None
    return steps


def align(
    expected: int,
    actual: int,
    likeness: Callable[[int, int], int],
    any_rows: Collection[int] = (),
) -> list[Step]:
    """Align rows in their order: as many matches as can be, then as much likeness.

    `likeness` is `MATCH` for rows that match, else at most `MOST_LIKE`; 0 keeps rows apart.
    """
    first = 0
    while (
        first < min(expected, actual) and first not in any_rows and likeness(first, first) == MATCH
    ):
        first += 1
    last = 0
    while (
        last < min(expected, actual) - first
        and expected - 1 - last not in any_rows
        and likeness(expected - 1 - last, actual - 1 - last) == MATCH
    ):
        last += 1
    rows, others = range(first, expected - last), range(first, actual - last)
    if len(rows) * len(others) > _MOST_PAIRS:
        middle = _by_position(rows, others, any_rows)
    else:
        middle = _best(rows, others, likeness, any_rows)
    head: list[Step] = [(number, number) for number in range(first)]
    tail: list[Step] = [(expected - n, actual - n) for n in range(last, 0, -1)]
    return [*head, *middle, *tail]


def _best(
    rows: range,
    others: range,
    likeness: Callable[[int, int], int],
    any_rows: Collection[int],
) -> list[Step]:
    """The alignment of the highest score, by dynamic programming."""
    scores = [[-_LEFT_OVER * count for count in range(len(others) + 1)]]
    pairs: list[list[int]] = []
    for row in rows:
        wild = row in any_rows
        above, line = scores[-1], [scores[-1][0]]
        pair = [0] * len(others) if wild else [likeness(row, other) for other in others]
        left_over = 0 if wild else _LEFT_OVER
        for index, score in enumerate(pair):
            best = max(above[index + 1], line[index] - left_over)
            line.append(max(best, above[index] + score) if score else best)
        pairs.append(pair)
        scores.append(line)
    steps: list[Step] = []
    at, other = len(rows), len(others)
    while at or other:  # of equal ways the one that puts the first rows side by side
        here = scores[at][other]
        taken = rows[at - 1] if at and rows[at - 1] in any_rows else None
        left_over = _LEFT_OVER if taken is None else 0
        if other and here == scores[at][other - 1] - left_over:
            other -= 1
            steps.append((taken, others[other]))
        elif at and here == scores[at - 1][other]:
            at -= 1
            if taken is None or not (steps and steps[-1][0] == taken):
                steps.append((rows[at], None))
        else:
            at, other = at - 1, other - 1
            steps.append((rows[at], others[other]))
    steps.reverse()
    return steps


def _by_position(rows: range, others: range, any_rows: Collection[int]) -> list[Step]:
    steps: list[Step] = []
    spare = len(others) - sum(row not in any_rows for row in rows)
    waiting = deque(others)
    for row in rows:
        if row in any_rows:
            steps.extend((row, waiting.popleft()) for _ in range(spare))
            if spare <= 0:
                steps.append((row, None))
            spare = 0
        else:
            steps.append((row, waiting.popleft() if waiting else None))
    steps.extend((None, other) for other in waiting)
    return steps


def assign(candidates: Sequence[Sequence[int]]) -> list[int | None]:
    """For each row one of its candidates, none twice: as many rows as can be (Hopcroft, Karp).

    `candidates[n]` are the rows of the result that row n accepts, the most wanted first.
    """
    row_of: dict[int, int] = {}
    chosen: list[int | None] = [None] * len(candidates)
    for row, others in enumerate(candidates):
        for other in others:
            if other not in row_of:
                row_of[other], chosen[row] = row, other
                break
    while True:
        levels = _levels(candidates, chosen, row_of)
        if levels is None:
            return chosen
        remaining = [iter(others) for others in candidates]
        for row in range(len(candidates)):
            if chosen[row] is None:
                _augment(row, remaining, levels, chosen, row_of)


def _levels(
    candidates: Sequence[Sequence[int]],
    chosen: Sequence[int | None],
    row_of: dict[int, int],
) -> dict[int, int] | None:
    """How many steps each row is from a row without a choice; None where no way leads on."""
    levels = {row: 0 for row, other in enumerate(chosen) if other is None}
    queue = deque(levels)
    found = False
    while queue:
        row = queue.popleft()
        for other in candidates[row]:
            owner = row_of.get(other)
            if owner is None:
                found = True
            elif owner not in levels:
                levels[owner] = levels[row] + 1
                queue.append(owner)
    return levels if found else None


def _augment(
    start: int,
    remaining: Sequence[Iterator[int]],
    levels: dict[int, int],
    chosen: list[int | None],
    row_of: dict[int, int],
) -> None:
    """Give `start` a choice where a shortest way of handing choices on leads to a free one."""
    way: list[tuple[int, int]] = []
    row = start
    while True:
        for other in remaining[row]:
            owner = row_of.get(other)
            if owner is None:
                for taker, taken in [*way, (row, other)]:
                    chosen[taker], row_of[taken] = taken, taker
                return
            if levels.get(owner) == levels[row] + 1:
                way.append((row, other))
                row = owner
                break
        else:
            if not way:
                return
            row, _ = way.pop()


def out_of_order(chosen: Sequence[int]) -> int:
    """The first row whose place in the result is not its own."""
    return next((n for n, (one, two) in enumerate(pairwise((-1, *chosen))) if two != one + 1), 0)
