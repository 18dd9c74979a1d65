"""Dates, times and durations of Python's ``datetime`` as values: what programs have at hand.

Each becomes what the driver of Neo4j makes of it.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from runner.values.temporal import (
    NANOS_PER_DAY,
    NANOS_PER_SECOND,
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Time,
)
from runner.values.zones import at_instant, zone_name

if TYPE_CHECKING:
    from runner.values.temporal import Temporal

_EPOCH = datetime.date(1970, 1, 1).toordinal()


def from_python_time(value: Any) -> Temporal | None:
    """The value that stands for a `date`, `time`, `datetime` or `timedelta`; None for all else.

    What knows the name of its zone keeps it, as `zoneinfo.ZoneInfo` does; other times have an
    offset, or none. Raises `ValueError` for an offset of less than whole seconds.
    """
    if isinstance(value, datetime.datetime):
        return _moment(value)
    if isinstance(value, datetime.date):
        return Date(value.toordinal() - _EPOCH)
    if isinstance(value, datetime.time):
        offset = _offset(value)
        nanos = _nanos(value)
        return LocalTime(nanos) if offset is None else Time(nanos, offset)
    if isinstance(value, datetime.timedelta):
        return Duration(0, value.days, value.seconds, value.microseconds * 1000)
    return None


def _moment(value: datetime.datetime) -> LocalDateTime | DateTime:
    days, nanos, offset = value.toordinal() - _EPOCH, _nanos(value), _offset(value)
    if offset is None:
        return LocalDateTime(days, nanos)
    # `key` is what a ZoneInfo calls its name, `zone` what pytz does.
    name = getattr(value.tzinfo, "key", None) or getattr(value.tzinfo, "zone", None)
    zone = zone_name(name) if isinstance(name, str) else None
    if zone is None:
        return DateTime(days, nanos, offset)
    return at_instant(zone, days * NANOS_PER_DAY + nanos - offset * NANOS_PER_SECOND)


def _nanos(value: datetime.datetime | datetime.time) -> int:
    """Nanoseconds since midnight on its own clock."""
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return seconds * NANOS_PER_SECOND + value.microsecond * 1000


def _offset(value: datetime.datetime | datetime.time) -> int | None:
    """Seconds east of UTC; None where it has no zone, or one that depends on a date."""
    offset = value.utcoffset()
    if offset is None:
        return None
    if offset.microseconds:
        raise ValueError(f"{value!r} is not whole seconds from UTC")
    return offset.days * 86_400 + offset.seconds
