"""``apoc.path.expand``, ``expandConfig``, ``subgraphNodes``, ``subgraphAll``, ``spanningTree``."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import procedure
from runner.cypher.apoc.entities import nodes_of
from runner.cypher.apoc.failing import illegal_argument, unsupported_in
from runner.cypher.apoc.path_filters import (
    LabelFilter,
    NodeFilter,
    RelationshipFilter,
    relationships,
)
from runner.cypher.eval.limits import check_items
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from runner.cypher.eval.runtime import State

    Map = dict[str, Any]

_KNOWN = frozenset(
    {
        "allowlistNodes", "beginSequenceAtStart", "bfs", "blacklistNodes", "denylistNodes",
        "endNodes", "filterStartNode", "labelFilter", "limit", "maxLevel", "minLevel", "optional",
        "relationshipFilter", "sequence", "terminatorNodes", "uniqueness", "whitelistNodes",
    }
)  # fmt: skip
_UNIQUENESS = (
    "RELATIONSHIP_PATH",
    "NODE_PATH",
    "NODE_GLOBAL",
    "RELATIONSHIP_GLOBAL",
    "NODE_LEVEL",
    "RELATIONSHIP_LEVEL",
    "NONE",
)


class Branch:
    """A path that is being followed: its last step, and the branch before it."""

    __slots__ = ("before", "depth", "node", "relationship")

    def __init__(
        self, node: NodeRecord, relationship: RelationshipRecord | None, before: Branch | None
    ) -> None:
        self.node = node
        self.relationship = relationship
        self.before = before
        self.depth: int = 0 if before is None else before.depth + 1

    def path(self) -> PathRecord:
        """The whole path."""
        nodes: list[NodeRecord] = []
        links: list[RelationshipRecord] = []
        branch: Branch | None = self
        while branch is not None:
            nodes.append(branch.node)
            if branch.relationship is not None:
                links.append(branch.relationship)
            branch = branch.before
        return PathRecord(nodes[::-1], links[::-1])


class Uniqueness:
    """Which branches may be followed: by what was met on the way or anywhere."""

    __slots__ = ("_kind", "_seen")

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._seen: set[Hashable] = set()

    def admits(self, branch: Branch) -> bool:
        """Whether a branch is new; from then on it is known."""
        kind = self._kind
        if kind == "NONE":
            return True
        if kind == "RELATIONSHIP_PATH":
            return not _on_way(branch, lambda b: b.relationship is branch.relationship)
        if kind == "NODE_PATH":
            return not _on_way(branch, lambda b: b.node is branch.node)
        item: Any = branch.node if kind.startswith("NODE") else branch.relationship
        mark = (branch.depth, item) if kind.endswith("LEVEL") else item
        if item is None:
            return True
        if mark in self._seen:
            return False
        self._seen.add(mark)
        check_items(len(self._seen))
        return True


def _on_way(branch: Branch, same: Any) -> bool:
    at = branch.before
    while at is not None:
        if same(at):
            return True
        at = at.before
    return False


class Expansion:
    """One expansion: everything that its configuration says."""

    def __init__(self, state: State, config: Map, name: str) -> None:
        for key in config:
            if key not in _KNOWN:
                raise unsupported_in(name, f"the configuration {key}", "procedure")
        self.state = state
        self.least = int(_given(config, "minLevel", -1))
        self.most = int(_given(config, "maxLevel", -1))
        self.limit = int(_given(config, "limit", -1))
        self.bfs = bool(_given(config, "bfs", True))
        self.optional = bool(_given(config, "optional", False))
        self.kind = str(_given(config, "uniqueness", "RELATIONSHIP_PATH"))
        if self.kind not in _UNIQUENESS:
            if self.kind in ("NODE_RECENT", "RELATIONSHIP_RECENT"):
                raise unsupported_in(name, f"the uniqueness {self.kind}", "procedure")
            # Java takes a name that it does not know for the default.
            self.kind = "RELATIONSHIP_PATH"
        from_start = bool(_given(config, "beginSequenceAtStart", True))
        filter_start = bool(_given(config, "filterStartNode", False))
        sequence = config.get("sequence")
        if sequence:
            parts = [part.strip() for part in sequence.split(",")]
            labels, links = parts[not from_start :: 2], parts[from_start::2]
        else:
            labels = _parts(config.get("labelFilter"))
            links = _parts(config.get("relationshipFilter"))
        self.links = RelationshipFilter(links, from_start=from_start)
        self.labels = (
            LabelFilter(labels, from_start=from_start, filter_start=filter_start)
            if labels
            else None
        )
        self.nodes = NodeFilter(
            self._nodes(config, "endNodes"),
            self._nodes(config, "terminatorNodes"),
            self._nodes(config, "allowlistNodes", "whitelistNodes"),
            self._nodes(config, "denylistNodes", "blacklistNodes"),
            filter_start=filter_start,
        )

    def _nodes(self, config: Map, *names: str) -> list[NodeRecord] | None:
        value = next((config[name] for name in names if config.get(name) is not None), None)
        return None if value is None else list(nodes_of(self.state, value))

    def branches(self, start: list[NodeRecord]) -> Iterator[Branch]:
        """The branches that are given, in the order in which they are found."""
        unique = Uniqueness(self.kind)
        given = 0
        waiting: deque[Branch] = deque()
        for node in start:
            branch = Branch(node, None, None)
            if unique.admits(branch):
                waiting.append(branch)
        if not self.bfs:
            waiting.reverse()
        while waiting and given != self.limit:
            branch = waiting.popleft() if self.bfs else waiting.pop()
            self.state.tick()
            include, follow = self._judge(branch)
            if include:
                given += 1
                yield branch
            if follow:
                found = self._next(branch, unique)
                waiting.extend(found if self.bfs else reversed(list(found)))
                check_items(len(waiting))

    def _judge(self, branch: Branch) -> tuple[bool, bool]:
        depth, include, follow = branch.depth, branch.depth >= self.least, True
        if 0 <= self.most <= depth:
            include, follow = include and depth == self.most, False
        if self.labels is not None:
            verdict = self.labels.judge(branch.node, depth, self.least)
            include, follow = include and verdict.include, follow and verdict.follow
        verdict = self.nodes.judge(branch.node, depth, self.least)
        return include and verdict.include, follow and verdict.follow

    def _next(self, branch: Branch, unique: Uniqueness) -> Iterator[Branch]:
        for relationship in relationships(branch.node, self.links.at(branch.depth)):
            self.state.tick()
            following = Branch(relationship.other(branch.node), relationship, branch)
            if unique.admits(following):
                yield following


def _given(config: Map, name: str, default: Any) -> Any:
    value = config.get(name)
    return default if value is None else value


def _parts(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text and text.strip() else []


def _start(state: State, value: Any) -> list[NodeRecord]:
    return [] if value is None else list(nodes_of(state, value))


def _expand(
    state: State, start: Any, links: str | None, labels: str | None, least: int, most: int
) -> Iterator[tuple[PathRecord]]:
    config = {
        "relationshipFilter": links,
        "labelFilter": labels,
        "minLevel": least,
        "maxLevel": most,
    }
    expansion = Expansion(state, config, "apoc.path.expand")
    return ((branch.path(),) for branch in expansion.branches(_start(state, start)))


def _expand_config(state: State, start: Any, config: Map) -> Iterator[tuple[PathRecord | None]]:
    return _paths(state, start, config, "apoc.path.expandConfig")


def _paths(state: State, start: Any, config: Map, name: str) -> Iterator[tuple[PathRecord | None]]:
    expansion = Expansion(state, config, name)
    found = False
    for branch in expansion.branches(_start(state, start)):
        found = True
        yield (branch.path(),)
    if expansion.optional and not found:
        yield (None,)


def _global(config: Map, name: str) -> Map:
    """The configuration of a procedure that meets each node once."""
    if config.get("minLevel") is not None and config["minLevel"] not in (0, 1):
        raise illegal_argument(f"minLevel can only be 0 or 1 in {name}()")
    return {**config, "uniqueness": "NODE_GLOBAL"}


def _spanning_tree(state: State, start: Any, config: Map) -> Iterator[tuple[PathRecord | None]]:
    return _paths(state, start, _global(config, "spanningTree"), "apoc.path.spanningTree")


def _subgraph_nodes(state: State, start: Any, config: Map) -> Iterator[tuple[NodeRecord | None]]:
    expansion = Expansion(state, _global(config, "subgraphNodes"), "apoc.path.subgraphNodes")
    found = False
    for branch in expansion.branches(_start(state, start)):
        found = True
        yield (branch.node,)
    if expansion.optional and not found:
        yield (None,)


def _subgraph_all(state: State, start: Any, config: Map) -> Iterator[tuple[Any, Any]]:
    expansion = Expansion(state, _global(config, "subgraphAll"), "apoc.path.subgraphAll")
    nodes = [branch.node for branch in expansion.branches(_start(state, start))]
    yield nodes, list(cover(state, nodes))


def cover(state: State, nodes: list[NodeRecord]) -> Iterator[RelationshipRecord]:
    """The relationships between some nodes."""
    known = set(nodes)
    for node in nodes:
        for links in list(node.outgoing.values()):
            for relationship in list(links.values()):
                state.tick()
                if relationship.end in known:
                    yield relationship


def _cover(state: State, nodes: Any) -> Iterator[tuple[RelationshipRecord]]:
    distinct = list(dict.fromkeys(nodes_of(state, nodes)))
    return ((relationship,) for relationship in cover(state, distinct))


_CONFIG = "(startNode :: ANY, config :: MAP)"
_PATH = " :: (path :: PATH)"
_NULL = {"config": "java.util.Map.getOrDefault(Object, Object)"}

PROCEDURES = (
    procedure(
        "apoc.algo.cover(nodes :: ANY) :: (rel :: RELATIONSHIP)",
        _cover,
        "The relationships between some nodes.",
    ),
    procedure(
        "apoc.path.expand(startNode :: ANY, relFilter :: STRING, labelFilter :: STRING, "
        f"minDepth :: INTEGER!, maxDepth :: INTEGER!){_PATH}",
        _expand,
        "The paths from a node that filters let pass.",
    ),
    procedure(
        f"apoc.path.expandConfig{_CONFIG}{_PATH}",
        _expand_config,
        "The paths from a node that a configuration lets pass.",
        null=_NULL,
    ),
    procedure(
        f"apoc.path.spanningTree{_CONFIG}{_PATH}",
        _spanning_tree,
        "A path to each node that can be reached.",
        null=_NULL,
    ),
    procedure(
        f"apoc.path.subgraphAll{_CONFIG} :: "
        "(nodes :: LIST<NODE>, relationships :: LIST<RELATIONSHIP>)",
        _subgraph_all,
        "The nodes that can be reached, and the relationships between them.",
        null=_NULL,
    ),
    procedure(
        f"apoc.path.subgraphNodes{_CONFIG} :: (node :: NODE)",
        _subgraph_nodes,
        "The nodes that can be reached.",
        null=_NULL,
    ),
)
