"""Functions that make, truncate and format temporal instants."""

from __future__ import annotations

import time as system_clock
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.eval.describe import describe
from runner.cypher.eval.text import pretty_text
from runner.cypher.failures import client_error, type_error
from runner.cypher.functions.declare import CYPHER_25
from runner.cypher.functions.table import Function, Parameter
from runner.cypher.temporal import construct as make
from runner.cypher.temporal import truncate
from runner.cypher.temporal.parts import is_instant
from runner.cypher.temporal.problems import call_mismatch
from runner.values import DateTime, Duration, iso
from runner.values.zones import at_instant

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import State
    from runner.errors import EngineError

DEFAULT = "DEFAULT_TEMPORAL_ARGUMENT"
"""What Neo4j shows for an argument that is left out."""

_TEMPORAL_TYPES = "DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | DURATION"


class _Instant(NamedTuple):
    """A type of temporal instant, and how it is made."""

    function: str
    java_name: str
    type: str
    article: str
    parse: Callable[[str], Any]
    from_map: Callable[[Mapping[str, Any], DateTime], Any]
    from_instant: Callable[[Any], Any]
    from_now: Callable[[DateTime], Any]
    truncate: Callable[[str, Any, Mapping[str, Any] | None, DateTime], Any]
    alias: str | None = None


