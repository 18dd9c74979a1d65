"""The rules of a schema as plain data that can be kept, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.store.definitions import fill_index, make_index
from runner.cypher.store.indexes import RangeIndex
from runner.cypher.store.property_types import PropertyType
from runner.cypher.store.schema import Constraint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.cypher.store.graph import Graph
    from runner.cypher.store.indexes import Index
    from runner.cypher.store.schema import Schema


def dump_schema(schema: Schema) -> dict[str, Any]:
    """All indexes and constraints, in order of creation."""
    return {
        "indexes": [_dump_index(index) for index in schema.indexes.values()],
        "constraints": [_dump_constraint(c) for c in schema.constraints.values()],
    }


def load_schema(graph: Graph, dumped: Mapping[str, Any]) -> None:
    """Give `graph` these indexes and constraints instead of its own; indexes are filled."""
    indexes = {index["name"]: _load_index(index) for index in dumped["indexes"]}
    for index in indexes.values():
        fill_index(graph, index)
    constraints = {c["name"]: _load_constraint(c, indexes) for c in dumped["constraints"]}
    graph.schema.restore((indexes, constraints))


def _dump_index(index: Index) -> dict[str, Any]:
    return {
        "id": index.id,
        "name": index.name,
        "kind": index.kind,
        "entity": index.entity,
        "labels": list(index.labels),
        "properties": list(index.properties),
        "extra_properties": list(index.extra_properties),
        "config": dict(index.config),
        "owner": index.owner,
    }


def _load_index(dumped: Mapping[str, Any]) -> Index:
    return make_index(
        dumped["id"],
        dumped["name"],
        dumped["kind"],
        dumped["entity"],
        tuple(dumped["labels"]),
        tuple(dumped["properties"]),
        extra_properties=tuple(dumped["extra_properties"]),
        config=dumped["config"],
        owner=dumped["owner"],
    )


def _dump_constraint(constraint: Constraint) -> dict[str, Any]:
    return {
        "id": constraint.id,
        "name": constraint.name,
        "kind": constraint.kind,
        "entity": constraint.entity,
        "label": constraint.label,
        "properties": list(constraint.properties),
        "type": None if constraint.type is None else list(constraint.type.members),
        "index": None if constraint.index is None else constraint.index.name,
    }


def _load_constraint(dumped: Mapping[str, Any], indexes: Mapping[str, Index]) -> Constraint:
    index = None if dumped["index"] is None else indexes[dumped["index"]]
    assert index is None or isinstance(index, RangeIndex)
    return Constraint(
        dumped["id"],
        dumped["name"],
        dumped["kind"],
        dumped["entity"],
        dumped["label"],
        tuple(dumped["properties"]),
        type_=None if dumped["type"] is None else PropertyType(tuple(dumped["type"])),
        index=index,
    )
