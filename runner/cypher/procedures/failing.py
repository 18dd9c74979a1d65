"""The error of a procedure that fails while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import client_error
from runner.cypher.store.rule_texts import PROVIDERS

if TYPE_CHECKING:
    from runner.cypher.store.graph import Graph
    from runner.cypher.store.indexes import Index
    from runner.errors import EngineError


def call_failed(
    procedure: str, exception: str, message: str, reason: str | None = None
) -> EngineError:
    """Neo4j's wrapping of a Java exception; `reason` is what the cause says where it differs."""
    text = f"{exception}: {message}" if message else exception
    why = reason or text
    return client_error(
        "Procedure.ProcedureCallFailed",
        "52N37",
        f"Failed to invoke procedure `{procedure}`: Caused by: {text}",
        ("52U00", f"Execution of the procedure {procedure}() failed due to {why}."),
    )


def illegal_argument(procedure: str, message: str) -> EngineError:
    """`call_failed` for a Java IllegalArgumentException."""
    return call_failed(procedure, "java.lang.IllegalArgumentException", message)


def null_argument(procedure: str, name: str) -> EngineError:
    """`call_failed` for an argument that must not be null."""
    return call_failed(procedure, "java.lang.NullPointerException", f"'{name}' must not be null")


def wrong_entity(procedure: str, index: Index, graph: Graph, what: str) -> EngineError:
    """The error for asking an index on relationships for nodes, or the other way round."""
    return illegal_argument(
        procedure,
        f"The '{index.name}' index ({_description(index, graph)}) is an index on {index.entity}, "
        f"so it cannot be queried for {what}.",
    )


def _description(index: Index, graph: Graph) -> str:
    """An index as the kernel describes it: labels, types and properties by their numbers."""
    node = index.entity == "NODE"
    known = list(graph.label_names if node else graph.type_names)
    word = "Label" if node else "RelationshipType"
    labels = "|".join(f"{word}[{known.index(label)}]" for label in index.labels)
    keys = list(graph.property_keys)
    properties = ", ".join(f"PropertyKey[{keys.index(key)}]" for key in index.properties)
    inner = f":{labels} {{{properties}}}"
    schema = f"({inner})" if node else f"()-[{inner}]-()"
    return (
        f"Index( id={index.id}, name='{index.name}', type='{index.kind}', schema={schema}, "
        f"indexProvider='{PROVIDERS[index.kind]}' )"
    )


def unsupported_call(procedure: str, what: str) -> EngineError:
    """A refusal of a call that this engine cannot do (yet)."""
    return client_error(
        "Procedure.ProcedureCallFailed",
        "52N37",
        f"Failed to invoke procedure `{procedure}`: the embedded engine does not support {what}",
        ("42N14", what),
    )
