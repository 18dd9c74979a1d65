"""Functions at the edges of their numbers."""

from __future__ import annotations

from math import copysign

import pytest

from tests.cypher.evaluation import evaluate
from tests.cypher.running import column, failure, session_with


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("range(-1, 0, -2)", [-1]),
        ("range(2, 0, 3)", [2]),
        ("range(0, 1, -1)", []),
        ("range(0, 5, -3)", []),
        ("range(0, 2, -3)", [0]),
        ("range(0, 9223372036854775807, 9223372036854775807)", [0, 9223372036854775807]),
    ],
)
def test_a_range_divides_towards_zero(text: str, value: list[int]) -> None:
    assert evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("coll.max([1, 'a', null])", None),
        ("coll.max(['a', null])", None),
        ("coll.min(['a', null])", "a"),
        ("coll.min([null])", None),
    ],
)
def test_null_is_the_greatest_item(text: str, value: object) -> None:
    assert evaluate(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "round(-0.5, 0, 'DOWN')",
        "round(-0.04, 1)",
        "round(-0.0, 1)",
        "round(-1e-10, 3)",
    ],
)
def test_rounding_with_decimals_knows_no_negative_zero(text: str) -> None:
    assert copysign(1, evaluate(text)) == 1


@pytest.mark.parametrize(
    ("call", "role", "least"),
    [
        ("left('a', 2147483648)", "length", 0),
        ("right('a', 2147483648)", "length", 0),
        ("substring('a', 2147483648)", "start", 0),
        ("substring('a', 0, 2147483648)", "length", 0),
        ("round(1.5, 2147483648)", "precision", -2147483648),
        ("coll.insert([1], 2147483648, 1)", "index", -2147483648),
        ("coll.remove([1], 2147483648)", "index", -2147483648),
        ("coll.flatten([1], 2147483648)", "depth", -2147483648),
        ("replace('aa', 'a', 'b', 2147483648)", "limit", -2147483648),
    ],
)
def test_counts_have_32_bits(call: str, role: str, least: int) -> None:
    error = failure(session_with(), f"RETURN {call}")
    assert (error.title, error.gql_status) == ("ArgumentError", "22003")
    assert error.message == (
        f"Invalid input for {role} value in function '{call.partition('(')[0]}()': Expected an "
        f"integer between {least} and 2147483647, but got: 2147483648"
    )


def test_a_vector_has_coordinates() -> None:
    error = failure(session_with(), "RETURN vector([], 3, FLOAT32)")
    assert (error.title, error.gql_status) == ("ArgumentError", "22NBE")


def test_the_text_of_a_vector_is_a_list() -> None:
    error = failure(session_with(), "RETURN vector('abc', 3, FLOAT32)")
    assert (error.title, error.gql_status) == ("TypeError", "22N38")
    assert error.message == "Invalid input for function 'vector': Expected a NUMBER, got: abc"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("atan2(1, 1.25)", 0.6747409422235527),
        ("atan2(-1, -3.75)", -2.8809902618424523),
        ("atan(0.7)", 0.6107259643892086),
        ("asin(0.6)", 0.6435011087932844),
        ("acos(-0.25)", 1.8234765819369754),
        ("asin(2)", None),
    ],
)
def test_inverse_functions_round_as_java_does(text: str, value: float | None) -> None:
    found = evaluate(text)
    assert found != found if value is None else found == value


def test_an_average_is_a_running_mean() -> None:
    statement = "UNWIND [toFloat('Infinity'), 2] AS x RETURN avg(x)"
    assert column(session_with(), statement) == [float("inf")]
    statement = "UNWIND [1e308, 1e308, 1e308] AS x RETURN avg(x)"
    assert column(session_with(), statement) == [1e308]
