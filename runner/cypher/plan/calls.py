"""Plans CALL (subqueries and procedures) and SHOW."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import client_error, unsupported
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.calls import (
    ProcedureCall,
    TransactionApply,
    TransactionForeach,
)
from runner.cypher.plan.operators.combine import Apply, Optional, SubqueryForeach
from runner.cypher.plan.operators.commands import ShowRows, TerminateTransactions
from runner.cypher.plan.operators.rows import Filter, Projection
from runner.cypher.plan.projection import plan_projection
from runner.cypher.syntax.clauses import Terminate
from runner.cypher.syntax.expressions import Expression, Parameter

if TYPE_CHECKING:
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.plan.queries import Columns
    from runner.cypher.procedures.show import ShowTable
    from runner.cypher.procedures.table import Procedure
    from runner.cypher.syntax import clauses as syntax


def plan_call_subquery(
    planner: Planner, clause: syntax.CallSubquery, source: Operator, scope: Scope
) -> Operator:
    """``CALL (…) { … }``: its columns are declared in `scope`."""
    from runner.cypher.plan.queries import plan_query

    inner, importing = scope.empty(), False
    if clause.import_all:
        inner = scope.inner()
    elif clause.imports is not None:
        inner.slots = {name.name: scope[name.name] for name in clause.imports}
        inner.outer = dict(inner.slots)
    else:
        inner.slots, importing = dict(scope.slots), True
    right, columns = plan_query(planner, clause.query, Argument(), inner, importing=importing)
    if clause.optional and columns is not None:
        right, columns = _apart(right, columns, scope)
    scope.slots.update(columns or ())
    slots = tuple(slot for _, slot in columns or ())
    if clause.optional and columns is not None:
        right = Optional(right, slots, ", ".join(name for name, _ in columns))
    if clause.in_transactions is not None:
        return _in_transactions(planner, clause.in_transactions, source, right, columns, scope)
    if columns is None:
        return SubqueryForeach(source, right)
    return right if isinstance(source, Argument) else Apply(source, right)


def _apart(
    operator: Operator, columns: tuple[tuple[str, int], ...], scope: Scope
) -> tuple[Operator, Columns]:
    """The columns in slots of their own: what is imported must not become null with them."""
    outer = set(scope.slots.values())
    own = tuple((name, scope.frame.allocate() if slot in outer else slot) for name, slot in columns)
    copies = tuple(
        (new, lambda row, _state, slot=slot: row[slot])
        for (_, slot), (_, new) in zip(columns, own, strict=True)
        if new != slot
    )
    if not copies:
        return operator, columns
    return Projection(operator, copies, ", ".join(name for name, _ in columns)), own


def _in_transactions(
    planner: Planner,
    batches: syntax.InTransactions,
    source: Operator,
    right: Operator,
    columns: Columns,
    scope: Scope,
) -> Operator:
    planner.own_transactions = True
    size = batches.rows
    kind = TransactionForeach if columns is None else TransactionApply
    return kind(
        source,
        right,
        None if size is None else planner.compiler(scope.empty()).compile(size),
        batches.on_error or "FAIL",
        tuple(slot for _, slot in columns or ()),
        None if batches.report is None else scope.declare(batches.report.name),
        planner.text[batches.start : batches.end],
        unit=columns is None,
    )


def plan_procedure(
    planner: Planner,
    clause: syntax.CallProcedure,
    source: Operator,
    scope: Scope,
    *,
    alone: bool,
) -> tuple[Operator, Columns]:
    """``CALL name(…) YIELD …``; a call that is the whole query returns what it yields."""
    from runner.cypher.procedures.table import lookup

    procedure = lookup(clause.name, planner.registry, planner.language)
    if procedure is None:
        raise _not_found(clause.name)
    compiler = planner.compiler(scope)
    arguments = tuple(compiler.compile(value) for value in _arguments(clause, procedure))
    positions = {column.name: at for at, column in enumerate(procedure.yields)}
    before = set(scope.slots)
    yields: list[tuple[int, int]] = []
    columns: list[tuple[str, int]] = []
    if clause.yields:
        for item in clause.yields:
            slot = scope.declare(item.variable.name)
            yields.append((positions[item.name], slot))
            columns.append((item.variable.name, slot))
    elif alone or clause.yield_all:
        for name, at in positions.items():
            slot = scope.declare(name)
            yields.append((at, slot))
            columns.append((name, slot))
    if procedure.mode == "WRITE":
        planner.updates_below = True
    if procedure.mode in ("WRITE", "SCHEMA"):
        planner.calls_writer = True
    shown = planner.text[clause.start : clause.end].strip()
    void = not procedure.yields
    call = procedure.call
    target = Argument() if clause.optional else source
    operator: Operator = ProcedureCall(
        target, call, arguments, tuple(yields), _signature(shown), void=void
    )
    if clause.predicate is not None:
        test = planner.compiler(scope).predicate(clause.predicate)
        text = planner.text[clause.predicate.start : clause.predicate.end]
        operator = Filter(operator, (test,), text)
    if clause.optional:
        new = [name for name in scope.slots if name not in before]
        operator = Optional(operator, tuple(scope[name] for name in new), ", ".join(new))
        operator = operator if isinstance(source, Argument) else Apply(source, operator)
    return operator, tuple(columns) if alone and columns else None


def _signature(shown: str) -> str:
    words = shown.split(None, 1)
    return words[1] if words and words[0].upper() == "CALL" and len(words) > 1 else shown


def _arguments(clause: syntax.CallProcedure, procedure: Procedure) -> tuple[Expression, ...]:
    """The arguments; without parentheses they are the parameters of the same names."""
    if clause.arguments is not None:
        return clause.arguments
    return tuple(
        Parameter(clause.start, clause.end, parameter.name)
        for parameter in procedure.parameters
        if not parameter.optional
    )


def _not_found(name: str) -> Exception:
    message = (
        f"There is no procedure with the name `{name}` registered for this database instance. "
        "Please ensure you've spelled the procedure name correctly and that the procedure is "
        "properly deployed."
    )
    return client_error("Procedure.ProcedureNotFound", "42001", message, ("42N08", message))


def plan_show(
    planner: Planner, clause: syntax.Show, source: Operator, scope: Scope
) -> tuple[Operator, Columns]:
    """``SHOW … YIELD … WHERE …`` and TERMINATE; its columns are declared in `scope`."""
    from runner.cypher.procedures.show import show_table

    table = show_table(clause.what, clause.filter, planner.language)
    if table is None:
        what = " ".join(word for word in ("SHOW", clause.filter, clause.what) if word)
        raise unsupported(planner.text, clause.start, what)
    seen = scope.child()
    slots = {column.name: seen.declare(column.name) for column in table.columns}
    operator = _command(planner, clause, source, scope, table, slots)
    if clause.projection is not None:
        return _yielded(planner, clause, operator, scope, seen, slots)
    if clause.predicate is not None:
        test = planner.compiler(seen).predicate(clause.predicate)
        text = planner.text[clause.predicate.start : clause.predicate.end]
        operator = Filter(operator, (test,), text)
    columns = tuple((c.name, slots[c.name]) for c in table.columns if c.default)
    scope.slots.update(columns)
    return operator, columns


def _command(
    planner: Planner,
    clause: syntax.Show,
    source: Operator,
    scope: Scope,
    table: ShowTable,
    slots: dict[str, int],
) -> Operator:
    names = planner.compiler(scope).compile_all(clause.names)
    if isinstance(clause, Terminate):
        return TerminateTransactions(source, tuple(slots.values()), names)
    named = "transactionId" if "transactionId" in slots else "name"
    filter_at = list(slots).index(named) if named in slots else 0
    what = " ".join(word for word in (clause.filter, clause.what) if word)
    return ShowRows(source, table.rows, tuple(slots.values()), names, filter_at, what)


def _yielded(
    planner: Planner,
    clause: syntax.Show,
    operator: Operator,
    scope: Scope,
    seen: Scope,
    slots: dict[str, int],
) -> tuple[Operator, Columns]:
    """The YIELD of a SHOW: ``*`` keeps the order of the command's columns."""
    projection = clause.projection
    assert projection is not None
    outer = dict(scope.slots)
    operator, columns = plan_projection(planner, projection, operator, seen, clause.predicate)
    if projection.star:
        order = list(slots)
        columns = tuple(
            sorted((c for c in columns if c[0] in slots), key=lambda c: order.index(c[0]))
        )
    scope.slots = {**outer, **dict(columns)}
    return operator, columns
