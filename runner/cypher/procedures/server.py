"""Procedures about the server around a database, as far as an engine without one can answer.

Nobody is connected and no capability is announced; what belongs to the database ``system`` is
refused as Neo4j refuses it elsewhere.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.failing import call_failed
from runner.cypher.procedures.table import Column, Procedure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.runtime import State

_NULL_POINTER = "java.lang.NullPointerException"
_NO_KEY = 'Cannot invoke "Object.hashCode()" because "key" is null'
_NO_IDS = 'Cannot invoke "java.util.List.stream()" because "ids" is null'


def _nothing(_state: State) -> Iterable[tuple[Any, ...]]:
    return ()


def _not_found(procedure: str, connection: str | None) -> tuple[str, str, str]:
    if connection is None:
        raise call_failed(procedure, _NULL_POINTER, _NO_KEY)
    return connection, "n/a", "No connection found with this id"


def _kill_one(_state: State, connection: str | None) -> Iterable[tuple[Any, ...]]:
    return (_not_found("dbms.killConnection", connection),)


def _kill_several(_state: State, connections: list[str | None] | None) -> list[tuple[Any, ...]]:
    name = "dbms.killConnections"
    if connections is None:
        raise call_failed(name, _NULL_POINTER, _NO_IDS)
    return [_not_found(name, connection) for connection in connections]


def _of_system(name: str, _state: State) -> Iterable[tuple[Any, ...]]:
    raise client_error(
        "Procedure.ProcedureCallFailed",
        "51N28",
        "This is an administration command and it should be executed against the system "
        f"database: {name}",
    )


_KILLED = (
    Column("connectionId", "STRING"),
    Column("username", "STRING"),
    Column("message", "STRING"),
)
_CONNECTION = (
    "connectionId",
    "connectTime",
    "connector",
    "username",
    "userAgent",
    "serverAddress",
    "clientAddress",
)

PROCEDURES = (
    Procedure(
        "dbms.killConnection",
        "Kill network connection with the given connection id.",
        "DBMS",
        (Parameter("id", "STRING"),),
        _KILLED,
        _kill_one,
    ),
    Procedure(
        "dbms.killConnections",
        "Kill all network connections with the given connection ids.",
        "DBMS",
        (Parameter("ids", "LIST<STRING>"),),
        _KILLED,
        _kill_several,
    ),
    Procedure(
        "dbms.listCapabilities",
        "List capabilities.",
        "DBMS",
        (),
        (Column("name", "STRING"), Column("description", "STRING"), Column("value", "ANY")),
        _nothing,
    ),
    Procedure(
        "dbms.listConnections",
        "List all accepted network connections at this instance that are visible to the user.",
        "DBMS",
        (),
        tuple(Column(name, "STRING") for name in _CONNECTION),
        _nothing,
    ),
    Procedure(
        "dbms.upgrade",
        "Upgrade the system database schema if it is not the current schema.",
        "WRITE",
        (),
        (Column("status", "STRING"), Column("upgradeResult", "STRING")),
        partial(_of_system, "dbms.upgrade"),
        ("5",),
    ),
    Procedure(
        "dbms.upgradeStatus",
        "Report the current status of the system database sub-graph schema.",
        "READ",
        (),
        (
            Column("status", "STRING"),
            Column("description", "STRING"),
            Column("resolution", "STRING"),
        ),
        partial(_of_system, "dbms.upgradeStatus"),
        ("5",),
    ),
)
