"""Functions of strings, lists, numbers, entities; conversions; their run-time errors."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.errors import Cause, EngineError
from runner.values import Date, Duration, Point, Vector
from tests.cypher.evaluation import evaluate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("left('hello', 3)", "hel"),
        ("left('hello', 99)", "hello"),
        ("left('abc', null)", None),
        ("right('hello', 3)", "llo"),
        ("substring('hello', 1, 3)", "ell"),
        ("substring('hello', 10)", ""),
        ("substring('hello', 1, 0)", ""),
        ("replace('abc', '', 'x')", "xaxbxcx"),
        ("replace('aaaa', 'a', 'b', 2)", "bbaa"),
        ("replace('abc', null, 'x')", None),
        ("split('a,b,,c', ',')", ["a", "b", "", "c"]),
        ("split('abc', '')", ["a", "b", "c"]),
        ("split('', ',')", [""]),
        ("split('a,b;c', [',', ';'])", ["a", "b", "c"]),
        ("split('a,b', [',', null])", None),
        ("trim('  a b ')", "a b"),
        ("trim('\u00a0a\u00a0')", "\u00a0a\u00a0"),
        ("trim(LEADING 'x' FROM 'xxaxx')", "axx"),
        ("trim(BOTH 'x' FROM 'xxaxx')", "a"),
        ("trim(TRAILING FROM 'a ')", "a"),
        ("btrim('xyaxy', 'yx')", "a"),
        ("ltrim('  a ')", "a "),
        ("rtrim('axx', 'x')", "a"),
        ("toUpper('straße')", "STRASSE"),
        ("lower('ÀB')", "àb"),
        ("normalize('\ufb01', NFKC)", "fi"),
        ("normalize('e\u0301')", "é"),
        ("size('😀')", 1),
        ("reverse('a😀b')", "b😀a"),
        ("char_length('日本')", 2),
        ("string.indexOf('hello', 'l')", 2),
        ("string.join(['a', 'b'], '-')", "a-b"),
        ("string.regexReplace('a1b22', '([0-9]+)', '<$1>')", "a<1>b<22>"),
        ("size([1, null])", 2),
        ("head([])", None),
        ("last([1, 2])", 2),
        ("tail([])", []),
        ("tail([1, 2])", [2]),
        ("reverse([1, null])", [None, 1]),
        ("range(5, 0)", []),
        ("range(5, 0, -2)", [5, 3, 1]),
        ("range(0, 10, 3)", [0, 3, 6, 9]),
        ("range(3, 3)", [3]),
        ("isEmpty('')", True),
        ("isEmpty([null])", False),
        ("isEmpty({})", True),
        ("coll.sort([3, 'a', null, true, 1.5])", ["a", True, 1.5, 3, None]),
        ("coll.distinct([1, 1.0, null, null])", [1, None]),
        ("coll.flatten([1, [2, [3]], 4])", [1, 2, [3], 4]),
        ("coll.flatten([1, [2, [3]]], 2)", [1, 2, 3]),
        ("coll.indexOf([1, 2], 9)", -1),
        ("coll.insert([1, 3], 1, null)", [1, None, 3]),
        ("coll.remove([1, 2, 3], 1)", [1, 3]),
        ("coll.max([1, 5, 3])", 5),
        ("coll.min([])", None),
        ("cardinality({a: 1})", 1),
        ("keys({b: 1, a: null})", ["b", "a"]),
        ("properties({a: 1})", {"a": 1}),
        ("nullIf(1, 1.0)", None),
        ("nullIf('a', null)", "a"),
    ],
)
def test_strings_and_lists(text: str, expected: Any) -> None:
    """Facts 5.2."""
    assert evaluate(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("round(2.5)", 3.0),
        ("round(-2.5)", -2.0),
        ("round(-0.5)", 0.0),
        ("round(0.49999999999999994)", 0.0),
        ("round(1e300)", 9.223372036854776e18),
        ("round(1.25, 1)", 1.3),
        ("round(-1.25, 1)", -1.3),
        ("round(1.25, 1, 'HALF_DOWN')", 1.2),
        ("round(1.21, 1, 'UP')", 1.3),
        ("round(2.5, 0, 'HALF_EVEN')", 2.0),
        ("round(1.5, 20)", 1.5),
        ("round(7)", 7.0),
        ("abs(-5)", 5),
        ("abs(-0.0)", 0.0),
        ("sign(-0.5)", -1),
        ("ceil(-0.5)", -0.0),
        ("floor(1.5e300)", 1.5e300),
        ("ceiling(1.1)", 2.0),
        ("sqrt(-1)", math.nan),
        ("log(0)", -math.inf),
        ("log10(1000)", math.log10(1000)),
        ("ln(e())", 1.0),
        ("exp(1000)", math.inf),
        ("acos(2)", math.nan),
        ("cot(0)", math.inf),
        ("sinh(-1000)", -math.inf),
        ("cosh(1000)", math.inf),
        ("tanh(0)", 0.0),
        ("degrees(pi())", 180.0),
        ("atan2(1, 1)", 0.7853981633974483),
        ("isNaN(0.0 / 0.0)", True),
        ("isNaN(1)", False),
        ("abs(null)", None),
    ],
)
def test_mathematics(text: str, expected: float | None) -> None:
    """Never an error for a number; the sign of zero is kept."""
    assert repr(evaluate(text)) == repr(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("toInteger(2.9)", 2),
        ("toInteger(-1.9)", -1),
        ("toInteger('1.9')", 1),
        ("toInteger(' 12 ')", 12),
        ("toInteger('0x1F')", 31),
        ("toInteger('-0xFF')", -255),
        ("toInteger('1e3')", 1000),
        ("toInteger('1e-400')", 0),
        ("toInteger('1_000')", 1000),
        ("toInteger('.5')", 0),
        ("toInteger(true)", 1),
        ("toInteger('x')", None),
        ("toInteger('')", None),
        ("toInteger('１')", 1),
        ("toInteger(0.0 / 0.0)", 0),
        ("toInteger(1e30)", 2**63 - 1),
        ("toIntegerOrNull([1])", None),
        ("toIntegerOrNull('9223372036854775808')", None),
        ("toFloat('1.5')", 1.5),
        ("toFloat('Infinity')", math.inf),
        ("toFloat('NaN')", math.nan),
        ("toFloat('nan')", None),
        ("toFloat('inf')", None),
        ("toFloat('1d')", 1.0),
        ("toFloat('0x1p3')", 8.0),
        ("toFloat('1_0')", 10.0),
        ("toFloat(' 1 ')", 1.0),
        ("toFloat('x')", None),
        ("toFloatOrNull(true)", None),
        ("toBoolean('TRUE')", True),
        ("toBoolean('true ')", True),
        ("toBoolean('T')", None),
        ("toBoolean(0)", False),
        ("toBooleanOrNull(1.5)", None),
        ("toString(1.0E7)", "1.0E7"),
        ("toString(true)", "true"),
        ("toString($date)", "1970-01-01"),
        ("toString($point)", "point({x: 1.0, y: 2.0, crs: 'cartesian'})"),
        ("toStringOrNull([1])", None),
        ("toStringList([1, 2.0, 'a', null, $date])", ["1", "2.0", "a", None, "1970-01-01"]),
        ("toIntegerList(['1', '2.7', 'x', 3.9, null, true])", [1, 2, None, 3, None, 1]),
        ("toFloatList(vector([1, 2], 2, INTEGER8))", [1.0, 2.0]),
        ("toBooleanList(['true', 'no', 1, null])", [True, None, True, None]),
        ("valueType(null)", "NULL"),
        ("valueType([])", "LIST<NOTHING> NOT NULL"),
        ("valueType([1, 'a'])", "LIST<STRING NOT NULL | INTEGER NOT NULL> NOT NULL"),
        ("valueType([1, null])", "LIST<INTEGER> NOT NULL"),
        ("valueType([null])", "LIST<NULL> NOT NULL"),
        (
            "valueType([[1], []])",
            "LIST<LIST<INTEGER NOT NULL> NOT NULL> NOT NULL",
        ),
        ("valueType(vector([1], 1, FLOAT))", "VECTOR<FLOAT NOT NULL>(1) NOT NULL"),
    ],
)
def test_conversions(text: str, expected: Any) -> None:
    """Facts 5.2 and 5.5."""
    parameters = {"date": Date(0), "point": Point(7203, (1.0, 2.0))}
    assert repr(evaluate(text, parameters)) == repr(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "size($i)",
            "Invalid input for function 'size()': Expected a String, Vector or List, got: Long(1)",
        ),
        (
            "toUpper($i)",
            (
                "Expected a string value for `toUpper`, but got: Long(1); consider "
                "converting it to a string with toString()."
            ),
        ),
        (
            "toInteger($l)",
            (
                "Invalid input for function 'toInteger()': Expected a String, Float, "
                "Integer or Boolean, got: List{Long(1)}"
            ),
        ),
        (
            "toFloat($b)",
            (
                "Invalid input for function 'toFloat()': Expected a String, Float or "
                "Integer, got: Boolean('true')"
            ),
        ),
        (
            "toBoolean($f)",
            (
                "Invalid input for function 'toBoolean()': Expected a Boolean, Integer "
                "or String, got: Double(1.000000e+00)"
            ),
        ),
        (
            "toString($m)",
            (
                "Invalid input for function 'toString()': Expected a String, UUID, "
                "Vector, Float, Integer, Boolean, Temporal or Duration, got: Map{}"
            ),
        ),
        ("abs($s)", "abs() requires numbers"),
        ("degrees($s)", "degrees() requires numbers"),
        ("head($i)", "Invalid input for function 'head()': Expected Long(1) to be a list"),
        ("labels($i)", "Invalid input for function 'labels()': Expected a Node, got: Long(1)"),
        (
            "type($s)",
            "Invalid input for function 'type()': Expected a Relationship, got: String(\"\")",
        ),
        (
            "range(1, null)",
            (
                "Invalid input for end value in function 'range()': Expected a numeric "
                "value but got: NO_VALUE"
            ),
        ),
        (
            "keys($i)",
            (
                "Invalid input for function 'keys()': Expected a node, a relationship or a "
                "literal map but got Long(1)"
            ),
        ),
    ],
)
def test_wrong_types(text: str, message: str) -> None:
    """Facts 1.7: 22N38 because of 22N01."""
    parameters = {"i": 1, "l": [1], "b": True, "f": 1.0, "m": {}, "s": ""}
    with pytest.raises(EngineError) as caught:
        evaluate(text, parameters)
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.TypeError"
    assert (error.gql_status, error.message) == ("22N38", message)
    assert error.cause == Cause("22N01", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("left('abc', -1)", "Function argument to 'left()' is out of range"),
        ("right('abc', -1)", "Function argument to 'right()' is out of range"),
        ("substring('hello', -1)", "Function argument to 'substring()' is out of range"),
        ("coll.remove([1], 5)", "Function argument to 'coll.remove()' is out of range"),
        ("coll.insert([1], 5, 0)", "Function argument to 'coll.insert()' is out of range"),
        ("range(0, 5, 0)", "Step argument to 'range()' cannot be zero"),
        ("round(1.5, -1)", "Precision argument to 'round()' cannot be negative"),
    ],
)
def test_arguments_out_of_range(text: str, message: str) -> None:
    """Facts 1.7: 22N38 because of 22N03."""
    with pytest.raises(EngineError) as caught:
        evaluate(text)
    assert caught.value.code == "Neo.ClientError.Statement.ArgumentError"
    assert (caught.value.gql_status, caught.value.message) == ("22N38", message)
    assert caught.value.cause == Cause("22N03", message)


def test_integer_too_large_for_64_bits() -> None:
    """It is a type error, but of status 22003."""
    with pytest.raises(EngineError) as caught:
        evaluate("toInteger('9223372036854775808')")
    assert caught.value.code == "Neo.ClientError.Statement.TypeError"
    assert caught.value.message == "integer, 9223372036854775808, is too large"
    assert caught.value.gql_status == "22003"


def test_size_says_less_in_cypher_5() -> None:
    """There are no vectors in Cypher 5."""
    with pytest.raises(EngineError) as caught:
        evaluate("size($i)", {"i": 1}, language="5")
    assert caught.value.message == (
        "Invalid input for function 'size()': Expected a String or List, got: Long(1)"
    )


def test_entities_and_paths() -> None:
    """Ids, labels, types, ends, and the parts of a path."""
    ada, bob = NodeRecord(3), NodeRecord(4)
    ada.labels = {"B": None, "A": None}
    ada.properties = {"z": 1, "a": 2}
    knows = RelationshipRecord(9, "KNOWS", ada, bob)
    names = {"a": ada, "r": knows, "p": PathRecord([ada, bob], [knows])}
    answers: dict[str, Any] = {
        "id(a)": 3,
        "id(r)": 9,
        "labels(a)": ["B", "A"],
        "keys(a)": ["z", "a"],
        "properties(a)": {"z": 1, "a": 2},
        "property_exists(a, z)": True,
        "property_exists(a, nope)": False,
        "type(r)": "KNOWS",
        "startNode(r)": ada,
        "endNode(r)": bob,
        "nodes(p)": [ada, bob],
        "relationships(p)": [knows],
        "length(p)": 1,
        "path_length(p)": 1,
        "labels(null)": None,
    }
    for text, expected in answers.items():
        assert evaluate(text, variables=names) == expected, text
    ada.deleted = knows.deleted = True
    assert evaluate("[keys(a), properties(a)]", variables=names) == [[], {}]
    with pytest.raises(EngineError) as caught:
        evaluate("labels(a)", variables=names)
    assert caught.value.gql_status == "25N13"


def test_values_that_differ_each_time() -> None:
    """Random numbers and UUIDs are made anew for each item; the moment stays."""
    ids = evaluate("[i IN range(1, 2) | randomUUID()]")
    assert ids[0] != ids[1]
    assert all(
        re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", one)
        for one in ids
    )
    numbers = evaluate("[i IN range(1, 3) | rand()]")
    assert len(set(numbers)) == 3
    assert all(0 <= number < 1 for number in numbers)
    assert evaluate("timestamp()") == 1_772_442_720_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vector([1, 2, 3], 3, INTEGER8)", Vector((1, 2, 3), "INTEGER8")),
        ("vector([1.5, 2.0], 2, FLOAT32)", Vector((1.5, 2.0), "FLOAT32")),
        ("vector([1.9], 1, INTEGER)", Vector((1,), "INTEGER")),
        ("vector('[1, 2.5e0]', 2, FLOAT)", Vector((1.0, 2.5), "FLOAT")),
        ("vector(null, 2, FLOAT)", None),
        ("vector_dimension_count(vector([1, 2], 2, FLOAT))", 2),
        ("vector_norm(vector([3, 4], 2, FLOAT), EUCLIDEAN)", 5.0),
        ("vector_distance(vector([0, 0], 2, FLOAT), vector([3, 4], 2, FLOAT), MANHATTAN)", 7.0),
        ("vector.similarity.cosine([1.0, 0.0], [1.0, 1.0])", 0.8535534143447876),
        ("vector.similarity.cosine([1.0, 0.0], [-1.0, 0.0])", 0.0),
        ("vector.similarity.euclidean([1, 0], [4, 4])", 0.03846153989434242),
        ("vector.similarity.euclidean([1, 0], [1, 1])", 0.5),
        ("vector.similarity.cosine(null, [1.0])", None),
    ],
)
def test_vectors(text: str, expected: Any) -> None:
    """Scores are 32-bit floats (facts, section 6)."""
    assert evaluate(text) == expected


def test_vector_errors() -> None:
    """The dimension must be the number of coordinates; a zero vector has no direction."""
    with pytest.raises(EngineError) as caught:
        evaluate("vector([1, 2], 3, FLOAT)")
    assert caught.value.message == "Expected a VECTOR<FLOAT64>(3), but got VECTOR<FLOAT64>(2)"
    assert caught.value.gql_status == "22G03"
    with pytest.raises(EngineError) as caught:
        evaluate("vector.similarity.cosine([0.0, 0.0], [1.0, 0.0])")
    assert caught.value.code == "Neo.ClientError.Statement.ArgumentError"
    assert caught.value.gql_status == "22N38"
    assert caught.value.cause is None
    assert caught.value.message == (
        "Invalid input for 'vector.similarity.cosine()': Argument a is not a valid vector for "
        "this similarity function."
    )


def test_duration_text() -> None:
    """What has a text can be joined to a string."""
    assert evaluate("$d + '!'", {"d": Duration(0, 1, 0, 0)}) == "P1D!"
