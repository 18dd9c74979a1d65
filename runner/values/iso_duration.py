"""Reads durations from ISO 8601 texts: ``P1Y2M10DT12H45M30.25S`` and ``P2012-02-02T14:37:21``."""

from __future__ import annotations

import re
from functools import cache

from runner.values.duration import INT64_MAX, approximate, checked_duration, overflow, too_long
from runner.values.invalid import InvalidText, cannot_parse, out_of_range
from runner.values.temporal import Duration

_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)?"


def parse_duration(text: str) -> Duration:
    """A duration of units or in the form of a date and time.

    Only the last unit may have a fraction, which is carried down into smaller ones (a month
    counts as 30.436875 days). A sign may stand before the ``P`` and before each number. Raises
    `InvalidText`.
    """
    units = _unit_form().fullmatch(text)
    if units is not None:
        return _from_units(text, units)
    moment = _moment_form().fullmatch(text)
    if moment is not None:
        return _from_moment(moment)
    raise cannot_parse(text, "Duration")


@cache
def _unit_form() -> re.Pattern[str]:
    date = "".join(f"(?:({_NUMBER}){unit})?" for unit in "YMWD")
    clock = "".join(f"(?:({_NUMBER}){unit})?" for unit in "HM")
    seconds = r"(?:([-+]?[0-9]+(?:[.,][0-9]{1,9})?)S)?"
    return re.compile(rf"([-+]?)P(?=.){date}(?:T(?=[-+0-9]){clock}{seconds})?", re.IGNORECASE)


@cache
def _moment_form() -> re.Pattern[str]:
    date = r"(?P<year>[0-9]{4})(?P<dash>-?)(?P<month>[0-9]{2})(?P=dash)(?P<day>[0-9]{2})"
    fraction = r"(?:[.,](?P<fraction{0}>[0-9]{{1,9}}))?"
    long = r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})" + fraction.format(1) + ")?"
    short = r"([0-9]{2})(?:([0-9]{2})(?:([0-9]{2})" + fraction.format(2) + ")?)?"
    return re.compile(
        rf"(?P<sign>[-+]?)P(?=.)(?:{date})?(?:T(?:(?P<long>{long})|(?P<short>{short})))?",
        re.IGNORECASE,
    )


def _from_units(text: str, match: re.Match[str]) -> Duration:
    sign = -1 if match[1] == "-" else 1
    written = match.groups()[1:]
    given = [number.replace(",", ".") if number else None for number in written]
    last = max(at for at, number in enumerate(given) if number is not None)
    if any(number is not None and "." in number for number in given[:last]):
        raise cannot_parse(text, "Duration")
    if "." in (given[last] or "") and last < 6:
        return _fractional(sign, given[:6])
    whole, _, fraction = (given[6] or "0").partition(".")
    years, months, weeks, days, hours, minutes = (_integer(number) * sign for number in given[:6])
    nanos = int(fraction.ljust(9, "0")) if fraction else 0
    if whole.startswith("-"):
        nanos = -nanos
    seconds = _integer(whole) * sign
    if abs(years) * 12 > INT64_MAX:
        raise overflow(f"years={years}")
    return _exact(years * 12 + months, weeks * 7 + days, hours, minutes, seconds, nanos * sign)


def _exact(months: int, days: int, hours: int, minutes: int, seconds: int, nanos: int) -> Duration:
    total = (hours * 60 + minutes) * 60 + seconds
    if abs(total) > INT64_MAX + (total < 0):
        raise overflow(
            f"months={months}, days={days}, hours={hours}, minutes={minutes}, "
            f"seconds={seconds}, nanos={nanos}"
        )
    return checked_duration(months, days, total, nanos)


def _fractional(sign: int, given: list[str | None]) -> Duration:
    """A duration without seconds whose last unit has a fraction."""
    years, months, weeks, days, hours, minutes = (
        float(number) * sign if number else 0.0 for number in given
    )
    try:
        return approximate(years * 12 + months, weeks * 7 + days, hours * 3600 + minutes * 60, 0.0)
    except OverflowError:
        raise too_long() from None


def _integer(number: str | None) -> int:
    """A whole number of at most 64 bits."""
    value = int(number) if number else 0
    if not -INT64_MAX - 1 <= value <= INT64_MAX:
        raise InvalidText(
            f'For input string: "{number}"',
            ("", ""),
            gql_status="50N00",
            title="Statement.ExecutionFailed",
        )
    return value


def _from_moment(match: re.Match[str]) -> Duration:
    sign = -1 if match["sign"] == "-" else 1
    months = days = 0
    if match["year"]:
        months, days = int(match["month"]), int(match["day"])
        if months > 12:
            raise out_of_range(f"months is out of range: {months}", "month", 1, 12, months)
        if days > 31:
            raise out_of_range(f"days is out of range: {days}", "day", 1, 31, days)
        months += int(match["year"]) * 12
    clock = (match["long"] or match["short"] or "").replace(":", "").replace(",", ".")
    whole, _, fraction = clock.partition(".")
    hours, minutes, seconds = (int(whole[at : at + 2] or 0) for at in (0, 2, 4))
    for name, value, highest in (
        ("hours", hours, 24),
        ("minutes", minutes, 60),
        ("seconds", seconds, 60),
    ):
        if value > highest:
            raise out_of_range(f"{name} out of range: {value}", name, 0, highest, value)
    total = (hours * 60 + minutes) * 60 + seconds
    nanos = int(fraction.ljust(9, "0")) if fraction else 0
    return checked_duration(sign * months, sign * days, sign * total, sign * nanos)
