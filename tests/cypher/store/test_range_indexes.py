"""Range indexes: equality, ranges, prefixes, and which index a plan gets."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.store.definitions import (
    create_constraint,
    create_index,
    new_constraint,
    new_index,
)
from runner.cypher.store.graph import Graph
from runner.cypher.store.indexes import RangeIndex
from runner.cypher.store.transaction import Transaction
from runner.values import Date

VALUES: list[Any] = [5, "abc", 1.5, True, "abd", 5.0, "b", float("nan"), Date(3), None, [1], -2]


@pytest.fixture
def index() -> RangeIndex:
    graph = Graph()
    transaction = Transaction(graph)
    create_index(transaction, new_index(graph.schema, "i", "RANGE", "NODE", ("L",), ("v",)))
    transaction.commit()
    transaction = Transaction(graph)
    for value in VALUES:
        transaction.create_node(["L"], {"v": value})
    found = graph.schema.index_for("NODE", "L", {"v"})
    assert found is not None
    return found


def values(entities: Any) -> list[Any]:
    return [entity.properties["v"] for entity in entities]


def test_seek_finds_equal_numbers_in_order_of_id(index: RangeIndex) -> None:
    assert [node.id for node in index.seek([5])] == [0, 5]
    assert [node.id for node in index.seek([5.0])] == [0, 5]
    assert index.seek([float("nan")]) == []
    assert index.seek([None]) == []
    assert index.seek([1]) == []


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ((0, True, None, True), [1.5, 5, 5.0]),
        ((5, False, None, True), []),
        ((5, True, None, True), [5, 5.0]),
        ((None, True, 1.5, True), [-2, 1.5]),
        ((None, True, 1.5, False), [-2]),
        ((-2, False, 5, False), [1.5]),
        (("abc", False, None, True), ["abd", "b"]),
        (("a", True, "b", False), ["abc", "abd"]),
        ((False, True, None, True), [True]),
        ((Date(0), True, Date(9), True), [Date(3)]),
        (([0], True, None, True), [[1]]),
        ((0, True, "b", True), []),
    ],
)
def test_ranges_stay_within_a_type(
    index: RangeIndex, bounds: tuple[Any, bool, Any, bool], found: list[Any]
) -> None:
    assert values(index.range(*bounds)) == found


def test_prefix(index: RangeIndex) -> None:
    assert values(index.prefix("ab")) == ["abc", "abd"]
    assert values(index.prefix("")) == ["abc", "abd", "b"]
    assert values(index.prefix("z")) == []


def test_ranges_see_later_writes(index: RangeIndex) -> None:
    assert values(index.range(0)) == [1.5, 5, 5.0]
    node = index.seek([1.5])[0]
    index.discard(node)
    node.properties["v"] = 7
    index.insert(node)
    assert values(index.range(0)) == [5, 5.0, 7]


def test_which_index_a_plan_gets() -> None:
    graph = Graph()
    transaction = Transaction(graph)
    schema = graph.schema
    for name, properties in {"a": ("a",), "ab": ("a", "b")}.items():
        create_index(transaction, new_index(schema, name, "RANGE", "NODE", ("L",), properties))
    create_index(transaction, new_index(schema, "text", "TEXT", "NODE", ("L",), ("t",)))
    create_constraint(
        transaction, new_constraint(schema, "c", "UNIQUENESS", "RELATIONSHIP", "T", ("c",))
    )
    chosen = schema.index_for("NODE", "L", {"a", "b", "c"})
    assert chosen is not None
    assert (chosen.name, chosen.unique) == ("ab", False)
    chosen = schema.index_for("NODE", "L", {"a"})
    assert chosen is not None
    assert chosen.name == "a"
    chosen = schema.index_for("RELATIONSHIP", "T", {"c"})
    assert chosen is not None
    assert chosen.unique
    assert schema.index_for("NODE", "L", {"b", "t"}) is None
    assert schema.index_for("NODE", "T", {"c"}) is None
