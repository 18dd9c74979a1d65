"""The order in which a filter asks its predicates: the most selective for its cost first.

It decides which predicate fails where several could, and whether one fails at all that another
rules out. The estimates are those by which Neo4j's planner sorts, for a graph about which it knows
nothing; equal ones keep the order of the text.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from runner.cypher.plan.predicates import conjuncts
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    IsNull,
    IsTyped,
    LabelTest,
    Logical,
    PatternPredicate,
    PropertyAccess,
    Subquery,
    Unary,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_EQUAL = 0.1
_EQUAL_PROPERTY = 0.05
_EXISTING = 0.5
_IN_LIST = 0.35
_LABELLED = 0.04
_RANGE = 0.3
_RANGE_OF_PROPERTY = 0.32
_TEXT_OF_PROPERTY = 0.05
_TYPED_PROPERTY = 0.9
_UNKNOWN = 0.75
"""The part of the rows for which a predicate is guessed to be true."""
_UNEQUAL_PROPERTY = _EXISTING - _EQUAL_PROPERTY
_COST_OF_NOTHING = 0.1
"""What a predicate costs that reads nothing from the store; a read costs 1."""
_COST_OF_SUBQUERY = 0.125
_TEXT_TESTS = ("STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


def filter_order(expression: Expression) -> list[Expression]:
    """The operands of the ANDs that `expression` is made of, in the order of a filter."""
    return sorted(conjuncts(expression), key=rank)


def rank(expression: Expression) -> float:
    """A number by which to sort: what has a smaller one is asked first."""
    return (selectivity(expression) - 1) / _cost(expression)


def _cost(expression: Expression) -> float:
    if isinstance(expression, (PatternPredicate, Subquery)):
        return _COST_OF_SUBQUERY
    reads = sum(isinstance(part, (LabelTest, PropertyAccess)) for part in walk(expression))
    return reads or _COST_OF_NOTHING


def selectivity(expression: Expression) -> float:
    """For which part of the rows `expression` is guessed to be true, from 0 to 1."""
    if isinstance(expression, LabelTest):
        return _LABELLED
    if isinstance(expression, Unary) and expression.operator == "NOT":
        return 1 - selectivity(expression.operand)
    if isinstance(expression, Logical) and expression.operator == "OR":
        return 1 - prod(1 - part for part in _parts(expression.operands))
    if isinstance(expression, Logical) and expression.operator == "AND":
        return prod(_parts(expression.operands))
    if isinstance(expression, Comparison) and len(expression.operators) == 1:
        return _compared(expression)
    of_property = isinstance(_subject(expression), PropertyAccess)
    if isinstance(expression, IsNull) and expression.negated and of_property:
        return _EXISTING
    if isinstance(expression, IsTyped) and of_property:
        return 1 - _TYPED_PROPERTY if expression.negated else _TYPED_PROPERTY
    if isinstance(expression, Binary) and of_property:
        if expression.operator == "IN":
            return _IN_LIST
        if expression.operator in _TEXT_TESTS:
            return _TEXT_OF_PROPERTY
    return _UNKNOWN


def _parts(operands: Iterable[Expression]) -> Iterable[float]:
    return map(selectivity, operands)


def _subject(expression: Expression) -> Expression | None:
    if isinstance(expression, (IsNull, IsTyped)):
        return expression.operand
    return expression.left if isinstance(expression, Binary) else None


def _compared(comparison: Comparison) -> float:
    left, right = comparison.operands
    (operator,) = comparison.operators
    properties = isinstance(left, PropertyAccess) + isinstance(right, PropertyAccess)
    if operator in ("=", "<>"):
        if properties == 1:
            return _EQUAL_PROPERTY if operator == "=" else _UNEQUAL_PROPERTY
        equal = _EXISTING if properties else _EQUAL
        return equal if operator == "=" else 1 - equal
    return _RANGE_OF_PROPERTY if properties == 1 else _RANGE
