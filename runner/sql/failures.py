"""How statements of SQL fail, as the errors that every engine raises."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.source import Position

REFUSED = "ACCESS_DENIED"
"""ClickHouse's name for what a user may not do."""

_NEVER_WANTED = frozenset({"MEMORY_LIMIT_EXCEEDED", "CHDB_ENDED"})
"""Errors that say nothing about the statement, and that no cell can ask for."""

_GQL_STATUS = "50N42"
"""General failure: GQL has no statuses for another language."""

_HEAD = re.compile(r"\s*(?:Code: \d+\. )?(?:DB::(?:\w+ ?)*Exception: )?")
_NAME = re.compile(r"\s*\(([A-Z][A-Z0-9_]*)\)\s*\Z")
_VERSION = re.compile(r" ?\(version [^()]*(?:\([^()]*\))?\)")
_PLACE = re.compile(r" at position (\d+)| ?\(line \d+, col(?:umn)? \d+\)")
_SYNTAX = re.compile(r"(Syntax error[^:]*: failed at position \d+ \(.*?\))[:.]? .*", re.DOTALL)
_TREE_SCOPE = re.compile(r": In scope SELECT parseQueryToJSON\(.*", re.DOTALL)


class SqlError(EngineError):
    """A statement of SQL failed; `title` is ClickHouse's name of the error."""

    def __init__(self, name: str, message: str, position: Position | None = None) -> None:
        family = "TransientError" if name in _NEVER_WANTED else "ClientError"
        code = f"ClickHouse.{family}.{name}"
        super().__init__(code, _GQL_STATUS, message, position=position)


def name_and_text(raw: str) -> tuple[str, str, int | None]:
    """What an exception of chDB says: the error's name, its text, and the byte it points at.

    The text is its first line without code, name, version and position; the list of what was
    expected in the place of a syntax error is left out, too: it differs with every version.
    """
    raw = _VERSION.sub("", raw)
    found = _NAME.search(raw)
    name = found[1] if found else "UNKNOWN_EXCEPTION"
    if found:
        raw = raw[: found.start()]
    raw = _TREE_SCOPE.sub("", raw)
    place = _PLACE.search(raw) if raw.find("Syntax error") != -1 else None
    offset = int(place[1]) - 1 if place and place[1] else None
    raw = _SYNTAX.sub(r"\1", raw)
    text = next((line for line in raw.strip().splitlines() if line.strip()), "")
    before = None
    while before != text:
        before, text = text, _HEAD.sub("", text, count=1)
    text = _PLACE.sub("", text)
    inner = _NAME.search(text.removesuffix("."))
    if inner is not None and inner[1] == name:
        text = text[: inner.start()]
    return name, text.strip().removesuffix("."), offset
