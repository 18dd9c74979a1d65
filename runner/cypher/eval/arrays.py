"""Lists that are property values: Neo4j keeps them as arrays, and its messages print them so.

A list that comes out of the store is the very object that is stored, whatever it passes through;
a list that is made of it, as by ``+``, ``[..]`` or a comprehension, is another. So which of the two
a list is need only be found out when a message is written, and no other list pays for it.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.text import value_text
from runner.values import Date, DateTime, Duration, LocalDateTime, LocalTime, Point, Time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NAMES: dict[type, str] = {
    bool: "BooleanArray",
    int: "LongArray",
    float: "DoubleArray",
    str: "StringArray",
    Date: "DateArray",
    LocalTime: "LocalTimeArray",
    Time: "TimeArray",
    LocalDateTime: "LocalDateTimeArray",
    DateTime: "DateTimeArray",
    Duration: "DurationArray",
    Point: "PointArray",
}
_OF_NOTHING = "StringArray"
_CLOCKED = frozenset((LocalTime, Time, LocalDateTime, DateTime))
_SECONDS = re.compile(r"(?<=\d\d:\d\d):(\d\d)(?:\.(\d+))?")

_is_stored: ContextVar[Callable[[list[Any]], bool]] = ContextVar("is_stored")


@contextmanager
def stored_lists(is_stored: Callable[[list[Any]], bool]) -> Iterator[None]:
    """Let messages know, while a statement runs, which lists are property values."""
    token = _is_stored.set(is_stored)
    try:
        yield
    finally:
        _is_stored.reset(token)


def array_name(items: list[Any]) -> str | None:
    """The name of the array that a list is, as ``LongArray``; None of one that is not stored."""
    is_stored = _is_stored.get(None)
    if is_stored is None or not is_stored(items):
        return None
    return _NAMES.get(type(items[0])) if items else _OF_NOTHING


def array_text(name: str, items: list[Any]) -> str:
    """A stored list as messages print it, as ``LongArray[1, 2]``."""
    return f"{name}[{', '.join(map(_item, items))}]"


def _item(value: Any) -> str:
    """An item as Java prints it: no seconds where they are zero, fractions by thousands."""
    text = value_text(value) or ""
    return _SECONDS.sub(_seconds, text, count=1) if type(value) in _CLOCKED else text


def _seconds(found: re.Match[str]) -> str:
    whole, fraction = found[1], found[2] or ""
    if not fraction:
        return "" if whole == "00" else f":{whole}"
    return f":{whole}.{fraction}{'0' * (-len(fraction) % 3)}"
