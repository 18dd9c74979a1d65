"""The free variables of an expression: those that it does not bring with it."""

from __future__ import annotations

from collections.abc import Iterator

from runner.cypher.syntax.base import Syntax, children
from runner.cypher.syntax.expressions import (
    AllReduce,
    ListComprehension,
    PatternComprehension,
    PatternPredicate,
    Quantified,
    Reduce,
    ShortestPathExpression,
    Subquery,
    Variable,
)

_OVER_LIST = (ListComprehension, Quantified)
_REDUCTIONS = (Reduce, AllReduce)
TOUCHES_GRAPH = (PatternComprehension, PatternPredicate, ShortestPathExpression, Subquery)
"""Expressions that read the graph, with patterns and queries in them."""


def free_variables(
    node: Syntax, bound: frozenset[str] = frozenset(), *, queries: bool = False
) -> Iterator[Variable]:
    """The variables that `node` takes from around it, in the order of the text.

    Patterns and subqueries are left out: what is new in them depends on the scope. With `queries`
    all variables of EXISTS, COUNT and COLLECT are given that no expression in them brings.
    """
    if isinstance(node, Variable):
        if node.name not in bound:
            yield node
        return
    if isinstance(node, TOUCHES_GRAPH) and not (queries and isinstance(node, Subquery)):
        return
    if isinstance(node, _OVER_LIST):
        yield from free_variables(node.source, bound, queries=queries)
        inner = bound | {node.variable.name}
        for part in children(node):
            if part is not node.source and part is not node.variable:
                yield from free_variables(part, inner, queries=queries)
        return
    if isinstance(node, _REDUCTIONS):
        yield from free_variables(node.initial, bound, queries=queries)
        yield from free_variables(node.source, bound, queries=queries)
        inner = bound | {node.variable.name, node.accumulator.name}
        yield from free_variables(node.step, inner, queries=queries)
        if isinstance(node, AllReduce):
            yield from free_variables(node.predicate, inner, queries=queries)
        return
    for part in children(node):
        yield from free_variables(part, bound, queries=queries)


def touches_graph(node: Syntax) -> bool:
    """Whether the expression reads the graph."""
    return isinstance(node, TOUCHES_GRAPH) or any(touches_graph(part) for part in children(node))
