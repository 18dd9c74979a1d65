"""SEARCH: a pattern of one element, and what may be said of it (42I70 to 42I75)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.free import free_variables
from runner.cypher.check.literals import literal_text, number
from runner.cypher.check.places import place
from runner.cypher.check.reading import check_match
from runner.cypher.syntax.clauses import Match
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    IsNull,
    Logical,
    Parameter,
    PropertyAccess,
    Variable,
)
from runner.cypher.syntax.patterns import NodePattern, RelationshipPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Search
    from runner.cypher.syntax.patterns import PathPattern

_NEEDED = "In order to have a search clause, a MATCH statement can only have "
_ONE_VARIABLE = f"{_NEEDED}one bound variable."
_ONE_ELEMENT = f"{_NEEDED}a single node or relationship pattern and no selectors."
_FILTERABLE = (
    t.BOOLEAN | t.FLOAT | t.INTEGER | t.STRING | t.DURATION | t.DATE | t.TIME
    | t.LOCAL_TIME | t.LOCAL_DATETIME | t.DATETIME
)  # fmt: skip
_LARGEST = 2**31 - 1


def check_search(walk: Walk, clause: Search) -> None:
    """``MATCH … SEARCH``: the pattern, the search in it, then the predicate of the MATCH."""
    match = clause.match
    # The predicate sees the score, which is declared last.
    bare = Match(
        match.start, match.end, match.optional, match.mode, match.pattern, match.hints, None
    )
    check_match(walk, bare)
    _check_pattern(walk, clause)
    variable = clause.variable
    walk.expect(variable, walk.use(variable), t.NODE | t.RELATIONSHIP)
    if isinstance(clause.index, Parameter):
        text = "Parameter cannot be used in a VECTOR INDEX clause."
        cause = "'Parameter' cannot be used in a VECTOR INDEX clause."
        walk.problems.add(clause.index.start, text, "42I04", cause)
    if not _refers_to_itself(walk, clause, clause.vector, "query vector"):
        given = walk.simple(clause.vector)
        if not t.coerced(given, t.VECTOR | t.list_of(t.NUMBER)):
            _refuse_type(
                walk,
                clause.vector,
                given,
                "Vector, List<Float>, List<Integer> or List<Number>",
                "VECTOR or LIST<INTEGER | FLOAT>",
            )
    if clause.filter is not None:
        before = len(walk.problems)
        walk.predicate(clause.filter)
        if len(walk.problems) == before:
            _check_filter(walk, clause, clause.filter)
    _check_limit(walk, clause.limit)
    if clause.score is not None:
        walk.declare(clause.score, t.FLOAT)
    walk.predicate(match.predicate)


def _check_pattern(walk: Walk, clause: Search) -> None:
    patterns = clause.match.pattern
    first = patterns[0]
    if len(patterns) > 1 or first.selector is not None or not _is_single(first):
        other = patterns[1] if len(patterns) > 1 else first
        walk.problems.add(other.start, _ONE_ELEMENT, "42I72", _ONE_ELEMENT)
        return
    elements = [
        element
        for element in first.elements
        if isinstance(element, (NodePattern, RelationshipPattern))
    ]
    name = clause.variable.name
    if name not in walk.symbols:
        return
    for element in elements:
        if element.variable is not None and element.variable.name != name:
            walk.problems.add(element.variable.start, _ONE_VARIABLE, "42I70", _ONE_VARIABLE)
            return
    for element in elements:
        if element.variable is None:
            for said in _predicates(element):
                walk.problems.add(
                    said.start,
                    f"{_NEEDED}predicates on the bound variable.",
                    "42I71",
                    f"{_NEEDED}predicates on the bound node or relationship.",
                )
                return


def _is_single(path: PathPattern) -> bool:
    """Whether a path is one node, or one relationship with its ends."""
    return len(path.elements) in (1, 3) and all(
        isinstance(element, (NodePattern, RelationshipPattern)) for element in path.elements
    )


def _predicates(element: NodePattern | RelationshipPattern) -> Iterator[Syntax]:
    labels = element.labels if isinstance(element, NodePattern) else element.types
    for said in (labels, element.properties, element.predicate):
        if said is not None:
            yield said


def _refers_to_itself(walk: Walk, clause: Search, expression: Expression, what: str) -> bool:
    name = clause.variable.name
    for variable in free_variables(expression):
        if variable.name == name:
            shown = walk.text[expression.start : expression.end]
            walk.problems.add(
                variable.start,
                f"Vector search {what} referencing the search binding variable",
                "42I75",
                f"The expression '{shown}' in the search clause may not depend on the search "
                f"clause binding variable `{name}`.",
            )
            return True
    return False


def _refuse_type(
    walk: Walk, expression: Expression, given: t.Types, expected: str, wanted: str
) -> None:
    found = " | ".join(given.gql_names())
    walk.problems.add(
        place(walk.text, expression),
        f"Type mismatch: expected {expected} but was {given}",
        "22NB1",
        f"Type mismatch: expected to be {wanted} but was {found}.",
    )


def _check_limit(walk: Walk, limit: Expression) -> None:
    variable = min(free_variables(limit), key=lambda found: found.start, default=None)
    if variable is not None:
        walk.problems.add(
            variable.start,
            "It is not allowed to refer to variables in LIMIT, so that the value for LIMIT can be "
            "statically calculated.",
            "42N28",
            "Only statically inferrable patterns and variables are allowed in 'LIMIT'.",
        )
        return
    shown = literal_text(walk.text, limit)
    if shown is None:
        walk.expect(limit, walk.simple(limit), t.INTEGER)
        return
    value = number(limit)
    if not isinstance(value, int) or not 0 <= value <= _LARGEST:
        walk.problems.add(
            limit.start,
            f"Invalid input. '{shown}' is not a valid value. Must be a non-negative integer "
            f"smaller than or equal to {_LARGEST}.",
            "42N31",
            f"Expected 'LIMIT' to be INTEGER NOT NULL in the range 0 to {_LARGEST} but found "
            f"{shown}.",
        )


def _check_filter(walk: Walk, clause: Search, expression: Expression) -> None:
    """The filter is an AND that leaves each property a value or one range."""
    bounds: dict[str, set[str]] = {}
    for part in _conjuncts(expression):
        said = _property_predicate(part, clause.variable.name)
        if said is None:
            _refuse_filter(walk, expression)
            return
        key, kinds, values = said
        known = bounds.setdefault(key, set())
        for kind in kinds:
            if known and ("is" in known or kind == "is" or kind in known):
                _refuse_filter(walk, expression)
                return
            known.add(kind)
        for value in values:
            if _refers_to_itself(walk, clause, value, "filter predicate"):
                return
            if isinstance(part, Comparison):
                given = walk.simple(value)
                if not given & _FILTERABLE:
                    _refuse_type(
                        walk,
                        value,
                        given,
                        "Boolean, Float, Integer, String, Duration, Date, Time, LocalTime, "
                        "LocalDateTime or DateTime",
                        "BOOLEAN, FLOAT, INTEGER, STRING, DURATION, DATE, ZONED TIME, LOCAL TIME, "
                        "LOCAL DATETIME or ZONED DATETIME",
                    )
                    return


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Logical) and expression.operator == "AND":
        for operand in expression.operands:
            yield from _conjuncts(operand)
    else:
        yield expression


def _property_predicate(
    part: Expression, name: str
) -> tuple[str, tuple[str, ...], tuple[Expression, ...]] | None:
    """The property that is filtered by, how it is bounded, and the values it is held against."""
    if isinstance(part, IsNull):
        key = _key(part.operand, name)
        return None if key is None else (key, ("is",), ())
    if isinstance(part, Binary) and part.operator == "IN":
        key = _key(part.left, name)
        return None if key is None else (key, ("is",), (part.right,))
    if not isinstance(part, Comparison):
        return None
    at = [n for n, operand in enumerate(part.operands) if _key(operand, name) is not None]
    if not at or len(part.operands) > 3 or (len(part.operands) == 3 and at[:1] != [1]):
        return None
    key = _key(part.operands[at[0]], name)
    kinds = []
    for number_, operator in enumerate(part.operators):
        if operator not in ("=", "<", "<=", ">", ">="):
            return None
        # What is below when the property stands on the right is above on the left.
        below = operator[0] == "<"
        kinds.append(
            "is" if operator == "=" else ("upper" if below == (at[0] <= number_) else "lower")
        )
    values = tuple(operand for n, operand in enumerate(part.operands) if n != at[0])
    return None if key is None else (key, tuple(kinds), values)


def _key(expression: Expression, name: str) -> str | None:
    if (
        isinstance(expression, PropertyAccess)
        and isinstance(expression.subject, Variable)
        and expression.subject.name == name
    ):
        return expression.key
    return None


def _refuse_filter(walk: Walk, expression: Expression) -> None:
    shown = re.sub(r"'([^'\"\\]*)'", r'"\1"', walk.text[expression.start : expression.end])
    text = (
        f"The vector search filter predicate '{shown}' must consist of one or more property "
        "predicates joined by AND, and the combined property predicates for each property must "
        "specify either an exact value (e.g. x.prop = 1), a half-bounded range (e.g. x.prop >= 1), "
        "or a bounded range (e.g. x.prop > 1 AND x.prop < 100). Note that this is not an "
        "exhaustive list of valid predicates, see documentation for all rules."
    )
    walk.problems.add(place(walk.text, expression), text, "42I73", text)
