"""Functions that make durations."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from runner.cypher.functions.table import Function, Parameter
from runner.cypher.functions.temporal import (
    DEFAULT,
    cannot_coerce,
    signature,
)
from runner.cypher.temporal import durations
from runner.cypher.temporal.parts import is_instant
from runner.cypher.temporal.problems import call_mismatch, parsed
from runner.values import Duration
from runner.values.iso_duration import parse_duration

_parse = lru_cache(maxsize=256)(parse_duration)


def _constructor(language: str) -> Function:
    parameters: tuple[Parameter, ...] = (Parameter("input", "ANY"),)
    if language == "25":
        parameters += (Parameter("pattern", "STRING", True, DEFAULT),)
    shown = signature("duration", parameters, "DURATION")

    def call(value: Any, pattern: Any = DEFAULT) -> Duration:
        if type(pattern) is not str:
            raise cannot_coerce(pattern, "String")
        if isinstance(value, str):
            if pattern is DEFAULT:
                made: Duration = parsed(_parse, value)
                return made
            from runner.cypher.temporal.pattern_duration import parse_duration_with_pattern

            return parse_duration_with_pattern(value, pattern)
        if isinstance(value, dict) and pattern is DEFAULT:
            return durations.duration_from_map(value)
        given = (value, pattern) if language == "25" else (value,)
        raise call_mismatch("DurationFunction", given, shown)

    return Function(
        "duration",
        "Temporal",
        "Makes a duration of a text or of a map of units.",
        parameters,
        "DURATION",
        call,
        languages=(language,),
    )


def _measure(
    name: str, shown_name: str, measure: Callable[[Any, Any], Duration], description: str
) -> Function:
    parameters = (Parameter("from", "ANY"), Parameter("to", "ANY"))
    shown = signature(shown_name, parameters, "DURATION")

    def call(start: Any, end: Any) -> Duration:
        if not is_instant(start) or not is_instant(end):
            raise call_mismatch("Between", (start, end), shown)
        return measure(start, end)

    return Function(name, "Temporal", description, parameters, "DURATION", call)


_BETWEEN = (
    "duration.between",
    durations.between,
    "What lies between two instants, in months, days and seconds.",
)

FUNCTIONS = (
    _constructor("5"),
    _constructor("25"),
    _measure("duration.between", *_BETWEEN),
    _measure("duration_between", *_BETWEEN),
    _measure(
        "duration.inMonths",
        "duration.inMonths",
        durations.in_months,
        "The whole months between two instants.",
    ),
    _measure(
        "duration.inDays",
        "duration.inDays",
        durations.in_days,
        "The whole days between two instants.",
    ),
    _measure(
        "duration.inSeconds",
        "duration.inSeconds",
        durations.in_seconds,
        "All that lies between two instants, in seconds.",
    ),
)
