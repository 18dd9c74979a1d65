"""What can be stored as a property, and how."""

from __future__ import annotations

import pytest

from runner.cypher.store.records import NodeRecord
from runner.cypher.store.values import storable
from runner.errors import EngineError
from runner.values import Date, Point


@pytest.mark.parametrize(
    "value", [None, True, 1, 1.5, "x", b"x", Date(0), [], [1, 2], ["a", "b"], [True], [Date(1)]]
)
def test_what_is_stored_as_it_is(value: object) -> None:
    stored = storable(value)
    assert stored == value
    assert type(stored) is type(value)


def test_integers_beside_floats_become_floats() -> None:
    assert repr(storable([1, 2.5])) == "[1.0, 2.5]"


def test_a_list_is_copied() -> None:
    given = [1]
    assert storable(given) is not given


@pytest.mark.parametrize(
    ("value", "cause", "message"),
    [
        (
            {"a": 1},
            "22N01",
            (
                "Property values can only be of primitive types or arrays thereof. "
                "Encountered: Map{a -> Long(1)}."
            ),
        ),
        (
            [{"num": 1}],
            "22N01",
            (
                "Property values can only be of primitive types or arrays thereof. "
                "Encountered: Map{num -> Long(1)}."
            ),
        ),
        (
            NodeRecord(0),
            "22N01",
            "Property values can only be of primitive types or arrays thereof. Encountered: (0).",
        ),
        ([1, None], "22N39", "Collections containing null values can not be stored in properties."),
        ([[1]], "22N39", "Collections containing collections can not be stored in properties."),
        (
            [1, "a"],
            "22N39",
            (
                "Neo4j only supports a subset of Cypher types for storage as singleton or array "
                "properties. Please refer to section cypher/syntax/values of the manual for more "
                "details."
            ),
        ),
        (
            [1, True],
            "22N39",
            (
                "Neo4j only supports a subset of Cypher types for storage as singleton or array "
                "properties. Please refer to section cypher/syntax/values of the manual for more "
                "details."
            ),
        ),
        (
            [Point(7203, (1.0, 2.0)), Point(4326, (1.0, 2.0))],
            "22N39",
            (
                "Collections containing point values with different CRS can not be stored in "
                "properties."
            ),
        ),
    ],
)
def test_what_cannot_be_stored(value: object, cause: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        storable(value)
    error = caught.value
    assert error.message == message
    assert error.code == "Neo.ClientError.Statement.TypeError"
    assert error.gql_status == "22G03"
    assert error.cause is not None
    assert error.cause.gql_status == cause
