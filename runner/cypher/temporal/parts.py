"""The date, the time of day and the zone of a temporal value, where it has them."""

from __future__ import annotations

from typing import Any

from runner.cypher.temporal.problems import cannot_construct, unreadable
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Time

INSTANTS = (Date, LocalTime, Time, LocalDateTime, DateTime)


def is_instant(value: Any) -> bool:
    """Whether `value` is a temporal value other than a duration."""
    return isinstance(value, INSTANTS)


def date_part(value: Any) -> int:
    """The days of a value's date. Raises `EngineError` if it has none."""
    if isinstance(value, (Date, LocalDateTime, DateTime)):
        return value.days
    if isinstance(value, (LocalTime, Time)):
        raise unreadable(f"Cannot get the date of: {value}", "DATE", value)
    raise cannot_construct("date", "DATE", value)


def clock_part(value: Any, *, zoned: bool = False) -> int:
    """The nanoseconds of a value's time of day.

    Raises `EngineError` if it has none; `zoned` tells whether a zoned time was wanted.
    """
    if isinstance(value, (LocalTime, Time, LocalDateTime, DateTime)):
        return value.nanos
    if isinstance(value, Date):
        wanted = "ZONED TIME" if zoned else "LOCAL TIME"
        raise unreadable(f"Cannot get the time of: {value}", wanted, value)
    if zoned:
        raise cannot_construct("time", "ZONED TIME", value)
    raise cannot_construct("local time", "LOCAL TIME", value)


def zone_part(value: Any) -> int | str | None:
    """The name of a value's zone, or its offset in seconds; None where it is local."""
    if isinstance(value, DateTime):
        return value.offset if value.zone is None else value.zone
    return value.offset if isinstance(value, Time) else None


def offset_part(value: Any) -> int | None:
    """A value's offset in seconds, or None where it is local."""
    return value.offset if isinstance(value, (Time, DateTime)) else None


def moment_part(value: Any, *, zoned: bool = False) -> tuple[int, int]:
    """The days and the nanoseconds of a value that has a date and a time of day."""
    if not isinstance(value, (*INSTANTS, Duration)) or isinstance(value, Duration):
        if zoned:
            raise cannot_construct("date time", "ZONED DATETIME", value)
        raise cannot_construct("local date time", "LOCAL DATETIME", value)
    return date_part(value), clock_part(value, zoned=zoned)
