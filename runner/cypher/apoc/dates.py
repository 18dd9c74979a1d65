"""``apoc.date.*`` and ``apoc.temporal.*``."""

from __future__ import annotations

import re
import time as clock
from datetime import UTC
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import function
from runner.cypher.apoc.failing import JavaError, illegal_argument, runtime, unsupported_in
from runner.cypher.apoc.simple_date import (
    Moment,
    Run,
    format_millis,
    moment,
    parse_millis,
    runs,
    zone_of,
)
from runner.cypher.functions.declare import float_to_long
from runner.cypher.temporal.pattern import format_with_pattern
from runner.errors import EngineError
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Time
from runner.values.calendar import civil_from_days
from runner.values.invalid import InvalidText
from runner.values.iso import parse_datetime
from runner.values.zones import at_instant, parse_zone

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

    from runner.cypher.eval.runtime import State

DEFAULT = "yyyy-MM-dd HH:mm:ss"
_NANOS_PER_MILLI = 1_000_000
_NANOS_PER_DAY = 86_400_000_000_000
_UNITS = {
    1: "ms milli millis milliseconds",
    1_000: "s second seconds",
    60_000: "m minute minutes",
    3_600_000: "h hour hours",
    86_400_000: "d day days",
}
_MILLIS = {name: size for size, names in _UNITS.items() for name in names.split()}
_FIELDS: dict[str, Callable[[Moment], int]] = {
    "ms milli millis milliseconds": lambda at: at.millis % 1000,
    "s second seconds": lambda at: at.millis // 1000 % 60,
    "m minute minutes": lambda at: at.millis // 60_000 % 60,
    "h hour hours": lambda at: at.millis // 3_600_000,
    "d day days": lambda at: civil_from_days(at.days)[2],
    "w weekday weekdays": lambda at: (at.days + 3) % 7 + 1,
    "month months": lambda at: civil_from_days(at.days)[1],
    "year years": lambda at: civil_from_days(at.days)[0],
}
_READERS = {name: read for names, read in _FIELDS.items() for name in names.split()}
_FORMATS = (
    "iso_local_date_time",
    "iso_date_time",
    "iso_offset_date",
    "iso_time",
    "iso_week_date",
    "iso_zoned_date_time",
    "iso_instant",
    "iso_offset_date_time",
    "iso_date",
    "iso_offset_time",
    "iso_local_time",
    "basic_iso_date",
    "iso_ordinal_date",
    "iso_local_date",
    "rfc_1123_date_time",
)
_NAMED = {
    "basic_iso_date": "yyyyMMdd",
    "iso_local_date": "yyyy-MM-dd",
    "iso_ordinal_date": "yyyy-DDD",
    "basic_date": "yyyyMMdd",
    "date": "yyyy-MM-dd",
    "date_hour": "yyyy-MM-dd'T'HH",
    "date_hour_minute": "yyyy-MM-dd'T'HH:mm",
    "date_hour_minute_second": "yyyy-MM-dd'T'HH:mm:ss",
    "date_hour_minute_second_fraction": "yyyy-MM-dd'T'HH:mm:ss.SSS",
    "date_hour_minute_second_millis": "yyyy-MM-dd'T'HH:mm:ss.SSS",
    "date_time": "yyyy-MM-dd'T'HH:mm:ss.SSSZZ",
    "date_time_no_millis": "yyy-MM-dd'T'HH:mm:ssZZ",
    "hour": "HH",
    "hour_minute": "HH:mm",
    "hour_minute_second": "HH:mm:ss",
    "hour_minute_second_fraction": "HH:mm:ss.SSS",
    "hour_minute_second_millis": "HH:mm:ss.SSS",
    "ordinal_date": "yyyy-DDD",
    "time": "HH:mm:ss.SSSZZ",
    "time_no_millis": "HH:mm:ssZZ",
    "year": "yyyy",
    "year_month": "yyyy-MM",
    "year_month_day": "yyyy-MM-dd",
}
"""Names of formats that patterns can stand for."""
_DURATIONS = {
    "basic_iso_date": "yyyyMMdd",
    "iso_date": "yyyy-MM-dd",
    "iso_local_date": "yyyy-MM-dd",
}


