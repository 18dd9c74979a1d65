"""The rows of a gram block beside those of a result: what matches, whatever the ids are."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from runner.compare.align import MATCH, MOST_LIKE, align
from runner.compare.equality import same
from runner.compare.unordered import MOST_TRIALS, TooManyTrials
from runner.render.gram import (
    Chain,
    Description,
    Mention,
    description_text,
    has_wildcard,
    items_text,
)
from runner.render.literal import format_value, properties_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from runner.compare.renaming import Entity
    from runner.page.model import Approx
    from runner.render.gram import GramRow, Item

NOTHING = Description((), {}, {})
"""What is said of an entity that is never mentioned in full."""


class Place(NamedTuple):
    """A mention of the block, and the mention of the result at the same place."""

    expected: Mention
    actual: Mention


class GramRows:
    """The rows of one block and of one result."""

    def __init__(
        self, expected: Sequence[GramRow], actual: Sequence[GramRow], approx: Approx | None
    ) -> None:
        self.expected = expected
        self.actual = actual
        self.approx = approx
        self.described = _descriptions(expected)
        """For each id of the block its first full mention, and the number of its row."""
        self.actual_described = _descriptions(actual)
        self._same: dict[tuple[Entity, Entity, bool], bool] = {}

    def description(self, page: Entity) -> Description:
        """What the block says of an id."""
        mention = self.described.get(page)
        return NOTHING if mention is None else mention[0].description or NOTHING

    def actual_description(self, engine: Entity) -> Description | None:
        """What the result says of an entity; None where it names it only as an end node."""
        mention = self.actual_described.get(engine)
        return None if mention is None else mention[0].description

    def matches(self, row: int, other: int) -> bool:
        """Whether two rows have the same items, whatever the ids."""
        items, others = self.expected[row].items, self.actual[other].items
        return len(items) == len(others) and all(
            self.item_matches(item, other_item)
            for item, other_item in zip(items, others, strict=True)
        )

    def item_matches(self, item: Item, other: Item) -> bool:
        """Whether two items are the same, whatever the ids."""
        if not isinstance(item, Chain) or not isinstance(other, Chain):
            return item == other
        places = self.places(item, other)
        return (
            places is not None
            and not turned(item, other)
            and all(self.mention_matches(*place) for place in places)
        )

    def places(self, item: Chain, other: Chain) -> list[Place] | None:
        """The mentions at the same places; None where the lengths differ."""
        if len(item.mentions) != len(other.mentions):
            return None
        mentions = item.mentions
        if is_lone(other) and item.backwards != other.backwards:
            mentions = mentions[::-1]  # a relationship on its own reads the same from its end
        return [Place(*pair) for pair in zip(mentions, other.mentions, strict=True)]

    def row_places(self, row: int, other: int) -> list[Place]:
        """The mentions at the same places of two rows, also of rows that only resemble."""
        items, others = self.expected[row].items, self.actual[other].items
        if len(items) == len(others):
            found: list[Place] = []
            for item, other_item in zip(items, others, strict=True):
                if isinstance(item, Chain) and isinstance(other_item, Chain):
                    places = self.places(item, other_item)
                    if places is None:
                        break
                    found += places
                elif item != other_item:
                    break
            else:
                return found
        return self._aligned_places(
            [*self.expected[row].mentions()], [*self.actual[other].mentions()]
        )

    def _aligned_places(self, mentions: list[Mention], others: list[Mention]) -> list[Place]:
        def likeness(one: int, two: int) -> int:
            if mentions[one].kind != others[two].kind:
                return 0
            if self.mention_matches(mentions[one], others[two]):
                return MATCH
            named = others[two].description or NOTHING
            same_names = self.description(mentions[one].entity).names == named.names
            return MOST_LIKE if same_names else 1

        steps = align(len(mentions), len(others), likeness)
        return [
            Place(mentions[one], others[two])
            for one, two in steps
            if one is not None and two is not None
        ]

    def mention_matches(self, mention: Mention, other: Mention) -> bool:
        """Whether two mentions describe the same, whatever the ids."""
        if mention.kind != other.kind:
            return False
        if not other.counts and mention.description is None:
            return True
        key = (mention.entity, other.entity, other.counts)
        if key not in self._same:
            actual = self.actual_description(other.entity)
            self._same[key] = actual is not None and self._agree(
                self.description(mention.entity), actual
            )
        return self._same[key]

    def _agree(self, expected: Description, actual: Description) -> bool:
        return expected.names == actual.names and same(
            expected.properties, actual.properties, self.approx
        )

    def candidates(self) -> list[list[int]]:
        """For each row of the block the rows of the result that match it.

        Raises `TooManyTrials`.
        """
        loosely = self.approx is not None or self.has_wildcard()
        by_signature: dict[object, list[int]] = defaultdict(list)
        for other, actual in enumerate(self.actual):
            signature = _signature(actual, self.actual_description, loosely=loosely)
            by_signature[signature].append(other)
        found = []
        trials = 0
        for row, expected in enumerate(self.expected):
            signature = _signature(expected, self.description, loosely=loosely)
            others = by_signature.get(signature, [])
            trials += len(others)
            if trials > MOST_TRIALS:
                raise TooManyTrials
            found.append([other for other in others if self.matches(row, other)])
        return found

    def likeness(self, row: int, other: int) -> int:
        """How much of two rows is the same, whatever the ids."""
        if self.matches(row, other):
            return MATCH
        mentions, others = [*self.expected[row].mentions()], [*self.actual[other].mentions()]
        pairs = zip(mentions, others, strict=False)
        equal = sum(self.mention_matches(*pair) for pair in pairs)
        return 1 + (MOST_LIKE - 1) * equal // max(len(mentions), len(others), 1)

    def written_properties(self, page: Entity, actual: Description) -> dict[str, str]:
        """The properties of which the block's spelling stays: accepted, though not equal."""
        expected = self.description(page)
        kept: dict[str, str] = {}
        for key, text in expected.written.items():
            pattern = expected.properties[key]
            if key not in actual.properties:
                continue
            value = actual.properties[key]
            if same(pattern, value, self.approx) and format_value(pattern) != format_value(value):
                kept[key] = text
        return kept

    def page_text(self, items: Iterable[Item]) -> str:
        """Items of the block as a message shows them: in full, without ids."""
        return items_text(items, lambda mention: description_text(self.description(mention.entity)))

    def result_text(self, items: Iterable[Item]) -> str:
        """Items of the result as a message shows them: in full, without ids."""

        def described(mention: Mention) -> str:
            return description_text(self.actual_description(mention.entity) or NOTHING)

        return items_text(items, described)

    def has_wildcard(self) -> bool:
        """Whether a wildcard stands anywhere in the block."""
        return any(
            mention.description is not None and has_wildcard(mention.description.properties)
            for row in self.expected
            for mention in row.mentions()
        )


