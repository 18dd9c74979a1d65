"""Time zones: names, offsets of long ago and of far years, gaps and overlaps."""

from __future__ import annotations

import pytest

from runner.values.invalid import InvalidText
from runner.values.iso import parse_localdatetime
from runner.values.zones import at_instant, at_local, parse_zone


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Z", 0),
        ("+01:00", 3600),
        ("-00:30:15", -1815),
        ("europe/berlin", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
        ("utc", "UTC"),
        ("UTC+01:00", "UTC+01:00"),
        ("Etc/GMT-14", "Etc/GMT-14"),
    ],
)
def test_names(text: str, zone: int | str) -> None:
    assert parse_zone(text) == zone


@pytest.mark.parametrize(
    ("text", "reason", "at"),
    [
        ("Nowhere/City", "could not be parsed at index 0", 0),
        ("EST", "could not be parsed at index 0", 0),
        ("+1", "could not be parsed at index 0", 0),
        ("GMT+2", "could not be parsed, unparsed text found at index 3", 3),
        ("Europe/Berlinx", "could not be parsed, unparsed text found at index 13", 13),
        (
            "+25:00",
            "could not be parsed: Value out of range: Hour[0-23], Minute[0-59], Second[0-59]",
            0,
        ),
    ],
)
def test_unknown_names(text: str, reason: str, at: int) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_zone(text)
    error = caught.value
    assert str(error) == (
        f"Invalid value for TimeZone: Text '{text}' {reason}\n\"{text}\"\n {' ' * at}^"
    )
    assert (error.title, error.gql_status) == ("Statement.SyntaxError", "22000")
    assert error.cause == ("22N11", f"Invalid argument: cannot process '{text}'.")


@pytest.mark.parametrize(
    ("wall", "zone", "expected"),
    [
        ("1818-07-21T21:40", "Europe/Stockholm", "1818-07-21T21:40:00+00:53:28"),
        ("-0001-01-01T12:00", "Europe/Berlin", "-0001-01-01T12:00:00+00:53:28"),
        ("-999999999-01-01T00:00", "America/New_York", "-999999999-01-01T00:00:00-04:56:02"),
        ("+12026-07-01T12:00", "Europe/Berlin", "+12026-07-01T12:00:00+02:00"),
        ("+12026-01-01T12:00", "Europe/Berlin", "+12026-01-01T12:00:00+01:00"),
        ("+999999999-12-31T23:59", "Europe/Berlin", "+999999999-12-31T23:59:00+01:00"),
        ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T03:30:00+02:00"),
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T02:30:00+02:00"),
        ("2011-12-30T12:00", "Pacific/Apia", "2011-12-31T12:00:00+14:00"),
    ],
)
def test_wall_clocks(wall: str, zone: str, expected: str) -> None:
    local = parse_localdatetime(wall)
    assert str(at_local(zone, local.days, local.nanos)) == f"{expected}[{zone}]"


def test_an_overlap_keeps_the_preferred_offset() -> None:
    local = parse_localdatetime("2026-10-25T02:30")
    assert at_local("Europe/Berlin", local.days, local.nanos, 3600).offset == 3600
    assert at_local("Europe/Berlin", local.days, local.nanos, 1800).offset == 7200


def test_instants_around_a_change() -> None:
    change = 1_774_746_000 * 1_000_000_000
    assert str(at_instant("Europe/Berlin", change - 1)) == (
        "2026-03-29T01:59:59.999999999+01:00[Europe/Berlin]"
    )
    assert str(at_instant("Europe/Berlin", change)) == "2026-03-29T03:00:00+02:00[Europe/Berlin]"


def test_fixed_zones_with_a_prefix() -> None:
    assert str(at_instant("UTC+01:00", 0)) == "1970-01-01T01:00:00+01:00[UTC+01:00]"
