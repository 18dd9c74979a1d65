"""``date.truncate('month', …)`` and its kin: an instant without what is smaller than a unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runner.cypher.failures import database_error
from runner.cypher.temporal.construct import (
    date_from_map,
    datetime_from_map,
    localdatetime_from_map,
    localtime_from_map,
    time_from_map,
)
from runner.cypher.temporal.parts import clock_part, date_part, offset_part, zone_part
from runner.cypher.temporal.problems import cannot_assign, parsed, unreadable, wrong_type
from runner.values import Date, DateTime, LocalDateTime, LocalTime, Time
from runner.values.calendar import civil_from_days, days_from_civil
from runner.values.ranges import day_of_week, quarter_start, week_one, week_parts
from runner.values.temporal import NANOS_PER_SECOND
from runner.values.zones import at_local, offset_at, parse_zone


def _start_of_years(years: int) -> Callable[[int], int]:
    def start(days: int) -> int:
        year = civil_from_days(days)[0]
        # Toward zero, as in Java: the century of the year -5 starts with the year 0.
        whole = abs(year) // years * years
        return days_from_civil(whole if year >= 0 else -whole, 1, 1)

    return start


def _start_of_month(days: int) -> int:
    year, month, _ = civil_from_days(days)
    return days_from_civil(year, month, 1)


_DATE_UNITS: dict[str, tuple[str, Callable[[int], int]]] = {
    "millennium": ("Millennia", _start_of_years(1000)),
    "century": ("Centuries", _start_of_years(100)),
    "decade": ("Decades", _start_of_years(10)),
    "year": ("Years", _start_of_years(1)),
    "weekYear": ("WeekBasedYears", lambda days: week_one(week_parts(days)[0])),
    "quarter": ("QuarterYears", quarter_start),
    "month": ("Months", _start_of_month),
    "week": ("Weeks", lambda days: days - day_of_week(days) + 1),
    "day": ("Days", lambda days: days),
}
_CLOCK_UNITS = {
    "hour": ("Hours", 3600 * NANOS_PER_SECOND),
    "minute": ("Minutes", 60 * NANOS_PER_SECOND),
    "second": ("Seconds", NANOS_PER_SECOND),
    "millisecond": ("Millis", 1_000_000),
    "microsecond": ("Micros", 1_000),
}


def truncate_date(unit: str, value: Any, fields: Mapping[str, Any] | None, now: DateTime) -> Date:
    """``date.truncate``; `fields` are set afterwards. Raises `EngineError`, as the others do."""
    days = date_part(value)
    if _is_clock_unit(unit):
        name = _CLOCK_UNITS[unit][0]
        raise unreadable(f"Unit too small for truncation: {name}", name, Date(days))
    start = Date(_DATE_UNITS[unit][1](days))
    return date_from_map({**fields, "date": start}, now) if fields else start


def truncate_localtime(
    unit: str, value: Any, fields: Mapping[str, Any] | None, now: DateTime
) -> LocalTime:
    """``localtime.truncate``."""
    start = LocalTime(_truncate_clock(unit, clock_part(value)))
    if not fields:
        return start
    return localtime_from_map({**_clock_fields(fields, unit, start.nanos), "time": start}, now)


def truncate_time(unit: str, value: Any, fields: Mapping[str, Any] | None, now: DateTime) -> Time:
    """``time.truncate``; a ``timezone`` among `fields` keeps the wall clock."""
    nanos = _truncate_clock(unit, clock_part(value, zoned=True))
    if not fields:
        return Time(nanos, offset_part(value) or 0)
    fields, zone = _without_zone(fields)
    offset = offset_part(value) or 0
    if zone is not None:
        offset = offset_at(zone, now.instant_nanos // NANOS_PER_SECOND)
    start = Time(nanos, offset)
    return time_from_map({**_clock_fields(fields, unit, nanos), "time": start}, now)


def truncate_localdatetime(
    unit: str, value: Any, fields: Mapping[str, Any] | None, now: DateTime
) -> LocalDateTime:
    """``localdatetime.truncate``."""
    days, nanos = _truncate_moment(unit, value, "local date time", "LOCAL DATETIME")
    start = LocalDateTime(days, nanos)
    if not fields:
        return start
    return localdatetime_from_map({**_clock_fields(fields, unit, nanos), "datetime": start}, now)


def truncate_datetime(
    unit: str, value: Any, fields: Mapping[str, Any] | None, now: DateTime
) -> DateTime:
    """``datetime.truncate``; a ``timezone`` among `fields` keeps the wall clock."""
    days, nanos = _truncate_moment(unit, value, "date time", "ZONED DATETIME")
    zone = zone_part(value)
    if not fields:
        return at_local(zone or 0, days, nanos)
    fields, wanted = _without_zone(fields)
    start = at_local((zone or 0) if wanted is None else wanted, days, nanos)
    return datetime_from_map({**_clock_fields(fields, unit, nanos), "datetime": start}, now)


def _is_clock_unit(unit: str) -> bool:
    if unit in _CLOCK_UNITS:
        return True
    if unit in _DATE_UNITS:
        return False
    raise database_error("Statement.ExecutionFailed", "50N00", f"Unsupported unit: {unit}")


def _truncate_clock(unit: str, nanos: int) -> int:
    if _is_clock_unit(unit):
        return nanos - nanos % _CLOCK_UNITS[unit][1]
    if unit == "day":
        return 0
    cause = ("22N11", f"Invalid argument: cannot process '{_DATE_UNITS[unit][0]}'.")
    message = "Unit is too large to be used for truncation"
    raise wrong_type(message, cause, gql_status="22000")


def _truncate_moment(unit: str, value: Any, what: str, type_name: str) -> tuple[int, int]:
    if _is_clock_unit(unit):
        if not isinstance(value, (LocalDateTime, DateTime)):
            message = f"Cannot truncate {value} to {what} with a time based unit."
            raise unreadable(message, type_name, value)
        return value.days, _truncate_clock(unit, value.nanos)
    return _DATE_UNITS[unit][1](date_part(value)), 0


def _without_zone(fields: Mapping[str, Any]) -> tuple[dict[str, Any], int | str | None]:
    """The fields but the zone, and the zone."""
    rest = {name: value for name, value in fields.items() if name.lower() != "timezone"}
    if len(rest) == len(fields):
        return rest, None
    value = next(value for name, value in fields.items() if name.lower() == "timezone")
    if not isinstance(value, str):
        raise cannot_assign("timezone", value)
    return rest, parsed(parse_zone, value)


def _clock_fields(fields: Mapping[str, Any], unit: str, nanos: int) -> dict[str, Any]:
    """The fields, so that units below `unit` add to what was left instead of replacing it.

    Beside a field of that size or a greater part of the second they are ignored, as in Neo4j.
    """
    smaller = {"millisecond": ("microsecond", "nanosecond"), "microsecond": ("nanosecond",)}
    below = smaller.get(unit, ())
    made = dict(fields)
    if not any(name in made for name in below):
        return made
    if "millisecond" in made or unit in made:
        for name in below:
            made.pop(name, None)
        return made
    made[unit] = nanos % NANOS_PER_SECOND // _CLOCK_UNITS[unit][1]
    return made
