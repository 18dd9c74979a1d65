"""The contract of engines, the same for all: rows, counters, transactions, time limits."""

from __future__ import annotations

import datetime
import math
import time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest

import runner
from runner.errors import EngineError, EngineFailure, UsageError
from runner.result import Plan
from runner.source import Position
from runner.values import (
    INT64_MAX,
    INT64_MIN,
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
from runner.values.iso import parse_datetime

if TYPE_CHECKING:
    from runner.engines.base import Engine, Session

LONG = "UNWIND range(1, 100000000) AS a UNWIND range(1, 1000) AS b RETURN count(a + b) AS n"

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "the greatest integer": INT64_MAX,
    "the least integer": INT64_MIN,
    "beyond the integers of a float": 2**53 + 1,
    "negative zero": -0.0,
    "infinity": math.inf,
    "the least float": 5e-324,
    "a string": "tab\t quote\" ' backslash \\ 😀 \u0000 end",
    "no string": "",
    "bytes": bytes(range(256)),
    "a list": [1, 1.0, "1", [None, []], {"a": [1]}],
    "a map": {"": 1, "a b": {"c": None}, "ä": [{}]},
    "a date": Date(-719_162),
    "the last date": Date(365_241_780_471),
    "the first date": Date(-365_243_219_162),
    "a local time": LocalTime(86_399_999_999_999),
    "a time": Time(1, -18 * 3600),
    "a time with seconds in its offset": Time(43_200_000_000_123, 3630),
    "a local datetime": LocalDateTime(-1, 86_399_999_999_999),
    "a datetime": DateTime(19_000, 123_456_789, 5400),
    "a datetime in the year 99999": DateTime(35_805_721, 1, -3600),
    "a datetime with seconds in its offset": DateTime(0, 1, 3630),
    "a duration": Duration(-14, 3, -5, 999_999_999),
    "a long duration": Duration(10**9, -(10**9), 10**12, 1),
    "a point": Point(7203, (1.5, -2.0)),
    "a point in space": Point(9157, (1.5, -2.0, 1e300)),
    "a place": Point(4326, (179.5, -89.5)),
    "a place and a height": Point(4979, (12.5, 56.0, -3.25)),
    "a vector of floats": Vector((1.5, -2.25), "FLOAT32"),
    "a vector of doubles": Vector((0.1, 1e300), "FLOAT"),
    "a vector of bytes": Vector((-128, 127), "INTEGER8"),
    "a vector of short integers": Vector((-(2**15), 2**15 - 1), "INTEGER16"),
    "a vector of integers": Vector((-(2**31), 2**31 - 1), "INTEGER32"),
    "a vector of long integers": Vector((INT64_MIN, INT64_MAX), "INTEGER"),
}


def one(session: Session, statement: str, **parameters: Any) -> Any:
    """The only value of the only row."""
    [[value]] = session.run(statement, parameters).rows
    return value


def failure(session: Session, statement: str, timeout: float | None = None) -> EngineError:
    with pytest.raises(EngineError) as caught:
        session.run(statement, timeout=timeout)
    return caught.value


@pytest.mark.parametrize("title", VALUES)
def test_a_value_comes_back_as_it_went(session: Session, title: str) -> None:
    value = VALUES[title]
    back = one(session, "RETURN $value AS value", value=value)
    assert back == value
    assert runner.format_value(back) == runner.format_value(value)
    assert one(session, "RETURN [$value, {k: $value}] AS value", value=value) == [
        value,
        {"k": value},
    ]


def test_nan_comes_back(session: Session) -> None:
    assert math.isnan(one(session, "RETURN $value AS value", value=math.nan))


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-02T09:12:00.000000001+01:00[Europe/Oslo]",
        "1800-03-02T09:12:00+00:53:28[Europe/Oslo]",
        "2026-10-25T02:30:00+02:00[Europe/Oslo]",
        "2026-10-25T02:30:00+01:00[Europe/Oslo]",
        "2026-03-02T09:12:00Z[UTC]",
        "2500-07-01T00:00:00+02:00[Europe/Berlin]",
    ],
)
def test_a_moment_in_a_zone_comes_back_with_its_offset(session: Session, text: str) -> None:
    moment = parse_datetime(text)
    assert str(moment) == text
    assert one(session, "RETURN $value AS value", value=moment) == moment
    assert one(session, f"RETURN datetime('{text}') AS value") == moment


