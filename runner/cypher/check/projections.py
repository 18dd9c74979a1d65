"""WITH, RETURN and the clauses that are short for them: columns, order, limits, grouping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.aggregates import find_aggregate
from runner.cypher.check.calls import misplaced_aggregate
from runner.cypher.check.grouping import NOT_A_COLUMN, Grouping, check_grouping
from runner.cypher.check.limits import check_static_integer
from runner.cypher.check.mixing import forget_label_tests, label_tests
from runner.cypher.check.order import skip_word
from runner.cypher.check.places import place
from runner.cypher.syntax.clauses import (
    Clause,
    Filter,
    Let,
    OrderLimit,
    Projection,
    ProjectionItem,
    Return,
    SortItem,
    With,
)
from runner.cypher.syntax.expressions import Expression, MapProjection, Variable

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk


def passes(item: ProjectionItem) -> bool:
    """Whether an item only passes a variable on."""
    return isinstance(item.expression, Variable) and item.name == item.expression.name


def check_with(walk: Walk, clause: With) -> None:
    """``WITH``: afterwards only what it names is in scope."""
    projection = clause.projection
    columns, aggregating = _columns(walk, projection, "WITH")
    for item in projection.items:
        if item.name in walk.constants and item.alias is not None and not passes(item):
            walk.shadowing(item.alias)
    projected = {**walk.symbols, **columns} if projection.star else columns
    _subclauses(walk, clause, projection, projected, aggregating, clause.predicate)
    walk.symbols = {**walk.constants, **projected}


def check_return(
    walk: Walk, clause: Return, context: str, unaliased: str | None
) -> dict[str, Types]:
    """``RETURN``; gives its columns. `unaliased` is set where each column needs a name."""
    projection = clause.projection
    if projection.star and not walk.open:
        known = walk.symbols.keys()
        if context != "expression":
            known = known - walk.constants.keys()  # type: ignore[assignment]
        if not known:
            walk.problems.add(
                clause.start,
                "RETURN * is not allowed when there are no variables in scope",
                "42I37",
                "'RETURN *' is not allowed when there are no variables in scope.",
            )
    columns, aggregating = _columns(walk, projection, unaliased)
    if context == "expression":
        for item in projection.items:
            if item.name in walk.constants and item.alias is not None and not passes(item):
                walk.shadowing(item.alias, clause.start)
    projected = {**walk.symbols, **columns} if projection.star else columns
    _subclauses(walk, clause, projection, projected, aggregating, None)
    walk.symbols = {**walk.constants, **projected}
    if projection.star and walk.constants and context == "call":
        return {name: types for name, types in projected.items() if name not in walk.constants}
    return projected


def _same_name(walk: Walk, at: int) -> None:
    walk.problems.add(
        at,
        "Multiple result columns with the same name are not supported",
        "42N38",
        "Return items must have unique names.",
    )


def _columns(
    walk: Walk, projection: Projection, unaliased: str | None
) -> tuple[dict[str, Types], list[Expression]]:
    """Judge the items in the scope before the clause.

    Gives the columns by name, and the expressions that have aggregates in them.
    """
    aggregating: list[Expression] = []
    allowed, walk.aggregates = walk.aggregates, True
    columns: dict[str, Types] = {}
    for item in projection.items:
        before = walk.aggregates_found
        types = walk.expression(item.expression)
        if walk.aggregates_found > before:
            aggregating.append(item.expression)
        if item.name in columns:
            _same_name(walk, item.start if item.alias is None else item.alias.start)
        if unaliased is not None and item.alias is None and not _names_itself(item.expression):
            walk.problems.add(
                item.start,
                f"Expression in {unaliased} must be aliased (use AS)",
                "42N21",
                f"Expression in {unaliased} must be aliased (use AS).",
            )
        columns[item.name] = types
    for key in projection.group_by or ():
        if not (isinstance(key, Variable) and key.name in columns):
            walk.expression(key)
    walk.aggregates = allowed
    return columns, aggregating


def _names_itself(expression: Expression) -> bool:
    return isinstance(expression, (Variable, MapProjection))


def _subclauses(
    walk: Walk,
    clause: Clause,
    projection: Projection,
    projected: dict[str, Types],
    aggregating: list[Expression],
    predicate: Expression | None,
) -> None:
    """Judge ORDER BY, LIMIT, SKIP and WHERE, in Neo4j's order."""
    grouped = bool(aggregating) or projection.distinct or projection.group_by is not None
    incoming = walk.symbols
    grouping = None
    if grouped:
        hidden = {} if projection.star else incoming
        grouping = Grouping(walk, projection, projected, hidden)
        if aggregating and projection.group_by is None:
            check_grouping(walk, projection, aggregating)
    if projection.order_by or predicate is not None:
        walk.symbols = {**incoming, **projected}
        name = "WITH" if isinstance(clause, With) else "RETURN"
        outer_gone = walk.gone
        known = label_tests(walk)
        if grouped and not projection.star:
            walk.gone = frozenset(incoming).difference(projected, walk.constants)
        _sort(walk, projection.order_by, grouping, name)
        if walk.language == "5" and not aggregating:
            _no_aggregates_in_5(walk, clause, projection.order_by, name)
        _limits(walk, projection)
        if predicate is not None:
            _where(walk, predicate, grouping, name)
        forget_label_tests(walk, known)
        walk.symbols, walk.gone = incoming, outer_gone
    else:
        _limits(walk, projection)


