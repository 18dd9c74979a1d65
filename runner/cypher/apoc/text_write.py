"""``apoc.text.format`` and ``apoc.text.toCypher``."""

from __future__ import annotations

import re
from typing import Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import function
from runner.cypher.apoc.java_format import java_format
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.values.numbers import float_text


def _format(text: str | None, params: list[Any] | None, language: str) -> str | None:
    if text is None or params is None:
        return text
    return java_format(text, params, language or "en")


def quoted(name: str) -> str:
    """A name as Cypher writes it: in backticks unless it is an identifier."""
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f"`{name}`"


def _to_cypher(value: Any, config: dict[str, Any] | None) -> str | None:
    return _written(value, config or {})


def _written(value: Any, config: dict[str, Any]) -> str | None:
    kind = type(value)
    if value is None:
        return "null"
    if kind is str:
        return f"'{value}'"
    if kind is float:
        return float_text(value)
    if kind in (int, bool):
        return java.text(value)
    if kind is list:
        return "[" + ",".join(str(_written(item, config)) for item in value) + "]"
    if kind is dict:
        return _map(value, config)
    if isinstance(value, NodeRecord):
        return _node(value, config)
    if isinstance(value, RelationshipRecord):
        return _relationship(value, config)
    if isinstance(value, PathRecord):
        return _path(value, config)
    return None


def _map(map_: dict[str, Any], config: dict[str, Any]) -> str:
    kept = {
        name: value
        for name, value in map_.items()
        if name not in (config.get("skipKeys") or ())
        and ("keepKeys" not in config or name in (config["keepKeys"] or ()))
    }
    pairs = [f"{quoted(name)}:{_written(kept[name], config)}" for name in java.hash_order(kept)]
    return "{" + ",".join(pairs) + "}"


def _node(node: NodeRecord, config: dict[str, Any]) -> str:
    name = config.get("node")
    inner = "" if name is None else str(name)
    if config.get("skipValues"):
        return f"({inner})"
    labels = "".join(f":{quoted(label)}" for label in node.labels)
    properties = f" {_map(node.properties, config)}" if node.properties else ""
    return f"({inner}{labels}{properties})"


def _relationship(relationship: RelationshipRecord, config: dict[str, Any]) -> str:
    start = {**config, "node": config.get("start")}
    end = {**config, "node": config.get("end")}
    name = config.get("relationship") or ""
    properties = f" {_map(relationship.properties, config)}" if relationship.properties else ""
    middle = f"[{name}:{quoted(relationship.type)}{properties}]"
    return f"{_node(relationship.start, start)}-{middle}->{_node(relationship.end, end)}"


def _path(path: PathRecord, config: dict[str, Any]) -> str:
    parts = [_node(path.nodes[0], config)]
    for relationship, node in zip(path.relationships, path.nodes[1:], strict=True):
        parts += (_relationship(relationship, config), _node(node, config))
    return f"[{','.join(parts)}]"


FUNCTIONS = (
    function(
        "apoc.text.format(text :: STRING, params :: LIST<ANY>, language = en :: STRING) :: STRING",
        _format,
        "A text with values in the places that it marks, as by String.format of Java.",
    ),
    function(
        "apoc.text.toCypher(value :: ANY, config = {} :: MAP) :: STRING",
        _to_cypher,
        "A value as Cypher writes it.",
    ),
)
