"""Expressions with variables of their own: comprehensions, quantifiers, reductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.syntax.expressions import (
    AllReduce,
    Expression,
    ListComprehension,
    Quantified,
    Reduce,
    Variable,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_ACCUMULATOR = "accumulator is {expected} but expression has type {given}"
_REDUCTION = "accumulator is {expected} but reduction has type {given}"


def list_comprehension(walk: Walk, node: ListComprehension) -> Types:
    """``[x IN list WHERE predicate | projection]``."""
    given = walk.expression(node.source)
    found = len(walk.problems)
    source = walk.expect(node.source, given, t.LIST)
    failed = len(walk.problems) > found
    outer = walk.enter(((node.variable, t.element(source)),))
    walk.predicate(node.predicate)
    if node.projection is not None:
        projected = walk.simple(node.projection)
        failed = failed and projected in (t.FAILED, t.UNTYPED)
        source = t.list_of(projected)
    walk.leave(outer)
    return t.FAILED if failed else source


def quantified(walk: Walk, node: Quantified) -> Types:
    """``all``, ``any``, ``none``, ``single``: a predicate is needed (42N70)."""
    if node.predicate is None:
        walk.problems.add(
            node.start,
            f"{node.kind}(...) requires a WHERE predicate",
            "42N70",
            f"The function {node.kind}() requires a WHERE clause.",
        )
    source = _source(walk, node.source)
    outer = walk.enter(((node.variable, t.element(source)),))
    walk.predicate(node.predicate)
    walk.leave(outer)
    return t.BOOLEAN


def reduce_list(walk: Walk, node: Reduce) -> Types:
    """``reduce(accumulator = initial, x IN list | step)``."""
    initial = walk.expression(node.initial)
    source = _source(walk, node.source)
    outer = walk.enter(_step_variables(node, source, initial))
    step = walk.simple(node.step)
    walk.leave(outer)
    fitting = t.coerced(step, initial)
    if fitting:
        return t.upper_bounds(initial, fitting)
    bounds = t.upper_bounds(initial, step)
    if t.coerced(initial, step) or t.same(bounds, step):
        return bounds
    walk.mismatch(node.step, step, initial, "accumulator", _ACCUMULATOR)
    return t.FAILED


def all_reduce(walk: Walk, node: AllReduce) -> Types:
    """``allReduce(accumulator = initial, x IN list | step, predicate)``."""
    initial = walk.expression(node.initial)
    source = _source(walk, node.source)
    outer = walk.enter(_step_variables(node, source, initial))
    step = walk.simple(node.step)
    if not t.coerced(step, initial):
        walk.mismatch(node.step, step, initial, "accumulator", _REDUCTION)
    walk.predicate(node.predicate)
    walk.leave(outer)
    return t.BOOLEAN


def _source(walk: Walk, source: Expression) -> Types:
    return walk.expect(source, walk.expression(source), t.LIST)


def _step_variables(
    node: Reduce | AllReduce, source: Types, initial: Types
) -> tuple[tuple[Variable, Types], ...]:
    return ((node.variable, t.element(source)), (node.accumulator, initial))
