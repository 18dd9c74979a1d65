"""Reads temporal values from the ISO 8601 texts that Cypher takes.

The forms are those of the Cypher manual, "Temporal instants" and "Durations": basic and extended,
calendar, week, quarter and ordinal dates, reduced precision, signed years, offsets and zones.
What `str()` writes is read back to the equal value. All functions raise `InvalidText`.
"""

from __future__ import annotations

from runner.values.invalid import (
    InvalidField,
    InvalidText,
    cannot_parse,
    cannot_process,
    invalid_argument,
    out_of_range,
    short_month,
)
from runner.values.iso_duration import parse_duration
from runner.values.ranges import (
    checked,
    clock_nanos,
    date_days,
    ordinal_days,
    quarter_start,
    week_days,
    weeks_in_year,
)
from runner.values.temporal import (
    NANOS_PER_SECOND,
    Date,
    DateTime,
    LocalDateTime,
    LocalTime,
    Time,
    offset_text,
)
from runner.values.zones import at_local, check_offset, local_offsets, parse_zone

__all__ = [
    "parse_date",
    "parse_datetime",
    "parse_duration",
    "parse_localdatetime",
    "parse_localtime",
    "parse_time",
]

_MIDNIGHT = (0, 0, 0, 0)
_ZONE_PUNCTUATION = frozenset("~._ /+-")


class _Shape(Exception):
    """The text has not the shape that is looked for; it becomes an `InvalidText`."""


class _ShortMonth(_Shape):
    """There is one digit where a month or a day of the year should be."""


def parse_date(text: str) -> Date:
    """A date, as ``2015-07-21``, ``20150721``, ``2015-W30-2``, ``2015-Q3-20`` or ``2015-202``."""
    try:
        return Date(_date(text))
    except _Shape as error:
        raise _misshapen(error, text, "Date") from None
    except InvalidField as error:
        raise cannot_process(str(error), text) from None


def parse_localtime(text: str) -> LocalTime:
    """A time of day, as ``21:40:32.142``, ``2140`` or ``T21``."""
    try:
        return LocalTime(_clock(text.removeprefix("T")))
    except _Shape:
        raise cannot_parse(text, "LocalTime") from None
    except InvalidField as error:
        raise cannot_process(str(error), text) from None


def parse_time(text: str) -> Time:
    """A time of day with its offset (UTC if there is none), as ``21:40:32.142+01:00``."""
    try:
        clock, offset, zone = _split_zone(text[1:] if text[:1] in ("T", "t") else text)
        nanos = _clock(clock)
        if zone is not None:
            raise invalid_argument(
                "Using a named time zone e.g. [UTC] is not valid for a time without a date. "
                "Instead, use a specific time zone string e.g. +00:00.",
                ("22N13", "Specified time zones must include a date component."),
            )
        return Time(nanos, 0 if offset is None else check_offset(*offset))
    except _Shape:
        raise cannot_parse(text, "Time") from None
    except InvalidField as error:
        raise cannot_process(str(error), text) from None


def parse_localdatetime(text: str) -> LocalDateTime:
    """A date and a time of day between which a ``T`` stands; the time may be missing."""
    try:
        date, separator, clock = text.upper().partition("T")
        parts = _clock_parts(clock) if separator else _MIDNIGHT
        return LocalDateTime(_date(date), clock_nanos(*parts))
    except _Shape as error:
        raise _misshapen(error, text, "LocalDateTime") from None
    except InvalidField as error:
        raise cannot_process(str(error), text) from None


def parse_datetime(text: str) -> DateTime:
    """A date and time with an offset, a zone, or both; UTC if it has neither.

    As ``2015-07-21T21:40:32.142+02:00[Europe/Stockholm]``.
    """
    try:
        date, separator, _ = text.upper().partition("T")
        clock, offset, zone = _split_zone(text[len(date) + 1 :])
        parts = _clock_parts(clock) if separator else _MIDNIGHT
        days, nanos = _date(date), clock_nanos(*parts)
    except _Shape as error:
        raise _misshapen(error, text, "DateTime") from None
    except InvalidField as error:
        raise cannot_process(str(error), text) from None
    seconds = None if offset is None else check_offset(*offset)
    if zone is None:
        return DateTime(days, nanos, seconds or 0)
    return _in_zone(text, days, nanos, seconds, zone)


def _misshapen(error: _Shape, text: str, type_name: str) -> InvalidText:
    return short_month(text) if isinstance(error, _ShortMonth) else cannot_parse(text, type_name)


def _in_zone(text: str, days: int, nanos: int, offset: int | None, name: str) -> DateTime:
    """A wall clock in a zone. Raises `InvalidText` if the zone has not this `offset` then."""
    zone = parse_zone(name)
    if offset is None:
        return at_local(zone, days, nanos)
    local = days * 86_400 + nanos // NANOS_PER_SECOND
    first, second = local_offsets(zone, local)
    if first >= second and offset in (first, second):
        return at_local(zone, days, nanos, offset)
    wall = _short_text(days, nanos)
    found = offset_text(offset)
    if first < second:
        cause = ("22N05", f"Invalid input '{found}' for {wall}[{name}].")
    else:
        expected = " or ".join(f"'{offset_text(at)}'" for at in dict.fromkeys((first, second)))
        cause = ("22N04", f"Invalid input '{found}' for {wall}[{name}]. Expected {expected}.")
    message = f"Timezone and offset do not match: {text}"
    raise invalid_argument(message, cause, gql_status="22003")


