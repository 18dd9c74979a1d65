"""The schema of a graph: its indexes and constraints, and how writes and plans find them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from runner.cypher.store.committed import CommittedIndex
from runner.cypher.store.indexes import Index, RangeIndex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from runner.cypher.store.property_types import PropertyType

UNIQUENESS = "UNIQUENESS"
KEY = "KEY"
EXISTENCE = "EXISTENCE"
TYPE = "TYPE"

SavedSchema: TypeAlias = "tuple[dict[str, Index], dict[str, Constraint]]"
RangeIndexes: TypeAlias = dict[str, tuple[RangeIndex, ...]]


class Constraint:
    """A constraint.

    Attributes:
        id: Its number among the rules of the schema.
        name: Its name.
        kind: ``UNIQUENESS``, ``KEY``, ``EXISTENCE`` or ``TYPE``.
        entity: ``NODE`` or ``RELATIONSHIP``.
        label: The label or the relationship type it is on.
        properties: The properties it is on, in order.
        type: What a TYPE constraint allows.
        index: The index that a UNIQUENESS or KEY constraint owns; it has the same name.
    """

    __slots__ = ("entity", "id", "index", "kind", "label", "name", "properties", "type")

    def __init__(
        self,
        identity: int,
        name: str,
        kind: str,
        entity: str,
        label: str,
        properties: tuple[str, ...],
        *,
        type_: PropertyType | None = None,
        index: RangeIndex | None = None,
    ) -> None:
        self.id = identity
        self.name = name
        self.kind = kind
        self.entity = entity
        self.label = label
        self.properties = properties
        self.type = type_
        self.index = index


class Schema:
    """Indexes and constraints by name, in order of creation.

    Attributes:
        indexes: Every index, those owned by constraints too.
        constraints: Every constraint.
        version: Grows with every change, also when one is undone.
        next_id: The number of the next rule.
        node_indexes: By label, the range indexes that a write to a node keeps.
        relationship_indexes: By type, the same for relationships.
        committed_indexes: The vector and fulltext indexes, which are kept up at commit.
        node_checks: By label, the constraints that are checked at commit.
        relationship_checks: By type, the same for relationships.
    """

    __slots__ = (
        "committed_indexes",
        "constraints",
        "indexes",
        "next_id",
        "node_checks",
        "node_indexes",
        "relationship_checks",
        "relationship_indexes",
        "version",
    )

    def __init__(self) -> None:
        self.version = 0
        self.next_id = 3
        self.constraints: dict[str, Constraint] = {}
        # The names that every new Neo4j database gives its two lookup indexes.
        self.indexes: dict[str, Index] = {
            "index_343aff4e": Index(1, "index_343aff4e", "LOOKUP", "NODE", (), ()),
            "index_f7700477": Index(2, "index_f7700477", "LOOKUP", "RELATIONSHIP", (), ()),
        }
        self.node_indexes: RangeIndexes = {}
        self.relationship_indexes: RangeIndexes = {}
        self.committed_indexes: tuple[CommittedIndex, ...] = ()
        self.node_checks: dict[str, tuple[Constraint, ...]] = {}
        self.relationship_checks: dict[str, tuple[Constraint, ...]] = {}

    def allocate_id(self) -> int:
        """The number of a new rule."""
        self.next_id += 1
        return self.next_id - 1

    def index_for(self, entity: str, label: str, properties: Collection[str]) -> RangeIndex | None:
        """The best range index all of whose properties are among `properties`, or None.

        A unique index is better than another, then one of more properties, then the older one.
        """
        indexes = self.node_indexes if entity == "NODE" else self.relationship_indexes
        best: RangeIndex | None = None
        for index in indexes.get(label, ()):
            if all(name in properties for name in index.properties) and (
                best is None
                or (index.unique, len(index.properties)) > (best.unique, len(best.properties))
            ):
                best = index
        return best

    def rules(self) -> Iterator[Index | Constraint]:
        """All indexes and constraints."""
        yield from self.indexes.values()
        yield from self.constraints.values()

    def names_of(self, entity: str) -> set[str]:
        """The labels (of ``NODE``) or types (of ``RELATIONSHIP``) that the schema names."""
        found: set[str] = set()
        for rule in self.rules():
            if rule.entity == entity:
                found.update(rule.labels if isinstance(rule, Index) else (rule.label,))
        return found

    def add(self, *rules: Index | Constraint) -> None:
        """Add rules; a constraint's index is added with it, as a rule of its own."""
        for rule in rules:
            if isinstance(rule, Index):
                self.indexes[rule.name] = rule
            else:
                self.constraints[rule.name] = rule
        self._changed()

    def remove(self, *rules: Index | Constraint) -> None:
        """Remove rules."""
        for rule in rules:
            if isinstance(rule, Index):
                del self.indexes[rule.name]
            else:
                del self.constraints[rule.name]
        self._changed()

    def save(self) -> SavedSchema:
        """The present rules, for `restore`."""
        return dict(self.indexes), dict(self.constraints)

    def restore(self, saved: SavedSchema) -> None:
        """Go back to the rules of `save`."""
        self.indexes, self.constraints = saved
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        ranges = [i for i in self.indexes.values() if isinstance(i, RangeIndex)]
        self.committed_indexes = tuple(
            i for i in self.indexes.values() if isinstance(i, CommittedIndex)
        )
        self.node_indexes = _by_label(ranges, "NODE")
        self.relationship_indexes = _by_label(ranges, "RELATIONSHIP")
        checks = [c for c in self.constraints.values() if c.kind != UNIQUENESS]
        self.node_checks = _checks_by_label(checks, "NODE")
        self.relationship_checks = _checks_by_label(checks, "RELATIONSHIP")


def _by_label(indexes: Iterable[RangeIndex], entity: str) -> RangeIndexes:
    found: RangeIndexes = {}
    for index in indexes:
        if index.entity == entity:
            label = index.labels[0]
            found[label] = (*found.get(label, ()), index)
    return found


def _checks_by_label(
    constraints: Iterable[Constraint], entity: str
) -> dict[str, tuple[Constraint, ...]]:
    found: dict[str, tuple[Constraint, ...]] = {}
    for constraint in constraints:
        if constraint.entity == entity:
            found[constraint.label] = (*found.get(constraint.label, ()), constraint)
    return found
