"""A wall clock that the fields of a map are set on, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from runner.cypher.temporal.fields import SUBSECONDS
from runner.cypher.temporal.problems import bad_field, from_text
from runner.values.calendar import civil_from_days, days_in_month
from runner.values.invalid import InvalidField, out_of_range
from runner.values.ranges import (
    checked,
    date_days,
    day_of_week,
    ordinal_days,
    quarter_start,
    week_days,
    week_one,
    week_parts,
    weeks_in_year,
)
from runner.values.temporal import NANOS_PER_SECOND
from runner.values.zones import at_local

NANOS_PER_MINUTE = 60 * NANOS_PER_SECOND
NANOS_PER_HOUR = 60 * NANOS_PER_MINUTE

DEFAULT_DAYS = -719_528
"""0000-01-01: what the fields of a date are set on where the map selects no date."""
# Components that say which day it is, whatever day the date to start from has.
_DAY_FIELDS = ("week", "ordinalDay", "dayOfQuarter", "dayOfWeek", "day")


class Cursor:
    """A local date and time of day, in a zone or not.

    Each change in a zone is one that the zone's clock can show: a time in a gap moves on, and in
    an overlap the offset is kept. `based` tells whether the date was selected by the map.
    """

    __slots__ = ("based", "days", "nanos", "offset", "wanted_day", "zone")

    def __init__(
        self,
        days: int = DEFAULT_DAYS,
        nanos: int = 0,
        zone: int | str | None = None,
        offset: int | None = None,
        *,
        based: bool = False,
    ) -> None:
        self.days, self.nanos, self.zone, self.offset = days, nanos, zone, offset
        self.based = based
        self._settle()
        self.wanted_day = civil_from_days(self.days)[2]

    def _settle(self) -> None:
        if self.zone is not None:
            shown = at_local(self.zone, self.days, self.nanos, self.offset)
            self.days, self.nanos, self.offset = shown.days, shown.nanos, shown.offset

    def assign(self, fields: Mapping[str, int]) -> None:
        """Set the components that are among `fields`. Raises `EngineError` for a bad one."""
        if "week" in fields and not self.based:
            self._set_field("year", partial(self._start_week_year, fields["year"]))
        for name, step in _STEPS.items():
            if name in fields:
                self._set_field(name, partial(step, self, fields))
        if any(name in fields for name in SUBSECONDS):
            self.nanos += subsecond_nanos(fields) - self.nanos % NANOS_PER_SECOND
            self._settle()

    def _set_field(self, name: str, step: Callable[[], None]) -> None:
        try:
            step()
            checked("EpochDay", self.days)
        except InvalidField as error:
            raise bad_field(error, name) from None
        self._settle()

    def _start_week_year(self, year: int) -> None:
        self.days = week_one(checked("Year", year))

    def set_year(self, fields: Mapping[str, int]) -> None:
        wanted = checked("Year", fields["year"])
        if "week" in fields:
            if self.based:
                week = min(week_parts(self.days)[1], weeks_in_year(wanted))
                self.days = week_days(wanted, week, day_of_week(self.days))
            return
        _, month, day = civil_from_days(self.days)
        if "month" in fields or any(name in fields for name in _DAY_FIELDS):
            day = min(day, days_in_month(wanted, month))
        self.days = date_days(wanted, month, day)

    def set_quarter(self, fields: Mapping[str, int]) -> None:
        wanted = checked("QuarterOfYear", fields["quarter"])
        year, month, day = civil_from_days(self.days)
        month = (wanted - 1) * 3 + (month - 1) % 3 + 1
        self.days = date_days(year, month, min(day, days_in_month(year, month)))

    def set_month(self, fields: Mapping[str, int]) -> None:
        month = checked("MonthOfYear", fields["month"])
        year = civil_from_days(self.days)[0]
        day = self.wanted_day
        if any(name in fields for name in _DAY_FIELDS):
            day = min(day, days_in_month(year, month))
        self.days = date_days(year, month, day)

    def set_week(self, fields: Mapping[str, int]) -> None:
        wanted = checked("WeekOfWeekBasedYear", fields["week"])
        self.days += (wanted - week_parts(self.days)[1]) * 7

    def set_ordinal_day(self, fields: Mapping[str, int]) -> None:
        self.days = ordinal_days(civil_from_days(self.days)[0], fields["ordinalDay"])

    def set_day_of_quarter(self, fields: Mapping[str, int]) -> None:
        wanted = checked("DayOfQuarter", fields["dayOfQuarter"])
        self.days = quarter_start(self.days) + wanted - 1

    def set_day_of_week(self, fields: Mapping[str, int]) -> None:
        self.days += checked("DayOfWeek", fields["dayOfWeek"]) - day_of_week(self.days)

    def set_day(self, fields: Mapping[str, int]) -> None:
        year, month, _ = civil_from_days(self.days)
        self.days = date_days(year, month, fields["day"])

    def set_hour(self, fields: Mapping[str, int]) -> None:
        hour = checked("HourOfDay", fields["hour"])
        self.nanos = hour * NANOS_PER_HOUR + self.nanos % NANOS_PER_HOUR

    def set_minute(self, fields: Mapping[str, int]) -> None:
        minute = checked("MinuteOfHour", fields["minute"])
        rest = self.nanos % NANOS_PER_HOUR
        self.nanos += minute * NANOS_PER_MINUTE + rest % NANOS_PER_MINUTE - rest

    def set_second(self, fields: Mapping[str, int]) -> None:
        second = checked("SecondOfMinute", fields["second"])
        rest = self.nanos % NANOS_PER_MINUTE
        self.nanos += second * NANOS_PER_SECOND + rest % NANOS_PER_SECOND - rest


_STEPS: dict[str, Callable[[Cursor, Mapping[str, int]], None]] = {
    "year": Cursor.set_year,
    "quarter": Cursor.set_quarter,
    "month": Cursor.set_month,
    "week": Cursor.set_week,
    "ordinalDay": Cursor.set_ordinal_day,
    "dayOfQuarter": Cursor.set_day_of_quarter,
    "dayOfWeek": Cursor.set_day_of_week,
    "day": Cursor.set_day,
    "hour": Cursor.set_hour,
    "minute": Cursor.set_minute,
    "second": Cursor.set_second,
}


def subsecond_nanos(fields: Mapping[str, int]) -> int:
    """The nanoseconds of a second that milli-, micro- and nanoseconds make together.

    Each counts what the greater ones leave: beside milliseconds there are at most 999
    microseconds. Raises `EngineError`.
    """
    total, room = 0, NANOS_PER_SECOND
    for name, unit in zip(SUBSECONDS, (1_000_000, 1_000, 1), strict=True):
        if name not in fields:
            continue
        value, highest = fields[name], room // unit - 1
        shown = name.capitalize()
        if not 0 <= value <= highest:
            message = f"Invalid value for {shown}: {value}"
            raise from_text(out_of_range(message, shown, 0, highest, value))
        total += value * unit
        room = unit
    return total
