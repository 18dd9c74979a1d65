"""Procedures about the database as a whole: names in use, indexes to wait for, components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.settings import SETTINGS
from runner.cypher.procedures.table import Column, Procedure
from runner.errors import Cause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.eval.runtime import State

_SECONDS = Parameter("timeOutSeconds", "INTEGER", optional=True)
_INDEX_NAME = Parameter("indexName", "STRING")

COMPONENTS = (
    ("Neo4j Kernel", ["2026.08.1"], "enterprise"),
    ("Cypher", ["5", "25"], ""),
)
"""What this engine behaves as: name, versions, edition (it keeps Enterprise constraints)."""


def _labels(state: State) -> Iterator[tuple[str]]:
    return ((name,) for name in state.transaction.graph.labels_in_use())


def _types(state: State) -> Iterator[tuple[str]]:
    return ((name,) for name in state.transaction.graph.types_in_use())


def _property_keys(state: State) -> Iterator[tuple[str]]:
    return ((name,) for name in list(state.transaction.graph.property_keys))


def _await_indexes(_state: State, _seconds: int = 300) -> Iterable[tuple[Any, ...]]:
    """Indexes are filled when they are made: there is nothing to wait for."""
    return ()


def _await_index(state: State, name: str, _seconds: int = 300) -> Iterable[tuple[Any, ...]]:
    if name not in state.transaction.graph.schema.indexes:
        message = f"No such index '{name}'"
        raise client_error("Schema.IndexNotFound", "22N69", message, ("52N02", message))
    return ()


def _ping(_state: State) -> Iterable[tuple[bool]]:
    return ((True,),)


def _info(state: State) -> Iterable[tuple[str, str, None]]:
    database_id = state.transaction.graph.database_id
    return ((database_id.replace("-", "").upper(), "neo4j", None),)


def _server_info(state: State) -> Iterable[tuple[str, str, None]]:
    """There is no database ``system``: its id is made of that of the one database."""
    from hashlib import sha256

    database_id = state.transaction.graph.database_id
    return ((sha256(f"system:{database_id}".encode()).hexdigest().upper(), "system", None),)


def _components(_state: State) -> Iterable[tuple[str, list[str], str]]:
    return ((name, list(versions), edition) for name, versions, edition in COMPONENTS)


def _list_config(_state: State, search: str = "") -> Iterator[tuple[Any, ...]]:
    for setting in SETTINGS:
        if search in setting.name:
            yield setting.name, setting.description, setting.value, setting.dynamic


def _metadata(state: State) -> Iterable[tuple[dict[str, Any]]]:
    return ((dict(state.transaction.metadata),),)


def _set_metadata(state: State, data: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    state.transaction.metadata = dict(data)
    return ()


def _create_label(state: State, name: str | None) -> Iterable[tuple[Any, ...]]:
    state.transaction.graph.label_names[_token(name, "label")] = None
    return ()


def _create_type(state: State, name: str | None) -> Iterable[tuple[Any, ...]]:
    state.transaction.graph.type_names[_token(name, "relationship type")] = None
    return ()


def _create_property(state: State, name: str | None) -> Iterable[tuple[Any, ...]]:
    state.transaction.graph.property_keys[_token(name, "property key")] = None
    return ()


def _token(name: str | None, kind: str) -> str:
    """A name of a label, a type or a key. Raises `EngineError` for what can be none (52N37)."""
    if name and "\0" not in name:
        return name
    shown = "Null" if name is None else f"'{name}'"
    message = (
        f"{shown} is not a valid token name. Token names cannot be empty or contain any null-bytes."
    )
    error = client_error("Schema.TokenNameError", "52N37", message)
    written = "Null" if name is None else name
    detail = f"A {kind} name cannot be empty or contain any null-bytes: '{written}'."
    below = Cause("42I11", detail)
    error.cause = Cause("42001", message, below)
    raise error


def _clear_query_caches(_state: State) -> Iterable[tuple[str]]:
    """Plans are kept by the database and made anew whenever that could change an answer."""
    return (("Query caches successfully cleared of 0 queries.",),)


PROCEDURES = (
    Procedure(
        "db.awaitIndex",
        'Wait for an index to come online (for example: CALL db.awaitIndex("MyIndex", 300)).',
        "READ",
        (_INDEX_NAME, _SECONDS),
        (),
        _await_index,
        defaults=("300",),
    ),
    Procedure(
        "db.awaitIndexes",
        "Wait for all indexes to come online (for example: CALL db.awaitIndexes(300)).",
        "READ",
        (_SECONDS,),
        (),
        _await_indexes,
        defaults=("300",),
    ),
    Procedure(
        "db.clearQueryCaches",
        "Clears all query caches.",
        "DBMS",
        (),
        (Column("value", "STRING"),),
        _clear_query_caches,
    ),
    Procedure(
        "db.createLabel",
        "Create a label",
        "WRITE",
        (Parameter("newLabel", "STRING"),),
        (),
        _create_label,
    ),
    Procedure(
        "db.createProperty",
        "Create a Property",
        "WRITE",
        (Parameter("newProperty", "STRING"),),
        (),
        _create_property,
    ),
    Procedure(
        "db.createRelationshipType",
        "Create a RelationshipType",
        "WRITE",
        (Parameter("newRelationshipType", "STRING"),),
        (),
        _create_type,
    ),
    Procedure(
        "db.info",
        "Provides information regarding the database.",
        "READ",
        (),
        (Column("id", "STRING"), Column("name", "STRING"), Column("creationDate", "STRING")),
        _info,
    ),
    Procedure(
        "db.labels",
        "List all labels attached to nodes within a database.",
        "READ",
        (),
        (Column("label", "STRING"),),
        _labels,
    ),
    Procedure(
        "db.ping",
        "This procedure can be used by client side tooling to test whether they are correctly "
        "connected to a database.",
        "READ",
        (),
        (Column("success", "BOOLEAN"),),
        _ping,
    ),
    Procedure(
        "db.prepareForReplanning",
        "Triggers an index resample and waits for its completion. If the wait time is 0, it skips "
        "waiting. After that, the procedure clears query caches. Once the process is complete, "
        "queries are planned using the latest database statistics.",
        "READ",
        (_SECONDS,),
        (),
        _await_indexes,
        defaults=("300",),
    ),
    Procedure(
        "db.propertyKeys",
        "List all property keys in the database.",
        "READ",
        (),
        (Column("propertyKey", "STRING"),),
        _property_keys,
    ),
    Procedure(
        "db.relationshipTypes",
        "List all types attached to relationships within a database.",
        "READ",
        (),
        (Column("relationshipType", "STRING"),),
        _types,
    ),
    Procedure(
        "db.resampleIndex",
        'Schedule resampling of an index (for example: CALL db.resampleIndex("MyIndex")).',
        "READ",
        (_INDEX_NAME,),
        (),
        _await_index,
    ),
    Procedure(
        "db.resampleOutdatedIndexes",
        "Schedule resampling of all outdated indexes.",
        "READ",
        (),
        (),
        _await_indexes,
    ),
    Procedure(
        "dbms.components",
        "List DBMS components and their versions.",
        "DBMS",
        (),
        (
            Column("name", "STRING"),
            Column("versions", "LIST<STRING>"),
            Column("edition", "STRING"),
        ),
        _components,
    ),
    Procedure(
        "dbms.info",
        "Provides information regarding the DBMS.",
        "DBMS",
        (),
        (Column("id", "STRING"), Column("name", "STRING"), Column("creationDate", "STRING")),
        _server_info,
    ),
    Procedure(
        "dbms.listConfig",
        "List the currently active configuration settings of Neo4j.",
        "DBMS",
        (Parameter("searchString", "STRING", optional=True),),
        (
            Column("name", "STRING"),
            Column("description", "STRING"),
            Column("value", "STRING"),
            Column("dynamic", "BOOLEAN"),
        ),
        _list_config,
        defaults=('""',),
    ),
    Procedure(
        "tx.getMetaData",
        "Provides attached transaction metadata.",
        "DBMS",
        (),
        (Column("metadata", "MAP"),),
        _metadata,
    ),
    Procedure(
        "tx.setMetaData",
        "Attaches a map of data to the transaction. The data will be printed when listing queries, "
        "and inserted into the query log.",
        "DBMS",
        (Parameter("data", "MAP"),),
        (),
        _set_metadata,
    ),
)
