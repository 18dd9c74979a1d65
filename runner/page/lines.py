"""How a file is made of lines: its bytes decoded, and each line's text and line end kept apart.

Nothing is lost: the byte-order mark, every line's own end and the text between them give the
file's bytes again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\n|\r")


class Decoded:
    """The text of a file, and what is to be said about its encoding."""

    __slots__ = ("bad_offset", "bom", "text")

    def __init__(self, text: str, bom: bool, bad_offset: int | None = None) -> None:
        self.text = text
        """The text without the byte-order mark."""
        self.bom = bom
        """Whether the file starts with the UTF-8 byte-order mark."""
        self.bad_offset = bad_offset
        """The offset in the file of the first byte that is not UTF-8, or None where all are."""


def decode(data: bytes) -> Decoded:
    """Decode UTF-8, with or without a byte-order mark.

    What is not UTF-8 is still turned into some text, so that the rest of the page can be read;
    the offset of its first bad byte tells that the text must not be written back.
    """
    bom = data.startswith(BOM_UTF8)
    start = len(BOM_UTF8) if bom else 0
    try:
        return Decoded(data[start:].decode("utf-8"), bom)
    except UnicodeDecodeError as error:
        wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        text = data[start:].decode("utf-16" if wide else "utf-8", "replace")
        return Decoded(text, bom, start + error.start)


class Lines:
    """The lines of a text. Numbers of lines and columns count from 1, offsets from 0.

    A line ends in LF, CRLF or a lone CR (CommonMark 0.31, section 2.1). After a last line end
    there is no further line.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line's first character."""
        return [start for start, _ in self._found]

    @cached_property
    def ends(self) -> list[int]:
        """The offset just behind each line's text, where its line end starts."""
        return [end for _, end in self._found]

    @cached_property
    def _found(self) -> list[tuple[int, int]]:
        """Start and end of each line. A page that is as it should be needs none of them."""
        found, at = [], 0
        for match in _LINE_END.finditer(self.text):
            found.append((at, match.start()))
            at = match.end()
        if at < len(self.text):
            found.append((at, len(self.text)))
        return found

    @cached_property
    def normal_text(self) -> str:
        """The text with LF for every line end."""
        if "\r" not in self.text:  # as in most files
            return self.text
        texts = [self.line(number) for number in range(1, len(self) + 1)]
        return "\n".join([*texts, ""] if self.end_of(len(self)) else texts)

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, number: int) -> str:
        """The text of line `number` without its line end."""
        return self.text[self.starts[number - 1] : self.ends[number - 1]]

    def end_of(self, number: int) -> str:
        """The line end of line `number`: empty for a last line that has none."""
        return self.text[self.ends[number - 1] : self.next_start(number)]

    def next_start(self, number: int) -> int:
        """The offset just behind the line end of line `number`."""
        return self.starts[number] if number < len(self.starts) else len(self.text)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of `offset`."""
        if not self.starts or (offset >= len(self.text) and self.ends[-1] < len(self.text)):
            return len(self.starts) + 1, 1
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column."""
        return self.starts[line - 1] + column - 1
