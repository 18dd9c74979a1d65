"""Queries: which clauses may follow each other and end one, and how queries combine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.free import free_variables
from runner.cypher.check.mixing import check_mixed_labels, check_shortest_functions
from runner.cypher.check.order import check_order
from runner.cypher.check.procedures import check_procedure_form
from runner.cypher.check.projections import check_return, passes
from runner.cypher.check.shape import transactional
from runner.cypher.syntax.clauses import (
    CallProcedure,
    Clause,
    Conditional,
    Create,
    Finish,
    Next,
    Query,
    Return,
    SingleQuery,
    Union,
    Use,
    With,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_UNALIASED = {
    "call": "CALL () { RETURN ... }",
    "import": "CALL { RETURN ... }",
    "next": "RETURN followed by NEXT",
}
"""Where a column needs a name: the context, as messages name it."""


def check_query(walk: Walk, query: Query, context: str, may_omit: bool = False) -> dict[str, Types]:
    """Judge a query in the scope at hand; give the columns that it returns.

    `context` says what it is part of: ``statement`` where it is all of it, ``""`` for a branch or
    the last part of one, ``expression`` for EXISTS, COUNT
    and COLLECT, ``call`` and ``import`` for CALL with and without a scope clause, ``next`` for a
    query that another one follows. With `may_omit` it needs no RETURN.
    """
    if isinstance(query, SingleQuery):
        return _check_single(walk, query, context, may_omit)
    if isinstance(query, Union):
        return _check_union(walk, query, context, may_omit)
    if isinstance(query, Next):
        return _check_next(walk, query, context, may_omit)
    assert isinstance(query, Conditional)
    return _check_conditional(walk, query, context, may_omit)


def _check_single(walk: Walk, query: SingleQuery, context: str, may_omit: bool) -> dict[str, Types]:
    clauses = query.clauses
    columns: dict[str, Types] = {}
    judges = walk.clauses
    if context == "import":
        _import(walk, clauses)
    for clause in clauses:
        if isinstance(clause, Return):
            columns = check_return(walk, clause, context, _UNALIASED.get(context))
        elif isinstance(clause, Finish):
            walk.symbols = dict(walk.constants)
        else:
            judges[type(clause)](walk, clause)
        check_mixed_labels(walk, (clause,))
        if walk.shortest and not isinstance(clause, Create):
            check_shortest_functions(walk, clause)
    check_order(walk, query, may_omit, context in ("", "next"))
    if any(isinstance(clause, CallProcedure) for clause in clauses):
        check_procedure_form(walk, query, context)
    return columns


def _import(walk: Walk, clauses: tuple[Clause, ...]) -> None:
    """``CALL { WITH x … }``: the WITH is judged in the scope around, all else without it."""
    leading = clauses[1:] if clauses and isinstance(clauses[0], Use) else clauses
    first = leading[0] if leading else None
    outer = walk.symbols
    if not isinstance(first, With) or is_importing(first):
        if not isinstance(first, With):
            walk.symbols = {}
        return
    projection = first.projection
    uses_outer = projection.star or any(
        variable.name in outer
        for item in projection.items
        for variable in free_variables(item.expression)
    )
    if uses_outer:
        _bad_import(walk, first)
    else:
        walk.symbols = {}


def is_importing(clause: With) -> bool:
    """Whether a WITH is nothing but variables that are passed on."""
    projection = clause.projection
    return (
        not projection.distinct
        and projection.group_by is None
        and not projection.order_by
        and projection.skip is None
        and projection.limit is None
        and clause.predicate is None
        and all(map(passes, projection.items))
    )


def _bad_import(walk: Walk, clause: With) -> None:
    projection = clause.projection
    wrong = next((item for item in projection.items if not passes(item)), None)
    if wrong is not None:
        shown = walk.text[wrong.start : wrong.end]
        rest = "Aliasing or expressions are not supported."
    else:
        shown = next(
            keyword
            for keyword, given in (
                ("DISTINCT", projection.distinct),
                ("WHERE", clause.predicate is not None),
                ("ORDER BY", bool(projection.order_by)),
                ("SKIP", projection.skip is not None),
                ("LIMIT", True),
            )
            if given
        )
        rest = f"{shown} is not allowed."
    walk.problems.add(
        clause.start,
        f"Importing WITH should consist only of simple references to outside variables. {rest}",
        "42I28",
        "Importing WITH can consist only of direct references to outside variables. "
        f"{shown} is not allowed.",
    )


def _check_union(walk: Walk, query: Union, context: str, may_omit: bool) -> dict[str, Types]:
    symbols = walk.symbols
    columns: dict[str, Types] | None = None
    previous: Query | None = None
    differing = -1
    _check_mixed(walk, query, query.branches[0])
    for branch in query.branches:
        walk.symbols = dict(symbols)
        found = check_query(walk, branch, context, may_omit)
        _check_no_transactions(walk, branch)
        if columns is None or previous is None:
            columns = found
        else:
            if set(found) != set(columns):
                differing = keyword(walk.text, previous, branch, "UNION")
            columns = {
                name: types | found[name] if name in found else types
                for name, types in columns.items()
            }
        previous = branch
    if differing >= 0:
        # The last UNION is the outermost, and the first that Neo4j looks at.
        walk.problems.add(
            differing,
            "All sub queries in an UNION must have the same return column names",
            "42N39",
            "All UNION subqueries must have the same return column names. Use `AS` to ensure "
            "columns have the same name.",
        )
    walk.symbols = symbols
    return columns or {}


def _check_mixed(walk: Walk, query: Union, first: Query) -> None:
    """``a UNION b UNION ALL c``: the parser puts one union into the other (42I40)."""
    if isinstance(first, Union) and first.all != query.all and len(query.branches) > 1:
        if walk.text.startswith("{", first.start):
            return
        walk.problems.add(
            keyword(walk.text, first, query.branches[1], "UNION"),
            "Invalid combination of UNION and UNION ALL",
            "42I40",
            "UNION and UNION ALL cannot be combined.",
        )


def _check_no_transactions(walk: Walk, branch: Query) -> None:
    call = transactional(branch)
    if call is not None:
        walk.problems.add(
            call.start,
            "CALL { ... } IN TRANSACTIONS in a UNION is not supported",
            "42N47",
            "'CALL { ... } IN TRANSACTIONS' is not supported in '... UNION ...'.",
        )


def keyword(text: str, left: Query, right: Query, word: str) -> int:
    """The offset of the keyword between two queries."""
    at = text.upper().rfind(word, left.end, right.start)
    return left.end if at < 0 else at


def _check_next(walk: Walk, query: Next, context: str, may_omit: bool) -> dict[str, Types]:
    columns: dict[str, Types] = {}
    last = len(query.parts) - 1
    for at, part in enumerate(query.parts):
        if at:
            walk.symbols = {**walk.constants, **columns}
        if at == last:
            columns = check_query(walk, part, context, may_omit)
        else:
            columns = check_query(walk, part, "next")
    return columns


def _check_conditional(
    walk: Walk, query: Conditional, context: str, may_omit: bool
) -> dict[str, Types]:
    symbols = walk.symbols
    columns: dict[str, Types] | None = None
    for branch in query.branches:
        walk.symbols = dict(symbols)
        walk.predicate(branch.predicate)
        found = check_query(walk, branch.query, context, may_omit)
        if columns is None:
            columns = found
        elif set(found) != set(columns):
            detail = (
                "All conditional queries must have the same return column names. Use `AS` to "
                "ensure columns have the same name."
            )
            walk.problems.add(branch.start, f"42N39: {detail}", "42N39", detail)
    check_mixed_labels(walk, [branch.query for branch in query.branches])
    walk.symbols = symbols
    return columns or {}
