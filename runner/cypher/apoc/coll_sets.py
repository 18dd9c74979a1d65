"""``apoc.coll.*``: lists as sets and bags, and lists in order."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import function, procedure
from runner.cypher.apoc.failing import null_pointer
from runner.cypher.apoc.java_order import compare_key, java_sorted, search_key
from runner.cypher.eval.describe import describe
from runner.cypher.eval.text import value_text
from runner.cypher.ordering import group_key, sort_key
from runner.cypher.store.records import NodeRecord
from runner.values import Point
from runner.values.numbers import float_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.cypher.eval.runtime import State

    Items = list[Any]


def _keys(items: Iterable[Any]) -> set[Any]:
    return {group_key(item) for item in items}


def to_set(items: Iterable[Any]) -> Items:
    """The items that are not equal to an earlier one."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(group_key(item), item)
    return list(found.values())


def to_set_java(items: Iterable[Any]) -> Items:
    """`to_set` by Java's own equality, for which 1 and 1.0 are two."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(java.key(item), item)
    return list(found.values())


def _counts(items: Iterable[Any]) -> dict[Any, list[Any]]:
    """By key, an item and how often it is there, in order of first appearance."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        entry = found.setdefault(group_key(item), [item, 0])
        entry[1] += 1
    return found


def _contains(coll: Items | None, value: Any) -> bool:
    return bool(coll) and value is not None and group_key(value) in _keys(coll or ())


def _contains_all(coll1: Items | None, coll2: Items | None) -> bool:
    if not coll1 or coll2 is None or None in coll2:
        return False
    return _keys(coll2) <= _keys(coll1)


def _find_sorted(coll: Items, value: Any) -> bool:
    if not coll:
        return False
    wanted = search_key(coll, value)
    at = bisect_left(coll, wanted, key=sort_key)
    return at < len(coll) and sort_key(coll[at]) == wanted


def _contains_sorted(coll: Items | None, value: Any) -> bool:
    return coll is not None and _find_sorted(coll, value)


def _contains_all_sorted(coll1: Items | None, coll2: Items | None) -> bool:
    if coll1 is None or coll2 is None:
        return False
    return all(_find_sorted(coll1, value) for value in coll2)


def _contains_duplicates(coll: Items | None) -> bool:
    return coll is not None and len(_keys(coll)) < len(coll)


def _different(coll: Items | None) -> bool:
    return coll is not None and len(_keys(coll)) == len(coll)


def _disjunction(list1: Items | None, list2: Items | None) -> Items:
    if list1 is None or list2 is None:
        return (list2 if list1 is None else list1) or []
    in1, in2 = _counts(list1), _counts(list2)
    union = java.hash_order(to_set([*list1, *list2]), start=1)
    return [item for item in union if (group_key(item) in in1) ^ (group_key(item) in in2)]


def _duplicates(coll: Items | None) -> Items:
    seen: set[Any] = set()
    found: dict[Any, Any] = {}
    for item in coll or ():
        known = group_key(item)
        if known in seen:
            found.setdefault(known, item)
        seen.add(known)
    return list(found.values())


def _duplicates_with_count(coll: Items | None) -> Items:
    counts = _counts(coll or ()).values()
    return [{"item": item, "count": count} for item, count in counts if count > 1]


def _frequencies(coll: Items | None) -> Items:
    counts = _counts(coll or ()).values()
    return [{"item": item, "count": count} for item, count in counts]


def _frequencies_as_map(coll: Items | None) -> dict[str, Any]:
    return {_shown(item): count for item, count in _counts(coll or ()).values()}


def _shown(value: Any) -> str:
    """A value as the text of Neo4j's own value objects."""
    if type(value) is Point:
        coordinates = ", ".join(map(float_text, value.coordinates))
        authority = "epsg" if value.crs.startswith("wgs") else "sr-org"
        link = f"https://spatialreference.org/ref/{authority}/{value.srid}/"
        return (
            f'{{geometry: {{type: "Point", coordinates: [{coordinates}], crs: {{type: link, '
            f'properties: {{href: "{link}", code: {value.srid}}}}}}}}}'
        )
    text = describe(value) if type(value) in (list, dict) or value is None else value_text(value)
    return describe(value) if text is None else text


