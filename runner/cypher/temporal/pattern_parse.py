"""Reads temporal instants by patterns: ``date('02/03/2026', 'dd/MM/yyyy')``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from runner.cypher.temporal.pattern import MONTHS, WEEKDAYS
from runner.cypher.temporal.pattern_syntax import (
    Field,
    InvalidPattern,
    Node,
    no_match,
    read_pattern,
    unsupported_letter,
)
from runner.values import Date, DateTime, LocalDateTime, LocalTime, Time
from runner.values.calendar import civil_from_days, days_from_civil, days_in_month
from runner.values.invalid import InvalidField, InvalidText
from runner.values.ranges import checked, clock_nanos, day_of_week, ordinal_days
from runner.values.temporal import NANOS_PER_DAY, NANOS_PER_SECOND
from runner.values.zones import at_instant, at_local, check_offset, parse_zone

_OFFSETS = {
    "X": "Z|[-+][0-9]{2}(?:[0-9]{2})?",
    "XX": "Z|[-+][0-9]{4}",
    "XXX": "Z|[-+][0-9]{2}:[0-9]{2}",
    "XXXX": "Z|[-+][0-9]{4}(?:[0-9]{2})?",
    "XXXXX": "Z|[-+][0-9]{2}:[0-9]{2}(?::[0-9]{2})?",
}


class _Mismatch(Exception):
    """The text does not match, or what was read makes no value of the type."""


@dataclass(slots=True)
class _Parsed:
    """What was read: numbers by letter, a zone and an offset."""

    numbers: dict[str, int] = field(default_factory=dict)
    zone: int | str | None = None
    offset: int | None = None


def parse_with_pattern(text: str, pattern: str, type_name: str, _now: DateTime) -> Any:
    """The value of the type `type_name` that a text stands for.

    A day after the end of its month is the last one. Raises `EngineError` where the text does not
    match, and for fields that this engine does not read.
    """
    try:
        return _made(_read(text, pattern), type_name)
    except (InvalidPattern, _Mismatch, InvalidField, InvalidText):
        raise no_match(text, pattern, type_name) from None


def _read(text: str, pattern: str) -> _Parsed:
    source, letters = _compiled(pattern)
    match = source.fullmatch(text)
    if match is None:
        raise _Mismatch
    parsed = _Parsed()
    for letter, found in zip(letters, match.groups(), strict=True):
        if found is not None:
            _take(parsed, letter, found)
    return parsed


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    letters: list[str] = []
    source = _source(read_pattern(pattern), letters)
    return re.compile(source), tuple(letters)


def _source(nodes: tuple[Node, ...], letters: list[str]) -> str:
    source = ""
    for node in nodes:
        if isinstance(node, str):
            source += re.escape(node)
        elif isinstance(node, Field):
            source += f" {{0,{node.pad}}}" if node.pad else ""
            letters.append(node.letter)
            source += f"({_field_source(node)})"
        else:
            source += f"(?:{_source(node, letters)})?"
    return source


def _field_source(node: Field) -> str:
    letter, count = node.letter, node.count
    if letter in "uy":
        if count == 2:
            return "[0-9]{2}"
        if count < 4:
            return f"-?[0-9]{{{count},19}}"
        return f"-?[0-9]{{{count}}}|[-+][0-9]{{{count + 1},19}}"
    if letter in "ML" and count >= 3:
        return _names_source(MONTHS, count)
    if letter == "E":
        return _names_source(WEEKDAYS, count)
    if letter in "MLdHhKkms":
        return "[0-9]{2}" if count == 2 else "-?[0-9]{1,19}"
    if letter == "D":
        return ("[0-9]{1,19}", "[0-9]{2,3}", "[0-9]{3}")[count - 1]
    if letter == "S":
        return f"[0-9]{{{count}}}"
    if letter in "nNA":
        return f"[0-9]{{{count},19}}"
    if letter == "a":
        return "AM|PM"
    if letter == "G" and count < 4:
        return "AD|BC"
    if letter == "V":
        return r"[A-Za-z0-9/_+:~.\-]+"
    if letter in "Xx":
        source = _OFFSETS["X" * count]
        return source if letter == "X" else source.removeprefix("Z|")
    if letter == "Z" and count != 4:
        return _OFFSETS["XXXXX"] if count == 5 else "[-+][0-9]{4}"
    raise unsupported_letter(letter)


def _names_source(names: tuple[str, ...], count: int) -> str:
    if count == 5:
        raise unsupported_letter(names[0][0])
    return "|".join(name if count == 4 else name[:3] for name in names)


def _take(parsed: _Parsed, letter: str, found: str) -> None:
    if letter == "V":
        parsed.zone = parse_zone(found)
    elif letter in "XxZ":
        parsed.offset = _offset(found)
    else:
        number = _number(letter, found)
        key = {"L": "M"}.get(letter, letter)
        if parsed.numbers.setdefault(key, number) != number:
            raise _Mismatch


def _number(letter: str, found: str) -> int:
    if letter in "ML" and found.isalpha():
        return next(at for at, name in enumerate(MONTHS, 1) if name.startswith(found))
    if letter == "E":
        return next(at for at, name in enumerate(WEEKDAYS, 1) if name.startswith(found))
    if letter == "a":
        return 12 if found == "PM" else 0
    if letter == "G":
        return 1 if found == "AD" else 0
    if letter in "uy" and len(found) == 2 and found.isdigit():
        return 2000 + int(found)
    return int(found.ljust(9, "0")) if letter == "S" else int(found)


def _offset(found: str) -> int:
    if found == "Z":
        return 0
    digits = found[1:].replace(":", "").ljust(6, "0")
    sign = -1 if found[0] == "-" else 1
    return check_offset(int(digits[:2]), int(digits[2:4]), int(digits[4:]), sign)


def _made(parsed: _Parsed, type_name: str) -> Any:
    days = _date(parsed.numbers)
    clock = _clock(parsed.numbers)
    if type_name in ("LOCAL TIME", "ZONED TIME"):
        if clock is None:
            raise _Mismatch
        nanos = clock % NANOS_PER_DAY
        if type_name == "LOCAL TIME":
            return LocalTime(nanos)
        offset = parsed.offset
        if offset is None:
            offset = parsed.zone if isinstance(parsed.zone, int) else 0
        return Time(nanos, offset)
    if days is None:
        raise _Mismatch
    carried, nanos = divmod(clock or 0, NANOS_PER_DAY)
    days = checked("EpochDay", days + carried)
    if type_name == "DATE":
        return Date(days)
    if type_name == "LOCAL DATETIME":
        return LocalDateTime(days, nanos)
    if parsed.zone is None or parsed.offset is None:
        return at_local(_first_given(parsed.zone, parsed.offset, 0), days, nanos)
    return at_instant(parsed.zone, DateTime(days, nanos, parsed.offset).instant_nanos)


def _first_given(*zones: int | str | None) -> int | str:
    return next(zone for zone in zones if zone is not None)


def _date(numbers: dict[str, int]) -> int | None:
    """The days of the date that was read, or None."""
    year = numbers.get("u")
    if year is None and "y" in numbers:
        year = numbers["y"] if numbers.get("G", 1) else 1 - numbers["y"]
    if year is None:
        return None
    checked("Year", year)
    if "M" in numbers and "d" in numbers:
        month, day = checked("MonthOfYear", numbers["M"]), checked("DayOfMonth", numbers["d"])
        days = days_from_civil(year, month, min(day, days_in_month(year, month)))
    elif "D" in numbers:
        days = ordinal_days(year, numbers["D"])
        if "M" in numbers and civil_from_days(days)[1] != numbers["M"]:
            raise _Mismatch
    else:
        return None
    if numbers.get("E", day_of_week(days)) != day_of_week(days):
        raise _Mismatch
    return days


def _clock(numbers: dict[str, int]) -> int | None:
    """The nanoseconds since midnight that were read, or None; 24:00 is the end of the day."""
    if "N" in numbers or "A" in numbers:
        nanos = numbers["N"] if "N" in numbers else numbers["A"] * 1_000_000
        if nanos >= NANOS_PER_DAY:
            raise _Mismatch
        return nanos
    hour = _hour(numbers)
    lower = [numbers.get("m"), numbers.get("s"), numbers.get("S", numbers.get("n"))]
    if hour is None:
        if any(number is not None for number in lower):
            raise _Mismatch
        return None
    given = [number is not None for number in lower]
    if given != sorted(given, reverse=True):
        raise _Mismatch
    minute, second, nano = (number or 0 for number in lower)
    if nano >= NANOS_PER_SECOND:
        raise _Mismatch
    if (hour, minute, second, nano) == (24, 0, 0, 0):
        return NANOS_PER_DAY
    return clock_nanos(hour, minute, second, nano)


def _hour(numbers: dict[str, int]) -> int | None:
    if "H" in numbers:
        return numbers["H"]
    if "k" in numbers:
        if not 1 <= numbers["k"] <= 24:
            raise _Mismatch
        return numbers["k"] % 24
    half = numbers.get("h", numbers.get("K"))
    if half is None:
        return None
    lowest = 1 if "h" in numbers else 0
    if "a" not in numbers or not lowest <= half <= lowest + 11:
        raise _Mismatch
    return half % 12 + numbers["a"]
