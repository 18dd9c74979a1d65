"""A call of a tool, what came of it, and the words for an error."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import runner

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Call:
    """What an agent's runtime knows of one call before it is made."""

    seq: int
    """Its number within the session; a call that is tried again keeps it."""
    tool: str
    ask: str
    """The user's sentence that made the agent call."""
    ts: int
    """When, in milliseconds since 1970."""
    cypher: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent gets, and what was recorded."""

    status: str
    """``read``, ``committed`` or ``rolled_back``."""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    touched: frozenset[str] = frozenset()
    """Element ids of the nodes that were written or returned."""
    counters: Mapping[str, int] = field(default_factory=dict)
    seconds: float | None = None
    """How long the statement took; None for one that failed."""
    error: str | None = None


def as_json(value: object) -> str:
    """JSON; what it has no form for, such as a date, is written as a literal of Cypher."""
    return json.dumps(value, ensure_ascii=False, default=_literal)


def _literal(value: object) -> str:
    try:
        return runner.format_value(value)  # type: ignore[arg-type]
    except TypeError:
        # No value of Cypher either: the call fails, and its record says what was sent.
        return repr(value)


_TYPE_ERRORS = frozenset({"TypeError", "ArithmeticError", "ArgumentError"})
_VIOLATIONS = {
    "22N77": "requires properties",
    "22N78": "property type",
    "22N79": "uniqueness",
    "22N80": "uniqueness",
}


def error_text(error: runner.EngineError) -> str:
    """One line that is the same on every engine and in every run.

    A server's own text of a violated constraint holds the ids of nodes; the name of the
    constraint and the kind of the violation say the same without them.
    """
    if error.title == "SyntaxError":
        return f"syntax error: {error.message.splitlines()[0]}"
    if error.title in _TYPE_ERRORS:
        return f"type error: {error.message}"
    text = error.message
    if error.constraint is not None:
        statuses, cause = [error.gql_status], error.cause
        while cause is not None:
            statuses.append(cause.gql_status)
            cause = cause.cause
        kinds = [_VIOLATIONS[status] for status in statuses if status in _VIOLATIONS]
        text = f"`{error.constraint}` {kinds[0] if kinds else 'violated'}"
    return f"semantic error: {error.title}: {text}"
