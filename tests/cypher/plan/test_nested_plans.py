"""EXPLAIN and PROFILE show the plans of subqueries that stand in expressions."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database, DatabaseSession


@pytest.fixture
def session() -> DatabaseSession:
    """A session on a small graph."""
    opened = Database().session()
    opened.run("CREATE (:A)-[:R]->(:B), (:A)")
    return opened


def drawn(session: DatabaseSession, statement: str) -> list[str]:
    """The lines of a statement's plan."""
    return str(session.run(statement).plan).splitlines()


def test_a_subquery_is_drawn_beside_the_operator_that_runs_it(session: DatabaseSession) -> None:
    assert drawn(session, "EXPLAIN MATCH (n:A) WHERE EXISTS { (n)-[:R]->(:B) } RETURN n") == [
        "+ProduceResults n",
        "+Filter EXISTS { (n)-[:R]->(:B) }",
        "| +Filter :B",
        "| +Expand(All) (n)-[:R]->()",
        "| +Argument",
        "+NodeByLabelScan n:A",
    ]


def test_a_subquery_in_a_subquery_is_drawn_within_it(session: DatabaseSession) -> None:
    text = "EXPLAIN RETURN COUNT { MATCH (n:A) WHERE EXISTS { (n)-->(:B) } RETURN n } AS c"
    assert drawn(session, text) == [
        "+ProduceResults c",
        "+Projection COUNT { MATCH (n:A) WHERE EXISTS { (n)-->(:B) } RETURN n } AS c",
        "| +Filter EXISTS { (n)-->(:B) }",
        "| | +Filter :B",
        "| | +Expand(All) (n)-->()",
        "| | +Argument",
        "| +NodeByLabelScan n:A",
        "+Argument",
    ]


def test_profile_counts_the_rows_of_the_operators_outside(session: DatabaseSession) -> None:
    text = "PROFILE MATCH (n:A) RETURN [(n)-->(m) | m] AS found"
    assert drawn(session, text) == [
        "+ProduceResults found [2 rows]",
        "+Projection [(n)-->(m) | m] AS found [2 rows]",
        "| +Expand(All) (n)-->(m)",
        "| +Argument",
        "+NodeByLabelScan n:A [2 rows]",
    ]
