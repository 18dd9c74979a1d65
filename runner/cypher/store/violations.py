"""The errors of the store, with Neo4j's texts (facts 1.2 to 1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.store.values import value_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from runner.cypher.store.indexes import RangeIndex
    from runner.cypher.store.records import NodeRecord
    from runner.cypher.store.schema import Constraint
    from runner.errors import EngineError

VALIDATION_FAILED = "Schema.ConstraintValidationFailed"


def place(entity: str) -> tuple[str, str]:
    """How messages name an entity of a kind and what it is constrained by."""
    return ("Node", "label") if entity == "NODE" else ("Relationship", "type")


def assignments(properties: Sequence[str], values: Mapping[str, Any]) -> str:
    """``property `p` = 1``, ``properties `a` = 1, `b` = 2``, as violations list values."""
    noun = "property" if len(properties) == 1 else "properties"
    pairs = ", ".join(f"`{name}` = {value_text(values[name])}" for name in properties)
    return f"{noun} {pairs}"


def already_exists(index: RangeIndex, holder: int, values: Mapping[str, Any]) -> EngineError:
    """A write breaks a uniqueness or key constraint: entity number `holder` has the values."""
    kind, by = place(index.entity)
    shown = assignments(index.properties, values)
    message = f"{kind}({holder}) already exists with {by} `{index.labels[0]}` and {shown}"
    cause = ("22N80", f"Index entry conflict: {message}.")
    return client_error(VALIDATION_FAILED, "22N79", message, cause, constraint=index.owner)


def merge_conflict(variable: str, constraint: str | None) -> EngineError:
    """MERGE found no match, and unique values that it would create are taken."""
    message = (
        f"Merge did not find a matching node {variable} and can not create a new node due to "
        "conflicts with existing unique nodes"
    )
    return client_error(
        VALIDATION_FAILED, "22G03", message, ("22N41", message), constraint=constraint
    )


def missing_property(constraint: Constraint, identity: int) -> EngineError:
    """An entity lacks a property that an existence or key constraint asks for."""
    kind, by = place(constraint.entity)
    names = [f"`{name}`" for name in constraint.properties]
    listed = f"property {names[0]}" if len(names) == 1 else f"properties ({', '.join(names)})"
    message = f"{kind}({identity}) with {by} `{constraint.label}` must have the {listed}"
    return client_error(VALIDATION_FAILED, "22N77", message, constraint=constraint.name)


def missing_property_cause(constraint: Constraint, identity: int) -> str:
    """The GQL text of `missing_property`."""
    _, by = place(constraint.entity)
    names = ", ".join(f"`{name}`" for name in constraint.properties)
    return (
        f"{constraint.entity} ({identity}) with {by} '{constraint.label}' must have the "
        f"following properties: {names}."
    )


def wrong_type(constraint: Constraint, identity: int, actual: str) -> EngineError:
    """A property is of another type than a property type constraint asks for."""
    kind, by = place(constraint.entity)
    message = (
        f"{kind}({identity}) with {by} `{constraint.label}` required the property "
        f"`{constraint.properties[0]}` to be of type `{constraint.type}`, but was of type "
        f"`{actual}`."
    )
    return client_error(VALIDATION_FAILED, "22N78", message, constraint=constraint.name)


def wrong_type_cause(constraint: Constraint, identity: int) -> str:
    """The GQL text of `wrong_type`."""
    _, by = place(constraint.entity)
    return (
        f"{constraint.entity} ({identity}) with {by} '{constraint.label}' must have the "
        f"property `{constraint.properties[0]}` with value type {constraint.type}."
    )


def still_has_relationships(node: NodeRecord, created_here: bool) -> EngineError:
    """A deleted node has relationships at commit."""
    if created_here:
        message = (
            "Cannot delete node that was created in this transaction, because it still has "
            "relationships."
        )
    else:
        message = (
            f"Cannot delete node<{node.id}>, because it still has relationships. To delete this "
            "node, you must first delete its relationships."
        )
    return client_error(VALIDATION_FAILED, "G1001", message)


def entity_not_loaded(kind: str, element_id: str) -> EngineError:
    """A deleted entity was to be written to; `kind` is ``NODE`` or ``RELATIONSHIP``."""
    return client_error("Statement.EntityNotFound", "50N00", f"Unable to load {kind} {element_id}.")


def mixed_transaction(work: str, earlier: str) -> EngineError:
    """Schema and data cannot be changed in one transaction (facts 7)."""
    return client_error(
        "Transaction.ForbiddenDueToTransactionType",
        "25N01",
        f"Tried to execute {work} after executing {earlier}",
    )


def not_writable() -> EngineError:
    """Something was to be changed where only reading is allowed (facts 7)."""
    message = "Writing in read access mode not allowed. Attempted write to neo4j"
    return client_error("Statement.AccessMode", "08N03", message, ("42N02", message))


def terminated() -> EngineError:
    """The transaction was ended by TERMINATE TRANSACTIONS."""
    return client_error(
        "Transaction.Terminated",
        "25N14",
        "The transaction has been terminated. Retry your operation in a new transaction, and you "
        "should see a successful result. Explicitly terminated by the user. ",
    )
