"""The cheapest way to find a relationship of a pattern, and with it both its nodes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from runner.cypher.plan.anchors import ALL, LOOKUP, SCAN, SEEK, Anchor, Finder, Identity
from runner.cypher.plan.operators import scans_relationship as scans
from runner.cypher.plan.predicates import is_one_comparison

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.pattern_graph import FixedEdge
    from runner.cypher.plan.predicates import Equality
    from runner.cypher.store.indexes import RangeIndex


class RelationshipAnchors(Finder):
    """Finds the anchors of relationships."""

    def best(self, edge: FixedEdge) -> Anchor | None:
        """The best way to find the relationship of `edge`; None for a loop in the pattern."""
        if edge.left == edge.right:
            return None
        return self._identity_seek(edge) or self._index_seek(edge) or self._scan(edge)

    def _anchor(
        self, edge: FixedEdge, cost: tuple[int, int], make: Callable[[], Operator]
    ) -> Anchor:
        return Anchor(cost, (edge.name, edge.left, edge.right), (), False, make, edge)

    def _ends(self, edge: FixedEdge) -> tuple[int, int]:
        """The slots of the start and the end; of the left and right where it is both ways."""
        slots = self.graph.scope.slots
        ends = (slots[edge.left], slots[edge.right])
        return ends[::-1] if edge.direction == "<-" else ends

    def _shown(self, edge: FixedEdge) -> str:
        return f"({self.shown(edge.left)}){edge.shown}({self.shown(edge.right)})"

    def _identity_seek(self, edge: FixedEdge) -> Anchor | None:
        for identity in self.identities(edge.name):
            # The seek does not look at types.
            if edge.types is not None:
                return None
            anchor = self._anchor(edge, (SEEK, 1), partial(self._by_identity, edge, identity))
            whole = (identity.conjunct,) if is_one_comparison(identity.conjunct) else ()
            return anchor._replace(answers=whole, depends=self.depends(identity.value))
        return None

    def _by_identity(self, edge: FixedEdge, identity: Identity) -> Operator:
        return scans.RelationshipByIdSeek(
            edge.trail,
            self._ends(edge),
            self.compile(identity.value),
            self._shown(edge),
            element=identity.element,
            many=identity.many,
            both=edge.direction == "-",
            held=self.planner.updates,
        )

    def _index_seek(self, edge: FixedEdge) -> Anchor | None:
        if edge.types is None or len(edge.types) != 1:
            return None
        equalities, _ = self.compared(edge.name)
        by_key = {e.key: e for e in equalities if not e.many}
        for index in self.planner.graph.schema.relationship_indexes.get(edge.types[0], ()):
            if not by_key.keys() >= set(index.properties):
                continue
            used = [by_key[key] for key in index.properties]
            anchor = self._anchor(edge, (LOOKUP, 1), partial(self._by_index, edge, index, used))
            return anchor._replace(depends=self.depends(*(e.value for e in used)))
        return None

    def _by_index(self, edge: FixedEdge, index: RangeIndex, used: list[Equality]) -> Operator:
        return scans.RelationshipIndexSeek(
            edge.trail,
            self._ends(edge),
            index,
            tuple(self.compile(equality.value) for equality in used),
            self._shown(edge),
            both=edge.direction == "-",
            held=self.planner.updates,
        )

    def _scan(self, edge: FixedEdge) -> Anchor:
        both, graph = edge.direction == "-", self.planner.graph
        kind: type[scans.RelationshipTypeScan]
        if edge.types is None:
            every = scans.DirectedAllRelationshipsScan
            kind = scans.UndirectedAllRelationshipsScan if both else every
            cost = (ALL, len(graph.relationships))
        else:
            kind = scans.UndirectedRelationshipTypeScan if both else scans.RelationshipTypeScan
            cost = (SCAN, sum(len(graph.relationships_of_type(each)) for each in edge.types))
        make = partial(
            kind,
            edge.trail,
            self._ends(edge),
            edge.types or (),
            self._shown(edge),
            both=both,
            held=self.planner.updates,
        )
        return self._anchor(edge, cost, make)
