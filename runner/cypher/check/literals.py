"""Numbers and other literals as the text writes them."""

from __future__ import annotations

from runner.cypher.syntax.expressions import Expression, Literal, Unary


def number(expression: Expression) -> int | float | None:
    """The number that a literal, with its sign, stands for; None for anything else."""
    sign = 1
    if isinstance(expression, Unary) and expression.operator in ("-", "+"):
        sign = -1 if expression.operator == "-" else 1
        expression = expression.operand
    if isinstance(expression, Literal):
        value = expression.value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return sign * value
    return None


def literal_text(text: str, expression: Expression) -> str | None:
    """How Neo4j shows a literal in a message; None where the expression is none."""
    if isinstance(expression, Literal):
        value = expression.value
        if value is None:
            return "NULL"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, str):
            return value
        return text[expression.start : expression.end]
    if number(expression) is not None:
        return text[expression.start : expression.end]
    return None
