"""Prints patterns and expressions as Neo4j does in its notifications: not as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.store.rule_texts import escape
from runner.cypher.syntax.clauses import Match, SingleQuery
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    FunctionCall,
    IsNull,
    ListLiteral,
    Literal,
    Logical,
    MapLiteral,
    Parameter,
    PropertyAccess,
    Quantified,
    Subquery,
    Subscript,
    Unary,
    Variable,
)
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelAnd,
    LabelExpression,
    LabelName,
    LabelNot,
    LabelOr,
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    Quantifier,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOOSENESS = {"OR": 8, "XOR": 7, "AND": 6, "+": 3, "-": 3, "||": 3, "*": 2, "/": 2, "%": 2, "^": 1}
_LOOSENESS_OF_COMPARISONS = 5
_LOOSENESS_OF_PREDICATES = 4
"""``IN``, ``STARTS WITH``, ``IS NULL`` and their like."""
_ARROWS = {"->": ("-", "->"), "<-": ("<-", "-"), "-": ("-", "-")}
_SELECTORS = {
    "any": "ANY",
    "all": "ALL",
    "shortest": "SHORTEST",
    "all shortest": "ALL SHORTEST",
    "shortest groups": "SHORTEST GROUPS",
}


def pattern_text(text: str, parts: Iterable[PathPattern]) -> str:
    """The parts of a MATCH; `text` is the statement."""
    return ", ".join(path_text(text, part) for part in parts)


def path_text(text: str, path: PathPattern) -> str:
    """One path, with its variable and its selector."""
    shown = elements_text(text, path)
    selector = path.selector
    if selector is not None and selector.kind in ("shortestPath", "allShortestPaths"):
        shown = f"{selector.kind}({shown})"
    elif selector is not None:
        count = "" if selector.count is None else f" {expression_text(text, selector.count)}"
        shown = f"{_SELECTORS[selector.kind]}{count} {shown}"
    return shown if path.variable is None else f"{escape(path.variable.name)} = {shown}"


def elements_text(text: str, path: PathPattern) -> str:
    """What a path consists of, without its variable and selector."""
    shown: list[str] = []
    elements = path.elements
    for at, element in enumerate(elements):
        if isinstance(element, NodePattern):
            shown.append(_node(text, element))
        elif isinstance(element, ParenthesizedPath):
            # A quantified part stands apart from the nodes beside it.
            shown.append(
                (" " if at else "")
                + parenthesized_text(text, element)
                + (" " if at + 1 < len(elements) else "")
            )
        elif element.quantifier is not None and not element.quantifier.legacy:
            quantifier = _quantifier(text, element.quantifier)
            shown.append(" (()" + relationship_text(text, element) + f"()){quantifier} ")
        else:
            shown.append(relationship_text(text, element))
    return "".join(shown)


def relationship_text(text: str, element: RelationshipPattern, *, length: str = "") -> str:
    """A relationship; `length` replaces how often it is followed."""
    if not length and element.quantifier is not None and element.quantifier.legacy:
        length = _legacy_length(text, element.quantifier)
    inside = _content(text, element.variable, element.types, length, element)
    left, right = _ARROWS[element.direction]
    return f"{left}[{inside}]{right}" if inside else f"{left}{right}"


def label_text(labels: LabelExpression, text: str = "") -> str:
    """A label expression; mixed operators get parentheses."""
    if isinstance(labels, LabelName):
        return escape(labels.name)
    if isinstance(labels, LabelNot):
        return f"!{_operand(labels.operand, text)}"
    if isinstance(labels, LabelAnd):
        joint = ":" if labels.colon else "&"
        return joint.join(_operand(operand, text) for operand in labels.operands)
    if isinstance(labels, LabelOr):
        return "|".join(_operand(operand, text) for operand in labels.operands)
    if isinstance(labels, DynamicLabel):
        kind = "any" if labels.any else "all"
        return f"${kind}({expression_text(text, labels.expression)})"
    return "%"


def expression_text(text: str, expression: Expression) -> str:
    """An expression; kinds without a form of their own as they were written."""
    shown = _simple(text, expression)
    if shown is None:
        shown = _compound(text, expression)
    return text[expression.start : expression.end] if shown is None else shown


def _simple(text: str, expression: Expression) -> str | None:
    if isinstance(expression, Variable):
        return escape(expression.name)
    if isinstance(expression, Parameter):
        return f"${escape(expression.name)}"
    if isinstance(expression, Literal):
        if isinstance(expression.value, str):
            return f"'{expression.value}'"
        if expression.value is None:
            return "NULL"
        if isinstance(expression.value, bool):
            return str(expression.value).lower()
        return None
    if isinstance(expression, ListLiteral):
        return f"[{', '.join(expression_text(text, item) for item in expression.items)}]"
    if isinstance(expression, MapLiteral):
        entries = (f"{escape(k)}: {expression_text(text, v)}" for k, v in expression.entries)
        return f"{{{', '.join(entries)}}}"
    if isinstance(expression, PropertyAccess):
        return f"{expression_text(text, expression.subject)}.{escape(expression.key)}"
    if isinstance(expression, Subscript):
        subject = _within(text, expression.subject, 0)
        return f"{subject}[{expression_text(text, expression.index)}]"
    if isinstance(expression, FunctionCall):
        distinct = "DISTINCT " if expression.distinct else ""
        arguments = ", ".join(expression_text(text, value) for value in expression.arguments)
        return f"{expression.name}({distinct}{arguments})"
    return None


def _compound(text: str, expression: Expression) -> str | None:
    limit = _looseness(expression)
    if isinstance(expression, Binary):
        left, right = (
            _within(text, operand, limit - 1) for operand in (expression.left, expression.right)
        )
        return f"{left} {expression.operator} {right}"
    if isinstance(expression, Logical):
        shown = _within(text, expression.operands[0], limit)
        for at, operand in enumerate(expression.operands[1:]):
            # Neo4j joins two at a time, and shows that.
            first = f"({shown})" if at else shown
            shown = f"{first} {expression.operator} {_within(text, operand, limit)}"
        return shown
    if isinstance(expression, Comparison):
        first, *others = (_within(text, operand, limit - 1) for operand in expression.operands)
        rest = zip(expression.operators, others, strict=True)
        return first + "".join(f" {operator} {operand}" for operator, operand in rest)
    if isinstance(expression, IsNull):
        negated = " NOT" if expression.negated else ""
        return f"{_within(text, expression.operand, limit - 1)} IS{negated} NULL"
    if isinstance(expression, Unary):
        if expression.operator == "NOT":
            return f"NOT {_within(text, expression.operand, _LOOSENESS_OF_COMPARISONS)}"
        return f"{expression.operator}{_within(text, expression.operand, 1)}"
    if isinstance(expression, Quantified) and expression.predicate is not None:
        variable, source = (
            escape(expression.variable.name),
            expression_text(text, expression.source),
        )
        test = expression_text(text, expression.predicate)
        return f"{expression.kind.lower()}({variable} IN {source} WHERE {test})"
    if isinstance(expression, Subquery):
        return _subquery(text, expression)
    return None


def _subquery(text: str, expression: Subquery) -> str | None:
    """A subquery of one MATCH; others as they were written."""
    query = expression.query
    if not isinstance(query, SingleQuery) or len(query.clauses) != 1:
        return None
    match = query.clauses[0]
    if type(match) is not Match or match.optional or match.hints or match.mode is not None:
        return None
    shown = f"MATCH {pattern_text(text, match.pattern)}"
    if match.predicate is None:
        return f"{expression.kind} {{ {shown} }}"
    test = expression_text(text, match.predicate)
    return f"{expression.kind} {{\n  {shown}\n    WHERE {test}\n}}"


def _within(text: str, operand: Expression, limit: int) -> str:
    shown = expression_text(text, operand)
    return f"({shown})" if _looseness(operand) > limit else shown


def _looseness(expression: Expression) -> int:
    """How loosely the operator of `expression` binds; 0 for what needs no parentheses."""
    if isinstance(expression, (Binary, Logical)):
        return _LOOSENESS.get(expression.operator, _LOOSENESS_OF_PREDICATES)
    if isinstance(expression, IsNull):
        return _LOOSENESS_OF_PREDICATES
    return _LOOSENESS_OF_COMPARISONS if isinstance(expression, Comparison) else 0


def _operand(labels: LabelExpression, text: str) -> str:
    shown = label_text(labels, text)
    return f"({shown})" if isinstance(labels, (LabelAnd, LabelOr)) else shown


def _node(text: str, node: NodePattern) -> str:
    return f"({_content(text, node.variable, node.labels, '', node)})"


def _content(
    text: str,
    variable: Variable | None,
    labels: LabelExpression | None,
    length: str,
    element: NodePattern | RelationshipPattern,
) -> str:
    """What stands between the parentheses or brackets of an element."""
    shown = "" if variable is None else escape(variable.name)
    if labels is not None:
        colon = text.rfind(":", element.start, labels.start) >= 0
        shown += f":{label_text(labels, text)}" if colon else f" IS {label_text(labels, text)}"
    shown += length
    if element.properties is not None:
        shown += f" {expression_text(text, element.properties)}"
    if element.predicate is not None:
        shown += f" WHERE {expression_text(text, element.predicate)}"
    return shown.strip()


def parenthesized_text(text: str, part: ParenthesizedPath) -> str:
    """A part in parentheses, with its predicate and its quantifier."""
    inside = path_text(text, part.path)
    if part.predicate is not None:
        inside += f" WHERE {expression_text(text, part.predicate)}"
    return f"({inside}){_quantifier(text, part.quantifier)}"


def _quantifier(text: str, quantifier: Quantifier | None) -> str:
    if quantifier is None:
        return ""
    written = text[quantifier.start : quantifier.end]
    if written in ("+", "*"):
        return written
    if "," not in written:
        return f"{{{quantifier.lower}}}"
    lower = written.strip("{ ").partition(",")[0].strip() and str(quantifier.lower)
    upper = "" if quantifier.upper is None else str(quantifier.upper)
    return f"{{{lower}, {upper}}}"


def _legacy_length(text: str, quantifier: Quantifier) -> str:
    written = text[quantifier.start : quantifier.end].strip()
    if written == "*":
        return "*"
    lower, dots, _ = written.strip("* ").partition("..")
    upper = "" if quantifier.upper is None else str(quantifier.upper)
    if not dots:
        return f"*{quantifier.lower}..{upper}"
    return f"*{lower.strip() and quantifier.lower}..{upper}"
