"""`labels()` gives a node's labels in the order in which the database came to know their names."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database


def labels(*statements: str) -> list[object]:
    """What the last statement returns, in one column of one row, after the others."""
    session = Database().session()
    for statement in statements:
        result = session.run(statement)
    (row,) = result.rows
    assert isinstance(row[0], list)
    return list(row[0])


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (["CREATE (n:B:A) RETURN labels(n)"], ["B", "A"]),
        (["CREATE (:A), (:B)", "CREATE (n:B:A) RETURN labels(n)"], ["A", "B"]),
        (["CREATE (:A), (:B)", "MERGE (n:C:B:A) RETURN labels(n)"], ["A", "B", "C"]),
        (["CREATE (n:A:B) REMOVE n:A SET n:A RETURN labels(n)"], ["A", "B"]),
        (["CREATE (:A)", "CREATE (n:C) SET n:B:A RETURN labels(n)"], ["A", "C", "B"]),
        (["CREATE (:A)", "CREATE (n:$(['C', 'A'])) RETURN labels(n)"], ["A", "C"]),
        (["CREATE INDEX i FOR (n:A) ON (n.k)", "CREATE (n:B:A) RETURN labels(n)"], ["A", "B"]),
        (["CALL db.createLabel('A')", "CREATE (n:B:A) RETURN labels(n)"], ["A", "B"]),
        (["EXPLAIN CREATE (:A)", "CREATE (n:B:A) RETURN labels(n)"], ["B", "A"]),
    ],
)
def test_labels_come_in_order_of_names(statements: list[str], expected: list[str]) -> None:
    assert labels(*statements) == expected


def test_a_name_stays_known_after_a_rollback() -> None:
    session = Database().session()
    session.begin()
    session.run("CREATE (:A)")
    session.rollback()
    assert session.run("CREATE (n:B:A) RETURN labels(n)").rows == [(["A", "B"],)]


def test_changes_that_are_taken_up_again_keep_the_order() -> None:
    database = Database()
    one, other = database.session(), database.session()
    one.run("CREATE (:A), (:B), (:C {k: 1}), (:A {k: 2})")
    one.begin()
    one.run("MATCH (n {k: 1}) SET n:A:B")
    assert other.run("MATCH (n {k: 1}) RETURN labels(n)").rows == [(["C"],)]
    assert one.run("MATCH (n {k: 1}) RETURN labels(n)").rows == [(["A", "B", "C"],)]
