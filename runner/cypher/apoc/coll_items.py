"""``apoc.coll.*``: single lists, their items and places."""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import function, procedure
from runner.cypher.apoc.failing import JavaError, illegal_argument, null_pointer
from runner.cypher.eval.limits import check_items
from runner.cypher.functions.declare import float_to_long
from runner.cypher.ordering import group_key, less

if TYPE_CHECKING:
    from collections.abc import Iterator

    Items = list[Any]


def _no_number() -> JavaError:
    return null_pointer("java.lang.Number.doubleValue()", "number")


def _double(number: Any) -> float:
    if number is None:
        raise _no_number()
    return float(number)


def _sum(coll: Items | None) -> float | None:
    if not coll:
        return None
    return _added(coll)


def _added(coll: Items) -> float:
    total = 0.0
    for number in coll:
        total += _double(number)
    return total


def _avg(coll: Items | None) -> float | None:
    return _added(coll) / len(coll) if coll else None


def _sum_longs(coll: Items | None) -> int | None:
    if coll is None:
        return None
    total = 0
    for number in coll:
        if number is None:
            raise null_pointer("java.lang.Number.longValue()", "number")
        total += number if type(number) is int else float_to_long(number)
    return (total + 2**63) % 2**64 - 2**63


def _extreme(coll: Items | None, largest: bool) -> Any:
    """The first item that no later one beats; what cannot be compared beats nothing."""
    best = None
    for item in coll or ():
        beats = best is None or (less(best, item) if largest else less(item, best))
        if beats:
            best = item
    return best


def _stdev(coll: Items | None, corrected: bool) -> int | float | None:
    if not coll:
        return None
    numbers = [_double(number) for number in coll]
    if len(numbers) == 1:
        return 0
    mean = 0.0
    squares = 0.0
    for count, number in enumerate(numbers, 1):
        delta = number - mean
        mean += delta / count
        squares += delta * (number - mean)
    result = math.sqrt(squares / (len(numbers) - corrected))
    return int(result) if result.is_integer() else result


def _running_total(coll: Items | None) -> Items | None:
    if not coll:
        return None
    totals: Items = []
    total: Any = 0
    for number in coll:
        total = total + _double(number)
        totals.append(int(total) if total.is_integer() else total)
    return totals


def _combinations(coll: Items | None, least: int, most: int) -> Items:
    if not coll:
        return []
    if most == -1:
        most = least
    if least < 1 or least > len(coll) or most < 1 or most > len(coll):
        return []
    found: Items = []
    for size in range(least, most + 1):
        for chosen in combinations(range(len(coll)), size):
            found.append([coll[at] for at in chosen])
            check_items(len(found))
    return found


def _fill(item: Any, count: int) -> Items:
    if count < 0:
        raise illegal_argument(f"List length = {count}")
    check_items(count)
    return [item] * count


def _flatten(coll: Items | None, recursive: bool) -> Items:
    if coll is None:
        return []
    found: Items = []
    for item in coll:
        if item is None:
            raise null_pointer("Object.getClass()", "aObject")
        if type(item) is list:
            found += _flatten(item, True) if recursive else item
        else:
            found.append(item)
    return found


def _index_of(coll: Items | None, value: Any) -> int:
    if value is None:
        return -1
    wanted = group_key(value)
    return next((at for at, item in enumerate(coll or ()) if group_key(item) == wanted), -1)


def _insert(coll: Items | None, index: int, value: Any) -> Items | None:
    return _insert_all(coll, index, None if value is None else [value])


def _insert_all(coll: Items | None, index: int, values: Items | None) -> Items | None:
    if coll is None:
        return None
    if index < 0 or not values or index > len(coll):
        return coll
    return [*coll[:index], *values, *coll[index:]]


def _set(coll: Items | None, index: int, value: Any) -> Items | None:
    if coll is None:
        return None
    if index < 0 or value is None or index >= len(coll):
        return coll
    return [*coll[:index], value, *coll[index + 1 :]]


