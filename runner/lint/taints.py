"""Which expressions have a value that depends on the order of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.aggregates import is_aggregate
from runner.cypher.syntax.base import children
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    FunctionCall,
    IsNull,
    IsTyped,
    LabelTest,
    ListLiteral,
    PatternComprehension,
    PatternPredicate,
    Quantified,
    Reduce,
    Slice,
    Subquery,
    Subscript,
    Variable,
)
from runner.lint.rows import Rows, Taint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.syntax.base import Syntax
    from runner.lint.rows import Flow

_COLLECTS = ("collect", "collect_list")
_NAMES = ("labels", "keys")
_PICKS = ("head", "last")
_SORTS = ("size", "isempty", "cardinality", "coll.sort", "coll.max", "coll.min", "valuetype")
"""Functions of a list that do not care about its order."""
_TESTS = (Comparison, IsNull, IsTyped, LabelTest, PatternPredicate, Quantified)


def taint(flow: Flow, node: Syntax) -> Taint | None:
    """What is not settled about the value of an expression at a place; None where all is."""
    if isinstance(node, Variable):
        return flow.unsettled.get(node.name)
    if isinstance(node, _TESTS):
        return None
    if isinstance(node, FunctionCall):
        return _of_call(flow, node)
    if isinstance(node, Subquery):
        return _of_subquery(flow, node)
    if isinstance(node, PatternComprehension):
        return Taint.LIST
    if isinstance(node, (Subscript, Slice)):
        subject = taint(flow, node.subject)
        return None if subject is Taint.NAMES else Taint.VALUE if subject else None
    if isinstance(node, Reduce):
        return taint(flow, node.source) if isinstance(node.initial, ListLiteral) else None
    if isinstance(node, Binary) and node.operator == "IN":
        return taint(flow, node.left)
    return _worst(taint(flow, child) for child in children(node))


def _of_call(flow: Flow, call: FunctionCall) -> Taint | None:
    name = call.name.lower()
    inside = _worst(taint(flow, argument) for argument in call.arguments)
    if name in _COLLECTS:
        return Taint.LIST if flow.rows is Rows.UNSETTLED else inside
    if name in _SORTS or is_aggregate(call, flow.language):
        return None
    if name in _NAMES:
        return Taint.NAMES
    if name in _PICKS:
        return Taint.VALUE if inside in (Taint.LIST, Taint.VALUE) else None
    return inside


def _of_subquery(flow: Flow, node: Subquery) -> Taint | None:
    if node.kind != "COLLECT":
        return None
    inner = flow.inner()
    inner.query(node.query)
    if inner.rows is Rows.UNSETTLED:
        return Taint.LIST
    return _worst(column.taint for column in inner.columns)


def _worst(found: Iterable[Taint | None]) -> Taint | None:
    """The one that tells most: a value, then a list, then names."""
    given = set(found)
    for each in (Taint.VALUE, Taint.LIST, Taint.NAMES):
        if each in given:
            return each
    return None