OSLO = ZoneInfo("Europe/Oslo")
SUMMER = datetime.timezone(datetime.timedelta(hours=2))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime.date(2026, 3, 2), "2026-03-02"),
        (datetime.date.min, "0001-01-01"),
        (datetime.time(9, 12, 0, 5), "09:12:00.000005"),
        (datetime.time(9, 12, tzinfo=SUMMER), "09:12:00+02:00"),
        (datetime.time(9, 12, tzinfo=OSLO), "09:12:00"),
        (datetime.datetime(2026, 3, 2, 9, 12), "2026-03-02T09:12:00"),
        (datetime.datetime(2026, 3, 2, 9, tzinfo=datetime.UTC), "2026-03-02T09:00:00Z"),
        (datetime.datetime(1969, 7, 2, 9, tzinfo=SUMMER), "1969-07-02T09:00:00+02:00"),
        (
            datetime.datetime(2026, 10, 25, 2, 30, tzinfo=OSLO, fold=0),
            "2026-10-25T02:30:00+02:00[Europe/Oslo]",
        ),
        (
            datetime.datetime(2026, 10, 25, 2, 30, tzinfo=OSLO, fold=1),
            "2026-10-25T02:30:00+01:00[Europe/Oslo]",
        ),
        (datetime.timedelta(days=-1, seconds=5, microseconds=7), "P-1DT5.000007S"),
    ],
)
def test_what_python_knows_of_time_is_a_value(session: Session, value: Any, text: str) -> None:
    given = session.run(
        "RETURN $x AS x, toString($list[0].k) AS text", {"x": value, "list": [{"k": value}]}
    )
    assert [str(each) for each in given.rows[0]] == [text, text]
    assert one(session, "RETURN $x = $y AS same", x=value, y=given.rows[0][0]) is True


def test_an_offset_of_less_than_seconds_is_refused(session: Session) -> None:
    zone = datetime.timezone(datetime.timedelta(microseconds=1))
    with pytest.raises(UsageError, match=r"^parameter \$x: .* is not whole seconds from UTC$"):
        session.run("RETURN $x AS x", {"x": datetime.datetime(2026, 3, 2, tzinfo=zone)})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (2**63, "9223372036854775808 does not fit in 64 bits"),
        ({1: 2}, "the key 1 of a map is no string"),
        (object, "type is no type of Cypher"),
    ],
)
def test_what_is_no_value_is_refused(session: Session, value: Any, message: str) -> None:
    with pytest.raises(UsageError, match=r"^parameter \$x: ") as caught:
        session.run("RETURN $x AS x", {"x": [value]})
    assert message in str(caught.value)
    assert one(session, "RETURN 1 AS x") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"statement": None}, "a statement is a string, and this is None"),
        ({"statement": b"RETURN 1"}, "a statement is a string, and this is of the type bytes"),
        ({"timeout": 0}, "timeout=0: a limit of time is a number of seconds above 0"),
        ({"timeout": float("nan")}, "timeout=nan: a limit of time is a number of seconds above 0"),
        ({"timeout": "1"}, "timeout='1': a limit of time is a number of seconds above 0"),
        ({"max_rows": -1}, "max_rows=-1: this limit is a whole number, 0 or more"),
        ({"max_memory": 1.5}, "max_memory=1.5: this limit is a whole number, 0 or more"),
    ],
)
def test_arguments_that_mean_nothing(
    session: Session, arguments: dict[str, Any], message: str
) -> None:
    """They are refused before anything runs: a transaction goes on."""
    session.begin()
    session.run("CREATE (:Kept)")
    with pytest.raises(UsageError) as caught:
        session.run(**{"statement": "CREATE (:Never)", **arguments})
    assert str(caught.value) == message
    session.commit()
    assert session.run("MATCH (n) RETURN labels(n)[0]").rows == [("Kept",)]


