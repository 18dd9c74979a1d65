"""What does not stand in one clause: old and new symbols between labels, old and new paths."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.labels import (
    is_type_expression,
    refuse_mixing,
    uses_colons,
    uses_symbols,
)
from runner.cypher.check.paths import is_function, is_selective
from runner.cypher.check.places import label_place
from runner.cypher.syntax.base import Syntax, children
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import Clause, Create, Match, Merge
from runner.cypher.syntax.expressions import LabelTest
from runner.cypher.syntax.patterns import (
    LabelExpression,
    NodePattern,
    PathPattern,
    RelationshipPattern,
    Selector,
)

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk


class _Side:
    """The labels that read, or those that write, in one clause: how they are written."""

    __slots__ = ("new", "old")

    def __init__(self) -> None:
        self.new: list[LabelExpression] = []
        self.old: list[LabelExpression] = []


class _Clause:
    """The labels in one clause, by how they are used and written.

    CREATE writes and MERGE does both; else it is read. What follows a predicate on labels or a
    subquery in a CREATE counts as both, as it does in Neo4j.
    """

    def __init__(self, walk: Walk, kinds: dict[int, int]) -> None:
        self.walk = walk
        self.kinds = kinds
        self.reading = _Side()
        self.writing = _Side()
        self.sides: tuple[_Side, ...] = (self.reading,)

    def visit(self, node: Syntax) -> None:
        """Take up the labels in `node`."""
        outer = self.sides
        if isinstance(node, Clause):
            self._enter(node)
        elif isinstance(node, LabelTest):
            self.sides = (self.reading,)
            self._sort(node.labels, self.kinds.get(id(node)))
        elif isinstance(node, NodePattern):
            if node.labels is not None:
                self._sort(node.labels, t.NODE.mask)
        elif isinstance(node, RelationshipPattern) and node.types is not None:
            self._sort(node.types, t.RELATIONSHIP.mask)
        if not isinstance(node, LabelTest):
            for child in children(node):
                self.visit(child)
        if isinstance(node, (Clause, LabelTest)):
            self.sides = (self.reading, self.writing) if self.writing in outer else outer

    def _enter(self, clause: Clause) -> None:
        if isinstance(clause, Create):
            self.sides = (self.writing,)
        elif isinstance(clause, Merge):
            self.sides = (self.reading, self.writing)
        else:
            self.sides = (self.reading,)

    def _sort(self, labels: LabelExpression, entity: int | None) -> None:
        """Put labels where they belong; of what may be neither node nor relationship, nowhere."""
        new = labels.start in self.walk.labels_by_is
        old = False
        if entity == t.NODE.mask:
            old = uses_colons(labels) and not uses_symbols(labels)
            new = new or uses_symbols(labels)
        elif entity == t.RELATIONSHIP.mask:
            new = new or is_type_expression(labels) or uses_colons(labels)
        for side in self.sides:
            if new:
                side.new.append(labels)
            if old:
                side.old.append(labels)


def check_mixed_labels(walk: Walk, clauses: Iterable[Syntax]) -> None:
    """Judge the labels and types in one clause, or in clauses that count as one, together."""
    if walk.label_kinds is None:
        return
    found = _Clause(walk, walk.label_kinds)
    for clause in clauses:
        found.visit(clause)
    for side in (found.reading, found.writing):
        if side.old and side.new:
            by_is = side.new[0].start in walk.labels_by_is
            refuse_mixing(walk, label_place(walk.text, side.old[0]), side.old, by_is)
    walk.label_kinds.update(walk.labels_forgotten)
    walk.labels_forgotten.clear()


def label_tests(walk: Walk) -> frozenset[int]:
    """The predicates on labels that have been judged, for `forget_label_tests`."""
    return frozenset(walk.label_kinds or ())


def forget_label_tests(walk: Walk, known: frozenset[int]) -> None:
    """Leave the predicates that are not among `known` out of account for this clause.

    Neo4j does not keep the types in what follows the items of a projection, but has them again
    for the clause around, that of a subquery.
    """
    kinds = walk.label_kinds
    if kinds:
        for key in kinds.keys() - known:
            walk.labels_forgotten[key] = kinds.pop(key)


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
