"""The types of operators: which operands they take and what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.declared import check_type
from runner.cypher.check.places import after
from runner.cypher.notify.remarks import replaced
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    IsNormalized,
    IsNull,
    IsTyped,
    LabelTest,
    Logical,
    Unary,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_Signature = tuple["Types", "Types", "Types"]

_NUMERIC: tuple[_Signature, ...] = (
    (t.INTEGER, t.INTEGER, t.INTEGER),
    (t.INTEGER, t.FLOAT, t.FLOAT),
    (t.FLOAT, t.INTEGER, t.FLOAT),
    (t.FLOAT, t.FLOAT, t.FLOAT),
)
_SIGNATURES: dict[str, tuple[_Signature, ...]] = {
    "-": (
        *_NUMERIC,
        (t.DURATION, t.DURATION, t.DURATION),
        (t.DATE, t.DURATION, t.DATE),
        (t.TIME, t.DURATION, t.TIME),
        (t.LOCAL_TIME, t.DURATION, t.LOCAL_TIME),
        (t.LOCAL_DATETIME, t.DURATION, t.LOCAL_DATETIME),
        (t.DATETIME, t.DURATION, t.DATETIME),
    ),
    "*": (
        *_NUMERIC,
        (t.DURATION, t.FLOAT, t.DURATION),
        (t.DURATION, t.INTEGER, t.DURATION),
        (t.FLOAT, t.DURATION, t.DURATION),
        (t.INTEGER, t.DURATION, t.DURATION),
    ),
    "/": (
        *_NUMERIC,
        (t.DURATION, t.FLOAT, t.DURATION),
        (t.DURATION, t.INTEGER, t.DURATION),
    ),
    "%": _NUMERIC,
    "^": ((t.FLOAT, t.FLOAT, t.FLOAT),),
    "||": ((t.STRING, t.STRING, t.STRING), (t.LIST, t.LIST, t.LIST)),
    "=~": ((t.STRING, t.STRING, t.BOOLEAN),),
}
_ANYTHING = frozenset({"STARTS WITH", "ENDS WITH", "CONTAINS"})
_NUMBER = t.INTEGER | t.FLOAT


def binary(walk: Walk, node: Binary) -> Types:
    """Arithmetic, concatenation, string predicates and membership."""
    operator = node.operator
    if operator == "+":
        left = walk.anything(node.left, walk.expression(node.left))
        right = walk.expression(node.right)
        if walk.language == "5" and isinstance(node.right, LabelTest):
            _remark_labels(walk, node, node.right)
        wanted = _addends(left)
        if wanted is t.ANY:
            walk.anything(node.right, right)
        walk.expect_operand(node.right, right, wanted)
        return _sum(left, right)
    left = walk.expression(node.left)
    right = walk.expression(node.right)
    if operator == "IN":
        walk.expect(node.right, right, t.LIST)
        return t.BOOLEAN
    if operator in _ANYTHING:
        return t.BOOLEAN
    possible = _SIGNATURES[operator]
    left = walk.expect_operand(node.left, left, _union(possible, 0))
    possible = tuple(signature for signature in possible if left & signature[0])
    right = walk.expect_operand(node.right, right, _union(possible, 1))
    if operator == "||" and left.is_list and right.is_list:
        return t.list_of(t.merged(t.element(left), t.element(right)))
    possible = tuple(signature for signature in possible if right & signature[1])
    return _union(possible, 2) or t.ANY


def _remark_labels(walk: Walk, node: Binary, test: LabelTest) -> None:
    """In Cypher 25 the labels in ``a + n:A`` belong to the sum."""
    if "(" not in walk.text[node.operator_start : test.start]:
        written = walk.text[test.start : test.end]
        at = after(walk.text, test.subject)
        walk.remarks.append(replaced(f"... + {written}", f"... + ({written})", at))


def _union(signatures: tuple[_Signature, ...], at: int) -> Types:
    found = t.NONE
    for signature in signatures:
        found |= signature[at]
    return found


def unary(walk: Walk, node: Unary) -> Types:
    """``NOT``, ``-`` and ``+``."""
    given = walk.expression(node.operand)
    if node.operator == "NOT":
        walk.expect_operand(node.operand, given, t.BOOLEAN)
        return t.BOOLEAN
    return walk.expect_operand(node.operand, given, _NUMBER)


def logical(walk: Walk, node: Logical) -> Types:
    """``AND``, ``OR``, ``XOR``."""
    given = [(operand, walk.expression(operand)) for operand in node.operands]
    for operand, types in given:
        walk.expect_operand(operand, types, t.BOOLEAN)
    return t.BOOLEAN


def comparison(walk: Walk, node: Comparison) -> Types:
    """Comparisons take anything."""
    if walk.flaws:
        for operand in node.operands[:-1]:
            walk.flaw(after(walk.text, operand))
    for operand in node.operands:
        walk.anything(operand, walk.expression(operand))
    return t.BOOLEAN


def tested(walk: Walk, node: IsNull | IsNormalized) -> Types:
    """``IS NULL`` and ``IS NORMALIZED`` take anything."""
    walk.anything(node.operand, walk.expression(node.operand))
    return t.BOOLEAN


def typed(walk: Walk, node: IsTyped) -> Types:
    """``IS :: type`` takes anything, but the type must make sense."""
    walk.expression(node.operand)
    check_type(walk.problems, node.type)
    return t.BOOLEAN


def _addends(left: Types) -> Types:
    """What may be added to `left`."""
    if left.may_be_list:
        return t.ANY
    found = t.LIST
    if left & t.STRING:
        found |= t.SIMPLE
    if left & _NUMBER:
        found |= t.STRING | _NUMBER
    if left & t.TEMPORAL:
        found |= t.STRING | t.DURATION
    if left & t.DURATION:
        found |= t.STRING | t.TEMPORAL
    if left & (t.BOOLEAN | t.POINT | t.VECTOR):
        found |= t.STRING
    return found


_SUMS: tuple[_Signature, ...] = (
    (t.STRING, t.SIMPLE, t.STRING),
    (t.INTEGER, t.INTEGER, t.INTEGER),
    (t.FLOAT, _NUMBER, t.FLOAT),
    (t.DURATION, t.DURATION, t.DURATION),
    (t.DATE, t.DURATION, t.DATE),
    (t.TIME, t.DURATION, t.TIME),
    (t.LOCAL_TIME, t.DURATION, t.LOCAL_TIME),
    (t.LOCAL_DATETIME, t.DURATION, t.LOCAL_DATETIME),
    (t.DATETIME, t.DURATION, t.DATETIME),
)


def _scalar_sum(left: Types, right: Types) -> Types:
    found = t.NONE
    for one, other, result in _SUMS:
        if (left & one and right & other) or (left & other and right & one):
            found |= result
    return found


def _sum(left: Types, right: Types) -> Types:
    """What ``left + right`` may be."""
    if left is t.UNTYPED or right is t.UNTYPED:
        return t.list_of(t.UNTYPED)
    if left.is_any or right.is_any:
        known = left if right.is_any else right
        if known.may_be_list:
            return t.list_of(t.merged(t.element(known), t.ANY)) if known.is_list else t.ANY
        return _scalar_sum(left, right) | t.list_of(t.extended(t.ANY, known))
    found = _scalar_sum(left, right)
    if left.may_be_list and right.may_be_list:
        if t.is_property(left) or t.is_property(right):
            other = right if t.is_property(left) else left
            return found | t.list_of(t.of_property(t.element(other)))
        found |= t.list_of(t.merged(t.element(left), t.element(right)))
        if (left | right).mask & ~(t.LIST | t.UNTYPED).mask:
            found |= t.LIST
    elif left.may_be_list:
        found |= t.list_of(t.extended(t.element(left), right))
    elif right.may_be_list:
        found |= t.list_of(t.extended(t.element(right), left))
    return found or t.ANY
