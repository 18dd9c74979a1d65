"""What a statement is, told from its text by our own parser, where the server cannot be asked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.cypher.syntax.clauses import Statement

_WORDS = ("CREATE", "INSERT", "MERGE", "DELETE", "DROP")


@lru_cache(maxsize=256)
def read_statement(text: str, language: str | None) -> Statement | None:
    """The tree of a statement; None where it is none that our parser knows.

    Without a `language` the server's default decides, so that either may be meant.
    """
    from runner.cypher.parser import parse

    for version in ("25", "5") if language is None else (language,):
        try:
            return parse(text, version)
        except EngineError:
            continue
    return None


def changes_counts(text: str) -> bool:
    """Whether a statement may change how much the database holds, and counters will tell.

    Not so where it runs in transactions of its own, or in another database; and not where our
    parser cannot read it.
    """
    upper = text.upper()
    if not any(word in upper for word in _WORDS):
        return False
    from runner.cypher.syntax.base import walk
    from runner.cypher.syntax.clauses import CallSubquery, Command, Create, Delete, Merge, Use

    statement = read_statement(text, None)
    if statement is None or statement.mode == "EXPLAIN":
        return False
    changes = False
    for part in walk(statement.body):
        if isinstance(part, Use) or (isinstance(part, CallSubquery) and part.in_transactions):
            return False
        changes = changes or isinstance(part, (Command, Create, Delete, Merge))
    return changes
