"""Indexes: what each is declared as, and the entries of range indexes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.ordering import index_key, less, less_or_equal, sort_key
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

Entity: TypeAlias = NodeRecord | RelationshipRecord

_MOST_EDITS = 1_000
"""How many changes of the keys are sorted in one by one before a range is asked for again."""


class Index:
    """An index of any kind, as it was declared.

    Attributes:
        id: Its number among the rules of the schema.
        name: Its name.
        kind: ``RANGE``, ``TEXT``, ``POINT``, ``LOOKUP``, ``FULLTEXT`` or ``VECTOR``.
        entity: ``NODE`` or ``RELATIONSHIP``.
        labels: The labels or types it is on; none for LOOKUP, several only for FULLTEXT, VECTOR.
        properties: The properties it is on, in order; none for LOOKUP.
        extra_properties: Those of a vector index's ``WITH [...]``.
        config: What SHOW INDEXES gives as ``indexConfig``.
        owner: The name of the constraint that it belongs to, or None.
    """

    __slots__ = (
        "config",
        "entity",
        "extra_properties",
        "id",
        "kind",
        "labels",
        "name",
        "owner",
        "properties",
    )

    def __init__(
        self,
        identity: int,
        name: str,
        kind: str,
        entity: str,
        labels: tuple[str, ...],
        properties: tuple[str, ...],
        *,
        extra_properties: tuple[str, ...] = (),
        config: Mapping[str, Any] | None = None,
        owner: str | None = None,
    ) -> None:
        self.id = identity
        self.name = name
        self.kind = kind
        self.entity = entity
        self.labels = labels
        self.properties = properties
        self.extra_properties = extra_properties
        self.config: Mapping[str, Any] = {} if config is None else config
        self.owner = owner

    @property
    def unique(self) -> bool:
        """Whether a constraint owns it, so that a seek finds one entity at most."""
        return self.owner is not None


class RangeIndex(Index):
    """An index that finds entities by the values of its properties.

    An entity has an entry when it has all the properties, each with a value that can be found
    equal (`runner.cypher.ordering.index_key`). The sorted keys are made when the first range
    is asked for, and kept up from then on as long as few keys change in between.
    """

    __slots__ = ("_classes", "_edits", "_entries", "_single")

    def __init__(
        self,
        identity: int,
        name: str,
        entity: str,
        label: str,
        properties: tuple[str, ...],
        owner: str | None = None,
    ) -> None:
        super().__init__(identity, name, "RANGE", entity, (label,), properties, owner=owner)
        self._single = properties[0] if len(properties) == 1 else None
        self._entries: dict[Hashable, dict[int, Any]] = {}
        self._classes: dict[str, list[tuple[Any, Hashable, Any]]] | None = None
        self._edits = 0

    def key(self, properties: Mapping[str, Any]) -> Hashable | None:
        """The key under which an entity with these properties stands, None if under none."""
        if self._single is not None:
            value = properties.get(self._single)
            return None if value is None else index_key(value)
        keys = []
        for name in self.properties:
            value = properties.get(name)
            key = None if value is None else index_key(value)
            if key is None:
                return None
            keys.append(key)
        return tuple(keys)

    def insert(self, entity: Entity) -> None:
        """Enter `entity` by its present properties."""
        key = self.key(entity.properties)
        if key is None:
            return
        found = self._entries.get(key)
        if found is not None:
            found[entity.id] = entity
            return
        self._entries[key] = {entity.id: entity}
        if self._classes is not None and self._may_edit() and self._single is not None:
            value = entity.properties[self._single]
            insort(self._class_list(value), (sort_key(value), key, value), key=_first)

    def discard(self, entity: Entity) -> None:
        """Take `entity` out, by its present properties."""
        key = self.key(entity.properties)
        found = None if key is None else self._entries.get(key)
        if key is None or found is None or found.pop(entity.id, None) is None or found:
            return
        del self._entries[key]
        if self._classes is not None and self._may_edit() and self._single is not None:
            self._forget(entity.properties[self._single], key)

    def holder(self, key: Hashable) -> Any | None:
        """The entity with the lowest id that stands under `key`, or None."""
        found = self._entries.get(key)
        return found[min(found)] if found else None

    def seek(self, values: Sequence[Any]) -> list[Any]:
        """The entities whose properties equal `values` (in the order of `properties`), by id.

        The list is the caller's own. A null or NaN among the values finds nothing.
        """
        if self._single is not None:
            (value,) = values
            key = None if value is None else index_key(value)
        else:
            key = self.key(dict(zip(self.properties, values, strict=True)))
        found = None if key is None else self._entries.get(key)
        return _by_id(found) if found else []

    def range(
        self,
        lower: Any = None,
        lower_inclusive: bool = True,
        upper: Any = None,
        upper_inclusive: bool = True,
    ) -> Iterator[Any]:
        """The entities whose property is between the bounds, ordered by value, then by id.

        Only values of the bounds' own type compare (facts 5.1). None is no bound: whoever has
        a null for a bound has no rows. At least one bound is needed.
        """
        bound = upper if lower is None else lower
        entries = self._ordered().get(_class(bound), [])
        first, last = 0, len(entries)
        if _class(bound) != "list":
            if lower is not None:
                first = bisect_left(entries, sort_key(lower), key=_first)
            if upper is not None:
                last = bisect_right(entries, sort_key(upper), key=_first)
        for _, key, value in entries[first:last]:
            if (lower is None or _below(lower, value, lower_inclusive)) and (
                upper is None or _below(value, upper, upper_inclusive)
            ):
                yield from _by_id(self._entries.get(key, {}))

    def prefix(self, text: str) -> Iterator[Any]:
        """The entities whose property is a string that starts with `text`, ordered by value."""
        entries = self._ordered().get("str", [])
        first = bisect_left(entries, sort_key(text), key=_first)
        for _, key, value in entries[first:]:
            if not value.startswith(text):
                return
            yield from _by_id(self._entries.get(key, {}))

    def entities(self) -> Iterator[Any]:
        """Every entity that has an entry, in no order."""
        for found in self._entries.values():
            yield from found.values()

    def snapshot(self) -> dict[Hashable, tuple[int, ...]]:
        """The ids under each key: what a test compares."""
        return {key: tuple(sorted(found)) for key, found in self._entries.items()}

    def _ordered(self) -> dict[str, list[tuple[Any, Hashable, Any]]]:
        if self._single is None:
            raise ValueError(f"index {self.name} has several properties: no ranges")
        self._edits = 0
        if self._classes is None:
            self._classes = {}
            for key, found in self._entries.items():
                value = next(iter(found.values())).properties[self._single]
                self._class_list(value).append((sort_key(value), key, value))
            for entries in self._classes.values():
                entries.sort(key=_first)
        return self._classes

    def _may_edit(self) -> bool:
        """Whether the sorted keys are kept up; after many edits sorting anew is cheaper."""
        self._edits += 1
        if self._edits > _MOST_EDITS:
            self._classes = None
        return self._classes is not None

    def _class_list(self, value: Any) -> list[tuple[Any, Hashable, Any]]:
        assert self._classes is not None
        return self._classes.setdefault(_class(value), [])

    def _forget(self, value: Any, key: Hashable) -> None:
        entries = self._class_list(value)
        position = bisect_left(entries, sort_key(value), key=_first)
        while entries[position][1] != key:
            position += 1
        del entries[position]


def _first(entry: tuple[Any, Hashable, Any]) -> Any:
    return entry[0]


def _class(value: Any) -> str:
    """Values of one class may compare with ``<``."""
    if isinstance(value, bool):
        return "bool"
    return "number" if isinstance(value, int | float) else type(value).__name__


def _below(left: Any, right: Any, inclusive: bool) -> bool:
    return (less_or_equal if inclusive else less)(left, right) is True


def _by_id(found: dict[int, Any]) -> list[Any]:
    if len(found) == 1:
        return list(found.values())
    return [found[identity] for identity in sorted(found)]