def _short_text(days: int, nanos: int) -> str:
    """A local date and time as Java writes it: no seconds of zero, fractions of 3, 6, 9 digits."""
    text, separator, fraction = str(LocalDateTime(days, nanos)).partition(".")
    if separator:
        return f"{text}.{fraction.ljust(-(-len(fraction) // 3) * 3, '0')}"
    return text.removesuffix(":00")


def _digits(text: str, *lengths: int) -> int:
    """`text` as a number of one of these `lengths`."""
    if len(text) not in lengths or not text.isascii() or not text.isdigit():
        raise _Shape
    return int(text)


def _date(text: str) -> int:
    """The days of a date."""
    signed = text[:1] in ("+", "-")
    if signed:
        digits = text[1:].partition("-")[0]
        year = _digits(digits, *range(1, 10))
        rest = text[1 + len(digits) :]
        year = -year if text[0] == "-" else year
    else:
        year, rest = _digits(text[:4], 4), text[4:]
    if not rest:
        return date_days(year, 1, 1)
    extended = rest[0] == "-"
    if extended:
        rest = rest[1:]
    elif signed:
        raise _Shape
    if rest[:1] == "W":
        return _week_date(year, rest[1:], extended)
    if rest[:1] == "Q":
        return _quarter_date(year, rest[1:], extended)
    return _calendar_date(year, rest, extended)


def _calendar_date(year: int, rest: str, extended: bool) -> int:
    month, separator, day = rest.partition("-")
    if separator:
        if not extended:
            raise _Shape
        return date_days(year, _digits(month, 1, 2), _digits(day, 1, 2))
    if len(rest) == 1 and extended and rest in "0123456789":
        raise _ShortMonth
    if len(rest) == 3:
        return ordinal_days(year, _digits(rest, 3))
    if len(rest) == 4 and not extended:
        both = _digits(rest, 4)
        return date_days(year, both // 100, both % 100)
    return date_days(year, _digits(rest, 2), 1)


def _week_date(year: int, rest: str, extended: bool) -> int:
    week, separator, day = rest.partition("-")
    if not separator and not extended and len(rest) == 3:
        week, day = rest[:2], rest[2]
    weekday = _digits(day, 1) if separator or day else 1
    number = _digits(week, 1, 2)
    if number == 53 and weeks_in_year(year) == 52:
        message = f"Year {year} does not contain 53 weeks."
        raise out_of_range(message, f"week of year {year}", 1, 52, 53)
    return checked("EpochDay", week_days(year, number, weekday))


def _quarter_date(year: int, rest: str, extended: bool) -> int:
    quarter = _digits(rest[:1], 1)
    day = rest[1:]
    if day[:1] == "-":
        number = _digits(day[1:], 1, 2)
    elif day:
        if extended:
            raise _Shape
        number = _digits(day, 1, 2)
    else:
        number = 1
    if not 1 <= quarter <= 4:
        raise InvalidField(f"Invalid value for QuarterOfYear (valid values 1 - 4): {quarter}")
    first = date_days(year, quarter * 3 - 2, 1)
    length = quarter_start(first + 95) - first
    if not 1 <= number <= length:
        named = f"{quarter} of {year}" if quarter == 1 else f"{quarter}"  # Leap years tell there.
        raise out_of_range(
            f"Quarter {named} only has {length} days.",
            f"Day of Quarter {quarter} of year {year}",
            1,
            length,
            number,
        )
    return first + number - 1


def _clock(text: str) -> int:
    """Nanoseconds since midnight."""
    return clock_nanos(*_clock_parts(text))


def _clock_parts(text: str) -> tuple[int, int, int, int]:
    """Hour, minute, second and nanosecond."""
    whole, separator, fraction = text.replace(",", ".").partition(".")
    if ":" in whole:
        parts = [_digits(part, 1, 2) for part in whole.split(":")]
    else:
        _digits(whole, 1, 2, 4, 6)
        parts = [int(whole[at : at + 2]) for at in range(0, len(whole), 2)]
    if len(parts) > 3 or (separator and len(parts) < 3):
        raise _Shape
    nano = 0
    if separator:
        _digits(fraction, *range(1, 10))
        nano = int(fraction.ljust(9, "0"))
    hour, minute, second = (*parts, 0, 0)[:3]
    return hour, minute, second, nano


def _split_zone(text: str) -> tuple[str, tuple[int, int, int, int] | None, str | None]:
    """The clock, the offset (hours, minutes, seconds, sign) and the name of the zone."""
    zone = None
    if text.endswith("]"):
        text, _, zone = text[:-1].partition("[")
        if not zone or not all(
            (character.isascii() and character.isalnum()) or character in _ZONE_PUNCTUATION
            for character in zone
        ):
            raise _Shape
    if text[-1:] in ("Z", "z"):
        return text[:-1], (0, 0, 0, 1), zone
    at = max(text.find("+"), text.find("-"))
    if at < 0:
        return text, None, zone
    return text[:at], _offset(text[at:]), zone


def _offset(text: str) -> tuple[int, int, int, int]:
    """The parts of ``+01``, ``+0130``, ``+01:30`` or ``+01:30:15``."""
    sign = -1 if text[0] == "-" else 1
    numbers = [_digits(text[1:3], 2)]
    rest = text[3:]
    while rest:
        rest = rest.removeprefix(":")
        numbers.append(_digits(rest[:2], 2))
        rest = rest[2:]
    if len(numbers) > 3:
        raise _Shape
    hours, minutes, seconds = (*numbers, 0, 0)[:3]
    return hours, minutes, seconds, sign
