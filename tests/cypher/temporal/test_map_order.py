"""Entries of maps come as in a hash map of Java, which is how a server's messages show them."""

from __future__ import annotations

import pytest

from runner.cypher.temporal.map_order import entries_in_order


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("year month day", "month year day"),
        ("b a c", "a b c"),
        ("name title zoo", "name zoo title"),
        ("b a name", "a b name"),
        # More than twelve entries take a larger table.
        (
            "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1",
            "n1 m1 l1 k1 j1 i1 h1 g1 f1 e1 d1 c1 b1 a1",
        ),
    ],
)
def test_the_hash_of_the_names_decides(written: str, shown: str) -> None:
    given = {name: at for at, name in enumerate(written.split())}
    assert [name for name, _ in entries_in_order(given)] == shown.split()
    assert dict(entries_in_order(given)) == given


def test_names_beyond_the_basic_plane_are_taken_in_utf_16() -> None:
    # The hash code of the emoji is 1772899, of which the last four bits are folded to 8.
    assert [name for name, _ in entries_in_order({"i": 1, "\U0001f600": 2, "g": 3})] == [
        "g",
        "\U0001f600",
        "i",
    ]
