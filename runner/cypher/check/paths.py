"""Paths: selectors, quantifiers, and which parts may stand beside each other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from runner.cypher.check.literals import number
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.expressions import Subquery
from runner.cypher.syntax.patterns import (
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    Quantifier,
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk

_FUNCTIONS = frozenset({"shortestPath", "allShortestPaths"})
_SELECTIVE = frozenset({"any", "shortest", "all shortest", "shortest groups"})
_Part = NodePattern | RelationshipPattern | ParenthesizedPath


def is_function(selector: Selector | None) -> bool:
    """Whether it is ``shortestPath(…)`` or ``allShortestPaths(…)``."""
    return selector is not None and selector.kind in _FUNCTIONS


def is_selective(path: PathPattern) -> bool:
    """Whether a selector keeps only some of the paths."""
    return path.selector is not None and path.selector.kind in _SELECTIVE


def check_selector(walk: Walk, path: PathPattern, clause: str) -> None:
    """A selector's count, and the rules of the two functions."""
    selector = path.selector
    assert selector is not None
    if selector.kind in _FUNCTIONS:
        _check_function(walk, path, selector, clause)
        return
    if selector.count is not None:
        walk.simple(selector.count)
        count = number(selector.count)
        if count is not None and count <= 0:
            what = "group" if selector.kind == "shortest groups" else "path"
            walk.problems.add(
                selector.count.start,
                f"The {what} count needs to be greater than 0.",
                "42N31",
                f"Expected {what} count to be INTEGER in the range 1 to 9223372036854775807 but "
                f"found {count}.",
            )
    if clause and clause != "MATCH" and selector.kind in _SELECTIVE:
        shown = walk.text[selector.start : selector.end]
        walk.problems.add(
            selector.start,
            f"Path selectors such as `{shown}` cannot be used in a {clause} clause, but only in a "
            "MATCH clause.",
            "42I04",
            f"{shown} cannot be used in a {clause} clause.",
        )


def check_inner_function(walk: Walk, path: PathPattern, clause: str) -> None:
    """``shortestPath(…)`` does not stand in parentheses (42N69)."""
    if not is_function(path.selector) or clause in ("CREATE", "MERGE", "INSERT"):
        return
    assert path.selector is not None
    _nested_function(walk, path.start, path.selector.kind, "parenthesized")


def _nested_function(walk: Walk, offset: int, name: str, kind: str) -> None:
    walk.problems.add(
        offset,
        f"{name}(...) is only allowed as a top-level element and not inside a {kind} path pattern",
        "42N69",
        f"The {name}() function is only allowed as a top-level element and not inside an '{kind} "
        "path pattern'.",
    )


def _check_function(walk: Walk, path: PathPattern, selector: Selector, clause: str) -> None:
    name, at, problems = selector.kind, selector.start, walk.problems
    if clause in ("CREATE", "MERGE", "INSERT"):
        shown = walk.text[path.start : path.end]
        problems.add(
            at,
            f"{name}(...) cannot be used in a {clause} clause, but only in a MATCH clause.",
            "42I04",
            f"{shown} cannot be used in a {clause} clause.",
        )
    for element in path.elements:
        if _is_quantified(element):
            problems.add(
                element.start,
                f"{name}(...) contains quantified pattern. This is currently not supported.",
                "42I23",
                f"The {name}() function cannot contain a quantified path pattern.",
            )
    if [type(element) for element in path.elements] != [
        NodePattern,
        RelationshipPattern,
        NodePattern,
    ]:
        problems.add(
            at,
            f"{name}(...) requires a pattern containing a single relationship",
            "42N40",
            f"The {name}() function must contain one relationship pattern.",
        )
        return
    left, relationship, right = path.elements
    assert isinstance(left, NodePattern)
    assert isinstance(relationship, RelationshipPattern)
    assert isinstance(right, NodePattern)
    if relationship.properties is not None:
        shown = walk.text[relationship.properties.start : relationship.properties.end]
        problems.add(
            at,
            f"{name}(...) contains properties {shown}. This is currently not supported.",
            "42N56",
            f"Properties are not supported in the {name}() function.",
        )
    if clause != "MATCH" and (left.variable is None or right.variable is None):
        problems.add(
            at,
            f"A {name}(...) requires bound nodes when not part of a MATCH clause.",
            "42N65",
            f"The {name}() function requires bound node variables when it is not part of a "
            "'MATCH ...'.",
        )
    quantifier = relationship.quantifier
    if quantifier is not None and quantifier.legacy and quantifier.lower > 1:
        problems.add(
            _first_digit(walk.text, quantifier),
            f"{name}(...) does not support a minimal length different from 0 or 1",
            "42I08",
            f"The lower bound of the variable length relationship used in the {name}() function "
            "must be 0 or 1.",
        )


def _first_digit(text: str, quantifier: Quantifier) -> int:
    for at in range(quantifier.start, quantifier.end):
        if text[at].isdigit():
            return at
    return quantifier.start