def _limits(walk: Walk, projection: Projection) -> None:
    if projection.limit is not None:
        check_static_integer(walk, projection.limit, "LIMIT")
    if projection.skip is not None:
        check_static_integer(walk, projection.skip, "SKIP")


def _sort(walk: Walk, items: tuple[SortItem, ...], grouping: Grouping | None, clause: str) -> None:
    allowed, walk.aggregates = walk.aggregates, True
    for item in items:
        expression = item.expression
        before = walk.aggregates_found
        if grouping is None:
            walk.expression(expression)
            if walk.aggregates_found > before:
                _no_aggregates(walk, expression)
        elif not grouping.recognizes(expression):
            walk.expression(expression)
            grouping.check(expression, clause)
    walk.aggregates = allowed


def _where(walk: Walk, predicate: Expression, grouping: Grouping | None, clause: str) -> None:
    if walk.language == "5" and grouping is None:
        walk.predicate(predicate)
        return
    allowed, walk.aggregates = walk.aggregates, True
    before = walk.aggregates_found
    walk.expect(predicate, walk.expression(predicate), t.BOOLEAN)
    if grouping is not None and walk.language == "5":
        for aggregate in grouping.unprojected(predicate):
            misplaced_aggregate(walk, aggregate)
        grouping.check_variables(predicate, clause)
    elif grouping is not None:
        grouping.check(predicate, clause)
    elif walk.aggregates_found > before:
        _no_aggregates(walk, predicate)
    walk.aggregates = allowed


def _no_aggregates_in_5(walk: Walk, clause: Clause, items: tuple[SortItem, ...], name: str) -> None:
    """Note an aggregate in ORDER BY beside a projection that has none (42N23)."""
    if any(find_aggregate(item.expression, "5") is not None for item in items):
        message = (
            "Cannot use aggregation in ORDER BY if there are no aggregate expressions in the "
            f"preceding {name}"
        )
        cause = f"The aggregating function must be included in the {name} clause for use in"
        walk.problems.add(clause.start, message, "42N23", f"{cause} 'ORDER BY ...'.")


def _no_aggregates(walk: Walk, expression: Expression) -> None:
    """Note an aggregate in ORDER BY or WHERE beside a projection that has none."""
    shown = walk.text[expression.start : expression.end]
    walk.later.add(
        place(walk.text, expression),
        f"Illegal aggregation expression(s) in order by: {shown}. {NOT_A_COLUMN}",
        "42I24",
        f"Aggregate expression {shown} is not allowed in this context.",
    )


def check_filter(walk: Walk, clause: Filter) -> None:
    """``FILTER`` is ``WITH * WHERE``."""
    known = label_tests(walk)
    _where(walk, clause.predicate, None, "FILTER")
    forget_label_tests(walk, known)


def check_order_limit(walk: Walk, clause: OrderLimit) -> None:
    """ORDER BY, SKIP and LIMIT as a clause."""
    known = label_tests(walk)
    _sort(walk, clause.order_by, None, "ORDER BY")
    forget_label_tests(walk, known)
    if clause.limit is not None:
        check_static_integer(walk, clause.limit, "LIMIT")
    if clause.skip is not None:
        word = "SKIP" if clause.order_by else skip_word(walk.text, clause)
        check_static_integer(walk, clause.skip, word)


def check_let(walk: Walk, clause: Let) -> None:
    """``LET``: its expressions do not see each other's names, and no name is taken."""
    names = {variable.name for variable, _ in clause.items}.difference(walk.symbols)
    found = [(variable, walk.simple(expression)) for variable, expression in clause.items]
    # What is not defined has been said once, and is no declaration.
    walk.symbols = {name: t for name, t in walk.symbols.items() if name not in names}
    seen: set[str] = set()
    for variable, types in found:
        if variable.name in seen:
            _same_name(walk, variable.start)
        else:
            seen.add(variable.name)
            walk.declare(variable, types)
