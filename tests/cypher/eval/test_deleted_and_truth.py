"""Labels of what was deleted, and what counts as true."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, failure, session_with

DELETED = "CREATE (n:A)-[r:R]->(m) DELETE r, n RETURN "


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("n:A", False),
        ("n:!A", True),
        ("n:A|B", False),
        ("n:$('A')", False),
        ("n IS LABELED A", False),
        ("r:R", False),
        ("r:!R", True),
        ("r:%", True),
    ],
)
def test_deleted_entities_have_no_labels(test: str, holds: bool) -> None:
    assert column(session_with(), f"{DELETED}{test} AS c") == [holds]


@pytest.mark.parametrize("test", ["n:%", "n:!%", "n IS LABELED %"])
def test_whether_a_deleted_node_has_any_label_cannot_be_asked(test: str) -> None:
    error = failure(session_with(), f"{DELETED}{test} AS c")
    assert (error.title, error.gql_status) == ("EntityNotFound", "25N13")


@pytest.mark.parametrize(
    ("predicate", "count"), [("IS LABELED !A", 1), ("IS NOT LABELED (A|B)", 1), ("IS LABELED %", 1)]
)
def test_labeled_before_a_symbol(predicate: str, count: int) -> None:
    session = session_with("CREATE (:A), ()")
    assert len(column(session, f"MATCH (n) WHERE n {predicate} RETURN n")) == count


@pytest.mark.parametrize("value", ["{a: 1}", "{}", "[1]"])
def test_a_map_is_true(value: str) -> None:
    statement = f"WITH [{value}, 1][0] AS x RETURN CASE WHEN x THEN 1 ELSE 2 END"
    assert column(session_with(), statement) == [1]
    assert column(session_with(), f"WITH [{value}, 1][0] AS x RETURN NOT x") == [False]


def test_a_path_is_neither() -> None:
    error = failure(session_with(), "CREATE p = () WITH [p, 1][0] AS x RETURN NOT x")
    assert error.message.startswith("Don't know how to treat that as a predicate: Path{")


def test_the_cardinality_of_a_path() -> None:
    assert column(session_with(), "CREATE p = ()-[:R]->() RETURN cardinality(p)") == [3]


@pytest.mark.parametrize("call", ["normalize(x)", "replace('a', x, 'b')", "replace('a', 'b', x)"])
def test_what_is_only_cast_to_a_text(call: str) -> None:
    error = failure(session_with(), f"WITH [1, 'a'][0] AS x RETURN {call}")
    assert (error.title, error.gql_status) == ("TypeError", "22G03")
    assert error.message == (
        "Expected Long(1) to be a org.neo4j.values.storable.TextValue, but it was a "
        "org.neo4j.values.storable.LongValue"
    )


def test_a_text_is_no_list_to_join() -> None:
    error = failure(session_with(), "WITH ['a', 1][0] AS x RETURN string.join(x, '-')")
    assert (error.title, error.gql_status) == ("TypeError", "22N38")
    assert error.message == (
        "Invalid input for function 'string.join()': Expected String(\"a\") to be a list"
    )


@pytest.mark.parametrize("text", ["x XOR false", "false XOR x", "x XOR false XOR false"])
def test_an_exclusive_or_with_false_is_dropped(text: str) -> None:
    assert column(session_with(), f"WITH [1, 'a'][0] AS x RETURN {text}") == [1]
    error = failure(session_with(), "WITH [1, 'a'][0] AS x RETURN x XOR true")
    assert error.message == "Don't know how to treat that as a predicate: Long(1)"
