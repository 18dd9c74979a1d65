"""``apoc.convert.*`` and ``apoc.json.*``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.coerce import path_elements
from runner.cypher.apoc.coll_sets import to_set_java
from runner.cypher.apoc.declare import function, procedure
from runner.cypher.apoc.failing import JavaError, illegal_argument, unsupported_in
from runner.cypher.apoc.json_path import UnsupportedPath, select
from runner.cypher.apoc.json_read import Malformed, as_java_error, read_json
from runner.cypher.apoc.json_write import write_json
from runner.cypher.apoc.names import checked_name
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

_MISMATCH = "com.fasterxml.jackson.databind.exc.MismatchedInputException"
_SOURCE = "\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)]"
_TOKENS: dict[type, tuple[str, str]] = {
    dict: ("Object value", "START_OBJECT"),
    list: ("Array value", "START_ARRAY"),
    str: ("String value", "VALUE_STRING"),
    int: ("Integer value", "VALUE_NUMBER_INT"),
    float: ("Floating-point value", "VALUE_NUMBER_FLOAT"),
}


def _parsed(text: str, path: str, options: list[str] | None, name: str) -> Any:
    """The JSON at a path of a text."""
    if options:
        raise unsupported_in(name, "pathOptions")
    value = read_json(text)
    try:
        return select(value, path)
    except UnsupportedPath as error:
        raise unsupported_in(name, f"the JSON path {error}") from None
    except JavaError:
        return None


def _typed(text: str | None, path: str, options: list[str] | None, name: str, wanted: type) -> Any:
    """A JSON list or map; null for an empty text. Raises `JavaError` for anything else."""
    if text is None or text == "":
        return None
    shown, java_type = (
        ("List", "java.util.ArrayList<java.lang.Object>")
        if wanted is list
        else ("Map", "java.util.LinkedHashMap<java.lang.Object,java.lang.Object>")
    )
    outer = f"Can't convert {text} to {shown} with path {path}"
    try:
        value = _parsed(text, path, options, name)
    except Malformed as error:
        raise as_java_error(error, outer) from None
    if value is None or type(value) is wanted:
        return value
    what, token = _TOKENS.get(type(value), ("Boolean value", f"VALUE_{str(value).upper()}"))
    message = (
        f"Cannot deserialize value of type `{java_type}` from {what} (token `JsonToken.{token}`)"
    )
    raise as_java_error(Malformed(message, _MISMATCH), outer)


def _from_json_list(text: str | None, path: str, options: list[str] | None) -> Any:
    return _typed(text, path, options, "apoc.convert.fromJsonList", list)


def _from_json_map(text: str | None, path: str, options: list[str] | None) -> Any:
    return _typed(text, path, options, "apoc.convert.fromJsonMap", dict)


def _json_path(text: str | None, path: str | None, options: list[str] | None) -> Any:
    if text is None or text == "":
        return None
    try:
        return _parsed(text, path or "$", options, "apoc.json.path")
    except Malformed as error:
        failure = JavaError(error.kind, error.message)
        failure.reason = f"com.jayway.jsonpath.InvalidJsonException: {failure.text}{_SOURCE}"
        raise failure from None


def _property(node: NodeRecord | None, key: str, path: str, options: Any, name: str) -> Any:
    value = None if node is None else node.properties.get(key)
    if value is None:
        return None
    try:
        return _parsed(value, path, options, name)
    except Malformed as error:
        raise as_java_error(error, f"Can't convert {value} to Object with path {path}") from None


def _json_property(node: NodeRecord | None, key: str, path: str, options: Any) -> Any:
    return _property(node, key, path, options, "apoc.convert.getJsonProperty")


def _json_property_map(node: NodeRecord | None, key: str, path: str, options: Any) -> Any:
    value = None if node is None else node.properties.get(key)
    return _typed(value, path, options, "apoc.convert.getJsonPropertyMap", dict)


def _set_json_property(
    state: State, node: NodeRecord, key: str, value: Any
) -> Iterator[tuple[Any]]:
    state.transaction.set_property(node, checked_name(key), write_json(value))
    return iter(())


def to_list(value: Any) -> list[Any] | None:
    """A value as a list: itself, the elements of a path, or the one item."""
    if value is None:
        return None
    if type(value) is list:
        return value
    return path_elements(value) if type(value) is PathRecord else [value]


def _to_map(value: Any) -> Any:
    if isinstance(value, (NodeRecord, RelationshipRecord)):
        return dict(value.properties)
    return value if type(value) is dict else None


def _kept(value: Any, kind: type) -> Any:
    return value if isinstance(value, kind) else None


def _list_of(value: Any, kind: type) -> list[Any] | None:
    items = to_list(value)
    return None if items is None else [_kept(item, kind) for item in items]


def _to_set(value: Any) -> list[Any] | None:
    items = to_list(value)
    return None if items is None else to_set_java(items)


def _sorted_json(value: Any, ignore_case: bool) -> str:
    if isinstance(value, NodeRecord):
        value = dict(value.properties)
    if type(value) is not dict:
        raise illegal_argument("input value must be a Node or a map")
    return _sorted(value, ignore_case)


def _sorted(value: Any, ignore_case: bool) -> str:
    if type(value) is list:
        return "[" + ",".join(_sorted(item, ignore_case) for item in value) + "]"
    if type(value) is not dict:
        return write_json(value)
    entries: dict[str, tuple[str, Any]] = {}
    for name in java.hash_order(value):
        folded = name.lower() if ignore_case else name
        # Where two names are alike but for case, the first name stays, with the last value.
        entries[folded] = (entries[folded][0] if folded in entries else name, value[name])
    pairs = (
        f"{write_json(entries[k][0])}:{_sorted(entries[k][1], ignore_case)}"
        for k in sorted(entries)
    )
    return "{" + ",".join(pairs) + "}"


_PATH = "path =  :: STRING, pathOptions = null :: LIST<STRING>"

FUNCTIONS = (
    function(
        f"apoc.convert.fromJsonList(list :: STRING, {_PATH}) :: LIST<ANY>",
        _from_json_list,
        "The list that a JSON text holds.",
    ),
    function(
        f"apoc.convert.fromJsonMap(map :: STRING, {_PATH}) :: MAP",
        _from_json_map,
        "The map that a JSON text holds.",
    ),
    function(
        f"apoc.convert.getJsonProperty(node :: NODE, key :: STRING, {_PATH}) :: ANY",
        _json_property,
        "The value of the JSON in a property of a node.",
    ),
    function(
        f"apoc.convert.getJsonPropertyMap(node :: NODE, key :: STRING, {_PATH}) :: MAP",
        _json_property_map,
        "The map of the JSON in a property of a node.",
    ),
    function(
        "apoc.convert.toJson(value :: ANY) :: STRING",
        write_json,
        "A value as JSON.",
    ),
    function("apoc.convert.toList(value :: ANY) :: LIST<ANY>", to_list, "A value as a list."),
    function("apoc.convert.toMap(map :: ANY) :: MAP", _to_map, "A map, or an entity's properties."),
    function(
        "apoc.convert.toNode(node :: ANY) :: NODE",
        lambda node: _kept(node, NodeRecord),
        "A node; null for what is none.",
    ),
    function(
        "apoc.convert.toNodeList(list :: ANY) :: LIST<ANY>",
        lambda value: _list_of(value, NodeRecord),
        "A list of nodes, with null for what is none.",
    ),
    function(
        "apoc.convert.toRelationship(rel :: ANY) :: RELATIONSHIP",
        lambda rel: _kept(rel, RelationshipRecord),
        "A relationship; null for what is none.",
    ),
    function(
        "apoc.convert.toRelationshipList(relList :: ANY) :: LIST<ANY>",
        lambda value: _list_of(value, RelationshipRecord),
        "A list of relationships, with null for what is none.",
    ),
    function("apoc.convert.toSet(list :: ANY) :: LIST<ANY>", _to_set, "The distinct values."),
    function(
        "apoc.convert.toSortedJsonMap(value :: ANY, ignoreCase = true :: BOOLEAN!) :: STRING",
        _sorted_json,
        "A map or a node's properties as JSON in order of the names.",
    ),
    function(
        "apoc.json.path(json :: STRING, path = $ :: STRING, pathOptions = null :: LIST<STRING>)"
        " :: ANY",
        _json_path,
        "What a JSON path finds in a JSON text.",
    ),
)

PROCEDURES = (
    procedure(
        "apoc.convert.setJsonProperty(node :: NODE, key :: STRING, value :: ANY)",
        _set_json_property,
        "Sets a property of a node to the JSON of a value.",
        "WRITE",
        null={"node": "org.neo4j.graphdb.Node.setProperty(String, Object)"},
    ),
)
