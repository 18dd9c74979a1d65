"""``apoc.map.*``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import ONLY_5, function
from runner.cypher.apoc.failing import JavaError, illegal_argument, null_pointer, runtime
from runner.cypher.failures import database_error
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.eval.runtime import State

    Map = dict[str, Any]

_NO_ELEMENT = "java.util.NoSuchElementException"


def _name(value: Any) -> str:
    return java.text(value)


def _from_lists(keys: list[Any] | None, values: list[Any] | None) -> Map:
    return _set_lists(None, keys, values)


def _set_lists(map_: Map | None, keys: list[Any] | None, values: list[Any] | None) -> Map:
    if keys is None or values is None or len(keys) != len(values):
        raise runtime("keys and values lists have to be not null and of same size")
    if None in keys:
        raise database_error("Statement.ExecutionFailed", "50N00", "payload cannot be null")
    return {**(map_ or {}), **dict(zip(keys, values, strict=True))}


def _set_pairs(map_: Map | None, pairs: list[Any]) -> Map:
    result = dict(map_ or {})
    for pair in pairs:
        if pair is None:
            raise null_pointer("java.util.List.isEmpty()", "pair")
        if pair and pair[0] is not None:
            result[_name(pair[0])] = pair[1] if len(pair) > 1 else None
    return result


def _set_values(map_: Map | None, values: list[Any]) -> Map:
    if len(values) % 2:
        raise JavaError(_NO_ELEMENT)
    result = dict(map_ or {})
    for key, value in zip(values[::2], values[1::2], strict=True):
        if key is not None:
            result[_name(key)] = value
    return result


def _clean(map_: Map, keys: list[Any], values: list[Any]) -> Map:
    unwanted, gone = set(keys), {java.key(value) for value in values}
    return {
        key: value
        for key, value in map_.items()
        if key not in unwanted and value is not None and java.key(value) not in gone
    }


def _flatten(map_: Map, delimiter: str) -> Map:
    found: Map = {}

    def visit(prefix: str, inner: Map) -> None:
        for key, value in inner.items():
            if type(value) is dict:
                visit(f"{prefix}{key}{java.text(delimiter)}", value)
            else:
                found[prefix + key] = value

    visit("", map_)
    return found


def _unflatten(map_: Map, delimiter: str) -> Map:
    result: Map = {}
    for key, value in map_.items():
        parts = key.split(delimiter) if delimiter else [key]
        inner = result
        for part in parts[:-1]:
            below = inner.setdefault(part, {})
            if type(below) is not dict:
                break
            inner = below
        else:
            inner[parts[-1]] = value
    return result


def _known_keys(map_: Map, key: str) -> JavaError:
    shown = ", ".join(map_)
    return illegal_argument(f"Key {java.text(key)} is not of one of the existing keys [{shown}]")


def _get(map_: Map, key: str, value: Any, fail: bool) -> Any:
    if fail and value is None and key not in map_:
        raise _known_keys(map_, key)
    return map_.get(key, value)


def _mget(map_: Map | None, keys: list[str] | None, values: list[Any], fail: bool) -> Any:
    if map_ is None or keys is None:
        return None
    return list(_submap(map_, keys, values, fail).values())


def _submap(map_: Map | None, keys: list[str] | None, values: list[Any], fail: bool) -> Any:
    if map_ is None or keys is None:
        return None
    result = {}
    for at, key in enumerate(keys):
        default = values[at] if values is not None and at < len(values) else None
        if fail and default is None and key not in map_:
            raise _known_keys(map_, key)
        result[key] = map_.get(key, default)
    return result


def _group(values: list[Any], key: str | None) -> Iterable[tuple[str, Any]]:
    if key is None:
        return
    for value in values:
        if type(value) is dict:
            found = value.get(key)
        elif isinstance(value, (NodeRecord, RelationshipRecord)):
            found = value.properties.get(key)
        else:
            continue
        if found is not None:
            yield _name(found), value


def _group_by(values: list[Any], key: str) -> Map:
    return dict(_group(values, key))


def _group_by_multi(values: list[Any], key: str) -> Map:
    result: dict[str, list[Any]] = {}
    for name, value in _group(values, key):
        result.setdefault(name, []).append(value)
    return result


def _merge(map1: Map | None, map2: Map | None) -> Map:
    return {**(map1 or {}), **(map2 or {})}


def _merge_list(maps: list[Any]) -> Map:
    result: Map = {}
    for map_ in maps:
        if map_ is None:
            raise null_pointer("java.util.Map.size()", "m")
        result.update(map_)
    return result


def _remove_key(map_: Map, key: str, config: Map) -> Map:
    if key not in map_ and not _recursive(config):
        return map_
    return _remove_keys(map_, [key], config)


def _recursive(config: Map | None) -> bool:
    return bool((config or {}).get("recursive", False))


def _remove_keys(map_: Map, keys: list[str], config: Map) -> Map:
    if keys is None:
        raise JavaError("java.lang.NullPointerException")
    gone, recursive = set(keys), _recursive(config)

    def cut(inner: Map) -> Map:
        kept = {key: value for key, value in inner.items() if key not in gone}
        if not recursive:
            return kept
        result: Map = {}
        for key, value in kept.items():
            if type(value) is dict:
                below = cut(value)
                if below:
                    result[key] = below
            elif type(value) is list:
                items = [cut(item) if type(item) is dict else item for item in value]
                items = [item for item in items if item != {}]
                if items:
                    result[key] = items
            else:
                result[key] = value
        return result

    return cut(map_)


def _set_key(map_: Map | None, key: str | None, value: Any) -> Map:
    result = dict(map_ or {})
    if key is not None:
        result[key] = value
    return result


def _sorted_properties(map_: Map, ignore_case: bool) -> list[Any]:
    keys = sorted(map_, key=(str.lower if ignore_case else str))
    return [[key, map_[key]] for key in keys]


def _update_tree(tree: Map, key: str, data: list[Any]) -> Map:
    changes: dict[Any, Any] = {}
    for entry in data:
        if len(entry) < 2 or type(entry[1]) is not dict:
            raise illegal_argument(f"Wrong data list entry: {java.text(entry)}")
        changes[java.key(entry[0])] = entry[1]

    def visit(value: Any) -> Any:
        if type(value) is list:
            return [visit(item) for item in value]
        if type(value) is not dict:
            return value
        result = {name: visit(inner) for name, inner in value.items()}
        if value.get(key) is not None:
            result.update(changes.get(java.key(value[key]), {}))
        return result

    result: Map = visit(tree)
    return result


def _values(map_: Map, keys: list[str] | None, add_nulls: bool) -> list[Any]:
    if not keys:
        return []
    return [map_.get(key) for key in keys if add_nulls or key in map_]


def _from_nodes(state: State, label: str, prop: str) -> Map:
    found = {}
    for node in state.transaction.graph.nodes_with_label(label).values():
        state.tick()
        value = node.properties.get(prop)
        if value is not None:
            found[_name(value)] = node
    return found


_KEYS = {"map": "java.util.Map.size()", "keys": "java.util.Collection.size()|c"}

FUNCTIONS = (
    function(
        "apoc.map.clean(map :: MAP, keys :: LIST<STRING>, values :: LIST<ANY>) :: MAP",
        _clean,
        "The map without some keys, without some values, and without what is null.",
        null={**_KEYS, "values": "java.util.Collection.size()|c"},
    ),
    function(
        "apoc.map.flatten(map :: MAP, delimiter = . :: STRING) :: MAP",
        _flatten,
        "A map of one level whose keys are the paths to the values.",
        null={"map": "java.util.Map.entrySet()"},
    ),
    function(
        "apoc.map.fromLists(keys :: LIST<STRING>, values :: LIST<ANY>) :: MAP",
        _from_lists,
        "A map made of its keys and its values.",
    ),
    function(
        "apoc.map.fromNodes(label :: STRING, prop :: STRING) :: MAP",
        _from_nodes,
        "The nodes of a label by one of their properties.",
        contextual=True,
    ),
    function(
        "apoc.map.fromPairs(pairs :: LIST<LIST<ANY>>) :: MAP",
        lambda pairs: _set_pairs(None, pairs),
        "A map made of pairs of a key and a value.",
        null={"pairs": "java.util.List.isEmpty()"},
    ),
    function(
        "apoc.map.fromValues(values :: LIST<ANY>) :: MAP",
        lambda values: _set_values(None, values),
        "A map made of keys and values that alternate.",
        null={"values": "java.util.List.size()|pairs"},
    ),
    function(
        "apoc.map.get(map :: MAP, key :: STRING, value = null :: ANY, fail = true :: BOOLEAN!)"
        " :: ANY",
        _get,
        "The value of a key, or a default; fails where there is neither.",
        null={"map": "java.util.Map.containsKey(Object)"},
    ),
    function(
        "apoc.map.groupBy(values :: LIST<ANY>, key :: STRING) :: MAP",
        _group_by,
        "Maps and entities by the value of one key; of several the last.",
        null={"values": "java.util.List.size()"},
    ),
    function(
        "apoc.map.groupByMulti(values :: LIST<ANY>, key :: STRING) :: MAP",
        _group_by_multi,
        "Lists of maps and entities by the value of one key.",
        null={"values": "java.util.List.size()"},
    ),
    function(
        "apoc.map.merge(map1 :: MAP, map2 :: MAP) :: MAP",
        _merge,
        "Two maps as one; the second wins.",
    ),
    function(
        "apoc.map.mergeList(maps :: LIST<MAP>) :: MAP",
        _merge_list,
        "The maps of a list as one; the last wins.",
        null={"maps": "java.util.List.size()"},
    ),
    function(
        "apoc.map.mget(map :: MAP, keys :: LIST<STRING>, values = [] :: LIST<ANY>, "
        "fail = true :: BOOLEAN!) :: LIST<ANY>",
        _mget,
        "The values of several keys, or their defaults.",
    ),
    function(
        "apoc.map.removeKey(map :: MAP, key :: STRING, config = {} :: MAP) :: MAP",
        _remove_key,
        "The map without one key; also in the maps inside with `recursive`.",
        null={"map": "java.util.Map.containsKey(Object)"},
    ),
    function(
        "apoc.map.removeKeys(map :: MAP, keys :: LIST<STRING>, config = {} :: MAP) :: MAP",
        _remove_keys,
        "The map without some keys; also in the maps inside with `recursive`.",
        null={"map": "java.util.Map.size()|m"},
    ),
    function(
        "apoc.map.setEntry(map :: MAP, key :: STRING, value :: ANY) :: MAP",
        _set_key,
        "The map with the value of one key set.",
        languages=ONLY_5,
    ),
    function(
        "apoc.map.setKey(map :: MAP, key :: STRING, value :: ANY) :: MAP",
        _set_key,
        "The map with the value of one key set.",
    ),
    function(
        "apoc.map.setLists(map :: MAP, keys :: LIST<STRING>, values :: LIST<ANY>) :: MAP",
        _set_lists,
        "The map with the values of some keys set, from a list of each.",
    ),
    function(
        "apoc.map.setPairs(map :: MAP, pairs :: LIST<LIST<ANY>>) :: MAP",
        _set_pairs,
        "The map with pairs of key and value set.",
        null={"pairs": "java.util.List.isEmpty()"},
    ),
    function(
        "apoc.map.setValues(map :: MAP, pairs :: LIST<ANY>) :: MAP",
        _set_values,
        "The map with keys and values set that alternate.",
        null={"pairs": "java.util.List.size()"},
    ),
    function(
        "apoc.map.sortedProperties(map :: MAP, ignoreCase = true :: BOOLEAN!) :: LIST<ANY>",
        _sorted_properties,
        "The pairs of key and value in order of the keys.",
        null={"map": "java.util.Map.keySet()"},
    ),
    function(
        "apoc.map.submap(map :: MAP, keys :: LIST<STRING>, values = [] :: LIST<ANY>, "
        "fail = true :: BOOLEAN!) :: MAP",
        _submap,
        "The map of some of the keys, with defaults for those that are missing.",
    ),
    function(
        "apoc.map.unflatten(map :: MAP, delimiter = . :: STRING) :: MAP",
        _unflatten,
        "Maps inside maps, from keys that are paths.",
        null={"map": "java.util.Map.entrySet()|inputMap"},
    ),
    function(
        "apoc.map.updateTree(tree :: MAP, key :: STRING, data :: LIST<LIST<ANY>>) :: MAP",
        _update_tree,
        "The tree with entries added to the maps that have the given values of a key.",
        null={"tree": "java.util.Map.size()|m", "data": "java.util.List.size()"},
    ),
    function(
        "apoc.map.values(map :: MAP, keys = [] :: LIST<STRING>, "
        "addNullsForMissing = false :: BOOLEAN!) :: LIST<ANY>",
        _values,
        "The values of the keys that are named, in their order.",
        null={"map": "java.util.Map.containsKey(Object)"},
    ),
)
