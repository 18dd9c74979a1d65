"""Plans what WITH, RETURN and YIELD share: columns, DISTINCT, grouping, order, SKIP and LIMIT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.aggregation import Grouping, aggregates_in
from runner.cypher.plan.filter_order import filter_order
from runner.cypher.plan.operators.rows import (
    Distinct,
    ExhaustiveLimit,
    Filter,
    Limit,
    Skip,
)
from runner.cypher.plan.operators.rows import Projection as ProjectionOperator
from runner.cypher.plan.operators.sort import Sort, Top
from runner.cypher.syntax.base import Syntax, children, same
from runner.cypher.syntax.expressions import Expression, Variable

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import Eval
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.clauses import Projection, ProjectionItem, SortItem

Columns = tuple[tuple[str, int], ...]


def plan_projection(
    planner: Planner,
    projection: Projection,
    source: Operator,
    scope: Scope,
    predicate: Expression | None = None,
    *,
    yielded_order: bool = False,
) -> tuple[Operator, Columns]:
    """The projection on top of `source`, then `predicate`; `scope` then has only its columns.

    Gives the columns in the order of the result; those of ``*`` in alphabetical order, or with
    `yielded_order` in that of the YIELD of a SHOW.
    """
    later = [item.expression for item in projection.order_by]
    if predicate is not None:
        later.append(predicate)
    later = [expression for expression in later if _aggregates(planner, expression)]
    grouped = projection.group_by is not None or any(
        _aggregates(planner, item.expression) for item in projection.items
    )
    if grouped or (projection.distinct and later):
        step: _Plain = _Grouped(planner, projection, scope, later)
    else:
        step = _Plain(planner, projection, scope)
    step.sorted_star = not yielded_order
    operator = step.compute(source)
    if projection.distinct:
        slots = tuple(dict.fromkeys(slot for _, slot in step.columns))
        shown = ", ".join(name for name, _ in step.columns)
        operator = Distinct(operator, slots, shown)
    # ORDER BY and WHERE still see the old variables, but where rows were merged (facts 5.3).
    sight = step.sight(merged=grouped or projection.distinct)
    operator = step.order(operator, sight)
    if predicate is not None:
        step.replace(predicate)
        compiler = planner.compiler(sight, step.replaced)
        tests = tuple(map(compiler.predicate, filter_order(predicate)))
        operator = Filter(operator, tests, planner.shown(predicate))
    scope.slots = {**scope.outer, **dict(step.columns)}
    return operator, tuple(step.columns)


def _aggregates(planner: Planner, expression: Expression) -> bool:
    """Whether `expression` has an aggregate in it."""
    return any(True for _ in aggregates_in(expression, planner.language))


def plan_order(
    planner: Planner,
    items: tuple[SortItem, ...],
    skip: Expression | None,
    limit: Expression | None,
    source: Operator,
    scope: Scope,
    replaced: dict[Syntax, int] | None = None,
) -> Operator:
    """ORDER BY, SKIP and LIMIT on top of `source`."""
    text = planner.text
    compiler = planner.compiler(scope, replaced)
    constant = planner.compiler(scope.empty())
    first = None if skip is None else constant.compile(skip)
    most = None if limit is None else constant.compile(limit)
    operator = source
    if items:
        keys = tuple((compiler.compile(item.expression), item.descending) for item in items)
        shown = ", ".join(
            f"{planner.shown(item.expression)} {'DESC' if item.descending else 'ASC'}"
            for item in items
        )
        if most is not None and limit is not None:
            shown = f"{shown} LIMIT {text[limit.start : limit.end]}"
            return Top(operator, keys, first, most, shown)
        operator = Sort(operator, keys, shown)
    if skip is not None and first is not None:
        operator = Skip(operator, first, text[skip.start : skip.end])
    if limit is not None and most is not None:
        kind = ExhaustiveLimit if planner.updates_below else Limit
        operator = kind(operator, most, text[limit.start : limit.end])
    return operator


class _Plain:
    """A projection without aggregates."""

    def __init__(self, planner: Planner, projection: Projection, scope: Scope) -> None:
        self.planner = planner
        self.projection = projection
        self.scope = scope
        self.sorted_star = True
        self.columns: list[tuple[str, int]] = []
        self.replaced: dict[Syntax, int] = {}
        self.named: list[tuple[Expression, int]] = []
        """The projected expressions, with the slots that they went to."""

    def compute(self, source: Operator) -> Operator:
        """Compute the columns."""
        self._star()
        return self._items(source)

    def _items(self, source: Operator) -> Operator:
        compiler = self.planner.compiler(self.scope, self.replaced)
        computed: list[tuple[int, Eval]] = []
        shown: list[str] = []
        for item in self.projection.items:
            slot = self._known(item)
            if slot is None:
                slot = self.scope.frame.allocate()
                computed.append((slot, compiler.compile(item.expression)))
                shown.append(_shown_item(self.planner, item))
            self.columns.append((item.name, slot))
            self.named.append((item.expression, slot))
        if not computed:
            return source
        return ProjectionOperator(source, tuple(computed), ", ".join(shown))

    def _known(self, item: ProjectionItem) -> int | None:
        """The slot that has the item's value already."""
        expression = item.expression
        if isinstance(expression, Variable):
            return self.scope.slots.get(expression.name)
        return self.replaced.get(expression)

    def _star(self) -> None:
        """The columns of ``*``: every variable."""
        if self.projection.star:
            names = self.scope.slots
            for name in sorted(names) if self.sorted_star else list(names):
                if name not in self.scope.outer:
                    self.columns.append((name, self.scope[name]))

    def sight(self, *, merged: bool) -> Scope:
        """What ORDER BY and WHERE see."""
        before = self.scope.outer if merged else self.scope.slots
        sight = self.scope.child()
        sight.slots = {**before, **dict(self.columns)}
        return sight

    def replace(self, expression: Syntax) -> None:
        """Note in `replaced` which parts of `expression` are projected already."""
        if not (isinstance(expression, Variable) and expression.name in dict(self.columns)):
            for projected, slot in self.named:
                if same(projected, expression):
                    self.replaced[expression] = slot
                    return
        for child in children(expression):
            self.replace(child)

    def order(self, source: Operator, sight: Scope) -> Operator:
        """The projection's ORDER BY, SKIP and LIMIT."""
        projection = self.projection
        for item in projection.order_by:
            self.replace(item.expression)
        return plan_order(
            self.planner,
            projection.order_by,
            projection.skip,
            projection.limit,
            source,
            sight,
            self.replaced,
        )