def _intersection(list1: Items | None, list2: Items | None) -> Items:
    if not list1 or not list2:
        return []
    other = _keys(list2)
    found = [item for item in to_set(list1) if group_key(item) in other]
    return java.hash_order(found, start=1)


def _is_equal_collection(coll: Items | None, values: Items | None) -> bool:
    if coll is None or values is None:
        return coll is None and values is None
    left, right = _counts(coll), _counts(values)
    return left.keys() == right.keys() and all(left[k][1] == right[k][1] for k in left)


def _occurrences(coll: Items | None, item: Any) -> int:
    if item is None:
        return 0
    wanted = group_key(item)
    return sum(group_key(each) == wanted for each in coll or ())


def _remove_all(list1: Items | None, list2: Items | None) -> Items | None:
    if list1 is None:
        return None
    gone = _keys(list2 or ())
    return [item for item in list1 if group_key(item) not in gone]


def _subtract(list1: Items | None, list2: Items | None) -> Items | None:
    if list1 is None:
        return None
    if list2 is None:
        return list1
    gone = _keys(list2)
    kept = [item for item in to_set(list1) if group_key(item) not in gone]
    return java.hash_order(kept, start=1)


def _union(list1: Items | None, list2: Items | None) -> Items | None:
    if list1 is None or list2 is None:
        return list2 if list1 is None else list1
    return java.hash_order(to_set([*list1, *list2]), start=1)


def _union_all(list1: Items | None, list2: Items | None) -> Items | None:
    if list1 is None or list2 is None:
        return list2 if list1 is None else list1
    return [*list1, *list2]


def _sort(coll: Items | None) -> Items:
    return java_sorted(coll or [])


def _by_property(prop: str, read: Callable[[Any, str], Any]) -> tuple[Callable[[Any], Any], bool]:
    """The sort key of one property, and whether the order is descending: without a ``^``."""
    if prop is None:
        raise null_pointer("String.charAt(int)", "prop")
    ascending = prop.startswith("^")
    name = prop[1:] if ascending else prop
    return (lambda item: _property_key(read(item, name))), not ascending


def _property_key(value: Any) -> Any:
    return compare_key(value)


def _sort_maps(items: Items | None, prop: str) -> Items:
    if not items:
        return []
    read = _by_property(prop, lambda item, name: item.get(name))
    return sorted(items, key=read[0], reverse=read[1])


def _sort_nodes(items: Items | None, prop: str) -> Items:
    if not items:
        return []

    def value(node: NodeRecord, name: str) -> Any:
        return node.properties.get(name)

    key, reverse = _by_property(prop, value)
    return sorted(items, key=key, reverse=reverse)


def _sort_multi(coll: Items, fields: Items | None, limit: int, skip: int) -> Items:
    result = list(coll)
    for field in reversed(fields or []):
        result = _sort_maps(result, field)
    result = result[skip:] if skip > 0 else result
    return result[:limit] if limit != -1 else result


