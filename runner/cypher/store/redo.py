"""What a transaction did, as plain data that can be kept and done again on another graph.

An operation is a list: its code, then what it needs. Values are the store's own; whoever keeps
operations encodes them. Operations are in the order in which things were done, so that entities
link up in the same order when they are done again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.store import undo
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from runner.cypher.store.graph import Graph

Operation: TypeAlias = "list[Any]"

NODE = "n"
"""``[NODE, id, labels, properties]``: there is a new node."""
RELATIONSHIP = "r"
"""``[RELATIONSHIP, id, type, start id, end id, properties]``: there is a new relationship."""
DELETE_NODE = "dn"
"""``[DELETE_NODE, id]``."""
DELETE_RELATIONSHIP = "dr"
"""``[DELETE_RELATIONSHIP, id]``."""
CHANGE_NODE = "cn"
"""``[CHANGE_NODE, id, labels, properties]``: all that a node has now."""
CHANGE_RELATIONSHIP = "cr"
"""``[CHANGE_RELATIONSHIP, id, properties]``: all that a relationship has now."""
TYPE_ORDER = "t"
"""``[TYPE_ORDER, node id or None, outgoing, incoming]``: the order of types at a node, or in the
graph (then `incoming` is empty)."""


def operations(log: Sequence[tuple[Any, Any, Any]]) -> list[Operation]:
    """What the transaction with this undo log did to data, with entities as they are now."""
    done: list[Operation] = []
    made: set[NodeRecord | RelationshipRecord] = set()
    changed: dict[NodeRecord | RelationshipRecord, None] = {}
    for function, subject, detail in log:
        if function is undo.create_node:
            made.add(detail)
            done.append([NODE, detail.id, list(detail.labels), detail.properties])
        elif function is undo.create_relationship:
            made.add(detail)
            ends = (detail.start.id, detail.end.id)
            done.append([RELATIONSHIP, detail.id, detail.type, *ends, detail.properties])
        elif function is undo.delete_node:
            done.append([DELETE_NODE, detail[0].id])
        elif function is undo.delete_relationship:
            done.append([DELETE_RELATIONSHIP, detail[0].id])
        elif function is undo.set_properties:
            changed[subject[1]] = None
        elif function in (undo.add_label, undo.remove_label):
            changed[detail[0]] = None
    done += [_change(each) for each in changed if each not in made and not each.deleted]
    return done


def changes_schema(log: Sequence[tuple[Any, Any, Any]]) -> bool:
    """Whether the transaction with this undo log changed indexes or constraints."""
    return any(function is undo.change_schema for function, _, _ in log)


def _change(entity: NodeRecord | RelationshipRecord) -> Operation:
    if isinstance(entity, NodeRecord):
        return [CHANGE_NODE, entity.id, list(entity.labels), entity.properties]
    return [CHANGE_RELATIONSHIP, entity.id, entity.properties]


def creation(graph: Graph) -> Iterator[Operation]:
    """Operations that make all the data of `graph` in an empty one."""
    for node in graph.nodes.values():
        yield [NODE, node.id, list(node.labels), node.properties]
    for relationship in graph.relationships.values():
        ends = (relationship.start.id, relationship.end.id)
        yield [
            RELATIONSHIP,
            relationship.id,
            relationship.type,
            *ends,
            relationship.properties,
        ]
    yield [TYPE_ORDER, None, list(graph.by_type), []]
    for node in graph.nodes.values():
        # Where there is one type, or each came with a later relationship, creation orders them.
        if not (_in_order(node.outgoing) and _in_order(node.incoming)):
            yield [TYPE_ORDER, node.id, list(node.outgoing), list(node.incoming)]


def _in_order(by_type: dict[str, dict[int, RelationshipRecord]]) -> bool:
    if len(by_type) < 2:
        return True
    firsts = [next(iter(found)) for found in by_type.values()]
    return firsts == sorted(firsts)


def replay(graph: Graph, done: Iterable[Operation]) -> None:
    """Do operations again. Indexes that the graph's schema has are kept up.

    Raises `KeyError` where an operation does not fit the graph.
    """
    touched: dict[NodeRecord | RelationshipRecord, None] = {}
    for code, *details in done:
        entity = _REPLAY[code](graph, *details)
        if entity is not None and graph.schema.committed_indexes:
            touched[entity] = None
    for index in graph.schema.committed_indexes:
        index.refresh(touched)


def _node(graph: Graph, identity: int, labels: list[str], properties: dict[str, Any]) -> NodeRecord:
    node = NodeRecord(identity)
    node.labels = dict.fromkeys(labels)
    node.properties = properties
    graph.nodes[identity] = node
    for label in labels:
        graph.index_node(node, label)
    _enter(graph, node)
    return node


def _relationship(
    graph: Graph, identity: int, type_: str, start: int, end: int, properties: dict[str, Any]
) -> RelationshipRecord:
    nodes = graph.nodes
    relationship = RelationshipRecord(identity, type_, nodes[start], nodes[end])
    relationship.properties = properties
    undo.link(graph, relationship)
    _enter(graph, relationship)
    return relationship


def _delete_node(graph: Graph, identity: int) -> NodeRecord:
    node = graph.nodes.pop(identity)
    _leave(graph, node)
    for label in node.labels:
        graph.unindex_node(node, label)
    node.deleted = True
    return node


def _delete_relationship(graph: Graph, identity: int) -> RelationshipRecord:
    relationship = graph.relationships[identity]
    _leave(graph, relationship)
    undo.unlink(graph, relationship)
    relationship.deleted = True
    return relationship


def _change_node(
    graph: Graph, identity: int, labels: list[str], properties: dict[str, Any]
) -> NodeRecord:
    node = graph.nodes[identity]
    _leave(graph, node)
    for label in node.labels:
        if label not in labels:
            graph.unindex_node(node, label)
    for label in labels:
        if label not in node.labels:
            graph.index_node(node, label)
    node.labels = dict.fromkeys(labels)
    node.properties = properties
    _enter(graph, node)
    return node


def _change_relationship(
    graph: Graph, identity: int, properties: dict[str, Any]
) -> RelationshipRecord:
    relationship = graph.relationships[identity]
    _leave(graph, relationship)
    relationship.properties = properties
    _enter(graph, relationship)
    return relationship


def _type_order(
    graph: Graph, identity: int | None, outgoing: list[str], incoming: list[str]
) -> None:
    if identity is None:
        _reorder(graph.by_type, outgoing)
        return
    node = graph.nodes[identity]
    _reorder(node.outgoing, outgoing)
    _reorder(node.incoming, incoming)


def _reorder(by_type: dict[str, dict[int, RelationshipRecord]], order: list[str]) -> None:
    entries = dict(by_type)
    by_type.clear()
    by_type.update((type_, entries[type_]) for type_ in order)


def _range_indexes(graph: Graph, entity: NodeRecord | RelationshipRecord) -> list[Any]:
    schema = graph.schema
    if isinstance(entity, NodeRecord):
        by_label = schema.node_indexes
        return [i for label in entity.labels for i in by_label.get(label, ())] if by_label else []
    return list(schema.relationship_indexes.get(entity.type, ()))


def _enter(graph: Graph, entity: NodeRecord | RelationshipRecord) -> None:
    for index in _range_indexes(graph, entity):
        index.insert(entity)


def _leave(graph: Graph, entity: NodeRecord | RelationshipRecord) -> None:
    for index in _range_indexes(graph, entity):
        index.discard(entity)


_REPLAY: dict[str, Callable[..., NodeRecord | RelationshipRecord | None]] = {
    NODE: _node,
    RELATIONSHIP: _relationship,
    DELETE_NODE: _delete_node,
    DELETE_RELATIONSHIP: _delete_relationship,
    CHANGE_NODE: _change_node,
    CHANGE_RELATIONSHIP: _change_relationship,
    TYPE_ORDER: _type_order,
}
