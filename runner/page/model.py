"""What a page is made of. Lines and columns count from 1, in characters of the file's lines.

Records that every run of pages loads are named tuples, here and elsewhere: Python takes five times
as long to define a frozen dataclass, which showed in how long a command takes to start.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from runner.page.lines import Lines
    from runner.values import Value


class Severity(Enum):
    """How bad a problem is. A page with an error is malformed and does not run."""

    ERROR = "error"
    WARNING = "warning"


class Problem(NamedTuple):
    """Something wrong with a page's text, found before anything runs."""

    severity: Severity
    line: int
    column: int
    code: str
    """A stable name of the kind of problem, as ``unknown-key``."""
    message: str
    suggestion: str | None = None
    """The known name nearest to the one that is wrong, where one is near."""

    @property
    def text(self) -> str:
        """The message with its suggestion."""
        if self.suggestion is None:
            return self.message
        return f"{self.message}; did you mean `{self.suggestion}`?"


class BlockProblem(NamedTuple):
    """What is wrong with the text of an expected block, at a line and a column of the block."""

    message: str
    line: int
    column: int


class Margin(NamedTuple):
    """What stands in the file before a line of a fence that is in a list or a quote."""

    column: int
    """The column in the file of the line's first character."""
    blanks: int
    """How many blanks at its start are no characters of the file: the rest of a tab of which the
    indentation of the list or the quote took a part."""


class Content(NamedTuple):
    """The text inside a fence as it is meant: without the prefixes of lists and quotes.

    Its lines are joined by LF, whatever ends them in the file.
    """

    text: str
    line: int
    """The file's line of its first line: the one after the fence's opening."""
    line_count: int
    """How many lines it has; none is another thing than an empty one."""
    margins: tuple[Margin, ...] | None = None
    """What stands before each line; None where nothing does, as in most fences."""

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column in the file of an offset in `text`."""
        if not self.line_count:
            return self.line, 1
        index = self.text.count("\n", 0, offset)
        inside = offset - (self.text.rfind("\n", 0, offset) + 1)
        if self.margins is None:
            return self.line + index, inside + 1
        margin = self.margins[index]
        return self.line + index, margin.column + max(inside - margin.blanks, 0)

    def place_of(self, line: int, column: int) -> tuple[int, int]:
        """The place in the file of a line and a column of `text`, both from 1."""
        lines = self.lines()[: min(max(line, 1), max(self.line_count, 1)) - 1]
        return self.place(sum(map(len, lines)) + len(lines) + column - 1)

    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n") if self.line_count else []


class Fence(NamedTuple):
    """A fenced code block of the file, whatever its language."""

    line: int
    """The line of the opening fence."""
    column: int
    """The column of the opening fence's first backtick or tilde."""
    last_line: int
    """The line of the closing fence, or of the last line inside where there is none."""
    character: str
    """A backtick or a tilde."""
    length: int
    """How many of them open the fence."""
    info: str
    """What stands behind them on the same line, blanks around it removed."""
    info_column: int
    """The column of the info string's first character."""
    closed: bool
    """Whether a closing fence ends it, and not its list, its quote or the file."""
    prefix: str
    """What a new line of content starts with: quote marks, and blanks for list markers."""
    comment: tuple[str, int, int] | None
    """The words of a ``runner:`` comment on the line before, with their line and column."""
    content: Content


class Approx(NamedTuple):
    """How far two floats may lie apart and still count as equal."""

    tolerance: float
    absolute: bool
    """Whether the difference itself must not exceed the tolerance; else it is multiplied by
    the larger of the two absolute values."""


class StatementPiece(NamedTuple):
    """One statement of a cell."""

    text: str
    """The statement without the blanks around it and without its semicolon."""
    start: int
    """The offset of its first character in the cell's `source`."""
    line: int
    """The file's line of its first character."""


class ExpectedBlock(NamedTuple):
    """The fence that says what a cell must give."""

    language: str
    """``table`` or ``gram``."""
    fence: Fence

    @property
    def text(self) -> str:
        """The lines inside the fence, joined by LF."""
        return self.fence.content.text

    @property
    def line(self) -> int:
        """The line of the opening fence."""
        return self.fence.line


class DataTable(NamedTuple):
    """The rows of a data block that is a table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def maps(self) -> list[Value]:
        """The rows as a parameter of a ``cypher`` cell: a list of maps."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class CellLanguage(NamedTuple):
    """The language of a cell, as far as what stands around the cell depends on it."""

    name: str
    """The language of its fence."""
    blocks: tuple[str, ...] = ("table", "gram")
    """The languages of expected blocks that a cell may have."""
    exact_numbers: bool = False
    """Whether it has decimals: in its blocks ``1.50`` is no other spelling of ``1.5``."""
    has_tables: bool = False
    """Whether rows of data blocks and of earlier cells are tables to it."""


class DataBlock(NamedTuple):
    """Parameters for cells, or a table."""

    name: str
    line: int
    """The line of the opening fence."""
    column: int
    """The column of its info string."""
    fence: Fence
    values: Mapping[str, Value] | None
    """The parameters by name; None where the block could not be read, which is a problem.
    Rows are one parameter, which has the block's name."""
    table: DataTable | None = None
    """The rows of a block that has rows."""


