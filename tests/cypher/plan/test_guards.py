"""Predicates that read nothing of the pattern fail only where something of it is found."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, failure, session_with

DIVIDES = "UNWIND [0, 1] AS x {} WHERE 1 / x = 1 RETURN x"


@pytest.mark.parametrize(
    "pattern", ["MATCH (n:None)", "MATCH (n:None)-->(m)", "MATCH ()-[r:NONE]->()"]
)
def test_nothing_is_found(pattern: str) -> None:
    assert column(session_with("CREATE (:A)-[:R]->(:B)"), DIVIDES.format(pattern)) == []


@pytest.mark.parametrize("pattern", ["MATCH (n)", "MATCH (n:A)-->(m)", "MATCH ()-[r:R]->()"])
def test_something_is_found(pattern: str) -> None:
    error = failure(session_with("CREATE (:A)-[:R]->(:B)"), DIVIDES.format(pattern))
    assert error.code == "Neo.ClientError.Statement.ArithmeticError"
    assert error.message == "/ by zero"


def test_a_node_that_is_there_before_is_found() -> None:
    error = failure(
        session_with("CREATE (:A)"), "MATCH (n) MATCH (n)-->() WHERE 1 / 0 = 1 RETURN n"
    )
    assert error.message == "/ by zero"


def test_what_is_not_true_saves_the_search() -> None:
    found = "UNWIND [1, 2] AS x MATCH (n:A) WHERE toString(x) = '2' RETURN x"
    assert column(session_with("CREATE (:A), (:A)"), found) == [2, 2]


def test_what_changes_is_asked_of_each() -> None:
    """A random number is one of its own for each node."""
    session = session_with("UNWIND range(1, 200) AS i CREATE (:A)")
    [count] = column(session, "MATCH (n:A) WHERE rand() < 0.5 RETURN count(n)")
    assert 0 < count < 200
