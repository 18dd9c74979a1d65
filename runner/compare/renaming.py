"""The ids of a page's gram blocks, and the engine's numbers that they stand for (section 7).

The numbers on a page are free; only which entity is which has to be the same everywhere. So a
page has one one-to-one renaming, which grows from the blocks that match. Blocks that failed get
their ids when the page is over: what a matching block says, also a later one, comes first.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from runner.compare.identity import bind_choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from runner.compare.identity import Choice

Entity: TypeAlias = tuple[str, int]
"""A kind (``n`` or ``r``) and a number: the page's or the engine's."""


class Names:
    """A one-to-one renaming between the numbers of a page and those of an engine."""

    def __init__(self) -> None:
        self.engine_of: dict[Entity, Entity] = {}
        self.page_of: dict[Entity, Entity] = {}

    def agrees(self, page: Entity, engine: Entity) -> bool:
        """Whether the two are each other's, or both without a partner."""
        return self.engine_of.get(page, engine) == engine and self.page_of.get(engine, page) == page

    def bind(self, page: Entity, engine: Entity) -> None:
        """Make the two each other's."""
        self.engine_of[page] = engine
        self.page_of[engine] = page

    def unbind(self, page: Entity) -> None:
        """Undo `bind`."""
        del self.page_of[self.engine_of.pop(page)]

    def copy(self) -> Names:
        """The same renaming, to be extended on its own."""
        other = Names()
        other.engine_of.update(self.engine_of)
        other.page_of.update(self.page_of)
        return other


class FailedBlock:
    """A gram block that has to be rewritten when the page is over."""

    def __init__(
        self,
        ids: set[Entity],
        claims: Sequence[tuple[Entity, Entity]],
        entities: Iterable[Entity],
        write: Callable[[Names], str],
    ) -> None:
        self.ids = ids
        """The ids that its old text uses."""
        self.claims = claims
        """Pairs of an entity of the engine and the id that stands at its place in the old text."""
        self.entities = tuple(dict.fromkeys(entities))
        """The engine's entities of the new text, in order."""
        self.write = write
        self.text: str | None = None


class Renaming:
    """The ids of one page.

    `blocks` are the texts of all its gram blocks, also of those that are not judged: a new
    entity takes no id of theirs. Without it the blocks that are judged count.
    """

    def __init__(self, blocks: Iterable[str] | None = None) -> None:
        self.names = Names()
        """What the blocks that match say."""
        self._certain = Names()
        """What of it those say whose rows have an order."""
        self._choices: list[Sequence[Choice]] = []
        """The rows of blocks that match in any order, which may be named in several ways."""
        self._given = Names()
        self._blocks = None if blocks is None else tuple(blocks)
        self._failed: list[FailedBlock] = []

    @cached_property
    def _uses(self) -> Counter[Entity]:
        """How many blocks use each id. Only blocks that fail ask for it."""
        return Counter(entity for text in self._blocks or () for entity in ids_of(text))

    def note(self, text: str) -> None:
        """Count the ids of a block that is judged."""
        if self._blocks is None:
            self._uses.update(ids_of(text))

    def identify(self, choices: Sequence[Choice]) -> tuple[Names, list[int]] | None:
        """The renaming that also makes these rows equal, and the rows that they then are.

        Where an earlier block left a choice it is taken anew. Raises `TooManyTrials`.
        """
        names = self.names.copy()
        found = bind_choices(choices, names)
        if found is None and self._choices:
            names = self._certain.copy()
            earlier = [choice for block in self._choices for choice in block]
            found = bind_choices([*choices, *earlier], names)
        return None if found is None else (names, found[: len(choices)])

    def adopt(self, names: Names, choices: Sequence[Choice]) -> None:
        """Let a block that matches say which ids are which, as `identify` gave it."""
        self.names = names
        if any(len(choice.candidates) > 1 for choice in choices):
            self._choices.append(choices)
            return
        places = [
            place
            for choice in choices
            for place in choice.rows.row_places(choice.row, choice.candidates[0])
        ]
        self.adopt_pairs(names, [(each.expected.entity, each.actual.entity) for each in places])

    def adopt_pairs(self, names: Names, pairs: Iterable[tuple[Entity, Entity]]) -> None:
        """Let a block that matches in its order say which ids (of `pairs`) are which entities."""
        self.names = names
        for page, engine in pairs:
            self._certain.bind(page, engine)

    def rewrite_later(self, block: FailedBlock) -> Callable[[], str]:
        """Take over a block that failed; what is returned gives its new text."""
        self._failed.append(block)
        return lambda: self._settled(block)

    def _settled(self, block: FailedBlock) -> str:
        for waiting in self._failed:
            if waiting.text is None:
                waiting.text = waiting.write(self._name(waiting))
            if waiting is block:
                break
        return block.text or ""

    def _name(self, block: FailedBlock) -> Names:
        """Give every entity of a block that failed an id, and remember it for later blocks."""
        highest = {kind: self._highest(kind, block.ids) for kind in ("n", "r")}
        self._uses.subtract(block.ids)
        names = Names()
        for engine in block.entities:
            known = self.names.page_of.get(engine) or self._given.page_of.get(engine)
            if known is not None:
                names.bind(known, engine)
        for engine, page in block.claims:
            if engine not in names.page_of and page not in names.engine_of and self._may(page):
                names.bind(page, engine)
        for engine in block.entities:
            if engine in names.page_of:
                continue
            page = engine
            if page in names.engine_of or not self._may(page) or self._uses[page] > 0:
                highest[page[0]] += 1
                page = (page[0], highest[page[0]])
            names.bind(page, engine)
            highest[page[0]] = max(highest[page[0]], page[1])
        for page, engine in names.engine_of.items():
            self._given.bind(page, engine)
        self._uses.update(names.engine_of.keys())
        return names

    def _may(self, page: Entity) -> bool:
        """Whether no other entity has that id yet."""
        return page not in self.names.engine_of and page not in self._given.engine_of

    def _highest(self, kind: str, ids: Iterable[Entity]) -> int:
        """The highest number that the page uses for a kind, -1 where it uses none."""
        used = [entity for entity, count in self._uses.items() if count > 0]
        known = (*used, *ids, *self.names.engine_of, *self._given.engine_of)
        return max((number for k, number in known if k == kind), default=-1)


def ids_of(text: str) -> set[Entity]:
    """The ids that the text of a gram block uses."""
    from runner.render.gram import read_gram  # most pages have no gram block

    return {mention.entity for row in read_gram(text, []).rows for mention in row.mentions()}