def _remove(coll: Items | None, index: int, length: int) -> Items | None:
    if coll is None:
        return None
    if index < 0 or length <= 0 or index >= len(coll):
        return coll
    return [*coll[:index], *coll[index + length :]]


def _pairs(coll: Items | None) -> Items | None:
    if coll is None or len(coll) < 2:
        return None if coll is None else []
    return _offset(coll, 1)


def _pairs_min(coll: Items | None) -> Items | None:
    if coll is None:
        return None
    return [[left, right] for left, right in pairwise(coll)]


def _offset(coll: Items | None, offset: int) -> Items | None:
    if coll is None:
        return None
    if offset == 0 and coll:
        raise JavaError("java.lang.OutOfMemoryError", "Requested array size exceeds VM limit")
    found = []
    for at, item in enumerate(coll):
        other = at + offset
        found.append([item, coll[other] if 0 <= other < len(coll) else None])
    return found


def _partition(coll: Items | None, size: int) -> Items:
    if coll is None or not coll:
        return []
    if size == 0:
        raise JavaError("java.lang.ArithmeticException", "/ by zero")
    return [coll[at : at + size] for at in range(0, len(coll), size)] if size > 0 else []


def _random_item(coll: Items | None) -> Any:
    return random.choice(coll) if coll else None


def _random_items(coll: Items | None, count: int, repick: bool) -> Items:
    if not coll or count < 1:
        return []
    if repick:
        check_items(count)
        return random.choices(coll, k=count)
    return random.sample(coll, min(count, len(coll)))


def _shuffle(coll: Items | None) -> Items:
    return random.sample(coll, len(coll)) if coll else []


def _zip(list1: Items | None, list2: Items | None) -> Items | None:
    if list1 is None or list2 is None:
        return None
    return [[item, list2[at] if at < len(list2) else None] for at, item in enumerate(list1)]


def _drop_duplicate_neighbors(coll: Items | None) -> Items | None:
    if coll is None:
        return None
    found: Items = []
    last = group_key(None)
    for item in coll:
        known = group_key(item)
        if known != last:
            found.append(item)
        last = known
    return found


