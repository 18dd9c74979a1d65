"""Features that are patterns and expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.functions import family
from runner.cypher.syntax.expressions import (
    Binary,
    Case,
    FunctionCall,
    IsTyped,
    ListComprehension,
    MapProjection,
    Parameter,
    PatternComprehension,
    PatternPredicate,
    ShortestPathExpression,
    Subquery,
)
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelNot,
    LabelOr,
    LabelWildcard,
    ParenthesizedPath,
    RelationshipPattern,
    Selector,
)
from runner.lint.features.feature import Feature, kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.cypher.syntax.base import Syntax


def _subquery(keyword: str) -> Callable[[Syntax], bool]:
    def test(node: Syntax) -> bool:
        return isinstance(node, Subquery) and node.kind == keyword

    return test


def _variable_length(node: Syntax) -> bool:
    return (
        isinstance(node, RelationshipPattern)
        and node.quantifier is not None
        and node.quantifier.legacy
    )


def _quantified(node: Syntax) -> bool:
    if not isinstance(node, (ParenthesizedPath, RelationshipPattern)):
        return False
    return node.quantifier is not None and not node.quantifier.legacy


def _shortest(node: Syntax) -> bool:
    if isinstance(node, ShortestPathExpression):
        return True
    return isinstance(node, Selector) and "shortest" in node.kind.lower()


def _regular_expression(node: Syntax) -> bool:
    return isinstance(node, Binary) and node.operator == "=~"


def _of_family(*names: str) -> Callable[[Syntax], bool]:
    """A test for calls of functions of some families."""
    known: set[str] = set()

    def test(node: Syntax) -> bool:
        if not isinstance(node, FunctionCall):
            return False
        if not known:
            known.update(each.name.lower() for name in names for each in family(name))
        return node.name.lower() in known

    return test


EXPRESSIONS: tuple[Feature, ...] = (
    Feature("EXISTS subqueries", _subquery("EXISTS")),
    Feature("COUNT subqueries", _subquery("COUNT")),
    Feature("COLLECT subqueries", _subquery("COLLECT")),
    Feature("variable-length patterns", _variable_length),
    Feature("quantified path patterns", _quantified),
    Feature("shortest paths", _shortest),
    Feature("label expressions", kind(LabelOr, LabelNot, LabelWildcard), to_be_named=False),
    Feature("dynamic labels", kind(DynamicLabel)),
    Feature("pattern predicates", kind(PatternPredicate), to_be_named=False),
    Feature("pattern comprehensions", kind(PatternComprehension)),
    Feature("list comprehensions", kind(ListComprehension), to_be_named=False),
    Feature("map projections", kind(MapProjection), to_be_named=False),
    Feature("CASE", kind(Case), to_be_named=False),
    Feature("type predicates", kind(IsTyped), to_be_named=False),
    Feature("regular expressions", _regular_expression, to_be_named=False),
    Feature("parameters", kind(Parameter), to_be_named=False),
    Feature("dates and times", _of_family("temporal"), to_be_named=False),
    Feature("durations", _of_family("duration"), to_be_named=False),
    Feature("points", _of_family("spatial"), to_be_named=False),
    Feature("vectors", _of_family("vectors"), to_be_named=False),
)