FUNCTIONS = (
    function(
        "apoc.coll.contains(coll :: LIST<ANY>, value :: ANY) :: BOOLEAN",
        _contains,
        "Whether a list has a value.",
    ),
    function(
        "apoc.coll.containsAll(coll1 :: LIST<ANY>, coll2 :: LIST<ANY>) :: BOOLEAN",
        _contains_all,
        "Whether a list has all the values of another.",
    ),
    function(
        "apoc.coll.containsAllSorted(coll1 :: LIST<ANY>, coll2 :: LIST<ANY>) :: BOOLEAN",
        _contains_all_sorted,
        "Whether a list in order has all the values of another.",
    ),
    function(
        "apoc.coll.containsDuplicates(coll :: LIST<ANY>) :: BOOLEAN",
        _contains_duplicates,
        "Whether a list has a value twice.",
    ),
    function(
        "apoc.coll.containsSorted(coll :: LIST<ANY>, value :: ANY) :: BOOLEAN",
        _contains_sorted,
        "Whether a list in order has a value.",
    ),
    function(
        "apoc.coll.different(coll :: LIST<ANY>) :: BOOLEAN",
        _different,
        "Whether all values of a list are different.",
    ),
    function(
        "apoc.coll.disjunction(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _disjunction,
        "The values that are in one of two lists only.",
    ),
    function(
        "apoc.coll.duplicates(coll :: LIST<ANY>) :: LIST<ANY>",
        _duplicates,
        "The values that a list has more than once.",
    ),
    function(
        "apoc.coll.duplicatesWithCount(coll :: LIST<ANY>) :: LIST<ANY>",
        _duplicates_with_count,
        "The values that a list has more than once, and how often.",
    ),
    function(
        "apoc.coll.frequencies(coll :: LIST<ANY>) :: LIST<ANY>",
        _frequencies,
        "The values of a list, and how often it has each.",
    ),
    function(
        "apoc.coll.frequenciesAsMap(coll :: LIST<ANY>) :: MAP",
        _frequencies_as_map,
        "A map of how often a list has each value.",
    ),
    function(
        "apoc.coll.intersection(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _intersection,
        "The distinct values that are in both lists.",
    ),
    function(
        "apoc.coll.isEqualCollection(coll :: LIST<ANY>, values :: LIST<ANY>) :: BOOLEAN",
        _is_equal_collection,
        "Whether two lists have the same values equally often.",
    ),
    function(
        "apoc.coll.occurrences(coll :: LIST<ANY>, item :: ANY) :: INTEGER",
        _occurrences,
        "How often a list has a value.",
    ),
    function(
        "apoc.coll.removeAll(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _remove_all,
        "The first list without the values of the second.",
    ),
    function(
        "apoc.coll.sort(coll :: LIST<ANY>) :: LIST<ANY>",
        _sort,
        "The list in order.",
    ),
    function(
        "apoc.coll.sortMaps(list :: LIST<MAP>, prop :: STRING) :: LIST<ANY>",
        _sort_maps,
        "Maps in descending order of a key; ascending with ^ in front of it.",
    ),
    function(
        "apoc.coll.sortMulti(coll :: LIST<MAP>, orderFields = [] :: LIST<STRING>, "
        "limit = -1 :: INTEGER!, skip = 0 :: INTEGER!) :: LIST<ANY>",
        _sort_multi,
        "Maps in order of several keys, each descending or, with ^, ascending.",
        null={"coll": "java.util.Collection.toArray()|c"},
    ),
    function(
        "apoc.coll.sortNodes(coll :: LIST<NODE>, prop :: STRING) :: LIST<ANY>",
        _sort_nodes,
        "Nodes in descending order of a property; ascending with ^ in front of it.",
    ),
    function(
        "apoc.coll.subtract(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _subtract,
        "The distinct values of the first list that the second has not.",
    ),
    function(
        "apoc.coll.toSet(coll :: LIST<ANY>) :: LIST<ANY>",
        lambda coll: None if coll is None else to_set(coll),
        "The distinct values of a list.",
    ),
    function(
        "apoc.coll.union(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _union,
        "The distinct values of two lists.",
    ),
    function(
        "apoc.coll.unionAll(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _union_all,
        "The values of two lists.",
    ),
)


def _split(_state: State, coll: Items | None, value: Any) -> Iterator[tuple[Items]]:
    """The lists between the items that are equal to `value`, without empty ones."""
    wanted = group_key(value)
    part: Items = []
    for item in coll or ():
        if value is None or group_key(item) != wanted:
            part.append(item)
        elif part:
            yield (part,)
            part = []
    if part:
        yield (part,)


PROCEDURES = (
    procedure(
        "apoc.coll.split(coll :: LIST<ANY>, value :: ANY) :: (value :: LIST<ANY>)",
        _split,
        "The lists between the items that are equal to a value.",
    ),
)
