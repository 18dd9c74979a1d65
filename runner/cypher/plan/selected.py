"""Plans a path with a selector (``SHORTEST k``, ``shortestPath()`` and so on)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import unsupported
from runner.cypher.plan.operators.shortest import (
    ShortestPath,
    StatefulShortestPath,
    StatefulShortestPathInto,
)
from runner.cypher.plan.operators.shortest_search import Leg
from runner.cypher.plan.operators.walk import Segment, Step
from runner.cypher.plan.pattern_graph import REVERSE, FixedEdge, SelectedEdge, WalkEdge

if TYPE_CHECKING:
    from runner.cypher.plan.match import MatchPlanner
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.predicates import Conjunct, Pending

_KNOWN = ("any", "shortest", "all shortest", "shortest groups", "shortestPath", "allShortestPaths")


def plan_selected(match: MatchPlanner, edge: SelectedEdge) -> Operator:
    """The selected paths of `edge` on top of what `match` has planned so far."""
    planner, graph, selector = match.planner, match.graph, edge.selector
    if selector.kind not in _KNOWN:
        raise unsupported(planner.text, selector.start, f"the path selector {selector.kind}")
    tests = list(edge.tests)
    if edge.legacy:
        inner = match.bound | edge.binds | {edge.left, edge.right}
        own = [c for c in graph.pending if c.needs & edge.binds and c.needs <= inner]
        tests += own
        graph.pending.remove(own)
    backward = not match.is_bound(edge.left)
    into = match.is_bound(edge.left) and match.is_bound(edge.right)
    back = _legs(match, edge, list(tests), backward=True) if into else ()
    legs = _legs(match, edge, tests, backward=backward)
    slots = graph.scope.slots
    start, end = slots[edge.left], slots[edge.right]
    if backward:
        start, end = end, start
    compiler = planner.compiler(graph.scope)
    path = None
    if edge.path is not None:
        pieces = tuple((part.trail, part.is_list) for part in edge.edges)
        path = (edge.path[1], slots[edge.left], pieces)
    kind = (
        ShortestPath if edge.legacy
        else StatefulShortestPathInto if into
        else StatefulShortestPath
    )  # fmt: skip
    count = selector.count
    return kind(
        match.operator,
        start,
        end,
        legs,
        None if count is None else planner.compiler(graph.scope.empty()).compile(count),
        tuple(compiler.predicate(conjunct.expression) for conjunct in tests),
        path,
        edge.shown,
        back=back,
        backward=backward,
        groups=selector.kind in ("all shortest", "shortest groups", "allShortestPaths"),
        mode=_mode(match, edge),
    )


def _legs(
    match: MatchPlanner, edge: SelectedEdge, tests: list[Conjunct], *, backward: bool
) -> tuple[Leg, ...]:
    """The parts in the order of the search; predicates that one part decides leave `tests`."""
    slots = match.graph.scope.slots
    compiler = match.planner.compiler(match.graph.scope)
    parts = edge.edges[::-1] if backward else edge.edges
    legs: list[Leg] = []
    for part in parts:
        after = part.left if backward else part.right
        if after in (edge.left, edge.right):
            # What the end must satisfy, where the search is to find the end.
            here = [] if match.is_bound(after) else _take_pending(match.graph.pending, after)
        else:
            here = _take(tests, after)
        legs.append(
            Leg(
                _segment(match, part, tests, _mode(match, edge), backward=backward),
                slots[after],
                tuple(compiler.predicate(conjunct.expression) for conjunct in here),
                (part.trail, part.is_list),
                part.groups if isinstance(part, WalkEdge) else (),
            )
        )
    return tuple(legs)


def _mode(match: MatchPlanner, edge: SelectedEdge) -> str:
    """The stricter of the path's mode and the MATCH's."""
    return "WALK" if match.walks else "ACYCLIC" if edge.mode == "ACYCLIC" else "TRAIL"


def _segment(
    match: MatchPlanner,
    part: FixedEdge | WalkEdge,
    tests: list[Conjunct],
    mode: str,
    *,
    backward: bool,
) -> Segment:
    if isinstance(part, WalkEdge):
        return part.segment(match.planner, match.graph.scope, mode, backward=backward)
    slots = match.graph.scope.slots
    compiler = match.planner.compiler(match.graph.scope)
    own = tuple(compiler.predicate(c.expression) for c in _take(tests, part.name))
    ends = (slots[part.left], slots[part.right])
    before, after = ends[::-1] if backward else ends
    direction = REVERSE[part.direction] if backward else part.direction
    step = Step(part.types, direction, (before, part.trail, after), own)
    return Segment((step,), 1, 1, backward=backward, mode=mode)


def _take(tests: list[Conjunct], name: str) -> list[Conjunct]:
    """The predicates on `name` alone, taken out of `tests`."""
    taken = [conjunct for conjunct in tests if conjunct.needs == {name}]
    tests[:] = [conjunct for conjunct in tests if conjunct not in taken]
    return taken


def _take_pending(pending: Pending, name: str) -> list[Conjunct]:
    """The same of predicates that are not placed yet."""
    taken = [conjunct for conjunct in pending.of(name) if conjunct.needs == {name}]
    pending.remove(taken)
    return taken
