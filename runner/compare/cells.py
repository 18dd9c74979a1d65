"""The rows and columns of a table block, with what comparing needs of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.compare.equality import has_decimal, has_float, same
from runner.render.literal import format_value
from runner.render.table import AnyRows, TableRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.page.model import Approx


class CellText:
    """A cell of the block."""

    __slots__ = ("flexible", "several", "text", "value", "written")

    def __init__(self, written: str, value: Any, *, flexible: bool) -> None:
        self.written = written
        self.value = value
        self.text = format_value(value)
        self.flexible = flexible
        """Whether what it accepts stays as written: of a wildcard, of a float under `approx`."""
        self.several = flexible or has_decimal(value)
        """Whether other texts than its own can be accepted."""

    def accepts(self, text: str, value: Any, approx: Approx | None) -> bool:
        """Whether the cell accepts a value and its text."""
        return self.text == text or (self.several and same(self.value, value, approx))


class Row:
    """A row of the block."""

    __slots__ = ("any_rows", "cells", "key", "line", "wildcard")

    def __init__(self, row: TableRow | AnyRows, approx: Approx | None) -> None:
        self.line = row.line
        self.any_rows = row.written if isinstance(row, AnyRows) else None
        """The wildcard, where it stands for any number of rows."""
        self.cells: list[CellText] = []
        if isinstance(row, TableRow):
            self.cells = [
                CellText(
                    cell.written,
                    cell.value,
                    flexible=cell.wildcard or (approx is not None and has_float(cell.value)),
                )
                for cell in row.cells
            ]
        self.wildcard = isinstance(row, AnyRows) or any(cell.wildcard for cell in row.cells)
        self.key = tuple(None if cell.several else cell.text for cell in self.cells)
        """For each column the only text that it accepts, or None."""

    def line_text(self) -> str:
        """The row as it is written, without padding."""
        return row_text([cell.written for cell in self.cells])


def row_text(texts: Sequence[str]) -> str:
    """A row as a message shows it."""
    return f"| {' | '.join(texts)} |"


def bare_names(columns: Sequence[str]) -> tuple[str, ...]:
    """Column names as they can be compared: blanks around them are padding."""
    return tuple(column.strip() for column in columns)


def column_map(expected: Sequence[str], actual: Sequence[str]) -> list[int | None]:
    """For each column of the result its number in the block: by name, else by place."""
    here, there = bare_names(expected), bare_names(actual)
    known = {name: number for number, name in reversed([*enumerate(here)])}
    found: list[int | None] = []
    for number, name in enumerate(there):
        same_place = here[number] if number < len(here) else None
        if same_place == name:
            found.append(number)
        elif name in known:
            found.append(known[name])
        else:
            found.append(number if same_place is not None and same_place not in there else None)
    return found
