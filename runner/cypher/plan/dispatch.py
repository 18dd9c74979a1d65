"""Which function plans which clause, and the functions for the clauses that read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.cypher.eval.elements import compile_elements
from runner.cypher.failures import unknown_element, unknown_graph, unsupported
from runner.cypher.plan.calls import plan_call_subquery, plan_procedure, plan_show
from runner.cypher.plan.filter_order import filter_order
from runner.cypher.plan.load_csv import plan_load_csv
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.combine import Apply, Optional
from runner.cypher.plan.operators.rows import Filter, Projection, Unwind
from runner.cypher.plan.projection import plan_order, plan_projection
from runner.cypher.plan.search import plan_search
from runner.cypher.plan.writes import WRITE_CLAUSES
from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.expressions import Literal

if TYPE_CHECKING:
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import PlanClause, Planner
    from runner.cypher.syntax.expressions import Expression


def plan_match_clause(
    planner: Planner, clause: syntax.Match, source: Operator, scope: Scope
) -> Operator:
    """MATCH and OPTIONAL MATCH."""
    if not clause.optional:
        return planner.match(clause.pattern, clause.predicate, scope, source, mode=clause.mode)
    before = set(scope.slots)
    inner = planner.match(clause.pattern, clause.predicate, scope, Argument(), mode=clause.mode)
    new = [name for name in scope.slots if name not in before]
    operator = Optional(inner, tuple(scope[name] for name in new), ", ".join(new))
    return operator if isinstance(source, Argument) else Apply(source, operator)


def plan_unwind(
    planner: Planner, clause: syntax.Unwind, source: Operator, scope: Scope
) -> Operator:
    """UNWIND and FOR."""
    value = compile_elements(planner.compiler(scope), clause.source)
    slot = scope.declare(clause.variable.name)
    text = planner.text[clause.source.start : clause.source.end]
    return Unwind(source, value, slot, f"{text} AS {clause.variable.name}")


def plan_with(planner: Planner, clause: syntax.With, source: Operator, scope: Scope) -> Operator:
    """WITH."""
    return plan_projection(planner, clause.projection, source, scope, clause.predicate)[0]


def plan_filter(
    planner: Planner, clause: syntax.Filter, source: Operator, scope: Scope
) -> Operator:
    """FILTER."""
    compiler = planner.compiler(scope)
    tests = tuple(map(compiler.predicate, filter_order(clause.predicate)))
    return Filter(source, tests, planner.text[clause.predicate.start : clause.predicate.end])


def plan_let(planner: Planner, clause: syntax.Let, source: Operator, scope: Scope) -> Operator:
    """LET: its items do not see each other."""
    compiler = planner.compiler(scope)
    values = [(variable, compiler.compile(value)) for variable, value in clause.items]
    items = tuple((scope.declare(variable.name), value) for variable, value in values)
    text = planner.text
    shown = ", ".join(
        f"{text[value.start : value.end]} AS {variable.name}" for variable, value in clause.items
    )
    return Projection(source, items, shown)


def plan_order_limit(
    planner: Planner, clause: syntax.OrderLimit, source: Operator, scope: Scope
) -> Operator:
    """ORDER BY, SKIP and LIMIT as clauses."""
    return plan_order(planner, clause.order_by, clause.skip, clause.limit, source, scope)


def plan_finish(
    _planner: Planner, _clause: syntax.Finish, source: Operator, _scope: Scope
) -> Operator:
    """FINISH: what it finishes gives no columns, so nothing more is to be done."""
    return source


def plan_use(planner: Planner, clause: syntax.Use, source: Operator, _scope: Scope) -> Operator:
    """USE of the one database that there is."""
    if clause.arguments is not None:
        _check_element_id(planner, clause, clause.arguments[0])
    elif clause.name.lower() != "neo4j":
        raise unknown_graph(clause.name)
    return source


def _check_element_id(planner: Planner, clause: syntax.Use, given: Expression) -> None:
    """``USE graph.byElementId(…)``: the id has to be from the one database."""
    found = None
    if isinstance(given, Literal) and isinstance(given.value, str):
        found = re.fullmatch(r"\d+:([\da-fA-F]+(?:-[\da-fA-F]+){4}):\d+", given.value)
    if found is None:
        raise unsupported(planner.text, clause.start, "this argument of graph.byElementId()")
    if found[1] != planner.graph.database_id:
        raise unknown_element(found[0])


def _procedure(
    planner: Planner, clause: syntax.CallProcedure, source: Operator, scope: Scope
) -> Operator:
    return plan_procedure(planner, clause, source, scope, alone=False)[0]


def _show(planner: Planner, clause: syntax.Show, source: Operator, scope: Scope) -> Operator:
    return plan_show(planner, clause, source, scope)[0]


CLAUSES: dict[type[syntax.Clause], PlanClause] = {
    syntax.Match: plan_match_clause,
    syntax.Unwind: plan_unwind,
    syntax.With: plan_with,
    syntax.Filter: plan_filter,
    syntax.Let: plan_let,
    syntax.OrderLimit: plan_order_limit,
    syntax.Finish: plan_finish,
    syntax.Use: plan_use,
    syntax.CallSubquery: plan_call_subquery,
    syntax.CallProcedure: _procedure,
    syntax.Show: _show,
    syntax.Terminate: _show,
    syntax.LoadCsv: plan_load_csv,
    syntax.Search: plan_search,
    **WRITE_CLAUSES,
}
"""For each class of clause the function that plans it; RETURN is planned by its query."""
