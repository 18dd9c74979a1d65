"""``db.index.vector.createNodeIndex``, with which Cypher 5 makes vector indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.failing import call_failed, illegal_argument, null_argument
from runner.cypher.procedures.table import Procedure
from runner.cypher.store import definitions
from runner.cypher.store.rule_texts import PROVIDERS
from runner.errors import Cause, EngineError
from runner.values.spatial import MAX_DIMENSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.runtime import State

_NAME = "db.index.vector.createNodeIndex"
_PARAMETERS = (
    Parameter("indexName", "STRING"),
    Parameter("label", "STRING"),
    Parameter("propertyKey", "STRING"),
    Parameter("vectorDimension", "INTEGER"),
    Parameter("vectorSimilarityFunction", "STRING"),
)
_FUNCTIONS = ("COSINE", "EUCLIDEAN")
_SCHEMA = "org.neo4j.kernel.api.exceptions.schema."
_EXCEPTIONS = {
    "22N70": f"{_SCHEMA}EquivalentSchemaRuleAlreadyExistsException",
    "22N71": f"{_SCHEMA}IndexWithNameAlreadyExistsException",
}
_ALREADY_INDEXED = f"{_SCHEMA}AlreadyIndexedException"
_TOKEN = "org.neo4j.internal.kernel.api.exceptions.schema.IllegalTokenNameException"


def _create(state: State, *given: Any) -> Iterable[tuple[Any, ...]]:
    for parameter, value in zip(_PARAMETERS, given, strict=True):
        if value is None:
            raise null_argument(_NAME, parameter.name)
    name, label, key, dimension, function = given
    if not 1 <= dimension <= MAX_DIMENSION:
        message = f"'vectorDimension' must be between 1 and {MAX_DIMENSION} inclusively"
        raise illegal_argument(_NAME, message)
    if function.upper() not in _FUNCTIONS:
        raise illegal_argument(
            _NAME,
            f"'{function}' is an unsupported vector similarity function for index with provider "
            f"{PROVIDERS['VECTOR']}. Supported: [{', '.join(_FUNCTIONS)}]",
        )
    for token in (label, key):
        _check_token(token)
    if not name.strip():
        message = "Schema rule name cannot be the empty string or only contain whitespace."
        raise illegal_argument(_NAME, message)
    state.transaction.change_schema()
    _make(state, name, label, key, _config(dimension, function))
    return ()


def _config(dimension: int, function: str) -> dict[str, Any]:
    from runner.cypher.plan.schema_options import Made, index_config

    given = {"vector.dimensions": dimension, "vector.similarity_function": function}
    made = Made("VECTOR", "5", "", "vector index", "vector index")
    return index_config(made, {"indexConfig": given})


def _make(state: State, name: str, label: str, key: str, config: dict[str, Any]) -> None:
    schema = state.transaction.graph.schema
    wanted = definitions.new_index(schema, name, "VECTOR", "NODE", (label,), (key,), config=config)
    try:
        definitions.create_index(state.transaction, wanted)
    except EngineError as error:
        exception = _EXCEPTIONS.get(error.gql_status)
        if exception is None:
            raise
        if "already exists an index (" in error.message:
            exception = _ALREADY_INDEXED
        raise _caused(exception, error.message, error.gql_status) from None


def _check_token(token: str) -> None:
    if not token or "\0" in token:
        message = (
            f"'{token}' is not a valid token name. Token names cannot be empty or contain any "
            "null-bytes."
        )
        raise _caused(_TOKEN, message, "42001")


def _caused(exception: str, message: str, status: str) -> EngineError:
    error = call_failed(_NAME, exception, message)
    error.cause = Cause(status, message)
    return error


PROCEDURES = (
    Procedure(
        _NAME,
        "Create a named node vector index for the specified label and property with the given "
        "vector dimensionality using either the EUCLIDEAN or COSINE similarity function.\n"
        "Both similarity functions are case-insensitive.\n"
        "Use the `db.index.vector.queryNodes` procedure to query the named index.\n",
        "SCHEMA",
        _PARAMETERS,
        (),
        _create,
        languages=("5",),
    ),
)
