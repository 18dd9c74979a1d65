"""Dates and times of day made of components, each held to its range.

The names of components and the texts of their ranges are those of Java's ``ChronoField`` and
``IsoFields``, which Neo4j's messages quote.
"""

from __future__ import annotations

from runner.values.calendar import civil_from_days, days_from_civil, days_in_month, is_leap_year
from runner.values.invalid import InvalidField

YEAR_MIN, YEAR_MAX = -999_999_999, 999_999_999
DAYS_MIN, DAYS_MAX = -365_243_219_162, 365_241_780_471
"""The first and the last date there is, as days since 1970-01-01."""

_RANGES = {
    "Year": (YEAR_MIN, YEAR_MAX, f"{YEAR_MIN} - {YEAR_MAX}"),
    "EpochDay": (DAYS_MIN, DAYS_MAX, f"{DAYS_MIN} - {DAYS_MAX}"),
    "QuarterOfYear": (1, 4, "1 - 4"),
    "MonthOfYear": (1, 12, "1 - 12"),
    "WeekOfWeekBasedYear": (1, 53, "1 - 52/53"),
    "DayOfYear": (1, 366, "1 - 365/366"),
    "DayOfQuarter": (1, 92, "1 - 90/92"),
    "DayOfMonth": (1, 31, "1 - 28/31"),
    "DayOfWeek": (1, 7, "1 - 7"),
    "HourOfDay": (0, 23, "0 - 23"),
    "MinuteOfHour": (0, 59, "0 - 59"),
    "SecondOfMinute": (0, 59, "0 - 59"),
}
_MONTHS = (
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
)


def checked(name: str, value: int) -> int:
    """`value` itself. Raises `InvalidField` if the component `name` cannot have it."""
    lowest, highest, shown = _RANGES[name]
    if not lowest <= value <= highest:
        raise InvalidField(f"Invalid value for {name} (valid values {shown}): {value}")
    return value


def date_days(year: int, month: int, day: int) -> int:
    """The days since 1970-01-01 of a date. Raises `InvalidField` if there is no such date."""
    checked("Year", year)
    checked("MonthOfYear", month)
    checked("DayOfMonth", day)
    if day > days_in_month(year, month):
        if (month, day) == (2, 29):
            raise InvalidField(f"Invalid date 'February 29' as '{year}' is not a leap year")
        raise InvalidField(f"Invalid date '{_MONTHS[month - 1]} {day}'")
    return days_from_civil(year, month, day)


def ordinal_days(year: int, ordinal: int) -> int:
    """The days of the `ordinal`-th day of a year (the first is 1)."""
    checked("Year", year)
    checked("DayOfYear", ordinal)
    if ordinal == 366 and not is_leap_year(year):
        raise InvalidField(f"Invalid date 'DayOfYear 366' as '{year}' is not a leap year")
    return days_from_civil(year, 1, 1) + ordinal - 1


def day_of_week(days: int) -> int:
    """1 for Monday to 7 for Sunday."""
    return (days + 3) % 7 + 1


def week_one(year: int) -> int:
    """The days of the Monday that a week-based year starts with (ISO 8601)."""
    fourth = days_from_civil(year, 1, 4)
    return fourth - day_of_week(fourth) + 1


def weeks_in_year(year: int) -> int:
    """The number of weeks of a week-based year: 52 or 53."""
    return (week_one(year + 1) - week_one(year)) // 7


def week_parts(days: int) -> tuple[int, int]:
    """The week-based year and the week of a date."""
    year = civil_from_days(days + 4 - day_of_week(days))[0]
    return year, (days - week_one(year)) // 7 + 1


def week_days(year: int, week: int, day: int) -> int:
    """The days of a week date; week 53 of a year of 52 weeks is the next year's first."""
    checked("Year", year)
    checked("WeekOfWeekBasedYear", week)
    checked("DayOfWeek", day)
    return week_one(year) + (week - 1) * 7 + day - 1


def quarter_start(days: int) -> int:
    """The days of the first day of the quarter that a date is in."""
    year, month, _ = civil_from_days(days)
    return days_from_civil(year, (month - 1) // 3 * 3 + 1, 1)


def clock_nanos(hour: int, minute: int, second: int, nano: int = 0) -> int:
    """Nanoseconds since midnight. Raises `InvalidField` for an hour, minute or second too big."""
    checked("HourOfDay", hour)
    checked("MinuteOfHour", minute)
    checked("SecondOfMinute", second)
    return ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + nano
