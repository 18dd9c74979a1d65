"""Makes and drops indexes and constraints: names, conflicts (facts 1.3), existing data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from runner.cypher.failures import client_error, database_error
from runner.cypher.store.commit import first_violation
from runner.cypher.store.committed import CommittedIndex, VectorIndex
from runner.cypher.store.conflicts import (
    refuse_conflict_of_constraint,
    refuse_conflict_of_index,
)
from runner.cypher.store.documents import FulltextIndex
from runner.cypher.store.indexes import Index, RangeIndex
from runner.cypher.store.property_types import type_text
from runner.cypher.store.rule_texts import (
    describe_constraint,
    schema_text,
)
from runner.cypher.store.schema import KEY, TYPE, UNIQUENESS, Constraint
from runner.cypher.store.violations import (
    assignments,
    missing_property,
    missing_property_cause,
    place,
    wrong_type_cause,
)
from runner.errors import Cause

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from runner.cypher.store.graph import Graph
    from runner.cypher.store.property_types import PropertyType
    from runner.cypher.store.records import NodeRecord, RelationshipRecord
    from runner.cypher.store.schema import Schema
    from runner.cypher.store.transaction import Transaction
    from runner.errors import EngineError

_ONLY_FIRST = "Note that only the first found violation is shown."


def new_constraint(
    schema: Schema,
    name: str | None,
    kind: str,
    entity: str,
    label: str,
    properties: tuple[str, ...],
    type_: PropertyType | None = None,
) -> Constraint:
    """A constraint that is not in the schema yet, with its index; a missing name is generated.

    Raises `EngineError` when a property is there twice.
    """
    if len(set(properties)) < len(properties):
        shown = schema_text(Index(0, "", "RANGE", entity, (label,), properties))
        raise _repeated_property("Constraint", shown, "22N75")
    if name is None:
        name = _generated_name("constraint", kind, entity, (label,), properties, type_)
    index = None
    if kind in (UNIQUENESS, KEY):
        index = RangeIndex(schema.next_id, name, entity, label, properties, owner=name)
    identity = schema.next_id + (index is not None)
    return Constraint(identity, name, kind, entity, label, properties, type_=type_, index=index)


def new_index(
    schema: Schema,
    name: str | None,
    kind: str,
    entity: str,
    labels: tuple[str, ...],
    properties: tuple[str, ...],
    *,
    extra_properties: tuple[str, ...] = (),
    config: Mapping[str, Any] | None = None,
) -> Index:
    """An index that is not in the schema yet; a missing name is generated."""
    if name is None:
        name = _generated_name("index", kind, entity, labels, properties, None)
    return make_index(
        schema.next_id,
        name,
        kind,
        entity,
        labels,
        properties,
        extra_properties=extra_properties,
        config=config,
    )


def make_index(
    identity: int,
    name: str,
    kind: str,
    entity: str,
    labels: tuple[str, ...],
    properties: tuple[str, ...],
    *,
    extra_properties: tuple[str, ...] = (),
    config: Mapping[str, Any] | None = None,
    owner: str | None = None,
) -> Index:
    """An index of the class for its kind, without entries."""
    if kind == "RANGE":
        return RangeIndex(identity, name, entity, labels[0], properties, owner)
    kinds = {"VECTOR": VectorIndex, "FULLTEXT": FulltextIndex}
    return kinds.get(kind, Index)(
        identity,
        name,
        kind,
        entity,
        labels,
        properties,
        extra_properties=extra_properties,
        config=config,
        owner=owner,
    )


def fill_index(graph: Graph, index: Index) -> None:
    """Enter what the graph has for `index`, which is empty."""
    if isinstance(index, RangeIndex):
        for entity in _entities(graph, index.entity, index.labels):
            index.insert(entity)
    elif isinstance(index, CommittedIndex):
        index.refresh(_entities(graph, index.entity, index.labels))


def create_constraint(transaction: Transaction, wanted: Constraint) -> None:
    """Add a constraint. Raises `EngineError` for a conflict or data that breaks it."""
    graph = transaction.graph
    schema = graph.schema
    transaction.change_schema()
    refuse_conflict_of_constraint(schema, wanted)
    entities = _entities(graph, wanted.entity, (wanted.label,))
    if wanted.kind != UNIQUENESS:
        _check_each(wanted, entities)
    if wanted.index is not None:
        _fill_unique(wanted, wanted.index, entities)
    _register_names(graph, wanted.entity, (wanted.label,), wanted.properties)
    schema.allocate_id()
    if wanted.index is None:
        transaction.add_rules(wanted)
    else:
        schema.allocate_id()
        transaction.add_rules(wanted.index, wanted)


def create_index(transaction: Transaction, wanted: Index) -> None:
    """Add an index and fill it.

    Raises `EngineError` for a conflict, and when it has a property or a label twice.
    """
    graph = transaction.graph
    schema = graph.schema
    transaction.change_schema()
    _refuse_repeated(wanted)
    refuse_conflict_of_index(schema, wanted)
    fill_index(graph, wanted)
    _register_names(graph, wanted.entity, wanted.labels, wanted.properties)
    schema.allocate_id()
    transaction.add_rules(wanted)


def drop_constraint(transaction: Transaction, name: str) -> None:
    """Drop a constraint and its index. Raises `EngineError` when there is none of the name."""
    transaction.change_schema()
    constraint = transaction.graph.schema.constraints.get(name)
    if constraint is None:
        raise database_error(
            "Schema.ConstraintDropFailed",
            "50N12",
            f"Unable to drop constraint `{name}`: No such constraint {name}.",
            Cause("22N64", f"The constraint '{name}' does not exist."),
        )
    if constraint.index is None:
        transaction.remove_rules(constraint)
    else:
        transaction.remove_rules(constraint, constraint.index)


def drop_index(transaction: Transaction, name: str) -> None:
    """Drop an index. Raises `EngineError` when there is none, or a constraint owns it."""
    transaction.change_schema()
    index = transaction.graph.schema.indexes.get(name)
    if index is None:
        message = f"Unable to drop index called `{name}`. There is no such index."
        raise database_error(
            "Schema.IndexDropFailed",
            "50N10",
            message,
            Cause("22N69", f"The index '{name}' does not exist."),
        )
    if index.owner is not None:
        raise database_error(
            "Schema.IndexDropFailed",
            "50N10",
            f"Unable to drop index: Index belongs to constraint: `{index.owner}`",
            Cause("22NBC", f"Index belongs to constraint '{index.owner}'."),
        )
    transaction.remove_rules(index)


def _generated_name(word: str, *parts: object) -> str:
    """A name that depends on the schema alone, so that the same schema gets the same name."""
    return f"{word}_{crc32(repr(tuple(map(str, parts))).encode()):x}"


def _refuse_repeated(wanted: Index) -> None:
    shown = schema_text(wanted)
    properties = (*wanted.properties, *wanted.extra_properties)
    if len(set(properties)) < len(properties):
        raise _repeated_property("Index", shown, "22N76")
    if len(set(wanted.labels)) < len(wanted.labels):
        of_nodes = wanted.entity == "NODE"
        message = f"Index on {shown} includes a {'label' if of_nodes else 'relationship type'}"
        code = "RepeatedLabelInSchema" if of_nodes else "RepeatedRelationshipTypeInSchema"
        raise client_error(f"Schema.{code}", "22N76", f"{message} more than once.")


def _repeated_property(word: str, shown: str, status: str) -> EngineError:
    message = f"{word} on {shown} includes a property more than once."
    return client_error("Schema.RepeatedPropertyInCompositeSchema", status, message)


def _register_names(
    graph: Graph, entity: str, labels: Iterable[str], properties: Iterable[str]
) -> None:
    names = graph.label_names if entity == "NODE" else graph.type_names
    names.update(dict.fromkeys(labels))
    graph.property_keys.update(dict.fromkeys(properties))


def _entities(
    graph: Graph, entity: str, labels: Iterable[str]
) -> Collection[NodeRecord | RelationshipRecord]:
    if entity == "NODE":
        return [node for label in labels for node in graph.nodes_with_label(label).values()]
    return [r for type_ in labels for r in graph.relationships_of_type(type_).values()]


def creation_failed(constraint: Constraint, violation: str, cause: Cause) -> EngineError:
    """Existing data breaks a new constraint, as the text `violation` says (facts 1.3)."""
    shown = describe_constraint(constraint, with_id=False)
    error = database_error(
        "Schema.ConstraintCreationFailed",
        "50N11",
        f"Unable to create {shown}:\n{violation}. {_ONLY_FIRST}",
        cause,
    )
    error.constraint = constraint.name
    return error


def missing_at_creation(constraint: Constraint, identity: int) -> EngineError:
    """An existing entity lacks a property that a new constraint asks for."""
    violation = missing_property(constraint, identity).message
    cause = Cause("22N77", missing_property_cause(constraint, identity))
    return creation_failed(constraint, violation, cause)


def wrong_type_at_creation(constraint: Constraint, identity: int, actual: str) -> EngineError:
    """An existing property is of the type `actual`, which a new constraint does not allow."""
    kind, _ = place(constraint.entity)
    violation = f"{kind}({identity}) property `{constraint.properties[0]}` is of type `{actual}`."
    cause = Cause("22N78", wrong_type_cause(constraint, identity))
    return creation_failed(constraint, violation, cause)


def _check_each(
    constraint: Constraint, entities: Iterable[NodeRecord | RelationshipRecord]
) -> None:
    for entity in entities:
        if first_violation(entity, (constraint,)) is None:
            continue
        if constraint.kind == TYPE:
            actual = type_text(entity.properties[constraint.properties[0]])
            raise wrong_type_at_creation(constraint, entity.id, actual)
        raise missing_at_creation(constraint, entity.id)


def _fill_unique(
    constraint: Constraint,
    index: RangeIndex,
    entities: Iterable[NodeRecord | RelationshipRecord],
) -> None:
    kind, by = place(constraint.entity)
    for entity in entities:
        key = index.key(entity.properties)
        holder = None if key is None else index.holder(key)
        if holder is None:
            index.insert(entity)
            continue
        shown = assignments(constraint.properties, entity.properties)
        message = (
            f"Both {kind}({holder.id}) and {kind}({entity.id}) have the {by} "
            f"`{constraint.label}` and {shown}"
        )
        raise creation_failed(
            constraint,
            message,
            Cause(
                "22N79",
                f"Property uniqueness constraint violated: {message}.",
                Cause("22N80", f"Index entry conflict: {message}."),
            ),
        )
