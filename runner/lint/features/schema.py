"""Features of the schema: constraints, indexes, and the commands that show things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.syntax.clauses import Show
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.lint.features.feature import Feature

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.syntax.base import Syntax


def _constraint(entity: str, *kinds: str) -> Callable[[Syntax], bool]:
    def test(node: Syntax) -> bool:
        return isinstance(node, CreateConstraint) and node.entity == entity and node.kind in kinds

    return test


def _unique(node: Syntax) -> bool:
    return isinstance(node, CreateConstraint) and node.kind == "UNIQUE"


def _index(kind: str) -> Callable[[Syntax], bool]:
    def test(node: Syntax) -> bool:
        return isinstance(node, CreateIndex) and node.kind == kind

    return test


def _show(what: str) -> Callable[[Syntax], bool]:
    def test(node: Syntax) -> bool:
        return isinstance(node, Show) and node.what == what

    return test


_SHOWN = (
    "CONSTRAINTS",
    "INDEXES",
    "FUNCTIONS",
    "PROCEDURES",
    "SETTINGS",
    "TRANSACTIONS",
    "DATABASES",
)

SCHEMA: tuple[Feature, ...] = (
    Feature("uniqueness constraints", _unique, to_be_named=False),
    Feature("NODE KEY constraints", _constraint("NODE", "KEY")),
    Feature("RELATIONSHIP KEY constraints", _constraint("RELATIONSHIP", "KEY")),
    Feature("node property constraints", _constraint("NODE", "NOT NULL", "TYPED")),
    Feature("relationship property constraints", _constraint("RELATIONSHIP", "NOT NULL", "TYPED")),
    Feature("range indexes", _index("RANGE"), to_be_named=False),
    Feature("text indexes", _index("TEXT")),
    Feature("point indexes", _index("POINT")),
    Feature("lookup indexes", _index("LOOKUP")),
    Feature("full-text indexes", _index("FULLTEXT")),
    Feature("vector indexes", _index("VECTOR")),
    *(Feature(f"SHOW {what}", _show(what)) for what in _SHOWN),
)
