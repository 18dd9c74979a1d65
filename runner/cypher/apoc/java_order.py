"""How Java compares objects: within a class by its order, and across classes not at all."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from runner.cypher.apoc.failing import NULL_POINTER, JavaError, not_castable
from runner.cypher.apoc.java import java_class, text
from runner.cypher.ordering import compare, sort_key

_COMPARABLE = "java.lang.Comparable"
_NULL_NAMES = {int: "anotherLong", float: "anotherDouble", str: "anotherString"}


def compare_to(left: Any, right: Any, what: str = "a[runHi]") -> int:
    """Java's ``left.compareTo(right)``; raises `JavaError` where that fails.

    `what` is Java's name for `left`, for the error of a null.
    """
    if left is None:
        raise JavaError(
            NULL_POINTER,
            f'Cannot invoke "java.lang.Comparable.compareTo(Object)" because "{what}" is null',
        )
    if type(left) in (list, dict):
        raise not_castable(java_class(left), _COMPARABLE)
    if right is None:
        name = _NULL_NAMES.get(type(left), "other")
        raise JavaError(NULL_POINTER, f'Cannot read field "value" because "{name}" is null')
    if type(left) is not type(right):
        raise _clash(right, left)
    first, second = sort_key(left), sort_key(right)
    return (first > second) - (first < second)


def _clash(value: Any, wanted: Any) -> JavaError:
    return not_castable(java_class(value), java_class(wanted))


def java_sorted(items: list[Any]) -> list[Any]:
    """The items as ``Collections.sort`` gives them; raises `JavaError` where it fails."""
    if len(items) < 2:
        return list(items)
    kinds = {type(item) for item in items}
    if len(kinds) == 1 and not kinds & {list, dict, type(None)}:
        return sorted(items, key=sort_key)
    # It fails; which comparison does depends on the order in which Java makes them.
    _first_run(items)
    return sorted(items, key=cmp_to_key(compare_to))


def _first_run(items: list[Any]) -> None:
    """The comparisons with which Java starts a sort."""
    run = 2
    falling = compare_to(items[1], items[0]) < 0
    while run < len(items) and (compare_to(items[run], items[run - 1]) < 0) is falling:
        run += 1
    ordered = items[:run][::-1] if falling else items[:run]
    for item in items[run:]:
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if compare_to(item, ordered[middle], "pivot") < 0:
                high = middle
            else:
                low = middle + 1
        ordered.insert(low, item)


def search_key(items: list[Any], value: Any) -> Any:
    """The sort key of `value` for a binary search among `items`, if Java can compare them."""
    middle = items[(len(items) - 1) // 2]
    compare_to(middle, value)
    return sort_key(value)


def compare_values(left: Any, right: Any) -> int:
    """APOC's order of property values: null, numbers by size, otherwise by class or by text."""
    if left is None or right is None:
        return (left is not None) - (right is not None)
    if type(left) in (int, float) and type(right) in (int, float):
        found = compare(left, right)
        if found is not None:
            return (found > 0) - (found < 0)
    if type(left) is type(right) and type(left) not in (list, dict):
        first, second = sort_key(left), sort_key(right)
        return (first > second) - (first < second)
    one, other = text(left), text(right)
    return (one > other) - (one < other)


compare_key = cmp_to_key(compare_values)
