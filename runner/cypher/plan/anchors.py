"""Where a pattern may start: what an anchor is, and the predicates that make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.plan.predicates import (
    Bound,
    Conjunct,
    Equality,
    comparisons,
    identity_of,
    names_in,
    property_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.runtime import Eval
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.pattern_graph import FixedEdge, PatternGraph
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.expressions import Expression

SEEK, LOOKUP, RANGE, SCAN, ALL = range(5)
"""Classes of anchors, best first; within one, fewer rows win. A plan outlives the counts that it
was made with, so no count lets a scan win over a seek."""


class Anchor(NamedTuple):
    """A way to start: what it costs, what it answers, how it is made."""

    cost: tuple[int, int]
    """Its class, and roughly how many rows."""
    binds: tuple[str, ...]
    answers: tuple[Conjunct, ...]
    """The predicates that need no filter any more."""
    depends: bool
    """Whether it reads variables of the same MATCH."""
    make: Callable[[], Operator]
    edge: FixedEdge | None = None
    """The relationship that it binds, with its nodes."""


class Identity(NamedTuple):
    """``id(x) = value`` or ``elementId(x) IN values``."""

    element: bool
    many: bool
    value: Expression
    conjunct: Conjunct


class Finder:
    """Finds what the pending predicates of one pattern graph say about its parts."""

    def __init__(self, planner: Planner, graph: PatternGraph, bound: set[str]) -> None:
        self.planner = planner
        self.graph = graph
        self.bound = bound
        """The new variables that are bound by now; grows while planning."""

    def compared(self, name: str, *, waiting: bool = False) -> tuple[list[Equality], list[Bound]]:
        """What properties of `name` are compared with.

        Only values that can be computed by now, unless `waiting`.
        """
        equalities: list[Equality] = []
        bounds: list[Bound] = []
        for conjunct in self.graph.pending.of(name):
            for subject, operator, value in comparisons(conjunct):
                key = property_of(subject, name)
                if key is None or name in names_in(value):
                    continue
                if not waiting and not self.is_ready(value):
                    continue
                if operator in ("=", "IN"):
                    equalities.append(Equality(conjunct, key, value, many=operator == "IN"))
                else:
                    bounds.append(Bound(conjunct, key, operator, value))
        return equalities, bounds

    def identities(self, name: str) -> list[Identity]:
        """What the ids of `name` are compared with."""
        found = []
        for conjunct in self.graph.pending.of(name):
            for subject, operator, value in comparisons(conjunct):
                function = identity_of(subject, name)
                if (
                    function is not None
                    and operator in ("=", "IN")
                    and name not in names_in(value)
                    and self.is_ready(value)
                ):
                    found.append(
                        Identity(function == "elementid", operator == "IN", value, conjunct)
                    )
        return found

    def is_ready(self, value: Expression) -> bool:
        """Whether all variables of `value` are bound."""
        return (names_in(value) & self.graph.new) <= self.bound

    def depends(self, *values: Expression) -> bool:
        """Whether `values` read variables of the same MATCH."""
        return any(names_in(value) & self.graph.new for value in values)

    def compile(self, value: Expression) -> Eval:
        """Compile a value that is looked up."""
        return self.planner.compiler(self.graph.scope).compile(value)

    def shown(self, name: str) -> str:
        """A variable as EXPLAIN shows it: nothing where it has no name."""
        return "" if name.startswith(" ") else name
