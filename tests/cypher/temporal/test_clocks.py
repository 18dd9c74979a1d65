"""The current moment: one for a statement, in any zone, and the arguments that it refuses."""

from __future__ import annotations

import pytest

from runner.cypher.functions import lookup
from runner.cypher.functions.table import Function
from runner.errors import EngineError
from runner.values.zones import at_instant
from tests.cypher.evaluation import NOW, evaluate, new_state


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("date()", "2026-03-02"),
        ("localtime()", "09:12:00"),
        ("time()", "09:12:00Z"),
        ("localdatetime()", "2026-03-02T09:12:00"),
        ("datetime()", "2026-03-02T09:12:00Z"),
        ("zoned_datetime()", "2026-03-02T09:12:00Z"),
        ("datetime.statement()", "2026-03-02T09:12:00Z"),
        ("datetime.transaction('+01:00')", "2026-03-02T10:12:00+01:00"),
        ("datetime({timezone: 'Europe/Berlin'})", "2026-03-02T10:12:00+01:00[Europe/Berlin]"),
        ("date.statement('Pacific/Kiritimati')", "2026-03-02"),
        ("localdatetime({timezone: 'Pacific/Kiritimati'})", "2026-03-02T23:12:00"),
        ("time({timezone: 'Australia/Sydney'})", "20:12:00+11:00"),
        ("time({hour: 1, timezone: 'Australia/Sydney'})", "01:00:00+11:00"),
        ("date.truncate('year')", "2026-01-01"),
    ],
)
def test_the_statements_moment(expression: str, expected: str) -> None:
    assert str(evaluate(expression)) == expected


def test_the_moment_does_not_pass() -> None:
    assert evaluate("datetime()") == NOW
    assert evaluate("datetime.statement() = datetime()") is True


def test_the_system_clock_passes() -> None:
    assert evaluate("datetime.realtime() > datetime()") is True


def test_no_clock_for_null() -> None:
    assert evaluate("date.transaction(null)") is None


@pytest.mark.parametrize("argument", ["5", "{timezone: 'Z'}", "date('2026-01-01')"])
def test_a_clock_takes_only_the_name_of_a_zone(argument: str) -> None:
    with pytest.raises(EngineError) as caught:
        evaluate(f"date.transaction({argument})")
    error = caught.value
    assert error.code == "Neo.ClientError.Procedure.ProcedureCallFailed"
    assert error.gql_status == "42001"
    assert error.message.startswith("Invalid call signature for Now: Provided input was [")
    assert error.cause is not None
    assert error.cause.gql_status == "42I51"
    assert error.cause.message == (
        "The procedure or function date.transaction() must have the signature: "
        "date.transaction(timezone = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: DATE."
    )


def test_cypher_5_shows_no_pattern_in_the_signature() -> None:
    with pytest.raises(EngineError) as caught:
        evaluate("date(5)", language="5")
    assert caught.value.message == (
        "Invalid call signature for DateFunction: Provided input was [Long(5)]"
    )


def test_the_transactions_moment() -> None:
    state = new_state()
    state.begun = at_instant(0, 0)
    function = lookup("datetime.transaction", "25")
    assert isinstance(function, Function)
    assert str(function.call(state)) == "1970-01-01T00:00:00Z"
    assert str(function.call(state, "+01:00")) == "1970-01-01T01:00:00+01:00"
