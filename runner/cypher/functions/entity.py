"""Functions of nodes, relationships, paths and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.access import live, property_of
from runner.cypher.eval.describe import describe, type_name
from runner.cypher.functions.declare import CYPHER_25, declare, input_error
from runner.cypher.store.records import GONE, MISSING, NodeRecord, PathRecord, RelationshipRecord

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import State
    from runner.errors import EngineError


def _identify(function: str, value: Any) -> NodeRecord | RelationshipRecord:
    if isinstance(value, NodeRecord | RelationshipRecord):
        return value
    raise input_error(
        f"Invalid input for function '{function}()': Expected {describe(value)} to be a node or "
        f"relationship, but it was `{type_name(value)}`"
    )


def _id(value: Any) -> int:
    return _identify("id", value).id


def _element_id(state: State, value: Any) -> str:
    return state.transaction.graph.element_id(_identify("elementId", value))


def _labels(value: Any) -> list[str]:
    if not isinstance(value, NodeRecord):
        raise _wrong_input("labels", "a Node", value)
    return list(live(value).labels)


def _wrong_input(function: str, expected: str, value: Any) -> EngineError:
    return input_error(
        f"Invalid input for function '{function}()': Expected {expected}, got: {describe(value)}"
    )


def _type(state: State, value: Any) -> str | None:
    """Of a deleted relationship only what was there before its transaction still knows it."""
    if not isinstance(value, RelationshipRecord):
        raise _wrong_input("type", "a Relationship", value)
    if value.deleted == GONE:
        return None
    if value.deleted and state.transaction.created(value):
        live(value)
    return value.type


def _start_node(value: Any) -> NodeRecord:
    relationship = _relationship("startNode", value)
    return MISSING if relationship.deleted else relationship.start


def _end_node(value: Any) -> NodeRecord:
    relationship = _relationship("endNode", value)
    return MISSING if relationship.deleted else relationship.end


def _relationship(function: str, value: Any) -> RelationshipRecord:
    if not isinstance(value, RelationshipRecord):
        raise input_error(
            f"Invalid input for function '{function}()': Expected {describe(value)} to be a "
            "RelationshipValue"
        )
    return value


def _has_properties(function: str, value: Any) -> dict[str, Any]:
    """The properties of an entity, or a map; a deleted node has none.

    Raises `EngineError` for a deleted relationship.
    """
    if isinstance(value, NodeRecord):
        return {} if value.deleted else value.properties
    if isinstance(value, RelationshipRecord):
        properties: dict[str, Any] = live(value).properties
        return properties
    if isinstance(value, dict):
        return value
    raise input_error(
        f"Invalid input for function '{function}()': Expected a node, a relationship or a literal "
        f"map but got {describe(value)}"
    )


def _keys(value: Any) -> list[str]:
    return list(_has_properties("keys", value))


def _properties(value: Any) -> dict[str, Any]:
    return dict(_has_properties("properties", value))


def _property_exists(value: Any, key: str) -> bool:
    return property_of(value, key) is not None


def _path(function: str, value: Any) -> PathRecord:
    if not isinstance(value, PathRecord):
        raise input_error(
            f"Invalid input for function '{function}()': Expected {describe(value)} to be a path"
        )
    return value


def _nodes(value: Any) -> list[NodeRecord]:
    return list(_path("nodes", value).nodes)


def _relationships(value: Any) -> list[RelationshipRecord]:
    return list(_path("relationships", value).relationships)


def _length(value: Any) -> int:
    if not isinstance(value, PathRecord):
        raise _wrong_input("length", "a Path", value)
    return len(value.relationships)


_ENTITY = "NODE | RELATIONSHIP"
_WITH_PROPERTIES = "MAP | NODE | RELATIONSHIP"

FUNCTIONS = (
    declare("id", "Scalar", f"input {_ENTITY}", "INTEGER", _id, "The internal id of an entity."),
    declare(
        "elementId",
        "Scalar",
        f"input {_ENTITY}",
        "STRING",
        _element_id,
        "The identifier of an entity, unique within its transaction.",
        contextual=True,
    ),
    declare("labels", "List", "input NODE", "LIST<STRING>", _labels, "The labels of a node."),
    declare(
        "type",
        "Scalar",
        "input RELATIONSHIP",
        "STRING",
        _type,
        "A relationship's type.",
        contextual=True,
    ),
    declare(
        "startNode",
        "Scalar",
        "input RELATIONSHIP",
        "NODE",
        _start_node,
        "The node where a relationship starts.",
    ),
    declare(
        "endNode",
        "Scalar",
        "input RELATIONSHIP",
        "NODE",
        _end_node,
        "The node where a relationship ends.",
    ),
    declare(
        "keys",
        "List",
        f"input {_WITH_PROPERTIES}",
        "LIST<STRING>",
        _keys,
        "The names of the properties of an entity, or the keys of a map.",
    ),
    declare(
        "properties",
        "Scalar",
        f"input {_WITH_PROPERTIES}",
        "MAP",
        _properties,
        "The properties of an entity, or a map itself.",
    ),
    declare(
        "property_exists",
        "Predicate",
        f"input {_WITH_PROPERTIES}, property STRING",
        "BOOLEAN",
        _property_exists,
        "Whether an entity has a property.",
        languages=CYPHER_25,
    ),
    declare("nodes", "List", "input PATH", "LIST<NODE>", _nodes, "The nodes of a path."),
    declare(
        "relationships",
        "List",
        "input PATH",
        "LIST<RELATIONSHIP>",
        _relationships,
        "The relationships of a path.",
    ),
    declare("length", "Scalar", "input PATH", "INTEGER", _length, "The length of a path."),
    declare(
        "path_length",
        "Scalar",
        "input PATH",
        "INTEGER",
        _length,
        "The length of a path.",
    ),
)
