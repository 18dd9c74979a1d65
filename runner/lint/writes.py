"""Whether a statement changes the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.shape import UPDATES
from runner.cypher.syntax.base import walk

if TYPE_CHECKING:
    from runner.cypher.syntax.clauses import Statement


def writes(statement: Statement) -> bool:
    """Whether a clause of a statement, at any depth, writes."""
    return any(isinstance(node, UPDATES) for node in walk(statement.body))
