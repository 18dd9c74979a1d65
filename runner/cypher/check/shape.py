"""The outline of a query, without judging it: what it returns, writes, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from runner.cypher.syntax.clauses import (
    CallSubquery,
    Clause,
    Conditional,
    Create,
    Delete,
    Finish,
    Foreach,
    Merge,
    Next,
    Query,
    Remove,
    Return,
    Set,
    SingleQuery,
    Union,
)

UPDATES = (Create, Merge, Set, Remove, Delete, Foreach)
"""The clauses that write."""


def _parts(query: Query) -> tuple[Query, ...]:
    """The queries right below one that is not single."""
    if isinstance(query, Union):
        return query.branches
    if isinstance(query, Next):
        return query.parts
    assert isinstance(query, Conditional)
    return tuple(branch.query for branch in query.branches)


def singles(query: Query) -> Iterator[SingleQuery]:
    """The single queries that a query is made of; those of subqueries are their own."""
    if isinstance(query, SingleQuery):
        yield query
    else:
        for part in _parts(query):
            yield from singles(part)


def last_singles(query: Query) -> Iterator[SingleQuery]:
    """The single queries whose columns are the query's."""
    if isinstance(query, SingleQuery):
        yield query
    elif isinstance(query, Next):
        yield from last_singles(query.parts[-1])
    else:
        for part in _parts(query):
            yield from last_singles(part)


def returns(query: Query) -> list[Return]:
    """The RETURN clauses that give a query's columns."""
    found = []
    for single in last_singles(query):
        last = single.clauses[-1] if single.clauses else None
        if isinstance(last, Return):
            found.append(last)
    return found


def ends_with_finish(query: Query) -> bool:
    """Whether a query, or a branch of it, ends with FINISH."""
    return any(
        bool(single.clauses) and isinstance(single.clauses[-1], Finish)
        for single in last_singles(query)
    )


def clauses_below(query: Query) -> Iterator[Clause]:
    """All clauses of a query, and those of the subqueries that it calls."""
    for single in singles(query):
        for clause in single.clauses:
            yield clause
            if isinstance(clause, CallSubquery):
                yield from clauses_below(clause.query)


def transactional(query: Query) -> CallSubquery | None:
    """The first CALL … IN TRANSACTIONS in a query, at any depth."""
    for clause in clauses_below(query):
        if isinstance(clause, CallSubquery) and clause.in_transactions is not None:
            return clause
    return None
