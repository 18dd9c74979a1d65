"""Values in data blocks: JSON's own, and those that it lacks."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.page.json_text import _plain_object, _Reader, read_parameters
from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Point,
    Time,
    Value,
    Vector,
)


def read(text: str) -> Value:
    """The value of the key x; the text has no problems."""
    problems: list[object] = []
    values = read_parameters('{"x": ' + text + "}", lambda *problem: problems.append(problem))
    assert problems == []
    assert values is not None
    return values["x"]


def refusal(text: str) -> tuple[int, str, str]:
    """The one problem of a value: where in the value it stands, its code and its message."""
    problems: list[tuple[int, str, str]] = []
    prefix = '{"x": '

    def report(offset: int, code: str, message: str, suggestion: str | None) -> None:
        problems.append((offset - len(prefix), code, message))

    assert read_parameters(prefix + text + "}", report) is None
    (problem,) = problems
    return problem


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ("false", False),
        ("-0", 0),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("1.0", 1.0),
        ("1e2", 100.0),
        ("-1.5E-3", -0.0015),
        ('"a\\"\\\\\\/\\b\\f\\n\\r\\té\\u00e9\\ud83d\\ude00"', 'a"\\/\b\f\n\r\téé😀'),
        ("[]", []),
        ('[1, [2.0], {"k": {}}]', [1, [2.0], {"k": {}}]),
        (' {"k" : 1 , "l":2} ', {"k": 1, "l": 2}),
    ],
)
def test_json(text: str, value: Value) -> None:
    """Integers stay integers; a fraction or an exponent makes a float."""
    found = read(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"$date": "1970-01-02"}', Date(1)),
        ('{"$localtime": "00:00:01"}', LocalTime(10**9)),
        ('{"$time": "00:00:01+01:00"}', Time(10**9, 3600)),
        ('{"$localdatetime": "1970-01-02T00:00:00"}', LocalDateTime(1, 0)),
        ('{"$datetime": "1970-01-02T00:00:00Z"}', DateTime(1, 0, 0)),
        (
            '{"$datetime": "2026-07-01T12:00:00[Europe/Berlin]"}',
            DateTime(20635, 43_200 * 10**9, 7200, "Europe/Berlin"),
        ),
        ('{"$duration": "P1DT2H"}', Duration(0, 1, 7200, 0)),
        ('{"$bytes": "AQID"}', b"\x01\x02\x03"),
        ('{"$float": "Infinity"}', math.inf),
        ('{"$float": "-Infinity"}', -math.inf),
        ('{"$point": {"x": 1, "y": 2.5}}', Point(7203, (1.0, 2.5))),
        (
            '{"$point": {"x": 1, "y": 2, "z": 3, "crs": "cartesian-3d"}}',
            Point(9157, (1.0, 2.0, 3.0)),
        ),
        ('{"$point": {"longitude": 12.5, "latitude": 56}}', Point(4326, (12.5, 56.0))),
        ('{"$point": {"x": 12.5, "y": 56, "crs": "wgs-84"}}', Point(4326, (12.5, 56.0))),
        ('{"$point": {"x": 1, "y": 2, "z": 3, "srid": 4979}}', Point(4979, (1.0, 2.0, 3.0))),
        ('{"$vector": [1, 2]}', Vector((1, 2), "INTEGER")),
        ('{"$vector": [1, 2.5]}', Vector((1.0, 2.5), "FLOAT")),
        ('{"$vector": [[1, 2], 2, "INT8"]}', Vector((1, 2), "INTEGER8")),
        ('{"$vector": {"values": [0.5, 1], "type": "FLOAT32"}}', Vector((0.5, 1.0), "FLOAT32")),
        ('{"$map": {"$date": 1, "k": {"$date": "1970-01-02"}}}', {"$date": 1, "k": Date(1)}),
        ('{"$map": {"$map": {"$float": "Infinity"}}}', {"$map": math.inf}),
        ('[{"$map": {}}]', [{}]),
    ],
)
def test_values_that_json_lacks(text: str, value: Value) -> None:
    """A one-key object stands for a value of the type that its key names."""
    found = read(text)
    assert found == value
    assert type(found) is type(value)


def test_nan() -> None:
    """NaN equals nothing, so it is looked at."""
    found = read('{"$float": "NaN"}')
    assert isinstance(found, float)
    assert math.isnan(found)


def test_a_float32_coordinate_is_rounded_to_32_bits() -> None:
    """As Neo4j stores it."""
    assert read('{"$vector": {"values": [0.1], "type": "FLOAT32"}}') == Vector(
        (0.10000000149011612,), "FLOAT32"
    )


@pytest.mark.parametrize(
    ("text", "offset", "code", "message"),
    [
        ('{"$date": "2026-02-30"}', 0, "bad-value", '"2026-02-30" is no date: '),
        ('[1, {"$duration": "1 day"}]', 4, "bad-value", '"1 day" is no duration: '),
        ('{"$point": [1, 2]}', 0, "bad-value", '`$point` takes an object, as {"x": 1.0, "y": 2.0}'),
        (
            '{"$point": {"x": 1}}',
            0,
            "bad-value",
            "`$point` takes x and y, or longitude and latitude; a third is z or height",
        ),
        ('{"$point": {"x": 1, "y": "2"}}', 0, "bad-value", "`$point`: coordinates are numbers"),
        (
            '{"$point": {"x": 1, "y": 2, "crs": "mars"}}',
            0,
            "bad-value",
            "`$point`: crs is one of cartesian, cartesian-3d, wgs-84, wgs-84-3d",
        ),
        (
            '{"$point": {"x": 1, "y": 2, "crs": "wgs-84-3d"}}',
            0,
            "bad-value",
            "`$point`: wgs-84-3d does not have 2 coordinates",
        ),
        (
            '{"$point": {"longitude": 1, "latitude": 91}}',
            0,
            "bad-value",
            "the latitude 91.0 is not within -90 and 90",
        ),
        (
            '{"$vector": "[1]"}',
            0,
            "bad-value",
            '`$vector` takes numbers, as {"values": [1.0], "type": "FLOAT32"}',
        ),
        ('{"$vector": []}', 0, "bad-value", "`$vector` takes 1 to 4096 coordinates"),
        (
            '{"$vector": {"values": [300], "type": "INTEGER8"}}',
            0,
            "bad-value",
            "`$vector`: not all coordinates are of type INTEGER8",
        ),
        (
            '{"$vector": {"values": [1e300], "type": "FLOAT32"}}',
            0,
            "bad-value",
            "`$vector`: not all coordinates are of type FLOAT32",
        ),
        ('{"$vector": [[1, 2], 3, "INTEGER"]}', 0, "bad-value", "`$vector`: its dimension is 2"),
        ('{"$bytes": "a"}', 0, "bad-value", '"a" is no base64'),
    ],
)
def test_values_that_their_type_does_not_have(
    text: str, offset: int, code: str, message: str
) -> None:
    """The place is that of the object; the reason is in the message."""
    found = refusal(text)
    assert found[:2] == (offset, code)
    assert found[2].startswith(message)


NUMBERS = ["1", "-0", "0.5", "1e5", "01", "+1", ".5", "1.", "1e400", "-1e400", "9" * 18, str(2**63)]
WORDS = ["NaN", "-Infinity", "null", "true", "nul", "True"]
STRINGS = ['"a"', '"$x"', r'"\n"', r'"\ud800"', r'"\u00e9"', r'"\x"', '"\t"', '"\x7f"', "'a'", '"']
SCALARS = st.sampled_from([*NUMBERS, *WORDS, *STRINGS])
BLANKS = st.sampled_from(["", " ", "\n", "\t", "\r", "\xa0", "\x0c", "\ufeff"])
KEYS = st.sampled_from(['"a"', '"b"', '"$map"', '"$date"', '""', "a"])


def _listed(brackets: str, items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(items, max_size=3).map(lambda each: brackets[0] + ",".join(each) + brackets[1])


JSON = st.recursive(
    st.tuples(BLANKS, SCALARS, BLANKS).map("".join),
    lambda inner: (
        _listed("[]", inner)
        | _listed("{}", st.tuples(KEYS, BLANKS, st.just(":"), inner, BLANKS).map("".join))
    ),
)
OBJECTS = _listed("{}", st.tuples(KEYS, BLANKS, st.just(":"), JSON, BLANKS).map("".join))


@given(st.tuples(BLANKS, OBJECTS | JSON, BLANKS).map("".join))
@example('{"a":' + "[" * 100 + "]" * 100 + "}")
@example('{"a":' + "[" * 99 + "]" * 99 + "}")
@example('{"a": "\x1f"}')
@example('{"a": "\u2028\x85"}')
def test_what_is_read_fast_is_read_alike(text: str) -> None:
    """And where the fast way reads something there is nothing to report."""
    plain = _plain_object(text)
    if plain is not None:
        problems: list[object] = []
        slow = _Reader(text, lambda *problem: problems.append(problem), "a text").whole()
        assert problems == []
        assert repr(plain) == repr(slow)


def test_data_without_special_values_is_read_fast() -> None:
    text = '{"a": [1, -2.5e3, "b", {"c": null, "d": true}], "e": ""}'
    assert _plain_object(text) == {"a": [1, -2500.0, "b", {"c": None, "d": True}], "e": ""}
    assert _plain_object(text.replace("a", "$date")) is None
    assert _plain_object('{"a": [' + "{}," * 200 + "{}]}") == {"a": [{}] * 201}
    assert _plain_object('{"a":' + "[" * 99 + "]" * 99 + "}") is not None
    assert _plain_object('{"a":' + "[" * 100 + "]" * 100 + "}") is None
    assert _plain_object('{"a":' + "[" * 100_000 + "]" * 100_000 + "}") is None
