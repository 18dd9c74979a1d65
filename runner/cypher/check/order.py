"""The order of clauses in a query: what may follow what, and what may end it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from runner.cypher.check.shape import UPDATES, clauses_below, returns
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Clause,
    Create,
    Delete,
    Filter,
    Finish,
    Foreach,
    Let,
    LoadCsv,
    Match,
    Merge,
    OrderLimit,
    Remove,
    Return,
    Search,
    Set,
    Show,
    SingleQuery,
    Terminate,
    Unwind,
    Use,
    With,
)
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk

_NAMES: dict[type[Clause], str] = {
    CallProcedure: "CALL",
    CallSubquery: "CALL",
    Create: "CREATE",
    Delete: "DELETE",
    Filter: "FILTER",
    Finish: "FINISH",
    Foreach: "FOREACH",
    Let: "LET",
    LoadCsv: "LOAD CSV",
    Match: "MATCH",
    Merge: "MERGE",
    Remove: "REMOVE",
    Return: "RETURN",
    Search: "MATCH",
    Set: "SET",
    Unwind: "UNWIND",
    Use: "USE GRAPH",
    With: "WITH",
}
_LAST = (
    "a RETURN clause, a FINISH clause, an update clause, a unit subquery call, or a procedure "
    "call with no YIELD"
)
_LAST_DETAIL = (
    "A query must conclude with a RETURN clause, a FINISH clause, an update clause, a unit "
    "subquery call, or a procedure call without a YIELD clause."
)


def clause_name(text: str, clause: Clause) -> str:
    """What messages call a clause."""
    if isinstance(clause, Unwind):
        return "FOR" if _starts(text, clause, "FOR") else "UNWIND"
    if isinstance(clause, Create):
        return "INSERT" if _starts(text, clause, "INSERT") else "CREATE"
    if isinstance(clause, OrderLimit):
        if clause.order_by:
            return "ORDER BY"
        if clause.skip is not None:
            return skip_word(text, clause)
        return "LIMIT"
    if isinstance(clause, Terminate):
        return "TERMINATE TRANSACTIONS"
    if isinstance(clause, Show):
        return " ".join(word for word in ("SHOW", clause.filter, clause.what) if word)
    return _NAMES[type(clause)]


def skip_word(text: str, clause: Clause) -> str:
    """``SKIP`` or ``OFFSET``, as it is written."""
    return "OFFSET" if _starts(text, clause, "OFFSET") else "SKIP"


def _starts(text: str, clause: Clause, word: str) -> bool:
    return text[clause.start : clause.start + len(word)].upper() == word


def check_order(walk: Walk, query: SingleQuery, may_omit: bool, part: bool) -> None:
    """The clauses of one query in their order; `part` is whether it is one of several."""
    clauses = query.clauses
    if any(isinstance(clause, Show) for clause in clauses):
        _check_commands(walk, query, part)
    for one, other in pairwise(clauses):
        _check_pair(walk, one, other)
    _check_last(walk, query, may_omit)
    _check_transactions(walk, clauses)
    _check_use(walk, clauses)
    if len(clauses) > 1:
        _check_yield_star(walk, clauses)


def _check_pair(walk: Walk, one: Clause, other: Clause) -> None:
    if isinstance(one, Return) and isinstance(other, OrderLimit):
        word = skip_word(walk.text, other)
        detail = f"`ORDER BY`, `{word}` and `LIMIT` can only be used in this order in `RETURN`."
        walk.problems.add(one.start, f"42I63: {detail}", "42I63", detail)
    elif isinstance(one, (Return, Finish)):
        name = clause_name(walk.text, one)
        walk.problems.add(
            one.start,
            f"{name} can only be used at the end of the query.",
            "42I38",
            f"'{name}...' can only be used at the end of a query or subquery.",
        )
    elif (
        walk.language == "5"
        and isinstance(one, UPDATES)
        and not isinstance(other, (*UPDATES, With, Return, Finish, Let, Filter, OrderLimit))
    ):
        first, second = clause_name(walk.text, one), clause_name(walk.text, other)
        walk.problems.add(
            other.start,
            f"WITH is required between {first} and {second}",
            "42N24",
            f"A WITH clause is required between {first} and {second}.",
        )


def _check_commands(walk: Walk, query: SingleQuery, part: bool) -> None:
    """SHOW and TERMINATE beside other clauses, or in a query that is `part` of another one."""
    clauses = query.clauses[isinstance(query.clauses[0], Use) :]
    last = clauses[-1] if clauses else None
    alone = len(clauses) == 1 or (len(clauses) == 2 and isinstance(last, Return))
    for clause in clauses:
        if isinstance(clause, Show):
            _check_yield(walk, clause, alone and not part, clause is last)
    if not isinstance(last, Show) or last.projection is None or (alone and not part):
        return
    if not part and all(isinstance(clause, Show) for clause in clauses):
        message = "When combining show and/or terminate commands, `RETURN` isn't optional."
        walk.problems.add_plain(last.projection.start, message, "22N92")
        return
    message = f"Query cannot conclude with YIELD (must be {_LAST})."
    walk.problems.add(_yield_of(walk, last), message, "42N71", _LAST_DETAIL)


def _check_yield(walk: Walk, command: Show, alone: bool, is_last: bool) -> None:
    name = clause_name(walk.text, command)
    combining = f"When combining `{name}` with other show and/or terminate commands, "
    if command.projection is None:
        if not (alone and is_last):
            message = f"{combining}`YIELD` is mandatory."
            walk.problems.add_plain(command.start, message, "22N93")
    elif command.projection.star and not alone:
        message = f"{combining}`YIELD *` isn't permitted."
        walk.problems.add_plain(_yield_of(walk, command), message, "22N94")


def _yield_of(walk: Walk, command: Show) -> int:
    assert command.projection is not None
    return walk.text.upper().rfind("YIELD", command.start, command.projection.start)


def _check_last(walk: Walk, query: SingleQuery, may_omit: bool) -> None:
    clauses = query.clauses
    if not clauses:
        walk.problems.add(query.start, f"Query must conclude with {_LAST}.", "42N71", _LAST_DETAIL)
        return
    last = clauses[-1]
    standalone = len(clauses) == 1 or (len(clauses) == 2 and isinstance(clauses[0], Use))
    if isinstance(last, (Return, Finish, Show, *UPDATES)):
        return
    if isinstance(last, CallProcedure) and standalone and last.predicate is not None:
        _no_where(walk, last)
        return
    if (
        isinstance(last, CallProcedure)
        and not (last.optional and last.yields)
        and (standalone or (not last.yields and not last.yield_all))
    ):
        return
    if (
        isinstance(last, CallSubquery)
        and not returns(last.query)
        and (last.in_transactions is None or last.in_transactions.report is None)
    ):
        return
    if may_omit:
        return
    if isinstance(last, CallProcedure) and last.predicate is not None:
        # Neo4j reads the WHERE as one of a WITH.
        at = _where_of(walk, last)
        message = f"Query cannot conclude with WITH (must be {_LAST})."
        walk.problems.add(at, message, "42N71", _LAST_DETAIL)
        return
    if isinstance(last, CallProcedure) and not last.optional:
        message = "Query cannot conclude with CALL together with YIELD"
    else:
        name = clause_name(walk.text, last)
        message = f"Query cannot conclude with {name} (must be {_LAST})."
    walk.problems.add(last.start, message, "42N71", _LAST_DETAIL)


def _where_of(walk: Walk, call: CallProcedure) -> int:
    assert call.predicate is not None
    return walk.text.upper().rfind("WHERE", call.start, call.predicate.start)


def _no_where(walk: Walk, call: CallProcedure) -> None:
    """A call that is the whole query keeps all that it yields (42NAB)."""
    walk.problems.add(
        _where_of(walk, call),
        "Cannot use standalone call with WHERE (instead use: `CALL ... WITH * WHERE ... RETURN *`)",
        "42N71",
        _LAST_DETAIL,
        Cause(
            "42NAB",
            "WHERE is not supported in a standalone call. Use `CALL ... YIELD ... WHERE ... "
            "RETURN ...` instead.",
        ),
    )


def _check_transactions(walk: Walk, clauses: tuple[Clause, ...]) -> None:
    """CALL … IN TRANSACTIONS may not follow a write."""
    written = False
    for clause in clauses:
        if isinstance(clause, CallSubquery):
            if clause.in_transactions is not None:
                if written:
                    walk.problems.add(
                        clause.start,
                        "CALL { ... } IN TRANSACTIONS after a write clause is not supported",
                        "42I25",
                        "'CALL { ... } IN TRANSACTIONS' is not supported after a write clause.",
                    )
            elif not written:
                written = any(isinstance(inner, UPDATES) for inner in clauses_below(clause.query))
        elif isinstance(clause, UPDATES):
            written = True


def _check_use(walk: Walk, clauses: tuple[Clause, ...]) -> None:
    for at, clause in enumerate(clauses):
        if isinstance(clause, Use) and at > 0 and not (at == 1 and isinstance(clauses[0], With)):
            walk.problems.add(
                clause.start,
                "USE clause must be either the first clause in a (sub-)query or preceded by an "
                "importing WITH clause in a sub-query.",
                "42N73",
                "The USE clause must be the first clause of a query or an operand to "
                "'... UNION ...' . In a CALL sub-query, it can also be the second clause if the "
                "first clause is an importing WITH.",
            )


def _check_yield_star(walk: Walk, clauses: tuple[Clause, ...]) -> None:
    if len(clauses) == 2 and isinstance(clauses[0], Use):
        return
    for clause in clauses:
        if isinstance(clause, CallProcedure) and clause.yield_all:
            walk.problems.add(
                clause.start,
                "Cannot use `YIELD *` outside standalone call",
                "42I43",
                "'YIELD *' can only be used with a standalone procedure call.",
            )
            return
