"""Arithmetic, logic, comparison: values and run-time errors."""

from __future__ import annotations

import math
from typing import Any

import pytest

from runner.errors import Cause, EngineError
from tests.cypher.evaluation import evaluate
from tests.cypher.running import column, failure, session_with

INT64_MAX = 2**63 - 1


def same(actual: Any, expected: Any) -> bool:
    """Equal and of one type; NaN equals NaN here, and ``-0.0`` is not ``0.0``."""
    return repr(actual) == repr(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2", 3),
        ("1 + 2.5", 3.5),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-9223372036854775808 / -1", -(2**63)),
        ("7 / 2.0", 3.5),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("5.5 % 2", 1.5),
        ("1.0 % 0", math.nan),
        ("1 / 0.0", math.inf),
        ("-1 / 0.0", -math.inf),
        ("1 / -0.0", -math.inf),
        ("0.0 / 0", math.nan),
        ("null / 0", None),
        ("1 + null", None),
        ("null % 0", None),
        ("2 ^ 3 ^ 2", 64.0),
        ("-2 ^ 2", 4.0),
        ("4 ^ 0.5", 2.0),
        ("(-8) ^ (1.0 / 3)", math.nan),
        ("0 ^ -1", math.inf),
        ("10 ^ 400", math.inf),
        ("(-10) ^ 401", -math.inf),
        ("1 ^ (0.0 / 0.0)", math.nan),
        ("1e308 * 10", math.inf),
        ("9223372036854775807 + 1.0", 9.223372036854776e18),
        ("-(5)", -5),
        ("-(5 - 5.0)", 0.0),
        ("-0.0", -0.0),
        ("+(5)", 5),
        ("'a' + 'b'", "ab"),
        ("1 + 'a'", "1a"),
        ("1 + 2 + 'abc'", "3abc"),
        ("'a' + true", "atrue"),
        ("'a' + 1.0E7", "a1.0E7"),
        ("'a' + null", None),
        ("'a' + ['b']", ["a", "b"]),
        ("1 + [2]", [1, 2]),
        ("[1] + 2", [1, 2]),
        ("[1] + [[2]]", [1, [2]]),
        ("[1] + null", None),
        ("'a' || 'b'", "ab"),
        ("[1] || [2]", [1, 2]),
        ("'a' || null", None),
    ],
)
def test_arithmetic(text: str, expected: Any) -> None:
    """Facts 5.2."""
    assert same(evaluate(text), expected)


@pytest.mark.parametrize(
    ("text", "message", "gql_status", "operation"),
    [
        ("1 / 0", "/ by zero", "22012", "/ by zero"),
        ("1 % 0", "/ by zero", "22003", "%"),
        ("9223372036854775807 + 1", "long overflow", "22003", "+"),
        ("-9223372036854775808 - 1", "long overflow", "22003", "-"),
        ("9223372036854775807 * 2", "long overflow", "22003", "*"),
        ("-($x)", "long overflow", "22003", "-"),
        ("abs($x)", "numeric value out of range", "22003", "abs()"),
    ],
)
def test_arithmetic_errors(text: str, message: str, gql_status: str, operation: str) -> None:
    """Integers have 64 bits; their division by zero is an error."""
    with pytest.raises(EngineError) as caught:
        evaluate(text, {"x": -(2**63)})
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.ArithmeticError"
    assert (error.gql_status, error.message) == (gql_status, message)
    detail = f"The result of the operation '{operation}' has caused an overflow."
    assert error.cause == Cause("22N28", detail)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$s - 1", "Cannot subtract `Long` from `String`"),
        ("$i + $b", "Cannot add `Long` and `Boolean`"),
        ("$s * 2", "Cannot multiply `String` and `Long`"),
        ("$s / 2", "Cannot divide `String` by `Long`"),
        ("$b % 2", "Cannot calculate modulus of `Boolean` and `Long`"),
        ("$b ^ 2", "Cannot raise `Boolean` to the power of `Long`"),
        ("$s + $m", "Cannot add `String` and `Map`"),
        ("-($b)", "Cannot subtract `Boolean` from `Long`"),
        ("NOT $s", 'Don\'t know how to treat that as a predicate: String("x")'),
        ("true XOR $i", "Don't know how to treat that as a predicate: Long(1)"),
        ("$i AND $b", "Don't know how to treat that as a predicate: Long(1)"),
        ("$i.foo", "Type mismatch: expected a map but was Long(1)"),
        (
            "$f[0]",
            (
                "`Double(4.700000e+00)` is not a collection or a map. Element access is only "
                "possible by performing a collection lookup using an integer index, or by "
                "performing a map "
                "lookup using a string key (found: Double(4.700000e+00)[Long(0)])"
            ),
        ),
        (
            "[1][$f]",
            "Cannot access a list using an non-integer number index, got Double(4.700000e+00)",
        ),
        (
            "$m[$f]",
            (
                "Cannot access a map 'Map{a -> Long(1)}' by key 'Double(4.700000e+00)': Expected "
                "Double(4.700000e+00) to be a org.neo4j.values.storable.TextValue, but it was a "
                "org.neo4j.values.storable.DoubleValue"
            ),
        ),
    ],
)
def test_type_errors(text: str, message: str) -> None:
    """Facts 1.7: what the checks before the run could not know."""
    parameters = {"s": "x", "i": 1, "b": True, "f": 4.7, "m": {"a": 1}}
    with pytest.raises(EngineError) as caught:
        evaluate(text, parameters)
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.TypeError"
    assert (error.gql_status, error.message) == ("22G03", message)
    assert error.cause == Cause("22N01", message)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("true AND null", None),
        ("null AND false", False),
        ("null OR true", True),
        ("false OR null", None),
        ("true XOR null", None),
        ("true XOR false XOR true", False),
        ("NOT null", None),
        ("NOT null IS NULL", False),
        ("false AND 1/0 > 1", False),
        ("$zero <> 0 AND 4 / $zero > 1", False),
        ("$zero = 0 OR 1 / $zero > 1", True),
        ("$one AND true", 1),
        ("false OR $one", 1),
        ("true OR $one", True),
        ("$list AND $flag", True),
        ("NOT $list", False),
    ],
)
def test_logic(text: str, expected: Any) -> None:
    """Facts 5.1, its oddities included: what is simplified away is not checked."""
    parameters = {"zero": 0, "one": 1, "list": [0], "flag": True}
    assert same(evaluate(text, parameters), expected)


