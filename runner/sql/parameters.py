"""Parameters of a page as chDB takes them for ``{name:Type}``: as texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.values import (
    Date,
    DateTime,
    LocalDateTime,
    Point,
    Temporal,
    Vector,
)
from runner.values.temporal import NANOS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.values import Value

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0", "\b": "\\b"}
_ESCAPED = str.maketrans({**_ESCAPES, "\f": "\\f", "'": "\\'"})


def parameter_texts(parameters: Mapping[str, Value]) -> dict[str, str]:
    """The texts of parameters, as a field of ClickHouse's tab-separated format has them."""
    return {name: _whole(value) for name, value in parameters.items()}


def _whole(value: Value) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, str | bytes):
        return _plain(value).translate(_ESCAPED)
    return _inner(value) if isinstance(value, list | dict) else _plain(value)


def _inner(value: Value) -> str:
    """A value inside a list or a map."""
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return f"[{','.join(map(_inner, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_inner(key)}:{_inner(item)}" for key, item in value.items())
        return f"{{{','.join(pairs)}}}"
    if isinstance(value, Vector):
        return _inner(list(value.coordinates))
    if isinstance(value, bool | int | float):
        return _plain(value)
    return f"'{_plain(value).translate(_ESCAPED)}'"


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, LocalDateTime):
        return str(value).replace("T", " ")
    if isinstance(value, DateTime):
        # An instant, whatever the zone of the type.
        seconds, nanos = divmod(value.instant_nanos, NANOS_PER_SECOND)
        return f"{seconds}.{nanos:09d}" if nanos else str(seconds)
    if isinstance(value, Vector):
        return _inner(value)
    if isinstance(value, Point):
        return f"({','.join(map(repr, value.coordinates))})"
    assert isinstance(value, int | str | Date | Temporal)
    return str(value)
