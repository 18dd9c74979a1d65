"""``apoc.node.*``, ``apoc.nodes.*``, ``apoc.rel.*``, ``apoc.any.*`` and ``apoc.diff.nodes``."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import function, procedure
from runner.cypher.apoc.entities import nodes_of, relationships_of
from runner.cypher.apoc.path_filters import INCOMING, OUTGOING, Step, read_steps, relationships
from runner.cypher.apoc.writing import create_relationship, delete_node
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

    Map = dict[str, Any]


def _count(node: NodeRecord, step: Step) -> int:
    """The degree of a node; a loop counts once where both directions are wanted."""
    return sum(1 for _ in relationships(node, (step,)))


def _degree(node: NodeRecord, types: str | None) -> int:
    return sum(_count(node, step) for step in _steps(types))


def _steps(types: str | None) -> tuple[Step, ...]:
    return read_steps(types or "")


def _degree_one_way(node: NodeRecord, type_: str | None, direction: str) -> int:
    return _count(node, Step(type_ or None, direction))


def _exists(node: NodeRecord, types: str | None) -> bool:
    return next(relationships(node, _steps(types)), None) is not None


def _exist(node: NodeRecord, types: str | None) -> dict[str, bool]:
    return {part: _exists(node, part) for part in (types or "").split("|") if part}


def _types(node: NodeRecord | None, types: str | None) -> list[str] | None:
    if node is None:
        return None
    return list(dict.fromkeys(each.type for each in relationships(node, _steps(types))))


def _connected(start: NodeRecord | None, end: NodeRecord | None, types: str | None) -> bool:
    if start is None or end is None:
        return False
    return any(each.other(start) is end for each in relationships(start, _steps(types)))


def _properties(thing: Any, keys: list[str] | None) -> Map | None:
    if isinstance(thing, (NodeRecord, RelationshipRecord)):
        found: Map = dict(thing.properties)
    elif type(thing) is dict:
        found = thing
    else:
        return None
    return found if keys is None else {key: found[key] for key in keys if key in found}


def _property(thing: Any, key: str) -> Any:
    return (_properties(thing, None) or {}).get(key)


def _is_deleted(thing: Any) -> bool:
    return thing is None or bool(getattr(thing, "deleted", False))


def _diff(left: NodeRecord | None, right: NodeRecord | None) -> Map:
    one = {} if left is None else left.properties
    other = {} if right is None else right.properties
    both = [key for key in one if key in other]
    return {
        "leftOnly": {key: value for key, value in one.items() if key not in other},
        "rightOnly": {key: value for key, value in other.items() if key not in one},
        "inCommon": {key: one[key] for key in both if one[key] == other[key]},
        "different": {
            key: {"left": one[key], "right": other[key]} for key in both if one[key] != other[key]
        },
    }


def _get(state: State, nodes: Any) -> Iterator[tuple[NodeRecord]]:
    return ((node,) for node in nodes_of(state, nodes))


def _rels(state: State, rels: Any) -> Iterator[tuple[RelationshipRecord]]:
    return ((rel,) for rel in relationships_of(state, rels))


def _delete(state: State, nodes: Any, _batch: int) -> Iterator[tuple[int]]:
    found = list(dict.fromkeys(nodes_of(state, nodes)))
    for node in found:
        state.tick()
        delete_node(state, node)
    yield (len(found),)


def _link(state: State, nodes: list[NodeRecord], type_: str, config: Map | None) -> Iterator[Any]:
    avoid = bool((config or {}).get("avoidDuplicates", False))
    for start, end in pairwise(nodes):
        state.tick()
        if not (avoid and _connected(start, end, f"{type_}>")):
            create_relationship(state, start, type_, {}, end)
    return iter(())


_NODE = "node :: NODE"

FUNCTIONS = (
    function(
        "apoc.any.isDeleted(object :: ANY) :: BOOLEAN",
        _is_deleted,
        "Whether a node or relationship is deleted.",
    ),
    function(
        "apoc.any.properties(object :: ANY, keys = null :: LIST<STRING>) :: MAP",
        _properties,
        "The properties of an entity, or the entries of a map.",
    ),
    function(
        "apoc.any.property(object :: ANY, key :: STRING) :: ANY",
        _property,
        "A property of an entity, or an entry of a map.",
    ),
    function(
        "apoc.diff.nodes(leftNode :: NODE, rightNode :: NODE) :: MAP",
        _diff,
        "What is different in the properties of two nodes.",
    ),
    function(
        f"apoc.node.degree({_NODE}, relTypes =  :: STRING) :: INTEGER",
        _degree,
        "How many relationships a node has.",
        null={"node": "org.neo4j.graphdb.Node.getDegree()"},
    ),
    function(
        f"apoc.node.degree.in({_NODE}, relTypes =  :: STRING) :: INTEGER",
        lambda node, types: _degree_one_way(node, types, INCOMING),
        "How many relationships end at a node.",
        null={"node": "org.neo4j.graphdb.Node.getDegree(org.neo4j.graphdb.Direction)"},
    ),
    function(
        f"apoc.node.degree.out({_NODE}, relTypes =  :: STRING) :: INTEGER",
        lambda node, types: _degree_one_way(node, types, OUTGOING),
        "How many relationships start at a node.",
        null={"node": "org.neo4j.graphdb.Node.getDegree(org.neo4j.graphdb.Direction)"},
    ),
    function(
        f"apoc.node.id({_NODE}) :: INTEGER",
        lambda node: node.id,
        "The number of a node.",
        absent="node",
    ),
    function(
        f"apoc.node.labels({_NODE}) :: LIST<ANY>",
        lambda node: list(node.labels),
        "The labels of a node.",
        absent="node",
    ),
    function(
        f"apoc.node.relationship.exists({_NODE}, relTypes =  :: STRING) :: BOOLEAN",
        _exists,
        "Whether a node has a relationship of some types.",
        null={"node": "org.neo4j.graphdb.Node.getElementId()"},
    ),
    function(
        f"apoc.node.relationships.exist({_NODE}, relTypes =  :: STRING) :: MAP",
        _exist,
        "Which of some types of relationship a node has.",
        null={"node": "org.neo4j.graphdb.Node.getElementId()"},
    ),
    function(
        f"apoc.node.relationship.types({_NODE}, relTypes =  :: STRING) :: LIST<ANY>",
        _types,
        "The types of the relationships that a node has.",
    ),
    function(
        "apoc.nodes.connected(startNode :: NODE, endNode :: NODE, types =  :: STRING) :: BOOLEAN",
        _connected,
        "Whether a relationship connects two nodes.",
    ),
    function(
        "apoc.rel.endNode(rel :: RELATIONSHIP) :: NODE",
        lambda rel: rel.end,
        "The node where a relationship ends.",
        absent="rel",
    ),
    function(
        "apoc.rel.id(rel :: RELATIONSHIP) :: INTEGER",
        lambda rel: rel.id,
        "The number of a relationship.",
        absent="rel",
    ),
    function(
        "apoc.rel.startNode(rel :: RELATIONSHIP) :: NODE",
        lambda rel: rel.start,
        "The node where a relationship starts.",
        absent="rel",
    ),
    function(
        "apoc.rel.type(rel :: RELATIONSHIP) :: STRING",
        lambda rel: rel.type,
        "The type of a relationship.",
        absent="rel",
    ),
)

PROCEDURES = (
    procedure(
        "apoc.nodes.delete(nodes :: ANY, batchSize :: INTEGER!) :: (value :: INTEGER)",
        _delete,
        "Deletes nodes and their relationships.",
        "WRITE",
    ),
    procedure("apoc.nodes.get(nodes :: ANY) :: (node :: NODE)", _get, "The nodes of some ids."),
    procedure(
        "apoc.nodes.link(nodes :: LIST<NODE>, type :: STRING, config = {} :: MAP)",
        _link,
        "Links the nodes of a list, each to the next.",
        "WRITE",
        null={"nodes": "java.util.List.iterator()"},
    ),
    procedure(
        "apoc.nodes.rels(rels :: ANY) :: (rel :: RELATIONSHIP)",
        _rels,
        "The relationships of some ids.",
    ),
)
