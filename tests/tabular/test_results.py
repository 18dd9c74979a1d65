"""Results as records, plain data and tables; what Neo4j's driver makes of them is the measure."""

from __future__ import annotations

import copy
import datetime
import pickle
from typing import Any

import pytest

from runner.engines.base import Session
from runner.engines.registry import connect
from runner.errors import ResultNotSingle, RunnerError, UsageError
from runner.result import Record, Result
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

ADA = Node(0, "4:x:0", ("Person", "A"), {"name": "Ada", "born": Date(-1)})
BEN = Node(1, "4:x:1", ("Person",), {"name": "Ben"})
KNOWS = Relationship(7, "5:x:7", "KNOWS", 0, 1, {"since": 1843})
PATH = Path((BEN, ADA), (KNOWS,))


def result(**columns: list[Any]) -> Result:
    return Result(tuple(columns), list(zip(*columns.values(), strict=True)))


@pytest.fixture
def session() -> Any:
    with connect() as engine, engine.session() as opened:
        yield opened


def test_records_are_tuples_with_names() -> None:
    first, second = list(result(n=[1, 2], m=["a", None]))
    assert tuple(first) == (1, "a")
    assert (first["n"], first["m"], first[0], first[-1], first[:1]) == (1, "a", 1, "a", (1,))
    assert (second.get("m", 5), second.get("x", 5)) == (None, 5)
    assert (first.keys(), first.values()) == (("n", "m"), (1, "a"))
    assert first.items() == [("n", 1), ("m", "a")]
    assert dict(first) == {"n": 1, "m": "a"}
    with pytest.raises(KeyError):
        first["x"]
    for other in (copy.copy(first), pickle.loads(pickle.dumps(first))):
        assert isinstance(other, Record)
        assert (other, other["m"]) == (first, "a")


def test_single() -> None:
    assert result(n=[1]).single()["n"] == 1
    for rows, count in (([], "0"), ([1] * 1234, "1,234")):
        with pytest.raises(ResultNotSingle) as caught:
            result(n=rows).single()
        assert isinstance(caught.value, RunnerError)
        assert str(caught.value) == f"one row was expected, and there are {count}"


def test_plain_data_is_what_the_driver_gives() -> None:
    given = result(node=[ADA], knows=[KNOWS], path=[PATH], nested=[[{"k": BEN, "d": Date(0)}, (1)]])
    ada = {"name": "Ada", "born": Date(-1)}
    assert given.to_dicts() == [
        {
            "node": ada,
            "knows": (ada, "KNOWS", {"name": "Ben"}),
            "path": [{"name": "Ben"}, "KNOWS", ada],
            "nested": [{"k": {"name": "Ben"}, "d": Date(0)}, 1],
        }
    ]
    # The ends of a relationship are known only where they are in the result.
    assert result(r=[KNOWS]).to_dicts() == [{"r": ({}, "KNOWS", {})}]


def test_pandas_keeps_values_or_expands_them_as_the_driver_does() -> None:
    given = result(n=[ADA, BEN], r=[KNOWS, None], l=[[1, {"a.b": 2}], []], d=[Date(0), None])
    frame = given.to_pandas()
    assert list(frame.columns) == ["n", "r", "l", "d"]
    assert frame["n"][0] is ADA
    assert frame["d"][0] == Date(0)
    frame = given.to_pandas(expand=True)
    assert list(frame.columns) == [
        "n().element_id",
        "n().labels",
        "n().prop.name",
        "n().prop.born",
        "r->.element_id",
        "r->.start.element_id",
        "r->.end.element_id",
        "r->.type",
        "r->.prop.since",
        "l[].0",
        "l[].1{}.a\\.b",
        "d",
        "r",
    ]
    first = frame.iloc[0]
    assert first["n().labels"] == frozenset({"Person", "A"})
    assert (first["r->.start.element_id"], first["r->.end.element_id"]) == ("4:x:0", "4:x:1")
    assert first["l[].1{}.a\\.b"] == 2
    assert list(result(n=[]).to_pandas(expand=True).columns) == ["n"]


def test_pandas_parses_dates() -> None:
    import pandas as pd

    zoned = DateTime(19_000, 1, 7200, "Europe/Stockholm")
    given = result(
        d=[Date(0), None], z=[zoned, zoned], l=[LocalDateTime(1, 5), None], m=[Date(0), 1]
    )
    frame = given.to_pandas(parse_dates=True)
    assert frame["d"][0] == pd.Timestamp("1970-01-01")
    assert pd.isna(frame["d"][1])
    assert frame["z"][0] == pd.Timestamp("2022-01-08T00:00:00.000000001+02:00")
    assert frame["l"][0] == pd.Timestamp("1970-01-02T00:00:00.000000005")
    assert frame["m"][0] == Date(0)
    with pytest.raises(UsageError) as caught:
        result(d=[Date(-(10**9))]).to_pandas(parse_dates=True)
    assert str(caught.value).startswith("column d: -")
    assert str(caught.value).endswith(" is out of the range of pandas.Timestamp")


