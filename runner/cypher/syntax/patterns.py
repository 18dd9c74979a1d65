"""Patterns: nodes, relationships, quantified parts, selectors, label expressions."""

from __future__ import annotations

from runner.cypher.syntax.base import Syntax
from runner.cypher.syntax.expressions import Expression, Variable


class LabelExpression(Syntax):
    """What a node's labels, or a relationship's type, must satisfy."""


class LabelName(LabelExpression):
    """One label or type by name."""

    name: str


class DynamicLabel(LabelExpression):
    """``$(expression)``, ``$all(…)`` or ``$any(…)``: names that are computed."""

    expression: Expression
    any: bool


class LabelWildcard(LabelExpression):
    """``%``: any label at all."""


class LabelNot(LabelExpression):
    """``!operand``."""

    operand: LabelExpression


class LabelAnd(LabelExpression):
    """``a&b``, and ``:A:B`` where `colon` is set."""

    operands: tuple[LabelExpression, ...]
    colon: bool


class LabelOr(LabelExpression):
    """``a|b``."""

    operands: tuple[LabelExpression, ...]


class NodePattern(Syntax):
    """``(variable:labels {properties} WHERE predicate)``.

    `properties` is a map literal or a parameter.
    """

    variable: Variable | None
    labels: LabelExpression | None
    properties: Expression | None
    predicate: Expression | None


class Quantifier(Syntax):
    """How often: from `lower` to `upper` (None: no bound).

    `legacy` marks ``*1..3`` inside the brackets, which makes the variable a list; ``+``, ``*``
    and ``{1,3}`` after a relationship or a parenthesis are quantified path patterns.
    """

    lower: int
    upper: int | None
    legacy: bool


class RelationshipPattern(Syntax):
    """``-[variable:types {properties} WHERE predicate]->``.

    `direction` is ``->``, ``<-`` or ``-`` (also for ``<-->``).
    """

    variable: Variable | None
    types: LabelExpression | None
    properties: Expression | None
    predicate: Expression | None
    direction: str
    quantifier: Quantifier | None


class ParenthesizedPath(Syntax):
    """``((a)-[r]->(b) WHERE predicate){1,3}``; without quantifier just a group."""

    path: PathPattern
    predicate: Expression | None
    quantifier: Quantifier | None


class Selector(Syntax):
    """Which of the paths are wanted.

    `kind` is ``any``, ``all``, ``shortest``, ``all shortest``, ``shortest groups``, or
    ``shortestPath`` and ``allShortestPaths`` for the functions; `count` is a literal or a
    parameter, None where it is not written (1).
    """

    kind: str
    count: Expression | None


class PathPattern(Syntax):
    """``variable = selector mode elements``.

    `elements` alternates: node, relationship, node, …; a quantified or parenthesized part
    stands where a relationship would, and may stand first, last or beside another.
    `mode` is ``WALK``, ``TRAIL``, ``ACYCLIC`` or None.
    """

    variable: Variable | None
    selector: Selector | None
    mode: str | None
    elements: tuple[NodePattern | RelationshipPattern | ParenthesizedPath, ...]
