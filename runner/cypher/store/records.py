"""Nodes and relationships as the store holds them: live, linked, changed only by a transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


GONE = 2
"""`deleted` of what a transaction that is over deleted; rows of a statement may still hold it."""


class NodeRecord:
    """A node. Identity is object identity: there is one record per node.

    Attributes:
        id: Its number; never used again after a delete.
        labels: Its labels as keys, in the order in which the graph came to know their names.
        properties: Its properties, in order of creation.
        outgoing: By type, the relationships that start here, by their id.
        incoming: By type, the relationships that end here, by their id. A loop is in both.
        deleted: Whether it is deleted (its transaction may still hold it in rows); `GONE` where
            that transaction is over.
    """

    __slots__ = ("deleted", "id", "incoming", "labels", "outgoing", "properties")

    def __init__(self, identity: int) -> None:
        self.id = identity
        self.labels: dict[str, None] = {}
        self.properties: dict[str, Any] = {}
        self.outgoing: dict[str, dict[int, RelationshipRecord]] = {}
        self.incoming: dict[str, dict[int, RelationshipRecord]] = {}
        self.deleted: int = False


MISSING = NodeRecord(-1)
"""What a deleted relationship gives for its ends: a node with nothing, which nothing changes."""


class RelationshipRecord:
    """A relationship. Identity is object identity, as for nodes."""

    __slots__ = ("deleted", "end", "id", "properties", "start", "type")

    def __init__(self, identity: int, type_: str, start: NodeRecord, end: NodeRecord) -> None:
        self.id = identity
        self.type = type_
        self.start = start
        self.end = end
        self.properties: dict[str, Any] = {}
        self.deleted: int = False

    def other(self, node: NodeRecord) -> NodeRecord:
        """The end that is not `node` (of a loop, `node` itself)."""
        return self.end if node is self.start else self.start


class PathRecord:
    """A path through live records: one node more than relationships."""

    __slots__ = ("nodes", "relationships")

    def __init__(
        self, nodes: Sequence[NodeRecord], relationships: Sequence[RelationshipRecord]
    ) -> None:
        self.nodes = tuple(nodes)
        self.relationships = tuple(relationships)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathRecord):
            return NotImplemented
        return self.nodes == other.nodes and self.relationships == other.relationships

    def __hash__(self) -> int:
        return hash((self.nodes, self.relationships))
