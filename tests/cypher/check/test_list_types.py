"""Static types of lists that are put together, as Neo4j 2026.08 judges them."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, failure, session_with


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("[3] + [1]", "List<Integer>"),
        ("[3] + 1", "List<Integer>"),
        ("[3] || [1]", "List<Integer>"),
        ("[1] + 1.5", "List<Number>"),
        ("[1] + [1.5]", "List<Float> or List<Number>"),
        ("['a'] + 1", "List<Any>"),
        ("['a'] + [1]", "List<Any>"),
        ("['a'] || [1]", "List<Any>"),
        ("[] + 'a'", "List<Any> or List<String>"),
        ("[] + 1", "List<Float>"),
        ("[] || ['b']", "List<Any> or List<String>"),
        ("coll.insert([1], 0, 5)", "Any"),
        ("null + coll.insert([1], 0, 5)", "List<Any>"),
        ("coll.sort([1])", "List<Integer>"),
        ("coll.max([1])", "Integer"),
    ],
)
def test_what_a_list_holds(expression: str, found: str) -> None:
    error = failure(session_with(), f"RETURN labels({expression})")
    assert error.gql_status == "22G03"
    assert error.message.startswith(f"Type mismatch: expected Node but was {found} (line 1")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UNWIND [1] + 'a' AS x RETURN x + 1", "expected List<T> but was Integer"),
        ("RETURN head(coll.insert([1], 0, 5))", "expected List<T> but was Any"),
        ("RETURN 1 IN coll.insert([1], 0, 5)", "expected List<T> but was Any"),
        (
            "RETURN 1 + coll.insert([1], 0, 5)",
            "expected Float, Integer, String or List<T> but was Any",
        ),
    ],
)
def test_an_item_of_no_known_type_fits_nowhere(statement: str, message: str) -> None:
    error = failure(session_with(), statement)
    assert (error.title, error.gql_status) == ("SyntaxError", "42001")
    assert error.message.startswith(f"Type mismatch: {message} (line 1")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("coll.insert([1], 0, 5)", [5, 1]),
        ("coll.insert([1], 0, 5)[0] + 1", 6),
        ("tail(coll.insert(['a', 1], 0, 5))", ["a", 1]),
        ("coll.insert([1], 0, 5) + [1]", [5, 1, 1]),
        ("head(coalesce(coll.insert([1], 0, 5), []))", 5),
    ],
)
def test_where_anything_does_it_is_taken(expression: str, value: object) -> None:
    assert column(session_with(), f"RETURN {expression}") == [value]


def test_the_dimension_of_a_vector_is_judged_before_it_runs() -> None:
    error = failure(session_with(), "RETURN vector([], 0, FLOAT32)")
    assert (error.title, error.gql_status) == ("SyntaxError", "42001")
    assert error.message.startswith(
        "Invalid input. '0' is not a valid value. Must be a number in the range 1 to 4096. "
        "(line 1, column 19"
    )
