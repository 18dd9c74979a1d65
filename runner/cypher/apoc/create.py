"""``apoc.create.*`` and ``apoc.merge.*``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import procedure
from runner.cypher.apoc.entities import nodes_of, relationships_of
from runner.cypher.apoc.failing import JavaError, illegal_argument, runtime
from runner.cypher.apoc.nested import Nested, run_or_fail
from runner.cypher.apoc.writing import (
    add_label,
    create_node,
    create_relationship,
    set_properties,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.records import NodeRecord, RelationshipRecord

    Map = dict[str, Any]
    Nodes = Iterator[tuple[NodeRecord]]
    Relationships = Iterator[tuple[RelationshipRecord]]


def _node(state: State, labels: list[str] | None, props: Map | None) -> Nodes:
    yield (create_node(state, labels, props),)


def _nodes(state: State, labels: list[str] | None, props: list[Map]) -> Nodes:
    for each in props:
        state.tick()
        yield (create_node(state, labels, each),)


def _relationship(
    state: State,
    start: NodeRecord | None,
    type_: str | None,
    props: Map | None,
    end: NodeRecord | None,
) -> Relationships:
    yield (create_relationship(state, start, type_, props, end),)


def _add_labels(state: State, nodes: Any, labels: list[str] | None) -> Nodes:
    for node in nodes_of(state, nodes):
        state.tick()
        for label in labels or ():
            add_label(state, node, label)
        yield (node,)


def _set_labels(state: State, nodes: Any, labels: list[str] | None) -> Nodes:
    for node in nodes_of(state, nodes):
        state.tick()
        for label in list(node.labels):
            if label not in (labels or ()):
                state.transaction.remove_label(node, label)
        for label in labels or ():
            add_label(state, node, label)
        yield (node,)


def _remove_labels(state: State, nodes: Any, labels: list[str] | None) -> Nodes:
    for node in nodes_of(state, nodes):
        state.tick()
        for label in labels or ():
            state.transaction.remove_label(node, label)
        yield (node,)


def _set(
    state: State, entities: Any, keys: list[str] | None, values: list[Any] | None, *, nodes: bool
) -> Iterator[tuple[Any]]:
    if keys is None or values is None or len(keys) != len(values):
        raise runtime("keys and values lists have to be not null and of same size")
    changes = dict(zip(keys, values, strict=True))
    found: Any = nodes_of(state, entities) if nodes else relationships_of(state, entities)
    for entity in found:
        state.tick()
        set_properties(state, entity, changes)
        yield (entity,)


def _set_one(
    state: State, entities: Any, key: str | None, value: Any, *, nodes: bool
) -> Iterator[tuple[Any]]:
    if key is None:
        raise illegal_argument("A property key cannot have a null name")
    return _set(state, entities, [key], [value], nodes=nodes)


def _remove(
    state: State, entities: Any, keys: list[str] | None, *, nodes: bool
) -> Iterator[tuple[Any]]:
    return _set(state, entities, keys or [], [None] * len(keys or ()), nodes=nodes)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _pattern(keys: Map | None, parameter: str) -> str:
    """The properties of a pattern, each from a map that is a parameter."""
    pairs = ", ".join(f"{_quoted(key)}: ${parameter}.{_quoted(key)}" for key in keys or {})
    return f" {{{pairs}}}" if pairs else ""


def _merge_node(
    state: State,
    labels: list[str] | None,
    ident: Map | None,
    on_create: Map | None,
    on_match: Map | None,
    *,
    stats: bool = False,
) -> Iterator[tuple[Any, ...]]:
    if not ident:
        raise illegal_argument("you need to supply at least one identifying property for a merge")
    if any(not label for label in labels or ()):
        raise illegal_argument(
            "The list of label names may not contain any `NULL` or empty `STRING` values. If you "
            "wish to merge a `NODE` without a label, pass an empty list instead."
        )
    names = "".join(f":{_quoted(label)}" for label in labels or ())
    text = (
        f"MERGE (n{names}{_pattern(ident, 'identProps')}) ON CREATE SET n += $onCreateProps "
        "ON MATCH SET n += $onMatchProps RETURN n"
    )
    given = {"identProps": ident, "onCreateProps": on_create or {}, "onMatchProps": on_match or {}}
    return _merged(state, text, given, stats=stats)


def _merge_relationship(
    state: State,
    start: NodeRecord | None,
    type_: str | None,
    ident: Map | None,
    on_create: Map | None,
    end: NodeRecord | None,
    on_match: Map | None,
    *,
    stats: bool = False,
) -> Iterator[tuple[Any, ...]]:
    if not type_:
        raise illegal_argument(
            "It is not possible to merge a `RELATIONSHIP` without a `RELATIONSHIP` type."
        )
    for name, node in (("startNode", start), ("endNode", end)):
        if node is None:
            raise _missing_end(name)
    text = (
        "WITH $startNode AS startNode, $endNode AS endNode "
        f"MERGE (startNode)-[r:{_quoted(type_)}{_pattern(ident, 'identProps')}]->(endNode) "
        "ON CREATE SET r += $onCreateProps ON MATCH SET r += $onMatchProps RETURN r"
    )
    given = {
        "startNode": start,
        "endNode": end,
        "identProps": ident or {},
        "onCreateProps": on_create or {},
        "onMatchProps": on_match or {},
    }
    return _merged(state, text, given, stats=stats)


def _missing_end(name: str) -> JavaError:
    message = (
        f"Failed to create relationship `r`, node `{name}` is missing. If you prefer to simply "
        "ignore rows where a relationship node is missing, set "
        "'dbms.cypher.lenient_create_relationship = true' in neo4j.conf"
    )
    error = JavaError("org.neo4j.exceptions.InvalidArgumentException", message)
    error.cause = ("22G03", message)
    return error


def _merged(state: State, text: str, given: Map, *, stats: bool) -> Iterator[tuple[Any, ...]]:
    nested: list[Nested] = []

    def rows() -> Iterator[list[Any]]:
        nested.append(Nested(state, text, given, writes=True))
        return nested[0].rows()

    # All of it happens before the first row is seen, as MERGE with its SET is one statement.
    for row in list(run_or_fail(rows)):
        yield (_statistics(nested[0]), row[0]) if stats else (row[0],)


def _statistics(nested: Nested) -> Map:
    done = nested.counters
    return {
        "labelsAdded": done.labels_added,
        "labelsRemoved": done.labels_removed,
        "nodesCreated": done.nodes_created,
        "nodesDeleted": done.nodes_deleted,
        "propertiesSet": done.properties_set,
        "relationshipsCreated": done.relationships_created,
        "relationshipsDeleted": done.relationships_deleted,
        "constraintsAdded": 0,
        "constraintsRemoved": 0,
        "indexesAdded": 0,
        "indexesRemoved": 0,
    }


_NODE = " :: (node :: NODE)"
_REL = " :: (rel :: RELATIONSHIP)"
_LABELS = f"(nodes :: ANY, labels :: LIST<STRING>){_NODE}"
_PROPS = (
    "labels :: LIST<STRING>, identProps :: MAP, onCreateProps = {} :: MAP, onMatchProps = {} :: MAP"
)
_REL_PROPS = (
    "startNode :: NODE, relType :: STRING, identProps :: MAP, onCreateProps :: MAP, "
    "endNode :: NODE, onMatchProps = {} :: MAP"
)
_STATS = "(stats :: MAP, "


def _write(signature: str, call: Any, description: str, **options: Any) -> Any:
    return procedure(signature, call, description, "WRITE", **options)


PROCEDURES = (
    _write(f"apoc.create.node(labels :: LIST<STRING>, props :: MAP){_NODE}", _node, "A new node."),
    _write(
        f"apoc.create.nodes(labels :: LIST<STRING>, props :: LIST<MAP>){_NODE}",
        _nodes,
        "New nodes, one for each map of properties.",
        null={"props": "java.util.List.stream()"},
    ),
    _write(
        "apoc.create.relationship(from :: NODE, relType :: STRING, props :: MAP, to :: NODE)"
        f"{_REL}",
        _relationship,
        "A new relationship, of a type in text.",
    ),
    _write(f"apoc.create.addLabels{_LABELS}", _add_labels, "Adds labels to nodes."),
    _write(f"apoc.create.setLabels{_LABELS}", _set_labels, "Gives nodes just these labels."),
    _write(f"apoc.create.removeLabels{_LABELS}", _remove_labels, "Removes labels from nodes."),
    _write(
        f"apoc.create.setProperty(nodes :: ANY, key :: STRING, value :: ANY){_NODE}",
        partial(_set_one, nodes=True),
        "Sets a property of nodes.",
    ),
    _write(
        "apoc.create.setProperties(nodes :: ANY, keys :: LIST<STRING>, values :: LIST<ANY>)"
        f"{_NODE}",
        partial(_set, nodes=True),
        "Sets properties of nodes.",
    ),
    _write(
        f"apoc.create.removeProperties(nodes :: ANY, keys :: LIST<STRING>){_NODE}",
        partial(_remove, nodes=True),
        "Removes properties from nodes.",
    ),
    _write(
        f"apoc.create.setRelProperty(rels :: ANY, key :: STRING, value :: ANY){_REL}",
        partial(_set_one, nodes=False),
        "Sets a property of relationships.",
    ),
    _write(
        "apoc.create.setRelProperties(rels :: ANY, keys :: LIST<STRING>, values :: LIST<ANY>)"
        f"{_REL}",
        partial(_set, nodes=False),
        "Sets properties of relationships.",
    ),
    _write(
        f"apoc.create.removeRelProperties(rels :: ANY, keys :: LIST<STRING>){_REL}",
        partial(_remove, nodes=False),
        "Removes properties from relationships.",
    ),
    _write(
        f"apoc.merge.node({_PROPS}){_NODE}", _merge_node, "MERGE of a node with labels in text."
    ),
    _write(
        f"apoc.merge.node.eager({_PROPS}){_NODE}",
        _merge_node,
        "MERGE of a node with labels in text, once all rows before are there.",
    ),
    _write(
        f"apoc.merge.nodeWithStats.eager({_PROPS}) :: {_STATS}node :: NODE)",
        partial(_merge_node, stats=True),
        "MERGE of a node with labels in text, and what it did, once all rows before are there.",
    ),
    _write(
        f"apoc.merge.nodeWithStats({_PROPS}) :: {_STATS}node :: NODE)",
        partial(_merge_node, stats=True),
        "MERGE of a node with labels in text, and what it did.",
    ),
    _write(
        f"apoc.merge.relationship({_REL_PROPS}){_REL}",
        _merge_relationship,
        "MERGE of a relationship of a type in text.",
    ),
    _write(
        f"apoc.merge.relationship.eager({_REL_PROPS}){_REL}",
        _merge_relationship,
        "MERGE of a relationship of a type in text, once all rows before are there.",
    ),
    _write(
        f"apoc.merge.relationshipWithStats.eager({_REL_PROPS}) :: {_STATS}rel :: RELATIONSHIP)",
        partial(_merge_relationship, stats=True),
        "MERGE of a relationship of a type in text, and what it did, once all rows are there.",
    ),
    _write(
        f"apoc.merge.relationshipWithStats({_REL_PROPS}) :: {_STATS}rel :: RELATIONSHIP)",
        partial(_merge_relationship, stats=True),
        "MERGE of a relationship of a type in text, and what it did.",
    ),
)
