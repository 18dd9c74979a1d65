"""The fields of a map that a temporal value is made of: which there are, and whether they fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from runner.cypher.temporal.map_order import entries_in_order
from runner.cypher.temporal.problems import (
    cannot_assign,
    missing,
    not_supported,
    nothing_given,
    selected_twice,
    wrong_type,
)

# The order in which Neo4j builds a value of its components, and finds those of a wrong type.
_COMPONENTS = (
    "year",
    "quarter",
    "month",
    "week",
    "ordinalDay",
    "dayOfQuarter",
    "day",
    "dayOfWeek",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
    "nanosecond",
)
_OTHERS = ("date", "datetime", "time", "timezone", "epochSeconds", "epochMillis")
_BY_LOWER = {name.lower(): name for name in (*_COMPONENTS, *_OTHERS)}

SUBSECONDS = ("millisecond", "microsecond", "nanosecond")
_CLOCK = frozenset(("hour", "minute", "second", *SUBSECONDS))
_DATE_KINDS = {
    "month": "calendar",
    "day": "calendar",
    "week": "week",
    "dayOfWeek": "week",
    "quarter": "quarter",
    "dayOfQuarter": "quarter",
    "ordinalDay": "ordinal",
}
_CHAINS = {
    "calendar": ("month", "day"),
    "week": ("week", "dayOfWeek"),
    "quarter": ("quarter", "dayOfQuarter"),
    "ordinal": ("ordinalDay",),
}
_GROUPS = frozenset(("date", "time", "datetime", "epochSeconds", "epochMillis"))
# What a field that is null stands for; all others stand for 1.
_ZERO_BY_DEFAULT = _CLOCK | {"year"}


class Kind(NamedTuple):
    """What a type of temporal instant is made of."""

    name: str
    has_date: bool
    has_clock: bool
    has_zone: bool

    @property
    def groups(self) -> frozenset[str]:
        """The fields that select parts of another value."""
        if not self.has_clock:
            return frozenset(("date",))
        if not self.has_date:
            return frozenset(("time",))
        return _GROUPS if self.has_zone else frozenset(("date", "time", "datetime"))


DATE = Kind("DATE", True, False, False)
LOCAL_TIME = Kind("LOCAL TIME", False, True, False)
TIME = Kind("ZONED TIME", False, True, True)
LOCAL_DATETIME = Kind("LOCAL DATETIME", True, True, False)
DATETIME = Kind("ZONED DATETIME", True, True, True)


def read_fields(given: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    """The fields of a map by their proper names: what fits a value of `kind`.

    Names are taken without regard to case; the components are integers. Raises `EngineError` for
    a field that there is not, that the type lacks, that has a wrong type or that contradicts
    another one, and for a field without which another one makes no sense.
    """
    if not given:
        raise nothing_given()
    fields: dict[str, Any] = {}
    for written, value in entries_in_order(given):
        name = _BY_LOWER.get(written.lower())
        if name is None:
            raise missing(f"No such field: {written}", written)
        _take(fields, name, value, kind)
    if list(fields) == ["timezone"]:
        raise missing("Builder state empty", "null")
    _check_complete(fields, kind)
    for name in _COMPONENTS:
        if name in fields and name not in _GROUPS:
            fields[name] = _component(name, fields[name])
    return fields


def _take(fields: dict[str, Any], name: str, value: Any, kind: Kind) -> None:
    if name == "timezone":
        fields[name] = _zone(value, kind)
    elif name in _GROUPS:
        if name not in kind.groups:
            raise not_supported(name, kind.name)
        _check_groups(fields, name)
        fields[name] = value
    elif not (kind.has_clock if name in _CLOCK else kind.has_date):
        raise not_supported(name, kind.name)
    else:
        _check_kind(fields, name)
        fields[name] = value


def _zone(value: Any, kind: Kind) -> Any:
    if not kind.has_zone:
        raise wrong_type(
            "Cannot assign time zone if also assigning other fields.",
            ("22N40", f"Cannot assign 'timezone' of a {kind.name}."),
        )
    return value


def _component(name: str, value: Any) -> int:
    if value is None:
        return 0 if name in _ZERO_BY_DEFAULT else 1
    if type(value) is not int:
        raise cannot_assign(name, value)
    return value


def _check_groups(fields: Mapping[str, Any], name: str) -> None:
    """The parts of the value are selected from one source each."""
    if name == "time" and fields.keys() & {"datetime", "epochSeconds", "epochMillis"}:
        others = "datetime or epochSeconds or epochMillis"
        message = f"time cannot be selected together with {others}."
        raise selected_twice(message, name, others)
    if name in ("datetime", "epochSeconds", "epochMillis"):
        if fields.keys() & {"date", "time"}:
            message = f"{name} cannot be selected together with date or time."
            raise selected_twice(message, name, "date or time")
        for other in ("datetime", "epochSeconds", "epochMillis"):
            if other in fields:
                message = f"{name} cannot be selected together with {other}."
                raise selected_twice(message, name, other)


def _check_kind(fields: Mapping[str, Any], name: str) -> None:
    """A date is of one kind: calendar, week, quarter or ordinal."""
    kind = _DATE_KINDS.get(name)
    if kind is None:
        return
    for other in fields:
        first = _DATE_KINDS.get(other, kind)
        if first != kind:
            raise wrong_type(
                f"Cannot assign {name} to {first} date.",
                ("22N40", f"Cannot assign '{name}' of a {first} date."),
            )


def _check_complete(fields: Mapping[str, Any], kind: Kind) -> None:
    whole = fields.keys() & {"datetime", "epochSeconds", "epochMillis"}
    has_clock = "time" in fields or bool(fields.keys() & _CLOCK)
    if kind.has_date and not whole and "date" not in fields:
        _check_date(fields, has_clock)
    if has_clock and not whole and "time" not in fields:
        _check_clock(fields)


def _check_date(fields: Mapping[str, Any], has_clock: bool) -> None:
    """Without a date to start from, each component needs the greater ones."""
    kind = next((_DATE_KINDS[name] for name in fields if name in _DATE_KINDS), "calendar")
    if "year" not in fields and (kind != "ordinal" or has_clock):
        raise missing("year must be specified", "year")
    lacking = None
    for name in _CHAINS[kind]:
        if name not in fields:
            lacking = lacking or name
        elif lacking:
            raise missing(f"{name} cannot be specified without {lacking}", name)
    if lacking and has_clock:
        raise missing(f"{lacking} must be specified", lacking)


def _check_clock(fields: Mapping[str, Any]) -> None:
    lacking = None
    for name in ("hour", "minute", "second", "subsecond"):
        given = (
            any(unit in fields for unit in SUBSECONDS) if name == "subsecond" else name in fields
        )
        if not given:
            lacking = lacking or name
        elif lacking == "hour":
            raise missing("hour must be specified", "hour")
        elif lacking:
            raise missing(f"{name} cannot be specified without {lacking}", name)
