"""Texts that stand for temporal values, and what is wrong with those that do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from runner.values import iso
from runner.values.invalid import InvalidText


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2015-07-21", "2015-07-21"),
        ("20150721", "2015-07-21"),
        ("2015-7-1", "2015-07-01"),
        ("2015-07", "2015-07-01"),
        ("201507", "2015-07-01"),
        ("2015", "2015-01-01"),
        ("2015-W30-2", "2015-07-21"),
        ("2015W302", "2015-07-21"),
        ("2015W30-2", "2015-07-21"),
        ("2015-W30", "2015-07-20"),
        ("2015W3", "2015-01-12"),
        ("2026-W53-7", "2027-01-03"),
        ("2015-Q3-20", "2015-07-20"),
        ("2015Q320", "2015-07-20"),
        ("2015-Q3", "2015-07-01"),
        ("2015-202", "2015-07-21"),
        ("2015202", "2015-07-21"),
        ("+12015", "+12015-01-01"),
        ("+20150721", "+20150721-01-01"),
        ("-5-01-01", "-0005-01-01"),
        ("-0-01-01", "0000-01-01"),
        ("-999999999-01-01", "-999999999-01-01"),
        ("+999999999-12-31", "+999999999-12-31"),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert str(iso.parse_date(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("21:40:32.142", "21:40:32.142"),
        ("214032,142", "21:40:32.142"),
        ("1:2:3", "01:02:03"),
        ("2140", "21:40:00"),
        ("2", "02:00:00"),
        ("T21", "21:00:00"),
    ],
)
def test_times_of_day(text: str, expected: str) -> None:
    assert str(iso.parse_localtime(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("21:40:32.142+0100", "21:40:32.142+01:00"),
        ("2140-00:00", "21:40:00Z"),
        ("22+18:00", "22:00:00+18:00"),
        ("12:30+01:0030", "12:30:00+01:00:30"),
        ("t12z", "12:00:00Z"),
        ("12:30", "12:30:00Z"),
    ],
)
def test_times_with_offsets(text: str, expected: str) -> None:
    assert str(iso.parse_time(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2015-07-21T21:40:32.142+0100", "2015-07-21T21:40:32.142+01:00"),
        ("2015-W30T2140-02", "2015-07-20T21:40:00-02:00"),
        ("2015w30t10:00", "2015-07-20T10:00:00Z"),
        ("2015-07-21", "2015-07-21T00:00:00Z"),
        (
            "2015-07-21T21:40:32.142-04[America/New York]",
            "2015-07-21T21:40:32.142-04:00[America/New_York]",
        ),
        ("2026-03-02T10:00[EUROPE/BERLIN]", "2026-03-02T10:00:00+01:00[Europe/Berlin]"),
        ("1818-07-21T21:40[Europe/Stockholm]", "1818-07-21T21:40:00+00:53:28[Europe/Stockholm]"),
        ("2026-03-29T02:30[Europe/Berlin]", "2026-03-29T03:30:00+02:00[Europe/Berlin]"),
        ("2026-10-25T02:30[Europe/Berlin]", "2026-10-25T02:30:00+02:00[Europe/Berlin]"),
        ("2026-10-25T02:30+01:00[Europe/Berlin]", "2026-10-25T02:30:00+01:00[Europe/Berlin]"),
        ("2026-03-02T10:00[Z]", "2026-03-02T10:00:00Z"),
        ("+12026-07-01T12:00[Europe/Berlin]", "+12026-07-01T12:00:00+02:00[Europe/Berlin]"),
    ],
)
def test_zoned_moments(text: str, expected: str) -> None:
    assert str(iso.parse_datetime(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2015-07-21T21:40:32.142", "2015-07-21T21:40:32.142"),
        ("2015T214032", "2015-01-01T21:40:32"),
        ("2015-W30", "2015-07-20T00:00:00"),
        ("2015-07-01t10", "2015-07-01T10:00:00"),
    ],
)
def test_local_moments(text: str, expected: str) -> None:
    assert str(iso.parse_localdatetime(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P1Y2M3W4DT5H6M7.8S", "P1Y2M25DT5H6M7.8S"),
        ("P5M1.5D", "P5M1DT12H"),
        ("P0.75M", "P22DT19H51M49.5S"),
        ("P1,5Y", "P1Y6M"),
        ("PT0.001M", "PT0.06S"),
        ("p1d", "P1D"),
        ("-P1Y-2M", "P-10M"),
        ("P-1.5D", "P-1DT-12H"),
        ("PT-0.5S", "PT-0.5S"),
        ("-P-1D", "P1D"),
        ("P1DT-0.000000001S", "P1DT-0.000000001S"),
        ("P27.5488M", "P2Y3M16DT16H53M24.604799999S"),
        ("P2012-02-02T14:37:21.545", "P2012Y2M2DT14H37M21.545S"),
        ("-P20260302T091230", "P-2026Y-3M-2DT-9H-12M-30S"),
        ("P2026-12-31T24:30", "P2027Y31DT24H30M"),
        ("PT0912", "PT9H12M"),
        ("PT9223372036854775807S", "PT2562047788015215H30M7S"),
    ],
)
def test_durations(text: str, expected: str) -> None:
    assert str(iso.parse_duration(text)) == expected


@pytest.mark.parametrize(
    ("parse", "type_name", "text"),
    [
        (iso.parse_date, "Date", "yesterday"),
        (iso.parse_date, "Date", ""),
        (iso.parse_date, "Date", "10000-01-01"),
        (iso.parse_date, "Date", "2026-w10-1"),
        (iso.parse_date, "Date", "2026-12-31T10:00"),
        (iso.parse_date, "Date", "+2015W301"),
        (iso.parse_date, "Date", "2015-W301"),
        (iso.parse_date, "Date", "２０１５-01-01"),
        (iso.parse_time, "Time", "12:30:15.1234567891"),
        (iso.parse_time, "Time", "12.5"),
        (iso.parse_time, "Time", "12:30+1"),
        (iso.parse_localtime, "LocalTime", "t10"),
        (iso.parse_localtime, "LocalTime", "12:30Z"),
        (iso.parse_localdatetime, "LocalDateTime", "2026-03-02 09:12:00"),
        (iso.parse_localdatetime, "LocalDateTime", "2026-13-02T9x"),
        (iso.parse_datetime, "DateTime", "2026-03-02T09:12[+01:00]"),
        (iso.parse_datetime, "DateTime", "2026-03-02Z"),
        (iso.parse_datetime, "DateTime", "2026-03-02T"),
        (iso.parse_duration, "Duration", "P"),
        (iso.parse_duration, "Duration", "P1DT"),
        (iso.parse_duration, "Duration", "PT1.5H1M"),
        (iso.parse_duration, "Duration", "P1D1Y"),
        (iso.parse_duration, "Duration", "P2026-1-1"),
    ],
)
def test_texts_of_no_form(parse: Callable[[str], Any], type_name: str, text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse(text)
    error = caught.value
    assert str(error) == f'Text cannot be parsed to a {type_name}\n"{text}"\n ^'
    assert (error.title, error.gql_status) == ("Statement.SyntaxError", "22007")
    assert error.cause == ("22N36", f"Cannot parse '{text}' as a {type_name}.")


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (
            iso.parse_date,
            "2026-13-01",
            "Invalid value for MonthOfYear (valid values 1 - 12): 13",
        ),
        (iso.parse_date, "2026-02-30", "Invalid date 'FEBRUARY 30'"),
        (iso.parse_date, "2025-02-29", "Invalid date 'February 29' as '2025' is not a leap year"),
        (
            iso.parse_date,
            "2026-366",
            "Invalid date 'DayOfYear 366' as '2026' is not a leap year",
        ),
        (
            iso.parse_date,
            "2026-W54",
            "Invalid value for WeekOfWeekBasedYear (valid values 1 - 52/53): 54",
        ),
        (iso.parse_date, "2026-Q5", "Invalid value for QuarterOfYear (valid values 1 - 4): 5"),
        (iso.parse_localtime, "24:00", "Invalid value for HourOfDay (valid values 0 - 23): 24"),
        (
            iso.parse_datetime,
            "2026-03-02T09:12:60Z",
            "Invalid value for SecondOfMinute (valid values 0 - 59): 60",
        ),
    ],
)
def test_components_out_of_range(parse: Callable[[str], Any], text: str, message: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse(text)
    error = caught.value
    assert str(error) == message
    assert (error.title, error.gql_status) == ("Statement.SyntaxError", "22000")
    assert error.cause == ("22N11", f"Invalid argument: cannot process '{text}'.")


@pytest.mark.parametrize(
    ("parse", "text", "message", "status", "cause"),
    [
        (
            iso.parse_date,
            "2026-Q2-92",
            "Quarter 2 only has 91 days.",
            "22007",
            (
                "Expected 'Day of Quarter 2 of year 2026' to be of type INTEGER and in the range "
                "1 to 91 but found 92."
            ),
        ),
        (
            iso.parse_date,
            "2025-W53-1",
            "Year 2025 does not contain 53 weeks.",
            "22007",
            (
                "Expected 'week of year 2025' to be of type INTEGER and in the range 1 to 52 but "
                "found 53."
            ),
        ),
        (
            iso.parse_time,
            "12:30+19:00",
            "Zone offset hours not in valid range: value 19 is not in the range -18 to 18",
            "22007",
            "Invalid argument: cannot process 'timezone'.",
        ),
        (
            iso.parse_time,
            "12:30-18:00:01",
            "Zone offset not in valid range: -18:00 to +18:00",
            "22007",
            "Invalid argument: cannot process 'timezone'.",
        ),
        (
            iso.parse_time,
            "12:30[Europe/Berlin]",
            (
                "Using a named time zone e.g. [UTC] is not valid for a time without a date. "
                "Instead, use a specific time zone string e.g. +00:00."
            ),
            "22007",
            "Specified time zones must include a date component.",
        ),
        (
            iso.parse_datetime,
            "2026-03-02T09:12+02:00[Europe/Berlin]",
            "Timezone and offset do not match: 2026-03-02T09:12+02:00[Europe/Berlin]",
            "22003",
            "Invalid input '+02:00' for 2026-03-02T09:12[Europe/Berlin]. Expected '+01:00'.",
        ),
        (
            iso.parse_datetime,
            "2026-03-29T02:30+01:00[Europe/Berlin]",
            "Timezone and offset do not match: 2026-03-29T02:30+01:00[Europe/Berlin]",
            "22003",
            "Invalid input '+01:00' for 2026-03-29T02:30[Europe/Berlin].",
        ),
        (
            iso.parse_duration,
            "P9223372036854775807D",
            (
                "Invalid value for duration, will cause overflow. Value was months=0, "
                "days=9223372036854775807, seconds=0, nanos=0"
            ),
            "22015",
            "The result of the operation 'duration()' has caused an overflow.",
        ),
        (
            iso.parse_duration,
            "P2026-13-02T09:12",
            "months is out of range: 13",
            "22007",
            "Expected 'month' to be of type INTEGER and in the range 1 to 12 but found 13.",
        ),
    ],
)
def test_wrong_arguments(
    parse: Callable[[str], Any], text: str, message: str, status: str, cause: str
) -> None:
    with pytest.raises(InvalidText) as caught:
        parse(text)
    error = caught.value
    assert str(error) == message
    assert (error.title, error.gql_status) == ("Statement.ArgumentError", status)
    assert error.cause[1] == cause


def test_one_digit_after_the_year_gets_a_hint() -> None:
    with pytest.raises(InvalidText) as caught:
        iso.parse_date("2026-1")
    assert "Hint, year+month needs to have two digits for month" in str(caught.value)
    assert (caught.value.gql_status, caught.value.cause[0]) == ("22007", "22N35")
