"""Every type of ClickHouse as a value of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.errors import EngineError
from runner.render.literal import format_value
from runner.sql.types import Type, parse_type

if TYPE_CHECKING:
    from tests.sql.conftest import Run

LARGEST = 2**256 - 1

VALUES = [
    ("255::UInt8", "255"),
    ("-128::Int8", "-128"),
    ("65535::UInt16", "65535"),
    ("-32768::Int16", "-32768"),
    ("4294967295::UInt32", "4294967295"),
    ("-2147483648::Int32", "-2147483648"),
    ("18446744073709551615::UInt64", "18446744073709551615"),
    ("toInt64('-9223372036854775808')", "-9223372036854775808"),
    ("toUInt128('340282366920938463463374607431768211455')", str(2**128 - 1)),
    ("toInt128('-170141183460469231731687303715884105728')", str(-(2**127))),
    (f"toUInt256('{LARGEST}')", str(LARGEST)),
    (f"toInt256('{-(2**255)}')", str(-(2**255))),
    ("true", "true"),
    ("1.5", "1.5"),
    ("0.1::Float32", "0.1"),
    ("3.4028235e38::Float32", "3.4028235E38"),
    ("1e-45::Float32", "1.4E-45"),
    ("2.5::BFloat16", "2.5"),
    ("nan", "NaN"),
    ("inf::Float32", "Infinity"),
    ("-inf", "-Infinity"),
    ("1.5::Decimal(9, 2)", "1.50"),
    ("-0.001::Decimal(18, 3)", "-0.001"),
    ("toDecimal128('12345678901234567890.12', 2)", "12345678901234567890.12"),
    ("toDecimal256('-5', 0)", "-5"),
    ("toDecimal32(0, 4)", "0.0000"),
    ("'a\"b\\n'", '"a\\"b\\n"'),
    ("''", '""'),
    ("unhex('C3A9')", '"é"'),
    ("unhex('FF00')", 'bytes("/wA=")'),
    ("toFixedString('ab', 3)", '"ab\\u0000"'),
    ("null", "null"),
    ("null::Nullable(Int64)", "null"),
    ("5::Nullable(Int64)", "5"),
    ("'x'::LowCardinality(String)", '"x"'),
    ("null::LowCardinality(Nullable(String))", "null"),
    ("[]", "[]"),
    ("[1, 2]", "[1, 2]"),
    ("[[1], []]", "[[1], []]"),
    ("['a', null]", '["a", null]'),
    ("(1, 'x', 2.0)", '[1, "x", 2.0]'),
    ("(1, tuple())", "[1, []]"),
    ("(1, 'x')::Tuple(b Int8, `a b` String)", '{`a b`: "x", b: 1}'),
    ("[(1, 'x')]::Nested(a Int8, b String)", '[{a: 1, b: "x"}]'),
    ("map('b', 1, 'a', 2)", "{a: 2, b: 1}"),
    ("map()::Map(String, Int8)", "{}"),
    ("map(1, [2])", "{`1`: [2]}"),
    ("map(toDate('2026-03-02'), 1)", "{`2026-03-02`: 1}"),
    ("toDate('2026-03-02')", 'date("2026-03-02")'),
    ("toDate('2149-06-06')", 'date("2149-06-06")'),
    ("toDate32('1900-01-01')", 'date("1900-01-01")'),
    ("toDateTime('2026-03-02 09:12:00')", 'localdatetime("2026-03-02T09:12:00")'),
    ("toDateTime('2026-03-02 09:12:00', 'UTC')", 'datetime("2026-03-02T09:12:00Z")'),
    (
        "toDateTime('2026-07-02 09:12:00', 'Europe/Berlin')",
        'datetime("2026-07-02T09:12:00+02:00[Europe/Berlin]")',
    ),
    ("toDateTime64('1969-12-31 23:59:59.5', 1)", 'localdatetime("1969-12-31T23:59:59.5")'),
    (
        "toDateTime64('2026-03-02 09:12:00.123456789', 9)",
        'localdatetime("2026-03-02T09:12:00.123456789")',
    ),
    (
        "toDateTime64('1900-01-02 00:00:00.000', 3, 'Asia/Tokyo')",
        'datetime("1900-01-02T00:00:00+09:00[Asia/Tokyo]")',
    ),
    ("'b\\'c'::Enum8('a' = -1, 'b\\'c' = 2)", '"b\'c"'),
    ("'a'::Enum16('a' = -1000)", '"a"'),
    (
        "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')",
        '"61f0c404-5cb3-11e7-907b-a6006ad3dba0"',
    ),
    ("toIPv4('192.168.0.1')", '"192.168.0.1"'),
    ("toIPv6('2001:db8::1')", '"2001:db8::1"'),
    ("toIPv6('192.168.0.1')", '"::ffff:192.168.0.1"'),
    ("INTERVAL 2 WEEK", 'duration("P14D")'),
    ("INTERVAL 3 QUARTER", 'duration("P9M")'),
    ("INTERVAL -1500 MILLISECOND", 'duration("PT-1.5S")'),
    ("'-12:30:15'::Time", 'duration("PT-12H-30M-15S")'),
    ("'12:30:15.5'::Time64(3)", 'duration("PT12H30M15.5S")'),
    ("1::Variant(Int64, String)", "1"),
    ("null::Variant(Int64, String)", "null"),
    ("'x'::Variant(Array(Int64), String)", '"x"'),
    ("CAST(5, 'Dynamic')", "5"),
    ("null::Dynamic", "null"),
    ("CAST([1, null], 'Dynamic')", "[1, null]"),
    ("CAST((1, 'a'), 'Dynamic')", '[1, "a"]'),
    ("CAST((1, 'a')::Tuple(x Int8, y String), 'Dynamic')", '{x: 1, y: "a"}'),
    ("CAST(map('k', 1.5::Decimal(9, 2)), 'Dynamic')", "{k: 1.50}"),
    (
        "CAST(toDateTime64('2026-03-02 09:12:00', 3, 'Europe/Berlin'), 'Dynamic')",
        'datetime("2026-03-02T09:12:00+01:00[Europe/Berlin]")',
    ),
    ("CAST('a'::Enum8('a' = 1), 'Dynamic')", '"a"'),
    ("CAST(toUInt256(7), 'Dynamic')", "7"),
    ("CAST(INTERVAL 2 HOUR, 'Dynamic')", 'duration("PT2H")'),
    ("CAST(toFixedString('ab', 2), 'Dynamic')", '"ab"'),
    ("CAST(toLowCardinality('x'), 'Dynamic')", '"x"'),
    ("CAST(1::Variant(Int64, String), 'Dynamic')", "1"),
    ("CAST((1.5, 2.5)::Point, 'Dynamic')", "[1.5, 2.5]"),
    (
        '\'{"a": {"b": 1, "c": [1, {"x": null}]}, "d": "x", "e": null}\'::JSON',
        '{a: {b: 1, c: [1, {}]}, d: "x"}',
    ),
    (
        '\'{"a": 300, "b": {"c": "2026-01-01"}}\'::JSON(a UInt16, b.c Date)',
        '{a: 300, b: {c: date("2026-01-01")}}',
    ),
    ("'{}'::JSON", "{}"),
    ("(1.5, 2.5)::Point", "[1.5, 2.5]"),
    ("[(0., 0.), (1., 1.)]::Ring", "[[0.0, 0.0], [1.0, 1.0]]"),
    ("[[(0., 0.)]]::Polygon", "[[[0.0, 0.0]]]"),
    ("1::SimpleAggregateFunction(sum, UInt64)", "1"),
]


@pytest.mark.parametrize(("expression", "text"), VALUES, ids=[case[0] for case in VALUES])
def test_a_value_of_each_type(run: Run, expression: str, text: str) -> None:
    """As a page writes it, and exactly."""
    assert format_value(run(f"SELECT {expression} AS v").rows[0][0]) == text


def test_rows_of_several_types_stand_apart(run: Run) -> None:
    """No value takes a byte of the next, in any order."""
    half = VALUES[::7]
    columns = ", ".join(f"{expression} AS c{n}" for n, (expression, _) in enumerate(half))
    rows = run(f"SELECT {columns} FROM numbers(3)").rows
    assert len(rows) == 3
    for row in rows:
        assert [format_value(value) for value in row] == [text for _, text in half]


def test_the_columns_of_a_result(run: Run) -> None:
    """In order, by their names; without rows too; none where a statement gives none."""
    result = run("SELECT 1 AS b, 2 AS `a b`, 1 + 1 FROM numbers(0)")
    assert result.columns == ("b", "a b", "plus(1, 1)")
    assert result.rows == []
    assert run("CREATE VIEW nothing AS SELECT 1").columns == ()
    assert run("DROP VIEW nothing").columns == ()


def test_rows_without_bytes_are_not_counted_wrong(run: Run) -> None:
    """Nobody can tell how many they are."""
    with pytest.raises(EngineError, match=r"values of the type Tuple\(\); convert them"):
        run("SELECT tuple() FROM numbers(3)")


@pytest.mark.parametrize(
    "expression", ["sumState(1)", "initializeAggregation('uniqState', 1)", "[sumState(1)]"]
)
def test_what_a_page_cannot_show(run: Run, expression: str) -> None:
    """States of aggregates are nobody's to read."""
    with pytest.raises(EngineError) as caught:
        run(f"SELECT {expression}")
    assert caught.value.title == "NOT_IMPLEMENTED"
    assert caught.value.message == (
        "a page cannot show values of the type AggregateFunction; convert them first"
    )


def test_names_of_types_are_read() -> None:
    """Nested, with names in quotes, numbers and texts."""
    assert parse_type("Array(Nullable(Decimal(10, 2)))") == Type(
        "Array", (Type("Nullable", (Type("Decimal", numbers=(10, 2)),)),)
    )
    assert parse_type("Tuple(`a b` Int8, c DateTime64(3, 'Asia/Tokyo'))") == Type(
        "Tuple",
        (Type("Int8"), Type("DateTime64", numbers=(3,), texts=("Asia/Tokyo",))),
        ("a b", "c"),
    )
    assert parse_type("Enum8('a\\'b' = -1, 'c,)' = 2)") == Type(
        "Enum8", labels=("a'b", "c,)"), numbers=(-1, 2)
    )
    json = parse_type("JSON(max_dynamic_paths=3, a.b Int8, SKIP c.d, SKIP REGEXP 'x')")
    assert (json.labels, json.types) == (("a.b",), (Type("Int8"),))
