"""What a statement gives back: rows, counters, notifications, plan."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.source import Position
    from runner.values import Value


@dataclass(slots=True)
class Counters:
    """What a statement did to the graph, counted by Neo4j's rules and under its driver's names.

    They count what was done, not the difference between before and after. The order of the
    fields is the order in which pages show them.
    """

    nodes_created: int = 0
    nodes_deleted: int = 0
    relationships_created: int = 0
    relationships_deleted: int = 0
    properties_set: int = 0
    labels_added: int = 0
    labels_removed: int = 0
    indexes_added: int = 0
    indexes_removed: int = 0
    constraints_added: int = 0
    constraints_removed: int = 0
    system_updates: int = 0

    def as_dict(self) -> dict[str, int]:
        """The counters that are not zero, by name."""
        pairs = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: count for name, count in pairs if count}

    def add(self, other: Counters) -> None:
        """Add the counts of `other` to these."""
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))


@dataclass(frozen=True, slots=True)
class Notification:
    """A remark of the engine on a statement that ran: a deprecation, a hint, a warning."""

    code: str
    gql_status: str
    severity: str
    """``WARNING`` or ``INFORMATION``."""
    category: str
    """``DEPRECATION``, ``PERFORMANCE``, ``UNRECOGNIZED``, …, as Neo4j classifies it."""
    message: str
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """One operator of an executed or explained plan, with the operators that feed it."""

    operator: str
    """Neo4j's name of the operator, as ``NodeByLabelScan``."""
    details: str
    identifiers: tuple[str, ...]
    children: tuple[Plan, ...]
    rows: int | None = None
    """Rows that it gave, under PROFILE only."""

    def __str__(self) -> str:
        lines: list[str] = []
        _draw(self, 0, lines)
        return "\n".join(lines)


def _draw(plan: Plan, depth: int, lines: list[str]) -> None:
    rows = "" if plan.rows is None else f" [{plan.rows} rows]"
    details = f" {plan.details}" if plan.details else ""
    lines.append(f"{'| ' * depth}+{plan.operator}{details}{rows}")
    for number, child in enumerate(reversed(plan.children)):
        _draw(child, depth + (number < len(plan.children) - 1), lines)


@dataclass(frozen=True, slots=True)
class Result:
    """All that one statement gave: its rows are kept, the statement is over."""

    columns: tuple[str, ...]
    rows: list[tuple[Value, ...]]
    counters: Counters = field(default_factory=Counters)
    notifications: tuple[Notification, ...] = ()
    plan: Plan | None = None

    def records(self) -> list[Mapping[str, Value]]:
        """The rows as dictionaries by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