COLUMNS: dict[str, list[Any]] = {
    "null": [None, None],
    "boolean": [True, None],
    "integer": [2**63 - 1, -(2**63)],
    "mixed": [1, 2.5],
    "text": ["a", None],
    "bytes": [b"\x00", None],
    "date": [Date(1), None],
    "localtime": [LocalTime(1), None],
    "time": [Time(0, 3600), None],
    "local": [LocalDateTime(0, 1), None],
    "zoned": [DateTime(0, 0, 7200, "Europe/Stockholm")] * 2,
    "zones": [DateTime(0, 0, 7200, "Europe/Stockholm"), DateTime(0, 0, 0)],
    "far": [LocalDateTime(10**5 * 365, 1000), None],
    "duration": [Duration(1, 2, 3, 4), None],
    "point": [Point(7203, (1.0, 2.0)), None],
    "vector": [Vector((1, 2), "INTEGER8"), None],
    "list": [[1, None], []],
    "map": [{"a": 1}, {"b": "x"}],
    "node": [ADA, BEN],
    "knows": [KNOWS, None],
    "path": [PATH, None],
}


def test_arrow_has_a_type_for_every_column() -> None:
    table = result(**COLUMNS).to_arrow()
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {
        "null": "null",
        "boolean": "bool",
        "integer": "int64",
        "mixed": "double",
        "text": "string",
        "bytes": "binary",
        "date": "date32[day]",
        "localtime": "time64[ns]",
        "time": "string",
        "local": "timestamp[ns]",
        "zoned": "timestamp[ns, tz=Europe/Stockholm]",
        "zones": "timestamp[ns, tz=UTC]",
        "far": "timestamp[us]",
        "duration": "month_day_nano_interval",
        "point": "struct<srid: int64, x: double, y: double>",
        "vector": "list<item: int64>",
        "list": "list<item: int64>",
        "map": "struct<a: int64, b: string>",
        "node": "struct<name: string, born: date32[day]>",
        "knows": (
            "struct<start: struct<name: string, born: date32[day]>, type: string, "
            "end: struct<name: string>>"
        ),
        "path": (
            "struct<nodes: list<item: struct<name: string, born: date32[day]>>, "
            "relationships: list<item: string>>"
        ),
    }
    first = table.drop_columns(["far"]).slice(0, 1).to_pylist()[0]
    assert first["integer"] == 2**63 - 1
    assert first["date"] == datetime.date(1970, 1, 2)
    assert first["time"] == "00:00:00+01:00"
    assert tuple(first["duration"]) == (1, 2, 3_000_000_004)
    assert first["map"] == {"a": 1, "b": None}
    assert first["knows"] == {
        "start": {"name": "Ada", "born": datetime.date(1969, 12, 31)},
        "type": "KNOWS",
        "end": {"name": "Ben"},
    }
    assert table.column("zoned").cast("timestamp[ns]").cast("int64").to_pylist()[0] == (
        -7_200_000_000_000
    )


def test_polars_has_the_same_with_durations_in_parts() -> None:
    import polars as pl

    frame = result(**COLUMNS).to_polars()
    assert frame.columns == list(COLUMNS)
    assert frame.schema["zoned"] == pl.Datetime("ns", "Europe/Stockholm")
    row = frame.drop("far").row(0, named=True)  # Python has no such year
    assert row["duration"] == {"months": 1, "days": 2, "seconds": 3, "nanoseconds": 4}
    assert row["node"] == {"name": "Ada", "born": datetime.date(1969, 12, 31)}
    assert row["list"] == [1, None]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1, "a"], "column c has values of several types (integer and string); a typed column "),
        ([[1], ["a"]], "column c[] has values of several types (integer and string)"),
        ([{"k": 1}, {"k": True}], "column c.k has values of several types (boolean and integer)"),
        ([Date(10**11)], "column c: a value is out of Arrow's range: "),
        ([Duration(0, 0, 10**11, 0)], "column c: a value is out of Arrow's range: "),
        ([LocalDateTime(10**6 * 365, 1)], "column c: years before 1677 or after 2262 and nanos"),
    ],
)
def test_columns_that_have_no_one_type(column: list[Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        result(c=column).to_arrow()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("method", "missing", "message"),
    [
        ("to_pandas", "pandas", "to_pandas() needs pandas: pip install 'cypher-pages[pandas]'"),
        ("to_arrow", "pyarrow", "to_arrow() needs pyarrow: pip install 'cypher-pages[arrow]'"),
        (
            "to_polars",
            "polars",
            "to_polars() needs polars and pyarrow: pip install 'cypher-pages[polars]'",
        ),
    ],
)
def test_a_library_that_is_not_installed(
    method: str, missing: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    import sys

    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(UsageError) as caught:
        getattr(result(n=[1]), method)()
    assert str(caught.value) == message


def test_a_summary_tells_counters_time_and_plan(session: Session) -> None:
    summary = session.run("CREATE (:N {n: 1})").summary
    assert summary.counters.as_dict() == {
        "nodes_created": 1,
        "properties_set": 1,
        "labels_added": 1,
    }
    assert summary.seconds is not None
    assert 0 < summary.seconds < 60
    assert summary.result_available_after == round(summary.seconds * 1000)
    assert summary.plan is None
    explained = session.run("EXPLAIN MATCH (n:N) RETURN n").summary
    assert explained.plan is not None
    assert explained.profile is None
    profiled = session.run("PROFILE MATCH (n:N) RETURN n").summary
    assert profiled.profile is profiled.plan
    assert profiled.plan is not None
    assert profiled.plan.rows == 1
    noted = session.run("MATCH (n:Nowhere) RETURN n").summary
    assert [note.code for note in noted.notifications] == [
        "Neo.ClientNotification.Statement.UnknownLabelWarning"
    ]


def test_equal_results_need_not_have_taken_the_same_time() -> None:
    assert Result(("n",), [(1,)], seconds=1.0) == Result(("n",), [(1,)], seconds=2.0)
