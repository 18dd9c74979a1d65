"""Dates by the patterns of Java's SimpleDateFormat, in English."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from runner.cypher.apoc.failing import JavaError
from runner.cypher.temporal.pattern import MONTHS, WEEKDAYS
from runner.values.calendar import civil_from_days, days_from_civil

_LETTERS = frozenset("GyYMLwWDdFEuaHkKhmsSzZX")
_MILLIS_PER_DAY = 86_400_000
_ZONES = {
    "GMT": "UTC",
    "UTC": "UTC",
    "Z": "UTC",
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "CST": "America/Chicago",
    "CDT": "America/Chicago",
    "MST": "America/Denver",
    "MDT": "America/Denver",
    "PST": "America/Los_Angeles",
    "PDT": "America/Los_Angeles",
    "CET": "Europe/Paris",
    "CEST": "Europe/Paris",
    "EET": "Europe/Athens",
    "EEST": "Europe/Athens",
    "WET": "Europe/Lisbon",
    "WEST": "Europe/Lisbon",
    "BST": "Europe/London",
    "JST": "Asia/Tokyo",
    "IST": "Asia/Kolkata",
}


class Run(NamedTuple):
    """A letter of a pattern and how often it stands there; or a text, with the letter empty."""

    letter: str
    times: int
    text: str = ""


def wrong_pattern(pattern: str) -> JavaError:
    """The error of a pattern that Java does not take."""
    return JavaError("java.lang.IllegalArgumentException", f"The pattern: {pattern} is not correct")


@lru_cache(maxsize=64)
def runs(pattern: str) -> tuple[Run, ...]:
    """The parts of a pattern. Raises `JavaError`."""
    found: list[Run] = []
    for part in re.finditer(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'", pattern):
        if part[0] == "'":
            raise wrong_pattern(pattern)
        if part[1] is not None:
            found.append(Run("", 0, part[1].replace("''", "'") or "'"))
        elif part[2]:
            if part[2] not in _LETTERS:
                raise wrong_pattern(pattern)
            found.append(Run(part[2], len(part[0])))
        else:
            found.append(Run("", 0, part[0]))
    return tuple(found)


def zone_of(name: str | None) -> tzinfo:
    """A time zone as Java's TimeZone finds it: UTC where there is none of that name."""
    if not name:
        return UTC
    offset = re.fullmatch(r"GMT([-+])(\d{1,2})(?::?(\d\d))?", name)
    if offset:
        size = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        return timezone(size if offset[1] == "+" else -size)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


class Moment(NamedTuple):
    """A point of time in a zone, as its calendar fields."""

    days: int
    millis: int
    """Of the day."""
    offset: int
    """In minutes east of UTC."""
    zone: str