FUNCTIONS = (
    function(
        "apoc.coll.avg(coll :: LIST<INTEGER | FLOAT>) :: FLOAT",
        _avg,
        "The average of the numbers of a list.",
    ),
    function(
        "apoc.coll.combinations(coll :: LIST<ANY>, minSelect :: INTEGER!, "
        "maxSelect = -1 :: INTEGER!) :: LIST<ANY>",
        _combinations,
        "All combinations of the given numbers of items.",
    ),
    function(
        "apoc.coll.dropDuplicateNeighbors(list :: LIST<ANY>) :: LIST<ANY>",
        _drop_duplicate_neighbors,
        "The list without items that are equal to the one before.",
    ),
    function(
        "apoc.coll.fill(item :: STRING, count :: INTEGER!) :: LIST<ANY>",
        _fill,
        "A list of one string several times.",
    ),
    function(
        "apoc.coll.flatten(coll :: LIST<ANY>, recursive = false :: BOOLEAN!) :: LIST<ANY>",
        _flatten,
        "The items of the lists in a list; with `recursive` of all levels.",
    ),
    function(
        "apoc.coll.indexOf(coll :: LIST<ANY>, value :: ANY) :: INTEGER",
        _index_of,
        "Where a value is first found; -1 if nowhere.",
    ),
    function(
        "apoc.coll.insert(coll :: LIST<ANY>, index :: INTEGER!, value :: ANY) :: LIST<ANY>",
        _insert,
        "The list with a value inserted at an index.",
    ),
    function(
        "apoc.coll.insertAll(coll :: LIST<ANY>, index :: INTEGER!, values :: LIST<ANY>)"
        " :: LIST<ANY>",
        _insert_all,
        "The list with several values inserted at an index.",
    ),
    function(
        "apoc.coll.max(values :: LIST<ANY>) :: ANY",
        lambda values: _extreme(values, True),
        "The largest value of a list.",
    ),
    function(
        "apoc.coll.min(values :: LIST<ANY>) :: ANY",
        lambda values: _extreme(values, False),
        "The smallest value of a list.",
    ),
    function(
        "apoc.coll.pairWithOffset(coll :: LIST<ANY>, offset :: INTEGER!) :: LIST<ANY>",
        _offset,
        "Pairs of each item and the one that is some places after it.",
    ),
    function(
        "apoc.coll.pairs(list :: LIST<ANY>) :: LIST<ANY>",
        _pairs,
        "Pairs of each item and the next; the last has null.",
    ),
    function(
        "apoc.coll.pairsMin(list :: LIST<ANY>) :: LIST<ANY>",
        _pairs_min,
        "Pairs of each item and the next, for those that have one.",
    ),
    function(
        "apoc.coll.partition(coll :: LIST<ANY>, batchSize :: INTEGER!) :: LIST<ANY>",
        _partition,
        "Lists of at most so many items each.",
    ),
    function(
        "apoc.coll.randomItem(coll :: LIST<ANY>) :: ANY",
        _random_item,
        "An item at random.",
        deterministic=False,
    ),
    function(
        "apoc.coll.randomItems(coll :: LIST<ANY>, itemCount :: INTEGER!, "
        "allowRepick = false :: BOOLEAN!) :: LIST<ANY>",
        _random_items,
        "Several items at random.",
        deterministic=False,
    ),
    function(
        "apoc.coll.remove(coll :: LIST<ANY>, index :: INTEGER!, length = 1 :: INTEGER!)"
        " :: LIST<ANY>",
        _remove,
        "The list without some items from an index on.",
    ),
    function(
        "apoc.coll.runningTotal(list :: LIST<INTEGER | FLOAT>) :: LIST<ANY>",
        _running_total,
        "The sums of all items up to each.",
    ),
    function(
        "apoc.coll.set(coll :: LIST<ANY>, index :: INTEGER!, value :: ANY) :: LIST<ANY>",
        _set,
        "The list with another value at an index.",
    ),
    function(
        "apoc.coll.shuffle(coll :: LIST<ANY>) :: LIST<ANY>",
        _shuffle,
        "The items in an order at random.",
        deterministic=False,
    ),
    function(
        "apoc.coll.stdev(list :: LIST<INTEGER | FLOAT>, isBiasCorrected = true :: BOOLEAN!)"
        " :: INTEGER | FLOAT",
        _stdev,
        "The standard deviation, of a sample or of a population.",
    ),
    function(
        "apoc.coll.sum(coll :: LIST<INTEGER | FLOAT>) :: FLOAT",
        _sum,
        "The sum of the numbers of a list.",
    ),
    function(
        "apoc.coll.sumLongs(coll :: LIST<INTEGER | FLOAT>) :: INTEGER",
        _sum_longs,
        "The sum of the numbers of a list, each as an integer.",
    ),
    function(
        "apoc.coll.zip(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: LIST<ANY>",
        _zip,
        "Pairs of the items at the same places of two lists.",
    ),
)


def _rows(values: Items | None) -> Iterator[tuple[Items]]:
    return ((value,) for value in values or ())


PROCEDURES = (
    procedure(
        "apoc.coll.pairWithOffset(coll :: LIST<ANY>, offset :: INTEGER!) :: (value :: LIST<ANY>)",
        lambda _state, coll, offset: _rows(_offset(coll, offset)),
        "Pairs of each item and the one that is some places after it, in rows.",
    ),
    procedure(
        "apoc.coll.partition(coll :: LIST<ANY>, batchSize :: INTEGER!) :: (value :: LIST<ANY>)",
        lambda _state, coll, size: _rows(_partition(coll, size)),
        "Lists of at most so many items each, in rows.",
    ),
    procedure(
        "apoc.coll.zipToRows(list1 :: LIST<ANY>, list2 :: LIST<ANY>) :: (value :: LIST<ANY>)",
        lambda _state, list1, list2: _rows(_zip(list1, list2)),
        "Pairs of the items at the same places of two lists, in rows.",
        null={"list1": "java.util.List.isEmpty()"},
    ),
)
