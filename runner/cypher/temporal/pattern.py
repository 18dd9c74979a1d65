"""Formats temporal values by patterns, in English and with weeks that start on Sunday."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runner.cypher.eval.describe import CYPHER_TYPES
from runner.cypher.temporal.pattern_syntax import (
    CLOCK_LETTERS,
    DATE_LETTERS,
    OFFSET_LETTERS,
    Field,
    InvalidPattern,
    Node,
    invalid_pattern,
    read_pattern,
    unsupported_letter,
)
from runner.values import Date, DateTime, Duration, LocalDateTime, Time
from runner.values.calendar import civil_from_days, days_from_civil
from runner.values.ranges import day_of_week
from runner.values.temporal import NANOS_PER_SECOND, offset_text

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_QUARTERS = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
_MODIFIED_JULIAN_EPOCH = 40_587


class _Lacking(InvalidPattern):
    """The value has not the field."""


def format_with_pattern(value: Any, pattern: str) -> str:
    """``format(value, pattern)``. Raises `EngineError` for a pattern that does not fit."""
    if isinstance(value, Duration):
        from runner.cypher.temporal.pattern_duration import format_duration

        return format_duration(value, pattern)
    try:
        return _format_all(value, read_pattern(pattern))
    except InvalidPattern:
        raise invalid_pattern(CYPHER_TYPES[type(value)]) from None


def _format_all(value: Any, nodes: tuple[Node, ...]) -> str:
    text = ""
    for node in nodes:
        if isinstance(node, str):
            text += node
        elif isinstance(node, Field):
            field = _format_field(value, node)
            if node.pad and len(field) > node.pad:
                raise InvalidPattern
            text += field.rjust(node.pad)
        else:
            try:
                text += _format_all(value, node)
            except _Lacking:
                continue
    return text


def _format_field(value: Any, field: Field) -> str:
    letter, count = field.letter, field.count
    if letter in DATE_LETTERS:
        if not isinstance(value, (Date, LocalDateTime, DateTime)):
            raise _Lacking
        return _DATE_FORMATS[letter](value.days, count)
    if letter in CLOCK_LETTERS:
        if isinstance(value, Date):
            raise _Lacking
        return _format_clock(value.nanos, letter, count)
    if letter in OFFSET_LETTERS:
        if not isinstance(value, (Time, DateTime)):
            raise _Lacking
        return _format_offset(value.offset, letter, count)
    if not isinstance(value, DateTime):
        raise _Lacking
    if value.zone is None:
        return offset_text(value.offset)
    if letter != "V" and value.zone not in ("UTC", "GMT"):
        raise unsupported_letter(letter)
    return value.zone


def _year_text(year: int, count: int) -> str:
    if count == 2:
        return f"{abs(year) % 100:02d}"
    digits = f"{abs(year):0{count}d}"
    if year < 0:
        return f"-{digits}"
    return f"+{digits}" if count >= 4 and len(digits) > count else digits


def _name_text(names: tuple[str, ...], number: int, count: int) -> str:
    name = names[number - 1]
    return {4: name, 5: name[0]}.get(count, name[:3])


def _month_text(days: int, count: int) -> str:
    month = civil_from_days(days)[1]
    return _name_text(MONTHS, month, count) if count >= 3 else f"{month:0{count}d}"


def _quarter_text(days: int, count: int) -> str:
    quarter = (civil_from_days(days)[1] + 2) // 3
    if count == 3:
        return f"Q{quarter}"
    return _QUARTERS[quarter - 1] if count == 4 else f"{quarter:0{count % 5 or 1}d}"


def _era_text(days: int, count: int) -> str:
    after = civil_from_days(days)[0] > 0
    if count == 4:
        return "Anno Domini" if after else "Before Christ"
    return ("A" if after else "B") if count == 5 else ("AD" if after else "BC")


def _weekday_text(days: int, count: int) -> str:
    return _name_text(WEEKDAYS, day_of_week(days), count)


def _sunday_based(days: int) -> int:
    """1 for Sunday to 7 for Saturday."""
    return day_of_week(days) % 7 + 1


def _local_weekday_text(days: int, count: int) -> str:
    return _weekday_text(days, count) if count >= 3 else f"{_sunday_based(days):0{count}d}"


def _local_week(days: int) -> tuple[int, int]:
    """The year and the week, the first being that of 1 January."""
    sunday = days - _sunday_based(days) + 1
    year = civil_from_days(sunday + 6)[0]
    first = days_from_civil(year, 1, 1)
    return year, (sunday - first + _sunday_based(first) - 1) // 7 + 1


def _week_of_month(days: int) -> int:
    day = civil_from_days(days)[2]
    return (day + _sunday_based(days - day + 1) - 2) // 7 + 1


def _year_of_era(days: int) -> int:
    year = civil_from_days(days)[0]
    return year if year > 0 else 1 - year


def _day_of_year(days: int) -> int:
    return days - days_from_civil(civil_from_days(days)[0], 1, 1) + 1


_DATE_FORMATS: dict[str, Callable[[int, int], str]] = {
    "G": _era_text,
    "u": lambda days, count: _year_text(civil_from_days(days)[0], count),
    "y": lambda days, count: _year_text(_year_of_era(days), count),
    "D": lambda days, count: f"{_day_of_year(days):0{count}d}",
    "M": _month_text,
    "L": _month_text,
    "d": lambda days, count: f"{civil_from_days(days)[2]:0{count}d}",
    "Q": _quarter_text,
    "q": _quarter_text,
    "Y": lambda days, count: _year_text(_local_week(days)[0], count),
    "w": lambda days, count: f"{_local_week(days)[1]:0{count}d}",
    "W": lambda days, _count: str(_week_of_month(days)),
    "E": _weekday_text,
    "e": _local_weekday_text,
    "c": _local_weekday_text,
    "F": lambda days, _count: str((civil_from_days(days)[2] - 1) // 7 + 1),
    "g": lambda days, count: f"{days + _MODIFIED_JULIAN_EPOCH:0{count}d}",
}


def _format_clock(nanos: int, letter: str, count: int) -> str:
    hour = nanos // (3600 * NANOS_PER_SECOND)
    if letter == "a":
        return "AM" if hour < 12 else "PM"
    if letter == "S":
        return f"{nanos % NANOS_PER_SECOND:09d}"[:count]
    if letter == "B":
        return _period_of_day(nanos // (60 * NANOS_PER_SECOND), narrow=count == 5)
    number = {
        "H": hour,
        "k": hour or 24,
        "K": hour % 12,
        "h": hour % 12 or 12,
        "m": nanos // (60 * NANOS_PER_SECOND) % 60,
        "s": nanos // NANOS_PER_SECOND % 60,
        "A": nanos // 1_000_000,
        "n": nanos % NANOS_PER_SECOND,
        "N": nanos,
    }[letter]
    return f"{number:0{count}d}"


_PERIODS = ("in the morning", "in the afternoon", "in the evening", "at night")


def _period_of_day(minute: int, *, narrow: bool) -> str:
    """What English calls the time of day; a minute long it is midnight, and noon."""
    if minute in (0, 720):
        name = "noon" if minute else "midnight"
        return name if not narrow else "n" if minute else "mi"
    hour = minute // 60
    return _PERIODS[(hour >= 12) + (hour >= 18) + (hour >= 21)]


def _format_offset(offset: int, letter: str, count: int) -> str:
    sign, rest = "-" if offset < 0 else "+", abs(offset)
    hours, minutes, seconds = rest // 3600, rest // 60 % 60, rest % 60
    if letter == "O" or (letter == "Z" and count == 4):
        if offset == 0:
            return "GMT"
        tail = f":{seconds:02d}" if seconds else ""
        if letter == "O" and count == 1:
            return f"GMT{sign}{hours}" + (f":{minutes:02d}{tail}" if minutes or seconds else "")
        return f"GMT{sign}{hours:02d}:{minutes:02d}{tail}"
    if offset == 0 and (letter == "X" or (letter == "Z" and count == 5)):
        return "Z"
    if letter == "Z" and count < 4:
        return f"{sign}{hours:02d}{minutes:02d}"
    if count == 1:
        return f"{sign}{hours:02d}" + (f"{minutes:02d}" if minutes else "")
    colon = ":" if count in (3, 5) else ""
    tail = f"{colon}{seconds:02d}" if seconds and count >= 4 else ""
    return f"{sign}{hours:02d}{colon}{minutes:02d}{tail}"