def moment(epoch_millis: int, zone: tzinfo) -> Moment:
    """The fields of a point of time; far years take the zone's offset of nearer ones."""
    within = min(max(epoch_millis, -62_000_000_000_000), 250_000_000_000_000)
    aware = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=within)).astimezone(zone)
    shift = aware.utcoffset() or timedelta()
    minutes = int(shift.total_seconds() // 60)
    days, millis = divmod(epoch_millis + int(shift.total_seconds()) * 1000, _MILLIS_PER_DAY)
    return Moment(days, millis, minutes, "UTC" if zone is UTC else aware.tzname() or "")


def format_millis(epoch_millis: int, pattern: str, zone: tzinfo) -> str:
    """A point of time as SimpleDateFormat writes it."""
    at = moment(epoch_millis, zone)
    return "".join(run.text if not run.letter else _field(at, run) for run in runs(pattern))


def _field(at: Moment, run: Run) -> str:
    letter, count = run.letter, run.times
    year, month, day = civil_from_days(at.days)
    of_era = year if year > 0 else 1 - year
    hour = at.millis // 3_600_000
    weekday = (at.days + 3) % 7
    if letter in "yY":
        if letter == "Y":
            of_era = _week_year(at.days)
        return f"{of_era % 100:02d}" if count == 2 else str(of_era).zfill(count)
    if letter in "ML":
        if count >= 4:
            return MONTHS[month - 1]
        return MONTHS[month - 1][:3] if count == 3 else str(month).zfill(count)
    if letter == "E":
        return WEEKDAYS[weekday] if count >= 4 else WEEKDAYS[weekday][:3]
    if letter == "G":
        return "AD" if year > 0 else "BC"
    if letter == "a":
        return "AM" if hour < 12 else "PM"
    if letter in "zZX":
        return _zone_text(at, letter, count)
    numbers = {
        "d": day,
        "D": at.days - days_from_civil(year, 1, 1) + 1,
        "F": (day - 1) // 7 + 1,
        "u": weekday + 1,
        "w": _week(at.days),
        "W": (day + _sunday(days_from_civil(year, month, 1)) - 1) // 7 + 1,
        "H": hour,
        "k": hour or 24,
        "K": hour % 12,
        "h": hour % 12 or 12,
        "m": at.millis // 60_000 % 60,
        "s": at.millis // 1000 % 60,
        "S": at.millis % 1000,
    }
    return str(numbers[letter]).zfill(count)


def _sunday(days: int) -> int:
    """Days since the last Sunday."""
    return (days + 4) % 7


def _week_year(days: int) -> int:
    """The year that a week belongs to which starts on Sunday."""
    year = civil_from_days(days)[0]
    following = days_from_civil(year + 1, 1, 1)
    return year + 1 if days >= following - _sunday(following) else year


def _week(days: int) -> int:
    first = days_from_civil(_week_year(days), 1, 1)
    return (days - (first - _sunday(first))) // 7 + 1


def _zone_text(at: Moment, letter: str, count: int) -> str:
    sign, size = "-" if at.offset < 0 else "+", abs(at.offset)
    hours, minutes = f"{size // 60:02d}", f"{size % 60:02d}"
    if letter == "Z":
        return sign + hours + minutes
    if letter == "X":
        if at.offset == 0:
            return "Z"
        return sign + hours + {1: "", 2: minutes}.get(count, f":{minutes}")
    if count >= 4 and at.zone == "UTC":
        return "Coordinated Universal Time"
    if not at.zone or at.zone[0] in "+-":
        return f"GMT{sign}{hours}:{minutes}"
    return at.zone


def parse_millis(text: str, pattern: str, zone: tzinfo) -> int | None:
    """The point of time that the start of a text stands for, read leniently; None for none."""
    fields: dict[str, Any] = {}
    parts, at = runs(pattern), 0
    for place, run in enumerate(parts):
        if not run.letter:
            if not text.startswith(run.text, at):
                return None
            at += len(run.text)
            continue
        following = parts[place + 1] if place + 1 < len(parts) else None
        tight = (
            following is not None and bool(following.letter) and following.letter not in "EazZXG"
        )
        found = _read(text, at, run, tight)
        if found is None:
            return None
        at, fields[_kind(run.letter)] = found
    return _millis(fields, zone)


def _kind(letter: str) -> str:
    return {"L": "M", "X": "z", "Z": "z", "Y": "y"}.get(letter, letter)


def _read(text: str, at: int, run: Run, tight: bool) -> tuple[int, Any] | None:
    letter = run.letter
    if letter not in "zZX":
        while at < len(text) and text[at] in " \t":
            at += 1
    if letter in "ML" and run.times >= 3:
        return _named(text, at, MONTHS, 1)
    if letter == "E":
        return _named(text, at, WEEKDAYS, 0)
    if letter == "a":
        return _named(text, at, ("AM", "PM"), 0)
    if letter == "G":
        return _named(text, at, ("BC", "AD"), 0)
    if letter in "zZX":
        return _zone(text, at)
    digits = re.compile(rf"-?\d{{1,{run.times}}}" if tight else r"-?\d+").match(text, at)
    if digits is None:
        return None
    value = int(digits[0])
    if letter in "yY" and run.times <= 2 and len(digits[0]) == 2:
        now = datetime.now(UTC).year
        value += (now - 80) // 100 * 100
        value += 100 if value < now - 80 else 0
    return digits.end(), value


def _named(text: str, at: int, names: tuple[str, ...], first: int) -> tuple[int, int] | None:
    rest = text[at:].lower()
    for forms in (names, tuple(name[:3] for name in names)):
        for number, name in enumerate(forms, first):
            if rest.startswith(name.lower()):
                return at + len(name), number
    return None


def _zone(text: str, at: int) -> tuple[int, tzinfo] | None:
    offset = re.compile(r"(?:GMT)?([-+])(\d\d?):?(\d\d)?").match(text, at)
    if offset:
        size = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        return offset.end(), timezone(size if offset[1] == "+" else -size)
    name = re.compile(r"[A-Za-z/_]+").match(text, at)
    if name is None or name[0] not in _ZONES:
        return None
    if name[0] in ("GMT", "UTC", "Z"):
        return name.end(), UTC
    shift = zone_of(_ZONES[name[0]])
    standard = datetime(2020, 1, 1, tzinfo=shift).utcoffset() or timedelta()
    summer = (
        timedelta(hours=1)
        if name[0].endswith("DT") or name[0] in ("CEST", "EEST", "WEST", "BST")
        else timedelta()
    )
    return name.end(), timezone(standard + summer)


def _millis(fields: dict[str, Any], zone: tzinfo) -> int:
    year = fields.get("y", 1970)
    if fields.get("G") == 0:
        year = 1 - year
    month = fields.get("M", 1) - 1
    year, month = year + month // 12, month % 12 + 1
    if "D" in fields and "M" not in fields:
        days = days_from_civil(year, 1, 1) + fields["D"] - 1
    else:
        days = days_from_civil(year, month, 1) + fields.get("d", 1) - 1
    hour = fields.get("H", fields.get("k", 0) % 24)
    if "h" in fields or "K" in fields:
        hour = fields.get("h", fields.get("K", 0)) % 12 + 12 * fields.get("a", 0)
    millis = ((hour * 60 + fields.get("m", 0)) * 60 + fields.get("s", 0)) * 1000 + fields.get(
        "S", 0
    )
    total: int = days * _MILLIS_PER_DAY + millis
    where: tzinfo = fields.get("z", zone)
    if where is UTC:
        return total
    local = datetime(1970, 1, 1) + timedelta(milliseconds=total)
    shift = local.replace(tzinfo=where).utcoffset() or timedelta()
    return total - int(shift.total_seconds() * 1000)
