"""The pattern of a MATCH as a graph: nodes by name, edges between them, predicates on both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.operators.walk import Group, Segment, Step
from runner.cypher.plan.predicates import Conjunct, Pending, names_in

if TYPE_CHECKING:
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import NodePattern, Quantifier, Selector

REVERSE = {"->": "<-", "<-": "->", "-": "-"}
"""Each direction of a relationship pattern, seen from the other end."""


class Edge:
    """What connects two nodes of the pattern, named as in the pattern's scope.

    Attributes:
        left, right: The nodes, in the order of the pattern.
        trail: The slot of its relationship, or of the list of its relationships.
        is_list: Which of the two.
        types: The types its relationships may have, None for any.
        binds: The names that it binds beside its nodes.
        requires: Names of the same MATCH that must be bound first.
        shown: Its text.
    """

    __slots__ = ("binds", "is_list", "left", "requires", "right", "shown", "trail", "types")

    def __init__(
        self,
        left: str,
        right: str,
        trail: int,
        types: tuple[str, ...] | None,
        binds: frozenset[str],
        shown: str,
        *,
        is_list: bool,
    ) -> None:
        self.left = left
        self.right = right
        self.trail = trail
        self.types = types
        self.binds = binds
        self.shown = shown
        self.is_list = is_list
        self.requires: frozenset[str] = frozenset()


class FixedEdge(Edge):
    """One relationship; `name` is its variable (perhaps hidden)."""

    __slots__ = ("direction", "name")

    def __init__(
        self,
        left: str,
        right: str,
        name: str,
        slot: int,
        types: tuple[str, ...] | None,
        direction: str,
        shown: str,
    ) -> None:
        super().__init__(left, right, slot, types, frozenset((name,)), shown, is_list=False)
        self.name = name
        self.direction = direction


class Iteration:
    """What one iteration of a quantified part goes through, in the order of the pattern.

    Attributes:
        nodes, relationships: The slots of the variables that stand for one iteration's parts.
        steps: Types and direction of each relationship.
        names: Those slots by name: what the predicates inside see instead of the groups.
        tests: The predicates inside.
    """

    __slots__ = ("names", "nodes", "relationships", "steps", "tests")

    def __init__(self) -> None:
        self.nodes: list[int] = []
        self.relationships: list[int] = []
        self.steps: list[tuple[tuple[str, ...] | None, str]] = []
        self.names: dict[str, int] = {}
        self.tests: list[Expression] = []


class WalkEdge(Edge):
    """A quantified part: `lower` to `upper` times one `iteration`; `acyclic`: no node twice."""

    __slots__ = ("acyclic", "groups", "iteration", "lower", "upper")

    def __init__(
        self,
        left: str,
        right: str,
        trail: int,
        iteration: Iteration,
        quantifier: Quantifier,
        groups: tuple[tuple[str, Group | None], ...],
        shown: str,
    ) -> None:
        single = iteration.steps[0][0] if len(iteration.steps) == 1 else None
        names = frozenset(name for name, _ in groups)
        super().__init__(left, right, trail, single, names, shown, is_list=True)
        self.acyclic = False
        self.iteration = iteration
        self.lower = quantifier.lower
        self.upper = quantifier.upper
        self.groups = tuple(group for _, group in groups if group is not None)

    def segment(self, planner: Planner, scope: Scope, mode: str, *, backward: bool) -> Segment:
        """The part as it is walked, with its predicates compiled."""
        inner = scope.child()
        inner.slots.update(self.iteration.names)
        compiler = planner.compiler(inner)
        iteration = self.iteration
        nodes, along, steps = iteration.nodes, iteration.relationships, iteration.steps
        if backward:
            nodes, along, steps = nodes[::-1], along[::-1], steps[::-1]
        known = {nodes[0]}
        waiting = [
            (
                {
                    slot
                    for name in names_in(test)
                    if (slot := iteration.names.get(name)) is not None
                },
                test,
            )
            for test in iteration.tests
        ]
        made: list[Step] = []
        for number, (types, direction) in enumerate(steps):
            known |= {along[number], nodes[number + 1]}
            ready = [test for needs, test in waiting if needs <= known]
            waiting = [entry for entry in waiting if not entry[0] <= known]
            made.append(
                Step(
                    types,
                    REVERSE[direction] if backward else direction,
                    (nodes[number], along[number], nodes[number + 1]),
                    tuple(compiler.predicate(test) for test in ready),
                )
            )
        if self.acyclic:
            mode = "ACYCLIC"
        return Segment(tuple(made), self.lower, self.upper, backward=backward, mode=mode)


class SelectedEdge(Edge):
    """A whole path of which only selected ones are wanted.

    Attributes:
        edges: Its parts.
        mode: Its path mode, as in `runner.cypher.syntax.patterns.PathPattern`.
        inside: The predicates on what is inside it, and `tests` the same, ready to be placed.
        path: The path variable and its slot, or None.
    """

    __slots__ = ("edges", "inside", "mode", "path", "selector", "tests")

    def __init__(
        self,
        edges: tuple[FixedEdge | WalkEdge, ...],
        inner: frozenset[str],
        selector: Selector,
        mode: str | None,
        inside: list[Expression],
        path: tuple[str, int] | None,
        shown: str,
    ) -> None:
        super().__init__(edges[0].left, edges[-1].right, -1, None, inner, shown, is_list=True)
        self.edges = edges
        self.selector = selector
        self.mode = mode
        self.inside = inside
        self.tests: list[Conjunct] = []
        self.path = path

    @property
    def legacy(self) -> bool:
        """Whether it is written ``shortestPath(…)`` or ``allShortestPaths(…)``."""
        return self.selector.kind in ("shortestPath", "allShortestPaths")


class PathVariable:
    """A path variable that is bound when its nodes and `edges` are; `acyclic`: no node twice."""

    __slots__ = ("acyclic", "edges", "name", "slot", "start")

    def __init__(
        self, name: str, slot: int, start: str, edges: tuple[Edge, ...], *, acyclic: bool
    ) -> None:
        self.name = name
        self.slot = slot
        self.start = start
        self.edges = edges
        self.acyclic = acyclic


class PatternGraph:
    """All parts of one MATCH.

    Attributes:
        scope: Every variable of the pattern, hidden ones for what has no name included.
        new: The names that were not bound before.
        nodes: The names of all its nodes, in order.
        edges: What connects them.
        paths: The path variables.
        pending: The predicates, none of them placed yet.
    """

    __slots__ = ("edges", "new", "nodes", "paths", "pending", "scope", "visible")

    def __init__(self, scope: Scope) -> None:
        self.visible = scope
        self.scope = scope.child()
        self.new: set[str] = set()
        self.nodes: dict[str, NodePattern | None] = {}
        self.edges: list[Edge] = []
        self.paths: list[PathVariable] = []
        self.pending = Pending()
