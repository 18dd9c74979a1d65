"""Subqueries and patterns in expressions, with operators that give fixed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from runner.cypher.eval.compiler import Compiler
from runner.cypher.eval.runtime import State
from runner.cypher.eval.scope import Frame, Scope
from runner.cypher.parser import parse
from runner.cypher.plan.operator import Operator
from runner.errors import StatementTimeout
from runner.result import Counters
from tests.cypher.evaluation import NOW, new_state, returned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Row
    from runner.cypher.store.transaction import Transaction


class Values(Operator):
    """Gives a row for each value, and counts how many were pulled."""

    def __init__(self, slot: int, values: list[Any]) -> None:
        super().__init__()
        self.slot = slot
        self.values = values
        self.pulled = 0

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for value in self.values:
            self.pulled += 1
            row = argument.copy()
            row[self.slot] = value
            yield row


class FixedPlanner:
    """Plans every subquery and pattern as the same values of a variable ``found``."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.operators: list[Values] = []

    def subquery(
        self, query: Any, scope: Scope, *, exists: bool = False
    ) -> tuple[Operator, tuple[int, ...]]:
        operator, inner = self.pattern(query, None, scope)
        return operator, (inner["found"],)

    def pattern(
        self, pattern: Any, predicate: Any, scope: Scope, *, exists: bool = False
    ) -> tuple[Operator, Scope]:
        inner = scope.child()
        path = getattr(pattern, "variable", None)
        slot = inner.declare("found")
        if path is not None:
            inner.slots[path.name] = slot
        operator = Values(slot, self.values)
        self.operators.append(operator)
        return operator, inner

    def show_as(self, expression: Any, text: str) -> None:
        raise AssertionError("no subquery here is shown as anything else")


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("EXISTS { MATCH (n) RETURN n }", [], False),
        ("EXISTS { MATCH (n) RETURN n }", [None], True),
        ("COUNT { MATCH (n) RETURN n }", [1, None, 2], 3),
        ("COLLECT { MATCH (n) RETURN n }", [1, None, 2], [1, None, 2]),
        ("[(a)-->(found) | found * 10]", [1, 2], [10, 20]),
        ("EXISTS { (a)-->() }", [7], True),
        ("shortestPath((a)-[*]->(b))", ["first", "second"], "first"),
        ("shortestPath((a)-[*]->(b))", [], None),
        ("allShortestPaths((a)-[*]->(b))", ["first", "second"], ["first", "second"]),
    ],
)
def test_what_is_made_of_the_rows(text: str, values: list[Any], expected: Any) -> None:
    """The outer row stays as it was; EXISTS and shortestPath pull one row only."""
    statement = parse(f"RETURN {text} AS result", "25")
    (expression,) = returned(statement)
    scope = Scope(Frame())
    outer = scope.declare("a")
    scope.declare("b")
    planner = FixedPlanner(values)
    compiled = Compiler(scope, statement.text, "25", planner).compile(expression)
    row: Row = [None] * scope.frame.size
    row[outer] = "outer"
    before = list(row)
    assert compiled(row, new_state()) == expected
    assert row == before
    if text.startswith(("EXISTS", "shortest")):
        assert planner.operators[0].pulled == min(len(values), 1)


@pytest.mark.parametrize(
    "text",
    [
        "reduce(a = 0, x IN range(1, 1000) | a + x)",
        "[x IN range(1, 1000) | x]",
        "all(x IN range(1, 1000) WHERE x > 0)",
        "allReduce(a = 0, x IN range(1, 1000) | a + x, a > 0)",
        "coll.distinct(range(1, 1000))",
        "-1 IN range(1, 100000)",
    ],
)
def test_loops_heed_the_time_limit(text: str) -> None:
    """Work is counted in every loop over data."""
    statement = parse(f"RETURN {text} AS result", "25")
    (expression,) = returned(statement)
    scope = Scope(Frame())
    compiled = Compiler(scope, statement.text, "25", FixedPlanner([])).compile(expression)
    state = State(cast("Transaction", None), {}, NOW, Counters(), time_limit=-1)
    with pytest.raises(StatementTimeout):
        compiled([None] * scope.frame.size, state)
