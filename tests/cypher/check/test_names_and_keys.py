"""Keys that are no names, and variables that a clause must not meet again."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, failure, session_with


@pytest.mark.parametrize(
    ("statement", "offset"),
    [
        ("RETURN {a: 1}['']", 14),
        ("RETURN {a: 1}.``", 14),
        ("MATCH (n) RETURN n['']", 19),
        ("WITH [{}, 1][0] AS m RETURN m['']", 30),
        ("RETURN null['']", 12),
        ("MATCH (n) SET n[''] = 1", 14),
        ("MATCH (n) REMOVE n['']", 17),
    ],
)
def test_a_key_has_characters(statement: str, offset: int) -> None:
    error = failure(session_with(), statement)
    assert error.cause is not None
    assert (error.gql_status, error.cause.gql_status) == ("42001", "42I11")
    assert error.message.startswith(
        "'' is not a valid token name. Token names cannot be empty or contain any null-bytes. "
    )
    assert error.position is not None
    assert error.position.offset == offset


@pytest.mark.parametrize("text", ["WITH '' AS k RETURN {}[k]", "RETURN {}[trim('')]"])
def test_a_computed_key_may_be_empty(text: str) -> None:
    assert column(session_with(), text) == [None]


def test_a_literal_key_is_a_property() -> None:
    statement = "WITH [date('2020-01-01'), 1][0] AS d RETURN d['year']"
    assert column(session_with(), statement) == [2020]
    error = failure(session_with(), "WITH ['a', 1][0] AS x RETURN x['k']")
    assert error.message == 'Type mismatch: expected a map but was String("a")'


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (a) CREATE (b {m: [(c)-->(a) | 1]})",
        "MATCH (a) INSERT (b {m: [(a)--(c) | 1]})",
        "MATCH (a) CREATE (b {m: exists((a)-->())})",
        "MATCH (a) CREATE (b {m: [x IN [1] | size([(a)--(c) | 1])][0]})",
    ],
)
def test_a_pattern_in_a_lone_node_that_is_made_declares(statement: str) -> None:
    error = failure(session_with(), statement)
    assert error.cause is not None
    assert (error.gql_status, error.cause.gql_status) == ("42001", "42N59")
    assert error.message.startswith("Variable `a` already declared (line 1")


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (a) CREATE (b {m: COUNT { (c)-->(a) }})",
        "MATCH (a) CREATE ()-[:R {m: [(a)--(c) | 1]}]->()",
        "MATCH (a) CREATE (b {m: [()--(c) WHERE c = a | 1]})",
        "MATCH (a) FOREACH (x IN [1] | CREATE (b {m: [(a)--(c) | 1]}))",
    ],
)
def test_other_patterns_may_name_what_is_bound(statement: str) -> None:
    assert session_with("CREATE ()").run(statement).counters.nodes_created >= 1


@pytest.mark.parametrize(
    "function", ["datetime.fromepoch(1, 'a')", "datetime.fromepochmillis('a')"]
)
def test_an_epoch_is_a_number(function: str) -> None:
    error = failure(session_with(), f"RETURN {function}")
    assert error.gql_status == "42001"
    assert error.message.startswith(
        "Type mismatch: expected Float, Integer or Number but was String (line 1"
    )


def test_the_cardinality_of_what_has_none() -> None:
    error = failure(session_with(), "RETURN cardinality(1)")
    assert error.gql_status == "42001"
    assert error.message.startswith(
        "Type mismatch: expected Map, Path or List<T> but was Integer (line 1"
    )
