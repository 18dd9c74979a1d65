"""How often a phrase is in a field, exactly or with its words moved.

Source: Lucene's ExactPhraseMatcher and SloppyPhraseMatcher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def exact_matches(places: Sequence[Sequence[int]], offsets: Sequence[int]) -> int:
    """At how many positions the terms stand as in the phrase.

    `places` are the positions of each of its terms, `offsets` their places in the phrase.
    """
    starts = {position - offsets[0] for position in places[0]}
    for positions, offset in zip(places[1:], offsets[1:], strict=True):
        starts &= {position - offset for position in positions}
    return len(starts)


def sloppy_frequency(
    terms: Sequence[tuple[str, int]], places: Sequence[Sequence[int]], slop: int
) -> float:
    """The sum of 1/(1 + d) over the matches that move the terms by d in all, at most `slop`.

    `terms` are those of the phrase with their places in it, `places` the positions of each.
    """
    frequency = 0.0
    for distance in _Matcher(terms, places, slop).distances():
        frequency = to_float32(frequency + to_float32(1 / (1 + distance)))
    return frequency


class _Cursor:
    """A term of the phrase at one of its positions; `position` is relative to the phrase."""

    __slots__ = ("at", "group", "number", "offset", "places", "position")

    def __init__(self, number: int, offset: int, places: Sequence[int]) -> None:
        self.number = number
        self.offset = offset
        self.places = places
        self.at = 0
        self.position = places[0] - offset
        self.group: list[_Cursor] = []

    def advance(self) -> bool:
        """Go to the next position; False where there is none."""
        self.at += 1
        if self.at == len(self.places):
            return False
        self.position = self.places[self.at] - self.offset
        return True

    def key(self) -> tuple[int, int, int]:
        """By which the cursor that is furthest behind comes first."""
        return self.position, self.offset, self.number


class _Matcher:
    """Moves the cursor that is furthest behind on and on; a match is where all are near."""

    def __init__(
        self, terms: Sequence[tuple[str, int]], places: Sequence[Sequence[int]], slop: int
    ) -> None:
        self._slop = slop
        self._cursors = [
            _Cursor(number, offset, found)
            for number, ((_, offset), found) in enumerate(zip(terms, places, strict=True))
        ]
        groups: dict[str, list[_Cursor]] = {}
        for (term, _), cursor in zip(terms, self._cursors, strict=True):
            groups.setdefault(term, []).append(cursor)
        self._groups = [group for group in groups.values() if len(group) > 1]
        for group in self._groups:
            for cursor in group:
                cursor.group = group
        self._queue: list[_Cursor] = []
        self._end = 0

    def distances(self) -> Iterator[int]:
        """How far the terms are moved in each of the matches."""
        if not self._spread():
            return
        self._queue = list(self._cursors)
        self._end = max(cursor.position for cursor in self._cursors)
        cursor = self._pop()
        distance, following = self._end - cursor.position, self._top()
        while self._advance(cursor) and self._resolve(cursor):
            if cursor.position > following:
                self._queue.append(cursor)
                if distance <= self._slop:
                    yield distance
                cursor = self._pop()
                distance, following = self._end - cursor.position, self._top()
            else:
                distance = min(distance, self._end - cursor.position)
        if distance <= self._slop:
            yield distance

    def _spread(self) -> bool:
        """Set the cursors of a repeated term on different positions; False where too few are."""
        return all(
            cursor.advance()
            for group in self._groups
            for place, cursor in enumerate(group)
            for _ in range(place)
        )

    def _pop(self) -> _Cursor:
        first = min(self._queue, key=_Cursor.key)
        self._queue.remove(first)
        return first

    def _top(self) -> int:
        return min(self._queue, key=_Cursor.key).position

    def _advance(self, cursor: _Cursor) -> bool:
        if not cursor.advance():
            return False
        self._end = max(self._end, cursor.position)
        return True

    def _resolve(self, cursor: _Cursor) -> bool:
        """Move on while two cursors of one term are at the same place; False at the end."""
        while True:
            place = cursor.position + cursor.offset
            other = next(
                (c for c in cursor.group if c is not cursor and c.position + c.offset == place),
                None,
            )
            if other is None:
                return True
            if (other.position, other.offset) <= (cursor.position, cursor.offset):
                cursor = other
            if not self._advance(cursor):
                return False
