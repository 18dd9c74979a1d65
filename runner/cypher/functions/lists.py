"""Functions of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.eval.limits import check_items
from runner.cypher.failures import argument_error, arithmetic_error
from runner.cypher.functions.declare import (
    CYPHER_25,
    declare,
    input_error,
    integer,
    integer32,
    range_error,
)
from runner.cypher.ordering import equals, group_key, items_of, sort_key
from runner.cypher.store.records import PathRecord
from runner.values import INT64_MAX, INT64_MIN, Vector

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import State


def _size(value: Any, accepted: str) -> int:
    if type(value) in (list, str, bytes):
        return len(value)
    if type(value) is Vector:
        return len(value.coordinates)
    raise input_error(
        f"Invalid input for function 'size()': Expected {accepted}, got: {describe(value)}"
    )


def _size_25(value: Any) -> int:
    return _size(value, "a String, Vector or List")


def _size_5(value: Any) -> int:
    return _size(value, "a String or List")


def _cardinality(value: Any) -> int:
    if type(value) is list or type(value) is dict:
        return len(value)
    if type(value) is PathRecord:
        return len(value.nodes) + len(value.relationships)
    raise input_error(
        f"Invalid input for function 'cardinality()': Expected a Map, List or Path, got: "
        f"{describe(value)}"
    )


def _is_empty(value: Any) -> bool:
    if type(value) in (list, dict, str, bytes):
        return not value
    raise input_error(
        "Invalid input for function 'isEmpty()': Expected a List, Map, or String, got: "
        f"{describe(value)}"
    )


def _list(function: str, value: Any) -> list[Any]:
    if type(value) is list:
        return value
    if type(value) is bytes:
        return items_of(value)
    raise input_error(
        f"Invalid input for function '{function}()': Expected {describe(value)} to be a list"
    )


def _head(value: Any) -> Any:
    items = _list("head", value)
    return items[0] if items else None


def _last(value: Any) -> Any:
    items = _list("last", value)
    return items[-1] if items else None


def _tail(value: Any) -> list[Any]:
    items = items_of(value) if type(value) is bytes else value
    return items[1:] if type(items) is list else []


def _reverse(value: Any) -> Any:
    if type(value) is list or type(value) is str:
        return value[::-1]
    if type(value) is bytes:
        return items_of(value)[::-1]
    raise input_error(
        "Invalid input for function 'reverse()': Expected a string or a list; consider converting "
        "the value to a string with toString() or creating a list."
    )


def numbers_between(start: Any, end: Any, step: Any = 1) -> range:
    """The numbers that ``range()`` gives. Raises `EngineError` for what it does not take."""
    by = integer(step, "step", "range")
    if by == 0:
        raise argument_error("Step argument to 'range()' cannot be zero")
    first = integer(start, "start", "range")
    last = integer(end, "end", "range")
    # Neo4j divides towards zero: a step beyond an end that lies behind still gives the start.
    steps, away = abs(last - first) // abs(by), (last > first) != (by > 0)
    count = max(1 - steps if away else 1 + steps, 0)
    if not away and (count > INT64_MAX or not INT64_MIN <= last - first <= INT64_MAX):
        raise arithmetic_error("numeric value out of range", "-")
    return range(first, first + count * by, by)


def _range(start: Any, end: Any, step: Any = 1) -> list[int]:
    numbers = numbers_between(start, end, step)
    # The count is computed here: len() of a range refuses more than 2**63.
    check_items((numbers.stop - numbers.start) // numbers.step)
    return list(numbers)


def _distinct(state: State, items: list[Any]) -> list[Any]:
    seen = set()
    result = []
    for item in _list("coll.distinct", items):
        state.tick()
        key = group_key(item)
        if key not in seen:
            seen.add(key)
            result.append(item)
    return result


def _flatten(state: State, items: list[Any], depth: Any = 1) -> list[Any]:
    levels = integer32(depth, "depth", "coll.flatten")
    if levels < 0:
        raise range_error("coll.flatten")
    result = _list("coll.flatten", items).copy()
    while levels > 0 and any(type(item) is list for item in result):
        flat: list[Any] = []
        for item in result:
            state.tick()
            if type(item) is list:
                flat += item
            else:
                flat.append(item)
            check_items(len(flat))
        result = flat
        levels -= 1
    return result


def _index_of(state: State, items: list[Any], value: Any) -> int:
    for index, item in enumerate(_list("coll.indexOf", items)):
        state.tick()
        if equals(item, value) is True:
            return index
    return -1


def _insert(items: Any, index: Any, value: Any) -> list[Any] | None:
    if items is None or index is None:
        return None
    at = integer32(index, "index", "coll.insert")
    old = _list("coll.insert", items)
    if not 0 <= at <= len(old):
        raise range_error("coll.insert")
    check_items(len(old) + 1)
    return [*old[:at], value, *old[at:]]


def _remove(items: list[Any], index: Any) -> list[Any]:
    at = integer32(index, "index", "coll.remove")
    old = _list("coll.remove", items)
    if not 0 <= at < len(old):
        raise range_error("coll.remove")
    return [*old[:at], *old[at + 1 :]]


def _max(items: list[Any]) -> Any:
    # Null is the greatest of all, as in ORDER BY.
    return max(_list("coll.max", items), key=sort_key, default=None)


def _min(items: list[Any]) -> Any:
    return min(_list("coll.min", items), key=sort_key, default=None)


def _sort(items: list[Any]) -> list[Any]:
    return sorted(_list("coll.sort", items), key=sort_key)


_COLLECTION = "List"

FUNCTIONS = (
    declare(
        "size",
        "Scalar",
        "input STRING | VECTOR | LIST<ANY>",
        "INTEGER",
        _size_25,
        "The number of items of a list, characters of a string or coordinates of a vector.",
        languages=CYPHER_25,
    ),
    declare(
        "size",
        "Scalar",
        "input STRING | LIST<ANY>",
        "INTEGER",
        _size_5,
        "The number of items of a list or characters of a string.",
        languages=("5",),
    ),
    declare(
        "cardinality",
        "Scalar",
        "input MAP | LIST<ANY> | PATH",
        "INTEGER",
        _cardinality,
        "The number of items of a list, entries of a map or entities of a path.",
        languages=CYPHER_25,
    ),
    declare(
        "isEmpty",
        "Predicate",
        "input LIST<ANY> | MAP | STRING",
        "BOOLEAN",
        _is_empty,
        "Whether a list, a map or a string is empty.",
    ),
    declare("head", "Scalar", "list LIST<ANY>", "ANY", _head, "The first item of a list."),
    declare("last", "Scalar", "list LIST<ANY>", "ANY", _last, "The last item of a list."),
    declare("tail", "List", "input LIST<ANY>", "LIST<ANY>", _tail, "All items but the first."),
    declare(
        "reverse",
        "List",
        "input STRING | LIST<ANY>",
        "STRING | LIST<ANY>",
        _reverse,
        "A list or a string in reverse order.",
    ),
    declare(
        "range",
        "List",
        "start INTEGER, end INTEGER, ?step INTEGER",
        "LIST<INTEGER>",
        _range,
        "The integers from start to end, both included, by a step.",
        propagates_null=False,
    ),
    declare(
        "coll.distinct",
        _COLLECTION,
        "list LIST<ANY>",
        "LIST<ANY>",
        _distinct,
        "A list without its duplicates.",
        contextual=True,
        languages=CYPHER_25,
    ),
    declare(
        "coll.flatten",
        _COLLECTION,
        "list LIST<ANY>, ?depth INTEGER",
        "LIST<ANY>",
        _flatten,
        "A list with the items of its nested lists in their place, down to a depth.",
        contextual=True,
        languages=CYPHER_25,
    ),
    declare(
        "coll.indexOf",
        _COLLECTION,
        "list LIST<ANY>, value ANY",
        "INTEGER",
        _index_of,
        "The index of the first item that equals a value, or -1.",
        contextual=True,
        languages=CYPHER_25,
    ),
    declare(
        "coll.insert",
        _COLLECTION,
        "list LIST<ANY>, index INTEGER, value ANY",
        "LIST<ANY>",
        _insert,
        "A list with a value inserted at an index.",
        propagates_null=False,
        languages=CYPHER_25,
    ),
    declare(
        "coll.remove",
        _COLLECTION,
        "list LIST<ANY>, index INTEGER",
        "LIST<ANY>",
        _remove,
        "A list without the item at an index.",
        languages=CYPHER_25,
    ),
    declare(
        "coll.max",
        _COLLECTION,
        "list LIST<ANY>",
        "ANY",
        _max,
        "The greatest item of a list.",
        languages=CYPHER_25,
    ),
    declare(
        "coll.min",
        _COLLECTION,
        "list LIST<ANY>",
        "ANY",
        _min,
        "The least item of a list.",
        languages=CYPHER_25,
    ),
    declare(
        "coll.sort",
        _COLLECTION,
        "list LIST<ANY>",
        "LIST<ANY>",
        _sort,
        "A list in ascending order.",
        languages=CYPHER_25,
    ),
)
