"""Plans queries: clauses in sequence, UNION, NEXT, WHEN, and the statement around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from runner.cypher.failures import unsupported
from runner.cypher.plan.calls import plan_procedure, plan_show
from runner.cypher.plan.effects import (
    UPDATING,
    Effects,
    effects_of,
    is_barrier,
    needs_eager,
    updates,
)
from runner.cypher.plan.multiplicity import repeats_matter
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.combine import Apply, ConditionalApply, Union
from runner.cypher.plan.operators.results import EmptyResult, ProduceResults
from runner.cypher.plan.operators.rows import Distinct, Eager
from runner.cypher.plan.own_rows import changes_own_rows
from runner.cypher.plan.planner import StatementPlan
from runner.cypher.plan.projection import plan_projection
from runner.cypher.plan.writes_set import set_steps
from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.base import children, walk
from runner.cypher.syntax.expressions import (
    PatternComprehension,
    PatternPredicate,
    Subquery,
    Variable,
)
from runner.cypher.syntax.patterns import LabelName

if TYPE_CHECKING:
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.patterns import PathPattern

Columns: TypeAlias = "tuple[tuple[str, int], ...] | None"
"""The columns that a query returns, with their slots; None where it returns nothing."""


def plan_statement(planner: Planner, statement: syntax.Statement) -> StatementPlan:
    """The plan of a whole statement."""
    from runner.cypher.eval.scope import Scope

    body = statement.body
    if isinstance(body, syntax.Command):
        from runner.cypher.plan.schema import plan_command

        command = plan_command(planner, body)
        return StatementPlan(
            EmptyResult(command), (), planner.frame.size, updates=True, schema=True
        )
    kinds = {type(node) for node in walk(body)}
    changes = not kinds.isdisjoint(UPDATING)
    planner.updates = changes or syntax.CallProcedure in kinds
    operator, columns = plan_query(planner, body, Argument(), Scope(planner.frame))
    if planner.frame.csv is not None:
        from runner.cypher.plan.load_csv import CsvFailures

        operator = CsvFailures(operator)
    if planner.own_transactions:
        from runner.cypher.plan.operators.calls import CommittedNote

        operator = CommittedNote(operator)
    if columns is None:
        root: Operator = EmptyResult(operator)
    else:
        root = ProduceResults(operator, tuple(name for name, _ in columns))
    return StatementPlan(
        root,
        columns or (),
        planner.frame.size,
        updates=changes or planner.calls_writer,
        own_transactions=planner.own_transactions,
    )


def plan_query(
    planner: Planner,
    query: syntax.Query,
    source: Operator,
    scope: Scope,
    *,
    importing: bool = False,
) -> tuple[Operator, Columns]:
    """A query on top of `source`; afterwards `scope` has the columns that it returns.

    `importing` marks the query of a ``CALL { … }``: only a WITH at its start, or at that of a
    branch of its UNION, sees the variables around.
    """
    if isinstance(query, syntax.SingleQuery):
        if importing and not isinstance(query.clauses[0], syntax.With):
            scope.slots = {}
        return _plan_sequence(planner, query, source, scope)
    if isinstance(query, syntax.Union):
        plan, columns = _plan_union(planner, query, scope, importing=importing)
        return (plan if isinstance(source, Argument) else Apply(source, plan)), columns
    if importing:
        scope.slots = {}
    if isinstance(query, syntax.Next):
        return _plan_next(planner, query, source, scope)
    if isinstance(query, syntax.Conditional):
        plan, columns = _plan_conditional(planner, query, scope)
    else:
        raise unsupported(planner.text, query.start, type(query).__name__)
    return (plan if isinstance(source, Argument) else Apply(source, plan)), columns


def _plan_sequence(
    planner: Planner, query: syntax.SingleQuery, source: Operator, scope: Scope
) -> tuple[Operator, Columns]:
    """Clauses one after another, with an Eager where one must not see what another does."""
    outside, planner.updates_below = planner.updates_below, False
    only_exists, planner.only_exists = planner.only_exists, False
    before = Effects()
    operator, columns = source, None
    clauses = _fused(query.clauses)
    if isinstance(clauses[0], syntax.Use):
        operator, clauses = planner.clause(clauses[0], operator, scope), clauses[1:]
    for number, clause in enumerate(clauses):
        if planner.updates:
            effects = effects_of(clause, scope.slots)
            apart = changes_own_rows(clauses[:number], clause)
            if not _starts(operator) and (
                (needs_eager(before, effects) and not apart)
                or _writes_after_transactions(clauses[:number], clause)
            ):
                operator = Eager(operator)
                before = Effects()
            before.merge(effects)
        planner.correlated = planner.language == "5" and _reads_outer(
            planner, clause, clauses[number + 1 :], scope
        )
        planner.repeats_matter = not isinstance(clause, syntax.Match) or repeats_matter(
            clauses[number + 1 :], planner.language, exists=only_exists
        )
        if isinstance(clause, syntax.Return):
            shown = number > 0 and isinstance(clauses[number - 1], syntax.Show)
            operator, columns = plan_projection(
                planner, clause.projection, operator, scope, yielded_order=shown
            )
        elif isinstance(clause, syntax.Show):
            operator, columns = plan_show(planner, clause, operator, scope)
        elif isinstance(clause, syntax.CallProcedure):
            alone = len(clauses) == 1 and isinstance(operator, Argument)
            operator, columns = plan_procedure(planner, clause, operator, scope, alone=alone)
        else:
            operator, columns = planner.clause(clause, operator, scope), None
        if planner.nested:
            planner.show_nested(operator)
        if planner.updates:
            planner.updates_below = planner.updates_below or updates(clause)
            if is_barrier(clause, planner.language):
                before = Effects()
    planner.updates_below = outside
    return operator, columns


def _writes_after_transactions(before: tuple[syntax.Clause, ...], clause: syntax.Clause) -> bool:
    """Whether `clause` writes after transactions of their own, in none of which that may be."""
    return updates(clause) and any(
        isinstance(each, syntax.CallSubquery) and each.in_transactions is not None
        for each in before
    )


def _reads_outer(
    planner: Planner,
    clause: syntax.Clause,
    later: tuple[syntax.Clause, ...],
    scope: Scope,
) -> bool:
    """Whether a projection and what comes after it read variables around their subquery."""
    if not planner.in_expression or not isinstance(clause, (syntax.With, syntax.Return)):
        return False
    read = {node.name for part in later for node in walk(part) if isinstance(node, Variable)}
    return not read.isdisjoint(scope.outer)


def _fused(clauses: tuple[syntax.Clause, ...]) -> tuple[syntax.Clause, ...]:
    """`clauses` with every run of CREATEs made one, and every SET cut into its steps.

    One step may have to wait for all rows of the step before.

    Scripts have them by the hundred, and each operator is a generator within a generator. One
    whose values are computed from variables or queries stays by itself.
    """
    fused: list[syntax.Clause] = []
    for clause in clauses:
        last = fused[-1] if fused else None
        if (
            isinstance(clause, syntax.Create)
            and isinstance(last, syntax.Create)
            and not any(map(_computed, clause.pattern))
        ):
            pattern = last.pattern + clause.pattern
            fused[-1] = syntax.Create(last.start, clause.end, pattern)
        elif isinstance(clause, syntax.Set):
            steps = set_steps(clause.items)
            fused += [syntax.Set(step[0].start, step[-1].end, tuple(step)) for step in steps]
        else:
            fused.append(clause)
    return tuple(fused)


def _computed(pattern: PathPattern) -> bool:
    parts = [part for element in pattern.elements for part in children(element)]
    values = [part for part in parts if not isinstance(part, (Variable, LabelName))]
    return pattern.variable is not None or any(
        isinstance(node, (Variable, Subquery, PatternComprehension, PatternPredicate))
        for value in values
        for node in walk(value)
    )


def _starts(operator: Operator) -> bool:
    """Whether there is just one row so far, so that there is nothing to wait for."""
    return isinstance(operator, Argument)


def _plan_next(
    planner: Planner, query: syntax.Next, source: Operator, scope: Scope
) -> tuple[Operator, Columns]:
    operator: Operator = source
    columns: Columns = None
    before = Effects()
    for number, part in enumerate(query.parts):
        if planner.updates:
            effects = effects_of(part, scope.slots)
            if number and needs_eager(before, effects):
                operator = Eager(operator)
                before = Effects()
            before.merge(effects)
        operator, columns = plan_query(planner, part, operator, scope)
    return operator, columns


def _plan_union(
    planner: Planner, query: syntax.Union, scope: Scope, *, importing: bool
) -> tuple[Operator, Columns]:
    planned = [
        plan_query(planner, branch, Argument(), scope.child(), importing=importing)
        for branch in query.branches
    ]
    common, moves = _common(scope, [columns for _, columns in planned])
    shown = ", ".join(name for name, _ in common or ())
    operator: Operator = Union(tuple(operator for operator, _ in planned), moves, shown)
    if not query.all and common is not None:
        operator = Distinct(operator, tuple(slot for _, slot in common), shown)
    return operator, common


def _plan_conditional(
    planner: Planner, query: syntax.Conditional, scope: Scope
) -> tuple[Operator, Columns]:
    compiler = planner.compiler(scope)
    predicates = [branch.predicate for branch in query.branches]
    tests = [None if test is None else compiler.predicate(test) for test in predicates]
    planned = [
        plan_query(planner, branch.query, Argument(), scope.child()) for branch in query.branches
    ]
    common, moves = _common(scope, [columns for _, columns in planned])
    sources = tuple(operator for operator, _ in planned)
    return ConditionalApply(sources, tuple(tests), moves), common


def _common(
    scope: Scope, branches: list[Columns]
) -> tuple[Columns, tuple[tuple[tuple[int, int], ...], ...]]:
    """The common columns of branches, named and ordered as the first's, and how to get there."""
    first = branches[0]
    if first is None:
        return None, tuple(() for _ in branches)
    common = tuple((name, scope.frame.allocate()) for name, _ in first)
    moves = []
    for columns in branches:
        by_name = dict(columns or ())
        moves.append(tuple((by_name[name], slot) for name, slot in common))
    scope.slots = {**scope.outer, **dict(common)}
    return common, tuple(moves)
