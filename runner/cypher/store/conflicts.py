"""Which rules of a schema stand in the way of a new one (facts 1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import client_error
from runner.cypher.store.rule_texts import describe_constraint, describe_index, schema_text

if TYPE_CHECKING:
    from runner.cypher.store.indexes import Index
    from runner.cypher.store.schema import Constraint, Schema


def existing_constraint(schema: Schema, wanted: Constraint) -> Constraint | None:
    """The constraint that makes ``CREATE CONSTRAINT … IF NOT EXISTS`` do nothing, or None."""
    for constraint in schema.constraints.values():
        if (
            _same_schema(constraint, wanted)
            and constraint.kind == wanted.kind
            and constraint.type == wanted.type
        ):
            return constraint
    return schema.constraints.get(wanted.name)


def existing_index(schema: Schema, wanted: Index) -> Index | None:
    """The index that makes ``CREATE INDEX … IF NOT EXISTS`` do nothing, or None."""
    return _index_like(schema, wanted) or schema.indexes.get(wanted.name)


def _refuse_name(schema: Schema, name: str) -> None:
    if name in schema.constraints:
        raise client_error(
            "Schema.ConstraintWithNameAlreadyExists",
            "22N67",
            f"There already exists a constraint called '{name}'.",
        )
    if name in schema.indexes:
        raise client_error(
            "Schema.IndexWithNameAlreadyExists",
            "22N71",
            f"There already exists an index called '{name}'.",
        )


def refuse_conflict_of_constraint(schema: Schema, wanted: Constraint) -> None:
    """Raise `EngineError` when a constraint cannot be added to the schema as it is."""
    same = [c for c in schema.constraints.values() if _same_schema(c, wanted)]
    for constraint in same:
        if (constraint.name, constraint.kind, constraint.type) == (
            wanted.name,
            wanted.kind,
            wanted.type,
        ):
            shown = describe_constraint(constraint)
            raise client_error(
                "Schema.EquivalentSchemaRuleAlreadyExists",
                "22N65",
                f"An equivalent constraint already exists, '{shown}'.",
            )
    _refuse_name(schema, wanted.name)
    for constraint in same:
        shown = describe_constraint(constraint)
        if constraint.kind == wanted.kind and constraint.type == wanted.type:
            raise client_error(
                "Schema.ConstraintAlreadyExists", "22N65", f"Constraint already exists: {shown}"
            )
        if constraint.kind == wanted.kind or None not in (constraint.index, wanted.index):
            raise client_error(
                "Schema.ConstraintAlreadyExists",
                "22N66",
                f"Conflicting constraint already exists: {shown}",
            )
    if wanted.index is not None and _index_like(schema, wanted.index) is not None:
        raise client_error(
            "Schema.IndexAlreadyExists",
            "22N73",
            f"There already exists an index {schema_text(wanted)}. A constraint cannot be created "
            "until the index has been dropped.",
        )


def refuse_conflict_of_index(schema: Schema, wanted: Index) -> None:
    """Raise `EngineError` when an index cannot be added to the schema as it is."""
    like = _index_like(schema, wanted)
    if like is not None and like.name == wanted.name and like.owner is None:
        raise client_error(
            "Schema.EquivalentSchemaRuleAlreadyExists",
            "22N70",
            f"An equivalent index already exists, '{describe_index(like)}'.",
        )
    _refuse_name(schema, wanted.name)
    if like is None:
        return
    shown = schema_text(wanted)
    if like.owner is not None:
        raise client_error(
            "Schema.ConstraintAlreadyExists",
            "22N74",
            f"There is a uniqueness constraint on {shown}, so an index is already created that "
            "matches this.",
            ("22N70", f"An equivalent index already exists: '{shown}'"),
        )
    raise client_error(
        "Schema.IndexAlreadyExists", "22N70", f"There already exists an index {shown}."
    )


def _same_schema(left: Index | Constraint, right: Index | Constraint) -> bool:
    return schema_text(left) == schema_text(right)


def _index_like(schema: Schema, wanted: Index) -> Index | None:
    for index in schema.indexes.values():
        if index.kind == wanted.kind and _same_schema(index, wanted):
            return index
    return None
