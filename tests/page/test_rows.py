"""Data blocks that hold rows: how CSV and JSON lines are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.page.model import DataTable
from runner.page.parse import parse_page
from runner.page.rows import read_csv, read_json_lines
from runner.render.data import result_csv
from runner.result import Result
from runner.values import Date, Value


def refuse(offset: int, code: str, message: str, suggestion: str | None) -> None:
    pytest.fail(f"{offset} {code} {message} {suggestion}")


FIELDS: list[tuple[str, Value]] = [
    ("", None),
    ('""', ""),
    ("0", 0),
    ("-12", -12),
    ("9223372036854775807", 9223372036854775807),
    ('"12"', "12"),
    ("007", "007"),
    ("+5", "+5"),
    ("1_000", "1_000"),
    ("１", "１"),
    ("1.5", 1.5),
    ("-0.0", -0.0),
    ("1e3", 1000.0),
    ("1E-2", 0.01),
    ("1.", "1."),
    (".5", ".5"),
    ("0x10", "0x10"),
    ("Infinity", float("inf")),
    ("-Infinity", float("-inf")),
    ("inf", "inf"),
    ("true", True),
    ("false", False),
    ("True", "True"),
    ('"true"', "true"),
    ("null", "null"),
    (" 1", " 1"),
    ("a b ", "a b "),
    ('"a,b"', "a,b"),
    ('"a ""b"""', 'a "b"'),
    ('"a\nb"', "a\nb"),
    ("é", "é"),
]


@pytest.mark.parametrize(("text", "value"), FIELDS, ids=[repr(text) for text, _ in FIELDS])
def test_a_field(text: str, value: Value) -> None:
    """Alone, first and last in a line; of the type that it reads as."""
    for whole, at in ((f"k,x\n{text},1", 0), (f"x,k\n1,{text}", 1)):
        table = read_csv(whole, refuse)
        assert table is not None
        (row,) = table.rows
        assert (row[at], type(row[at])) == (value, type(value))


def test_not_a_number_is_a_float() -> None:
    """In the spelling of tables."""
    table = read_csv("k\nNaN", refuse)
    assert table is not None
    assert str(table.rows[0][0]) == "nan"


def test_a_table_of_one_column_and_of_no_row() -> None:
    """A blank line in one column is a null; nothing behind the header is no row."""
    assert read_csv("k\n1\n\n2", refuse) == DataTable(("k",), ((1,), (None,), (2,)))
    assert read_csv("k,v", refuse) == DataTable(("k", "v"), ())
    assert read_csv('"a ""b"""," c"\n1,2', refuse) == DataTable(('a "b"', " c"), ((1, 2),))


def test_what_is_printed_as_csv_is_read_as_the_same_rows() -> None:
    """`runner run --format csv` and data blocks agree."""
    columns = ("a", 'b "c"', "d,e")
    rows: list[tuple[Value, ...]] = [
        (1, 1.5, None),
        (True, "true", ""),
        ("1", "1e5", "NaN"),
        (float("inf"), "a\nb", ' "'),
    ]
    assert read_csv(result_csv(Result(columns, rows)), refuse) == DataTable(columns, tuple(rows))


def test_json_lines() -> None:
    """Keys in the order in which they come first, null where one is missing."""
    text = '{"a": 1, "d": {"$date": "1970-01-02"}}\n\n  {"b": [1], "a": null}\n'
    assert read_json_lines(text, refuse) == DataTable(
        ("a", "d", "b"), ((1, Date(1), None), (None, None, [1]))
    )
    assert read_json_lines("", refuse) == DataTable((), ())


def test_rows_are_one_parameter_of_cypher_and_a_table_of_sql() -> None:
    """Under the block's name; a `json` block's keys are parameters of both."""
    text = (
        '```csv data=rows\na,b\n1,\n```\n```json data=keys\n{"k": 2}\n```\n'
        "```cypher cell=c params=rows,keys\nRETURN $rows, $k\n```\n"
        "```sql cell=s params=rows,keys\nSELECT {k:Int8} FROM rows\n```\n"
    )
    page = parse_page(Path("page.md"), text=text.encode())
    assert page.problems == ()
    cypher, sql = page.cells
    assert cypher.data == {"rows": [{"a": 1, "b": None}], "k": 2}
    assert cypher.tables == {}
    assert sql.data == {"k": 2}
    assert sql.tables == {"rows": DataTable(("a", "b"), ((1, None),))}
    assert (cypher.language.name, sql.language.name) == ("cypher", "sql")
