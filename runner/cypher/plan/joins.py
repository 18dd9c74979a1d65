"""Joins two parts of a MATCH that nothing connects but an equality of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.operators.combine import ValueHashJoin
from runner.cypher.plan.operators.scans import AllNodesScan, NodeByLabelScan
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
    return ValueHashJoin(
        match.operator,
        filtered_alone(match, leaf, name),
        compiler.compile(other),
        compiler.compile(own),
        (graph.scope[name],),
        conjunct.shown,
    )


def filtered_alone(match: MatchPlanner, leaf: Operator, name: str) -> Operator:
    """`leaf`, which finds the nodes `name`, with the predicates that are about nothing else."""
    pending = match.graph.pending.of(name)
    return match.filtered(leaf, [c for c in pending if names_in(c.expression) == {name}])


def plan_lookup(match: MatchPlanner, leaf: Operator, name: str) -> Operator | None:
    """The rows before a MATCH, each with those nodes `name` that it names by a value.

    None where `leaf` is no scan, which finds the same nodes for every row and so need be run only
    once, and where no predicate ``name.key = value`` has a value that differs from row to row.
    """
    if type(leaf) not in (AllNodesScan, NodeByLabelScan):
        return None
    for conjunct in match.graph.pending.of(name):
        if conjunct.needs != {name} or not is_one_comparison(conjunct):
            continue
        for own, operator, other in comparisons(conjunct):
            names = names_in(other)
            if operator == "=" and property_of(own, name) and names and name not in names:
                match.graph.pending.remove([conjunct])
                compiler = match.planner.compiler(match.graph.scope)
                keys = compiler.compile(other), compiler.compile(own)
                slots = (match.graph.scope[name],)
                return ValueHashJoin(match.operator, leaf, *keys, slots, conjunct.shown)
    return None


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
