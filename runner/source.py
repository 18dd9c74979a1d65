"""Places in a text: spans, positions, and the caret line that points at one."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range ``[start, end)`` of character offsets in a text."""

    start: int
    end: int


class Position(NamedTuple):
    """A place in a text: character ``offset`` from 0, ``line`` and ``column`` from 1."""

    offset: int
    line: int
    column: int


class LineIndex:
    """Turns character offsets of one text into lines and columns.

    Lines end at ``\\n``; a ``\\r`` before it counts as the last character of its line.
    """

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        starts = [0]
        at = text.find("\n")
        while at != -1:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._starts = starts

    def position(self, offset: int) -> Position:
        """The position of ``offset``; an offset past the end is the end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset)
        return Position(offset, line, offset - self._starts[line - 1] + 1)

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of ``line`` and ``column`` (both from 1)."""
        return self._starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1) without its line end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].removesuffix("\r")

    def __len__(self) -> int:
        return len(self._starts)


def caret(line: str, column: int, width: int = 1) -> str:
    """Two lines: ``line`` itself, and carets under its ``column`` (from 1)."""
    padding = "".join("\t" if character == "\t" else " " for character in line[: column - 1])
    return f"{line}\n{padding}{'^' * max(width, 1)}"