def check_quantified(
    walk: Walk,
    part: ParenthesizedPath | RelationshipPattern,
    quantifier: Quantifier,
    clause: str,
) -> None:
    """A quantified part: what is in it, and its bounds."""
    problems = walk.problems
    if clause in ("CREATE", "MERGE", "INSERT"):
        shown = walk.text[part.start : part.end]
        problems.add(
            part.start,
            f"Quantified path patterns cannot be used in a {clause} clause, but only in a MATCH "
            "clause.",
            "42I04",
            f"{shown} cannot be used in a {clause} clause.",
        )
    if isinstance(part, ParenthesizedPath):
        _check_inside(walk, part)
    if quantifier.upper == 0:
        problems.add(
            quantifier.start,
            "A quantifier for a path pattern must not be limited by 0.",
            "42N31",
            "Expected quantifier for a path pattern to be INTEGER in the range 1 to "
            "9223372036854775807 but found 0.",
        )
    elif quantifier.upper is not None and quantifier.lower > quantifier.upper:
        problems.add(
            quantifier.start,
            "A quantifier for a path pattern must not have a lower bound which exceeds its upper "
            f"bound.\nIn this case, the lower bound {quantifier.lower} is greater than the upper "
            f"bound {quantifier.upper}.",
            "42I17",
            "A quantifier must not have a lower bound greater than the upper bound.",
        )


def _check_inside(walk: Walk, part: ParenthesizedPath) -> None:
    relationships = nodes = 0
    pending: list[_Part | PathPattern] = [part.path]
    while pending:
        item = pending.pop()
        if isinstance(item, PathPattern):
            if is_function(item.selector):
                _nested_function(walk, item.start, "shortestPath", "quantified")
            pending.extend(item.elements)
        elif isinstance(item, NodePattern):
            nodes += 1
        elif isinstance(item, RelationshipPattern):
            relationships += 1
            if item.quantifier is not None:
                _inner_quantifier(walk, item, item.quantifier)
        else:
            if item.quantifier is not None:
                _nested(walk, item.start)
            pending.append(item.path)
    if not relationships:
        from runner.cypher.notify.printing import parenthesized_text

        count = "one node" if nodes == 1 else "nodes"
        shown = parenthesized_text(walk.text, part)
        walk.problems.add(
            part.start,
            "A quantified path pattern needs to have at least one relationship.\nIn this case, the "
            f"quantified path pattern {shown} consists of only {count}.",
            "42N64",
            "A quantified or parenthesized path pattern must have at least one node or "
            "relationship pattern.",
        )


def _inner_quantifier(walk: Walk, item: RelationshipPattern, quantifier: Quantifier) -> None:
    if not quantifier.legacy:
        _nested(walk, item.start)
        return
    walk.problems.add(
        item.start,
        "Variable length relationships cannot be part of a quantified path pattern.",
        "42I41",
        "Variable length relationships cannot be used in a quantified path pattern.",
    )


def _nested(walk: Walk, offset: int) -> None:
    walk.problems.add(
        offset,
        "Quantified path patterns are not allowed to be nested.",
        "42I12",
        "Quantified path patterns cannot be nested.",
    )


def _is_quantified(element: _Part) -> bool:
    if isinstance(element, NodePattern) or element.quantifier is None:
        return False
    return not element.quantifier.legacy


def check_shape(walk: Walk, path: PathPattern) -> None:
    """Only quantified parts may stand beside another part without a relationship between."""
    elements = path.elements
    if all(
        type(element) is (RelationshipPattern if at & 1 else NodePattern)
        for at, element in enumerate(elements)
    ):
        return
    factors = _factors(path)
    for (one, one_kind), (other, other_kind) in pairwise(factors):
        if "quantified path pattern" in (one_kind, other_kind):
            continue
        first, second = walk.text[one[0] : one[1]], walk.text[other[0] : other[1]]
        case = (
            f"In this case, both {first} and {second} are {one_kind}s."
            if one_kind == other_kind
            else f"In this case, {first} is a {one_kind} and {second} is a {other_kind}."
        )
        walk.problems.add(
            other[0],
            "Juxtaposition is currently only supported for quantified path patterns.\n"
            f"{case}\nThat is, neither of these is a quantified path pattern.",
            "42I46",
            "Node pattern pairs are only supported for quantified path patterns.",
        )


def _factors(path: PathPattern) -> list[tuple[tuple[int, int], str]]:
    """The parts that stand beside each other: their place, and what Neo4j calls them."""
    factors: list[tuple[tuple[int, int], str]] = []
    chained = False
    for element in path.elements:
        place = (element.start, element.end)
        if _is_quantified(element):
            factors.append((place, "quantified path pattern"))
            chained = False
        elif isinstance(element, ParenthesizedPath):
            factors.append((place, "(non-quantified) parenthesized path pattern"))
            chained = False
        elif isinstance(element, RelationshipPattern):
            (start, _), _ = factors.pop() if factors else (place, "")
            factors.append(((start, element.end), "simple path pattern"))
            chained = True
        elif chained:
            (start, _), kind = factors.pop()
            factors.append(((start, element.end), kind))
            chained = False
        else:
            factors.append((place, "single node"))
    return factors


def check_minimum(walk: Walk, path: PathPattern) -> None:
    """A pattern must have at least one node, however few repetitions its parts have (42N64)."""
    parts = []
    for element in path.elements:
        if isinstance(element, NodePattern) or element.quantifier is None:
            return
        if element.quantifier.legacy or element.quantifier.lower:
            return
        parts.append(f"{walk.text[element.start : element.quantifier.start]}{{0}}")
    walk.problems.add(
        path.start,
        "A top-level path pattern in a `MATCH` clause must be written such that it always "
        f"evaluates to at least one node pattern.\nIn this case, `{' '.join(parts)}` would result "
        "in an empty pattern.",
        "42N64",
        "A quantified or parenthesized path pattern must have at least one node or relationship "
        "pattern.",
    )


def is_bounded(path: PathPattern) -> bool:
    """Whether every quantifier in it has an upper bound."""
    return not any(
        isinstance(part, Quantifier) and part.upper is None
        for part in walk_tree(path)
        if not isinstance(part, Subquery)
    )
