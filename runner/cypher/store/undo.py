"""How each change of a graph is undone, in the opposite order of the changes.

Each function takes what the undo log holds, `(subject, detail)`. One that puts an entry back
returns the dictionaries that now have it at their end: `put_in_order` sorts them by id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runner.cypher.store.graph import Graph
    from runner.cypher.store.schema import SavedSchema, Schema

Disordered: TypeAlias = tuple[dict[int, Any], ...]
TypeOrders: TypeAlias = "list[tuple[dict[str, dict[int, RelationshipRecord]], tuple[str, ...]]]"


def link(graph: Graph, relationship: RelationshipRecord) -> None:
    """Enter a relationship into the graph and at both its ends."""
    identity, type_ = relationship.id, relationship.type
    graph.relationships[identity] = relationship
    for by_type in (graph.by_type, relationship.start.outgoing, relationship.end.incoming):
        same_type = by_type.get(type_)
        if same_type is None:
            by_type[type_] = {identity: relationship}
        else:
            same_type[identity] = relationship


def unlink(graph: Graph, relationship: RelationshipRecord) -> TypeOrders:
    """Take a relationship out of the graph and from both its ends.

    Returns, for each of the dictionaries that lost the type by it, the types it had.
    """
    del graph.relationships[relationship.id]
    orders: TypeOrders = []
    for by_type in (graph.by_type, relationship.start.outgoing, relationship.end.incoming):
        same_type = by_type[relationship.type]
        del same_type[relationship.id]
        if not same_type:
            orders.append((by_type, tuple(by_type)))
            del by_type[relationship.type]
    return orders


def give_label(graph: Graph, node: NodeRecord, label: str) -> None:
    """Put a label in its place among those of a node."""
    node.labels = graph.in_order((*node.labels, label)) if node.labels else {label: None}


def create_node(graph: Graph, node: NodeRecord) -> None:
    """Undo the creation of `node`; the record counts as deleted."""
    for label in node.labels:
        for index in graph.schema.node_indexes.get(label, ()):
            index.discard(node)
        graph.unindex_node(node, label)
    del graph.nodes[node.id]
    node.deleted = True


def create_relationship(graph: Graph, relationship: RelationshipRecord) -> None:
    """Undo the creation of `relationship`; the record counts as deleted."""
    for index in graph.schema.relationship_indexes.get(relationship.type, ()):
        index.discard(relationship)
    unlink(graph, relationship)
    relationship.deleted = True


def delete_node(
    graph: Graph,
    detail: tuple[NodeRecord, dict[str, None], dict[str, Any]],
) -> Disordered:
    """Put a deleted node back, with its labels and properties."""
    node, labels, properties = detail
    node.labels = labels
    node.properties = properties
    node.deleted = False
    graph.nodes[node.id] = node
    for label in node.labels:
        graph.index_node(node, label)
        for index in graph.schema.node_indexes.get(label, ()):
            index.insert(node)
    return (graph.nodes,)


def delete_relationship(
    graph: Graph,
    detail: tuple[RelationshipRecord, dict[str, Any], TypeOrders],
) -> Disordered:
    """Put a deleted relationship back, with its properties."""
    relationship, properties, orders = detail
    relationship.properties = properties
    relationship.deleted = False
    link(graph, relationship)
    for by_type, order in orders:
        entries = dict(by_type)
        by_type.clear()
        by_type.update((type_, entries[type_]) for type_ in order)
    type_ = relationship.type
    for index in graph.schema.relationship_indexes.get(type_, ()):
        index.insert(relationship)
    return (
        graph.relationships,
        graph.by_type[type_],
        relationship.start.outgoing[type_],
        relationship.end.incoming[type_],
    )


def set_properties(
    subject: tuple[Graph, NodeRecord | RelationshipRecord],
    properties: dict[str, Any],
) -> None:
    """Give an entity its old properties back, in their old order."""
    graph, entity = subject
    schema = graph.schema
    if isinstance(entity, NodeRecord):
        indexes = [i for label in entity.labels for i in schema.node_indexes.get(label, ())]
    else:
        indexes = list(schema.relationship_indexes.get(entity.type, ()))
    for index in indexes:
        index.discard(entity)
    entity.properties = properties
    for index in indexes:
        index.insert(entity)


def add_label(graph: Graph, detail: tuple[NodeRecord, str]) -> None:
    """Take an added label away."""
    node, label = detail
    for index in graph.schema.node_indexes.get(label, ()):
        index.discard(node)
    # A new dictionary: the log may hold this one, for a label that was removed later.
    node.labels = {each: None for each in node.labels if each != label}
    graph.unindex_node(node, label)


def remove_label(graph: Graph, detail: tuple[NodeRecord, str, dict[str, None]]) -> None:
    """Give a node its removed label back, at its old place."""
    node, label, labels = detail
    node.labels = labels
    graph.index_node(node, label)
    for index in graph.schema.node_indexes.get(label, ()):
        index.insert(node)


def change_schema(schema: Schema, saved: SavedSchema) -> None:
    """Go back to the indexes and constraints of before."""
    schema.restore(saved)


_AT: dict[Any, int] = {delete_node: 2, delete_relationship: 1}


def properties_before(function: Callable[..., Any], _subject: Any, detail: Any) -> dict[str, Any]:
    """The properties that an entry of the undo log puts back; none for what keeps none."""
    if function is set_properties:
        return detail  # type: ignore[no-any-return]
    at = _AT.get(function)
    return {} if at is None else detail[at]


def put_in_order(disordered: Iterable[dict[int, Any]]) -> None:
    """Sort each of the dictionaries by key, in place."""
    for entries in {id(entries): entries for entries in disordered}.values():
        ordered = sorted(entries.items())
        entries.clear()
        entries.update(ordered)
