"""Makes durations: from maps, and as what lies between two instants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runner.cypher.failures import client_error
from runner.cypher.temporal.map_order import entries_in_order
from runner.cypher.temporal.parts import clock_part, zone_part
from runner.cypher.temporal.problems import cannot_assign, from_text, nothing_given, wrong_type
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Time
from runner.values.calendar import civil_from_days, days_from_civil, days_in_month
from runner.values.duration import approximate, checked_duration, duration, too_long
from runner.values.invalid import InvalidText
from runner.values.temporal import NANOS_PER_DAY
from runner.values.zones import at_instant, at_local

_UNITS = (
    "years",
    "months",
    "weeks",
    "days",
    "hours",
    "minutes",
    "seconds",
    "milliseconds",
    "microseconds",
    "nanoseconds",
)


def duration_from_map(given: Mapping[str, Any]) -> Duration:
    """``duration({days: 1.5})``: fractions are carried down into smaller units.

    Raises `EngineError` for a field that there is not, that is no number, and for too great ones.
    """
    units: dict[str, int | float] = {}
    named: dict[str, Any] = {}
    for name, value in entries_in_order(given):
        if value is None:
            continue
        if name.lower() not in _UNITS:
            raise client_error("Statement.ArgumentError", "22G0I", f"Unknown field: {name}")
        named[name.lower()] = value
    for unit in _UNITS:
        value = named.get(unit)
        if value is None:
            continue
        if type(value) not in (int, float):
            raise cannot_assign(unit, value, gql_status="22G08")
        units[unit] = value
    if not units:
        raise nothing_given()
    try:
        if all(type(value) is int for value in units.values()):
            return checked_duration(*map(_wrapped, _parts(units)))
        return approximate(*_parts({unit: float(value) for unit, value in units.items()}))
    except InvalidText as error:
        raise from_text(error) from None
    except OverflowError:
        raise from_text(too_long()) from None


def _parts(units: Mapping[str, float]) -> tuple[float, float, float, float]:
    """Months, days, seconds and nanoseconds; integers if all units are."""
    years, months, weeks, days, hours, minutes, seconds, milli, micro, nano = (
        units.get(unit, 0) for unit in _UNITS
    )
    return (
        years * 12 + months,
        weeks * 7 + days,
        hours * 3600 + minutes * 60 + seconds,
        milli * 1_000_000 + micro * 1000 + nano,
    )


def _wrapped(number: float) -> int:
    """`number` in 64 bits: Neo4j lets such a sum overflow."""
    return (int(number) + 2**63) % 2**64 - 2**63


def between(a: Any, b: Any) -> Duration:
    """From `a` to `b` in months, then days, then seconds; in seconds if one has no date."""
    if isinstance(a, (LocalTime, Time)) or isinstance(b, (LocalTime, Time)):
        return in_seconds(a, b)
    start, end = _moments(a, b)
    months = _months_between(start, end)
    start = plus_months(start, months)
    days = _days_between(start, end)
    start = plus_days(start, days)
    return duration(months, days, 0, _instant(end) - _instant(start))


def in_months(a: Any, b: Any) -> Duration:
    """The whole months from `a` to `b`."""
    _check_dated(a, b, "Months")
    return Duration(_months_between(*_moments(a, b)), 0, 0, 0)


def in_days(a: Any, b: Any) -> Duration:
    """The whole days from `a` to `b`."""
    _check_dated(a, b, "Days")
    return Duration(0, _days_between(*_moments(a, b)), 0, 0)


def in_seconds(a: Any, b: Any) -> Duration:
    """All of the time from `a` to `b`, as seconds."""
    start, end = _moments(a, b)
    return duration(0, 0, 0, _instant(end) - _instant(start))


def _check_dated(a: Any, b: Any, unit: str) -> None:
    if isinstance(a, (LocalTime, Time)) and isinstance(b, (LocalTime, Time)):
        cause = ("22N11", f"Invalid argument: cannot process '{unit}'.")
        raise wrong_type(f"Unsupported unit: {unit}", cause, gql_status="22000")


Moment = LocalDateTime | DateTime


def _moments(a: Any, b: Any) -> tuple[Moment, Moment]:
    """Two instants as moments: both with a date, and both in the zone of `a` or both local.

    What one lacks it takes from the other: a time its date, a local value its zone.
    """
    zone_a, zone_b = zone_part(a), zone_part(b)
    days_a = _days(a, b)
    days_b = _days(b, a)
    nanos_a, nanos_b = _nanos(a), _nanos(b)
    if zone_a is None and zone_b is None:
        return LocalDateTime(days_a, nanos_a), LocalDateTime(days_b, nanos_b)
    # An offset of a time alone says nothing of a moment that has none.
    start = _zoned(a, days_a, nanos_a, zone_b if zone_a is None else zone_a)
    end = _zoned(b, days_b, nanos_b, zone_a if zone_b is None else zone_b)
    zone = start.offset if start.zone is None else start.zone
    return start, at_instant(zone, end.instant_nanos)


def _days(value: Any, other: Any) -> int:
    if not isinstance(value, (LocalTime, Time)):
        return int(value.days)
    return 0 if isinstance(other, (LocalTime, Time)) else int(other.days)


def _nanos(value: Any) -> int:
    return 0 if isinstance(value, Date) else clock_part(value)


def _zoned(value: Any, days: int, nanos: int, zone: int | str | None) -> DateTime:
    return value if isinstance(value, DateTime) else at_local(zone or 0, days, nanos)


def _instant(moment: Moment) -> int:
    if isinstance(moment, DateTime):
        return moment.instant_nanos
    return moment.days * NANOS_PER_DAY + moment.nanos


def _months_between(start: Moment, end: Moment) -> int:
    """The whole months by the wall clocks, toward zero.

    As in Java the last day counts only if it is over, and then the days of the month decide.
    """
    year, month, day = civil_from_days(start.days)
    end_year, end_month, end_day = civil_from_days(start.days + _days_between(start, end))
    months = (end_year - year) * 12 + end_month - month
    if months > 0 and end_day < day:
        return months - 1
    if months < 0 and end_day > day:
        return months + 1
    return months


def _days_between(start: Moment, end: Moment) -> int:
    """The whole days by the wall clocks, toward zero."""
    days = end.days - start.days
    if days > 0 and end.nanos < start.nanos:
        return days - 1
    if days < 0 and end.nanos > start.nanos:
        return days + 1
    return days


def plus_months(moment: Moment, months: int) -> Moment:
    """`months` later by the wall clock; the day is at most the last one of its month."""
    if months == 0:
        return moment
    return _moved(moment, days_plus_months(moment.days, months))


def plus_days(moment: Moment, days: int) -> Moment:
    """`days` later by the wall clock."""
    return _moved(moment, moment.days + days) if days else moment


def days_plus_months(days: int, months: int) -> int:
    """A date some months later, clipped to the end of its month."""
    year, month, day = civil_from_days(days)
    carried, month = divmod(year * 12 + month - 1 + months, 12)
    return days_from_civil(carried, month + 1, min(day, days_in_month(carried, month + 1)))


def _moved(moment: Moment, days: int) -> Moment:
    if isinstance(moment, DateTime):
        zone = moment.offset if moment.zone is None else moment.zone
        return at_local(zone, days, moment.nanos, moment.offset)
    return LocalDateTime(days, moment.nanos)
