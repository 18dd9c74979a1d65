"""Bytes, which only parameters bring, are lists of integers from -128 to 127 in expressions."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database
from runner.errors import EngineError
from tests.cypher.running import column

BYTES = b"\x00\x01\xff"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("$b", BYTES),
        ("size($b)", 3),
        ("isEmpty($b)", False),
        ("$b[-1]", -1),
        ("$b[9]", None),
        ("$b[1..]", [1, -1]),
        ("head($b) + last($b)", -1),
        ("tail($b)", [1, -1]),
        ("reverse($b)", [-1, 1, 0]),
        ("[x IN $b | x + 1]", [1, 2, 0]),
        ("[x IN $b]", BYTES),
        ("reduce(s = 0, x IN $b | s + x)", 0),
        ("any(x IN $b WHERE x < 0)", True),
        ("$b + 1", [0, 1, -1, 1]),
        ("[5] + $b", [5, 0, 1, -1]),
        ("$b + $b", [0, 1, -1, 0, 1, -1]),
        ("$b || [2]", [0, 1, -1, 2]),
        ("$b = [0, 1, -1]", True),
        ("[0, 1, -1] = $b", True),
        ("255 IN $b", False),
        ("-1 IN $b", True),
        ("$b < [1]", True),
        ("$b <= $b", True),
        ("coll.max($b)", 1),
        ("vector($b, 3, INT8) = vector([0, 1, -1], 3, INT8)", True),
    ],
)
def test_they_are_lists(expression: str, expected: object) -> None:
    assert column(Database().session(), f"RETURN {expression} AS x", b=BYTES) == [expected]


def test_they_are_unwound_ordered_and_grouped_as_lists() -> None:
    session = Database().session()
    assert column(session, "UNWIND $b AS x RETURN x", b=BYTES) == [0, 1, -1]
    ordered = "UNWIND [$b, [0, 1], 'a'] AS x RETURN x ORDER BY x"
    assert column(session, ordered, b=BYTES) == [[0, 1], BYTES, "a"]
    assert column(session, "UNWIND [$b, [0, 1, -1]] AS x RETURN DISTINCT x", b=BYTES) == [BYTES]


def test_they_are_stored_and_found_as_lists() -> None:
    session = Database().session()
    session.run("CREATE (:N {b: $b}) FOREACH (x IN $b | CREATE (:F {x: x}))", {"b": BYTES})
    assert column(session, "MATCH (n:N) WHERE n.b = [0, 1, -1] RETURN n.b") == [BYTES]
    assert column(session, "MATCH (f:F) RETURN f.x ORDER BY f.x") == [-1, 0, 1]


def test_messages_show_their_numbers() -> None:
    with pytest.raises(EngineError) as caught:
        Database().session().run("RETURN $b.a", {"b": BYTES})
    assert caught.value.gql_status == "22G03"
    assert caught.value.message == "Type mismatch: expected a map but was ByteArray[0, 1, -1]"
