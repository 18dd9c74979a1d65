"""What the SHOW commands list: for each the columns and, when it runs, the rows.

Source: the Cypher manual on each SHOW command; names of types and columns by version as of
Neo4j 2026.08 (facts 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.procedures import (
    show_callables,
    show_schema,
    show_server,
    show_transactions,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runner.cypher.eval.runtime import State


class ShowColumn(NamedTuple):
    """A column of a SHOW command; without YIELD only those that are `default` are shown."""

    name: str
    default: bool


class ShowTable(NamedTuple):
    """What a SHOW command lists: a row has a value for every one of the columns."""

    columns: tuple[ShowColumn, ...]
    rows: Callable[[State], Iterable[tuple[Any, ...]]]


def show_table(what: str, filter: str | None, language: str) -> ShowTable | None:  # noqa: A002
    """The table of ``SHOW filter what``; None if there is no such command.

    `what` and `filter` are as in `runner.cypher.syntax.clauses.Show`.
    """
    words = frozenset((filter or "ALL").split()) - {"ALL"}
    plural = what if what.endswith("S") else f"{what}{'ES' if what == 'INDEX' else 'S'}"
    makers: dict[str, Callable[[frozenset[str], str], _Made | None]] = {
        "CONSTRAINTS": show_schema.constraints,
        "INDEXES": show_schema.indexes,
        "FUNCTIONS": show_callables.functions,
        "PROCEDURES": show_callables.procedures,
        "SETTINGS": show_server.settings,
        "TRANSACTIONS": show_transactions.transactions,
        "TERMINATIONS": show_transactions.terminated,
        "DATABASES": show_server.databases,
        "USERS": show_server.users,
    }
    maker = makers.get(plural)
    made = None if maker is None else maker(words, language)
    if made is None:
        return None
    columns, rows = made
    return ShowTable(tuple(ShowColumn(name, default) for name, default in columns), rows)


if TYPE_CHECKING:
    _Made = tuple[tuple[tuple[str, bool], ...], Callable[[State], Iterable[tuple[Any, ...]]]]
