"""Arithmetic with durations: ``+``, ``-``, ``*`` and ``/``."""

from __future__ import annotations

from typing import Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import arithmetic_error, client_error
from runner.cypher.temporal.durations import Moment, days_plus_months, plus_days, plus_months
from runner.cypher.temporal.parts import is_instant
from runner.cypher.temporal.problems import from_text
from runner.errors import EngineError
from runner.values import (
    INT64_MAX,
    INT64_MIN,
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Time,
)
from runner.values.calendar import civil_from_days
from runner.values.duration import approximate, checked_duration
from runner.values.invalid import InvalidText
from runner.values.ranges import DAYS_MAX, DAYS_MIN, YEAR_MAX, YEAR_MIN
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND
from runner.values.zones import at_instant

_SECONDS_PER_DAY = 86_400


def add(a: Any, b: Any) -> Any:
    """``a + b`` of an instant and a duration, or of two durations; else NotImplemented."""
    if isinstance(b, Duration):
        if isinstance(a, Duration):
            return _sum(a, b, 1)
        return _plus(a, b, 1) if is_instant(a) else NotImplemented
    if isinstance(a, Duration) and is_instant(b):
        return _plus(b, a, 1)
    return NotImplemented


def subtract(a: Any, b: Any) -> Any:
    """``a - b`` of an instant or a duration and a duration; else NotImplemented."""
    if not isinstance(b, Duration):
        return NotImplemented
    if isinstance(a, Duration):
        return _sum(a, b, -1)
    return _plus(a, b, -1) if is_instant(a) else NotImplemented


def multiply(duration: Any, number: Any) -> Any:
    """``duration * number``; else NotImplemented. Fractions are carried down."""
    if not isinstance(duration, Duration) or type(number) not in (int, float):
        return NotImplemented
    parts = (duration.months, duration.days, duration.seconds, duration.nanos)
    if isinstance(number, int):
        products = [part * number for part in parts]
        if not all(INT64_MIN <= product <= INT64_MAX for product in products):
            raise _overflow("multiply", "with", "*", duration, number)
        return _made(*products)
    return _approximated("multiply", "with", "*", duration, number, [p * number for p in parts])


def divide(duration: Any, number: Any) -> Any:
    """``duration / number``; else NotImplemented. Fractions are carried down."""
    if not isinstance(duration, Duration) or type(number) not in (int, float):
        return NotImplemented
    if number == 0:
        if isinstance(number, int):
            raise _division_by_zero()
        # Infinite and undefined parts alike: what 0/0 makes of the months spoils all the others.
        return Duration(0, 0, 0, 0)
    parts = (duration.months, duration.days, duration.seconds, duration.nanos)
    divisor = float(number)
    quotients = [_quotient(part, divisor) for part in parts]
    return _approximated("divide", "with", "/", duration, number, quotients)


def _division_by_zero() -> EngineError:
    return arithmetic_error("/ by zero", "/ by zero", gql_status="22012")


def _quotient(part: int, divisor: float) -> float:
    try:
        return part / divisor
    except OverflowError:
        return float("inf")


def _sum(a: Duration, b: Duration, sign: int) -> Duration:
    pairs = (
        (a.months, b.months),
        (a.days, b.days),
        (a.seconds, b.seconds),
        (a.nanos, b.nanos),
    )
    sums = [one + sign * other for one, other in pairs]
    if not all(INT64_MIN <= total <= INT64_MAX for total in sums):
        if sign > 0:
            raise _overflow("add", "and", "+", a, b)
        raise _overflow("subtract", "and", "-", a, b)
    return _made(*sums)


def _made(months: int, days: int, seconds: int, nanos: int) -> Duration:
    try:
        return checked_duration(months, days, seconds, nanos)
    except InvalidText as error:
        raise from_text(error) from None


def _approximated(
    verb: str, word: str, operator: str, duration: Duration, number: float, parts: list[float]
) -> Duration:
    try:
        return approximate(*parts)
    except InvalidText as error:
        raise from_text(error) from None
    except OverflowError:
        raise _overflow(verb, word, operator, duration, number) from None


def _overflow(verb: str, word: str, operator: str, duration: Duration, other: Any) -> EngineError:
    return client_error(
        "Statement.ArgumentError",
        "22015",
        f"Can not {verb} duration {duration} {word} {describe(other)} without causing overflow.",
        ("22N28", f"The result of the operation '{operator}' has caused an overflow."),
    )


def _plus(value: Any, duration: Duration, sign: int) -> Any:
    """An instant `duration` later (`sign` 1) or earlier (`sign` -1).

    Months count first, then days, then seconds; a date ignores what is left of a day, a time
    of day takes only the seconds.
    """
    months, days = sign * duration.months, sign * duration.days
    if isinstance(value, Date):
        # Only the whole seconds count, before the sign: their fraction is not looked at.
        whole = abs(duration.seconds) // _SECONDS_PER_DAY
        carried = sign * (whole if duration.seconds >= 0 else -whole)
        moved = _add_days(_add_months(value.days, months, sign), days, sign)
        return Date(_add_days(moved, carried, sign))
    nanos = sign * (duration.seconds * NANOS_PER_SECOND + duration.nanos)
    if isinstance(value, LocalTime):
        return LocalTime((value.nanos + nanos) % NANOS_PER_DAY)
    if isinstance(value, Time):
        return Time((value.nanos + nanos) % NANOS_PER_DAY, value.offset)
    moment: Moment = value
    _add_months(moment.days, months, sign)
    moment = plus_months(moment, months)
    _add_days(moment.days, days, sign)
    moment = plus_days(moment, days)
    return _plus_nanos(moment, nanos, sign)


def _plus_nanos(moment: Moment, nanos: int, sign: int) -> Moment:
    carried, clock = divmod(moment.nanos + nanos, NANOS_PER_DAY)
    days = _add_days(moment.days, carried, sign)
    if isinstance(moment, LocalDateTime):
        return LocalDateTime(days, clock)
    if moment.zone is None:
        return DateTime(days, clock, moment.offset)
    return at_instant(moment.zone, moment.instant_nanos + nanos) if nanos else moment


def _add_months(days: int, months: int, sign: int) -> int:
    """A date some months later. Raises `EngineError` if there is no such year."""
    year, month, _ = civil_from_days(days)
    wanted = (year * 12 + month - 1 + months) // 12
    if not YEAR_MIN <= wanted <= YEAR_MAX:
        raise _out_of_range("Year", YEAR_MIN, YEAR_MAX, wanted, sign)
    return days_plus_months(days, months)


def _add_days(days: int, more: int, sign: int) -> int:
    """A date some days later. Raises `EngineError` if there is no such date."""
    wanted = days + more
    if DAYS_MIN <= wanted <= DAYS_MAX:
        return wanted
    # Java reports the year where it steps over the end of a month, and the day elsewhere.
    if more > 0 and civil_from_days(days)[2] + more <= 59:
        raise _out_of_range("Year", YEAR_MIN, YEAR_MAX, YEAR_MAX + 1, sign)
    raise _out_of_range("EpochDay", DAYS_MIN, DAYS_MAX, wanted, sign)


def _out_of_range(name: str, lowest: int, highest: int, found: int, sign: int) -> EngineError:
    operator = "+" if sign > 0 else "-"
    return client_error(
        "Statement.ArithmeticError",
        "22003",
        f"Invalid value for {name} (valid values {lowest} - {highest}): {found}",
        ("22N28", f"The result of the operation '{operator}' has caused an overflow."),
    )
