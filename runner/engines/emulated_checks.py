"""Whether data keeps emulated constraints: the Cypher that asks, and the errors that come of it.

The errors are those of the embedded engine, which has the texts of Neo4j Enterprise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.store.definitions import missing_at_creation, wrong_type_at_creation
from runner.cypher.store.property_types import type_text
from runner.cypher.store.rule_texts import quote
from runner.cypher.store.schema import TYPE
from runner.cypher.store.violations import missing_property, wrong_type
from runner.values import Node, Relationship

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runner.cypher.store.schema import Constraint
    from runner.errors import EngineError
    from runner.values import Value


def check_statement(constraints: Sequence[Constraint]) -> str:
    """One statement that finds, for each constraint, an entity that breaks it.

    Its rows are the place of the constraint in `constraints` and the entity. That two entities
    share the values of a key is not asked: the server refuses that at the write.
    """
    return " UNION ALL ".join(
        f"MATCH {_pattern(constraint)} WHERE {_violation(constraint)} "
        f"RETURN {place} AS place, n AS entity LIMIT 1"
        for place, constraint in enumerate(constraints)
    )


def _pattern(constraint: Constraint) -> str:
    label = quote(constraint.label)
    return f"(n:{label})" if constraint.entity == "NODE" else f"()-[n:{label}]->()"


def _violation(constraint: Constraint) -> str:
    names = [f"n.{quote(name)}" for name in constraint.properties]
    if constraint.kind == TYPE:
        return f"NOT {names[0]} IS :: {constraint.type}"
    return " OR ".join(f"{name} IS NULL" for name in names)


def violation(
    constraints: Sequence[Constraint],
    rows: Iterable[Sequence[Value]],
    *,
    relationships_created: bool,
) -> EngineError | None:
    """The error of the violation that comes first, of those that `check_statement` found.

    Neo4j's order as far as it can be told from outside: created relationships, nodes, changed
    relationships; what is missing before types. Which of several entities came first cannot be
    told, so the oldest constraint is taken, to have the same answer on every run.
    """
    found = [_Violation(constraints[place], entity) for place, entity in _typed(rows)]
    first = min(found, key=lambda each: each.rank(relationships_created), default=None)
    if first is None:
        return None
    constraint, identity = first.constraint, first.entity.id
    if constraint.kind == TYPE:
        return wrong_type(constraint, identity, first.actual_type)
    return missing_property(constraint, identity)


def creation_violation(
    constraint: Constraint, rows: Iterable[Sequence[Value]]
) -> EngineError | None:
    """The error of creating a constraint that existing data breaks."""
    for _, entity in _typed(rows):
        if constraint.kind == TYPE:
            actual = _Violation(constraint, entity).actual_type
            return wrong_type_at_creation(constraint, entity.id, actual)
        return missing_at_creation(constraint, entity.id)
    return None


class _Violation:
    """An entity that breaks a constraint."""

    __slots__ = ("constraint", "entity")

    def __init__(self, constraint: Constraint, entity: Node | Relationship) -> None:
        self.constraint = constraint
        self.entity = entity

    @property
    def actual_type(self) -> str:
        """The type that the property has."""
        return type_text(self.entity.properties[self.constraint.properties[0]])

    def rank(self, relationships_created: bool) -> tuple[int, bool, int, int, int]:
        """Where it stands among others, the first to be told lowest."""
        label = 0
        if isinstance(self.entity, Node):
            group = 1
            label = self.entity.labels.index(self.constraint.label)
        else:
            group = 0 if relationships_created else 2
        typed = self.constraint.kind == TYPE
        return group, typed, label, self.constraint.id, self.entity.id


def _typed(rows: Iterable[Sequence[Value]]) -> Iterable[tuple[int, Node | Relationship]]:
    for place, entity in rows:
        assert isinstance(place, int)
        assert isinstance(entity, (Node, Relationship))
        yield place, entity
