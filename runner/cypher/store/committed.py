"""Indexes that follow commits, not writes: the entries of vector and fulltext indexes."""

from __future__ import annotations

import math
from heapq import nlargest
from operator import mul
from typing import TYPE_CHECKING, Any

from runner.cypher.similarity import cosine_score, euclidean_score, narrow, unit
from runner.cypher.store.indexes import Entity, Index
from runner.cypher.store.records import NodeRecord
from runner.values import Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

MAX_DIMENSION = 4096


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


class VectorEntry:
    """What a vector index knows of an entity.

    Attributes:
        entity: The entity.
        coordinates: Its vector in 32-bit floats; for cosine made of length 1.
        properties: Those of its properties that the index may be filtered by.
    """

    __slots__ = ("coordinates", "entity", "properties")

    def __init__(
        self, entity: Entity, coordinates: tuple[float, ...], properties: dict[str, Any]
    ) -> None:
        self.entity = entity
        self.coordinates = coordinates
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
        found: list[tuple[float, int, VectorEntry]] = []
        cosine = self.is_cosine
        for identity, entry in self._entries.items():
            tick()
            coordinates = entry.coordinates
            if len(coordinates) != size or (keep is not None and not keep(entry)):
                continue
            if cosine:
                near = sum(map(mul, coordinates, query))
            else:
                near = -sum([(x - y) ** 2 for x, y in zip(coordinates, query, strict=True)])
            found.append((near, -identity, entry))
        # The order is by sums in 64 bits, which are quick; the few scores that are given are
        # then computed as they are to be shown.
        score = cosine_score if cosine else euclidean_score
        best = [
            (entry.entity, score(entry.coordinates, query))
            for _, _, entry in nlargest(count, found)
        ]
        return [(entity, near) for entity, near in best if not entity.deleted]
