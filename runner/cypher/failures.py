"""Makes the errors of the engine, each with Neo4j's code, GQLSTATUS, message and cause.

The texts follow Neo4j 2026.08 with Cypher 25. Whoever raises names the fact; the envelope is
made here, once.
"""

from __future__ import annotations

from typing import TypeAlias

from runner.errors import Cause, EngineError
from runner.source import LineIndex

Flaw: TypeAlias = tuple[str, str, Cause | None]
"""The message, the GQLSTATUS and the cause of a ``SyntaxError`` that may turn out the first one."""
_CLIENT = "Neo.ClientError."
_DATABASE = "Neo.DatabaseError."


def client_error(
    title: str,
    gql_status: str,
    message: str,
    cause: tuple[str, str] | None = None,
    *,
    constraint: str | None = None,
) -> EngineError:
    """An error ``Neo.ClientError.TITLE``; `title` as ``Statement.TypeError``.

    `cause` is the GQLSTATUS and the description of the cause, where Neo4j gives one.
    """
    link = Cause(*cause) if cause else None
    return EngineError(_CLIENT + title, gql_status, message, cause=link, constraint=constraint)


def database_error(
    title: str, gql_status: str, message: str, cause: Cause | None = None
) -> EngineError:
    """An error ``Neo.DatabaseError.TITLE``; `title` as ``Schema.ConstraintCreationFailed``."""
    return EngineError(_DATABASE + title, gql_status, message, cause=cause)


def syntax_error(
    text: str,
    offset: int,
    message: str,
    cause: tuple[str, str] | None = None,
    *,
    gql_status: str = "42001",
) -> EngineError:
    """A compile error at `offset` of the statement `text`.

    Like Neo4j's, its message ends with the position, the line of the statement and a caret.
    """
    index = LineIndex(text)
    position = index.position(offset)
    line = index.line(position.line)
    full = (
        f"{message} (line {position.line}, column {position.column} (offset: {position.offset}))"
        f'\n"{line}"\n{" " * position.column}^'
    )
    return EngineError(
        _CLIENT + "Statement.SyntaxError",
        gql_status,
        full,
        position=position,
        cause=Cause(*cause) if cause else None,
    )


def unsupported(text: str, offset: int, what: str) -> EngineError:
    """A refusal of Cypher that this engine does not run (yet): `what` names the construct."""
    return syntax_error(
        text, offset, f"The embedded engine does not support {what}", ("42N14", what)
    )


def unsupported_administration(text: str, offset: int) -> EngineError:
    """A command that only the Enterprise edition has, from `offset` on, as Community refuses it."""
    return client_error(
        "Statement.UnsupportedAdministrationCommand",
        "51N27",
        f"Unsupported administration command: {text[offset:].strip().removesuffix(';').rstrip()}",
    )


def type_error(message: str, *, gql_status: str = "22G03", cause: str = "22N01") -> EngineError:
    """A run-time ``Statement.TypeError``."""
    return client_error("Statement.TypeError", gql_status, message, (cause, message))


def argument_error(message: str, *, gql_status: str = "22N38", cause: str = "22N03") -> EngineError:
    """A run-time ``Statement.ArgumentError``."""
    return client_error("Statement.ArgumentError", gql_status, message, (cause, message))


def arithmetic_error(message: str, operation: str, *, gql_status: str = "22003") -> EngineError:
    """A run-time ``Statement.ArithmeticError`` of `operation`: overflow, division by zero."""
    cause = f"The result of the operation '{operation}' has caused an overflow."
    return client_error("Statement.ArithmeticError", gql_status, message, ("22N28", cause))


def entity_deleted(kind: str, identity: int) -> EngineError:
    """A property or the labels of a deleted entity were read; `kind` is Node or Relationship."""
    return client_error(
        "Statement.EntityNotFound",
        "25N13",
        f"{kind} with id {identity} has been deleted in this transaction",
    )


def unknown_element(element_id: str) -> EngineError:
    """A USE of the database of an element id that is from none."""
    message = (
        f"No database is corresponding to `graph.byElementId({element_id})`. Verify that the "
        "elementId is correct."
    )
    return client_error("Database.DatabaseNotFound", "42001", message, ("42NA7", message))


def unknown_graph(name: str) -> EngineError:
    """A USE of a database that there is not."""
    message = f"Graph not found: {name}"
    return client_error("Database.DatabaseNotFound", "42001", message, ("42N00", message))


def outdated() -> EngineError:
    """What a row holds was deleted by a transaction that is over."""
    return EngineError(
        "Neo.TransientError.Transaction.Outdated",
        "25N11",
        "Database elements (nodes, relationships, properties) were observed during query "
        "execution, but got deleted by an overlapping committed transaction before the query "
        "results could be serialised. The transaction might succeed if it is retried.",
    )
