"""What `str()` writes of a temporal value is read back to the equal value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.values import Date, Duration, LocalDateTime, LocalTime, Time, iso
from runner.values.calendar import civil_from_days, days_from_civil
from runner.values.duration import SECONDS_PER_DAY, SECONDS_PER_MONTH
from runner.values.ranges import DAYS_MAX, DAYS_MIN, week_days, week_parts
from runner.values.temporal import NANOS_PER_DAY
from runner.values.zones import at_instant, at_local

days = st.integers(DAYS_MIN, DAYS_MAX) | st.integers(-800_000, 800_000)
nanos = st.integers(0, NANOS_PER_DAY - 1) | st.integers(0, 86_399).map(lambda s: s * 10**9)
offsets = st.integers(-64_800, 64_800)
zones = st.sampled_from(
    ("Europe/Stockholm", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")
)
instants = st.integers(-(10**14), 10**14) | st.integers(0, 2 * 10**9)


@given(days)
def test_dates(number: int) -> None:
    assert iso.parse_date(str(Date(number))) == Date(number)
    assert days_from_civil(*civil_from_days(number)) == number


@given(nanos)
def test_local_times(number: int) -> None:
    assert iso.parse_localtime(str(LocalTime(number))) == LocalTime(number)


@given(nanos, offsets)
def test_times(number: int, offset: int) -> None:
    assert iso.parse_time(str(Time(number, offset))) == Time(number, offset)


@given(days, nanos)
def test_local_moments(day: int, number: int) -> None:
    moment = LocalDateTime(day, number)
    assert iso.parse_localdatetime(str(moment)) == moment


@given(days, nanos, offsets)
def test_moments_with_an_offset(day: int, number: int, offset: int) -> None:
    moment = at_local(offset, day, number)
    assert iso.parse_datetime(str(moment)) == moment


@given(zones, instants, st.integers(0, 999_999_999))
def test_moments_in_a_zone(zone: str, seconds: int, fraction: int) -> None:
    moment = at_instant(zone, seconds * 10**9 + fraction)
    assert moment.instant_nanos == seconds * 10**9 + fraction
    assert iso.parse_datetime(str(moment)) == moment


@given(
    st.integers(-(10**9), 10**9),
    st.integers(-(10**9), 10**9),
    st.integers(-(10**15), 10**15),
    st.integers(0, 999_999_999),
)
def test_durations(months: int, day: int, seconds: int, fraction: int) -> None:
    value = Duration(months, day, seconds, fraction)
    assert iso.parse_duration(str(value)) == value


@given(days)
def test_week_dates(number: int) -> None:
    year, week = week_parts(number)
    if DAYS_MIN + 400 < number < DAYS_MAX - 400:
        assert week_days(year, week, (number + 3) % 7 + 1) == number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Duration(0, 0, 0, 0), "PT0S"),
        (Duration(14, 10, 45_930, 250_000_000), "P1Y2M10DT12H45M30.25S"),
        (Duration(-10, 0, 0, 0), "P-10M"),
        (Duration(1, -1, -1, 0), "P1M-1DT-1S"),
        (Duration(0, 0, -2, 1_000_000), "PT-1.999S"),
        (Duration(0, 0, -61, 999_000_000), "PT-1M-0.001S"),
        (Duration(0, 0, -1, 999_999_999), "PT-0.000000001S"),
    ],
)
def test_signs_and_units_of_durations(value: Duration, text: str) -> None:
    assert str(value) == text


def test_averages() -> None:
    assert SECONDS_PER_MONTH / SECONDS_PER_DAY == 30.436875
