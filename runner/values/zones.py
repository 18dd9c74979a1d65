"""Time zones: their names, their offsets, and wall clocks that they skip or show twice.

The rules come from the `tzdata` package, so that they are the same on every system and the old
local mean times are there. Gaps and overlaps are resolved as ``java.time`` does: a skipped time
moves forward by the length of the gap, a time that comes twice is the earlier one unless an
offset is preferred.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from runner.values.invalid import InvalidText, cannot_process, invalid_argument
from runner.values.temporal import NANOS_PER_SECOND, DateTime

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

MAX_OFFSET = 18 * 3600
_SECONDS_PER_DAY = 86_400
# Names of the tz database that Java and with it Neo4j does not know.
_UNKNOWN = frozenset(("EST", "MST", "HST", "ROC", "Factory", "GMT+0", "GMT-0"))
_FIXED_PREFIXES = ("UTC", "GMT", "UT")
_CYCLE_SECONDS = 146_097 * _SECONDS_PER_DAY
"""400 years: after that many, dates fall on the same weekdays, and rules on the same dates."""
_EPOCH = datetime(1970, 1, 1)
_RULED_FROM = (datetime(3000, 1, 1) - _EPOCH) // timedelta(seconds=1)
"""From here on every zone follows one rule for ever."""
_FIRST = (datetime(2, 1, 1) - _EPOCH) // timedelta(seconds=1)
"""Before here every zone has its local mean time."""


def parse_zone(text: str) -> int | str:
    """A zone as an argument writes it: the offset in seconds, or the zone's proper name.

    ``Z``, ``+01:00``, ``+01:00:30``, a name of the tz database without regard to case and with
    blanks for underscores, or one of ``UTC+01:00``, ``GMT+01:00`` and ``UT+01:00``.
    Raises `InvalidText`.
    """
    if text in ("Z", "z"):
        return 0
    offset = _plain_offset(text)
    if offset is not None:
        return offset
    zone = zone_name(text)
    if zone is not None:
        return zone
    raise _unknown_zone(text)


@cache
def zone_name(text: str) -> str | None:
    """The proper name of a zone, or None if there is none of that name."""
    wanted = text.replace(" ", "_")
    known = _names().get(wanted.lower())
    if known is not None:
        return known
    for prefix in _FIXED_PREFIXES:
        if wanted.upper().startswith(prefix):
            suffix = wanted[len(prefix) :]
            return prefix + suffix if _plain_offset(suffix) is not None else None
    return None


def check_offset(hours: int, minutes: int, seconds: int, sign: int) -> int:
    """The seconds of an offset. Raises `InvalidText` if it is not within ±18:00."""
    cause = ("22N11", "Invalid argument: cannot process 'timezone'.")
    for name, value, highest in (
        ("hours", hours, 18),
        ("minutes", minutes, 59),
        ("seconds", seconds, 59),
    ):
        if value > highest:
            raise invalid_argument(
                f"Zone offset {name} not in valid range: value {sign * value} is not in the range "
                f"-{highest} to {highest}",
                cause,
            )
    total = (hours * 60 + minutes) * 60 + seconds
    if total > MAX_OFFSET:
        raise invalid_argument("Zone offset not in valid range: -18:00 to +18:00", cause)
    return sign * total


def offset_at(zone: int | str, instant: int) -> int:
    """The offset of a zone at `instant`, in seconds since 1970-01-01T00:00Z."""
    if isinstance(zone, int):
        return zone
    rules = _rules(zone)
    if isinstance(rules, int):
        return rules
    moment = (_EPOCH + timedelta(seconds=_within_rules(instant))).replace(tzinfo=rules)
    return _seconds(rules.fromutc(moment).utcoffset())


def local_offsets(zone: int | str, local: int) -> tuple[int, int]:
    """The offsets for a wall clock, given as seconds since 1970-01-01T00:00 of its own.

    They are the same but in an overlap (the earlier, then the later one: a smaller number) and in
    a gap (the one before it, then the one after it: a greater number).
    """
    if isinstance(zone, int):
        return zone, zone
    rules = _rules(zone)
    if isinstance(rules, int):
        return rules, rules
    wall = _EPOCH + timedelta(seconds=_within_rules(local))
    first = _seconds(wall.replace(tzinfo=rules).utcoffset())
    return first, _seconds(wall.replace(tzinfo=rules, fold=1).utcoffset())


def at_local(zone: int | str, days: int, nanos: int, preferred: int | None = None) -> DateTime:
    """What a zone's clock shows at the local date `days` and time of day `nanos`."""
    if isinstance(zone, int):
        return DateTime(days, nanos, zone)
    first, second = local_offsets(zone, days * _SECONDS_PER_DAY + nanos // NANOS_PER_SECOND)
    if first < second:
        moved = nanos + (second - first) * NANOS_PER_SECOND
        shift, nanos = divmod(moved, _SECONDS_PER_DAY * NANOS_PER_SECOND)
        return DateTime(days + shift, nanos, second, zone)
    return DateTime(days, nanos, second if second == preferred else first, zone)


def at_instant(zone: int | str, instant_nanos: int) -> DateTime:
    """What a zone's clock shows at a moment, in nanoseconds since 1970-01-01T00:00Z."""
    seconds, nano = divmod(instant_nanos, NANOS_PER_SECOND)
    offset = offset_at(zone, seconds)
    days, second = divmod(seconds + offset, _SECONDS_PER_DAY)
    name = zone if isinstance(zone, str) else None
    return DateTime(days, second * NANOS_PER_SECOND + nano, offset, name)


def _plain_offset(text: str) -> int | None:
    """The seconds of ``+01:00`` or ``+01:00:30``, or None if `text` is no such offset."""
    if len(text) not in (6, 9) or text[0] not in "+-" or text[3] != ":":
        return None
    parts = text[1:].split(":")
    if not all(len(part) == 2 and part.isascii() and part.isdigit() for part in parts):
        return None
    hours, minutes, seconds = (*map(int, parts), 0)[:3]
    total = (hours * 60 + minutes) * 60 + seconds
    if minutes > 59 or seconds > 59 or total > MAX_OFFSET:
        return None
    return -total if text[0] == "-" else total


def _unknown_zone(text: str) -> InvalidText:
    """The error for `text`: as Java's parser reports it, with the place where it gave up."""
    shown = text.replace(" ", "_")
    at, reason = 0, "could not be parsed at index 0"
    known = _longest_zone(shown)
    if known:
        at, reason = known, f"could not be parsed, unparsed text found at index {known}"
    elif len(shown) >= 6 and shown[0] in "+-" and shown[1:3].isdigit() and int(shown[1:3]) > 23:
        reason = "could not be parsed: Value out of range: Hour[0-23], Minute[0-59], Second[0-59]"
    message = f"Invalid value for TimeZone: Text '{shown}' {reason}\n\"{shown}\"\n {' ' * at}^"
    return cannot_process(message, text)


def _longest_zone(text: str) -> int:
    """How many characters at the start of `text` name a zone."""
    names = _names()
    for length in range(len(text), 0, -1):
        head = text[:length]
        if head.lower() in names or _plain_offset(head) is not None:
            return length
    return 0


@cache
def _names() -> dict[str, str]:
    """The zones' names by their lower-case form."""
    from importlib import resources

    text = resources.files("tzdata").joinpath("zones").read_text("utf-8")
    names = {name.lower(): name for name in text.split() if name not in _UNKNOWN}
    return names | {"ut": "UT"}


@cache
def _rules(zone: str) -> ZoneInfo | int:
    """The rules of a zone, or its only offset in seconds."""
    from importlib import resources
    from zoneinfo import ZoneInfo

    if zone == "UT":
        return 0
    for prefix in _FIXED_PREFIXES:
        if zone.startswith(prefix):
            offset = _plain_offset(zone[len(prefix) :])
            if offset is not None:
                return offset
    data = resources.files("tzdata").joinpath("zoneinfo", *zone.split("/"))
    with data.open("rb") as file:
        return ZoneInfo.from_file(file, key=zone)


def _within_rules(seconds: int) -> int:
    """A time that Python can represent and that has the same offset as `seconds`."""
    if seconds >= _RULED_FROM:
        return _RULED_FROM + (seconds - _RULED_FROM) % _CYCLE_SECONDS
    return max(seconds, _FIRST)


def _seconds(offset: timedelta | None) -> int:
    return 0 if offset is None else offset // timedelta(seconds=1)
