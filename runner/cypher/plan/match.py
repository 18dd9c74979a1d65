"""Plans a MATCH: which part of the pattern first, then along which edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import type_error, unsupported
from runner.cypher.plan.agenda import AnchorQueue, EdgeQueue
from runner.cypher.plan.anchors import RANGE
from runner.cypher.plan.anchors_node import NodeAnchors
from runner.cypher.plan.anchors_relationship import RelationshipAnchors
from runner.cypher.plan.filter_order import rank
from runner.cypher.plan.guards import Guard, is_fallible
from runner.cypher.plan.joins import filtered_alone, plan_hash_join, plan_lookup
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.combine import Apply, CartesianProduct
from runner.cypher.plan.operators.expand import ExpandAll, ExpandInto, ProjectEndpoints, Unique
from runner.cypher.plan.operators.rows import Filter
from runner.cypher.plan.operators.walk import (
    PathAssembly,
    VarLengthExpand,
    VarLengthExpandInto,
    VarLengthExpandPruning,
    VarLengthExpandPruningInto,
)
from runner.cypher.plan.pattern_graph import (
    REVERSE,
    Edge,
    FixedEdge,
    PatternGraph,
    SelectedEdge,
    WalkEdge,
)
from runner.cypher.plan.patterns import PatternReader
from runner.cypher.store.records import NodeRecord
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.patterns import LabelNot, LabelOr, LabelWildcard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.anchors import Anchor
    from runner.cypher.plan.operators.rows import Test
    from runner.cypher.plan.pattern_graph import PathVariable
    from runner.cypher.plan.planner import Planner
    from runner.cypher.plan.predicates import Conjunct
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import NodePattern, PathPattern
    from runner.errors import EngineError


def plan_match(
    planner: Planner,
    parts: tuple[PathPattern, ...],
    predicate: Expression | None,
    scope: Scope,
    source: Operator,
    mode: str | None,
) -> Operator:
    """All matches of `parts`, per row of `source`; see `Planner.match`."""
    graph = PatternReader(planner, scope, mode).read(parts, predicate)
    return MatchPlanner(planner, graph, source, mode).plan()


class MatchPlanner:
    """Plans one pattern graph step by step; `plan` is the operator so far."""

    def __init__(
        self, planner: Planner, graph: PatternGraph, source: Operator, mode: str | None
    ) -> None:
        self.planner = planner
        self.graph = graph
        self.operator = source
        self.walks = mode == "REPEATABLE ELEMENTS"
        self.bound: set[str] = set()
        self.done: dict[Edge, None] = {}
        self.node_anchors = NodeAnchors(planner, graph, self.bound)
        self.anchors = AnchorQueue(
            graph,
            self._free_nodes(),
            self.node_anchors,
            RelationshipAnchors(planner, graph, self.bound),
        )
        self.edges = EdgeQueue(graph.edges, self._rank)
        self.paths = _PathsByPart(graph.paths)

    def plan(self) -> Operator:
        """The whole pattern on top of the source."""
        self._require_lone_nodes()
        late = self._place_early([c for c in self.graph.pending if not c.needs])
        self._place_paths(self.paths.of((path.start for path in self.graph.paths), ()))
        while True:
            edge = self.edges.take()
            if edge is not None:
                self._along(edge)
            elif not self._anchor():
                break
            if late:
                self._ask(late)
                late = []
        for conjunct in self.graph.pending:
            raise unsupported(self.planner.text, conjunct.expression.start, "this predicate")
        return self.operator

    def _free_nodes(self) -> list[str]:
        """The nodes that have to be found, but those inside a path that is searched as a whole."""
        inside = {
            name
            for edge in self.graph.edges
            if isinstance(edge, SelectedEdge)
            for name in edge.binds
        }
        new = self.graph.new
        return [name for name in self.graph.nodes if name in new and name not in inside]

    def _require_lone_nodes(self) -> None:
        """A node that is bound before and stands alone matches unless it is null."""
        joined = {name for edge in self.graph.edges for name in (edge.left, edge.right)}
        names = [n for n in self.graph.nodes if n not in self.graph.new and n not in joined]
        for name in names:
            slot = self.graph.scope.slots[name]

            pattern = self.graph.nodes[name]

            def present(
                row: Row, _state: State, slot: int = slot, pattern: NodePattern | None = pattern
            ) -> bool:
                value = row[slot]
                if value is not None and type(value) is not NodeRecord:
                    raise _no_node(value, pattern)
                return value is not None

            self.operator = Filter(self.operator, (present,), f"{name} IS NOT NULL")

    def is_bound(self, name: str) -> bool:
        """Whether a variable has its value by now."""
        return name in self.bound or name not in self.graph.new

    def _rank(self, edge: Edge) -> int | None:
        """How soon to follow `edge`; None while it cannot be followed."""
        if not all(self.is_bound(name) for name in edge.requires):
            return None
        ends = self.is_bound(edge.left) + self.is_bound(edge.right)
        if isinstance(edge, FixedEdge):
            if self.is_bound(edge.name):
                return 0
            return (None, 3 if edge.types else 4, 1)[ends]
        if isinstance(edge, SelectedEdge):
            if ends == 1 and not edge.legacy and not self._can_seek(edge):
                return 7
            return 6 if ends == 2 else None
        return (None, 5, 2)[ends]

    def _can_seek(self, edge: Edge) -> bool:
        """Whether the end of `edge` that is not bound can be found without a scan.

        Then it is found first: a search between two nodes ends sooner than one to all.
        """
        free = edge.right if self.is_bound(edge.left) else edge.left
        return self.node_anchors.best(free).cost[0] <= RANGE

    def _along(self, edge: Edge) -> None:
        if isinstance(edge, FixedEdge):
            self._fixed(edge)
        elif isinstance(edge, WalkEdge):
            self._walk(edge)
        elif isinstance(edge, SelectedEdge):
            from runner.cypher.plan.selected import plan_selected

            self.operator = plan_selected(self, edge)
        self._bind(edge)

    def _bind(self, edge: Edge) -> None:
        self.done[edge] = None
        self._have(({edge.left, edge.right, *edge.binds} & self.graph.new) - self.bound, edge)

    def _have(self, names: set[str], edge: Edge | None = None) -> None:
        """Go on with `names` bound and `edge` followed: place what waited for them."""
        self.bound |= names
        self.anchors.bound(names)
        self.edges.bound(names)
        self._place(self.graph.pending.ready(names, self.bound))
        self._place_paths(self.paths.of(names, () if edge is None else (edge,)))

    def unique(self, edge: Edge) -> Unique:
        """What the relationships of `edge` must differ from."""
        if self.walks:
            return Unique()
        others = [other for other in self.done if _may_share(edge.types, other.types)]
        return Unique(
            tuple(other.trail for other in others if not other.is_list),
            tuple(other.trail for other in others if other.is_list and other.trail >= 0),
        )

    def shown(self, edge: Edge) -> str:
        """An edge with its ends, as EXPLAIN shows it."""
        left, right = ("" if name.startswith(" ") else name for name in (edge.left, edge.right))
        return f"({left}){edge.shown}({right})"

    def _fixed(self, edge: FixedEdge) -> None:
        slots = self.graph.scope.slots
        left, right = slots[edge.left], slots[edge.right]
        shown, unique = self.shown(edge), self.unique(edge)
        have_left, have_right = self.is_bound(edge.left), self.is_bound(edge.right)
        if self.is_bound(edge.name):
            self.operator = ProjectEndpoints(
                self.operator, edge.trail, (left, right), (have_left, have_right),
                edge.types, edge.direction, unique, shown,
            )  # fmt: skip
        elif have_left and have_right:
            triple = (left, edge.trail, right)
            self.operator = ExpandInto(
                self.operator, triple, edge.types, edge.direction, unique, shown
            )
        else:
            direction = edge.direction if have_left else REVERSE[edge.direction]
            triple = (left, edge.trail, right) if have_left else (right, edge.trail, left)
            self.operator = ExpandAll(self.operator, triple, edge.types, direction, unique, shown)

    def _walk(self, edge: WalkEdge) -> None:
        slots = self.graph.scope.slots
        backward = not self.is_bound(edge.left)
        into = self.is_bound(edge.left) and self.is_bound(edge.right)
        mode = "WALK" if self.walks else "TRAIL"
        segment = edge.segment(self.planner, self.graph.scope, mode, backward=backward)
        start, end = slots[edge.left], slots[edge.right]
        if backward:
            start, end = end, start
        kinds = _PRUNING if self._may_prune(edge) else _EVERY_WAY
        kind = kinds[into]
        self.operator = kind(
            self.operator, (start, edge.trail, end), segment, edge.groups,
            self.unique(edge), self.shown(edge),
        )  # fmt: skip

    def _may_prune(self, edge: WalkEdge) -> bool:
        """Whether of the ways along `edge` only the nodes count that they lead to."""
        if self.planner.repeats_matter or self.walks or edge.binds or edge.acyclic:
            return False
        steps = edge.iteration.steps
        one_way = steps[0][1] != "-" or edge.lower == 0
        if len(steps) > 1 or edge.lower > 1 or not one_way or self.paths.of((), (edge,)):
            return False
        others = (other for other in self.graph.edges if other is not edge)
        return not any(_may_share(edge.types, other.types) for other in others)

    def _anchor(self) -> bool:
        """Start at what is not yet reached; False where nothing is left."""
        if not self.anchors:
            if self.edges:
                raise unsupported(self.planner.text, 0, "a pattern that depends on itself")
            return False
        self._start(self.anchors.best())
        return True

    def _start(self, anchor: Anchor) -> None:
        leaf = anchor.make()
        self.graph.pending.remove(anchor.answers)
        if isinstance(self.operator, Argument):
            self.operator = leaf
        elif anchor.depends:
            self.operator = Apply(self.operator, leaf)
        elif not self.bound:
            join = None if anchor.edge is not None else plan_lookup(self, leaf, anchor.binds[0])
            self.operator = join or Apply(self.operator, leaf)
        else:
            join = None
            if anchor.edge is None:
                (name,) = anchor.binds
                join = plan_hash_join(self, leaf, name)
                leaf = leaf if join else filtered_alone(self, leaf, name)
            self.operator = join or CartesianProduct(self.operator, leaf)
        if anchor.edge is not None:
            unique = self.unique(anchor.edge)
            if unique:
                self.operator = _unique_filter(self.operator, anchor.edge, unique)
            self.edges.discard(anchor.edge)
            self._bind(anchor.edge)
        else:
            self._have(set(anchor.binds))

    def _place_paths(self, paths: Iterable[PathVariable]) -> None:
        """Bind those of `paths` whose parts are all there."""
        for path in paths:
            if path.name in self.bound or not self.is_bound(path.start):
                continue
            if not all(edge in self.done for edge in path.edges):
                continue
            slots = self.graph.scope.slots
            pieces = tuple((edge.trail, edge.is_list) for edge in path.edges)
            self.operator = PathAssembly(
                self.operator, path.slot, slots[path.start], pieces, path.name.strip()
            )
            if path.acyclic:
                self.operator = _acyclic_filter(self.operator, path.slot)
            self._have({path.name})

    def _place_early(self, conjuncts: list[Conjunct]) -> list[Test]:
        """Put predicates that need nothing of the pattern below it; give what to ask above."""
        compiler = self.planner.compiler(self.graph.scope)
        fallible = [c for c in conjuncts if is_fallible(c.expression)]
        if not fallible or self._continues():
            self._place(conjuncts)
            return []
        guards = [Guard(c.expression, compiler.predicate(c.expression)) for c in fallible]
        self.graph.pending.remove(fallible)
        self._place([conjunct for conjunct in conjuncts if conjunct not in fallible])
        shown = " AND ".join(self.planner.shown(c.expression, c.shown) for c in fallible)
        self.operator = Filter(self.operator, tuple(guard.early for guard in guards), shown)
        return [guard.late for guard in guards]

    def _ask(self, tests: list[Test]) -> None:
        """Ask `tests` of what is found, together with the predicates that were just placed."""
        source, shown = self.operator, ""
        if type(source) is Filter:
            tests, shown, source = [*source.tests, *tests], source.shown, source.sources[0]
        self.operator = Filter(source, tuple(tests), shown)

    def _continues(self) -> bool:
        """Whether a node or a relationship of the pattern is there before it."""
        edges = (edge for edge in self.graph.edges if isinstance(edge, FixedEdge))
        return any(map(self.is_bound, self.graph.nodes)) or any(
            self.is_bound(edge.name) for edge in edges
        )

    def _place(self, conjuncts: list[Conjunct]) -> None:
        """Put predicates that have all they need on top."""
        self.operator = self.filtered(self.operator, conjuncts)

    def filtered(self, source: Operator, conjuncts: list[Conjunct]) -> Operator:
        """`source` with predicates on top, the cheapest first; they wait no more."""
        if not conjuncts:
            return source
        self.graph.pending.remove(conjuncts)
        conjuncts = sorted(conjuncts, key=lambda conjunct: rank(conjunct.expression))
        compiler = self.planner.compiler(self.graph.scope)
        tests = tuple(compiler.predicate(conjunct.expression) for conjunct in conjuncts)
        shown = " AND ".join(self.planner.shown(c.expression, c.shown) for c in conjuncts)
        return Filter(source, tests, shown)


_EVERY_WAY = (VarLengthExpand, VarLengthExpandInto)
_PRUNING = (VarLengthExpandPruning, VarLengthExpandPruningInto)


class _PathsByPart:
    """Path variables, found by their first node and by their edges."""

    def __init__(self, paths: Iterable[PathVariable]) -> None:
        self._by_start: dict[str, list[PathVariable]] = {}
        self._by_edge: dict[Edge, list[PathVariable]] = {}
        for path in paths:
            self._by_start.setdefault(path.start, []).append(path)
            for edge in path.edges:
                self._by_edge.setdefault(edge, []).append(path)

    def of(self, names: Iterable[str], edges: Iterable[Edge]) -> list[PathVariable]:
        """The paths that start at any of `names` or go along any of `edges`."""
        found = [path for name in names for path in self._by_start.get(name, ())]
        found += [path for edge in edges for path in self._by_edge.get(edge, ())]
        return list(dict.fromkeys(found))


def _may_share(left: tuple[str, ...] | None, right: tuple[str, ...] | None) -> bool:
    return left is None or right is None or not set(left).isdisjoint(right)


def _unique_filter(source: Operator, edge: FixedEdge, unique: Unique) -> Operator:
    def free(row: Row, _state: State) -> bool:
        return unique.free(row[edge.trail], row)

    return Filter(source, (free,), f"{edge.shown.strip('-<>')} is new")


def _acyclic_filter(source: Operator, slot: int) -> Operator:
    def acyclic(row: Row, _state: State) -> bool:
        nodes = row[slot].nodes
        return len(set(nodes)) == len(nodes)

    return Filter(source, (acyclic,), "ACYCLIC")


def _no_node(value: Any, pattern: NodePattern | None) -> EngineError:
    """A node that is bound before is none; the server finds that at what it tests first."""
    labels = () if pattern is None or pattern.labels is None else walk(pattern.labels)
    if any(isinstance(part, (LabelNot, LabelOr, LabelWildcard)) for part in labels):
        from runner.cypher.plan.writes_names import not_a_node

        return not_a_node(value)
    if pattern is not None and pattern.properties is not None:
        return type_error(f"Type mismatch: expected a map but was {describe(value)}")
    return type_error(f"Expected a Node, got: {describe(value)}")
