"""CALL of subqueries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.limits import check_static_integer
from runner.cypher.check.queries import check_query
from runner.cypher.check.shape import returns, transactional
from runner.cypher.syntax.clauses import (
    CallSubquery,
    Conditional,
    InTransactions,
    Next,
    Query,
    SingleQuery,
    Union,
    With,
)
from runner.cypher.syntax.expressions import Variable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk


def check_call_subquery(walk: Walk, clause: CallSubquery) -> None:
    """``CALL (…) { … }``: what it returns is new to the query around."""
    outer, constants, foreach = walk.symbols, walk.constants, walk.foreach_outer
    context = "call"
    if clause.import_all:
        walk.symbols = dict(outer)
        walk.constants = dict(outer)
    elif clause.imports is not None:
        imported: dict[str, Types] = {}
        for variable in clause.imports:
            types = walk.use(variable)
            imported[variable.name] = types
        walk.symbols = dict(imported)
        walk.constants = imported
    else:
        context = "import"
        walk.constants = {}
        _check_old_form(walk, clause.query)
    imported_names = _imported_by_with(clause, outer) if context == "import" else walk.symbols
    if hidden := frozenset(outer).difference(constants, imported_names):
        walk.hidden.append((clause, hidden))
    walk.foreach_outer = frozenset()
    columns = check_query(walk, clause.query, context)
    inner_constants = walk.constants
    walk.symbols, walk.constants, walk.foreach_outer = outer, constants, foreach
    _check_columns(walk, clause.query, columns, inner_constants)
    for name, types in columns.items():
        walk.symbols.setdefault(name, types)
    if clause.in_transactions is not None:
        _check_transactions(walk, clause.in_transactions)
    _check_nesting(walk, clause)


def _imported_by_with(clause: CallSubquery, around: Iterable[str]) -> set[str]:
    """What the first WITH of ``CALL { WITH … }`` names; all names `around` where it has a star.

    A branch of a UNION that imports less than another can only lose a remark by this.
    """
    names: set[str] = set()
    queries = [clause.query]
    while queries:
        query = queries.pop()
        if isinstance(query, Union):
            queries.extend(query.branches)
        elif isinstance(query, SingleQuery) and isinstance(query.clauses[0], With):
            items = query.clauses[0].projection.items
            if query.clauses[0].projection.star:
                names.update(around)
            names |= {item.name for item in items if isinstance(item.expression, Variable)}
    return names


def _check_old_form(walk: Walk, query: Query) -> None:
    """The newer forms of queries need a scope clause around them (42N3C)."""
    if walk.text.startswith("{", query.start):
        form = "{ ... }"
    elif isinstance(query, Conditional):
        form = "WHEN ... THEN ..."
    elif isinstance(query, Next):
        form = "NEXT"
    else:
        return
    detail = f"Not possible to enclose {form} in 'CALL {{ ... }}'. Use 'CALL () {{ ... }}' instead."
    walk.problems.add(query.start, f"42N3C: {detail}", "42N3C", detail)


def _check_columns(
    walk: Walk, query: Query, columns: dict[str, Types], imported: dict[str, Types]
) -> None:
    """A subquery may not return a name of the query around (42N07)."""
    taken = [name for name in columns if name in walk.symbols]
    if not taken:
        return
    for clause in returns(query):
        for name in taken:
            item = next((item for item in clause.projection.items if item.name == name), None)
            if item is not None:
                at = item.start if item.alias is None else item.alias.start
            elif clause.projection.star and name not in imported:
                at = clause.start
            else:
                continue
            walk.problems.add(
                at,
                f"Variable `{name}` already declared in outer scope",
                "42N07",
                f"The variable `{name}` is shadowing a variable with the same name from the outer "
                "scope and needs to be renamed.",
            )


def _check_transactions(walk: Walk, node: InTransactions) -> None:
    if node.rows is not None:
        check_static_integer(walk, node.rows, "OF ... ROWS", positive=True)
    if node.concurrency is not None:
        check_static_integer(walk, node.concurrency, "IN ... CONCURRENT", positive=True)
    walk.simple(node.retry_seconds)
    if node.report is not None:
        walk.declare(node.report, t.MAP)
    if node.report is not None and node.on_error in (None, "FAIL"):
        at = walk.text.upper().rfind("REPORT", node.start, node.report.start)
        walk.problems.add(
            node.report.start if at < 0 else at,
            "REPORT STATUS can only be used when specifying ON ERROR CONTINUE or ON ERROR BREAK",
            "42I36",
            "'REPORT STATUS' can only be used when specifying 'ON ERROR CONTINUE' or 'ON ERROR "
            "BREAK'.",
        )


def _check_nesting(walk: Walk, clause: CallSubquery) -> None:
    inner = transactional(clause.query)
    if inner is None:
        return
    message = (
        "CALL { ... } IN TRANSACTIONS nested in a regular CALL is not supported"
        if clause.in_transactions is None
        else "Nested CALL { ... } IN TRANSACTIONS is not supported"
    )
    walk.problems.add(
        inner.start, message, "42N58", "Nested 'CALL { ... } IN TRANSACTIONS is not supported."
    )
