"""The components of temporal values: ``value.year``, ``duration.minutesOfHour``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runner.cypher.failures import database_error
from runner.cypher.temporal.problems import unreadable, wrong_type
from runner.values import Date, DateTime, Duration, LocalDateTime, Time
from runner.values.calendar import civil_from_days, days_from_civil
from runner.values.ranges import day_of_week, quarter_start, week_parts
from runner.values.temporal import NANOS_PER_SECOND, offset_text

_DATE_COMPONENTS: dict[str, tuple[str, Callable[[int], int]]] = {
    "year": ("Year", lambda days: civil_from_days(days)[0]),
    "quarter": ("QuarterOfYear", lambda days: (civil_from_days(days)[1] + 2) // 3),
    "month": ("MonthOfYear", lambda days: civil_from_days(days)[1]),
    "week": ("WeekOfWeekBasedYear", lambda days: week_parts(days)[1]),
    "weekyear": ("WeekBasedYear", lambda days: week_parts(days)[0]),
    "dayofquarter": ("DayOfQuarter", lambda days: days - quarter_start(days) + 1),
    "quarterday": ("DayOfQuarter", lambda days: days - quarter_start(days) + 1),
    "day": ("DayOfMonth", lambda days: civil_from_days(days)[2]),
    "ordinalday": (
        "DayOfYear",
        lambda days: days - days_from_civil(civil_from_days(days)[0], 1, 1) + 1,
    ),
    "dayofweek": ("DayOfWeek", day_of_week),
    "weekday": ("DayOfWeek", day_of_week),
}
_CLOCK_COMPONENTS: dict[str, tuple[str, Callable[[int], int]]] = {
    "hour": ("HourOfDay", lambda nanos: nanos // (3600 * NANOS_PER_SECOND)),
    "minute": ("MinuteOfHour", lambda nanos: nanos // (60 * NANOS_PER_SECOND) % 60),
    "second": ("SecondOfMinute", lambda nanos: nanos // NANOS_PER_SECOND % 60),
    "millisecond": ("MilliOfSecond", lambda nanos: nanos // 1_000_000 % 1000),
    "microsecond": ("MicroOfSecond", lambda nanos: nanos // 1000 % 1_000_000),
    "nanosecond": ("NanoOfSecond", lambda nanos: nanos % NANOS_PER_SECOND),
}
_ZONE_COMPONENTS = ("timezone", "offset", "offsetminutes", "offsetseconds")
_EPOCH_COMPONENTS = {"epochmillis": "epochMillis", "epochseconds": "epochSeconds"}


def component(value: Any, key: str) -> Any:
    """The component `key` of a temporal value, its name taken without regard to case.

    Raises `EngineError` if there is no such component or the value lacks it.
    """
    name = key.lower()
    if isinstance(value, Duration):
        return _duration_component(value, name, key)
    found = _DATE_COMPONENTS.get(name)
    if found is not None:
        if isinstance(value, (Date, LocalDateTime, DateTime)):
            return found[1](value.days)
        raise _unsupported(found[0])
    found = _CLOCK_COMPONENTS.get(name)
    if found is not None:
        if isinstance(value, Date):
            raise _unsupported(found[0])
        return found[1](value.nanos)
    if name in _ZONE_COMPONENTS:
        return _zone_component(value, name)
    if name in _EPOCH_COMPONENTS:
        return _epoch_component(value, _EPOCH_COMPONENTS[name])
    raise _unknown(key, "temporal")


def _unsupported(field: str) -> Exception:
    cause = ("22N11", f"Invalid argument: cannot process '{field}'.")
    return wrong_type(f"Unsupported field: {field}", cause, gql_status="22000")


def _unknown(key: str, owner: str) -> Exception:
    cause = ("22N15", f"Cannot read the specified '{key}' component from {owner}.")
    return wrong_type(f"No such field: {key}", cause)


def _zone_component(value: Any, name: str) -> str | int:
    if not isinstance(value, (Time, DateTime)):
        what = "time zone" if name == "timezone" and isinstance(value, Date) else "offset"
        message = f"Cannot get the {what} of: {value}"
        raise unreadable(message, "ZONED TIME/ZONED DATETIME", value)
    if name == "timezone" and isinstance(value, DateTime) and value.zone is not None:
        return value.zone
    if name == "offsetminutes":
        return _toward_zero(value.offset, 60)
    return value.offset if name == "offsetseconds" else offset_text(value.offset)


def _epoch_component(value: Any, name: str) -> int:
    if not isinstance(value, DateTime):
        raise unreadable("Epoch not supported.", name, value)
    millis = value.instant_nanos // 1_000_000
    if not -(2**63) <= millis < 2**63:
        raise database_error("Statement.ExecutionFailed", "50N00", "long overflow")
    return millis if name == "epochMillis" else _toward_zero(millis, 1000)


def _toward_zero(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)


def _remainder(number: int, by: int) -> int:
    """The remainder with the sign of `number`."""
    return number % by if number >= 0 else -(-number % by)


def _wrapped(number: int) -> int:
    """`number` in 64 bits: Neo4j lets the small units of a long duration overflow."""
    return (number + 2**63) % 2**64 - 2**63


_DURATION_COMPONENTS: dict[str, Callable[[Duration], int]] = {
    "years": lambda d: _toward_zero(d.months, 12),
    "quarters": lambda d: _toward_zero(d.months, 3),
    "months": lambda d: d.months,
    "weeks": lambda d: _toward_zero(d.days, 7),
    "days": lambda d: d.days,
    "hours": lambda d: _toward_zero(d.seconds, 3600),
    "minutes": lambda d: _toward_zero(d.seconds, 60),
    "seconds": lambda d: d.seconds,
    "milliseconds": lambda d: _wrapped(d.seconds * 1000 + d.nanos // 1_000_000),
    "microseconds": lambda d: _wrapped(d.seconds * 1_000_000 + d.nanos // 1000),
    "nanoseconds": lambda d: _wrapped(d.seconds * NANOS_PER_SECOND + d.nanos),
    "quartersofyear": lambda d: _remainder(_toward_zero(d.months, 3), 4),
    "monthsofquarter": lambda d: _remainder(d.months, 3),
    "monthsofyear": lambda d: _remainder(d.months, 12),
    "daysofweek": lambda d: _remainder(d.days, 7),
    "minutesofhour": lambda d: _remainder(_toward_zero(d.seconds, 60), 60),
    "secondsofminute": lambda d: _remainder(d.seconds, 60),
    "millisecondsofsecond": lambda d: d.nanos // 1_000_000,
    "microsecondsofsecond": lambda d: d.nanos // 1000,
    "nanosecondsofsecond": lambda d: d.nanos,
}


def _duration_component(value: Duration, name: str, key: str) -> int:
    read = _DURATION_COMPONENTS.get(name)
    if read is None:
        raise _unknown(key, "DURATION")
    return read(value)
