"""Procedures that tell what is in the graph: properties by label and type, and a picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.procedures.table import Column, Procedure
from runner.cypher.store.property_types import type_text
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.store.rule_texts import describe_constraint, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.graph import Graph

_OLD_NAMES: dict[type, str] = {int: "Long", float: "Double", bool: "Boolean", str: "String"}


def _type_25(value: Any) -> str:
    return f"{type_text(value)} NOT NULL"


def _type_5(value: Any) -> str:
    if isinstance(value, list):
        return f"{_type_5(value[0]) if value else 'String'}Array"
    return _OLD_NAMES.get(type(value), type(value).__name__)


class _Group:
    """The entities of one set of labels or one type: how many, and what their properties are."""

    __slots__ = ("count", "counts", "types")

    def __init__(self) -> None:
        self.count = 0
        self.counts: dict[str, int] = {}
        self.types: dict[str, dict[str, None]] = {}

    def add(self, properties: dict[str, Any], name_type: Callable[[Any], str]) -> None:
        """Take one more entity."""
        self.count += 1
        for key, value in properties.items():
            self.counts[key] = self.counts.get(key, 0) + 1
            self.types.setdefault(key, {})[name_type(value)] = None

    def rows(self) -> Iterator[tuple[str | None, list[str] | None, bool]]:
        """Per property its name, its types and whether all have it; one row if there is none."""
        if not self.counts:
            yield None, None, False
        for key, count in self.counts.items():
            yield key, sorted(self.types[key]), count == self.count


def _node_type_properties(
    state: State, name_type: Callable[[Any], str]
) -> Iterator[tuple[Any, ...]]:
    groups: dict[tuple[str, ...], _Group] = {}
    for node in state.transaction.graph.nodes.values():
        state.tick()
        labels = tuple(sorted(node.labels))
        groups.setdefault(labels, _Group()).add(node.properties, name_type)
    for labels, group in groups.items():
        node_type = "".join(f":{quote(label)}" for label in labels)
        for row in group.rows():
            yield node_type, list(labels), *row


def _relationship_type_properties(
    state: State, name_type: Callable[[Any], str]
) -> Iterator[tuple[Any, ...]]:
    for type_, relationships in state.transaction.graph.by_type.items():
        group = _Group()
        for relationship in relationships.values():
            state.tick()
            group.add(relationship.properties, name_type)
        for row in group.rows():
            yield f":{quote(type_)}", *row


def _visualization(state: State) -> Iterable[tuple[Any, ...]]:
    """Virtual nodes for labels and relationships for types between them, ids below zero."""
    graph = state.transaction.graph
    nodes: dict[str, NodeRecord] = {}
    for label in graph.labels_in_use():
        if not graph.nodes_with_label(label):
            continue
        node = NodeRecord(-len(nodes) - 1)
        node.labels = {label: None}
        node.properties = _label_properties(graph, label)
        nodes[label] = node
    found: dict[tuple[str, str, str], RelationshipRecord] = {}
    for type_, relationships in graph.by_type.items():
        for relationship in relationships.values():
            state.tick()
            for start in relationship.start.labels:
                for end in relationship.end.labels:
                    key = (type_, start, end)
                    if key not in found:
                        virtual = RelationshipRecord(
                            -len(found) - 1, type_, nodes[start], nodes[end]
                        )
                        virtual.properties = {"name": type_}
                        found[key] = virtual
    return ((list(nodes.values()), list(found.values())),)


def _label_properties(graph: Graph, label: str) -> dict[str, Any]:
    schema = graph.schema
    indexes = [
        ",".join(index.properties)
        for index in schema.indexes.values()
        if index.entity == "NODE" and label in index.labels and index.owner is None
    ]
    constraints = [
        describe_constraint(constraint)
        for constraint in schema.constraints.values()
        if constraint.entity == "NODE" and constraint.label == label
    ]
    return {"name": label, "indexes": indexes, "constraints": constraints}


_TYPE_COLUMNS = (
    Column("propertyName", "STRING"),
    Column("propertyTypes", "LIST<STRING>"),
    Column("mandatory", "BOOLEAN"),
)


def _typed(language: str, name_type: Callable[[Any], str]) -> tuple[Procedure, ...]:
    return (
        Procedure(
            "db.schema.nodeTypeProperties",
            "Show the derived property schema of the nodes in tabular form.",
            "READ",
            (),
            (Column("nodeType", "STRING"), Column("nodeLabels", "LIST<STRING>"), *_TYPE_COLUMNS),
            lambda state: _node_type_properties(state, name_type),
            languages=(language,),
        ),
        Procedure(
            "db.schema.relTypeProperties",
            "Show the derived property schema of the relationships in tabular form.",
            "READ",
            (),
            (Column("relType", "STRING"), *_TYPE_COLUMNS),
            lambda state: _relationship_type_properties(state, name_type),
            languages=(language,),
        ),
    )


PROCEDURES = (
    *_typed("5", _type_5),
    *_typed("25", _type_25),
    Procedure(
        "db.schema.visualization",
        "Visualizes the schema of the data based on available statistics.",
        "READ",
        (),
        (Column("nodes", "LIST<NODE>"), Column("relationships", "LIST<RELATIONSHIP>")),
        _visualization,
    ),
)
