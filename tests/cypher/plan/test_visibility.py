"""What one clause sees of another's changes, and where an Eager stands for it (facts 5.3)."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, operators, rows, session_with


@pytest.fixture
def session() -> DatabaseSession:
    return session_with("CREATE (:A {x: 1})-[:R]->(:B {x: 2})", "CREATE (:A {x: 3})")


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n:A) CREATE (:A)",
        "MATCH (n) CREATE (:C)",
        "MATCH (n:A) SET n:B WITH n MATCH (m:B) RETURN m",
        "MATCH (n:A) SET n.x = 1 RETURN n.x",
        "MATCH (n:A) SET n.x = 1 RETURN properties(n)",
        "MATCH (n:A) SET n[$key] = 1 RETURN n.y",
        "MATCH (n:A) DELETE n MERGE (m:A)",
        "MATCH (a)-[:R]->(b) CREATE (a)-[:R]->(b)",
        "UNWIND [1, 2] AS x CREATE (:M) MATCH (m:M) RETURN m",
        "MATCH (a:A) CALL (a) { SET a.x = 5 } RETURN a.x",
        "MATCH (a:A) FOREACH (i IN [1] | CREATE (:A)) RETURN 1 AS one",
        "MATCH (a:A) SET a.x = 1 RETURN EXISTS { (:A {x: 1}) } AS e",
    ],
)
def test_an_eager_stands_between_a_change_and_what_reads_it(
    session: DatabaseSession, text: str
) -> None:
    assert "Eager" in operators(session, text)


@pytest.mark.parametrize(
    "text",
    [
        "UNWIND [1, 2] AS x CREATE (:A {x: x})",
        "UNWIND [1, 2] AS x MERGE (:A {x: x})",
        "UNWIND [1, 2] AS x MATCH (a:A {x: x}) CREATE (a)-[:S]->(:C)",
        "MATCH (n:A) CREATE (:B)",
        "MATCH (n:A) SET n.y = n.x RETURN n",
        "MATCH (a:A), (b:B) CREATE (a)-[:R]->(b)",
        "MATCH (a:A)-[:R]->(b) CREATE (a)-[:S]->(b)",
        "MATCH (n:A) SET n.x = 1 WITH count(*) AS c MATCH (m:B) RETURN m.x",
        "MATCH (n:A) RETURN n.x",
    ],
)
def test_no_eager_stands_where_nothing_read_is_changed(session: DatabaseSession, text: str) -> None:
    assert "Eager" not in operators(session, text)


def test_creating_what_is_matched_comes_to_an_end(session: DatabaseSession) -> None:
    session.run("MATCH (n:A) CREATE (:A)")
    assert column(session, "MATCH (n:A) RETURN count(*)") == [4]


def test_deleting_is_done_before_merge_looks(session: DatabaseSession) -> None:
    result = session.run("MATCH (a:A) DETACH DELETE a MERGE (b:A) RETURN b.x")
    assert result.rows == [(None,), (None,)]
    assert (result.counters.nodes_deleted, result.counters.nodes_created) == (2, 1)


def test_merge_sees_what_its_own_earlier_rows_made(session: DatabaseSession) -> None:
    text = "UNWIND [1, 1, 2] AS k MERGE (m:M {k: k}) ON CREATE SET m.n = 1 ON MATCH SET m.n = 2"
    assert session.run(text).counters.nodes_created == 2


def test_a_return_reads_what_all_rows_have_set(session: DatabaseSession) -> None:
    text = "UNWIND [1, 2] AS x MERGE (n:M {k: 1}) SET n.c = coalesce(n.c, 0) + 1 RETURN n.c"
    assert rows(session, text) == [(2,), (2,)]


def test_a_scan_survives_changes_of_what_it_goes_through(session: DatabaseSession) -> None:
    result = session.run("MATCH (n:A) REMOVE n:A SET n:C")
    assert (result.counters.labels_removed, result.counters.labels_added) == (2, 2)


def test_a_run_of_creates_is_one_operator(session: DatabaseSession) -> None:
    lines = [
        "CREATE (n0:L)",
        *(f"CREATE (n{i}:L {{i: {i}}})-[:R]->(n{i - 1})" for i in range(1, 1500)),
    ]
    text = "\n".join(lines)
    assert operators(session, text) == ["EmptyResult", "Create", "Argument"]
    assert session.run(text).counters.nodes_created == 1500


def test_a_create_that_reads_stays_by_itself(session: DatabaseSession) -> None:
    text = "CREATE (a:L {x: 1}) CREATE (b:L {x: a.x + 1}) RETURN b.x"
    assert operators(session, text).count("Create") == 2
    assert column(session, text) == [2]