def _signature(
    row: GramRow, describe: Callable[[Entity], Description | None], *, loosely: bool
) -> tuple[object, ...]:
    """What two rows that match have in common; of three mentions only the relationship's."""

    def of(mention: Mention) -> tuple[object, ...]:
        description = describe(mention.entity) or NOTHING
        text = None if loosely else properties_text(description.properties)
        return mention.kind, description.names, text

    return tuple(
        (
            len(item.mentions),
            *map(of, item.mentions[1:2] if len(item.mentions) == 3 else item.mentions),
        )
        if isinstance(item, Chain)
        else item
        for item in row.items
    )


def is_lone(item: Chain) -> bool:
    """Whether an item of a result is a relationship on its own."""
    return len(item.mentions) == 3 and not item.mentions[0].counts


def turned(item: Chain, other: Chain) -> list[int]:
    """The numbers of the relationships, from 0, that point the other way in the result."""
    if is_lone(other):
        return []
    found = []
    pairs = zip(item.backwards, other.backwards, strict=False)
    for number, (one, two) in enumerate(pairs):
        start, end = other.mentions[2 * number], other.mentions[2 * number + 2]
        if one != two and start.entity != end.entity:  # a loop points both ways
            found.append(number)
    return found


def _descriptions(rows: Iterable[GramRow]) -> dict[Entity, tuple[Mention, int]]:
    found: dict[Entity, tuple[Mention, int]] = {}
    for number, row in enumerate(rows):
        for mention in row.mentions():
            if mention.description is not None:
                found.setdefault(mention.entity, (mention, number))
    return found


def contradictions(rows: GramRows) -> list[tuple[Mention, int]]:
    """Later full mentions of the block that disagree with the first, and their rows."""
    found = []
    for number, row in enumerate(rows.expected):
        for mention in row.mentions():
            description = mention.description
            first = rows.description(mention.entity)
            if description is not None and not _compatible(first, description):
                found.append((mention, number))
    return found


def _compatible(one: Description, other: Description) -> bool:
    """Whether two descriptions of a block may be of one entity."""
    return (
        one.names == other.names
        and one.properties.keys() == other.properties.keys()
        and all(
            same(value, other.properties[key], None) or same(other.properties[key], value, None)
            for key, value in one.properties.items()
        )
    )
