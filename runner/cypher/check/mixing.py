"""What does not stand in one clause: old and new symbols between labels, old and new paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from runner.cypher.check.labels import (
    is_type_expression,
    mixed_symbols,
    shown,
    uses_colons,
    uses_symbols,
)
from runner.cypher.check.paths import is_function, is_selective
from runner.cypher.check.places import label_place
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import Match
from runner.cypher.syntax.patterns import (
    LabelExpression,
    LabelName,
    NodePattern,
    PathPattern,
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.clauses import Clause


def check_mixed_labels(walk: Walk, paths: Iterable[PathPattern]) -> None:
    """Judge the labels and types in the patterns of one clause together."""
    old: list[LabelExpression] = []
    new = False
    for labels, is_node in _labels(paths):
        if not is_node:
            new = new or is_type_expression(labels)
        elif uses_symbols(labels):
            new = True
        elif uses_colons(labels):
            old.append(labels)
    if old and new:
        replacements = list(dict.fromkeys(f":{shown(labels)}" for labels in old))
        mixed_symbols(walk, label_place(walk.text, old[0]), replacements)


def check_shortest_functions(walk: Walk, clause: Clause) -> None:
    """``shortestPath(…)`` stands beside no selector, match mode or path mode (42I39).

    All that is below one clause counts, subqueries included; CREATE is not looked into.
    """
    functions: list[Selector] = []
    newer = False
    for part in walk_tree(clause):
        if isinstance(part, PathPattern):
            newer = newer or part.mode is not None or is_selective(part)
            if is_function(part.selector):
                functions.append(part.selector)  # type: ignore[arg-type]
        elif isinstance(part, Match):
            newer = newer or part.mode is not None
    if newer:
        for function in functions:
            walk.problems.add(
                function.start,
                "Mixing shortestPath/allShortestPaths with path selectors (e.g. `ANY SHORTEST`), "
                "explicit match modes (e.g. `DIFFERENT RELATIONSHIPS`) or explicit path modes "
                "(e.g. `ACYCLIC`) is not allowed.",
                "42I39",
                f"Mixing the {function.kind}() function with path selectors, explicit match modes "
                "or explicit path modes is not allowed.",
            )


def _labels(paths: Iterable[PathPattern]) -> Iterator[tuple[LabelExpression, bool]]:
    """The labels of nodes and the types of relationships that are more than a name."""
    for path in paths:
        for part in path.elements:
            if isinstance(part, NodePattern):
                if part.labels is not None and type(part.labels) is not LabelName:
                    yield part.labels, True
            elif isinstance(part, RelationshipPattern):
                if part.types is not None and type(part.types) is not LabelName:
                    yield part.types, False
            else:
                yield from _labels((part.path,))
