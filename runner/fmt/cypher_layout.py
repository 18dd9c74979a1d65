"""The layout of cells: a line for each clause, keywords in capitals, and the same tokens.

Lines that an author breaks inside a clause stay, indented with it. Comments stay where they
are. A statement that does not parse, or that would say something else, is left alone.
"""

from __future__ import annotations

import re

from runner.cypher.lexer import split, tokenize
from runner.fmt.clause_starts import INDENT, ClauseStarts
from runner.fmt.keywords import parsed, same_statement, with_keyword_case

_LONG_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\n")


def layout_cell(text: str, language: str) -> str:
    """The text of a cell with all its statements laid out.

    `text` is one whose strings, names and comments all end.
    """
    parts: list[str] = []
    at = 0
    for piece in split(text):
        gap = text[at : piece.start]
        if gap.strip() == ";" and "\n" not in gap:
            gap = ";\n"
        line_start = text.rfind("\n", 0, piece.start) + 1
        if not text[line_start : piece.start].strip():
            gap = gap.rstrip(" \t")
        parts += [gap, layout_statement(piece.text, language, piece.start - line_start)]
        at = piece.end
    parts.append(text[at:])
    return "".join(parts).rstrip()


def layout_statement(text: str, language: str, column: int = 0) -> str:
    """One statement laid out; `column` is where its first line starts, from 0."""
    if "\\u" in text:
        return text
    cased = with_keyword_case(text, language)
    tree = parsed(cased, language)
    if tree is None:
        return text
    tokens = tokenize(cased)[:-1]
    starts = ClauseStarts(cased, tokens, tree)
    lines = _Lines(column)
    end = 0
    for number, token in enumerate(tokens):
        gap = cased[end : token.start]
        line_start = cased.rfind("\n", 0, token.start) + 1
        at = token.start - line_start + (0 if line_start else column)
        if number in starts.closing:
            lines.close(gap)
        elif number in starts.deeper:
            lines.start(gap, at, starts.deeper[number])
        else:
            lines.go_on(gap, at)
        lines.parts.append(cased[token.start : token.end])
        if number in starts.opening:
            lines.open()
        end = token.end
    laid_out = "".join(lines.parts) + cased[end:]
    again = parsed(laid_out, language)
    same_words = [token.text for token in tokenize(laid_out)[:-1]] == [t.text for t in tokens]
    if again is None or not same_words or not same_statement(tree, again):
        return cased
    return laid_out


class _Lines:
    """The lines of a statement as they are written."""

    def __init__(self, column: int) -> None:
        self.parts: list[str] = []
        self._base = 0
        """The indentation of clauses."""
        self._line = 0
        """The indentation of the line that is being written."""
        self._column = column
        """Where the clause at hand started before."""
        self._indent = 0
        """Where it starts now."""
        self._outer: list[tuple[int, int, int, int]] = []

    def start(self, gap: str, column: int, deeper: int) -> None:
        """Start the line of a clause that started at `column` before."""
        self._column = column
        self._indent = self._line = self._base + deeper
        self.parts.append(_broken(gap, self._line))

    def go_on(self, gap: str, column: int) -> None:
        """Write what stands between two tokens of a clause: a line's end, where it had one."""
        if "\n" not in gap or not self.parts:
            self.parts.append(gap)
            return
        inside = column - self._column
        self._line = self._indent + (inside if inside >= 0 else INDENT)
        self.parts.append(_broken(gap, self._line))

    def open(self) -> None:
        """The clauses that follow are those of a subquery."""
        self._outer.append((self._base, self._line, self._column, self._indent))
        self._base = self._line + INDENT

    def close(self, gap: str) -> None:
        """Put the brace that ends a subquery under the line that opened it."""
        self._base, self._line, self._column, self._indent = self._outer.pop()
        self.parts.append(_broken(gap, self._line))


def _broken(gap: str, indent: int) -> str:
    """What stands between two tokens with at least one line end in it, comments kept.

    More than one blank line becomes one.
    """
    if _LONG_COMMENT.search(gap):
        return f"{gap.rstrip()}\n{' ' * indent}"
    first, *inner = gap.split("\n")
    last = inner.pop().strip() if inner else ""
    lines = [first.rstrip()]
    for line in inner:
        text = line.strip()
        if text or lines[-1] or len(lines) == 1:
            lines.append(" " * indent + text if text else "")
    lines.append(" " * indent + (last and last + " "))
    return "\n".join(lines)
