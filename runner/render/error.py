"""The line that says on a page how a cell fails (section 8 of the page format).

It has to be the same on every engine and on every run, so it is derived from an error's code,
status and message: what differs between servers, versions and runs is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.render.literal import escape_controls
from runner.render.table import ERROR_PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.errors import Cause, EngineError

_SQL = "ClickHouse."
"""How the codes of errors in ``sql`` cells begin; their texts are whole, see `runner.sql`."""

_CONSTRAINT_VIOLATION = "ConstraintValidationFailed"
_STILL_CONNECTED = "node still has relationships"

_KIND_BY_STATUS = {
    "22N79": "uniqueness",
    "22N80": "uniqueness",
    "22N77": "requires properties",
    "22N78": "property type",
    "G1001": _STILL_CONNECTED,
}
# Servers before GQL statuses say the same in their messages only.
_KIND_BY_PHRASE = {
    "already exists with": "uniqueness",
    "must have the propert": "requires properties",
    "required the property": "property type",
    "still has relationships": _STILL_CONNECTED,
}
_DATABASE_ERRORS = (
    "Schema.",
    "Statement.ExecutionFailed",
    "Transaction.TransactionStartFailed",
)
_NEVER_OUTCOMES = (
    "Security.",
    "Database.DatabaseNotFound",
    "Transaction.TransactionTimedOut",
)


def error_text(error: EngineError) -> str:
    """The line of a block for a statement that failed: ``error: CLASS: TEXT``."""
    return ERROR_PREFIX + _class_and_text(error)


def is_outcome(error: EngineError) -> bool:
    """Whether `error` can be how a cell ends, also the one that it wants.

    The others, such as a refused login, a missing database or a time-out, say nothing about
    the statement.
    """
    _, _, code = error.code.partition(".")
    family, _, rest = code.partition(".")
    if family == "DatabaseError":
        return rest.startswith(_DATABASE_ERRORS)
    return family == "ClientError" and not rest.startswith(_NEVER_OUTCOMES)


def _class_and_text(error: EngineError) -> str:
    title = error.title
    if error.code.startswith(_SQL):
        return f"sql error: {title}: {escape_controls(error.message)}"
    if title == "SyntaxError":
        return f"syntax error: {_stable(error.message)}"
    if title in ("TypeError", "ArithmeticError", "ArgumentError"):
        return f"type error: {_stable(error.message)}"
    text = _violation(error) if title == _CONSTRAINT_VIOLATION else None
    return f"semantic error: {title}: {text or _stable(error.message)}"


def _violation(error: EngineError) -> str | None:
    """The constraint and how it was violated, where the error names one."""
    kind = _violation_kind(error)
    if kind is None or kind == _STILL_CONNECTED:
        return kind
    if error.constraint is None:
        return None
    name = escape_controls(error.constraint).replace("`", "``")
    return f"`{name}` {kind}"


def _violation_kind(error: EngineError) -> str | None:
    for status in _statuses(error):
        if status in _KIND_BY_STATUS:
            return _KIND_BY_STATUS[status]
    for phrase, kind in _KIND_BY_PHRASE.items():
        if phrase in error.message:
            return kind
    return None


def _statuses(error: EngineError) -> Iterator[str]:
    yield error.gql_status
    cause: Cause | None = error.cause
    while cause is not None:
        yield cause.gql_status
        cause = cause.cause


_POSITION = r" ?\(line \d+, column \d+ \(offset: \d+\)\)"
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_DROPPED = (
    _POSITION,
    r"(?<=\b[Nn]ode)\(\d+\)",
    r"(?<=\b[Rr]elationship)\(\d+\)",
    r"(?<=\bnode)<\d+>",
    r"(?<=\brelationship)<\d+>",
    r"(?<=\bLabel)\[\d+\]",
    r"(?<=\bRelationshipType)\[\d+\]",
    r"(?<=\bPropertyKey)\[\d+\]",
    r" with id \d+\b",
    rf" ?\b\d+:{_UUID}:\d+\b",
    r"(?<=Unable to load NODE) \S+(?=\.)",
    r"(?<=Unable to load RELATIONSHIP) \S+(?=\.)",
    r"\bid=\d+, ",
    r"(?:, )?\bownedIndex=\d+",
)


def _stable(message: str) -> str:
    """The first line of a server's message without places, numbers and lists of tokens."""
    line = re.split(r"[\r\n]", message, maxsplit=1)[0]
    line = re.sub("|".join(_DROPPED), "", line)
    line = re.sub(r"^(Invalid input '.*?'): expected\b.*", r"\1", line)
    return escape_controls(line).strip()
