"""Selected paths: ``SHORTEST k``, ``ANY``, ``shortestPath()`` and their kin.

A search goes breadth first over pairs of a node and a state of the pattern's automaton. It
finds, per end node, the length of the shortest walk and all walks that long. Where those are
not enough (a walk that repeats a relationship, a predicate that refuses it, more than one
length wanted) all trails to that node are tried in order of length.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error, database_error
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.expand import node_at
from runner.cypher.plan.operators.shortest_between import SearchBetween
from runner.cypher.plan.operators.shortest_search import Search, is_trail
from runner.cypher.plan.operators.walk import assemble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.plan.operators.shortest_search import Leg, Route
    from runner.cypher.store.records import NodeRecord, RelationshipRecord

    Test = Callable[[Row, State], bool]

_SAME_ENDS = (
    "The shortest path algorithm does not work when the start and end nodes are the same. "
    "This can happen if you\nperform a shortestPath search after a cartesian product that might "
    "have the same start and end nodes for some\nof the rows passed to shortestPath. If you "
    "would rather not experience this exception, and can accept the\npossibility of missing "
    "results for those rows, disable this in the Neo4j configuration by setting\n"
    "`dbms.cypher.forbid_shortestpath_common_nodes` to false. If you cannot accept missing "
    "results, and really want the\nshortestPath between two common nodes, then re-write the "
    "query using a standard Cypher variable length pattern\nexpression followed by ordering by "
    "path length and limiting to one result."
)


class StatefulShortestPath(Operator):
    """The selected paths from a bound node, per node where they end.

    `start` and `end` are slots in the order of the search; `back` are the legs as they are walked
    from the end, where that is bound, and empty where it is not; `backward` is whether the search
    goes against the pattern. `tests` are what a whole path must
    satisfy to be selected; for them a path variable is bound here (`path`).
    """

    __slots__ = (
        "back",
        "backward",
        "count",
        "end",
        "groups",
        "legs",
        "mode",
        "path",
        "shown",
        "start",
        "tests",
    )
    name = "StatefulShortestPath(All)"

    def __init__(
        self,
        source: Operator,
        start: int,
        end: int,
        legs: tuple[Leg, ...],
        count: Eval | None,
        tests: tuple[Test, ...],
        path: tuple[int, int, tuple[tuple[int, bool], ...]] | None,
        shown: str,
        *,
        back: tuple[Leg, ...],
        backward: bool,
        groups: bool,
        mode: str,
    ) -> None:
        super().__init__(source)
        self.start = start
        self.end = end
        self.legs = legs
        self.count = count
        """How many paths, or lengths where `groups`; None is one."""
        self.tests = tests
        self.path = path
        self.shown = shown
        self.back = back
        self.backward = backward
        self.groups = groups
        self.mode = mode

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        count = 1 if self.count is None else _path_count(self.count(argument, state))
        into = bool(self.back)
        for row in self.sources[0].rows(state, argument):
            start = node_at(row, self.start, self.shown)
            target = node_at(row, self.end, self.shown) if into else None
            if start is None or (into and target is None):
                continue
            self.check(start, target)
            yield from self._selected(start, target, count, row, state)

    def check(self, start: NodeRecord, target: NodeRecord | None) -> None:
        """Refuse ends between which there is no search."""

    def _selected(
        self, start: NodeRecord, target: NodeRecord | None, count: int, row: Row, state: State
    ) -> Iterator[Row]:
        if target is None:
            search = Search(self.legs, row, state)
        else:
            search = SearchBetween(self.legs, self.back, row, state)
        search.run(start, target)
        ends = list(search.ends) if target is None else [target] if target in search.ends else []
        missing: set[NodeRecord] = set()
        for node in ends:
            found = list(self._of_least_length(search, node, start, count, row, state))
            if len(found) >= count if not self.groups else (count == 1 and found):
                yield from found
            else:
                missing.add(node)
        if missing:
            yield from self._of_any_length(search, missing, start, count, row, state)

    def _of_least_length(
        self,
        search: Search,
        node: NodeRecord,
        start: NodeRecord,
        count: int,
        row: Row,
        state: State,
    ) -> Iterator[Row]:
        found = (
            built
            for route in search.shortest(node)
            if is_trail(route, start, self.mode)
            for built in self._row_of(route, node, start, row, state)
        )
        return found if self.groups else islice(found, count)

    def _of_any_length(
        self,
        search: Search,
        wanted: set[NodeRecord],
        start: NodeRecord,
        count: int,
        row: Row,
        state: State,
    ) -> Iterator[Row]:
        seen: dict[NodeRecord, list[int]] = {node: [] for node in wanted}
        for route in search.trails(start, wanted, self.mode):
            node = next((nodes[-1] for _, _, nodes in reversed(route) if nodes), start)
            if node not in wanted:
                continue
            length = sum(len(relationships) for _, relationships, _ in route)
            lengths = seen[node]
            if self.groups and length not in lengths and len(lengths) == count:
                wanted.discard(node)
                continue
            for built in self._row_of(route, node, start, row, state):
                if not self.groups or length not in lengths:
                    lengths.append(length)
                if not self.groups and len(lengths) == count:
                    wanted.discard(node)
                yield built

    def _row_of(
        self, route: Route, node: NodeRecord, start: NodeRecord, row: Row, state: State
    ) -> Iterator[Row]:
        copy = row.copy()
        at = start
        for number, leg in enumerate(self.legs):
            nodes: list[NodeRecord] = [at]
            relationships: list[RelationshipRecord] = []
            for leg_number, along, after in route:
                if leg_number == number:
                    relationships += along
                    nodes += after
            at = nodes[-1]
            copy[leg.node] = at
            if self.backward:
                relationships.reverse()
                nodes.reverse()
            slot, is_list = leg.relationships
            copy[slot] = relationships if is_list else relationships[0]
            for group in leg.groups:
                copy[group.slot] = group.values(relationships, nodes, len(leg.segment.steps))
        copy[self.end] = node
        if self.path is not None:
            slot, first, pieces = self.path
            copy[slot] = assemble(copy, first, pieces)
        if all(test(copy, state) for test in self.tests):
            yield copy

    def details(self) -> str:
        return self.shown


class StatefulShortestPathInto(StatefulShortestPath):
    """A `StatefulShortestPath` between two bound nodes."""

    __slots__ = ()
    name = "StatefulShortestPath(Into)"


class ShortestPath(StatefulShortestPath):
    """``shortestPath()`` and ``allShortestPaths()`` between two different bound nodes."""

    __slots__ = ()
    name = "ShortestPath"

    def check(self, start: NodeRecord, target: NodeRecord | None) -> None:
        if start is target:
            raise database_error("Statement.ExecutionFailed", "51N23", _SAME_ENDS, None)


def _path_count(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    message = f"Invalid input. '{value}' is not a valid value. Must be a positive integer."
    raise client_error("Statement.ArgumentError", "22003", message, ("22N03", message))
