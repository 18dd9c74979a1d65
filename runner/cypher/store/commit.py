"""What is checked when a transaction commits: presence and type of properties, dangling ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.store import undo
from runner.cypher.store.property_types import type_text
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.store.schema import TYPE
from runner.cypher.store.violations import (
    missing_property,
    still_has_relationships,
    wrong_type,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runner.cypher.store.graph import Graph
    from runner.cypher.store.schema import Constraint
    from runner.errors import EngineError


def check_commit(graph: Graph, log: Sequence[tuple[Any, Any, Any]]) -> None:
    """Check what the undo log says was touched; raise `EngineError` for the first violation.

    Neo4j's order: created relationships, then nodes, then changed relationships, against the
    constraints; nodes that are gone but have relationships last.
    """
    schema = graph.schema
    if schema.node_checks or schema.relationship_checks:
        for entity in _touched(log):
            if not entity.deleted:
                error = first_violation(entity, _checks_for(graph, entity))
                if error is not None:
                    raise error
    _check_dangling(log)


def first_violation(
    entity: NodeRecord | RelationshipRecord, constraints: Iterable[Constraint]
) -> EngineError | None:
    """The error of the first of the constraints that `entity` breaks: presence before type."""
    properties = entity.properties
    typed = []
    for constraint in constraints:
        if constraint.kind == TYPE:
            typed.append(constraint)
        elif any(name not in properties for name in constraint.properties):
            return missing_property(constraint, entity.id)
    for constraint in typed:
        value = properties.get(constraint.properties[0])
        assert constraint.type is not None
        if value is not None and not constraint.type.allows(value):
            return wrong_type(constraint, entity.id, type_text(value))
    return None


def _checks_for(graph: Graph, entity: NodeRecord | RelationshipRecord) -> list[Constraint]:
    schema = graph.schema
    if isinstance(entity, RelationshipRecord):
        return list(schema.relationship_checks.get(entity.type, ()))
    return [c for label in entity.labels for c in schema.node_checks.get(label, ())]


def _touched(log: Sequence[tuple[Any, Any, Any]]) -> Iterable[NodeRecord | RelationshipRecord]:
    created: dict[RelationshipRecord, None] = {}
    nodes: dict[NodeRecord, None] = {}
    changed: dict[RelationshipRecord, None] = {}
    for function, subject, detail in log:
        if function is undo.create_relationship:
            created[detail] = None
        elif function is undo.create_node:
            nodes[detail] = None
        elif function is undo.add_label:
            nodes[detail[0]] = None
        elif function is undo.set_properties:
            entity = subject[1]
            if isinstance(entity, NodeRecord):
                nodes[entity] = None
            else:
                changed[entity] = None
    return (*created, *nodes, *changed)


def changed_entities(
    log: Sequence[tuple[Any, Any, Any]],
) -> dict[NodeRecord | RelationshipRecord, None]:
    """Every entity that the undo log says was created, changed or deleted."""
    changed: dict[NodeRecord | RelationshipRecord, None] = {}
    for function, subject, detail in log:
        if function is undo.set_properties:
            changed[subject[1]] = None
        elif function is not undo.change_schema:
            changed[detail[0] if isinstance(detail, tuple) else detail] = None
    return changed


def _check_dangling(log: Sequence[tuple[Any, Any, Any]]) -> None:
    created: set[NodeRecord] = set()
    deleted: list[NodeRecord] = []
    for function, _, detail in log:
        if function is undo.create_node:
            created.add(detail)
        elif function is undo.delete_node:
            deleted.append(detail[0])
    for node in deleted:
        if node.outgoing or node.incoming:
            raise still_has_relationships(node, node in created)