def test_entities_carry_ids_labels_and_properties(session: Session) -> None:
    [[n, r, path]] = session.run(
        "CREATE p = (n:B:A {k: 1, at: date('2026-03-02')})<-[r:T {w: [1, 2]}]-(:C) RETURN n, r, p"
    ).rows
    assert isinstance(n, Node)
    assert isinstance(r, Relationship)
    assert isinstance(path, Path)
    assert sorted(n.labels) == ["A", "B"]
    assert n.properties == {"k": 1, "at": Date(20_514)}
    assert n.element_id.endswith(f":{n.id}")
    assert (r.type, r.end, r.properties) == ("T", n.id, {"w": [1, 2]})
    assert [node.id for node in path.nodes] == [n.id, r.start]
    assert [(step.id, step.start, step.end) for step in path.relationships] == [
        (r.id, r.start, r.end)
    ]
    assert one(session, "MATCH (n:A) RETURN elementId(n)") == n.element_id


def test_a_path_goes_there_and_back(session: Session) -> None:
    session.run("CREATE (:A)-[:T]->(:B)")
    path = one(session, "MATCH p = (a:A)-[r:T]->(b:B) RETURN p")
    assert [node.labels for node in path.nodes] == [("A",), ("B",)]
    back = one(session, "MATCH p = (b:B)<-[r:T]-(a:A) RETURN p")
    assert back.relationships == path.relationships
    assert back.nodes == path.nodes[::-1]


def test_what_a_statement_deletes_comes_back_bare(session: Session) -> None:
    session.run("CREATE (:A {k: 1})-[:T {k: 2}]->(:B)")
    [[n, r]] = session.run("MATCH (n:A)-[r]->(m) DELETE r, n, m RETURN n, r").rows
    assert isinstance(n, Node)
    assert isinstance(r, Relationship)
    assert (n.labels, n.properties) == ((), {})
    assert (r.type, r.properties) == ("", {})


COUNTED = {
    "CREATE (:A:B {x: 1, y: null})-[:T {z: 2}]->(:C)": {
        "nodes_created": 2,
        "relationships_created": 1,
        "properties_set": 2,
        "labels_added": 3,
    },
    "MATCH (n) SET n.x = 1, n:New REMOVE n:Old": {
        "properties_set": 1,
        "labels_added": 1,
        "labels_removed": 1,
    },
    "MATCH (n) DETACH DELETE n": {"nodes_deleted": 1},
    "CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS UNIQUE": {"constraints_added": 1},
    "CREATE INDEX i FOR (n:L) ON (n.q)": {"indexes_added": 1},
    "MATCH (n) RETURN n": {},
}


@pytest.mark.parametrize("statement", COUNTED)
def test_counters(session: Session, statement: str) -> None:
    session.run("CREATE (:Old)")
    assert session.run(statement).counters.as_dict() == COUNTED[statement]


def test_columns_without_rows(session: Session) -> None:
    assert session.run("MATCH (n:Nowhere) RETURN n, 1 AS x").columns == ("n", "x")
    assert session.run("CREATE (:A)").columns == ()


def test_a_plan_is_given_when_asked_for(session: Session) -> None:
    session.run("CREATE (:A), (:A)")
    explained = session.run("EXPLAIN MATCH (n:A) RETURN n")
    assert (explained.columns, explained.rows) == (("n",), [])
    plan = explained.plan
    assert isinstance(plan, Plan)
    assert (plan.operator, plan.rows) == ("ProduceResults", None)
    assert plan.children[0].operator == "NodeByLabelScan"
    profiled = session.run("PROFILE MATCH (n:A) RETURN n")
    assert len(profiled.rows) == 2
    assert profiled.plan is not None
    assert profiled.plan.rows == 2


def test_a_notification_says_what_had_no_effect(session: Session) -> None:
    session.run("CREATE INDEX i FOR (n:L) ON (n.q)")
    [note] = session.run("CREATE INDEX i IF NOT EXISTS FOR (n:L) ON (n.q)").notifications
    assert note.code == "Neo.ClientNotification.Schema.IndexOrConstraintAlreadyExists"
    assert (note.gql_status, note.severity, note.category) == ("00NA0", "INFORMATION", "SCHEMA")
    assert "has no effect" in note.message


def test_places_are_those_of_the_statement_as_written(session: Session) -> None:
    error = failure(session, "\nRETURN 1 AS x,\n  foo AS y")
    assert error.position == Position(18, 3, 3)
    assert error.message == (
        'Variable `foo` not defined (line 3, column 3 (offset: 18))\n"  foo AS y"\n   ^'
    )
    assert error.cause is not None
    assert error.cause.gql_status == "42N62"


