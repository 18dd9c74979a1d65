"""Which patterns have at most one match for each row: what a constraint makes unique."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from runner.cypher.syntax.commands import CreateConstraint, DropConstraint
from runner.cypher.syntax.expressions import (
    Comparison,
    FunctionCall,
    Logical,
    MapLiteral,
    PropertyAccess,
    Variable,
)
from runner.cypher.syntax.patterns import LabelAnd, LabelName, NodePattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.syntax.clauses import Match
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import LabelExpression, PathPattern
    from runner.lint.context import PageStatement

UniqueKeys: TypeAlias = "frozenset[tuple[str, frozenset[str]]]"
"""Labels, each with properties whose values no two of its nodes share."""

_ONE_PATH = ("any", "shortest", "shortestPath")
_ID_FUNCTIONS = ("elementid", "id")


def unique_keys(statements: Iterable[PageStatement]) -> UniqueKeys:
    """What is unique after these statements, by the constraints that they make and drop."""
    found: dict[object, tuple[str, frozenset[str]]] = {}
    for statement in statements:
        command = statement.tree.body if statement.tree is not None else None
        if isinstance(command, DropConstraint):
            found.pop(command.name, None)
        elif (
            isinstance(command, CreateConstraint)
            and command.entity == "NODE"
            and command.kind in ("UNIQUE", "KEY")
        ):
            name = command.name if command.name is not None else len(found)
            found[name] = command.label, frozenset(command.properties)
    return frozenset(found.values())


def adds_no_rows(clause: Match, bound: set[str], unique: UniqueKeys) -> bool:
    """Whether a MATCH has at most one match for each row that it gets."""
    equal = set(_equalities(clause.predicate))
    return all(_has_one_match(path, bound, unique, equal) for path in clause.pattern)


def _has_one_match(
    path: PathPattern, bound: set[str], unique: UniqueKeys, equal: set[tuple[str, str]]
) -> bool:
    elements = path.elements
    if len(elements) == 1:
        return _is_anchored(elements[0], bound, unique, equal)
    selector = path.selector
    return (
        selector is not None
        and selector.kind in _ONE_PATH
        and selector.count is None
        and _is_anchored(elements[0], bound, unique, equal)
        and _is_anchored(elements[-1], bound, unique, equal)
    )


def _is_anchored(
    element: object, bound: set[str], unique: UniqueKeys, equal: set[tuple[str, str]]
) -> bool:
    """Whether at most one node fits an element, or it is known already."""
    if not isinstance(element, NodePattern):
        return False
    name = element.variable.name if element.variable is not None else ""
    if name in bound or (name, "") in equal:
        return True
    given = {key for variable, key in equal if variable == name}
    given |= {key for variable, key in _equalities(element.predicate) if variable == name}
    if isinstance(element.properties, MapLiteral):
        given |= {key for key, _ in element.properties.entries}
    labels = set(_labels(element.labels))
    return any(label in labels and keys <= given for label, keys in unique)


def _labels(labels: LabelExpression | None) -> Iterator[str]:
    if isinstance(labels, LabelName):
        yield labels.name
    elif isinstance(labels, LabelAnd):
        for operand in labels.operands:
            yield from _labels(operand)


def _equalities(predicate: Expression | None) -> Iterator[tuple[str, str]]:
    """Variables with the property that must have one value; ``""`` stands for the id."""
    if isinstance(predicate, Logical) and predicate.operator == "AND":
        for operand in predicate.operands:
            yield from _equalities(operand)
    elif isinstance(predicate, Comparison) and predicate.operators == ("=",):
        for operand in predicate.operands:
            if isinstance(operand, PropertyAccess) and isinstance(operand.subject, Variable):
                yield operand.subject.name, operand.key
            elif isinstance(operand, FunctionCall) and operand.name.lower() in _ID_FUNCTIONS:
                for argument in operand.arguments:
                    if isinstance(argument, Variable):
                        yield argument.name, ""
