"""Procedures that search vector indexes, and that set vectors as properties."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error
from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.failing import (
    call_failed,
    illegal_argument,
    null_argument,
    wrong_entity,
)
from runner.cypher.procedures.table import Column, Procedure
from runner.cypher.store.committed import VectorIndex
from runner.errors import EngineError
from runner.values import Vector
from runner.values.numbers import to_float32

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runner.cypher.eval.runtime import State

_INT32_MAX = 2**31 - 1
_QUERY = "db.index.vector.query{}"
_SCORES = (
    "Returns requested number of nearest neighbors to the provided query vector,\n"
    "and their similarity score to that query vector, based on the configured similarity function "
    "for the index.\n"
    "The similarity score is a value between [0, 1]; where 0 indicates least similar, 1 most "
    "similar.\n"
)


def coordinates_of(index: VectorIndex, value: Any) -> Sequence[float]:
    """The coordinates to search `index` by, of a list of numbers or a vector.

    Raises `EngineError` for a wrong length or for numbers that cannot be compared.
    """
    numbers = value.coordinates if isinstance(value, Vector) else value
    wanted = index.dimensions
    if wanted is not None and len(numbers) != wanted:
        message = (
            f"Vector index '{index.name}' has a configured dimensionality of {wanted}, but the "
            f"provided vector has dimension {len(numbers)}."
        )
        raise client_error("Statement.TypeError", "51N65", message)
    prepared = index.prepare(value)
    if prepared is None:
        rule = ", and have positive and finite l2-norm" if index.is_cosine else ""
        raise not_finite(value, rule)
    return prepared


def not_finite(value: Any, rule: str = "") -> EngineError:
    """The error for coordinates that are no finite numbers."""
    message = f"Vector must only contain finite values{rule}. Provided: {_provided(value)}"
    return client_error("Statement.ArgumentError", "22NBG", message)


def _provided(value: Any) -> str:
    numbers = value.coordinates if isinstance(value, Vector) else value
    return f"List{{{', '.join(map(_element, numbers))}}}"


def _element(value: Any) -> str:
    if type(value) is float:
        shown = f"{value:e}" if math.isfinite(value) else describe(value)[len("Double(") : -1]
        return f"Double({shown})"
    return describe(value)


def _query(state: State, kind: str, name: Any, count: Any, value: Any) -> Iterator[tuple[Any, ...]]:
    procedure = _QUERY.format("Nodes" if kind == "NODE" else "Relationships")
    for argument, what in ((name, "indexName"), (count, "numberOfNearestNeighbours")):
        if argument is None:
            raise null_argument(procedure, what)
    if count <= 0:
        raise illegal_argument(procedure, "'numberOfNearestNeighbours' must be positive")
    _require_array(procedure, "query", value)
    graph = state.transaction.graph
    index = graph.schema.indexes.get(name)
    if not isinstance(index, VectorIndex):
        raise illegal_argument(procedure, f"There is no such vector schema index: {name}")
    if index.entity != kind:
        # "nodes" is Neo4j's word here for both kinds.
        raise wrong_entity(procedure, index, graph, "nodes")
    if count > _INT32_MAX:
        raise call_failed(procedure, "java.lang.ArithmeticException", "integer overflow")
    try:
        coordinates = coordinates_of(index, value)
    except EngineError as error:
        raise _within(error) from None
    return iter(index.nearest(coordinates, count, tick=state.tick))


def _within(error: EngineError) -> EngineError:
    """An error as the cause of a procedure's failure."""
    return client_error(
        error.code.removeprefix("Neo.ClientError."),
        "52N37",
        error.message,
        (error.gql_status, error.message),
    )


def _require_array(procedure: str, name: str, value: Any) -> None:
    if value is None:
        raise call_failed(
            procedure,
            "java.lang.NullPointerException",
            f"'{name}' must not be null",
            "java.lang.IllegalArgumentException: "
            f"'{name}' must not be NO_VALUE, which is treated as null",
        )
    if not isinstance(value, (list, Vector)):
        raise illegal_argument(procedure, f"'{name}' must be a non-null numerical array")


def _query_nodes(state: State, *arguments: Any) -> Iterator[tuple[Any, ...]]:
    return _query(state, "NODE", *arguments)


