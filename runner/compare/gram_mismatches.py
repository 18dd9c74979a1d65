"""Says what differs between the rows of a gram block and those of a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.compare.equality import clip, differences
from runner.compare.footers import UPDATE
from runner.compare.gram_rows import NOTHING, GramRows, contradictions, is_lone, turned
from runner.compare.table_mismatches import ORDER_ADVICE
from runner.compare.verdict import Kind, Mismatch
from runner.render.gram import Chain, description_text
from runner.render.literal import format_value, labels_text, name_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.compare.align import Step
    from runner.compare.identity import Conflict
    from runner.compare.renaming import Entity, Names
    from runner.render.gram import Description, GramRow, Item, Mention

ID_ADVICE = (
    "An id names one entity on the whole page, and an entity has one id. `runner update` gives "
    "the right ids, if the rows are right."
)
_ENTITY = {"n": "node", "r": "relationship"}


def contradiction_mismatches(rows: GramRows) -> list[Mismatch]:
    """Ids that the block itself describes twice, and differently."""
    found = []
    for mention, number in contradictions(rows):
        first = description_text(rows.description(mention.entity))
        second = description_text(mention.description or NOTHING)
        message = (
            f"row {number + 1}: `{mention.name}` is described twice, and differently: "
            f"first {clip(first, second)}, here {clip(second, first)}"
        )
        line = rows.expected[number].line
        found.append(
            Mismatch(Kind.IDENTITY, message, line, number + 1, None, second, first, ID_ADVICE)
        )
    return found


def order_mismatch(rows: GramRows, number: int) -> Mismatch:
    """The same rows in another order; `number` is that of the first out of place, from 0."""
    expected = rows.page_text(rows.expected[number].items)
    actual = rows.result_text(rows.actual[number].items)
    message = (
        f"the rows are the same, but in another order: row {number + 1} is "
        f"{clip(expected, actual)} on the page and {clip(actual, expected)} in the result"
    )
    line = rows.expected[number].line
    return Mismatch(Kind.ORDER, message, line, number + 1, None, expected, actual, ORDER_ADVICE)


def row_mismatches(rows: GramRows, steps: Sequence[Step], *, unordered: bool) -> list[Mismatch]:
    """What differs between rows that were put side by side, whatever their ids."""
    found: list[Mismatch] = []
    told: set[tuple[Entity, Entity]] = set()
    line, number = 1, 0
    for row, other in steps:
        if row is None and other is not None:
            place = f"after row {number}" if number else "before the first"
            place = f"its row {other + 1}" if unordered else place
            text = rows.result_text(rows.actual[other].items)
            message = f"the result has a row that the page lacks, {place}: {clip(text)}"
            found.append(
                Mismatch(Kind.EXTRA_ROW, message, line, other + 1, actual=text, advice=UPDATE)
            )
        elif row is not None and other is None:
            text = rows.page_text(rows.expected[row].items)
            message = f"row {row + 1} is not in the result: {clip(text)}"
            there = rows.expected[row].line
            found.append(
                Mismatch(Kind.MISSING_ROW, message, there, row + 1, expected=text, advice=UPDATE)
            )
        elif row is not None and other is not None and not rows.matches(row, other):
            found.extend(_item_mismatches(rows, row, other, told))
        if row is not None:
            line, number = rows.expected[row].line, row + 1
    return found


def _item_mismatches(
    rows: GramRows, row: int, other: int, told: set[tuple[Entity, Entity]]
) -> list[Mismatch]:
    items, others = rows.expected[row].items, rows.actual[other].items
    if len(items) != len(others):
        return [_shape(rows, row, items, others)]
    found: list[Mismatch] = []
    for item, other_item in zip(items, others, strict=True):
        if rows.item_matches(item, other_item):
            continue
        places = None
        if isinstance(item, Chain) and isinstance(other_item, Chain):
            places = rows.places(item, other_item)
        if places is None:
            found.append(_shape(rows, row, (item,), (other_item,)))
            continue
        for place in places:
            key = (place.expected.entity, place.actual.entity)
            if key not in told and not rows.mention_matches(*place):
                told.add(key)
                found.extend(_mention_mismatches(rows, row, *place))
        if isinstance(item, Chain) and isinstance(other_item, Chain):
            found.extend(_turned(rows, row, item, other_item))
    return found


def _shape(rows: GramRows, row: int, expected: Sequence[Item], actual: Sequence[Item]) -> Mismatch:
    here, there = rows.page_text(expected), rows.result_text(actual)
    message = f"row {row + 1}: expected {clip(here, there)}, actual {clip(there, here)}"
    line = rows.expected[row].line
    return Mismatch(Kind.SHAPE, message, line, row + 1, None, here, there, UPDATE)


def _turned(rows: GramRows, row: int, item: Chain, other: Chain) -> list[Mismatch]:
    return [
        _direction(rows.expected[row], row, *_both_ways(item, number))
        for number in turned(item, other)
    ]


def _both_ways(item: Chain, number: int) -> tuple[str, str, str]:
    """The name of a relationship of a chain, its text on the page, and that text turned."""
    start, name, end = (m.name for m in item.mentions[2 * number : 2 * number + 3])
    forwards, backwards = f"({start})-[{name}]->({end})", f"({start})<-[{name}]-({end})"
    if item.backwards[number]:
        return name, backwards, forwards
    return name, forwards, backwards


def _mention_mismatches(
    rows: GramRows, row: int, mention: Mention, other: Mention
) -> list[Mismatch]:
    """What the block says otherwise of one entity, at the line that describes it."""
    actual = rows.actual_description(other.entity)
    at = rows.described.get(mention.entity, (mention, row))[1]
    line, number = rows.expected[at].line, at + 1
    expected = rows.description(mention.entity)
    if actual is None:
        text = description_text(expected)
        message = (
            f"row {number}: `{mention.name}` is described, {clip(text)}, but the result only "
            f"names it as the end of a relationship"
        )
        advice = "Leave the bare id there, or return the node as well."
        return [Mismatch(Kind.ENTITY, message, line, number, None, text, mention.name, advice)]
    if mention.entity not in rows.described:
        return [_undescribed(rows, row, mention, other)]
    found = []
    for place, here, there in _description_differences(rows, expected, actual):
        what = f"row {number}: `{mention.name}`{place}"
        if here is None:
            message = f"{what}: the result has {clip(there or '')}, the page has nothing there"
        elif there is None:
            message = f"{what}: the page has {clip(here)}, the result has nothing there"
        else:
            message = f"{what}: expected {clip(here, there)}, actual {clip(there, here)}"
        found.append(Mismatch(Kind.ENTITY, message, line, number, None, here, there, UPDATE))
    return found


def _undescribed(rows: GramRows, row: int, mention: Mention, other: Mention) -> Mismatch:
    text = _describe(rows, mention, other)
    message = (
        f"row {row + 1}: `{mention.name}` is nowhere in the block described, the result has "
        f"{text} there: the first mention in a block is in full"
    )
    line = rows.expected[row].line
    return Mismatch(Kind.ENTITY, message, line, row + 1, None, mention.name, text, UPDATE)


def _description_differences(
    rows: GramRows, expected: Description, actual: Description
) -> list[tuple[str, str | None, str | None]]:
    """Where two descriptions differ: place, text of the page, text of the result."""
    found: list[tuple[str, str | None, str | None]] = []
    if expected.names != actual.names:
        here, there = labels_text(expected.names), labels_text(actual.names)
        found.append(("", here or "no label", there or "no label"))
    for key in sorted(expected.properties.keys() | actual.properties.keys()):
        place = f", property `{name_text(key)}`"
        if key not in actual.properties:
            found.append((place, format_value(expected.properties[key]), None))
        elif key not in expected.properties:
            found.append((place, None, format_value(actual.properties[key])))
        else:
            pair = expected.properties[key], actual.properties[key]
            found.extend(
                (
                    f"{place} at {inner.place}" if inner.place else place,
                    inner.expected,
                    inner.actual,
                )
                for inner in differences(*pair, rows.approx)
            )
    return found


def conflict_mismatches(
    rows: GramRows, conflicts: Sequence[Conflict], names: Names, earlier: Names
) -> list[Mismatch]:
    """Ids that are not the entities that stand at their places.

    `names` is what the rows before say, `earlier` what the blocks before say.
    """
    found = []
    swapped: set[int] = set()
    for conflict in conflicts:
        mention, other = conflict.place
        row = rows.expected[conflict.row]
        lone = _swapped_ends(rows, conflict, names)
        if lone is not None:
            if conflict.row not in swapped:
                found.append(_direction(row, conflict.row, *_both_ways(lone, 0)))
            swapped.add(conflict.row)
            continue
        message = _conflict_message(rows, conflict, names, earlier)
        actual = names.page_of.get(other.entity)
        found.append(
            Mismatch(
                Kind.IDENTITY,
                message,
                row.line,
                conflict.row + 1,
                None,
                mention.name,
                f"{actual[0]}{actual[1]}" if actual else None,
                ID_ADVICE,
            )
        )
    return found


def _conflict_message(rows: GramRows, conflict: Conflict, names: Names, earlier: Names) -> str:
    mention, other = conflict.place
    kind, entity = _ENTITY[mention.kind], _describe(rows, mention, other)
    start = f"row {conflict.row + 1}: `{mention.name}`"
    bound = names.engine_of.get(mention.entity)
    if bound is not None and bound != other.entity:
        elsewhere = "another one in an earlier block"
        if mention.entity not in earlier.engine_of:
            known = rows.actual_described.get(bound)
            elsewhere = "another one in this block"
            if known is not None:
                elsewhere = f"{_describe(rows, mention, known[0])} elsewhere in the block"
        return f"{start} names two {kind}s: {entity} here, and {elsewhere}"
    page = names.page_of[other.entity]
    name = f"`{page[0]}{page[1]}`"
    where = "an earlier block" if page in earlier.engine_of else "this block"
    return f"{start} and {name} name the same {kind}, {entity}, which is {name} in {where}"


def _swapped_ends(rows: GramRows, conflict: Conflict, names: Names) -> Chain | None:
    """The relationship on its own at that place, where its end nodes are known and swapped."""
    items = zip(rows.expected[conflict.row].items, rows.actual[conflict.other].items, strict=False)
    for item, other in items:
        if not (isinstance(item, Chain) and isinstance(other, Chain) and is_lone(other)):
            continue
        places = rows.places(item, other)
        if places and conflict.place in places:
            start, _, end = places
            known = names.engine_of
            if (
                known.get(start.expected.entity) == end.actual.entity
                and known.get(end.expected.entity) == start.actual.entity
            ):
                return item
    return None


def _direction(row: GramRow, number: int, name: str, here: str, there: str) -> Mismatch:
    message = (
        f"row {number + 1}: the relationship `{name}` points the other way: "
        f"expected {here}, actual {there}"
    )
    return Mismatch(Kind.DIRECTION, message, row.line, number + 1, None, here, there, UPDATE)


def _describe(rows: GramRows, mention: Mention, other: Mention) -> str:
    description = rows.actual_description(other.entity) or rows.description(mention.entity)
    brackets = "()" if mention.kind == "n" else "[]"
    return clip(f"{brackets[0]}{description_text(description)}{brackets[1]}")
