"""Remarks on patterns: cartesian products, repeated relationships, shortest paths, type texts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from runner.cypher.check.places import label_place
from runner.cypher.notify.printing import (
    elements_text,
    expression_text,
    label_text,
    pattern_text,
    relationship_text,
)
from runner.cypher.notify.remarks import Remark, information, replaced, warning
from runner.cypher.syntax.base import Syntax, walk
from runner.cypher.syntax.expressions import (
    Expression,
    FunctionCall,
    Logical,
    Quantified,
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
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.syntax.clauses import Match

_SHORTEST = ("shortestPath", "allShortestPaths")


def on_match(text: str, clause: Match) -> Iterator[Remark]:
    """Parts that nothing connects, and relationships that stand twice."""
    parts = clause.pattern
    if len(parts) > 1 and _disconnected(parts):
        yield information(
            "Statement.CartesianProduct",
            "03N90",
            f"The disconnected pattern '{pattern_text(text, parts)}' builds a cartesian product. "
            "A cartesian product may produce a large amount of data and slow down query "
            "processing.",
            clause.start,
            "PERFORMANCE",
        )
    if clause.mode != "REPEATABLE ELEMENTS":
        yield from _repeated(text, parts)
    if clause.predicate is not None:
        for part in parts:
            if part.selector is not None and part.selector.kind in _SHORTEST:
                yield from _exhaustive(text, part, part.selector, clause.predicate)


def _exhaustive(
    text: str, path: PathPattern, selector: Selector, predicate: Expression
) -> Iterator[Remark]:
    """Predicates that only a whole path satisfies, so that every path may have to be tried."""
    names = set() if path.variable is None else {path.variable.name}
    names.update(
        element.variable.name
        for element in path.elements
        if isinstance(element, RelationshipPattern) and element.variable is not None
    )
    tests = [
        test
        for test in _conjuncts(predicate)
        if _mentions(test, names) and not _is_checked_on_the_way(test, names)
    ]
    if not tests:
        return
    *others, last = [f"'{expression_text(text, test)}'" for test in tests]
    shown = f"{', '.join(others)} and {last}" if others else last
    yield information(
        "Statement.ExhaustiveShortestPath",
        "03N92",
        "The query runs with exhaustive shortest path due to the existential predicate(s) "
        f"{shown}. It may be possible to use 'WITH' to separate the 'MATCH' from the existential "
        "predicate(s).",
        selector.start,
        "PERFORMANCE",
    )


def _conjuncts(predicate: Expression) -> Iterator[Expression]:
    if isinstance(predicate, Logical) and predicate.operator == "AND":
        for operand in predicate.operands:
            yield from _conjuncts(operand)
    else:
        yield predicate


def _mentions(part: Syntax, names: set[str]) -> bool:
    return any(isinstance(node, Variable) and node.name in names for node in walk(part))


def _is_checked_on_the_way(test: Expression, names: set[str]) -> bool:
    """Whether it says the same of all nodes, or of all relationships, by themselves."""
    if not isinstance(test, Quantified) or test.kind not in ("all", "none"):
        return False
    source = test.source
    if isinstance(source, FunctionCall) and source.name.lower() in ("nodes", "relationships"):
        source = source.arguments[0]
    if not isinstance(source, Variable):
        return False
    return test.predicate is None or not _mentions(test.predicate, names)


def _disconnected(parts: tuple[PathPattern, ...]) -> bool:
    """Whether the parts fall into groups that share no variable."""
    groups: list[set[str]] = []
    for part in parts:
        names = {
            node.variable.name
            for node in walk(part)
            if isinstance(node, (NodePattern, RelationshipPattern)) and node.variable is not None
        }
        apart = []
        for group in groups:
            if group & names:
                names |= group
            else:
                apart.append(group)
        groups = [*apart, names]
    return len(groups) > 1


def _repeated(text: str, parts: tuple[PathPattern, ...]) -> Iterator[Remark]:
    first: dict[str, int] = {}
    said: set[str] = set()
    for part in parts:
        for element in _elements(part):
            if not isinstance(element, RelationshipPattern) or element.variable is None:
                continue
            name = element.variable.name
            if name in first and name not in said:
                said.add(name)
                yield warning(
                    "Statement.RepeatedRelationshipReference",
                    "01N63",
                    f"`{name}` is repeated in '{pattern_text(text, parts).strip()}', which leads "
                    "to no results.",
                    first[name],
                )
            first.setdefault(name, element.variable.start)


def _elements(path: PathPattern) -> Iterator[NodePattern | RelationshipPattern]:
    for element in path.elements:
        if isinstance(element, ParenthesizedPath):
            yield from _elements(element.path)
        else:
            yield element


def on_path(text: str, path: PathPattern) -> Iterator[Remark]:
    """``shortestPath`` of a pattern without an upper bound, or of one relationship."""
    if path.selector is None or path.selector.kind not in _SHORTEST:
        return
    for element in path.elements:
        if not isinstance(element, RelationshipPattern):
            continue
        quantifier = element.quantifier
        shown = elements_text(text, path)
        if quantifier is None:
            kind = path.selector.kind
            instead = shown.replace(
                relationship_text(text, element),
                relationship_text(text, element, length="*1..1"),
            )
            at = element.start
            yield replaced(f"{kind}({shown})", f"{kind}({instead})", at)
        elif text[quantifier.start : quantifier.end].strip() == "*":
            yield information(
                "Statement.UnboundedVariableLengthPattern",
                "03N91",
                f"The provided pattern '{shown}' is unbounded. Shortest path with an unbounded "
                "pattern may result in long execution times. Use an upper limit (e.g. '[*..5]') "
                "on the number of node hops in your pattern.",
                path.elements[0].start,
                "PERFORMANCE",
            )


def on_relationship(text: str, element: RelationshipPattern) -> Iterator[Remark]:
    """``:A|:B``, and types that no relationship can have."""
    types = element.types
    if types is None or isinstance(types, LabelName):
        return
    if isinstance(types, LabelOr):
        yield from _colons(text, types)
    parts = list(walk(types))
    if any(isinstance(part, DynamicLabel) for part in parts):
        return
    names = {part.name for part in parts if isinstance(part, LabelName)}
    # A type that is none of those named stands for all others.
    if not any(_satisfied(types, name) for name in (*names, None)):
        yield warning(
            "Statement.UnsatisfiableRelationshipTypeExpression",
            "01N61",
            f"The expression '{label_text(types, text)}' cannot be satisfied because "
            "relationships must have exactly one type.",
            label_place(text, types),
        )


def _satisfied(types: LabelExpression, name: str | None) -> bool:
    if isinstance(types, LabelName):
        return types.name == name
    if isinstance(types, LabelNot):
        return not _satisfied(types.operand, name)
    if isinstance(types, LabelAnd):
        return all(_satisfied(operand, name) for operand in types.operands)
    if isinstance(types, LabelOr):
        return any(_satisfied(operand, name) for operand in types.operands)
    return True


def _colons(text: str, types: LabelOr) -> Iterator[Remark]:
    """The old ``|:``; of several, Neo4j names the last."""
    shown = label_text(types.operands[0], text)
    bare = [shown]
    before = ""
    for left, right in pairwise(types.operands):
        joint = "|:" if ":" in text[left.end : right.start] else "|"
        # Neo4j shows the operators two by two, mixed ones in parentheses.
        if before and joint != before:
            shown = f"({shown})"
        before = joint
        shown += joint + label_text(right, text)
        bare.append(label_text(right, text))
    if before == "|:":
        yield replaced(f"':{shown}'", f"':{'|'.join(bare)}'", label_place(text, types))
