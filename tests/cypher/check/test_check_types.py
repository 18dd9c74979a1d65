"""The lattice of static types."""

from __future__ import annotations

from runner.cypher.check import types as t
from runner.cypher.check.signatures import read_type


def test_names_come_in_the_order_of_messages_and_lists_last() -> None:
    assert str(t.LIST | t.STRING | t.VECTOR) == "String, Vector or List<T>"
    assert str(t.MAP_LIKE | t.POINT) == "Map, Node, Relationship or Point"
    assert str(t.list_of(t.list_of(t.INTEGER))) == "List<List<Integer>>"
    assert str(t.VECTOR | t.list_of(t.NUMBER)) == (
        "Vector, List<Float>, List<Integer> or List<Number>"
    )


def test_what_is_known_of_nothing_is_anything() -> None:
    assert (t.ANY & t.INTEGER) is t.INTEGER
    assert (t.INTEGER | t.ANY).is_any
    assert t.element(t.LIST) is t.ANY
    assert t.unwound(t.ANY).is_any


def test_lists_of_different_elements_have_nothing_in_common() -> None:
    assert not t.list_of(t.NODE) & t.list_of(t.RELATIONSHIP)
    assert t.same(t.LIST & t.list_of(t.NODE), t.list_of(t.NODE))


def test_an_integer_is_taken_for_a_float_and_a_list_for_a_boolean() -> None:
    assert t.same(t.coerced(t.INTEGER, t.FLOAT), t.FLOAT)
    assert not t.coerced(t.FLOAT, t.INTEGER)
    assert t.same(t.coerced(t.LIST, t.BOOLEAN), t.BOOLEAN)
    assert not t.coerced(t.STRING, t.BOOLEAN)


def test_the_elements_of_a_mixed_list_have_their_common_type() -> None:
    assert t.least_upper_bound(t.INTEGER, t.FLOAT) is t.NUMBER
    assert t.least_upper_bound(t.MAP, t.NODE) is t.MAP_LIKE
    assert t.least_upper_bound(t.INTEGER, t.STRING).is_any


def test_entries_of_maps_are_not_kept_in_lists() -> None:
    literal = t.Types(t.MAP.mask, None, {"a": t.INTEGER})
    assert t.element(t.list_of(literal)).entries is None


def test_declared_types_are_read_and_unknown_ones_are_anything() -> None:
    assert t.same(read_type("INTEGER | FLOAT"), t.INTEGER | t.FLOAT)
    assert t.same(
        read_type("LIST<STRING | LIST<INTEGER>>"), t.list_of(t.STRING | t.list_of(t.INTEGER))
    )
    assert t.same(read_type("LIST<ANY>"), t.LIST)
    assert t.same(read_type("ZONED DATETIME NOT NULL"), t.DATETIME)
    assert read_type("SOMETHING NEW").is_any
