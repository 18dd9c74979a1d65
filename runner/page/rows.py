"""Reads the data blocks that hold rows: ``csv`` (RFC 4180, with a header) and ``jsonl``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from runner.page.json_text import read_object
from runner.page.model import DataTable
from runner.values import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.page.json_text import Report
    from runner.values import Value

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, Value] = {
    "": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}


class _Field(NamedTuple):
    """One field of a CSV text."""

    text: str
    """What it says, without the quotes around it."""
    quoted: bool
    start: int
    """Its offset in the text."""


class _Broken(Exception):
    """The text is no CSV; `offset` is where that shows."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


def read_csv(text: str, report: Report) -> DataTable | None:
    """The rows of a CSV text, or None where something is wrong with it.

    An unquoted field that reads as an integer, a float, ``true`` or ``false`` is one, spelt as in
    JSON or as pages write floats; an empty one is null. All others are strings, blanks included.
    `report(offset, code, message, suggestion)` is called for each problem.
    """
    try:
        lines = list(_lines(text))
    except _Broken as broken:
        report(broken.offset, "bad-csv", str(broken), None)
        return None
    if not text.strip():
        report(0, "bad-csv", "a `csv` block starts with a line of column names", None)
        return None
    problems = _Counting(report)
    columns: list[str] = []
    for field in lines[0]:
        if not field.text:
            problems(field.start, "bad-csv", "a column needs a name", None)
        elif field.text in columns:
            message = f"the column `{field.text}` is there twice"
            problems(field.start, "duplicate-key", message, None)
        columns.append(field.text)
    rows = []
    for line in lines[1:]:
        if len(line) != len(columns):
            message = f"this row has {_fields(len(line))}, the header {_fields(len(columns))}"
            problems(line[0].start, "bad-csv", message, None)
            continue
        rows.append(tuple([_value(field, problems) for field in line]))
    return None if problems.count else DataTable(tuple(columns), tuple(rows))


def read_json_lines(text: str, report: Report) -> DataTable | None:
    """The rows of a text with one JSON object a line, or None where something is wrong with it.

    The columns are the keys in the order in which they come first; a row that lacks one has null
    there. Blank lines are nothing. Values are those of ``json`` blocks.
    """
    problems = _Counting(report)
    columns: dict[str, None] = {}
    objects: list[dict[str, Value]] = []
    at = 0
    for line in text.split("\n"):
        if line.strip():
            row = read_object(line, _shifted(problems, at), "a line of a `jsonl` block")
            objects.append(row or {})
            columns |= dict.fromkeys(row or ())
        at += len(line) + 1
    if problems.count:
        return None
    rows = tuple(tuple([row.get(column) for column in columns]) for row in objects)
    return DataTable(tuple(columns), rows)


class _Counting:
    """Passes problems on, and counts them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.count = 0

    def __call__(self, offset: int, code: str, message: str, suggestion: str | None) -> None:
        self.count += 1
        self._report(offset, code, message, suggestion)


def _shifted(report: Report, by: int) -> Callable[[int, str, str, str | None], None]:
    return lambda offset, code, message, suggestion: report(offset + by, code, message, suggestion)


def _fields(count: int) -> str:
    return "1 field" if count == 1 else f"{count} fields"


def _lines(text: str) -> Iterator[list[_Field]]:
    """The lines of a CSV text as fields. Raises `_Broken`."""
    at = 0
    fields: list[_Field] = []
    while True:
        field, at = _field(text, at)
        fields.append(field)
        if at < len(text) and text[at] == ",":
            at += 1
            continue
        yield fields
        fields = []
        at += 1
        if at >= len(text):
            return


def _field(text: str, at: int) -> tuple[_Field, int]:
    """The field at an offset, and the offset behind it: of a comma, a line end or the text's."""
    if not text.startswith('"', at):
        end = at
        while end < len(text) and text[end] not in ',\n"':
            end += 1
        if text.startswith('"', end):
            raise _Broken(end, 'a field with a quote in it is written in quotes: "a ""b"""')
        return _Field(text[at:end], False, at), end
    parts: list[str] = []
    start = at
    while True:
        end = text.find('"', at + 1)
        if end == -1:
            raise _Broken(start, "nothing closes this quote")
        parts.append(text[at + 1 : end])
        at = end + 1
        if not text.startswith('"', at):
            break
    if at < len(text) and text[at] not in ",\n":
        raise _Broken(at, "a comma or a line's end follows a closing quote")
    return _Field('"'.join(parts), True, start), at


def _value(field: _Field, report: Report) -> Value:
    text = field.text
    if field.quoted:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        # Longer digits are out of range anyway, and `int` refuses thousands of them.
        number = int(text) if len(text) <= 20 else INT64_MAX + 1
        if not INT64_MIN <= number <= INT64_MAX:
            shown = text if len(text) <= 40 else f"{text[:40]}…"
            message = f"{shown} does not fit 64 bits; in quotes it is a string"
            report(field.start, "integer-range", message, None)
        return number
    if _FLOAT.fullmatch(text):
        value = float(text)
        if abs(value) == float("inf"):
            report(field.start, "float-range", f"{text} is too large for a float", None)
        return value
    return text
