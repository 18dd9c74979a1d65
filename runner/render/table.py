"""Tables: a result as text with a header, a rule, rows and a footer, and that text read again
(section 5 of the page format)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.render.footer import Footer, footer_of, is_footer, parse_footer
from runner.render.literal import escape_controls, format_value
from runner.render.syntax import WILDCARDS, BlockSyntaxError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.result import Result

ERROR_PREFIX = "error: "

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_PLAIN = re.compile(r'"[ !#-\[\]-~]*"')

_PLAIN_SCALAR = r'(?:-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?|"[^"|\\]*+"|null|true|false)'
_PLAIN_LIST = rf"\[(?:{_PLAIN_SCALAR}(?:, (?!\])|(?=\])))*+\]"
_PLAIN_ROW = re.compile(rf"\|(?: (?:{_PLAIN_SCALAR}|{_PLAIN_LIST}) ++\|)++")
_PLAIN_RULE = re.compile(r"\|(?:-++\|)++")
_PLAIN_FOOTER = re.compile(r"[0-9]{1,18} rows?")


class ErrorLine(NamedTuple):
    """The line of a block that says how its cell fails."""

    text: str
    line: int


class Cell(NamedTuple):
    """One cell of a table."""

    written: str
    """Its literal as the block has it, without padding and the escapes of a table."""
    value: Any
    """The value of the literal, a `runner.render.syntax.Pattern`."""
    column: int
    """Where the literal starts in its line, from 1."""
    wildcard: bool = False
    """Whether a wildcard stands in it, at any depth."""


class TableRow(NamedTuple):
    """One row of a table."""

    cells: tuple[Cell, ...]
    line: int


class AnyRows(NamedTuple):
    """A line that stands for any number of rows."""

    written: str
    """How the block spells it: ``…`` or ``...``."""
    line: int


class TableBlock(NamedTuple):
    """What a ``table`` block says; lines count from 1 inside the block.

    Either `error` is there, or `footer`; neither in a block without any text, which says
    nothing yet.
    """

    columns: tuple[str, ...] = ()
    """The header as it is written, without padding and the escapes of a table."""
    rows: tuple[TableRow | AnyRows, ...] = ()
    footer: Footer | None = None
    error: ErrorLine | None = None

    def written_cells(self) -> list[list[str]]:
        """The texts of all rows, those of values in canonical spelling."""
        return [self._texts(row) for row in self.rows]

    def _texts(self, row: TableRow | AnyRows) -> list[str]:
        if isinstance(row, AnyRows):
            return any_rows_texts(row, len(self.columns))
        return [format_value(cell.value) for cell in row.cells]


def any_rows_texts(row: AnyRows, columns: int) -> list[str]:
    """The cells of a line that stands for any number of rows."""
    return [row.written, *[""] * (columns - 1)]


def render_table(result: Result) -> str:
    """`result` as a table, without a line end after the footer.

    Raises `runner.render.syntax.ValueTooDeep`.
    """
    rows = [[format_value(value) for value in row] for row in result.rows]
    columns = [escape_controls(column) for column in result.columns]
    return write_table(columns, rows, str(footer_of(result)))


def write_table(columns: Sequence[str], rows: Sequence[Sequence[str]], footer: str) -> str:
    """Lay out texts as a table; without columns it is the footer alone."""
    if not columns:
        return footer
    padded = [_padded(column) for column in zip(columns, *rows, strict=True)]
    texts = [f"| {' | '.join(line)} |" for line in zip(*padded, strict=True)]
    texts.insert(1, f"|{'|'.join(['-' * (display_width(column[0]) + 2) for column in padded])}|")
    return "\n".join([*texts, footer])


def _padded(column: Sequence[str]) -> list[str]:
    """The texts of a column, escaped, each with blanks behind it up to the width of the widest."""
    together = "".join(column)  # to look once for what is in few of them
    if "|" in together or "\\" in together:
        column = [_escape_cell(text) for text in column]
    if together.isascii():
        width = max(map(len, column))
        return [text.ljust(width) for text in column]
    widths = [display_width(text) for text in column]
    widest = max(widths)
    return [text + " " * (widest - width) for text, width in zip(column, widths, strict=True)]


def display_width(text: str) -> int:
    """The terminal columns that `text` takes: the sum of wcwidth over its code points."""
    if text.isascii():
        return len(text)
    from wcwidth import wcwidth

    return sum(max(wcwidth(character), 0) for character in text)


def _escape_cell(text: str) -> str:
    """`text` as a cell: ``|`` escaped, backslashes before one and at the end doubled."""
    if "|" not in text and not text.endswith("\\"):
        return text
    return "\\|".join(_double_last_backslashes(part) for part in text.split("|"))


def _double_last_backslashes(text: str) -> str:
    return text + "\\" * (len(text) - len(text.rstrip("\\")))


def _unescape_cell(raw: str) -> str:
    parts = raw.split("|")  # each but the last ends in the backslash that escapes its `|`
    texts = [*[part[:-1] for part in parts[:-1]], parts[-1]]
    return "|".join(_halve_last_backslashes(text) for text in texts)


def _halve_last_backslashes(text: str) -> str:
    return text[: len(text) - (len(text) - len(text.rstrip("\\"))) // 2]


def parse_table(text: str, *, exact: bool = False) -> TableBlock:
    """What the text of a ``table`` block says. Raises `BlockSyntaxError`, the first there is.

    `exact`: digits that no float is written with, as ``1.50``, are a decimal.
    """
    problems: list[BlockSyntaxError] = []
    block = read_table(text, problems, exact=exact)
    if problems:
        raise problems[0]
    return block


def read_table(text: str, problems: list[BlockSyntaxError], *, exact: bool = False) -> TableBlock:
    """Like `parse_table`, but what cannot be read is added to `problems` and left out."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        return TableBlock()
    number, line = lines[0]
    if is_error_line(line):
        problems.extend(
            BlockSyntaxError("Nothing stands beside an error line", after, 1)
            for after, _ in lines[1:2]
        )
        return TableBlock(error=ErrorLine(line.strip(), number))
    columns: tuple[str, ...] = ()
    body = lines
    if line.lstrip().startswith("|"):
        try:
            columns = _read_header(lines)
        except BlockSyntaxError as error:
            problems.append(error)
            return TableBlock()
        body = lines[2:]
    footer = _read_footer(body, lines[-1], problems)
    rows = _read_rows(body[:-1] if footer else body, columns, problems, exact=exact)
    return TableBlock(columns, rows, footer)


