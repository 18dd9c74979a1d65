"""The layout of data blocks: blanks and indentation; where lines break stays the author's.

A line inside a bracket that more follows on its line stands under what follows; a bracket that
ends its line indents by two, and what closes it stands on a line of its own.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+|\n')
_INDENT = 2


class _Bracket(NamedTuple):
    """A bracket that is open."""

    column: int
    """Where what it holds stands when it starts a line."""
    outer: int
    """The indentation of the line that the bracket stands on."""
    ends_line: bool


def layout_json(text: str) -> str:
    """Valid JSON with the same tokens in the same order, laid out; without a last line end."""
    tokens = _TOKEN.findall(text)
    lines: list[str] = []
    line = ""
    open_brackets: list[_Bracket] = []
    breaks = False
    for index, token in enumerate(tokens):
        if token == "\n":
            breaks = breaks or bool(line)
            continue
        if token in "]}" and line[-1:] in ("[", "{"):
            # Nothing stands between: on one line, however it was written.
            open_brackets.pop()
            line, breaks = line + token, False
            continue
        if token in "]}":
            bracket = open_brackets.pop()
            if bracket.ends_line:
                lines.append(line)
                line = " " * bracket.outer
            breaks = False
        elif token in ",:" or line.endswith(":"):
            # A value stands behind its key, and a comma behind its value.
            breaks = breaks and token == ","
        elif breaks:
            lines.append(line)
            line = " " * (open_brackets[-1].column if open_brackets else 0)
            breaks = False
        if line.endswith((",", ":")):
            line += " "
        line += token
        if token in "[{":
            outer = len(line) - len(line.lstrip(" "))
            ends = tokens[index + 1 : index + 2] == ["\n"]
            column = outer + _INDENT if ends else len(line)
            open_brackets.append(_Bracket(column, outer, ends))
    return "\n".join([*lines, line])
