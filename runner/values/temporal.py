"""Temporal values: the proleptic Gregorian calendar, nanoseconds, years ±999,999,999.

`str()` of each is the ISO text that Cypher's `toString()` gives: seconds always, the fraction
without trailing zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from runner.values.calendar import civil_from_days

NANOS_PER_SECOND = 1_000_000_000
NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND


def _date_text(days: int) -> str:
    year, month, day = civil_from_days(days)
    if 0 <= year <= 9999:
        text = f"{year:04d}"
    else:
        text = f"+{year}" if year > 0 else f"-{-year:04d}"
    return f"{text}-{month:02d}-{day:02d}"


def _clock_text(nanos: int) -> str:
    seconds, fraction = divmod(nanos, NANOS_PER_SECOND)
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{text}.{fraction:09d}".rstrip("0") if fraction else text


def offset_text(offset: int) -> str:
    """An offset in seconds as ``+01:00`` or ``+00:53:28``; zero is ``Z``."""
    if offset == 0:
        return "Z"
    sign, rest = ("-", -offset) if offset < 0 else ("+", offset)
    text = f"{sign}{rest // 3600:02d}:{rest // 60 % 60:02d}"
    return f"{text}:{rest % 60:02d}" if rest % 60 else text


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar date, as `days` since 1970-01-01."""

    days: int

    def __str__(self) -> str:
        return _date_text(self.days)


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A time of day without offset, as `nanos` since midnight."""

    nanos: int

    def __str__(self) -> str:
        return _clock_text(self.nanos)


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day, as `nanos` since its own midnight, at `offset` seconds east of UTC."""

    nanos: int
    offset: int

    def __str__(self) -> str:
        return _clock_text(self.nanos) + offset_text(self.offset)


@dataclass(frozen=True, slots=True)
class LocalDateTime:
    """A date and a time of day without offset: `days` since 1970-01-01, `nanos` since midnight."""

    days: int
    nanos: int

    def __str__(self) -> str:
        return f"{_date_text(self.days)}T{_clock_text(self.nanos)}"


@dataclass(frozen=True, slots=True)
class DateTime:
    """An instant as its own wall clock shows it.

    `days` and `nanos` are the local date and time of day, `offset` the seconds east of UTC at
    that moment, `zone` the IANA name of the zone, or None where there is only an offset.
    """

    days: int
    nanos: int
    offset: int
    zone: str | None = None

    @property
    def instant_nanos(self) -> int:
        """Nanoseconds since 1970-01-01T00:00Z."""
        return self.days * NANOS_PER_DAY + self.nanos - self.offset * NANOS_PER_SECOND

    def __str__(self) -> str:
        zone = f"[{self.zone}]" if self.zone is not None else ""
        clock = _clock_text(self.nanos) + offset_text(self.offset)
        return f"{_date_text(self.days)}T{clock}{zone}"


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration of four parts that never turn into each other.

    `nanos` is in [0, 10**9): a negative fraction borrows from `seconds`.
    """

    months: int
    days: int
    seconds: int
    nanos: int

    def __str__(self) -> str:
        years, months = _divide_toward_zero(self.months, 12)
        parts = [f"{n}{unit}" for n, unit in ((years, "Y"), (months, "M"), (self.days, "D")) if n]
        total = self.seconds * NANOS_PER_SECOND + self.nanos
        clock = _clock_duration_text(total)
        if clock or not parts:
            parts.append("T" + (clock or "0S"))
        return "P" + "".join(parts)


def _divide_toward_zero(number: int, by: int) -> tuple[int, int]:
    quotient = abs(number) // by
    if number < 0:
        quotient = -quotient
    return quotient, number - quotient * by


def _clock_duration_text(total_nanos: int) -> str:
    sign = "-" if total_nanos < 0 else ""
    seconds, fraction = divmod(abs(total_nanos), NANOS_PER_SECOND)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    text = "".join(f"{sign}{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M")) if n)
    if fraction:
        text += f"{sign}{seconds}.{fraction:09d}".rstrip("0") + "S"
    elif seconds:
        text += f"{sign}{seconds}S"
    return text


Temporal: TypeAlias = Date | LocalTime | Time | LocalDateTime | DateTime | Duration