def test_places_count_characters(session: Session) -> None:
    error = failure(session, "RETURN '😀😀' AS a, foo")
    assert error.position == Position(18, 1, 19)
    assert "(line 1, column 19 (offset: 18))\n\"RETURN '😀😀' AS a, foo\"\n" in error.message


def test_the_statement_names_the_language_before_the_session(engine: Engine) -> None:
    only_25 = "LET x = 1 RETURN x"
    with engine.scratch("5") as session:
        assert failure(session, only_25).title == "SyntaxError"
        assert one(session, f"CYPHER 25 {only_25}") == 1
        assert (
            one(session, f"/* CYPHER 5 */ EXPLAIN CYPHER 25 {only_25}".replace("EXPLAIN ", "")) == 1
        )
        assert session.run(only_25, language="25").rows == [(1,)]
    with engine.scratch("25") as session:
        assert one(session, only_25) == 1
        assert failure(session, f"CYPHER 5 {only_25}").title == "SyntaxError"
        assert session.run(f"EXPLAIN CYPHER 25 {only_25}").rows == []
        assert one(session, f"CYPHER planner=cost {only_25}") == 1


def test_a_session_that_names_no_language_has_the_same_on_every_engine(engine: Engine) -> None:
    with engine.scratch() as session:
        assert one(session, "LET x = 1 RETURN x") == 1
    with engine.session() as session:
        assert one(session, "LET x = 1 RETURN x") == 1


def test_a_statement_that_fails_leaves_nothing(session: Session) -> None:
    assert failure(session, "UNWIND [2, 1, 0] AS x CREATE (:A {v: 1 / x})").message == "/ by zero"
    assert one(session, "MATCH (n) RETURN count(n)") == 0


def test_a_statement_that_fails_at_its_commit_leaves_nothing(session: Session) -> None:
    session.run("CREATE (:A)-[:T]->(:B)")
    error = failure(session, "MATCH (a:A) CREATE (:C) DELETE a RETURN 1 AS one")
    assert (error.title, error.gql_status) == ("ConstraintValidationFailed", "G1001")
    assert one(session, "MATCH (n) RETURN count(n)") == 2


def test_a_transaction_is_kept_whole(session: Session) -> None:
    session.begin()
    session.run("CREATE (:A)")
    assert one(session, "MATCH (n) RETURN count(n)") == 1
    session.commit()
    assert one(session, "MATCH (n) RETURN count(n)") == 1


def test_a_transaction_is_undone(session: Session) -> None:
    session.begin()
    session.run("CREATE (:A)")
    session.rollback()
    assert one(session, "MATCH (n) RETURN count(n)") == 0


def test_a_transaction_ends_with_its_first_error(session: Session) -> None:
    session.begin()
    session.run("CREATE (:A)")
    failure(session, "RETURN 1 / 0 AS x")
    after = failure(session, "RETURN 1 AS x")
    assert (after.title, after.gql_status) == ("TransactionMarkedAsFailed", "25N02")
    with pytest.raises(EngineError) as caught:
        session.commit()
    assert caught.value.title == "TransactionMarkedAsFailed"
    assert one(session, "MATCH (n) RETURN count(n)") == 0
    session.begin()
    failure(session, "RETURN")
    session.rollback()
    assert one(session, "RETURN 1 AS x") == 1


def test_a_commit_that_fails_undoes_all(session: Session) -> None:
    session.run("CREATE (:A)-[:T]->(:B)")
    session.begin()
    session.run("CREATE (:C)")
    assert session.run("MATCH (a:A) DELETE a").counters.nodes_deleted == 1
    with pytest.raises(EngineError) as caught:
        session.commit()
    assert caught.value.gql_status == "G1001"
    assert one(session, "MATCH (n) RETURN count(n)") == 2


def test_transactions_do_not_nest(session: Session) -> None:
    with pytest.raises(UsageError, match="no transaction is open"):
        session.commit()
    with pytest.raises(UsageError, match="no transaction is open"):
        session.rollback()
    session.begin()
    with pytest.raises(UsageError, match="a transaction is open already"):
        session.begin()
    error = failure(session, "UNWIND [1] AS x CALL (x) { CREATE (:A) } IN TRANSACTIONS")
    assert (error.title, error.gql_status) == ("TransactionStartFailed", "25N17")
    session.rollback()


