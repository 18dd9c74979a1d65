"""FOREACH."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.elements import compile_elements
from runner.cypher.ordering import items_of
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.rows import Eager, Projection
from runner.cypher.plan.writes_create import holds_query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.clauses import Foreach as ForeachClause


def _at(slot: int, row: Row, _state: State) -> Any:
    return row[slot]


class Foreach(Operator):
    """Runs its body once per element of a list, per row, and gives the row on unchanged.

    The sources are the rows and the body. Null is no element, another value than a list one.
    """

    __slots__ = ("list", "shown", "slot")
    name = "Foreach"

    def __init__(
        self, source: Operator, body: Operator, list_: Eval, slot: int, shown: str
    ) -> None:
        super().__init__(source, body)
        self.list = list_
        self.slot = slot
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        source, body = self.sources
        evaluate, slot = self.list, self.slot
        for row in source.rows(state, argument):
            value = evaluate(row, state)
            if value is not None:
                inner = row.copy()
                for item in value if isinstance(value, (list, range)) else items_of(value):
                    state.tick()
                    inner[slot] = item
                    for _ in body.rows(state, inner):
                        pass
            yield row

    def details(self) -> str:
        return self.shown


def plan_foreach(
    planner: Planner, clause: ForeachClause, source: Operator, scope: Scope
) -> Operator:
    """Plan ``FOREACH (variable IN list | clauses)``; its variables stay inside."""
    list_ = compile_elements(planner.compiler(scope), clause.source)
    if holds_query(clause.source):
        # The queries see nothing that the body makes, also not for other rows.
        known = scope.frame.allocate()
        shown = planner.text[clause.source.start : clause.source.end]
        source = Eager(Projection(source, ((known, list_),), shown))
        list_ = partial(_at, known)
    inner = scope.child()
    slot = inner.declare(clause.variable.name)
    body: Operator = Argument()
    for part in clause.clauses:
        body = planner.clause(part, body, inner)
    shown = planner.text[clause.variable.start : clause.source.end]
    return Foreach(source, body, list_, slot, shown)