def _query_relationships(state: State, *arguments: Any) -> Iterator[tuple[Any, ...]]:
    return _query(state, "RELATIONSHIP", *arguments)


def _set(procedure: str, state: State, entity: Any, key: Any, value: Any) -> None:
    kind = "relationship" if "Relationship" in procedure else "node"
    if entity is None:
        raise null_argument(procedure, kind)
    if key is None:
        raise null_argument(procedure, "key")
    _require_array(procedure, "vector", value)
    numbers = value.coordinates if isinstance(value, Vector) else value
    if not numbers or not all(type(x) is float or type(x) is int for x in numbers):
        raise _within(not_finite(value))
    narrowed = [to_float32(float(x)) for x in numbers]
    if not all(map(math.isfinite, narrowed)):
        raise _within(not_finite(value))
    if not key or "\0" in key:
        message = (
            f"'{key}' is not a valid token name. Token names cannot be empty or contain any "
            "null-bytes."
        )
        raise _kernel_failure(procedure, "schema.IllegalTokenNameException", message, "42001")
    if entity.deleted:
        shown = f"{kind.upper()} {state.transaction.graph.element_id(entity)}"
        message = f"Unable to load {shown}."
        raise _kernel_failure(procedure, "EntityNotFoundException", message, "50N00")
    state.transaction.set_property(entity, key, narrowed)


def _kernel_failure(procedure: str, exception: str, message: str, cause: str) -> EngineError:
    package = "org.neo4j.internal.kernel.api.exceptions"
    return client_error(
        "Procedure.ProcedureCallFailed",
        "52N37",
        f"Failed to invoke procedure `{procedure}`: Caused by: {package}.{exception}: {message}",
        (cause, message),
    )


_SET_NODE = "db.create.setNodeVectorProperty"
_SET_RELATIONSHIP = "db.create.setRelationshipVectorProperty"


def _set_node(state: State, *arguments: Any) -> Iterable[tuple[Any, ...]]:
    _set(_SET_NODE, state, *arguments)
    return ()


def _set_relationship(state: State, *arguments: Any) -> Iterable[tuple[Any, ...]]:
    _set(_SET_RELATIONSHIP, state, *arguments)
    return ()


def _set_old(state: State, *arguments: Any) -> Iterable[tuple[Any, ...]]:
    _set("db.create.setVectorProperty", state, *arguments)
    return ((arguments[0],),)


_SEARCHED = (
    Parameter("indexName", "STRING"),
    Parameter("numberOfNearestNeighbours", "INTEGER"),
    Parameter("query", "ANY"),
)
_KEY_AND_VECTOR = (Parameter("key", "STRING"), Parameter("vector", "ANY"))
_SPACE = "in a more space efficient representation than Cypher's SET."

PROCEDURES = (
    Procedure(
        _SET_NODE,
        f"Set a vector property on a given node {_SPACE}",
        "WRITE",
        (Parameter("node", "NODE"), *_KEY_AND_VECTOR),
        (),
        _set_node,
    ),
    Procedure(
        _SET_RELATIONSHIP,
        f"Set a vector property on a given relationship {_SPACE}",
        "WRITE",
        (Parameter("relationship", "RELATIONSHIP"), *_KEY_AND_VECTOR),
        (),
        _set_relationship,
    ),
    Procedure(
        "db.create.setVectorProperty",
        f"Set a vector property on a given node {_SPACE}",
        "WRITE",
        (Parameter("node", "NODE"), *_KEY_AND_VECTOR),
        (Column("node", "NODE"),),
        _set_old,
        languages=("5",),
    ),
    Procedure(
        _QUERY.format("Nodes"),
        f"Query the given node vector index.\n{_SCORES}",
        "READ",
        _SEARCHED,
        (Column("node", "NODE"), Column("score", "FLOAT")),
        _query_nodes,
    ),
    Procedure(
        _QUERY.format("Relationships"),
        f"Query the given relationship vector index.\n{_SCORES}",
        "READ",
        _SEARCHED,
        (Column("relationship", "RELATIONSHIP"), Column("score", "FLOAT")),
        _query_relationships,
    ),
)
