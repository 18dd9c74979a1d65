"""How an argument becomes a value of the type that a parameter declares."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.failing import CLASS_CAST, JavaError
from runner.cypher.functions.declare import float_to_long
from runner.cypher.functions.temporal import cannot_coerce
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = "org.neo4j.values.storable."
_PRIMITIVES = {"INTEGER": "NumberValue", "FLOAT": "NumberValue", "BOOLEAN": "BooleanValue"}


@cache
def converter(type_: str) -> Callable[[Any], Any]:
    """The function that coerces to a declared type; null stays null, unless the type ends in !.

    It raises the `EngineError` of a value that cannot be coerced.
    """
    if type_.endswith("!"):
        return _primitive(type_[:-1])
    if type_.startswith("LIST<"):
        return _list(converter(type_[5:-1]))
    return _BY_NAME.get(type_, _any)


def _any(value: Any) -> Any:
    return value


def _primitive(type_: str) -> Callable[[Any], Any]:
    inner, wanted = converter(type_), _PACKAGE + _PRIMITIVES[type_]

    def convert(value: Any) -> Any:
        if value is None:
            none = _PACKAGE + "NoValue"
            raise JavaError(
                CLASS_CAST,
                f"class {none} cannot be cast to class {wanted} ({none} and {wanted} are in unnamed"
                " module of loader 'app')",
            )
        return inner(value)

    return convert


def _list(inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def convert(value: Any) -> Any:
        if value is None:
            return None
        kind = type(value)
        if kind is list:
            items = value
        elif kind is dict:
            items = [value]
        elif kind is PathRecord:
            items = path_elements(value)
        elif hasattr(value, "values") and kind.__name__ == "Vector":
            items = list(value.values)
        else:
            raise cannot_coerce(value, "List")
        return items if inner is _any else [inner(item) for item in items]

    return convert


def path_elements(path: PathRecord) -> list[Any]:
    """The nodes and relationships of a path in turn."""
    items: list[Any] = [path.nodes[0]]
    for relationship, node in zip(path.relationships, path.nodes[1:], strict=True):
        items += (relationship, node)
    return items


def _string(value: Any) -> Any:
    if value is None or type(value) is str:
        return value
    raise cannot_coerce(value, "String")


def _integer(value: Any) -> Any:
    if value is None or type(value) is int:
        return value
    if type(value) is float:
        return float_to_long(value)
    raise cannot_coerce(value, "Integer")


def _float(value: Any) -> Any:
    if value is None or type(value) is float:
        return value
    if type(value) is int:
        return float(value)
    raise cannot_coerce(value, "Float")


def _number(value: Any) -> Any:
    if value is None or type(value) in (int, float):
        return value
    raise cannot_coerce(value, "Number")


def _boolean(value: Any) -> Any:
    if value is None or type(value) is bool:
        return value
    raise cannot_coerce(value, "Boolean")


def _map(value: Any) -> Any:
    if value is None or type(value) is dict:
        return value
    if type(value) in (NodeRecord, RelationshipRecord):
        return dict(value.properties)
    raise cannot_coerce(value, "Map")


def _node(value: Any) -> Any:
    if value is None or isinstance(value, NodeRecord):
        return value
    raise cannot_coerce(value, "Node")


def _relationship(value: Any) -> Any:
    if value is None or isinstance(value, RelationshipRecord):
        return value
    raise cannot_coerce(value, "Relationship")


def _path(value: Any) -> Any:
    if value is None or type(value) is PathRecord:
        return value
    raise cannot_coerce(value, "Path")


_BY_NAME: dict[str, Callable[[Any], Any]] = {
    "STRING": _string,
    "INTEGER": _integer,
    "FLOAT": _float,
    "INTEGER | FLOAT": _number,
    "BOOLEAN": _boolean,
    "MAP": _map,
    "NODE": _node,
    "RELATIONSHIP": _relationship,
    "PATH": _path,
}
