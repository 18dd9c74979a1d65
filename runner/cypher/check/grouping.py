"""What may be read beside an aggregate, and after grouping: only grouping keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runner.cypher.check.aggregates import find_aggregate, is_aggregate
from runner.cypher.check.free import TOUCHES_GRAPH
from runner.cypher.syntax.base import children, same
from runner.cypher.syntax.expressions import (
    AllReduce,
    Expression,
    ListComprehension,
    PropertyAccess,
    Quantified,
    Reduce,
    Variable,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Projection

_IMPLICIT = (
    "Aggregation column contains implicit grouping expressions. For example, in 'RETURN n.a, n.a + "
    "n.b + count(*)' the aggregation expression 'n.a + n.b + count(*)' includes the implicit "
    "grouping key 'n.b'. It may be possible to rewrite the query by extracting these "
    "grouping/aggregation expressions into a preceding WITH clause. Illegal expression(s): "
)
NOT_A_COLUMN = (
    "If an aggregation expression is used in order by, it also needs to be a projection item on "
    "it's own. For example, in 'RETURN n.a, 1 + count(*) ORDER BY count(*) + 1' the aggregation "
    "expression 'count(*) + 1' is not a projection item on its own, but it could be rewritten to "
    "'RETURN n.a, 1 + count(*) AS cnt ORDER BY 1 + count(*)'."
)
_WITH_VARIABLE = (ListComprehension, Quantified)
_WITH_ACCUMULATOR = (Reduce, AllReduce)


def check_grouping(walk: Walk, projection: Projection, aggregating: list[Expression]) -> None:
    """Beside an aggregate an item may hold constants and grouping keys only (42I18).

    A grouping key counts where it is a variable, or a property of a variable.
    """
    keys = [
        item.expression
        for item in projection.items
        if item.expression not in aggregating and _is_simple(item.expression)
    ]
    free = set(walk.constants)
    if projection.star:
        free.update(walk.symbols)
    found = [
        variable
        for expression in aggregating
        for variable in ungrouped(walk, expression, keys, frozenset(free))
    ]
    if found:
        _report(walk, found)


def _report(walk: Walk, found: list[Variable]) -> None:
    found.sort(key=lambda variable: variable.start)
    names = list(dict.fromkeys(variable.name for variable in found))
    shown = ", ".join(names)
    walk.later.add(
        found[0].start,
        f"{_IMPLICIT}{shown}",
        "42I18",
        f"The expression contains a non-grouping sub-expression {shown}. In an aggregating "
        "context only grouping sub-expressions and constants are allowed.",
    )


def _is_simple(key: Expression) -> bool:
    return isinstance(key, Variable) or (
        isinstance(key, PropertyAccess) and isinstance(key.subject, Variable)
    )


def ungrouped(
    walk: Walk, node: Syntax, keys: list[Expression], free: frozenset[str]
) -> Iterator[Variable]:
    """The variables in `node` that stand outside of aggregates and of the grouping keys."""
    if is_aggregate(node, walk.language) or isinstance(node, TOUCHES_GRAPH):
        return
    if any(same(node, key) for key in keys):
        return
    if isinstance(node, Variable):
        if node.name not in free:
            yield node
        return
    if isinstance(node, _WITH_VARIABLE):
        free |= {node.variable.name}
    elif isinstance(node, _WITH_ACCUMULATOR):
        free |= {node.variable.name, node.accumulator.name}
    for child in children(node):
        yield from ungrouped(walk, child, keys, free)


class Grouping:
    """What ORDER BY and WHERE may read after DISTINCT or an aggregate."""

    __slots__ = ("_free", "_hidden", "_items", "_walk")

    def __init__(
        self,
        walk: Walk,
        projection: Projection,
        projected: dict[str, Types],
        incoming: dict[str, Types],
    ) -> None:
        self._walk = walk
        self._items = [item.expression for item in projection.items]
        self._free = frozenset(projected) | frozenset(walk.constants)
        self._hidden = incoming

    def recognizes(self, expression: Expression) -> bool:
        """Whether it is written like an item of the projection."""
        return any(same(expression, item) for item in self._items)

    def check(self, expression: Expression, clause: str) -> None:
        """No variable from before the clause but in what the projection has too (42N44)."""
        walk = self._walk
        if self.recognizes(expression):
            return
        if walk.language == "5":
            self._check_projected(expression)
        if find_aggregate(expression, walk.language) is None:
            self.check_variables(expression, clause)
        elif found := self._beyond(expression):
            _report(walk, found)

    def _beyond(self, expression: Expression) -> list[Variable]:
        """The variables from before the clause outside of what the projection has too."""
        return [
            variable
            for variable in ungrouped(self._walk, expression, self._items, self._free)
            if variable.name in self._hidden
        ]

    def check_variables(self, expression: Expression, clause: str) -> None:
        """Note the first variable from before the clause (42N44)."""
        walk = self._walk
        found = self._beyond(expression)
        if not found:
            return
        name = found[0].name
        walk.later.add(
            found[0].start,
            "In a WITH/RETURN with DISTINCT or an aggregation, it is not possible to access "
            f"variables declared before the WITH/RETURN: {name}",
            "42N44",
            f"It is not possible to access the variable `{name}` declared before the {clause} "
            "clause when using `DISTINCT` or an aggregation.",
        )

    def _check_projected(self, expression: Expression) -> None:
        """Cypher 5 orders only by aggregates that the projection has (42I24)."""
        walk = self._walk
        illegal = list(self.unprojected(expression))
        if illegal:
            shown = [walk.text[one.start : one.end] for one in illegal]
            every = ", ".join(shown)
            walk.later.add(
                illegal[0].start,
                f"Illegal aggregation expression(s) in order by: {every}. {NOT_A_COLUMN}",
                "42I24",
                f"Aggregate expression {shown[0]} is not allowed in this context.",
            )

    def unprojected(self, node: Syntax) -> Iterator[Syntax]:
        """The aggregates in `node` that the projection does not have."""
        if any(same(node, item) for item in self._items):
            return
        if is_aggregate(node, self._walk.language):
            yield node
            return
        for child in children(node):
            yield from self.unprojected(child)
