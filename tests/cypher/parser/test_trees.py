"""Statements become the trees that the case files show."""

from __future__ import annotations

import pytest

from runner.cypher.parser import parse
from runner.cypher.syntax.clauses import Return, SingleQuery
from tests.cypher.parser.casefiles import Case, parameters, short


@pytest.mark.parametrize("case", parameters("expressions.txt"))
def test_expressions(case: Case) -> None:
    """The source is a RETURN; each of its expressions is a line."""
    body = parse(case.source).body
    assert isinstance(body, SingleQuery)
    (clause,) = body.clauses
    assert isinstance(clause, Return)
    found = [short(item.expression) for item in clause.projection.items]
    assert found == case.expected.split("\n")


@pytest.mark.parametrize("case", parameters("patterns.txt", "clauses.txt", "commands.txt"))
def test_statements(case: Case) -> None:
    """Each clause of a plain query is a line; any other body is one."""
    body = parse(case.source).body
    parts = body.clauses if isinstance(body, SingleQuery) else (body,)
    assert [short(part) for part in parts] == case.expected.split("\n")


@pytest.mark.parametrize(
    ("source", "language", "mode", "options"),
    [
        ("RETURN 1", None, None, ()),
        ("CYPHER 25 RETURN 1", "25", None, ()),
        ("// first\ncypher 5 profile RETURN 1;", "5", "PROFILE", ()),
        ("EXPLAIN CYPHER 25 RETURN 1", "25", "EXPLAIN", ()),
        ("CYPHER runtime=slotted RETURN 1", None, None, (("runtime", "slotted"),)),
        ("CYPHER 5 planner=cost replan=force EXPLAIN RETURN 1", "5", "EXPLAIN", None),
    ],
)
def test_prefixes(
    source: str,
    language: str | None,
    mode: str | None,
    options: tuple[tuple[str, str], ...] | None,
) -> None:
    """Version, mode and options stand before the query, in any order."""
    statement = parse(source)
    assert (statement.language, statement.mode) == (language, mode)
    wanted = (("planner", "cost"), ("replan", "force")) if options is None else options
    assert statement.options == wanted
    assert source[statement.start : statement.end] == "RETURN 1"


def test_places_are_those_of_the_source() -> None:
    """Parts of a tree know their text, brackets around an expression included where it says so."""
    source = "MATCH (n:A {x: 1}) WHERE (n.x + 1) * 2 > 3 RETURN n.x AS y ORDER BY y DESC"
    body = parse(source).body
    assert isinstance(body, SingleQuery)
    match, last = body.clauses
    assert source[match.start : match.end] == "MATCH (n:A {x: 1}) WHERE (n.x + 1) * 2 > 3"
    assert isinstance(last, Return)
    (item,) = last.projection.items
    assert source[item.start : item.end] == "n.x AS y"
    (sort,) = last.projection.order_by
    assert source[sort.start : sort.end] == "y DESC"
