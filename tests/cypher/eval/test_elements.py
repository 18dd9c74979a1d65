"""Elements, slices and projections at the edges of what they take."""

from __future__ import annotations

import pytest

from tests.cypher.evaluation import evaluate
from tests.cypher.running import column, failure, session_with


@pytest.mark.parametrize("index", ["946713600123", "2147483648", "-2147483649"])
def test_an_index_of_more_than_32_bits_is_beyond_every_list(index: str) -> None:
    assert evaluate(f"[1][{index}]") is None


@pytest.mark.parametrize("text", ["[1][2147483648..1]", "[1][..2147483648]", "[1][5..2147483648]"])
def test_a_bound_of_a_slice_has_32_bits(text: str) -> None:
    error = failure(session_with(), f"RETURN {text}")
    assert (error.title, error.gql_status) == ("ArgumentError", "22003")
    assert error.message == (
        "Expected an integer between -2147483648 and 2147483647, but got: 2147483648"
    )


@pytest.mark.parametrize(
    ("value", "projection", "result"),
    [
        ("time('00:00Z')", "{.hour}", {"hour": 0}),
        ("point({x: 1, y: 2})", "{.x}", {"x": 1.0}),
        ("duration('P1D')", "{.days}", {"days": 1}),
        ("'a'", "{a: 1}", {"a": 1}),
    ],
)
def test_a_projection_of_a_value_with_components(
    value: str, projection: str, result: object
) -> None:
    statement = f"WITH [{value}, 1][0] AS x RETURN x{projection}"
    assert column(session_with(), statement) == [result]


def test_a_projection_of_a_component_that_is_not_there() -> None:
    error = failure(session_with(), "WITH [time('00:00Z'), 1][0] AS x RETURN x{.b}")
    assert (error.title, error.gql_status, error.message) == (
        "TypeError",
        "22G05",
        "No such field: b",
    )


def test_all_of_a_value_that_is_no_map() -> None:
    error = failure(session_with(), "WITH ['a', 1][0] AS x RETURN x{.*}")
    assert error.gql_status == "22G03"
    assert error.message == 'Can\'t coerce `String("a")` to Map'


@pytest.mark.parametrize(
    ("items", "type_"),
    [
        ("[[], ['a'], [1]]", "LIST<STRING NOT NULL> NOT NULL | LIST<INTEGER NOT NULL> NOT NULL"),
        ("[[], []]", "LIST<NOTHING> NOT NULL"),
        ("[[], [null]]", "LIST<NULL> NOT NULL"),
        ("[[[]], [[1]]]", "LIST<LIST<INTEGER NOT NULL> NOT NULL> NOT NULL"),
        ("[[null], [1]]", "LIST<NULL> NOT NULL | LIST<INTEGER NOT NULL> NOT NULL"),
        ("[[1, null], [1]]", "LIST<INTEGER> NOT NULL"),
    ],
)
def test_the_type_of_lists_of_lists(items: str, type_: str) -> None:
    assert evaluate(f"valueType({items})") == f"LIST<{type_}> NOT NULL"