@pytest.mark.parametrize("text", ["1 / $zero > 1 AND $zero = 1", "1 / $zero > 1 OR $zero = 0"])
def test_logic_is_answered_from_left_to_right(text: str) -> None:
    """A failure on the left is not taken back by what stands on the right."""
    with pytest.raises(EngineError) as caught:
        evaluate(text, {"zero": 0})
    assert caught.value.message == "/ by zero"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("1 = 1 = true", False),
        ("1 < null < 0", None),
        ("3 < null < 4 < 0", False),
        ("1 <> '1'", True),
        ("null <> null", None),
        ("0.0 / 0.0 <> 0.0 / 0.0", True),
        ("0.0 / 0.0 > 1", False),
        ("0.0 / 0.0 <= 1", False),
        ("0.0 / 0.0 > 'a'", None),
        ("'a' < 1", None),
        ("[1] <= [1]", True),
        ("{a: 1} >= {a: 1}", True),
        ("4 IN [1, null, 3]", None),
        ("1 IN [1, null]", True),
        ("null IN []", False),
        ("null IN [1]", None),
        ("1 IN null", None),
        ("[1] IN [[1, null]]", False),
        ("[null] IN [[null]]", None),
        ("1 IN [1.0, 2.0]", True),
        ("true IN [1]", False),
        ("1 IN $one", True),
        ("2 IN $one", False),
        ("null IS NULL", True),
        ("1 IS NOT NULL", True),
    ],
)
def test_comparison(text: str, expected: bool | None) -> None:
    """Facts 5.1: chains, NaN, membership."""
    assert evaluate(text, {"one": 1}) is expected


def test_membership_in_a_long_list_stays_the_same() -> None:
    """The set that repeated searches use answers as the first search did."""
    items = [*range(20), "a", None, 5.5]
    wanted = [3, 3.0, "a", "b", 5.5, 99, True]
    found = evaluate("[x IN $wanted | x IN $items]", {"wanted": wanted, "items": items})
    assert found == [True, True, True, None, True, None, None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'abc' STARTS WITH 'ab'", True),
        ("'abc' ENDS WITH 'bc'", True),
        ("'abc' CONTAINS ''", True),
        ("'abc' STARTS WITH null", None),
        ("$one CONTAINS 'a'", None),
        ("$one =~ 'a'", None),
        ("'abc' =~ 'AB.'", False),
        ("'abc' =~ '(?i)AB.'", True),
        ("'abc' =~ 'ab'", False),
        ("'abc' =~ null", None),
        (r"'e\u0301' IS NORMALIZED", False),
        (r"'e\u0301' IS NFD NORMALIZED", True),
        (r"'e\u0301' IS NOT NFC NORMALIZED", True),
        ("$one IS NORMALIZED", None),
        ("null IS NOT NORMALIZED", None),
    ],
)
def test_string_predicates(text: str, expected: bool | None) -> None:
    """They are null for what is no string."""
    assert evaluate(text, {"one": 1}) is expected


@pytest.mark.parametrize("text", ["n.p", "n.p = 1", "n['p']", "n:%"])
def test_deleted_entity_refuses_its_properties(text: str) -> None:
    """25N13, and the id of the entity."""
    error = failure(session_with(), f"CREATE (n:L {{p: 1}}) DELETE n RETURN {text} AS x")
    assert error.code == "Neo.ClientError.Statement.EntityNotFound"
    assert error.gql_status == "25N13"
    assert error.message == "Node with id 0 has been deleted in this transaction"


@pytest.mark.parametrize("text", ["n.q", "n['q']", "n {.p}"])
def test_deleted_entity_answers_null(text: str) -> None:
    """A key unknown to the store is null before the entity is asked; a projection is null."""
    assert column(session_with(), f"CREATE (n:L {{p: 1}}) DELETE n RETURN {text} AS x") == [None]


def test_sizes_are_limited_before_allocation() -> None:
    """A string that doubles forty times is refused, not made."""
    with pytest.raises(EngineError) as caught:
        evaluate("reduce(s = 'ab', i IN range(1, 40) | s + s)")
    assert caught.value.code == "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
    assert caught.value.gql_status == "51N73"
    with pytest.raises(EngineError) as caught:
        evaluate("range(1, 9000000000000000000)")
    assert caught.value.gql_status == "51N73"
