"""Formats and reads durations by patterns.

A unit takes what the greater units of the pattern leave: ``M`` alone counts all months, beside
``y`` only those of the last year. Characters that stand for no unit stand for themselves.
"""

from __future__ import annotations

from runner.cypher.failures import client_error
from runner.cypher.temporal.pattern_syntax import (
    Field,
    InvalidPattern,
    no_match,
    quoted,
    run_length,
)
from runner.cypher.temporal.problems import from_text
from runner.errors import EngineError
from runner.values import Duration
from runner.values.duration import checked_duration
from runner.values.invalid import InvalidText
from runner.values.temporal import NANOS_PER_SECOND

_UNITS = {
    "y": "years",
    "Y": "years",
    "u": "years",
    "q": "quarters",
    "Q": "quarters",
    "M": "months",
    "L": "months",
    "w": "weeks",
    "W": "weeks",
    "d": "days",
    "D": "days",
    "h": "hours",
    "H": "hours",
    "K": "hours",
    "k": "hours",
    "m": "minutes",
    "s": "seconds",
    "A": "millis",
    "N": "nanos",
    "S": "fraction",
    "n": "fraction",
}


def _read(pattern: str) -> list[str | Field]:
    nodes: list[str | Field] = []
    at = 0
    while at < len(pattern):
        if pattern[at] == "'":
            try:
                text, at = quoted(pattern, at)
            except InvalidPattern:
                raise _uneven_quotes() from None
            nodes.append(text)
        elif pattern[at] in _UNITS:
            count = run_length(pattern, at)
            nodes.append(Field(pattern[at], count))
            at += count
        else:
            nodes.append(pattern[at])
            at += 1
    return nodes


def _uneven_quotes() -> EngineError:
    message = (
        "Pattern parsing failed. Make sure that an even number of escapes are used in the pattern."
    )
    return client_error("Statement.ArgumentError", "42001", message, ("42I66", message))


def _divide(number: int, by: int) -> tuple[int, int]:
    """Quotient and remainder toward zero."""
    quotient = abs(number) // by
    quotient = quotient if number >= 0 else -quotient
    return quotient, number - quotient * by


def format_duration(value: Duration, pattern: str) -> str:
    """``format(duration, pattern)``. Raises `EngineError` for an open quotation."""
    nodes = _read(pattern)
    used = {_UNITS[node.letter] for node in nodes if isinstance(node, Field)}
    amounts: dict[str, int] = {}
    groups = (
        (value.months, (("years", 12), ("quarters", 3), ("months", 1))),
        (value.days, (("weeks", 7), ("days", 1))),
        (value.seconds, (("hours", 3600), ("minutes", 60), ("seconds", 1))),
    )
    rest = 0
    for rest, units in groups:
        for unit, size in units:
            if unit in used:
                amounts[unit], rest = _divide(rest, size)
    nanos = rest * NANOS_PER_SECOND + value.nanos
    amounts["millis"] = nanos // 1_000_000
    amounts["nanos"] = nanos % 1_000_000 if "millis" in used else nanos
    text = ""
    for node in nodes:
        if isinstance(node, str):
            text += node
        elif _UNITS[node.letter] == "fraction":
            text += f"{value.nanos:09d}"[: node.count].ljust(node.count, "0")
        else:
            text += str(amounts[_UNITS[node.letter]]).zfill(node.count)
    return text


def parse_duration_with_pattern(text: str, pattern: str) -> Duration:
    """``duration(text, pattern)``. Raises `EngineError` where the text does not match."""
    import re

    nodes = _read(pattern)
    source, units = "", []
    for at, node in enumerate(nodes):
        if isinstance(node, str):
            source += re.escape(node)
            continue
        units.append(_UNITS[node.letter])
        touching = at + 1 < len(nodes) and isinstance(nodes[at + 1], Field)
        digits = f"[0-9]{{{node.count}}}" if touching else "[0-9]+"
        source += "([0-9]{1,9})" if units[-1] == "fraction" else f"([-+]?{digits})"
    match = re.fullmatch(source, text)
    if match is None or not units:
        raise no_match(text, pattern, "DURATION")
    amounts = dict.fromkeys(_UNITS.values(), 0)
    negative = False
    for unit, number in zip(units, match.groups(), strict=True):
        if unit == "fraction":
            amounts[unit] = int(number.ljust(9, "0"))
        else:
            amounts[unit] += int(number)
            negative = number.startswith("-")
    fraction = -amounts["fraction"] if negative else amounts["fraction"]
    try:
        return checked_duration(
            amounts["years"] * 12 + amounts["quarters"] * 3 + amounts["months"],
            amounts["weeks"] * 7 + amounts["days"],
            (amounts["hours"] * 60 + amounts["minutes"]) * 60 + amounts["seconds"],
            amounts["millis"] * 1_000_000 + amounts["nanos"] + fraction,
        )
    except InvalidText as error:
        raise from_text(error) from None
