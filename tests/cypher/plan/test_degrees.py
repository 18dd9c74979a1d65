"""Patterns in expressions that ask how many relationships a node has, and how they are answered."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import EngineError, StatementTimeout

GRAPH = """
CREATE (a:A {k: 1}), (b:B {k: 2}), (c:A:B {k: 3}), (:C {k: 4}),
  (a)-[:R]->(b), (a)-[:R {w: 1}]->(b), (a)-[:S]->(c), (b)-[:R]->(a), (c)-[:S]->(c),
  (c)-[:R]->(c), (c)-[:R]->(a), (a)-[:Other]->(c)
"""
HOPS = (
    "-->", "<--", "--", "-[:R]->", "<-[:R]-", "-[:R]-", "-[:R|S]->", "<-[:R|S]-", "-[:R|S]-",
    "-[:None]->", "<-[:None]-", "-[:None|S]-", "-[:!R]->", "-[r:R]->", "-[:R {w: 1}]->",
)  # fmt: skip
ENDS = ("()", "(m)", "(:B)", "(m:A|B)", "(m WHERE m.k > 1)", "(m:B WHERE m.k > $least)", "(n)")


@pytest.fixture
def session() -> DatabaseSession:
    """A session on a small graph with loops, parallel relationships and a node without any."""
    opened = Database().session()
    opened.run(GRAPH)
    return opened


def details(session: DatabaseSession, statement: str, name: str) -> str:
    """What EXPLAIN shows beside the first operator of that name."""
    lines = str(session.run(f"EXPLAIN {statement}").plan).splitlines()
    return next(line.removeprefix(f"+{name} ") for line in lines if line.startswith(f"+{name} "))


def rows(session: DatabaseSession, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a statement."""
    return list(session.run(statement, parameters).rows)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("hop", HOPS)
def test_a_count_is_that_of_the_matches(session: DatabaseSession, hop: str, end: str) -> None:
    """COUNT, EXISTS, a predicate and a comprehension say what the same MATCH gives rows for."""
    pattern = f"(n){hop}{end}"
    matched = rows(
        session,
        f"MATCH (n) OPTIONAL MATCH p = {pattern} "
        "WITH n, count(p) AS found RETURN found, found > 0 AS some, found AS l ORDER BY n.k",
        least=1,
    )
    asked = rows(
        session,
        f"MATCH (n) RETURN COUNT {{ {pattern} }} AS found, EXISTS {{ {pattern} }} AS some, "
        f"size([{pattern.replace('[r:', '[:').replace('(m', '(o').replace('m.', 'o.')} | 1]) AS l "
        "ORDER BY n.k",
        least=1,
    )
    assert asked == matched


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("COUNT { (n)-[:R]->() }", "getDegree((n)-[:R]->())"),
        ("COUNT { (n)<-[r:R]-(m) }", "getDegree((n)<-[:R]-())"),
        ("COUNT { ()-[:R]->(n) }", "getDegree((n)<-[:R]-())"),
        ("COUNT { MATCH (n)--(m) RETURN m }", "getDegree((n)--())"),
        ("COUNT { (n)-[:R|S]->() }", "getDegree((n)-[:R]->()) + getDegree((n)-[:S]->())"),
        ("EXISTS { (n)-->() }", "getDegree((n)-->()) > 0"),
        ("size([(n)-[:R]-() | 1])", "getDegree((n)-[:R]-())"),
        ("size([(n)-->(m) | m.k])", "getDegree((n)-->())"),
        ("1 + COUNT { (n)-->() }", "1 + getDegree((n)-->())"),
        ("COUNT { (n)-->(:B) }", "COUNT { (n)-->(:B) }"),
        ("COUNT { (n)-->(n) }", "COUNT { (n)-->(n) }"),
        ("COUNT { (n)-->()-->() }", "COUNT { (n)-->()-->() }"),
        ("size([(n)-->(m:B) | 1])", "size([(n)-->(m:B) | 1])"),
    ],
)
def test_explain_shows_degrees(session: DatabaseSession, expression: str, shown: str) -> None:
    statement = f"MATCH (n) RETURN {expression} AS c"
    assert details(session, statement, "Projection") == f"{shown} AS c"


