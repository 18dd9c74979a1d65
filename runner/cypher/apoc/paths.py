"""The functions ``apoc.path.*``."""

from __future__ import annotations

from typing import Any

from runner.cypher.apoc.coerce import path_elements
from runner.cypher.apoc.declare import function
from runner.cypher.apoc.failing import illegal_argument
from runner.cypher.failures import database_error
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord


def _create(start: NodeRecord | None, rels: list[Any] | None) -> PathRecord | None:
    if start is None:
        return None
    nodes: list[NodeRecord] = [start]
    links: list[RelationshipRecord] = []
    for relationship in rels or ():
        if relationship is None:
            continue
        last = nodes[-1]
        if last is not relationship.start and last is not relationship.end:
            raise database_error(
                "Statement.ExecutionFailed",
                "50N00",
                f"Node[{last.id}] not connected to this relationship[{relationship.id}]",
            )
        links.append(relationship)
        nodes.append(relationship.other(last))
    return PathRecord(nodes, links)


def _slice(path: PathRecord | None, offset: int, length: int) -> PathRecord | None:
    if path is None:
        return None
    offset = max(offset, 0)
    total = len(path.relationships)
    offset = min(offset, total)
    length = max(total - offset if length == -1 else min(length, total - offset), 0)
    return PathRecord(
        path.nodes[offset : offset + length + 1], path.relationships[offset : offset + length]
    )


def _combine(path1: PathRecord | None, path2: PathRecord | None) -> PathRecord | None:
    if path1 is None or path2 is None:
        return path2 if path1 is None else path1
    if path1.nodes[-1] is not path2.nodes[0]:
        raise illegal_argument(
            f"Paths don't connect on their end and start-nodes {_shown(path1)} with {_shown(path2)}"
        )
    return PathRecord(
        [*path1.nodes, *path2.nodes[1:]], [*path1.relationships, *path2.relationships]
    )


def _shown(path: PathRecord) -> str:
    text = f"({path.nodes[0].id})"
    for relationship, before, node in zip(
        path.relationships, path.nodes, path.nodes[1:], strict=False
    ):
        inner = f"[{relationship.type},{relationship.id}]"
        forward = relationship.start is before
        text += f"-{inner}->({node.id})" if forward else f"<-{inner}-({node.id})"
    return text


FUNCTIONS = (
    function(
        "apoc.path.combine(path1 :: PATH, path2 :: PATH) :: PATH",
        _combine,
        "Two paths as one, where the first ends and the second starts at one node.",
    ),
    function(
        "apoc.path.create(startNode :: NODE, rels = [] :: LIST<RELATIONSHIP>) :: PATH",
        _create,
        "A path of a node and relationships.",
    ),
    function(
        "apoc.path.elements(path :: PATH) :: LIST<ANY>",
        path_elements,
        "The nodes and relationships of a path in turn.",
        absent="path",
    ),
    function(
        "apoc.path.slice(path :: PATH, offset = 0 :: INTEGER!, length = -1 :: INTEGER!) :: PATH",
        _slice,
        "A part of a path, by relationships.",
    ),
)
