"""What a schema command does to the rules of a database, emulated and real ones together.

The embedded engine knows the rules of Neo4j Enterprise: names, conflicts, what IF NOT EXISTS does,
and every message. So a command runs there, on an empty graph that has the same rules, and what
has changed afterwards is what is to be done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runner.cypher.database import Database
from runner.cypher.store.definitions import make_index
from runner.cypher.store.indexes import Index, RangeIndex
from runner.cypher.store.schema import UNIQUENESS, Constraint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from runner.result import Result
    from runner.values import Value

SHOW_CONSTRAINTS = "SHOW CONSTRAINTS YIELD id, name, entityType, labelsOrTypes, properties"
SHOW_INDEXES = (
    "SHOW INDEXES YIELD id, name, type, entityType, labelsOrTypes, properties, owningConstraint, "
    "options"
)


class Rules:
    """The indexes and constraints of a database.

    Attributes:
        indexes: Every index by name, those that constraints own too.
        constraints: Every constraint by name.
    """

    def __init__(self, emulated: Iterable[Constraint]) -> None:
        self.indexes: dict[str, Index] = {}
        self.constraints: dict[str, Constraint] = {}
        for constraint in emulated:
            self.constraints[constraint.name] = constraint
            if constraint.index is not None:
                self.indexes[constraint.index.name] = constraint.index

    def read_real(self, rows: Callable[[str], Iterable[tuple[Any, ...]]]) -> None:
        """Add what the server has; `rows` gives the rows of one of the statements above.

        On Community every constraint is one of uniqueness. One that has the name of an emulated
        key is a part of it, and gives it its numbers; those that the open transaction has made
        have none yet.
        """
        for id_, name, kind, entity, labels, properties, owner, options in rows(SHOW_INDEXES):
            if name in self.indexes:
                self.indexes[name].id = id_ or self.indexes[name].id
            else:
                self.indexes[name] = make_index(
                    id_ or self.next_id,
                    name,
                    kind,
                    entity,
                    tuple(labels or ()),
                    tuple(properties or ()),
                    config=options.get("indexConfig", {}),
                    owner=owner,
                )
        for id_, name, entity, labels, properties in rows(SHOW_CONSTRAINTS):
            if name in self.constraints:
                self.constraints[name].id = id_ or self.constraints[name].id
            else:
                index = self.indexes.get(name)
                assert index is None or isinstance(index, RangeIndex)
                self.constraints[name] = Constraint(
                    id_ or self.next_id,
                    name,
                    UNIQUENESS,
                    entity,
                    labels[0],
                    tuple(properties),
                    index=index,
                )

    @property
    def next_id(self) -> int:
        """A number above those of all rules."""
        numbers = [rule.id for rules in (self.indexes, self.constraints) for rule in rules.values()]
        return max(numbers, default=2) + 1


@dataclass(frozen=True, slots=True)
class Change:
    """What a schema command does."""

    result: Result
    """What it answers."""
    added: tuple[Constraint, ...]
    removed: tuple[Constraint, ...]
    is_nothing: bool
    """Whether it changes neither constraints nor indexes, by IF [NOT] EXISTS."""


def change_of(
    rules: Rules,
    statement: str,
    parameters: Mapping[str, Value] | None,
    language: str | None,
) -> Change:
    """What a schema command does to a database that has `rules`.

    Raises `EngineError` as Neo4j Enterprise does, but for what data there is.
    """
    database = Database()
    schema = database.graph.schema
    schema.restore((dict(rules.indexes), dict(rules.constraints)))
    schema.next_id = rules.next_id
    result = database.session(language or "25").run(statement, parameters)
    before, after = rules.constraints, schema.constraints
    return Change(
        result,
        tuple(rule for name, rule in after.items() if name not in before),
        tuple(rule for name, rule in before.items() if name not in after),
        before.keys() == after.keys() and rules.indexes.keys() == schema.indexes.keys(),
    )
