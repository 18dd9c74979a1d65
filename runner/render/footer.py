"""The last line of a table and the first of a gram block: rows and counters (section 5)."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

from runner.render.syntax import BlockSyntaxError
from runner.result import Counters, Result

COUNTER_LABELS = {f.name: f.name.replace("_", " ") for f in fields(Counters)}
"""The names of counters as pages show them, in the order in which they show them."""

NO_ROWS = "(no rows)"
_COUNTERS_BY_LABEL = {label: name for name, label in COUNTER_LABELS.items()}


class Footer(NamedTuple):
    """What a footer says."""

    rows: int | None
    """The number of rows; None for ``(no rows)``: the statement has no columns."""
    counters: dict[str, int]
    """The counters that are not zero, by the names of `Counters`."""
    line: int = 0
    """The line of the block, from 1; 0 for the footer of a result."""

    def __str__(self) -> str:
        if not self.counters:
            return self.rows_text
        counters = ", ".join(
            f"{label}: {self.counters[name]}"
            for name, label in COUNTER_LABELS.items()
            if self.counters.get(name)
        )
        return f"{self.rows_text} · {counters}" if counters else self.rows_text

    @property
    def rows_text(self) -> str:
        """The part before the counters."""
        if self.rows is None:
            return NO_ROWS
        return "1 row" if self.rows == 1 else f"{self.rows} rows"


def footer_of(result: Result) -> Footer:
    """The footer of a result."""
    rows = len(result.rows) if result.columns else None
    return Footer(rows, result.counters.as_dict())


def is_footer(text: str) -> bool:
    """Whether `text` is meant as a footer: it starts like one."""
    text = text.strip()
    number, _, unit = text.partition(" ")
    return text.startswith(NO_ROWS) or (number.isdecimal() and unit.lstrip().startswith("row"))


def parse_footer(text: str, line: int, column: int = 1) -> Footer:
    """The footer that `text` writes; its blanks and the order of counters are free.

    `line` and `column` are the place of its first character. Raises `BlockSyntaxError`.
    """
    before, dot, tail = text.partition("·")
    head = before.strip()
    number, _, unit = head.partition(" ")
    rows: int | None = None
    if head != NO_ROWS:
        if not (number.isdecimal() and number.isascii() and unit.strip() in ("row", "rows")):
            message = f"`{head}` is no footer, such as `1 row`, `2 rows` or `{NO_ROWS}`"
            raise BlockSyntaxError(message, line, column)
        rows = int(number[:18])
    counters: dict[str, int] = {}
    at = column + len(before) + 1
    for part in tail.split(",") if dot else ():
        place = at + len(part) - len(part.lstrip())
        name, count = _parse_counter(part.strip(), line, place)
        if name in counters:
            raise BlockSyntaxError(f"`{COUNTER_LABELS[name]}` stands twice", line, place)
        counters[name] = count
        at += len(part) + 1
    return Footer(rows, {name: count for name, count in counters.items() if count}, line)


def _parse_counter(text: str, line: int, column: int) -> tuple[str, int]:
    before, colon, after = text.partition(":")
    label, count = before.strip(), after.strip()
    name = _COUNTERS_BY_LABEL.get(label)
    if name is None:
        from difflib import get_close_matches

        near = get_close_matches(label, _COUNTERS_BY_LABEL, 1)
        hint = (
            f"did you mean `{near[0]}`?" if near else f"there are {', '.join(_COUNTERS_BY_LABEL)}"
        )
        raise BlockSyntaxError(f"Unknown counter `{label}`; {hint}", line, column)
    if not (colon and count.isdecimal() and count.isascii()):
        raise BlockSyntaxError(f"The counter `{label}` needs a number after `:`", line, column)
    return name, int(count[:18])
