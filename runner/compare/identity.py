"""Finds the renaming of ids that makes a gram block and a result equal, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.compare.unordered import TooManyTrials

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.compare.align import Step
    from runner.compare.gram_rows import GramRows, Place
    from runner.compare.renaming import Entity, Names

_MOST_TRIALS = 50_000
"""Rows that may be tried for rows, in any order, until a block is called undecided."""


class Conflict(NamedTuple):
    """A place at which an id cannot be the entity that stands there."""

    row: int
    """The number of the block's row, from 0."""
    other: int
    place: Place


def bind_in_order(rows: GramRows, steps: Sequence[Step], names: Names) -> list[Conflict]:
    """Extend `names` row by row; the places that contradict it, each pair of entities once."""
    conflicts: list[Conflict] = []
    told = set()
    for row, other in steps:
        if row is None or other is None:
            continue
        for place in rows.row_places(row, other):
            page, engine = place.expected.entity, place.actual.entity
            if names.agrees(page, engine):
                names.bind(page, engine)
            elif (page, engine) not in told:
                told.add((page, engine))
                conflicts.append(Conflict(row, other, place))
    return conflicts


class Choice(NamedTuple):
    """A row of a block, and the rows of its result that are the same but for the ids."""

    rows: GramRows
    row: int
    candidates: Sequence[int]


def bind_choices(choices: Sequence[Choice], names: Names) -> list[int] | None:
    """Choose one of the candidates of each row, none twice, so that all ids agree.

    Extends `names` and gives the chosen rows, or None where no choice works. Rows of several
    blocks may come together. Raises `TooManyTrials`.
    """
    order = sorted(range(len(choices)), key=lambda number: len(choices[number].candidates))
    chosen: list[int] = []
    taken: set[tuple[int, int]] = set()
    bound: list[list[Entity]] = []
    waiting = [iter(_likely_first(choices[order[0]], names))] if order else []
    trials = 0
    while len(chosen) < len(order):
        choice = choices[order[len(chosen)]]
        for other in waiting[-1]:
            trials += 1
            if trials > _MOST_TRIALS:
                raise TooManyTrials
            free = (id(choice.rows), other) not in taken
            new = _bind_row(choice, other, names) if free else None
            if new is not None:
                chosen.append(other)
                taken.add((id(choice.rows), other))
                bound.append(new)
                if len(chosen) < len(order):
                    waiting.append(iter(_likely_first(choices[order[len(chosen)]], names)))
                break
        else:
            waiting.pop()
            if not chosen:
                return None
            undone = choices[order[len(chosen) - 1]]
            taken.discard((id(undone.rows), chosen.pop()))
            for page in bound.pop():
                names.unbind(page)
    found = dict(zip(order, chosen, strict=True))
    return [found[number] for number in range(len(order))]


def _bind_row(choice: Choice, other: int, names: Names) -> list[Entity] | None:
    """Bind the ids of a row, and tell which were free; None, and nothing bound, if one is not."""
    new: list[Entity] = []
    for place in choice.rows.row_places(choice.row, other):
        page, engine = place.expected.entity, place.actual.entity
        if not names.agrees(page, engine):
            for bound in new:
                names.unbind(bound)
            return None
        if page not in names.engine_of:
            names.bind(page, engine)
            new.append(page)
    return new


def _likely_first(choice: Choice, names: Names) -> Sequence[int]:
    """Candidates whose ids are bound to these entities, or have their numbers, come first."""
    if len(choice.candidates) < 2:
        return choice.candidates

    def foreign(other: int) -> int:
        return sum(
            names.engine_of.get(place.expected.entity, place.expected.entity) != place.actual.entity
            for place in choice.rows.row_places(choice.row, other)
        )

    return sorted(choice.candidates, key=foreign)