@pytest.mark.parametrize(
    ("predicate", "shown"),
    [
        ("(n)--()", "getDegree((n)--()) > 0"),
        ("NOT EXISTS { (n)-[:R]->() }", "NOT getDegree((n)-[:R]->()) > 0"),
        ("COUNT { (n)-[:R]->() } > 2", "getDegree((n)-[:R]->()) > 2"),
        (
            "(n)-[:R|S]->()",
            "(getDegree((n)-[:R]->()) > 0 OR getDegree((n)-[:S]->()) > 0)",
        ),
    ],
)
def test_explain_shows_degrees_in_predicates(
    session: DatabaseSession, predicate: str, shown: str
) -> None:
    statement = f"MATCH (n) WHERE {predicate} RETURN n"
    assert details(session, statement, "Filter") == shown
    assert "Expand" not in str(session.run(f"EXPLAIN {statement}").plan)


def test_explain_shows_degrees_that_are_sorted_and_summed_by(session: DatabaseSession) -> None:
    by_degree = "MATCH (n) RETURN n.k AS k ORDER BY COUNT { (n)-->() } DESC"
    assert details(session, by_degree, "Sort") == "getDegree((n)-->()) DESC"
    summed = "MATCH (n) RETURN sum(COUNT { (n)-->() }) AS all"
    assert details(session, summed, "EagerAggregation") == "sum(getDegree((n)-->()))"


def test_a_transaction_sees_what_it_has_changed(session: DatabaseSession) -> None:
    text = (
        "MATCH (a:A {k: 1})-[r:R]->() DELETE r WITH DISTINCT a CREATE (a)-[:New]->(a) "
        "RETURN COUNT { (a)-[:R]->() } AS r, COUNT { (a)-[:New]-() } AS new, COUNT { (a)--() } AS n"
    )
    assert rows(session, text) == [(0, 1, 5)]


def test_null_and_a_deleted_node_have_none(session: DatabaseSession) -> None:
    text = "UNWIND [null] AS n RETURN COUNT { (n)--() } AS c, EXISTS { (n)-->(:B) } AS e"
    assert rows(session, text) == [(0, False)]
    text = (
        "MATCH (n:A {k: 1}) DETACH DELETE n "
        "RETURN COUNT { (n)--() } AS c, EXISTS { (n)-->() } AS e, COUNT { (n)-->(:B) } AS b"
    )
    assert rows(session, text) == [(0, False, 0)]


@pytest.mark.parametrize("end", ["()", "(:B)"])
@pytest.mark.parametrize("hop", ["-[:R]->", "--"])
def test_what_is_no_node_is_refused(session: DatabaseSession, hop: str, end: str) -> None:
    with pytest.raises(EngineError) as refused:
        session.run(f"UNWIND [null, 1] AS n RETURN COUNT {{ (n){hop}{end} }} AS c")
    assert refused.value.code == "Neo.ClientError.Statement.TypeError"
    assert refused.value.message == (
        f"Expected to find a node at (n){hop}() but found Long(1) instead"
    )


def test_exists_asks_no_further_than_the_first(session: DatabaseSession) -> None:
    """What would fail at the second relationship is never computed."""
    text = "MATCH (n:A {k: 1}) RETURN EXISTS { (n)-[r:R]->(m) WHERE 1 / (1 - r.at) > 0 } AS e"
    session.run("MATCH (:A {k: 1})-[r:R]->() SET r.at = CASE WHEN r.w = 1 THEN 1 ELSE 0 END")
    assert rows(session, text) == [(True,)]
    with pytest.raises(EngineError, match="/ by zero"):
        session.run(text.replace("EXISTS", "COUNT"))


def test_a_search_among_very_many_relationships_heeds_the_time_limit() -> None:
    session = Database().session()
    session.run("CREATE (n:Hub) WITH n UNWIND range(1, 2000) AS x CREATE (n)-[:R]->(:B {x: x})")
    with pytest.raises(StatementTimeout):
        session.run(
            "MATCH (n:Hub) RETURN COUNT { (n)-[:R]->(m:B) WHERE m.x < 0 } AS c", timeout=0.0
        )