def _unit(name: str | None) -> int:
    """A unit in milliseconds."""
    size = 1 if name is None else _MILLIS.get(name.lower())
    if size is None:
        raise illegal_argument(f"The unit: {name} is not correct")
    return size


def _toward_zero(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)


def _add(time: int, unit: str, value: int, add_unit: str) -> int:
    size = _unit(unit)
    return time + _toward_zero(value * _unit(add_unit), size)


def _convert(time: int, unit: str, to_unit: str) -> int:
    return _toward_zero(time * _unit(unit), _unit(to_unit))


def _zone_id(name: str | None) -> tzinfo:
    """A zone as Java's ZoneId finds it."""
    if name is None:
        raise JavaError("java.lang.NullPointerException", "zoneId")
    zone = zone_of(name)
    if zone is UTC and name not in ("UTC", "GMT", "Z", "UT", "Etc/UTC"):
        if re.fullmatch(r"[A-Za-z][\w~/+-]+", name):
            raise JavaError("java.time.zone.ZoneRulesException", f"Unknown time-zone ID: {name}")
        raise JavaError(
            "java.time.DateTimeException",
            f"Invalid ID for ZoneOffset, invalid format: {name}"
            if len(name) == 1
            else f"Invalid ID for region-based ZoneId, invalid format: {name}",
        )
    return zone


def _field(time: int | None, unit: str | None, zone: str | None) -> int | None:
    if time is None:
        return None
    where = _zone_id(zone)
    if unit is None:
        raise JavaError(
            "java.lang.NullPointerException",
            'Cannot invoke "String.toLowerCase()" because "unit" is null',
        )
    read = _READERS.get(unit.lower())
    if read is None:
        raise illegal_argument(f"The unit: {unit} is not correct")
    return int(read(moment(time, where)))


def _format(
    time: int | None, unit: str | None, pattern: str | None, zone: str | None
) -> str | None:
    if time is None:
        return None
    return format_millis(time * _unit(unit), pattern or DEFAULT, zone_of(zone))


def _parse(time: str | None, unit: str | None, pattern: str | None, zone: str | None) -> int | None:
    if time is None or not time.strip():
        return None
    return _toward_zero(_epoch_millis(time, pattern, zone), _unit(unit))


def _epoch_millis(time: str, pattern: str | None, zone: str | None) -> int:
    found = parse_millis(time, pattern or DEFAULT, zone_of(zone))
    if found is None:
        message = f'Unparseable date: "{time}"'
        raise JavaError(
            "java.text.ParseException",
            message,
            f"java.lang.IllegalArgumentException: java.text.ParseException: {message}",
        )
    return found


