"""What a pattern may be gone on with, best first, however many parts it has.

Both queues hold entries with their rank at the time; what changed since is entered again, and an
entry that is out of date is dropped when it comes up.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from runner.cypher.plan.anchors import RANGE
from runner.cypher.plan.pattern_graph import Edge, FixedEdge

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from runner.cypher.plan.anchors import Anchor
    from runner.cypher.plan.anchors_node import NodeAnchors
    from runner.cypher.plan.anchors_relationship import RelationshipAnchors
    from runner.cypher.plan.pattern_graph import PatternGraph

    Heap: TypeAlias = list[tuple[tuple[int, int], int, int, str, Anchor]]


class EdgeQueue:
    """The edges that are not followed yet.

    `rank` says how soon to follow an edge (None: not yet); it changes only when a name is bound
    that the edge has to do with.
    """

    def __init__(self, edges: Iterable[Edge], rank: Callable[[Edge], int | None]) -> None:
        self._rank = rank
        self._left = {edge: place for place, edge in enumerate(edges)}
        self._by_name: dict[str, list[Edge]] = {}
        self._heap: list[tuple[int, int, Edge]] = []
        for edge in self._left:
            for name in {edge.left, edge.right, *edge.binds, *edge.requires}:
                self._by_name.setdefault(name, []).append(edge)
            self._enter(edge)

    def __bool__(self) -> bool:
        return bool(self._left)

    def _enter(self, edge: Edge) -> None:
        rank = self._rank(edge)
        if rank is not None:
            heappush(self._heap, (rank, self._left[edge], edge))

    def bound(self, names: Iterable[str]) -> None:
        """Take note that `names` have their values now."""
        for name in names:
            for edge in self._by_name.get(name, ()):
                if edge in self._left:
                    self._enter(edge)

    def discard(self, edge: Edge) -> None:
        """Take out an edge that is followed."""
        self._left.pop(edge, None)

    def take(self) -> Edge | None:
        """Take out the edge to follow next, the first of those alike; None where there is none."""
        while self._heap:
            rank, _, edge = heappop(self._heap)
            if edge not in self._left:
                continue
            now = self._rank(edge)
            if now == rank:
                del self._left[edge]
                return edge
            if now is not None:
                heappush(self._heap, (now, self._left[edge], edge))
        return None


class AnchorQueue:
    """The nodes and relationships that are not reached yet, each with its best anchor.

    A node that an index will find once others are bound waits for them, unless there are only
    such nodes. Of anchors that cost the same the first one is taken, nodes before relationships.
    """

    def __init__(
        self,
        graph: PatternGraph,
        free: Collection[str],
        nodes: NodeAnchors,
        relationships: RelationshipAnchors,
    ) -> None:
        self._graph = graph
        self._nodes = nodes
        self._relationships = relationships
        self._free = dict.fromkeys(free)
        self._edges = {
            edge.name: edge
            for edge in graph.edges
            if isinstance(edge, FixedEdge) and edge.name in graph.new
        }
        self._places = {name: place for place, name in enumerate((*self._free, *self._edges))}
        self._versions = dict.fromkeys(self._places, 0)
        self._stale = dict.fromkeys(self._places)
        self._soon: set[str] = set()
        """Nodes that need not wait for others."""
        self._now: Heap = []
        self._later: Heap = []

    def __bool__(self) -> bool:
        return bool(self._free)

    def bound(self, names: Collection[str]) -> None:
        """Take note that `names` have their values now; no predicate on them is placed yet."""
        for name in names:
            self._free.pop(name, None)
            self._edges.pop(name, None)
            self._soon.discard(name)
        pending = self._graph.pending
        for name in names:
            for conjunct in pending.of(name):
                self._stale.update(dict.fromkeys(conjunct.needs))

    def best(self) -> Anchor:
        """The anchor to start at next; there must be a node left."""
        for name in self._stale:
            if name in self._free:
                self._enter_node(name)
            elif name in self._edges:
                self._enter_edge(self._edges[name])
        self._stale.clear()
        heaps = (self._now,) if self._soon else (self._now, self._later)
        tops = [heap[0] for heap in heaps if self._clear_top(heap)]
        return min(tops, key=lambda entry: entry[:2])[-1]

    def _clear_top(self, heap: Heap) -> bool:
        """Drop what is out of date from the top; whether anything is left."""
        while heap:
            _, _, version, name, _ = heap[0]
            if self._versions[name] == version and (name in self._free or name in self._edges):
                return True
            heappop(heap)
        return False

    def _enter_node(self, name: str) -> None:
        anchor = self._nodes.best(name)
        waits = self._nodes.will_seek(name)
        if waits:
            self._soon.discard(name)
        else:
            self._soon.add(name)
        self._enter(self._later if waits and anchor.cost[0] > RANGE else self._now, name, anchor)

    def _enter_edge(self, edge: FixedEdge) -> None:
        anchor = self._relationships.best(edge)
        if anchor is not None:
            self._enter(self._now, edge.name, anchor)

    def _enter(self, heap: Heap, name: str, anchor: Anchor) -> None:
        self._versions[name] += 1
        place = self._places[name]
        heappush(heap, (anchor.cost, place, self._versions[name], name, anchor))
