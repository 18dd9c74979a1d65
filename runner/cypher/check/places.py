"""Where Neo4j says an expression is: at its operator, not at its first character."""

from __future__ import annotations

from runner.cypher.syntax.base import Syntax
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    IsNormalized,
    IsNull,
    IsTyped,
    LabelTest,
    Logical,
    PropertyAccess,
    Slice,
    Subscript,
)
from runner.cypher.syntax.patterns import LabelAnd, LabelExpression, LabelOr

_BEHIND_SUBJECT = frozenset((LabelTest, PropertyAccess, Slice, Subscript))


def place(text: str, expression: Expression) -> int:
    """The offset that a message about `expression` names."""
    kind = type(expression)
    if kind is Binary:
        return expression.operator_start  # type: ignore[attr-defined,no-any-return]
    if kind is Comparison or kind is Logical:
        return after(text, expression.operands[-2])  # type: ignore[attr-defined]
    if kind in _BEHIND_SUBJECT:
        return after(text, expression.subject)  # type: ignore[attr-defined]
    if kind is IsNull or kind is IsTyped or kind is IsNormalized:
        return after(text, expression.operand)  # type: ignore[attr-defined]
    return expression.start


def label_place(text: str, labels: LabelExpression) -> int:
    """The offset that a message about a label expression names: that of its last operator."""
    if isinstance(labels, (LabelAnd, LabelOr)):
        return after(text, labels.operands[-2])
    return labels.start


def after(text: str, node: Syntax) -> int:
    """The offset of the first token after `node` and the parentheses around it."""
    at = skip_blank(text, node.end)
    while at < len(text) and text[at] == ")":
        at = skip_blank(text, at + 1)
    return at


def skip_blank(text: str, at: int) -> int:
    """The offset of the first character at or after `at` that is no blank and in no comment."""
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text.startswith("//", at):
            newline = text.find("\n", at)
            at = len(text) if newline < 0 else newline + 1
        elif text.startswith("/*", at):
            close = text.find("*/", at + 2)
            at = len(text) if close < 0 else close + 2
        else:
            break
    return at
