"""Rows of pages as tables of chDB: their types, and that they come back as they went."""

from __future__ import annotations

from pathlib import Path as Folder
from typing import TYPE_CHECKING

import pytest

from runner.render.literal import format_value, parse_value
from runner.values import Decimal, Node, Path, Relationship, Value

if TYPE_CHECKING:
    from runner.sql.session import SqlSession

HERE = Folder(__file__).parent

COLUMNS = [
    ("[]", "String", None),
    ("[null]", "Nullable(String)", None),
    ("[true, false]", "Bool", None),
    ("[1, -9223372036854775808]", "Int64", None),
    ("[1, null]", "Nullable(Int64)", None),
    ("[1.5, NaN, -Infinity]", "Float64", None),
    ("[1, 2.5]", "Float64", "[1.0, 2.5]"),
    ("[9007199254740993, 2.5]", "Variant(Float64, Int64)", None),
    ('["a", "é\\u0000", null]', "Nullable(String)", None),
    ('["a", 1]', "Variant(Int64, String)", None),
    ('["a", 1, null, true]', "Variant(Bool, Int64, String)", None),
    ('[bytes("/w==")]', "String", None),
    ('[date("2026-03-02"), date("1900-01-01")]', "Date32", None),
    ('[date("0033-04-03")]', "String", '["0033-04-03"]'),
    ('[localdatetime("2026-03-02T09:12:00")]', "DateTime64(0)", None),
    (
        '[localdatetime("2026-03-02T09:12:00.5"), localdatetime("1950-01-01T00:00:00")]',
        "DateTime64(3)",
        None,
    ),
    ('[localdatetime("2026-03-02T09:12:00.000000001")]', "DateTime64(9)", None),
    (
        '[localdatetime("2290-03-02T09:12:00.000000001")]',
        "String",
        '["2290-03-02T09:12:00.000000001"]',
    ),
    ('[datetime("2026-03-02T09:12:00Z")]', "DateTime64(0, 'UTC')", None),
    (
        '[datetime("2026-03-02T09:12:00+02:00")]',
        "DateTime64(0, 'UTC')",
        '[datetime("2026-03-02T07:12:00Z")]',
    ),
    (
        '[datetime("2026-03-02T09:12:00+01:00[Europe/Berlin]")]',
        "DateTime64(0, 'Europe/Berlin')",
        None,
    ),
    (
        '[time("09:12:00Z"), time("09:12:00.5+01:00")]',
        "String",
        '["09:12:00Z", "09:12:00.5+01:00"]',
    ),
    ('[localtime("09:12:00")]', "String", '["09:12:00"]'),
    ('[duration("P1DT2H")]', "String", '["P1DT2H"]'),
    ("[[1, 2], []]", "Array(Int64)", None),
    ('[[1, null], ["a"]]', "Array(Variant(Int64, String))", None),
    ("[[1], null]", "Variant(Array(Int64))", None),
    ("[[[1], null]]", "Array(Variant(Array(Int64)))", None),
    ("[{a: 1, b: null}, {a: 2, b: 3}]", "Tuple(`a` Int64, `b` Nullable(Int64))", None),
    ("[{a: 1}, {b: 2}]", "Map(String, Int64)", None),
    ('[{`a b`: 1, c: "x"}]', "Map(String, Variant(Int64, String))", None),
    ("[{}]", "Map(String, String)", None),
    ("[{a: 1}, null]", "Variant(Tuple(`a` Int64))", None),
    (
        '[point({x: 1.0, y: 2.0, crs: "cartesian"})]',
        "Tuple(`crs` String, `x` Float64, `y` Float64)",
        '[{crs: "cartesian", x: 1.0, y: 2.0}]',
    ),
    ("[vector([1.0, 2.0], 2, FLOAT32)]", "Array(Float64)", "[[1.0, 2.0]]"),
    ("[vector([1, 2], 2, INTEGER8)]", "Array(Int64)", "[[1, 2]]"),
    ("[170141183460469231731687303715884105727]", "Int128", None),
    ("[-170141183460469231731687303715884105729]", "Int256", None),
    (f"[{2**256 - 1}]", "UInt256", None),
]


def back(session: SqlSession, values: list[Value]) -> tuple[str, list[Value]]:
    """The type that a column of `values` gets, and the values that it holds."""
    session.unload()
    session.load("t", ("n", "v"), [(n, value) for n, value in enumerate(values)])
    result = session.run("SELECT toTypeName(v), v FROM t ORDER BY n", {}, folder=HERE, timeout=20)
    described = session.run("DESCRIBE TABLE t", {}, folder=HERE, timeout=20)
    return str(described.rows[1][1]), [row[1] for row in result.rows]


@pytest.mark.parametrize(
    ("values", "kind", "shown"), COLUMNS, ids=[f"{case[1]} of {case[0]}" for case in COLUMNS]
)
def test_the_column_of_values(
    session: SqlSession, values: str, kind: str, shown: str | None
) -> None:
    """Its type, and what it gives back: the values themselves unless told."""
    rows = parse_value(values)
    assert isinstance(rows, list)
    found, returned = back(session, rows)
    assert found.replace("`", "") == kind.replace("`", "")
    assert format_value(returned) == (values if shown is None else shown)


def test_decimals_keep_their_digits(session: SqlSession) -> None:
    """The widest whole part and the longest fraction make the type."""
    kind, returned = back(session, [Decimal("1.50"), Decimal("-123.5"), None])
    assert kind == "Nullable(Decimal(5, 2))"
    assert returned == [Decimal("1.50"), Decimal("-123.50"), None]


def test_what_is_of_a_graph(session: SqlSession) -> None:
    """A node or relationship is the map of its properties, a path the list of these."""
    ada = Node(0, "0", ("Person",), {"name": "Ada"})
    mary = Node(1, "1", ("Person",), {"name": "Mary"})
    knows = Relationship(0, "0", "KNOWS", 0, 1, {"since": 1833})
    kind, returned = back(session, [ada, mary])
    assert kind == "Tuple(name String)"
    assert returned == [{"name": "Ada"}, {"name": "Mary"}]
    assert back(session, [knows])[1] == [{"since": 1833}]
    kind, returned = back(session, [Path((ada, mary), (knows,))])
    assert kind == "Array(Map(String, Variant(Int64, String)))"
    assert returned == [[{"name": "Ada"}, {"since": 1833}, {"name": "Mary"}]]


def test_names_of_tables_and_columns_are_free(session: SqlSession) -> None:
    """Points, hyphens, quotes and blanks among them."""
    session.unload()
    session.load("call-1.a", ("a `b`", 'c"d', "e\\f"), [(1, 2, 3)])
    result = session.run('SELECT * FROM "call-1.a"', {}, folder=HERE, timeout=20)
    assert result.columns == ("a `b`", 'c"d', "e\\f")
    assert result.rows == [(1, 2, 3)]
