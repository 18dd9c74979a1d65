"""The search for shortest paths between two nodes, from both ends at once."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count as counting
from typing import TYPE_CHECKING

from runner.cypher.plan.operators.shortest_search import Link, Search, repeats, route_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.plan.operators.shortest_search import Key, Leg, Route
    from runner.cypher.store.records import NodeRecord


class SearchBetween(Search):
    """A `Search` that has a second one come towards it from the target.

    The two take turns, the one with fewer places to leave first, until no shorter walk can be
    found than one on which they have met. Then this one goes on to the target along such walks
    alone: by how far it is from a place to the target it knows which those are.
    """

    __slots__ = ("_arrivals", "_back")

    def __init__(
        self, legs: tuple[Leg, ...], back: tuple[Leg, ...], row: Row, state: State
    ) -> None:
        """`back` are the same `legs` as they are walked from the target."""
        super().__init__(legs, row, state)
        self._back = Search(back, row, state)
        self._arrivals: dict[NodeRecord, list[Key]] = {}
        """By node the places that the other search has reached."""

    def run(self, start: NodeRecord, target: NodeRecord | None) -> None:
        """Find the shortest walks to `target`, which is needed."""
        assert target is not None
        back = self._back
        self.begin(start, target)
        back.begin(target, start)
        departures: dict[NodeRecord, list[Key]] = {}
        best: int | None = None
        while True:
            for search, places in ((self, departures), (back, self._arrivals)):
                for key in search.found:
                    places.setdefault(key[2], []).append(key)
            for key in self.found:
                best = _less(best, self._through(key, self._arrivals))
            for key in back.found:
                best = _less(best, self._back_through(key, departures))
            self.found.clear()
            back.found.clear()
            if not self.levels or not back.levels:
                break
            if best is not None and best <= self.reach + back.reach:
                break
            (self if _width(self) <= _width(back) else back).advance()
        if best is not None:
            self._finish(best)

    def _finish(self, best: int) -> None:
        def leads_there(key: Key, length: int) -> bool:
            left = self._known_left(key)
            return left is not None and length + left <= best

        while self.levels and self.reach <= best:
            self.advance(leads_there)

    def _through(self, key: Key, arrivals: dict[NodeRecord, list[Key]]) -> int | None:
        """The length of the shortest walk through a place of this search, as far as known."""
        if key[2] not in arrivals:
            return None
        left = self._known_left(key)
        return None if left is None else self.distance[key] + left

    def _back_through(self, key: Key, departures: dict[NodeRecord, list[Key]]) -> int | None:
        """The same of a place of the other search."""
        passed = [
            self.distance[place]
            for place in departures.get(key[2], ())
            if self._are_one(place, key)
        ]
        return min(passed) + self._back.distance[key] if passed else None

    def _known_left(self, key: Key) -> int | None:
        """How far it is from a place to the target at most; None where that is not known."""
        distance = self._back.distance
        left = [
            distance[place] for place in self._arrivals.get(key[2], ()) if self._are_one(key, place)
        ]
        return min(left) if left else None

    def _are_one(self, here: Key, there: Key) -> bool:
        """Whether a walk of this search and one of the other that meet at a node make a whole."""
        at, done, _ = here
        against, undone, _ = there
        if at + against != len(self.legs) - 1:
            return False
        segment = self.legs[at].segment
        times = done + undone
        return times >= segment.lower and (segment.upper is None or times <= segment.upper)

    def trails(self, start: NodeRecord, wanted: set[NodeRecord], mode: str) -> Iterator[Route]:
        """Every trail to the target, in order of length; see `Search.trails`.

        What leads on to the target soonest is tried first, of what is alike in that what was
        begun last, so that one is at its end before the next; what does not lead there is never
        tried.
        """
        number = counting(0, -1)
        heap: list[tuple[int, int, int, Key, Link | None]] = [(0, 0, 0, (0, 0, start), None)]
        while heap and wanted:
            estimate, _, length, key, link = heappop(heap)
            self._state.tick()
            if self.is_end(key):
                yield route_of(link)
                continue
            left = self._left(key)
            if left is None:
                continue
            if length + left > estimate:
                heappush(heap, (length + left, next(number), length, key, link))
                continue
            for longer, reached, move in reversed(list(self.moves(key))):
                if longer and mode != "WALK" and repeats(link, start, move, mode):
                    continue
                gone = length + longer
                entry = (max(gone, estimate), next(number), gone, reached, Link(link, move))
                heappush(heap, entry)

    def _left(self, key: Key) -> int | None:
        """How far it is from a place to the target; None where no way leads there."""
        back = self._back
        while True:
            left = self._known_left(key)
            if not back.levels or (left is not None and left <= back.reach):
                return left
            back.advance()
            for place in back.found:
                self._arrivals.setdefault(place[2], []).append(place)
            back.found.clear()


def _less(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)


def _width(search: Search) -> int:
    return len(search.levels[search.reach])