def is_plain_table(text: str) -> bool:
    """Whether the text is a table in which `read_table` finds nothing wrong.

    Most tables of a page are just as the runner writes them. They need not be read before they
    are compared, and to see that they could be takes a tenth of the time. False says nothing.
    """
    lines = text.split("\n")
    if len(lines) < 3:
        return len(lines) == 1 and text.startswith(ERROR_PREFIX)
    header, rule, *rows, footer = lines
    bars = header.count("|")
    if header[:1] != "|" or header[-1] != "|" or bars < 2 or "\\" in header:
        return False
    if _PLAIN_RULE.fullmatch(rule) is None or rule.count("|") != bars:
        return False
    try:
        for row in rows:
            if _PLAIN_ROW.fullmatch(row) is None or row.count("|") != bars:
                _read_row(0, row, bars - 1, exact=False)
        if _PLAIN_FOOTER.fullmatch(footer) is None:
            parse_footer(footer, 0)
    except BlockSyntaxError:
        return False
    return True


def is_error_line(line: str) -> bool:
    """Whether a line of a block says how its cell fails."""
    return line.lstrip().startswith(ERROR_PREFIX.rstrip())


def _read_header(lines: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    columns = tuple(text for text, _ in _split_cells(*lines[0]))
    if len(lines) == 1:
        raise BlockSyntaxError("A rule such as `|---|` must follow the header", lines[0][0], 1)
    number, line = lines[1]
    parts = line.strip().split("|")
    if parts[0] or parts[-1] or not all(_is_rule(part) for part in parts[1:-1]):
        raise BlockSyntaxError("A rule such as `|---|` must follow the header", number, 1)
    if len(parts) - 2 != len(columns):
        message = f"The rule has {_columns(len(parts) - 2)}, the header {_columns(len(columns))}"
        raise BlockSyntaxError(message, number, 1)
    return columns


def _is_rule(part: str) -> bool:
    return bool(part.strip()) and not part.strip().strip("-")


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def _read_footer(
    body: Sequence[tuple[int, str]],
    last: tuple[int, str],
    problems: list[BlockSyntaxError],
) -> Footer | None:
    number, line = last
    if not body or line.lstrip().startswith("|") or line.strip() in WILDCARDS:
        message = "The last line must be a footer such as `2 rows` or `1 row · nodes created: 1`"
        problems.append(BlockSyntaxError(message, number, 1))
        return None
    indent = len(line) - len(line.lstrip())
    try:
        return parse_footer(line.strip(), number, indent + 1)
    except BlockSyntaxError as error:
        problems.append(error)
        return Footer(None, {}, number)


def _read_rows(
    lines: Sequence[tuple[int, str]],
    columns: tuple[str, ...],
    problems: list[BlockSyntaxError],
    *,
    exact: bool,
) -> tuple[TableRow | AnyRows, ...]:
    rows: list[TableRow | AnyRows] = []
    for number, line in lines:
        if not columns:
            problems.append(BlockSyntaxError(_stray(line), number, 1))
            continue
        try:
            rows.append(_read_row(number, line, len(columns), exact=exact))
        except BlockSyntaxError as error:
            problems.append(error)
    return tuple(rows)


def _stray(line: str) -> str:
    if is_footer(line):
        return "Nothing may follow the footer"
    return "A table starts with a header such as `| name |`"


def _read_row(number: int, line: str, columns: int, *, exact: bool) -> TableRow | AnyRows:
    if line.strip() in WILDCARDS:
        return AnyRows(line.strip(), number)
    if not line.lstrip().startswith("|"):
        message = "Nothing may follow the footer" if is_footer(line) else "A row starts with `|`"
        raise BlockSyntaxError(message, number, 1)
    raw = _split_cells(number, line)
    if raw[0][0] in WILDCARDS and not any(text for text, _ in raw[1:]):
        return AnyRows(raw[0][0], number)
    if len(raw) != columns:
        message = f"This row has {_columns(len(raw))}, the header {_columns(columns)}"
        raise BlockSyntaxError(message, number, 1)
    cells = [_read_cell(text, number, column, exact=exact) for text, column in raw]
    return TableRow(tuple(cells), number)


def _read_cell(text: str, line: int, column: int, *, exact: bool) -> Cell:
    # Most cells are a short whole number or plain text: no need for all of the grammar.
    if _WHOLE.fullmatch(text):
        return Cell(text, int(text), column, False)
    if _PLAIN.fullmatch(text):
        return Cell(text, text[1:-1], column, False)
    from runner.render.reader import Reader

    reader = Reader(text, wildcards=True, exact=exact)
    try:
        value = reader.only_value()
    except BlockSyntaxError as error:
        written = _escape_cell(text[: error.column - 1])
        raise BlockSyntaxError(error.message, line, column + len(written)) from None
    return Cell(text, value, column, reader.wildcards_read > 0)


def _split_cells(number: int, line: str) -> list[tuple[str, int]]:
    """The texts of a line's cells, without padding and escapes, and where each starts."""
    cells: list[tuple[str, int]] = []
    start = line.index("|") + 1 if "|" in line else 0
    at = start
    while (end := line.find("|", at)) != -1:
        before = line[start:end]
        at = end + 1
        if (len(before) - len(before.rstrip("\\"))) % 2:
            continue
        column = start + len(before) - len(before.lstrip()) + 1
        cells.append((_unescape_cell(before.strip()), column))
        start = at
    if not cells or line[start:].strip():
        raise BlockSyntaxError("A line of a table ends with `|`", number, len(line.rstrip()) + 1)
    return cells
