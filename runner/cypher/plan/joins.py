"""Joins two parts of a MATCH that nothing connects but an equality of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.operators.combine import ValueHashJoin
from runner.cypher.plan.operators.rows import Filter
from runner.cypher.plan.predicates import (
    comparisons,
    is_one_comparison,
    names_in,
    property_of,
    within,
)

if TYPE_CHECKING:
    from runner.cypher.plan.match import MatchPlanner
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.predicates import Conjunct
    from runner.cypher.syntax.expressions import Expression


def plan_hash_join(match: MatchPlanner, leaf: Operator, name: str) -> Operator | None:
    """What `match` has so far, joined with the nodes `name` that `leaf` finds.

    None where no predicate ``name.key = value`` says which belong together.
    """
    graph = match.graph
    found = _join_predicate(match, name)
    if found is None:
        return None
    conjunct, own, other = found
    graph.pending.remove([conjunct])
    compiler = match.planner.compiler(graph.scope)
    right = leaf
    alone = [c for c in graph.pending.of(name) if c.needs == {name}]
    if alone:
        graph.pending.remove(alone)
        tests = tuple(compiler.predicate(c.expression) for c in alone)
        right = Filter(right, tests, " AND ".join(c.shown for c in alone))
    return ValueHashJoin(
        match.operator,
        right,
        compiler.compile(other),
        compiler.compile(own),
        (graph.scope[name],),
        conjunct.shown,
    )


def _join_predicate(
    match: MatchPlanner, name: str
) -> tuple[Conjunct, Expression, Expression] | None:
    """A predicate that equates a property of `name` with what is bound: itself, both sides."""
    new = match.graph.new
    for conjunct in match.graph.pending.of(name):
        if not is_one_comparison(conjunct):
            continue
        for own, operator, other in comparisons(conjunct):
            needs = names_in(other) & new
            if (
                operator == "="
                and property_of(own, name) is not None
                and needs
                and within(needs, match.bound)
            ):
                return conjunct, own, other
    return None
