"""Finds aggregates in expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher import functions
from runner.cypher.functions.table import Aggregate
from runner.cypher.syntax.base import children
from runner.cypher.syntax.expressions import (
    CountStar,
    Expression,
    FunctionCall,
    Literal,
    Parameter,
    PropertyAccess,
    Subquery,
    Variable,
)

if TYPE_CHECKING:
    from runner.cypher.syntax.base import Syntax

_LEAVES = frozenset({Literal, Parameter, Variable})


def is_aggregate(node: Syntax, language: str) -> bool:
    """Whether the node itself is an aggregate."""
    kind = type(node)
    if kind is FunctionCall:
        return isinstance(functions.lookup(node.name, language), Aggregate)  # type: ignore[attr-defined]
    return kind is CountStar


def find_aggregate(
    node: Syntax, language: str, beside: type[Expression] = Subquery
) -> Expression | None:
    """The first aggregate at or below `node`; those inside a subquery are its own.

    Nor are those looked at that are inside an expression of the kind `beside`.
    """
    kind = type(node)
    if kind in _LEAVES or kind is Subquery or kind is beside:
        return None
    if kind is PropertyAccess:
        return find_aggregate(node.subject, language, beside)  # type: ignore[attr-defined]
    if is_aggregate(node, language):
        return node  # type: ignore[return-value]
    for child in children(node):
        found = find_aggregate(child, language, beside)
        if found is not None:
            return found
    return None
