"""Expressions that match patterns or run queries; the planner gives their operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.limits import check_items
from runner.cypher.store.records import PathRecord
from runner.cypher.syntax.expressions import (
    Literal,
    PatternComprehension,
    PatternPredicate,
    ShortestPathExpression,
    Subquery,
    Variable,
)
from runner.cypher.syntax.patterns import PathPattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.plan.operator import Operator
    from runner.cypher.syntax.expressions import Expression, FunctionCall

_HIDDEN_PATH = "  path"
"""A variable that no statement can write."""


def compile_subquery(compiler: Compiler, subquery: Subquery) -> Eval:
    exists = subquery.kind == "EXISTS"
    operator, columns = compiler.planner.subquery(subquery.query, compiler.scope, exists=exists)
    if exists:
        return _exists(compiler, operator, subquery)
    if subquery.kind == "COUNT":
        return _count(compiler, operator, subquery)
    return _collect(operator, columns[0])


def _exists(compiler: Compiler, operator: Operator, expression: Expression) -> Eval:
    degrees = operator.show_degrees(compiler.scope.slots)
    if degrees:
        shown = " OR ".join(f"{degree} > 0" for degree in degrees)
        compiler.planner.show_as(expression, shown if len(degrees) == 1 else f"({shown})")
    return operator.compile_exists()


def _count(compiler: Compiler, operator: Operator, expression: Expression) -> Eval:
    degrees = operator.show_degrees(compiler.scope.slots)
    if degrees:
        compiler.planner.show_as(expression, " + ".join(degrees))
    return operator.compile_count()


def _collect(operator: Operator, slot: int) -> Eval:
    def evaluate(row: Row, state: State) -> list[Any]:
        values: list[Any] = []
        for found in operator.rows(state, row):
            state.tick()
            values.append(found[slot])
            check_items(len(values))
        return values

    return evaluate


def compile_pattern_predicate(compiler: Compiler, predicate: PatternPredicate) -> Eval:
    operator, _ = compiler.planner.pattern(predicate.pattern, None, compiler.scope, exists=True)
    return _exists(compiler, operator, predicate)


def compile_pattern_comprehension(compiler: Compiler, pattern: PatternComprehension) -> Eval:
    operator, scope = compiler.planner.pattern(pattern.pattern, pattern.predicate, compiler.scope)
    return _listed(operator, compiler.within(scope).compile(pattern.projection))


def _listed(operator: Operator, project: Eval) -> Eval:
    def evaluate(row: Row, state: State) -> list[Any]:
        values: list[Any] = []
        for found in operator.rows(state, row):
            state.tick()
            values.append(project(found, state))
            check_items(len(values))
        return values

    return evaluate


def compile_size_of_pattern(
    compiler: Compiler, call: FunctionCall, pattern: PatternComprehension
) -> Eval:
    """``size([pattern | value])``: counts the matches where the values are of no interest.

    So it is where the count is a degree, as in Neo4j whatever the values are, and where they are
    a literal.
    """
    operator, scope = compiler.planner.pattern(pattern.pattern, pattern.predicate, compiler.scope)
    if isinstance(pattern.projection, Literal) or operator.show_degrees(compiler.scope.slots):
        return _count(compiler, operator, call)
    listed = _listed(operator, compiler.within(scope).compile(pattern.projection))
    return lambda row, state: len(listed(row, state))


def compile_shortest_path(compiler: Compiler, shortest: ShortestPathExpression) -> Eval:
    """``shortestPath(…)``: a path or null; ``allShortestPaths(…)``: a list of paths."""
    written = shortest.pattern
    variable = Variable(written.start, written.start, _HIDDEN_PATH)
    pattern = PathPattern(
        written.start, written.end, variable, written.selector, written.mode, written.elements
    )
    operator, scope = compiler.planner.pattern(pattern, None, compiler.scope)
    slot = scope[_HIDDEN_PATH]
    if written.selector is not None and written.selector.kind == "allShortestPaths":
        return _collect(operator, slot)

    def evaluate(row: Row, state: State) -> PathRecord | None:
        for found in operator.rows(state, row):
            path: PathRecord = found[slot]
            return path
        return None

    return evaluate


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    Subquery: compile_subquery,
    PatternPredicate: compile_pattern_predicate,
    PatternComprehension: compile_pattern_comprehension,
    ShortestPathExpression: compile_shortest_path,
}