def _cached(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """`parse` with the last texts kept: a constant is read once, not for each row."""
    return lru_cache(maxsize=256)(parse)


_INSTANTS = (
    _Instant(
        "date",
        "DateFunction",
        "DATE",
        "a date",
        _cached(iso.parse_date),
        make.date_from_map,
        make.date_from_instant,
        make.date_now,
        truncate.truncate_date,
    ),
    _Instant(
        "localtime",
        "LocalTimeFunction",
        "LOCAL TIME",
        "a time of day without offset",
        _cached(iso.parse_localtime),
        make.localtime_from_map,
        make.localtime_from_instant,
        make.localtime_now,
        truncate.truncate_localtime,
        "local_time",
    ),
    _Instant(
        "time",
        "TimeFunction",
        "ZONED TIME",
        "a time of day with an offset",
        _cached(iso.parse_time),
        make.time_from_map,
        make.time_from_instant,
        make.time_now,
        truncate.truncate_time,
        "zoned_time",
    ),
    _Instant(
        "localdatetime",
        "LocalDateTimeFunction",
        "LOCAL DATETIME",
        "a date and time of day without zone",
        _cached(iso.parse_localdatetime),
        make.localdatetime_from_map,
        make.localdatetime_from_instant,
        make.localdatetime_now,
        truncate.truncate_localdatetime,
        "local_datetime",
    ),
    _Instant(
        "datetime",
        "DateTimeFunction",
        "ZONED DATETIME",
        "a date and time of day in a zone",
        _cached(iso.parse_datetime),
        make.datetime_from_map,
        make.datetime_from_instant,
        make.datetime_now,
        truncate.truncate_datetime,
        "zoned_datetime",
    ),
)


def signature(name: str, parameters: tuple[Parameter, ...], returns: str) -> str:
    """A function's signature as Neo4j's messages give it."""
    shown = ", ".join(
        f"{one.name}{f' = {one.default}' if one.optional else ''} :: {one.type}"
        for one in parameters
    )
    return f"{name}({shown}) :: {returns}"


def cannot_coerce(value: Any, type_name: str) -> EngineError:
    """An argument has not the type that its parameter declares."""
    message = f"Can't coerce `{describe(value)}` to {type_name}"
    return client_error(
        "Statement.TypeError",
        "22G03",
        message,
        ("22N37", f"Cannot coerce {describe(value)} to {type_name}."),
    )


def pattern_without_text() -> EngineError:
    """A pattern was given for something else than a text."""
    message = "A pattern can only be used in conjunction with a `STRING` input."
    return client_error("Procedure.ProcedureCallFailed", "53N33", message)


def _constructor(instant: _Instant, name: str, language: str) -> Function:
    parameters: tuple[Parameter, ...] = (Parameter("input", "ANY", True, DEFAULT),)
    if language == "25":
        parameters += (Parameter("pattern", "STRING", True, DEFAULT),)
    shown = signature(instant.function, parameters, instant.type)

    def call(state: State, value: Any = DEFAULT, pattern: Any = DEFAULT) -> Any:
        if value is DEFAULT:
            return instant.from_now(state.now)
        if pattern is not DEFAULT:
            return _from_pattern(instant, value, pattern, state.now)
        made = make.construct(
            value,
            state.now,
            instant.parse,
            instant.from_map,
            instant.from_instant,
            instant.from_now,
        )
        if made is NotImplemented:
            defaults = (DEFAULT,) * (len(parameters) - 1)
            raise call_mismatch(instant.java_name, (value, *defaults), shown)
        return made

    return Function(
        name,
        "Temporal",
        f"Makes {instant.article} of a text, a map or another instant; the current one of nothing.",
        parameters,
        instant.type,
        call,
        contextual=True,
        languages=(language,),
    )


def _from_pattern(instant: _Instant, text: Any, pattern: Any, now: DateTime) -> Any:
    if type(pattern) is not str:
        raise cannot_coerce(pattern, "String")
    if type(text) is not str:
        raise pattern_without_text()
    from runner.cypher.temporal.pattern_parse import parse_with_pattern

    return parse_with_pattern(text, pattern, instant.type, now)


def _clock_moment(state: State, clock: str) -> DateTime:
    """The moment that a clock shows: the transaction's, the statement's or the system's own."""
    if clock == "realtime":
        return at_instant(state.now.zone or state.now.offset, system_clock.time_ns())
    return state.begun if clock == "transaction" else state.now


def _current(instant: _Instant, clock: str) -> Function:
    name = f"{instant.function}.{clock}"
    parameters = (Parameter("timezone", "ANY", True, DEFAULT),)
    shown = signature(name, parameters, instant.type)

    def call(state: State, zone: Any = DEFAULT) -> Any:
        now = _clock_moment(state, clock)
        if zone is DEFAULT:
            return instant.from_now(now)
        if not isinstance(zone, str):
            raise call_mismatch("Now", (zone,), shown)
        return instant.from_now(make.in_zone(now, zone))

    return Function(
        name,
        "Temporal",
        f"The current moment by the {clock} clock, as {instant.article}.",
        parameters,
        instant.type,
        call,
        contextual=True,
        deterministic=False,
    )


def _truncation(instant: _Instant) -> Function:
    name = f"{instant.function}.truncate"
    parameters = (
        Parameter("unit", "STRING"),
        Parameter("input", "ANY", True, DEFAULT),
        Parameter("fields", "MAP", True),
    )
    shown = signature(name, parameters, instant.type)

    def call(state: State, unit: Any, value: Any = DEFAULT, fields: Any = None) -> Any:
        if unit is not None and type(unit) is not str:
            raise cannot_coerce(unit, "String")
        if fields is not None and type(fields) is not dict:
            raise cannot_coerce(fields, "Map")
        if value is DEFAULT:
            value = state.now
        if unit is None or not is_instant(value):
            raise call_mismatch("Truncate", (unit, value, fields), shown)
        return instant.truncate(unit, value, fields, state.now)

    return Function(
        name,
        "Temporal",
        f"Sets all that is smaller than a unit to its start; gives {instant.article}.",
        parameters,
        instant.type,
        call,
        propagates_null=False,
        contextual=True,
    )


_FROM_EPOCH = (Parameter("seconds", "INTEGER | FLOAT"), Parameter("nanoseconds", "INTEGER | FLOAT"))
_FROM_MILLIS = (Parameter("milliseconds", "INTEGER | FLOAT"),)


def _check_numbers(java_name: str, shown: str, *values: Any) -> None:
    for value in values:
        if value is not None and type(value) not in (int, float):
            raise cannot_coerce(value, "Number")
    if not all(type(value) is int for value in values):
        raise call_mismatch(java_name, values, shown)


def _from_epoch(seconds: Any, nanos: Any) -> DateTime:
    shown = signature("datetime.fromepoch", _FROM_EPOCH, "ZONED DATETIME")
    _check_numbers("FromEpoch", shown, seconds, nanos)
    if not 0 <= nanos <= 999_999_999:
        from runner.cypher.temporal.problems import from_text
        from runner.values.invalid import out_of_range

        message = f"Invalid nanosecond: {nanos}"
        raise from_text(out_of_range(message, "Nanosecond", 0, 999_999_999, nanos))
    return at_instant(0, make.epoch_nanos(seconds * 1_000_000_000 + nanos, "epochSecond"))


def _from_epoch_millis(millis: Any) -> DateTime:
    shown = signature("datetime.fromepochmillis", _FROM_MILLIS, "ZONED DATETIME")
    _check_numbers("FromEpochMillis", shown, millis)
    return at_instant(0, make.epoch_nanos(millis * 1_000_000, "epochMillis"))


def _format(value: Any, pattern: Any = DEFAULT) -> str:
    if not is_instant(value) and not isinstance(value, Duration):
        raise type_error(
            "Invalid input for function 'format()': Expected to be Duration, Date, Time, "
            f"LocalTime, LocalDateTime or DateTime, got: {pretty_text(value)}.",
            gql_status="22N38",
        )
    if pattern is DEFAULT:
        return str(value)
    if type(pattern) is not str:
        raise type_error(
            f"Expected a string value for `format`, but got: {describe(pattern)}; consider "
            "converting it to a string with toString().",
            gql_status="22N38",
        )
    from runner.cypher.temporal.pattern import format_with_pattern

    return format_with_pattern(value, pattern)


_CLOCKS = ("realtime", "statement", "transaction")


def _instant_functions() -> list[Function]:
    functions: list[Function] = []
    for instant in _INSTANTS:
        for name in filter(None, (instant.function, instant.alias)):
            functions += [_constructor(instant, name, language) for language in ("5", "25")]
        functions += [
            _current(instant, clock) for clock in ("realtime", "statement", "transaction")
        ]
        functions.append(_truncation(instant))
    return functions


FUNCTIONS = (
    *_instant_functions(),
    Function(
        "datetime.fromepoch",
        "Temporal",
        "The moment that lies some seconds and nanoseconds after 1970-01-01T00:00Z.",
        _FROM_EPOCH,
        "ZONED DATETIME",
        _from_epoch,
        propagates_null=False,
    ),
    Function(
        "datetime.fromepochmillis",
        "Temporal",
        "The moment that lies some milliseconds after 1970-01-01T00:00Z.",
        _FROM_MILLIS,
        "ZONED DATETIME",
        _from_epoch_millis,
        propagates_null=False,
    ),
    Function(
        "format",
        "Temporal",
        "A temporal value as text: in its ISO 8601 form, or by a pattern.",
        (Parameter("value", _TEMPORAL_TYPES), Parameter("pattern", "STRING", True)),
        "STRING",
        _format,
        languages=CYPHER_25,
    ),
)
