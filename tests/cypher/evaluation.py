"""Evaluates the text of an expression on its own: no graph, no planner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

from runner.cypher.eval.compiler import Compiler
from runner.cypher.eval.runtime import State
from runner.cypher.eval.scope import Frame, Scope
from runner.cypher.parser import parse
from runner.cypher.syntax.clauses import Return, SingleQuery
from runner.result import Counters
from runner.values import DateTime

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import Row
    from runner.cypher.store.transaction import Transaction
    from runner.cypher.syntax.clauses import Statement
    from runner.cypher.syntax.expressions import Expression

NOW = DateTime(20_514, 33_120_000_000_000, 0)
"""2026-03-02T09:12:00Z, the moment of every evaluation."""


class NoPlanner:
    """Refuses subqueries and patterns: there is no graph to match."""

    def subquery(self, *_: Any, **__: Any) -> NoReturn:
        raise AssertionError("an expression without a graph has no subquery")

    def pattern(self, *_: Any, **__: Any) -> NoReturn:
        raise AssertionError("an expression without a graph has no pattern")

    def show_as(self, *_: Any) -> NoReturn:
        raise AssertionError("an expression without a graph has no plan to show")


def new_state(parameters: dict[str, Any] | None = None) -> State:
    """A state without a transaction."""
    return State(cast("Transaction", None), parameters or {}, NOW, Counters())


def returned(statement: Statement) -> list[Expression]:
    """The expressions of a statement that is one RETURN."""
    assert isinstance(statement.body, SingleQuery)
    (clause,) = statement.body.clauses
    assert isinstance(clause, Return)
    return [item.expression for item in clause.projection.items]


def evaluate(
    text: str,
    parameters: dict[str, Any] | None = None,
    *,
    language: str = "25",
    variables: dict[str, Any] | None = None,
) -> Any:
    """The value of the expression `text`, with values for its free `variables`."""
    statement = parse(f"RETURN {text} AS result", language)
    (expression,) = returned(statement)
    frame = Frame()
    scope = Scope(frame)
    values = variables or {}
    for name in values:
        scope.declare(name)
    compiled = Compiler(scope, statement.text, language, NoPlanner()).compile(expression)
    row: Row = [*values.values(), *[None] * (frame.size - len(values))]
    return compiled(row, new_state(parameters))
