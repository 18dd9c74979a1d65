"""``apoc.refactor.*``: nodes merged and cloned, relationships changed, names changed."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.coll_sets import to_set
from runner.cypher.apoc.declare import procedure
from runner.cypher.apoc.failing import null_pointer, unsupported_in
from runner.cypher.apoc.names import checked_name
from runner.cypher.apoc.periodic import Batches
from runner.cypher.apoc.writing import (
    add_label,
    create_node,
    create_relationship,
    delete_node,
    set_properties,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.records import NodeRecord, RelationshipRecord

    Map = dict[str, Any]
    Changed = Iterator[tuple[int, Any, str | None]]

_MERGE_CONFIG = frozenset({"properties", "mergeRels"})


def _merge_nodes(
    state: State, nodes: list[NodeRecord] | None, config: Map | None
) -> Iterator[tuple[NodeRecord]]:
    name = "apoc.refactor.mergeNodes"
    for key in config or {}:
        if key not in _MERGE_CONFIG:
            raise unsupported_in(name, f"the configuration {key}", "procedure")
    if nodes and None in nodes:
        raise null_pointer("org.neo4j.graphdb.Entity.getId()", "entity")
    distinct = list(dict.fromkeys(nodes or ()))
    if not distinct:
        return
    target, modes = distinct[0], (config or {}).get("properties")
    for source in distinct[1:]:
        state.tick()
        labels, properties = list(source.labels), dict(source.properties)
        moves = _moves(source, target)
        delete_node(state, source)
        for label in labels:
            add_label(state, target, label)
        set_properties(state, target, combined(target.properties, properties, modes))
        for start, type_, given, end in moves:
            state.tick()
            create_relationship(state, start, type_, given, end)
    if (config or {}).get("mergeRels"):
        _merge_parallel(state, target, modes)
    yield (target,)


def _moves(source: NodeRecord, target: NodeRecord) -> list[tuple[NodeRecord, str, Map, NodeRecord]]:
    """The relationships of a node, as those of another: start, type, properties and end."""
    links: dict[int, RelationshipRecord] = {}
    for by_id in (*source.outgoing.values(), *source.incoming.values()):
        links.update(by_id)
    moved = []
    for link in (links[number] for number in sorted(links)):
        start = target if link.start is source else link.start
        end = target if link.end is source else link.end
        moved.append((start, link.type, dict(link.properties), end))
    return moved


def _merge_parallel(state: State, node: NodeRecord, modes: Any) -> None:
    """One relationship for all of a type that a node has with another, in one direction."""
    known: dict[Any, RelationshipRecord] = {}
    links: dict[int, RelationshipRecord] = {}
    for by_id in (*node.outgoing.values(), *node.incoming.values()):
        links.update(by_id)
    # Java meets the newest first.
    for number in sorted(links, reverse=True):
        state.tick()
        link = links[number]
        kept = known.setdefault((link.start, link.type, link.end), link)
        if kept is not link:
            set_properties(state, kept, combined(kept.properties, link.properties, modes))
            state.transaction.delete_relationship(link)


def combined(target: Map, source: Map, modes: Any) -> Map:
    """The changes that bring properties into others: by one mode, or by modes of names."""
    changes = {}
    for key, value in source.items():
        mode = _mode(modes, key)
        if key not in target or mode in ("overwrite", "override"):
            changes[key] = value
        elif mode == "combine":
            items = to_set([*_listed(target[key]), *_listed(value)])
            changes[key] = items[0] if len(items) == 1 else items
        elif mode != "discard":
            raise unsupported_in(
                "apoc.refactor.mergeNodes", f"the mode {mode} of properties", "procedure"
            )
    return changes


def _mode(modes: Any, key: str) -> str:
    if type(modes) is dict:
        for pattern, mode in modes.items():
            if re.fullmatch(pattern, key):
                return str(mode).lower()
        return "overwrite"
    return "overwrite" if modes is None else str(modes).lower()


def _listed(value: Any) -> list[Any]:
    return value if type(value) is list else [value]


def _merge_relationships(
    state: State, rels: list[RelationshipRecord] | None, config: Map | None
) -> Iterator[tuple[RelationshipRecord]]:
    for key in config or {}:
        if key != "properties":
            raise unsupported_in(
                "apoc.refactor.mergeRelationships", f"the configuration {key}", "procedure"
            )
    distinct = list(dict.fromkeys(rel for rel in rels or () if rel is not None))
    if not distinct:
        return
    target = distinct[0]
    for source in distinct[1:]:
        state.tick()
        changes = combined(target.properties, source.properties, (config or {}).get("properties"))
        set_properties(state, target, changes)
        state.transaction.delete_relationship(source)
    yield (target,)


def _replaced(
    state: State,
    rel: RelationshipRecord | None,
    start: NodeRecord | None,
    type_: str,
    end: NodeRecord | None,
) -> Changed:
    """A relationship in the place of another, with its properties."""
    assert rel is not None
    properties = dict(rel.properties)
    made = create_relationship(state, start, type_, properties, end)
    state.transaction.delete_relationship(rel)
    yield rel.id, made, None


def _set_type(state: State, rel: RelationshipRecord | None, type_: str) -> Changed:
    return iter(()) if rel is None else _replaced(state, rel, rel.start, type_, rel.end)


def _invert(state: State, rel: RelationshipRecord | None) -> Changed:
    return iter(()) if rel is None else _replaced(state, rel, rel.end, rel.type, rel.start)


def _to(state: State, rel: RelationshipRecord | None, end: NodeRecord | None) -> Changed:
    if rel is None or end is None:
        return iter(())
    return _replaced(state, rel, rel.start, rel.type, end)


def _from(state: State, rel: RelationshipRecord | None, start: NodeRecord | None) -> Changed:
    if rel is None or start is None:
        return iter(())
    return _replaced(state, rel, start, rel.type, rel.end)


def _clone_nodes(
    state: State, nodes: list[NodeRecord] | None, with_links: bool, skipped: list[str] | None
) -> Changed:
    for node in nodes or ():
        state.tick()
        if node is None:
            raise null_pointer("org.neo4j.graphdb.Node.getId()", "node")
        kept = {k: v for k, v in node.properties.items() if k not in (skipped or ())}
        moves = []
        made = create_node(state, list(node.labels), kept)
        if with_links:
            moves = _moves(node, made)
        for start, type_, properties, end in moves:
            create_relationship(state, start, type_, properties, end)
        yield node.id, made, None


def _renamed(
    state: State, found: list[Any], change: Callable[[Any], None]
) -> Iterator[tuple[Any, ...]]:
    """Change some entities; the row is that of one batch."""
    batches = Batches(-1)
    batches.batches, batches.total, batches.committed = 1, len(found), len(found)
    for entity in found:
        state.tick()
        change(entity)
    yield (*batches.row()[:10], [], [])


def _rename_label(
    state: State, old: str, new: str, nodes: list[NodeRecord] | None
) -> Iterator[tuple[Any, ...]]:
    name = checked_name(new, "label")
    known = state.transaction.graph.nodes_with_label(old)
    found = [node for node in nodes or list(known.values()) if old in node.labels]

    def change(node: NodeRecord) -> None:
        add_label(state, node, name)
        state.transaction.remove_label(node, old)

    return _renamed(state, found, change)


def _rename_type(
    state: State, old: str, new: str, rels: list[RelationshipRecord] | None, _config: Map | None
) -> Iterator[tuple[Any, ...]]:
    name = checked_name(new, "relationship type")
    known = state.transaction.graph.relationships_of_type(old)
    found = [rel for rel in rels or list(known.values()) if rel.type == old]

    def change(rel: RelationshipRecord) -> None:
        for _ in _replaced(state, rel, rel.start, name, rel.end):
            pass

    return _renamed(state, found, change)


def _rename_property(
    state: State, old: str, new: str, given: list[Any] | None, _config: Map | None, *, nodes: bool
) -> Iterator[tuple[Any, ...]]:
    graph = state.transaction.graph
    known: Any = graph.nodes if nodes else graph.relationships
    found = [entity for entity in given or list(known.values()) if old in entity.properties]

    def change(entity: Any) -> None:
        set_properties(state, entity, {new: entity.properties[old], old: None})

    return _renamed(state, found, change)


def _as_boolean(
    state: State, entity: Any, key: str, true: list[Any], false: list[Any]
) -> Iterator[tuple[Any, ...]]:
    value = None if entity is None else entity.properties.get(key)
    if value is not None:
        known = java.key(value)
        changed = None
        if known in {java.key(item) for item in true or ()}:
            changed = True
        elif known in {java.key(item) for item in false or ()}:
            changed = False
        set_properties(state, entity, {key: changed})
    return iter(())


_RELATIONSHIP = " :: (input :: INTEGER, output :: RELATIONSHIP, error :: STRING)"
_BATCHES = (
    " :: (batches :: INTEGER, total :: INTEGER, timeTaken :: INTEGER, "
    "committedOperations :: INTEGER, failedOperations :: INTEGER, failedBatches :: INTEGER, "
    "retries :: INTEGER, errorMessages :: MAP, batch :: MAP, operations :: MAP, "
    "constraints :: LIST<STRING>, indexes :: LIST<STRING>)"
)
_RENAME = "apoc.refactor.rename."


def _write(signature: str, call: Any, description: str) -> Any:
    return procedure(signature, call, description, "WRITE")


PROCEDURES = (
    _write(
        "apoc.refactor.cloneNodes(nodes :: LIST<NODE>, withRelationships = false :: BOOLEAN!, "
        "skipProperties = [] :: LIST<STRING>) :: "
        "(input :: INTEGER, output :: NODE, error :: STRING)",
        _clone_nodes,
        "Copies of nodes.",
    ),
    _write(
        f"apoc.refactor.from(rel :: RELATIONSHIP, newNode :: NODE){_RELATIONSHIP}",
        _from,
        "Makes a relationship start at another node.",
    ),
    _write(
        f"apoc.refactor.invert(rel :: RELATIONSHIP){_RELATIONSHIP}",
        _invert,
        "Turns a relationship round.",
    ),
    _write(
        "apoc.refactor.mergeNodes(nodes :: LIST<NODE>, config = {} :: MAP) :: (node :: NODE)",
        _merge_nodes,
        "Merges nodes into the first of them.",
    ),
    _write(
        "apoc.refactor.mergeRelationships(rels :: LIST<RELATIONSHIP>, config = {} :: MAP) :: "
        "(rel :: RELATIONSHIP)",
        _merge_relationships,
        "Merges relationships into the first of them.",
    ),
    _write(
        "apoc.refactor.normalizeAsBoolean(entity :: ANY, propertyKey :: STRING, "
        "trueValues :: LIST<ANY>, falseValues :: LIST<ANY>)",
        _as_boolean,
        "Makes a property true or false.",
    ),
    _write(
        f"{_RENAME}label(oldLabel :: STRING, newLabel :: STRING, nodes = [] :: LIST<NODE>)"
        f"{_BATCHES}",
        _rename_label,
        "Gives a label another name.",
    ),
    _write(
        f"{_RENAME}nodeProperty(oldName :: STRING, newName :: STRING, nodes = [] :: LIST<NODE>, "
        f"config = {{}} :: MAP){_BATCHES}",
        partial(_rename_property, nodes=True),
        "Gives a property of nodes another name.",
    ),
    _write(
        f"{_RENAME}type(oldType :: STRING, newType :: STRING, rels = [] :: LIST<RELATIONSHIP>, "
        f"config = {{}} :: MAP){_BATCHES}",
        _rename_type,
        "Gives a type of relationships another name.",
    ),
    _write(
        f"{_RENAME}typeProperty(oldName :: STRING, newName :: STRING, "
        f"rels = [] :: LIST<RELATIONSHIP>, config = {{}} :: MAP){_BATCHES}",
        partial(_rename_property, nodes=False),
        "Gives a property of relationships another name.",
    ),
    _write(
        f"apoc.refactor.setType(rel :: RELATIONSHIP, newType :: STRING){_RELATIONSHIP}",
        _set_type,
        "Gives a relationship another type.",
    ),
    _write(
        f"apoc.refactor.to(rel :: RELATIONSHIP, endNode :: NODE){_RELATIONSHIP}",
        _to,
        "Makes a relationship end at another node.",
    ),
)