def test_schema_and_data_do_not_mix_in_a_transaction(session: Session) -> None:
    session.begin()
    session.run("CREATE (:A)")
    error = failure(session, "CREATE INDEX i FOR (n:L) ON (n.q)")
    assert (error.title, error.gql_status) == ("ForbiddenDueToTransactionType", "25N01")
    session.rollback()


def test_a_statement_is_stopped_when_its_time_is_up(session: Session) -> None:
    started = time.monotonic()
    error = failure(session, LONG, timeout=0.5)
    assert error.is_timeout
    assert time.monotonic() - started < 6
    assert one(session, "RETURN 1 AS x") == 1


def test_a_statement_of_a_transaction_is_stopped_when_its_time_is_up(session: Session) -> None:
    session.begin()
    session.run("CREATE (:A)")
    assert failure(session, LONG, timeout=0.5).is_timeout
    session.rollback()
    assert one(session, "MATCH (n) RETURN count(n)") == 0


def test_what_is_written_under_a_time_limit_that_runs_out_is_undone(session: Session) -> None:
    error = failure(
        session,
        "CREATE (:A) WITH 1 AS x UNWIND range(1, 100000000) AS a UNWIND range(1, 1000) AS b "
        "RETURN count(a + b) AS n",
        timeout=0.5,
    )
    assert error.is_timeout
    assert one(session, "MATCH (n) RETURN count(n)") == 0


def test_a_scratch_database_is_empty_and_leaves_nothing(engine: Engine) -> None:
    with engine.scratch() as session:
        session.run("CREATE (:A)-[:T]->(:B)")
        session.run("CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS UNIQUE")
        session.run("CREATE INDEX i FOR (n:L) ON (n.q)")
        session.begin()
        session.run("CREATE (:C)")
    with engine.scratch() as session:
        assert one(session, "MATCH (n) RETURN count(n)") == 0
        assert session.run("SHOW CONSTRAINTS").rows == []
        assert session.run("SHOW INDEXES YIELD type WHERE type <> 'LOOKUP'").rows == []
        assert one(session, "SHOW INDEXES YIELD type RETURN count(*)") == 2


def test_default_indexes_that_a_page_drops_are_there_for_the_next(engine: Engine) -> None:
    with engine.scratch("25") as session:
        for (name,) in session.run("SHOW INDEXES YIELD name").rows:
            session.run(f"DROP INDEX `{name!s}`")
    with engine.scratch("25") as session:
        assert one(session, "SHOW INDEXES YIELD type RETURN count(*)") == 2


def test_sessions_do_not_see_what_is_not_committed(engine: Engine) -> None:
    with engine.session() as writer, engine.session() as reader:
        try:
            writer.begin()
            writer.run("CREATE (:SeenLater)")
            count = "MATCH (n:SeenLater) RETURN count(n)"
            assert one(writer, count) == 1
            if engine.capabilities.name != "embedded":
                assert one(reader, count) == 0
            writer.commit()
            assert one(reader, count) == 1
        finally:
            reader.run("MATCH (n:SeenLater) DELETE n")


def test_scratch_sessions_do_not_see_each_other(engine: Engine) -> None:
    with engine.scratch() as first:
        first.run("CREATE (:A)")
        if engine.capabilities.scratch_databases:
            with engine.scratch() as second:
                assert one(second, "MATCH (n) RETURN count(n)") == 0
        else:
            with pytest.raises(EngineFailure, match="in use by another run"):
                engine.scratch()
        assert one(first, "MATCH (n) RETURN count(n)") == 1


def test_a_closed_engine_is_said_to_be_closed(engine: Engine) -> None:
    engine.close()
    engine.close()
    with pytest.raises(EngineFailure, match="this engine is closed"):
        engine.scratch()


def test_capabilities_are_data(engine: Engine) -> None:
    capabilities = engine.capabilities
    assert capabilities.name in ("embedded", "neo4j")
    assert capabilities.version.startswith("2026.08")
    assert capabilities.edition in ("community", "enterprise")
    assert "uniqueness" in capabilities.constraint_kinds
    assert {"5", "25"} <= capabilities.languages
