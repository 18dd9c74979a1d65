"""A transaction: the only one who changes a graph, and who can undo what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.store import undo
from runner.cypher.store.aside import set_aside, take_up
from runner.cypher.store.commit import changed_entities, check_commit
from runner.cypher.store.records import GONE, NodeRecord, RelationshipRecord
from runner.cypher.store.values import storable
from runner.cypher.store.violations import (
    already_exists,
    entity_not_loaded,
    mixed_transaction,
    not_writable,
    terminated,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from runner.cypher.store.aside import Aside
    from runner.cypher.store.graph import Graph
    from runner.cypher.store.indexes import Index, RangeIndex
    from runner.cypher.store.schema import Constraint
    from runner.values import DateTime

Entity: TypeAlias = NodeRecord | RelationshipRecord
UndoEntry: TypeAlias = "tuple[Callable[[Any, Any], undo.Disordered | None], Any, Any]"

_DATA = "Write query"
_SCHEMA = "Schema modification"


class Transaction:
    """Changes to one graph that are kept or undone together.

    Every change is made in the graph at once and noted in an undo log. Values are checked and
    made storable here; uniqueness is checked at each write, before anything is changed;
    everything else that constraints ask for, and that no relationship hangs in the air, is
    checked by `commit` (facts 1.2, 1.5). A transaction that is over must not be used again.
    One that `may_write` not refuses every change.

    Attributes:
        number: What tells it from the others of its database; 0 where it is none of them.
        begun: When it was opened, or None.
        terminated: Whether somebody has ended it: then it cannot be committed.
    """

    __slots__ = (
        "_aside",
        "_log",
        "_work",
        "begun",
        "graph",
        "may_write",
        "metadata",
        "number",
        "terminated",
    )

    def __init__(self, graph: Graph, *, may_write: bool = True) -> None:
        self.graph = graph
        self.may_write = may_write
        self.metadata: dict[str, Any] = {}
        self.number = 0
        self.begun: DateTime | None = None
        self.terminated = False
        self._log: list[UndoEntry] = []
        self._work: str | None = None
        self._aside: Aside | None = None

    # Nodes and relationships

    def create_node(self, labels: Iterable[str], properties: Mapping[str, Any]) -> NodeRecord:
        """A new node. Null properties are left out.

        Raises `EngineError` when a value cannot be stored or breaks a uniqueness constraint.
        """
        self._begin(_DATA)
        graph = self.graph
        stored = _stored(properties)
        names = dict.fromkeys(labels)
        indexes = self._indexes_on(names)
        for index in indexes:
            self._check_unique(index, None, stored)
        node = NodeRecord(graph.next_node_id)
        graph.next_node_id += 1
        graph.label_names.update(names)
        node.labels = graph.in_order(names) if len(names) > 1 else names
        node.properties = stored
        graph.property_keys.update(dict.fromkeys(stored))
        graph.nodes[node.id] = node
        for label in names:
            graph.index_node(node, label)
        for index in indexes:
            index.insert(node)
        self._log.append((undo.create_node, graph, node))
        return node

    def create_relationship(
        self, type_: str, start: NodeRecord, end: NodeRecord, properties: Mapping[str, Any]
    ) -> RelationshipRecord:
        """A new relationship. Null properties are left out.

        Raises `EngineError` as `create_node` does, and when an end is deleted.
        """
        self._begin(_DATA)
        graph = self.graph
        for node in (start, end):
            if node.deleted:
                raise entity_not_loaded("NODE", graph.element_id(node))
        stored = _stored(properties)
        indexes = graph.schema.relationship_indexes.get(type_, ())
        for index in indexes:
            self._check_unique(index, None, stored)
        relationship = RelationshipRecord(graph.next_relationship_id, type_, start, end)
        graph.next_relationship_id += 1
        relationship.properties = stored
        graph.type_names[type_] = None
        graph.property_keys.update(dict.fromkeys(stored))
        undo.link(graph, relationship)
        for index in indexes:
            index.insert(relationship)
        self._log.append((undo.create_relationship, graph, relationship))
        return relationship

    def delete_node(self, node: NodeRecord) -> bool:
        """Delete a node, and tell whether it was there.

        Its relationships stay, and must be gone at commit. Its record keeps neither labels nor
        properties.
        """
        if node.deleted:
            return False
        self._begin(_DATA)
        graph = self.graph
        for index in self._indexes_on(node.labels):
            index.discard(node)
        for label in node.labels:
            graph.unindex_node(node, label)
        del graph.nodes[node.id]
        node.deleted = True
        self._log.append((undo.delete_node, graph, (node, node.labels, node.properties)))
        node.labels = {}
        node.properties = {}
        return True

    def delete_relationship(self, relationship: RelationshipRecord) -> bool:
        """Delete a relationship, and tell whether it was there. Its record keeps its type."""
        if relationship.deleted:
            return False
        self._begin(_DATA)
        graph = self.graph
        for index in graph.schema.relationship_indexes.get(relationship.type, ()):
            index.discard(relationship)
        orders = undo.unlink(graph, relationship)
        relationship.deleted = True
        self._log.append(
            (undo.delete_relationship, graph, (relationship, relationship.properties, orders))
        )
        relationship.properties = {}
        return True

    def set_property(self, entity: Entity, key: str, value: Any) -> None:
        """Set one property; a null value removes it. A deleted entity is left alone.

        Raises `EngineError` when the value cannot be stored or breaks a uniqueness constraint.
        """
        self.set_properties(entity, {key: value})

    def set_properties(self, entity: Entity, changes: Mapping[str, Any]) -> None:
        """Set several properties in one step: uniqueness is checked once, for all of them."""
        stored = {key: storable(value) for key, value in changes.items()}
        if entity.deleted:
            return
        self._begin(_DATA)
        properties = entity.properties
        for key, value in stored.items():
            if value is not None:
                self.graph.property_keys[key] = None
        indexes = self._indexes_of(entity, stored)
        if indexes:
            wanted = {**properties, **stored}
            for index in indexes:
                self._check_unique(index, entity, wanted)
            for index in indexes:
                index.discard(entity)
        self._log.append((undo.set_properties, (self.graph, entity), dict(properties)))
        for key, value in stored.items():
            if value is None:
                properties.pop(key, None)
            else:
                properties[key] = value
        for index in indexes:
            index.insert(entity)

    def add_label(self, node: NodeRecord, label: str) -> bool:
        """Add a label, and tell whether the node had it not yet.

        Raises `EngineError` when the node is deleted or a uniqueness constraint breaks.
        """
        graph = self.graph
        if node.deleted:
            raise entity_not_loaded("NODE", graph.element_id(node))
        if label in node.labels:
            return False
        self._begin(_DATA)
        indexes = graph.schema.node_indexes.get(label, ())
        for index in indexes:
            self._check_unique(index, node, node.properties)
        graph.label_names[label] = None
        self._log.append((undo.add_label, graph, (node, label)))
        undo.give_label(graph, node, label)
        graph.index_node(node, label)
        for index in indexes:
            index.insert(node)
        return True

    def remove_label(self, node: NodeRecord, label: str) -> bool:
        """Remove a label, and tell whether the node had it.

        Raises `EngineError` when the node is deleted.
        """
        graph = self.graph
        if node.deleted:
            raise entity_not_loaded("NODE", graph.element_id(node))
        if label not in node.labels:
            return False
        self._begin(_DATA)
        for index in graph.schema.node_indexes.get(label, ()):
            index.discard(node)
        self._log.append((undo.remove_label, graph, (node, label, dict(node.labels))))
        del node.labels[label]
        graph.unindex_node(node, label)
        return True

    # Schema

    def change_schema(self) -> None:
        """Say that a schema command runs, even one that will find nothing to do.

        Raises `EngineError` when this transaction has written data (facts 7).
        """
        self._begin(_SCHEMA)

    def add_rules(self, *rules: Index | Constraint) -> None:
        """Add indexes and constraints whose entries are made and whose data is checked."""
        self._begin(_SCHEMA)
        schema = self.graph.schema
        self._log.append((undo.change_schema, schema, schema.save()))
        schema.add(*rules)

    def remove_rules(self, *rules: Index | Constraint) -> None:
        """Remove indexes and constraints."""
        self._begin(_SCHEMA)
        schema = self.graph.schema
        self._log.append((undo.change_schema, schema, schema.save()))
        schema.remove(*rules)

    # The transaction itself

    def changed_entities(self) -> dict[Entity, None]:
        """Every entity that was created, changed or deleted so far."""
        return changed_entities(self._log)

    def created(self, relationship: RelationshipRecord) -> bool:
        """Whether this transaction has made a relationship."""
        return any(
            function is undo.create_relationship and detail is relationship
            for function, _, detail in self._log
        )

    def holds(self, items: list[Any]) -> bool:
        """Whether this very list is a property value, or was one before a change made here.

        Looks through the whole graph: for messages only.
        """
        graph = self.graph
        held = [node.properties for node in graph.nodes.values()]
        held += [relationship.properties for relationship in graph.relationships.values()]
        held += [undo.properties_before(*entry) for entry in self._log]
        return any(value is items for properties in held for value in properties.values())

    def savepoint(self) -> int:
        """A mark for `rollback_to`."""
        return len(self._log)

    def rollback_to(self, mark: int) -> None:
        """Undo everything done since the mark was taken."""
        log = self._log
        disordered: list[dict[int, Any]] = []
        while len(log) > mark:
            function, subject, detail = log.pop()
            disordered += function(subject, detail) or ()
        undo.put_in_order(disordered)
        if not log:
            self._work = None

    def set_aside(self) -> None:
        """Undo everything for now, so that others read what is committed; `take_up` redoes it."""
        if self._aside is None and self._log:
            self._aside = set_aside(self._log)

    def take_up(self) -> None:
        """Do again what was set aside."""
        if self._aside is not None:
            aside, self._aside = self._aside, None
            take_up(aside, self._log)

    def commit(self) -> None:
        """Keep everything done, if constraints and dangling relationships allow it.

        Otherwise everything is undone and `EngineError` raised; or what the graph's journal
        raises, where it cannot keep it.
        """
        graph = self.graph
        self.take_up()
        if self.terminated:
            self.rollback()
            raise terminated()
        try:
            check_commit(graph, self._log)
            if graph.journal is not None and self._log:
                graph.journal(graph, self._log)
        except BaseException:
            self.rollback()
            raise
        indexes = self.graph.schema.committed_indexes
        if indexes and self._log:
            changed = self.changed_entities()
            for index in indexes:
                index.refresh(changed)
        self._log.clear()
        self._work = None

    def commit_batch(self) -> None:
        """`commit` inside a statement that goes on, for which what was deleted is `GONE` then."""
        self.take_up()
        deleted = [each for each in self.changed_entities() if each.deleted]
        self.commit()
        for each in deleted:
            each.deleted = GONE

    def rollback(self) -> None:
        """Undo everything done."""
        self._aside = None
        self.rollback_to(0)

    def _begin(self, work: str) -> None:
        if not self.may_write:
            raise not_writable()
        if self._work is not work:
            if self._work is not None:
                raise mixed_transaction(work, self._work)
            self._work = work

    def _indexes_on(self, labels: Iterable[str]) -> list[RangeIndex]:
        by_label = self.graph.schema.node_indexes
        if not by_label:
            return []
        return [index for label in labels for index in by_label.get(label, ())]

    def _indexes_of(self, entity: Entity, keys: Mapping[str, Any]) -> list[RangeIndex]:
        schema = self.graph.schema
        if isinstance(entity, NodeRecord):
            indexes: Iterable[RangeIndex] = self._indexes_on(entity.labels)
        else:
            indexes = schema.relationship_indexes.get(entity.type, ())
        return [i for i in indexes if any(name in keys for name in i.properties)]

    def _check_unique(
        self, index: RangeIndex, entity: Entity | None, properties: Mapping[str, Any]
    ) -> None:
        """Raise if another entity than `entity` has the values that the index keeps unique."""
        if index.owner is None:
            return
        key = index.key(properties)
        holder = None if key is None else index.holder(key)
        if holder is not None and holder is not entity:
            raise already_exists(index, holder.id, properties)


def _stored(properties: Mapping[str, Any]) -> dict[str, Any]:
    stored = {}
    for key, value in properties.items():
        if value is not None:
            stored[key] = storable(value)
    return stored
