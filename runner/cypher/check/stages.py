"""What Neo4j looks for one after the other: a stage is reached when those before found nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.parameters import missing_parameters

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.clauses import Statement

_ONLY_A_TEST = (
    "A pattern expression can only be used to test the existence of a pattern. Use a pattern "
    "comprehension instead."
)


def report_semantics(walk: Walk, _statement: Statement) -> None:
    """Scope, clauses, patterns, functions, types."""
    if not len(walk.problems):
        for offset in tuple(walk.flaws or ()):
            walk.flaw(offset)  # in what nothing judges
    walk.problems.raise_first()


def report_expectations(walk: Walk, _statement: Statement) -> None:
    """Grouping, patterns and lists in the place of booleans, match modes."""
    said: dict[int, tuple[int, str, str]] = {}
    for pattern, message, status in walk.pattern_values:
        if id(pattern) not in walk.predicates:
            said[id(pattern)] = (pattern.start, message, status)
    for start, message, status in said.values():
        detail = message if status == "42I52" else _ONLY_A_TEST
        walk.later.add(start, message, status, detail)
    walk.later.raise_first()


def report_planning(walk: Walk, _statement: Statement) -> None:
    """What only the planner sees; it names no place."""
    if walk.planner:
        raise walk.planner[0]


def report_parameters(walk: Walk, statement: Statement) -> None:
    """Every parameter has a value (42N81); EXPLAIN needs none."""
    if walk.missing and statement.mode != "EXPLAIN":
        raise missing_parameters(walk.missing, walk.parameters or {})


STAGES = (report_semantics, report_expectations, report_planning, report_parameters)
"""The stages in Neo4j's order; the first error wins."""