class CellOptions(NamedTuple):
    """What a cell's info string asks for."""

    params: tuple[str, ...] = ()
    """Names of the data blocks that give its parameters."""
    expect_error: bool = False
    """Whether it must end with an error."""
    setup: bool = False
    """Whether readers see it collapsed; pages that include this one run it."""
    unordered: bool = False
    """Whether its rows may come in any order."""
    timeout: float | None = None
    """Seconds that it may take, or None for what holds unless told."""
    approx: Approx | None = None
    engine: str | None = None
    """The only engine that it runs on: ``embedded`` or ``neo4j``; None for any."""
    skip: str | None = None
    """Why it is not run, or None where it is."""


class Cell(NamedTuple):
    """A fence that is run: its statements, their parameters and what they must give."""

    name: str
    line: int
    """The line of the opening fence."""
    column: int
    """The column of its info string."""
    fence: Fence
    options: CellOptions
    statements: tuple[StatementPiece, ...]
    data: Mapping[str, Value]
    """The parameters that all its statements see."""
    expected: ExpectedBlock | None
    language: CellLanguage
    tables: Mapping[str, DataTable] = MappingProxyType({})
    """The tables that all its statements see, of a language that has tables."""

    @property
    def source(self) -> str:
        """The text inside the fence, its lines joined by LF."""
        return self.fence.content.text

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column in the file of an offset in `source`."""
        return self.fence.content.place(offset)

    @property
    def params(self) -> tuple[str, ...]:
        """Names of the data blocks that give its parameters."""
        return self.options.params

    @property
    def expect_error(self) -> bool:
        """Whether it must end with an error."""
        return self.options.expect_error

    @property
    def setup(self) -> bool:
        """Whether readers see it collapsed; pages that include this one run it."""
        return self.options.setup

    @property
    def unordered(self) -> bool:
        """Whether its rows may come in any order."""
        return self.options.unordered

    @property
    def timeout(self) -> float | None:
        """Seconds that it may take, or None for what holds unless told."""
        return self.options.timeout

    @property
    def approx(self) -> Approx | None:
        """How far floats may be off."""
        return self.options.approx

    @property
    def engine(self) -> str | None:
        """The only engine that it runs on, or None for any."""
        return self.options.engine

    @property
    def skip(self) -> str | None:
        """Why it is not run, or None where it is."""
        return self.options.skip


class Include(NamedTuple):
    """An entry of ``include`` in front matter, and where it stands."""

    path: str
    line: int
    column: int


class VersionBound(NamedTuple):
    """One condition on an engine's version, as ``>=2025.06``."""

    operator: str
    """One of ``>=`` ``<=`` ``>`` ``<`` ``==`` ``!=``."""
    version: tuple[int, ...]
    """The numbers between the dots."""


class Requires(NamedTuple):
    """What an engine must have for the page to run on it."""

    engine: str | None = None
    """``neo4j`` or ``embedded``; None for any."""
    version: tuple[VersionBound, ...] = ()
    """Conditions that must all hold."""
    version_text: str = ""
    """The conditions as written."""
    edition: str | None = None
    """``enterprise`` or ``community``; None for any."""
    features: tuple[str, ...] = ()
    """Names that the engine's capabilities must list."""


class FrontMatter(NamedTuple):
    """The keys of a page's front matter. A key that is missing or of a wrong type is None."""

    title: str | None = None
    summary: str | None = None
    level: str | None = None
    category: str | None = None
    features: tuple[str, ...] = ()
    """What of Cypher the page shows, for the site."""
    browser: str | None = None
    """How much of the page a reader may run in the browser: full, read-only or none."""
    dataset: str | None = None
    source: str | None = None
    license: str | None = None
    cypher: str = "25"
    """The Cypher version of its statements: ``5`` or ``25``."""
    include: tuple[Include, ...] = ()
    """Pages whose setup cells run first."""
    requires: Requires | None = None
    extra: Mapping[str, Any] = MappingProxyType({})
    """The keys that the runner does not know, kept for the site."""
    line_count: int = 0
    """How many lines of the file it takes, both rules included; 0 where there is none."""


class Page(NamedTuple):
    """A Markdown file, read as a page."""

    path: Path
    data: bytes
    """The file's bytes."""
    lines: Lines
    """The file's text, without the byte-order mark, and its lines."""
    is_page: bool
    """Whether it holds any cell, data block, expected block or misspelt ``cell=``/``data=``."""
    front_matter: FrontMatter
    cells: tuple[Cell, ...]
    data_blocks: tuple[DataBlock, ...]
    expected_blocks: tuple[ExpectedBlock, ...]
    """All expected blocks, those that belong to no cell included."""
    fences: tuple[Fence, ...]
    """All fences of the file, in its order."""
    problems: tuple[Problem, ...]
    """Everything wrong with its text, by place. Empty where it is no page."""

    @property
    def text(self) -> str:
        """The file's text, without the byte-order mark."""
        return self.lines.text

    @property
    def is_malformed(self) -> bool:
        """Whether any problem is an error, so that the page does not run."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def cell(self, name: str) -> Cell | None:
        """The cell called `name`."""
        return next((cell for cell in self.cells if cell.name == name), None)

    def with_blocks(self, replacements: Mapping[ExpectedBlock, str]) -> bytes:
        """The file's bytes with other texts in some of its expected blocks."""
        from runner.page.print import page_bytes

        return page_bytes(self, replacements)