def _to_iso(time: int | None, unit: str | None) -> str | None:
    return _format(time, unit, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", None)


def _from_iso(time: str) -> int:
    found = re.match(
        r"[-+]?\d{4,}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[-+]\d\d:?\d\d)$", time
    )
    if found is None:
        date = re.match(r"\d{4}-\d\d-\d\d", time)
        at = date.end() if date else 0
        raise JavaError(
            "java.time.format.DateTimeParseException",
            f"Text '{time}' could not be parsed at index {at}",
        )
    value = parse_datetime(time)
    instant = value.days * _NANOS_PER_DAY + value.nanos - value.offset * 1_000_000_000
    return instant // _NANOS_PER_MILLI


def _to_years(value: Any, pattern: str) -> float:
    if value is None:
        raise JavaError(
            "java.lang.NullPointerException",
            'Cannot invoke "Object.toString()" because "value" is null',
        )
    year = 365 * 24 * 3600 * 1000.0
    if type(value) in (int, float):
        return (value if type(value) is int else float_to_long(value)) / year
    return 1970.0 + _epoch_millis(java.text(value), pattern, None) / year


def _no_format() -> JavaError:
    shown = "\n".join(_FORMATS)
    return runtime(
        f"Available formats are:\n{shown}\nSee also: https://www.elastic.co/guide/en/elasticsearch/"
        "reference/5.5/mapping-date-format.html#built-in-date-formats and "
        "https://docs.oracle.com/javase/8/docs/api/java/time/format/DateTimeFormatter.html"
    )


def _temporal_format(value: Any, pattern: str | None) -> str:
    if pattern is None:
        raise _no_format()
    if value is None:
        raise JavaError(
            "java.lang.NullPointerException",
            'Cannot invoke "Object.toString()" because "input" is null',
        )
    if isinstance(value, Duration):
        return _format_duration(value, pattern)
    if not isinstance(value, (Date, LocalTime, Time, LocalDateTime, DateTime)):
        return java.text(value)
    try:
        return _by_name(value, pattern.lower()) or format_with_pattern(
            value, _NAMED.get(pattern.lower(), pattern)
        )
    except EngineError as error:
        if error.gql_status == "42N14":
            raise
        raise _no_format() from None


def _by_name(value: Any, name: str) -> str | None:
    """A value in one of Java's own formats; None for a name of none."""
    if name not in _FORMATS or name in _NAMED:
        return None
    date = "yyyy-MM-dd"
    dated, timed = not isinstance(value, (LocalTime, Time)), not isinstance(value, Date)
    offset = "XXXXX" if isinstance(value, (Time, DateTime)) else ""
    zone = value.zone if isinstance(value, DateTime) and isinstance(value.zone, str) else None
    if name == "iso_date":
        return format_with_pattern(value, date + offset)
    if name == "iso_week_date":
        return _week_date(value)
    if name == "iso_offset_date":
        return format_with_pattern(value, f"{date}XXXXX")
    if name == "rfc_1123_date_time":
        text = format_with_pattern(value, "EEE, d MMM yyyy HH:mm:ss ")
        return text + format_with_pattern(value, "XX").replace("Z", "GMT")
    if name == "iso_instant":
        if not isinstance(value, DateTime):
            raise _no_format()
        return str(at_instant(0, value.days * _NANOS_PER_DAY + value.nanos - value.offset * 10**9))
    time = "" if not timed else _clock(value)
    if ("time" in name and not timed) or ("date" in name and not dated):
        raise _no_format()
    head = format_with_pattern(value, date) + "T" if "date_time" in name else ""
    tail = "" if "local" in name else format_with_pattern(value, offset) if offset else ""
    if "offset" in name and not offset:
        raise _no_format()
    if name in ("iso_date_time", "iso_zoned_date_time") and zone is not None:
        tail += f"[{zone}]"
    return head + time + tail


def _clock(value: Any) -> str:
    """Hours to seconds, and as much of a fraction as there is."""
    nanos = value.nanos
    seconds, fraction = divmod(nanos, 1_000_000_000)
    shown = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return shown + (f".{fraction:09d}".rstrip("0") if fraction else "")


def _week_date(value: Any) -> str:
    if isinstance(value, (LocalTime, Time)):
        raise _no_format()
    from datetime import date

    year, week, day = date(*civil_from_days(value.days)).isocalendar()
    offset = format_with_pattern(value, "XXXXX") if isinstance(value, DateTime) else ""
    return f"{year:04d}-W{week:02d}-{day}{offset}"


def _format_duration(value: Any, pattern: str | None) -> str:
    if value is None or pattern is None:
        raise _no_format()
    if not isinstance(value, Duration):
        name, wanted = java.java_class(value), "org.neo4j.values.storable.DurationValue"
        raise JavaError(
            "java.lang.ClassCastException",
            f"class {name} cannot be cast to class {wanted} ({name} is in module java.base of "
            f"loader 'bootstrap'; {wanted} is in unnamed module of loader 'app')",
        )
    try:
        parts = runs(_DURATIONS.get(pattern.lower(), pattern))
    except JavaError:
        raise _no_format() from None
    return "".join(run.text if not run.letter else _amount(value, run) for run in parts)


def _amount(value: Duration, run: Run) -> str:
    """A part of a duration, each unit less what the larger ones hold."""
    seconds = value.seconds
    amounts = {
        "y": value.months // 12,
        "M": value.months % 12,
        "d": value.days,
        "H": seconds // 3600,
        "m": seconds // 60 % 60,
        "s": seconds % 60,
    }
    if run.letter == "S":
        return f"{value.nanos:09d}"[: run.times].ljust(run.times, "0")
    if run.letter not in amounts:
        raise unsupported_in(
            "apoc.temporal.formatDuration", f"the letter {run.letter} in a pattern"
        )
    return str(amounts[run.letter]).zfill(run.times)


def _to_zoned(time: str | None, pattern: str | None, zone: str | None) -> DateTime | None:
    if time is None:
        return None
    where = _zone_id(zone)
    assert where is not None
    assert zone is not None
    millis = _epoch_millis(time, pattern, zone)
    try:
        return at_instant(parse_zone(zone), millis * _NANOS_PER_MILLI)
    except InvalidText as error:
        raise JavaError("java.time.DateTimeException", str(error)) from None


def _now(_state: State) -> int:
    return clock.time_ns() // _NANOS_PER_MILLI


FUNCTIONS = (
    function(
        "apoc.date.add(time :: INTEGER!, unit :: STRING, addValue :: INTEGER!, "
        "addUnit :: STRING) :: INTEGER",
        _add,
        "A timestamp with an amount added.",
    ),
    function(
        "apoc.date.convert(time :: INTEGER!, unit :: STRING, toUnit :: STRING) :: INTEGER",
        _convert,
        "An amount of one unit in another.",
    ),
    function(
        "apoc.date.currentTimestamp() :: INTEGER",
        _now,
        "The present, in milliseconds since 1970.",
        contextual=True,
        deterministic=False,
    ),
    function(
        "apoc.date.field(time :: INTEGER, unit = d :: STRING, timezone = UTC :: STRING) :: INTEGER",
        _field,
        "One field of a timestamp.",
    ),
    function(
        "apoc.date.format(time :: INTEGER, unit = ms :: STRING, "
        f"format = {DEFAULT} :: STRING, timezone =  :: STRING) :: STRING",
        _format,
        "A timestamp by a pattern.",
    ),
    function(
        "apoc.date.fromISO8601(time :: STRING) :: INTEGER",
        _from_iso,
        "The timestamp of a text in ISO 8601.",
        absent="time",
    ),
    function(
        f"apoc.date.parse(time :: STRING, unit = ms :: STRING, format = {DEFAULT} :: STRING, "
        "timezone =  :: STRING) :: INTEGER",
        _parse,
        "The timestamp of a text that a pattern describes.",
    ),
    function(
        "apoc.date.systemTimezone() :: STRING",
        lambda: "UTC",
        "The time zone of the engine, which is UTC.",
    ),
    function(
        "apoc.date.toISO8601(time :: INTEGER, unit = ms :: STRING) :: STRING",
        _to_iso,
        "A timestamp in ISO 8601.",
    ),
    function(
        f"apoc.date.toYears(value :: ANY, format = {DEFAULT} :: STRING) :: FLOAT",
        _to_years,
        "A timestamp or a date as a number of years.",
    ),
    function(
        "apoc.temporal.format(temporal :: ANY, format = yyyy-MM-dd :: STRING) :: STRING",
        _temporal_format,
        "A temporal value by a pattern.",
    ),
    function(
        "apoc.temporal.formatDuration(input :: ANY, format :: STRING) :: STRING",
        _format_duration,
        "A duration by a pattern.",
    ),
    function(
        f"apoc.temporal.toZonedTemporal(time :: STRING, format = {DEFAULT} :: STRING, "
        "timezone = UTC :: STRING) :: ZONED DATETIME",
        _to_zoned,
        "The date and time of a text that a pattern describes, in a zone.",
    ),
)