class _Grouped(_Plain):
    """A projection with aggregates or GROUP BY.

    `later` are the expressions of ORDER BY and WHERE that have aggregates: those that only they
    have are computed with the others.
    """

    def __init__(
        self, planner: Planner, projection: Projection, scope: Scope, later: list[Expression]
    ) -> None:
        super().__init__(planner, projection, scope)
        self.later = later
        self.grouping = Grouping(planner, scope)
        self.replaced = self.grouping.replaced

    def compute(self, source: Operator) -> Operator:
        grouping, projection = self.grouping, self.projection
        self._star()
        for name, _ in self.columns:
            grouping.add_key(Variable(0, 0, name))
        for key in projection.group_by or ():
            grouping.add_key(_aliased(key, projection))
        aggregating = [_aggregates(self.planner, item.expression) for item in projection.items]
        if projection.group_by is None:
            for item, has_aggregate in zip(projection.items, aggregating, strict=True):
                if not has_aggregate:
                    grouping.add_key(item.expression)
        for item in projection.items:
            grouping.replace(item.expression)
        for expression in self.later:
            grouping.replace(expression)
        self.named += [(key, slot) for key, slot, _ in grouping.keys]
        return self._items(grouping.operator(source))

    def _known(self, item: ProjectionItem) -> int | None:
        return self.replaced.get(item.expression)


def _aliased(key: Expression, projection: Projection) -> Expression:
    """The expression that a GROUP BY key names, where it is the alias of a column."""
    if isinstance(key, Variable):
        for item in projection.items:
            if item.alias is not None and item.name == key.name:
                return item.expression
    return key


def _shown_item(planner: Planner, item: ProjectionItem) -> str:
    expression = planner.shown(item.expression)
    return f"{expression} AS {item.name}" if item.alias is not None else expression
