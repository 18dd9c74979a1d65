"""Places in a statement as Neo4j counts them, and as the page's author sees them.

Neo4j counts the language prefix that the engine puts before a statement, and UTF-16 code units
where `runner` counts characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from runner.source import LineIndex, Position

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACE = re.compile(r" \(line (\d+), column (\d+) \(offset: (\d+)\)\)")


class Places:
    """Turns the places of one statement, sent as `prefix` and `text`, into places of `text`."""

    __slots__ = ("_before", "prefix", "text")

    def __init__(self, text: str, prefix: str) -> None:
        self.text = text
        self.prefix = prefix
        self._before: list[int] | None = None

    def position(self, given: Mapping[str, Any] | None) -> Position | None:
        """The place that a diagnostic record gives; None where it gives none."""
        if not isinstance(given, dict) or not isinstance(given.get("offset"), int):
            return None
        return LineIndex(self.text).position(self._offset(given["offset"]))

    def message(self, message: str) -> str:
        """A message whose place, quoted line and caret are those of the text.

        ``line 0, column 0`` stays: of some errors Neo4j knows the offset only.
        """
        found = _PLACE.search(message)
        if found is None:
            return message
        index = LineIndex(self.text)
        at = index.position(self._offset(int(found[3])))
        line, column = (at.line, at.column) if int(found[1]) else (0, 0)
        head = message[: found.start()]
        tail = message[found.end() :]
        place = f" (line {line}, column {column} (offset: {at.offset}))"
        if "\n" in tail:
            tail = f'\n"{index.line(at.line)}"\n{" " * at.column}^'
        return f"{head}{place}{tail}"

    def _offset(self, sent: int) -> int:
        """The offset in the text, in characters, of an offset in what was sent."""
        offset = max(sent - len(self.prefix), 0)
        if self.text.isascii():
            return offset
        if self._before is None:
            self._before = [at for at, c in enumerate(self.text) if ord(c) > 0xFFFF]
        # The n-th character beyond the basic plane stands, in code units, n places further on.
        units = [at + number for number, at in enumerate(self._before)]
        return offset - bisect_left(units, offset)
