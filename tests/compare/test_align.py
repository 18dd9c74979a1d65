"""Which rows belong to which, against searches that try everything."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from runner.compare.align import MATCH, align, assign, match_in_order

ROWS = st.text("ab?*", max_size=6)
OTHERS = st.text("abc", max_size=6)


def accepts(rows: str, others: str, row: int, other: int) -> bool:
    return rows[row] in (others[other], "?")


def any_rows(rows: str) -> set[int]:
    return {number for number, row in enumerate(rows) if row == "*"}


@given(ROWS, OTHERS)
def test_rows_match_in_order_as_a_glob_does(rows: str, others: str) -> None:
    pattern = "".join({"*": ".*", "?": "."}.get(row, row) for row in rows)
    steps = match_in_order(
        len(rows), len(others), lambda r, o: accepts(rows, others, r, o), any_rows(rows)
    )
    assert (steps is not None) == bool(re.fullmatch(pattern, others))
    if steps is not None:
        assert [other for _, other in steps if other is not None] == list(range(len(others)))
        taken = [row for row, _ in steps if row is not None]
        assert taken == sorted(taken)
        assert set(taken) == set(range(len(rows)))


@given(ROWS, OTHERS)
def test_an_alignment_holds_every_row_once_and_in_order(rows: str, others: str) -> None:
    def likeness(row: int, other: int) -> int:
        return MATCH if accepts(rows, others, row, other) else 1

    steps = align(len(rows), len(others), likeness, any_rows(rows))
    assert [other for _, other in steps if other is not None] == list(range(len(others)))
    kept = [row for row, _ in steps if row is not None and row not in any_rows(rows)]
    assert kept == [row for row in range(len(rows)) if row not in any_rows(rows)]


@given(st.text("ab", max_size=5), st.text("ab", max_size=5))
def test_an_alignment_has_as_many_matches_as_can_be(rows: str, others: str) -> None:
    steps = align(len(rows), len(others), lambda r, o: MATCH if rows[r] == others[o] else 1)
    matches = sum(
        row is not None and other is not None and rows[row] == others[other] for row, other in steps
    )
    assert matches == longest_common(rows, others)


def longest_common(rows: str, others: str) -> int:
    if not rows or not others:
        return 0
    if rows[0] == others[0]:
        return 1 + longest_common(rows[1:], others[1:])
    return max(longest_common(rows[1:], others), longest_common(rows, others[1:]))


def test_rows_beyond_the_bound_are_aligned_by_position() -> None:
    steps = align(400, 402, lambda _r, _o: 1, {1})
    assert steps[:4] == [(0, 0), (1, 1), (1, 2), (1, 3)]
    assert steps[-1] == (399, 401)


@given(st.lists(st.lists(st.integers(0, 5), max_size=4, unique=True), max_size=6))
def test_assignments_are_as_large_as_can_be(candidates: list[list[int]]) -> None:
    chosen = assign(candidates)
    taken = [other for other in chosen if other is not None]
    assert len(set(taken)) == len(taken)
    for row, other in enumerate(chosen):
        assert other is None or other in candidates[row]
    assert len(taken) == largest(candidates, frozenset())


def largest(candidates: list[list[int]], taken: frozenset[int]) -> int:
    if not candidates:
        return 0
    here = [1 + largest(candidates[1:], taken | {o}) for o in candidates[0] if o not in taken]
    return max([largest(candidates[1:], taken), *here])
