"""The graph in memory: entities by id, by label and by type, the names in use, the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.store.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    Journal: TypeAlias = Callable[["Graph", Sequence[tuple[Any, Any, Any]]], None]

_NO_NODES: dict[int, NodeRecord] = {}
_NO_RELATIONSHIPS: dict[int, RelationshipRecord] = {}


class Graph:
    """One database's data. Only `runner.cypher.store.transaction.Transaction` changes it.

    Attributes:
        database_id: The UUID in element ids.
        nodes: Every node by id, in order of id.
        relationships: Every relationship by id, in order of id.
        by_label: By label, the nodes that have it by id; a label that no node has is absent.
            The nodes' order is that of addition: `nodes_with_label` gives them in order of id.
        by_type: By type, its relationships by id, in order of id; an unused type is absent.
        label_names: Every label that was ever used, in order of first use. Like Neo4j's tokens
            it outlives the last user and also a rollback.
        type_names: The same of relationship types.
        property_keys: The same of property keys.
        schema: Indexes and constraints.
        next_node_id: The id of the next node; ids are never given twice, not after a rollback.
        next_relationship_id: The same of relationships.
        journal: Told of every transaction that is about to be committed, with its undo log; what
            it raises undoes the transaction. None where nothing is kept.
    """

    __slots__ = (
        "_label_ranks",
        "_out_of_order",
        "by_label",
        "by_type",
        "database_id",
        "journal",
        "label_names",
        "next_node_id",
        "next_relationship_id",
        "nodes",
        "property_keys",
        "relationships",
        "schema",
        "type_names",
    )

    def __init__(self, database_id: str = "00000000-0000-0000-0000-000000000000") -> None:
        self.database_id = database_id
        self.nodes: dict[int, NodeRecord] = {}
        self.relationships: dict[int, RelationshipRecord] = {}
        self.by_label: dict[str, dict[int, NodeRecord]] = {}
        self.by_type: dict[str, dict[int, RelationshipRecord]] = {}
        self.label_names: dict[str, None] = {}
        self.type_names: dict[str, None] = {}
        self.property_keys: dict[str, None] = {}
        self.schema = Schema()
        self.next_node_id = 0
        self.next_relationship_id = 0
        self.journal: Journal | None = None
        self._out_of_order: set[str] = set()
        self._label_ranks: dict[str, int] = {}

    def in_order(self, labels: Iterable[str]) -> dict[str, None]:
        """`labels`, all of them known, as a node keeps them: by when their names became known."""
        ranks = self._label_ranks
        if len(ranks) != len(self.label_names):
            ranks = self._label_ranks = {name: at for at, name in enumerate(self.label_names)}
        return dict.fromkeys(sorted(labels, key=ranks.__getitem__))

    def nodes_with_label(self, label: str) -> Mapping[int, NodeRecord]:
        """The nodes that have `label`, by id and in order of id."""
        if label in self._out_of_order:
            self._out_of_order.discard(label)
            found = self.by_label.get(label)
            if found is not None:
                self.by_label[label] = dict(sorted(found.items()))
        return self.by_label.get(label, _NO_NODES)

    def relationships_of_type(self, type_: str) -> Mapping[int, RelationshipRecord]:
        """The relationships of a type, by id and in order of id."""
        return self.by_type.get(type_, _NO_RELATIONSHIPS)

    def labels_in_use(self) -> list[str]:
        """Labels that a node has or the schema names, in order of first use."""
        named = self.schema.names_of("NODE")
        return [name for name in self.label_names if name in self.by_label or name in named]

    def types_in_use(self) -> list[str]:
        """Relationship types in use by a relationship or the schema, in order of first use."""
        named = self.schema.names_of("RELATIONSHIP")
        return [name for name in self.type_names if name in self.by_type or name in named]

    def element_id(self, entity: NodeRecord | RelationshipRecord) -> str:
        """The text that `elementId()` gives: kind, database, number."""
        kind = 4 if isinstance(entity, NodeRecord) else 5
        return f"{kind}:{self.database_id}:{entity.id}"

    def index_node(self, node: NodeRecord, label: str) -> None:
        """Enter `node` under `label`; for the transaction and its undo log only."""
        nodes = self.by_label.get(label)
        if nodes is None:
            self.by_label[label] = {node.id: node}
            return
        if next(reversed(nodes)) > node.id:
            self._out_of_order.add(label)
        nodes[node.id] = node

    def unindex_node(self, node: NodeRecord, label: str) -> None:
        """Take `node` out from under `label`; for the transaction and its undo log only."""
        nodes = self.by_label[label]
        del nodes[node.id]
        if not nodes:
            del self.by_label[label]
            self._out_of_order.discard(label)
