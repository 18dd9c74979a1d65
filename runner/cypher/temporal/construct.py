"""Makes temporal instants: from maps, from other instants, and from the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runner.cypher.temporal import fields as kinds
from runner.cypher.temporal.cursor import DEFAULT_DAYS, Cursor
from runner.cypher.temporal.fields import read_fields
from runner.cypher.temporal.parts import (
    clock_part,
    date_part,
    is_instant,
    moment_part,
    offset_part,
    zone_part,
)
from runner.cypher.temporal.problems import (
    argument,
    cannot_assign,
    cannot_construct,
    parsed,
    unreadable,
)
from runner.values import Date, DateTime, LocalDateTime, LocalTime, Time
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND
from runner.values.zones import at_instant, offset_at, parse_zone

if TYPE_CHECKING:
    from collections.abc import Callable

_INSTANT_MIN, _INSTANT_MAX = -31_557_014_167_219_200, 31_556_889_864_403_199
"""The seconds since 1970-01-01T00:00Z that there can be."""


def date_from_map(given: Mapping[str, Any], _now: DateTime) -> Date:
    """``date({year: 2026, month: 3})``, also from ``{date: …}``."""
    fields = read_fields(given, kinds.DATE)
    cursor = Cursor(_selected_days(fields), based="date" in fields)
    cursor.assign(fields)
    return Date(cursor.days)


def localtime_from_map(given: Mapping[str, Any], _now: DateTime) -> LocalTime:
    """``localtime({hour: 9})``, also from ``{time: …}``."""
    fields = read_fields(given, kinds.LOCAL_TIME)
    cursor = Cursor(nanos=clock_part(fields["time"]) if "time" in fields else 0)
    cursor.assign(fields)
    return LocalTime(cursor.nanos)


def time_from_map(given: Mapping[str, Any], now: DateTime) -> Time:
    """``time({hour: 9, timezone: '+01:00'})``, also from ``{time: …}``.

    The offset of a named zone is the one that it has `now`.
    """
    fields = read_fields(given, kinds.TIME)
    zone = _zone_of(fields)
    wanted = None if zone is None else offset_at(zone, now.instant_nanos // NANOS_PER_SECOND)
    selected = fields.get("time")
    nanos = clock_part(selected, zoned=True) if "time" in fields else 0
    offset = offset_part(selected)
    cursor = Cursor(nanos=nanos)
    cursor.assign(fields)
    if offset is None or wanted is None:
        return Time(cursor.nanos, offset if offset is not None else wanted or 0)
    return Time((cursor.nanos + (wanted - offset) * NANOS_PER_SECOND) % NANOS_PER_DAY, wanted)


def localdatetime_from_map(given: Mapping[str, Any], _now: DateTime) -> LocalDateTime:
    """``localdatetime({year: 2026})``, also from ``{date: …, time: …}`` and ``{datetime: …}``."""
    fields = read_fields(given, kinds.LOCAL_DATETIME)
    _check_time(fields)
    if "datetime" in fields:
        days, nanos = moment_part(fields["datetime"])
    else:
        days = _selected_days(fields)
        nanos = clock_part(fields["time"]) if "time" in fields else 0
    cursor = Cursor(days, nanos, based=bool(fields.keys() & {"date", "datetime"}))
    cursor.assign(fields)
    return LocalDateTime(cursor.days, cursor.nanos)


def datetime_from_map(given: Mapping[str, Any], _now: DateTime) -> DateTime:
    """``datetime({…})``: as a local one, but in a zone, and also from the seconds of an epoch.

    A zone that is given beside a selected zoned time is converted to, after the other fields are
    set; else it is the zone that the wall clock is read in.
    """
    fields = read_fields(given, kinds.DATETIME)
    if "epochSeconds" not in fields and "epochMillis" not in fields:
        _check_time(fields, zoned=True)
    wanted = _zone_of(fields)
    zone = 0 if wanted is None else wanted
    if "epochSeconds" in fields or "epochMillis" in fields:
        moment = at_instant(zone, _epoch_nanos(fields))
        cursor = Cursor(moment.days, moment.nanos, zone, moment.offset, based=True)
        cursor.assign(fields)
        return _shown(cursor)
    if "datetime" in fields:
        selected = fields["datetime"]
        days, nanos = moment_part(selected, zoned=True)
    else:
        selected = fields.get("time")
        days = _selected_days(fields)
        nanos = clock_part(selected, zoned=True) if "time" in fields else 0
    own_zone, offset = zone_part(selected), None
    if own_zone is not None:
        zone = own_zone
        # Only a whole moment knows which of two equal wall clocks it is.
        offset = offset_part(selected) if "datetime" in fields else None
    cursor = Cursor(days, nanos, zone, offset, based=bool(fields.keys() & {"date", "datetime"}))
    cursor.assign(fields)
    made = _shown(cursor)
    if own_zone is None or wanted is None:
        return made
    return at_instant(wanted, made.instant_nanos)


def _shown(cursor: Cursor) -> DateTime:
    name = cursor.zone if isinstance(cursor.zone, str) else None
    return DateTime(cursor.days, cursor.nanos, cursor.offset or 0, name)


def _check_time(fields: Mapping[str, Any], *, zoned: bool = False) -> None:
    """Refuse what has no time of day, ahead of whatever else is wrong."""
    if "time" in fields:
        clock_part(fields["time"], zoned=zoned)


def _selected_days(fields: Mapping[str, Any]) -> int:
    return date_part(fields["date"]) if "date" in fields else DEFAULT_DAYS


def _zone_of(fields: Mapping[str, Any]) -> int | str | None:
    """The zone that a map gives, or None."""
    if "timezone" not in fields:
        return None
    value = fields["timezone"]
    if not isinstance(value, str):
        raise cannot_assign("timezone", value)
    zone: int | str = parsed(parse_zone, value)
    return zone


def _epoch_nanos(fields: Mapping[str, Any]) -> int:
    """The nanoseconds since 1970-01-01T00:00Z that a map gives as seconds or milliseconds."""
    name, unit = "epochSeconds", NANOS_PER_SECOND
    if name not in fields:
        name, unit = "epochMillis", 1_000_000
    value = fields[name]
    if type(value) is not int:
        raise cannot_construct("date time", "ZONED DATETIME", value)
    return epoch_nanos(value * unit, name)


def epoch_nanos(nanos: int, name: str) -> int:
    """`nanos` itself. Raises `EngineError` if there is no such moment; `name` is its field."""
    if not _INSTANT_MIN <= nanos // NANOS_PER_SECOND <= _INSTANT_MAX:
        raise argument(
            "Instant exceeds minimum or maximum instant",
            ("22N11", f"Invalid argument: cannot process '{name}'."),
        )
    return nanos


def date_from_instant(value: Any) -> Date:
    """The date of an instant. Raises `EngineError` if it has none, as the others do."""
    return Date(date_part(value))


def localtime_from_instant(value: Any) -> LocalTime:
    """The time of day of an instant, without its offset."""
    return LocalTime(clock_part(value))


def time_from_instant(value: Any) -> Time:
    """The time of day of an instant; a local one is taken for UTC."""
    return Time(clock_part(value, zoned=True), offset_part(value) or 0)


def localdatetime_from_instant(value: Any) -> LocalDateTime:
    """The date and time of day of an instant, without its zone."""
    return LocalDateTime(*moment_part(value))


def datetime_from_instant(value: Any) -> DateTime:
    """A zoned moment itself, or a local one in UTC."""
    if isinstance(value, DateTime):
        return value
    if isinstance(value, LocalDateTime):
        return DateTime(value.days, value.nanos, 0)
    raise unreadable(f"Cannot select datetime from: {value}", "ZONED DATETIME", value)


def date_now(now: DateTime) -> Date:
    """The date that a moment has in its zone."""
    return Date(now.days)


def localtime_now(now: DateTime) -> LocalTime:
    """The time of day that a moment has in its zone."""
    return LocalTime(now.nanos)


def time_now(now: DateTime) -> Time:
    """The time of day and the offset that a moment has in its zone."""
    return Time(now.nanos, now.offset)


def localdatetime_now(now: DateTime) -> LocalDateTime:
    """The date and time of day that a moment has in its zone."""
    return LocalDateTime(now.days, now.nanos)


def datetime_now(now: DateTime) -> DateTime:
    """The moment itself."""
    return now


def in_zone(now: DateTime, zone: str) -> DateTime:
    """The moment `now` in a zone, given by name or offset. Raises `EngineError`."""
    return at_instant(parsed(parse_zone, zone), now.instant_nanos)


def construct(
    value: Any,
    now: DateTime,
    parse: Callable[[str], Any],
    from_map: Callable[[Mapping[str, Any], DateTime], Any],
    from_instant: Callable[[Any], Any],
    from_now: Callable[[DateTime], Any],
) -> Any:
    """What a constructor makes of a text, a map or an instant; NotImplemented of anything else.

    A map that only names a zone gives the moment `now` there.
    """
    if isinstance(value, str):
        return parsed(parse, value)
    if isinstance(value, dict):
        if len(value) == 1:
            ((name, zone),) = value.items()
            if name.lower() == "timezone" and isinstance(zone, str):
                return from_now(in_zone(now, zone))
        return from_map(value, now)
    if is_instant(value):
        return from_instant(value)
    return NotImplemented
