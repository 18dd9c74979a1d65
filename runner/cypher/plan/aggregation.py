"""Aggregates in a projection: finding them, and the grouping that gives their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.functions import lookup
from runner.cypher.functions.table import Aggregate
from runner.cypher.plan.operators.aggregate import AggregateItem, EagerAggregation
from runner.cypher.syntax.base import Syntax, children, same
from runner.cypher.syntax.expressions import (
    CountStar,
    Expression,
    FunctionCall,
    Subquery,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runner.cypher.eval.runtime import Eval
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.planner import Planner


def aggregate_of(node: Syntax, language: str) -> Aggregate | None:
    """The aggregating function that `node` calls, if it calls one by name."""
    if isinstance(node, FunctionCall):
        function = lookup(node.name, language)
        return function if isinstance(function, Aggregate) else None
    return None


def aggregates_in(expression: Syntax, language: str) -> Iterator[FunctionCall | CountStar]:
    """The aggregates of `expression`; those in subqueries are the subqueries' own."""
    if isinstance(expression, CountStar) or (
        isinstance(expression, FunctionCall) and aggregate_of(expression, language) is not None
    ):
        yield expression
    elif not isinstance(expression, Subquery):
        for child in children(expression):
            yield from aggregates_in(child, language)


def _all_of(arguments: tuple[Eval, ...]) -> Eval:
    return lambda row, state: [argument(row, state) for argument in arguments]


class Grouping:
    """The grouping of one projection.

    Keys and aggregates get slots while the projection's expressions are looked through; then
    `operator` makes the rows that have them. `replaced` tells the compiler what they stand for.
    """

    def __init__(self, planner: Planner, scope: Scope) -> None:
        self.planner = planner
        self.scope = scope
        self.replaced: dict[Syntax, int] = {}
        self.keys: list[tuple[Expression, int, Eval]] = []
        self.aggregates: list[tuple[FunctionCall | CountStar, AggregateItem]] = []

    def add_key(self, expression: Expression) -> int:
        """Group by `expression`; gives the slot of its value."""
        for known, slot, _ in self.keys:
            if same(known, expression):
                self.replaced[expression] = slot
                return slot
        if isinstance(expression, Variable) and expression.name in self.scope:
            slot = self.scope[expression.name]
        else:
            slot = self.scope.frame.allocate()
        value = self.planner.compiler(self.scope).compile(expression)
        self.keys.append((expression, slot, value))
        self.replaced[expression] = slot
        return slot

    def replace(self, expression: Syntax) -> None:
        """Give slots to the aggregates in `expression`, and find the grouping keys in it."""
        for known, slot, _ in self.keys:
            if same(known, expression):
                self.replaced[expression] = slot
                return
        if isinstance(expression, CountStar):
            self.replaced[expression] = self._aggregate(expression)
        elif aggregate_of(expression, self.planner.language) is not None:
            assert isinstance(expression, FunctionCall)
            self.replaced[expression] = self._aggregate(expression)
        elif not isinstance(expression, Subquery):
            for child in children(expression):
                self.replace(child)

    def _aggregate(self, call: FunctionCall | CountStar) -> int:
        for known, item in self.aggregates:
            if same(known, call):
                return item.slot
        slot = self.scope.frame.allocate()
        compiler = self.planner.compiler(self.scope)
        if isinstance(call, CountStar):
            counting = lookup("count", self.planner.language)
            assert isinstance(counting, Aggregate)
            item = AggregateItem(slot, counting.start, None, None, False)
        else:
            function = aggregate_of(call, self.planner.language)
            assert function is not None
            arguments = compiler.compile_all(call.arguments)
            value, constant = arguments[0], arguments[1] if len(arguments) > 1 else None
            if function.whole:
                value, constant = _all_of(arguments), None
            item = AggregateItem(slot, function.start, value, constant, call.distinct)
        self.aggregates.append((call, item))
        return slot

    def operator(self, source: Operator) -> Operator:
        """The grouping, on top of `source`."""
        parts: Sequence[Syntax] = [key for key, _, _ in self.keys]
        parts = [*parts, *(call for call, _ in self.aggregates)]
        shown = ", ".join(map(self.planner.shown, parts))
        return EagerAggregation(
            source,
            tuple((slot, value) for _, slot, value in self.keys),
            tuple(item for _, item in self.aggregates),
            shown,
            keep_empty=not self.planner.correlated,
        )
