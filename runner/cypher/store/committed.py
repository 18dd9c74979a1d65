"""Indexes that follow commits, not writes: the entries of vector and fulltext indexes."""

from __future__ import annotations

import math
from heapq import heappush, heappushpop
from operator import mul
from typing import TYPE_CHECKING, Any

from runner.cypher.similarity import cosine_score, euclidean_score, narrow, unit
from runner.cypher.store.indexes import Entity, Index
from runner.cypher.store.records import NodeRecord
from runner.values import Vector
from runner.values.spatial import MAX_DIMENSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class CommittedIndex(Index):
    """An index whose entries are brought up to date when a transaction commits."""

    __slots__ = ()

    def covers(self, entity: Entity) -> bool:
        """Whether `entity` is there and has a label, or the type, that the index is on."""
        if entity.deleted:
            return False
        if isinstance(entity, NodeRecord):
            return self.entity == "NODE" and any(label in entity.labels for label in self.labels)
        return self.entity == "RELATIONSHIP" and entity.type in self.labels

    def refresh(self, entities: Iterable[Entity]) -> None:
        """Take over the present state of `entities`, which a transaction has just committed."""
        raise NotImplementedError


def _head(size: int) -> int:
    """How many coordinates of a vector of `size` are looked at first."""
    return size // 4


def _tail(coordinates: Sequence[float]) -> float:
    return math.sqrt(sum([x * x for x in coordinates[_head(len(coordinates)) :]]))


_LEAST_WITH_HEAD = 32
"""The least number of coordinates with which it pays to look at a head first."""
_ROUNDING = 1e-9
"""More than what sums in 64 bits are off, relative to 1 or to the sum."""


class VectorEntry:
    """What a vector index knows of an entity.

    Attributes:
        entity: The entity.
        coordinates: Its vector in 32-bit floats; for cosine made of length 1.
        tail: The length of what the vector is without its head (see `_head`).
        properties: Those of its properties that the index may be filtered by.
    """

    __slots__ = ("coordinates", "entity", "properties", "tail")

    def __init__(
        self, entity: Entity, coordinates: tuple[float, ...], properties: dict[str, Any]
    ) -> None:
        self.entity = entity
        self.coordinates = coordinates
        self.tail = _tail(coordinates)
        self.properties = properties


class VectorIndex(CommittedIndex):
    """An index that finds the entities whose vectors are nearest to a given one.

    Every entry is compared, so the answer is exact, where Neo4j's is by chance not quite.
    """

    __slots__ = ("_entries",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entries: dict[int, VectorEntry] = {}

    @property
    def dimensions(self) -> int | None:
        """The length that all vectors have; None where any length goes."""
        found: int | None = self.config.get("vector.dimensions")
        return found

    @property
    def is_cosine(self) -> bool:
        """Whether vectors are compared by their angle, else by their distance."""
        return bool(self.config.get("vector.similarity_function", "COSINE") == "COSINE")

    def prepare(self, value: Any) -> tuple[float, ...] | None:
        """The coordinates to compare by of a property or a query; None for what is no vector."""
        numbers = value.coordinates if isinstance(value, Vector) else value
        if not isinstance(numbers, (list, tuple)) or not 0 < len(numbers) <= MAX_DIMENSION:
            return None
        if not all(type(x) is float or type(x) is int for x in numbers):
            return None
        floats = [float(x) for x in numbers]
        if not all(map(math.isfinite, floats)):
            return None
        return unit(floats) if self.is_cosine else narrow(floats)

    def refresh(self, entities: Iterable[Entity]) -> None:
        """See `CommittedIndex.refresh`. What is no vector of the right length has no entry."""
        (name,) = self.properties
        for entity in entities:
            value = entity.properties.get(name) if self.covers(entity) else None
            coordinates = None if value is None else self.prepare(value)
            if coordinates is None or self.dimensions not in (None, len(coordinates)):
                if self._entries and isinstance(entity, NodeRecord) == (self.entity == "NODE"):
                    self._entries.pop(entity.id, None)
                continue
            extra = {
                key: entity.properties[key]
                for key in self.extra_properties
                if key in entity.properties
            }
            self._entries[entity.id] = VectorEntry(entity, coordinates, extra)

    def nearest(
        self,
        query: Sequence[float],
        count: int,
        keep: Callable[[VectorEntry], bool] | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> list[tuple[Entity, float]]:
        """The `count` entries nearest to `query` (from `prepare`), best first, with scores.

        Only entries that `keep` lets through are looked at. What was deleted since the last
        commit counts, and is left out of the answer, so that there may be fewer.
        """
        size = len(query)
        short = size < _LEAST_WITH_HEAD
        best: list[tuple[float, int, VectorEntry]] = []
        cosine = self.is_cosine
        nearness = _cosine if cosine else _minus_squares
        hopeless = (_cosine_below if cosine else _squares_above)(query)
        for identity, entry in self._entries.items() if count > 0 else ():
            tick()
            coordinates = entry.coordinates
            if len(coordinates) != size or (keep is not None and not keep(entry)):
                continue
            if len(best) < count:
                heappush(best, (nearness(coordinates, query), -identity, entry))
            elif short or not hopeless(entry, best[0][0]):
                heappushpop(best, (nearness(coordinates, query), -identity, entry))
        best.sort(reverse=True)
        # The order is by sums in 64 bits, which are quick; the few scores that are given are
        # then computed as they are to be shown.
        score = cosine_score if cosine else euclidean_score
        return [
            (entry.entity, score(entry.coordinates, query))
            for _, _, entry in best
            if not entry.entity.deleted
        ]


def _cosine(coordinates: Sequence[float], query: Sequence[float]) -> float:
    near: float = sum(map(mul, coordinates, query))
    return near


def _minus_squares(coordinates: Sequence[float], query: Sequence[float]) -> float:
    return -sum([(x - y) ** 2 for x, y in zip(coordinates, query, strict=True)])


def _cosine_below(query: Sequence[float]) -> Callable[[VectorEntry, float], bool]:
    """A test of whether an entry's `_cosine` is surely below a value, by its head alone.

    What the tails add is at most the product of their lengths (Cauchy and Schwarz).
    """
    head, tail = query[: _head(len(query))], _tail(query)

    def below(entry: VectorEntry, value: float) -> bool:
        at_most: float = sum(map(mul, head, entry.coordinates)) + tail * entry.tail
        return at_most + _ROUNDING < value

    return below


def _squares_above(query: Sequence[float]) -> Callable[[VectorEntry, float], bool]:
    """The same of `_minus_squares`, to which the tails add nothing above zero."""
    head = query[: _head(len(query))]

    def above(entry: VectorEntry, value: float) -> bool:
        between = zip(head, entry.coordinates, strict=False)
        at_least = sum([(x - y) ** 2 for x, y in between])
        return -at_least * (1 - _ROUNDING) < value

    return above
