"""Section 6 of the page format: every value has one text, and every text its value."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from runner.render.literal import format_value, parse_value
from runner.render.reader import Reader
from runner.render.syntax import MAX_DEPTH, BlockSyntaxError, ValueTooDeep
from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Node,
    Path,
    Point,
    Relationship,
    Time,
    Vector,
)
from tests.support.values import values

A = Node(0, "4:x:0", ("B", "A"), {"k": 1})
B = Node(1, "4:x:1", ("B",), {})
BARE = Node(2, "4:x:2", (), {})
T = Relationship(0, "5:x:0", "T", 0, 1, {})
U = Relationship(1, "5:x:1", "U", 2, 1, {"k": 1})

TEXTS: list[tuple[str, Any, str]] = [
    ("null", None, "null"),
    ("true", True, "true"),
    ("false", False, "false"),
    ("integer", 66, "66"),
    ("negative integer", -9223372036854775808, "-9223372036854775808"),
    ("integer beyond 64 bits, of sql cells", 2**100, "1267650600228229401496703205376"),
    ("float", 66.0, "66.0"),
    ("large float", 1e10, "1.0E10"),
    ("small float", 0.0001, "1.0E-4"),
    ("negative zero", -0.0, "-0.0"),
    ("NaN", float("nan"), "NaN"),
    ("Infinity", float("inf"), "Infinity"),
    ("-Infinity", float("-inf"), "-Infinity"),
    ("string", 'a "b" \\ c', '"a \\"b\\" \\\\ c"'),
    (
        "string with control characters",
        "\n\r\t\b\f\x00\x1f\x7f\x85",
        '"\\n\\r\\t\\b\\f\\u0000\\u001F\\u007F\\u0085"',
    ),
    ("string beyond ASCII", "é 日本 😀 …", '"é 日本 😀 …"'),
    ("string with a line separator, which ends no line of a page", "a\u2028b", '"a\u2028b"'),
    ("list", [1, "2", [None]], '[1, "2", [null]]'),
    ("empty list", [], "[]"),
    ("map, keys sorted by code point", {"b": 1, "B": 2, "a": 3}, "{B: 2, a: 3, b: 1}"),
    ("empty map", {}, "{}"),
    (
        "map with keys that are no plain names",
        {"a b": 1, "1": 2, "`": 3, "": 4, "é": 5},
        "{``: 4, `1`: 2, ````: 3, `a b`: 1, `é`: 5}",
    ),
    ("key with a control character", {"a\nb": 1}, "{`a\\u000Ab`: 1}"),
    ("key that looks like an escape", {"\\u0041": 1}, "{`\\u005Cu0041`: 1}"),
    ("node, labels sorted", A, "(:A:B {k: 1})"),
    ("bare node", BARE, "()"),
    ("node with properties only", Node(3, "", (), {"k": 1}), "({k: 1})"),
    ("label that is no plain name", Node(3, "", ("a b",), {}), "(:`a b`)"),
    ("relationship", U, "[:U {k: 1}]"),
    ("bare relationship", T, "[:T]"),
    ("deleted relationship", Relationship(0, "", "", 0, 1, {}), "[:``]"),
    ("path", Path((A, B, BARE), (T, U)), "(:A:B {k: 1})-[:T]->(:B)<-[:U {k: 1}]-()"),
    ("path of length 0", Path((B,), ()), "(:B)"),
    ("date", Date(20514), 'date("2026-03-02")'),
    ("time", Time(33_120_000_000_000, 0), 'time("09:12:00Z")'),
    ("localtime", LocalTime(33_120_000_000_000), 'localtime("09:12:00")'),
    ("localtime with a fraction", LocalTime(33_120_120_000_000), 'localtime("09:12:00.12")'),
    ("datetime", DateTime(20514, 33_120_000_000_000, 0), 'datetime("2026-03-02T09:12:00Z")'),
    (
        "datetime in a zone",
        DateTime(20514, 33_120_000_000_000, 3600, "Europe/Berlin"),
        'datetime("2026-03-02T09:12:00+01:00[Europe/Berlin]")',
    ),
    (
        "localdatetime",
        LocalDateTime(20514, 33_120_000_000_000),
        'localdatetime("2026-03-02T09:12:00")',
    ),
    ("duration", Duration(0, 1, 7200, 0), 'duration("P1DT2H")'),
    ("point", Point(7203, (1.0, 2.0)), 'point({x: 1.0, y: 2.0, crs: "cartesian"})'),
    (
        "point with z",
        Point(4979, (1.0, 2.0, 3.0)),
        'point({x: 1.0, y: 2.0, z: 3.0, crs: "wgs-84-3d"})',
    ),
    ("vector", Vector((1.0, 2.0), "FLOAT32"), "vector([1.0, 2.0], 2, FLOAT32)"),
    (
        "vector of 32-bit floats",
        Vector((0.10000000149011612,), "FLOAT32"),
        "vector([0.1], 1, FLOAT32)",
    ),
    (
        "vector of 64-bit floats",
        Vector((0.10000000149011612,), "FLOAT"),
        "vector([0.10000000149011612], 1, FLOAT)",
    ),
    ("vector of integers", Vector((1, -2), "INTEGER8"), "vector([1, -2], 2, INTEGER8)"),
    ("bytes", b"\x01\x02\x03", 'bytes("AQID")'),
]


@pytest.mark.parametrize(("value", "text"), [t[1:] for t in TEXTS], ids=[t[0] for t in TEXTS])
def test_every_type_has_its_text(value: Any, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize("text", [t[2] for t in TEXTS], ids=[t[0] for t in TEXTS])
def test_every_text_is_read_and_written_the_same(text: str) -> None:
    value = parse_value(text)
    assert format_value(value) == text


@given(values())
def test_any_value_is_read_and_written_the_same(value: Any) -> None:
    text = format_value(value)
    assert "\n" not in text
    assert format_value(parse_value(text)) == text


SPELLINGS = [
    ("float without exponent form", "1e10", "1.0E10"),
    ("float without whole digits", ".5", "0.5"),
    ("single quotes", "'it'", '"it"'),
    ("escaped single quote", "'it\\'s'", '"it\'s"'),
    ("unicode escape", '"\\u00e9"', '"é"'),
    ("surrogate pair", '"\\ud83d\\ude00"', '"😀"'),
    ("blanks", " [ 1 ,2 , { b : 1,a:2 } ] ", "[1, 2, {a: 2, b: 1}]"),
    ("words in capitals", "[NULL, TRUE, False]", "[null, true, false]"),
    ("labels in any order", "( :B :A{ k : 1 } )", "(:A:B {k: 1})"),
    ("name beyond ASCII", "{größe: 1}", "{`größe`: 1}"),
    ("date in another form", 'date("20260302")', 'date("2026-03-02")'),
    (
        "integer coordinates",
        'point({y: 2, crs: "cartesian", x: 1})',
        'point({x: 1.0, y: 2.0, crs: "cartesian"})',
    ),
]


@pytest.mark.parametrize(
    ("text", "canonical"), [s[1:] for s in SPELLINGS], ids=[s[0] for s in SPELLINGS]
)
def test_other_spellings_are_read(text: str, canonical: str) -> None:
    assert format_value(parse_value(text)) == canonical


PROBLEMS = [
    ("", 1, "Expected a value, found the end"),
    ("1 2", 3, "Unexpected text after the value: `2`"),
    ("abc", 1, "`abc` is no value; a string stands in double quotes"),
    ('"abc', 1, 'This string has no closing "'),
    (
        '"a\\qb"',
        3,
        'Unknown escape `\\q` in a string; there are \\\\ \\" \\n \\r \\t \\b \\f \\uXXXX',
    ),
    ('"\\u12"', 2, "`\\u` needs 4 hexadecimal digits"),
    ("007", 1, "`007` is no number"),
    ("1.", 1, "`1.` is no number"),
    ("1e400", 1, "`1e400` is no number"),
    ("1.2.3", 1, "`1.2.3` is no number"),
    ("[1, 2", 6, "Expected `,` or `]` after a value in a list, found the end"),
    ("{a: 1, a: 2}", 8, "The key `a` stands twice in one map"),
    ("{a 1}", 4, "Expected `:` after the key `a`, found `1}`"),
    ("{: 1}", 2, "Expected a key, found `: 1}`"),
    ("{`a: 1}", 2, "This name has no closing `"),
    ("(:A", 4, "Expected `)` at the end of a node, found the end"),
    ("(:A)-[:T]-(:B)", 10, "Expected `->` after a relationship, found `-(:B)`"),
    ("(a:A)", 2, "Expected `)` at the end of a node, found `a:A)`"),
    ('date("soon")', 1, "`soon` is no date: Text cannot be parsed to a Date"),
    ("date(1)", 6, "Expected a string in date(), found `1)`"),
    (
        "point({x: 1.0, y: 2.0})",
        1,
        "The crs of a point is one of cartesian, cartesian-3d, wgs-84, wgs-84-3d",
    ),
    ('point({x: 1.0, crs: "cartesian"})', 1, "A cartesian point has x, y and crs"),
    ('point({x: 1, y: "a", crs: "cartesian"})', 1, "The coordinates of a point are numbers"),
    ("vector([1], 2, FLOAT32)", 1, "A vector has a list of coordinates, then their number"),
    (
        "vector([1.5], 1, INTEGER8)",
        1,
        "The coordinates of a INTEGER8 vector are integers of that size",
    ),
    (
        "vector([1], 1, FLOAT16)",
        1,
        "`FLOAT16` is no type of coordinates; there are INTEGER8, INTEGER16, INTEGER32, INTEGER, FLOAT32, FLOAT",
    ),
    ('bytes("###")', 1, "`###` is not base64"),
    ("…", 1, "`…` stands for a value only in an expected block"),
    ("[1, ...]", 5, "`...` stands for a value only in an expected block"),
]


@pytest.mark.parametrize(("text", "column", "message"), PROBLEMS, ids=[p[0] for p in PROBLEMS])
def test_what_is_no_value_is_told_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(BlockSyntaxError) as caught:
        parse_value(text)
    error = caught.value
    assert (error.message, error.line, error.column) == (message, 1, column)
    assert str(error) == f"{message} (line 1, column {column})"


def test_a_problem_on_a_later_line_is_told_there() -> None:
    with pytest.raises(BlockSyntaxError) as caught:
        parse_value("[1,\n 2,\n x]")
    assert (caught.value.line, caught.value.column) == (3, 2)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_nesting_is_read_and_written_up_to_its_limit() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert format_value(nested(MAX_DEPTH)) == text
    assert format_value(parse_value(text)) == text


def test_deeper_nesting_is_an_error_with_its_place() -> None:
    with pytest.raises(BlockSyntaxError) as caught:
        parse_value("[" * 100_000)
    assert caught.value.message == "The value is nested more than 100 levels deep"
    assert caught.value.column == MAX_DEPTH + 1


@pytest.mark.parametrize("kind", ["list", "map", "node"])
def test_deeper_values_are_not_written(kind: str) -> None:
    value = nested(MAX_DEPTH + 1)
    if kind == "map":
        value = {"k": nested(MAX_DEPTH)}
    elif kind == "node":
        value = Node(0, "", (), {"k": nested(MAX_DEPTH)})
    with pytest.raises(ValueTooDeep, match="The value is nested more than 100 levels deep"):
        format_value(value)


def test_wildcards_stand_for_values_at_any_depth_of_a_block() -> None:
    reader = Reader("{a: …, b: [1, ...], c: (:A {k: …})}", wildcards=True)
    assert format_value(reader.only_value()) == "{a: …, b: [1, ...], c: (:A {k: …})}"
    assert reader.wildcards_read == 3


def test_a_parsed_path_keeps_its_directions() -> None:
    path = parse_value("(:A)-[:T]->(:B)<-[:U]-(:C)")
    assert isinstance(path, Path)
    ends = [(r.start, r.end) for r in path.relationships]
    ids = [node.id for node in path.nodes]
    assert ends == [(ids[0], ids[1]), (ids[2], ids[1])]
