"""Makes durations: normal form, fractions carried down, the greatest length there can be."""

from __future__ import annotations

import math

from runner.values.invalid import InvalidText, invalid_argument
from runner.values.temporal import NANOS_PER_SECOND, Duration

INT64_MAX = 2**63 - 1
SECONDS_PER_DAY = 86_400
SECONDS_PER_MONTH = 2_629_746
"""The average: a twelfth of 365.2425 days."""


def duration(months: int, days: int, seconds: int, nanos: int) -> Duration:
    """A duration with its nanoseconds brought into [0, 10**9)."""
    carried, nanos = divmod(nanos, NANOS_PER_SECOND)
    return Duration(months, days, seconds + carried, nanos)


def checked_duration(months: int, days: int, seconds: int, nanos: int) -> Duration:
    """A duration. Raises `InvalidText` if its average length in seconds has over 64 bits."""
    made = duration(months, days, seconds, nanos)
    length = made.months * SECONDS_PER_MONTH + made.days * SECONDS_PER_DAY + made.seconds
    for number in (made.months, made.days, made.seconds, length):
        if not -INT64_MAX - 1 <= number <= INT64_MAX:
            raise overflow(f"months={months}, days={days}, seconds={seconds}, nanos={nanos}")
    return made


def overflow(values: str) -> InvalidText:
    """A duration of these `values`, as ``months=1, days=2``, cannot be represented."""
    return invalid_argument(
        f"Invalid value for duration, will cause overflow. Value was {values}",
        ("22N28", "The result of the operation 'duration()' has caused an overflow."),
        gql_status="22015",
    )


def too_long() -> InvalidText:
    """A part of a duration, given as a float, has over 64 bits."""
    return InvalidText(
        "long overflow",
        ("22N28", "The result of the operation 'Double to Long' has caused an overflow."),
        gql_status="22003",
        title="Statement.ArithmeticError",
    )


def approximate(months: float, days: float, seconds: float, nanos: float) -> Duration:
    """A duration of parts with fractions, each carried down into the smaller part.

    The order of the floating-point operations is Neo4j's: the last nanosecond depends on it.
    Raises `OverflowError` for a number that has over 64 bits.
    """
    whole_months = _whole(months)
    days += SECONDS_PER_MONTH * 1e9 * (months - whole_months) / (SECONDS_PER_DAY * 1e9)
    whole_days = _whole(days)
    seconds += SECONDS_PER_DAY * 1e9 * (days - whole_days) / 1e9
    whole_seconds = _whole(seconds)
    nanos += 1e9 * (seconds - whole_seconds)
    return checked_duration(whole_months, whole_days, whole_seconds, _whole(nanos))


def with_whole_days(duration: Duration) -> Duration:
    """The same length, with what is in its seconds of whole days among its days."""
    days = math.trunc(duration.seconds / SECONDS_PER_DAY)
    rest = duration.seconds - days * SECONDS_PER_DAY
    return Duration(duration.months, duration.days + days, rest, duration.nanos)


def _whole(number: float) -> int:
    """`number` without its fraction; zero for what is not a number."""
    if number != number:
        return 0
    if not -(2.0**63) <= number <= 2.0**63:
        raise OverflowError("long overflow")
    return min(math.trunc(number), INT64_MAX)
