"""The search for shortest paths: the graph times the automaton of a pattern, breadth first."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from itertools import count as counting
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.plan.operators.walk import Group, Segment

    Test = Callable[[Row, State], bool]

Relationships: TypeAlias = tuple[RelationshipRecord, ...]
Nodes: TypeAlias = tuple[NodeRecord, ...]
Key: TypeAlias = tuple[int, int, NodeRecord]
"""A place of the search: the leg, how many of its iterations are done, the node."""
Move: TypeAlias = tuple[int, Relationships, Nodes]
"""One iteration of a leg, or with nothing in it the step to the next leg."""
Route: TypeAlias = list[Move]


class Leg:
    """One part of the path between two of its nodes, in the direction of the search.

    Attributes:
        segment: The part; a plain relationship is a segment of one step, once.
        node: The slot of the node at its end.
        tests: What that node must satisfy.
        relationships: The slot of its relationships, and whether it holds a list.
        groups: Its group variables.
    """

    __slots__ = ("groups", "node", "relationships", "segment", "tests")

    def __init__(
        self,
        segment: Segment,
        node: int,
        tests: tuple[Test, ...],
        relationships: tuple[int, bool],
        groups: tuple[Group, ...],
    ) -> None:
        self.segment = segment
        self.node = node
        self.tests = tests
        self.relationships = relationships
        self.groups = groups


class Search:
    """The search from one start node: the shortest walks to every end.

    Attributes:
        levels: The places that are reached and not yet left, by their distance.
        found: The places that were reached for the first time since somebody emptied this.
    """

    __slots__ = (
        "_row",
        "_state",
        "_target",
        "distance",
        "ends",
        "found",
        "legs",
        "levels",
        "parents",
    )

    def __init__(self, legs: tuple[Leg, ...], row: Row, state: State) -> None:
        self.legs = legs
        self._row = row.copy()
        self._state = state
        self._target: NodeRecord | None = None
        self.distance: dict[Key, int] = {}
        self.parents: dict[Key, list[tuple[Key, Move]]] = {}
        self.ends: dict[NodeRecord, tuple[int, list[Key]]] = {}
        """Per end node the length of the shortest walk and the places where it may end."""
        self.levels: dict[int, deque[Key]] = {}
        self.found: list[Key] = []

    def begin(self, start: NodeRecord, target: NodeRecord | None) -> None:
        """Get ready to go from `start` to `target`, or where it is None to any node."""
        first: Key = (0, 0, start)
        self._target = target
        self.distance[first] = 0
        self.parents[first] = []
        self.levels[0] = deque([first])
        self.found.append(first)

    @property
    def reach(self) -> int:
        """The least distance of the places that are not yet left; there must be one."""
        return min(self.levels)

    def advance(self, keep: Callable[[Key, int], bool] | None = None) -> None:
        """Leave the places at the least distance, of which only those that `keep` lets through."""
        length = self.reach
        level = self.levels.pop(length)
        tick = self._state.tick
        while level:
            key = level.popleft()
            tick()
            if self.distance[key] < length or (keep is not None and not keep(key, length)):
                continue
            for longer, reached, move in self.moves(key):
                if longer == 0:
                    self._reach(key, reached, move, length, level)
                else:
                    queue = self.levels.get(length + longer)
                    if queue is None:
                        queue = self.levels[length + longer] = deque()
                    self._reach(key, reached, move, length + longer, queue)

    def run(self, start: NodeRecord, target: NodeRecord | None) -> None:
        """Find the shortest walks to all ends, or only those to `target`."""
        self.begin(start, target)
        while self.levels:
            if target is not None and target in self.ends and self.ends[target][0] < self.reach:
                return
            self.advance()
            self.found.clear()

    def _reach(self, key: Key, reached: Key, move: Move, length: int, queue: deque[Key]) -> None:
        known = self.distance.get(reached)
        if known is None or length < known:
            self.distance[reached] = length
            self.parents[reached] = [(key, move)]
            if known is None:
                self.found.append(reached)
            if self.is_end(reached):
                node = reached[2]
                self.ends.setdefault(node, (length, []))
                if self.ends[node][0] == length:
                    self.ends[node][1].append(reached)
            else:
                queue.append(reached)
        elif known == length:
            self.parents[reached].append((key, move))

    def is_end(self, key: Key) -> bool:
        """Whether a whole path ends at `key`."""
        return key[0] == len(self.legs)

    def moves(self, key: Key) -> Iterator[tuple[int, Key, Move]]:
        """Where to from `key`: how many relationships, the place, the move."""
        at, done, node = key
        leg = self.legs[at]
        segment = leg.segment
        if done >= segment.lower and self._leads_on(at, node) and self._accepts(leg, node):
            yield 0, (at + 1, 0, node), (at, (), ())
        if segment.upper is None:
            after = min(done + 1, segment.lower)
        elif done < segment.upper:
            after = done + 1
        else:
            return
        if len(segment.steps) == 1 and not segment.tested:
            for relationship, other in segment.steps[0].hops(node):
                yield 1, (at, after, other), (at, (relationship,), (other,))
            return
        for relationships, nodes in segment.iterations(node, self._row, self._state):
            yield len(relationships), (at, after, nodes[-1]), (at, relationships, nodes)

    def _leads_on(self, at: int, node: NodeRecord) -> bool:
        """Whether leg number `at` may be over at `node`: the last one only at the target."""
        return self._target is None or node is self._target or at + 1 < len(self.legs)

    def _accepts(self, leg: Leg, node: NodeRecord) -> bool:
        if not leg.tests:
            return True
        self._row[leg.node] = node
        return all(test(self._row, self._state) for test in leg.tests)

    def shortest(self, node: NodeRecord) -> Iterator[Route]:
        """Every shortest walk that ends at `node`."""
        for key in self.ends[node][1]:
            yield from self._routes(key)

    def _routes(self, key: Key) -> Iterator[Route]:
        stack: list[tuple[Key, Route]] = [(key, [])]
        while stack:
            at, tail = stack.pop()
            self._state.tick()
            parents = self.parents[at]
            if not parents:
                yield tail[::-1]
                continue
            for parent, move in reversed(parents):
                stack.append((parent, [*tail, move]))

    def trails(self, start: NodeRecord, wanted: set[NodeRecord], mode: str) -> Iterator[Route]:
        """Every trail to one of `wanted`, in order of length.

        `wanted` may lose members on the way; the search ends when none is left.
        """
        number = counting()
        heap: list[tuple[int, int, Key, Link | None]] = [(0, next(number), (0, 0, start), None)]
        while heap and wanted:
            length, _, key, link = heappop(heap)
            self._state.tick()
            if self.is_end(key):
                if key[2] in wanted:
                    yield route_of(link)
                continue
            for longer, reached, move in self.moves(key):
                if longer and mode != "WALK" and repeats(link, start, move, mode):
                    continue
                heappush(heap, (length + longer, next(number), reached, Link(link, move)))


class Link(NamedTuple):
    """A move and the moves before it."""

    before: Any
    move: Move


def route_of(link: Link | None) -> Route:
    """The moves up to and with that of `link`, from the start."""
    route: Route = []
    while link is not None:
        route.append(link.move)
        link = link.before
    route.reverse()
    return route


def repeats(link: Link | None, start: NodeRecord, move: Move, mode: str) -> bool:
    """Whether `move` after `link` would pass again what a path of this mode passes once."""
    _, relationships, nodes = move
    if mode == "ACYCLIC" and start in nodes:
        return True
    while link is not None:
        _, earlier, passed = link.move
        if any(relationship in earlier for relationship in relationships):
            return True
        if mode == "ACYCLIC" and any(node in passed for node in nodes):
            return True
        link = link.before
    return False


def is_trail(route: Route, start: NodeRecord, mode: str) -> bool:
    if mode == "WALK":
        return True
    relationships = [r for _, several, _ in route for r in several]
    if len(set(relationships)) < len(relationships):
        return False
    if mode == "ACYCLIC":
        nodes = [start, *(n for _, _, several in route for n in several)]
        return len(set(nodes)) == len(nodes)
    return True
