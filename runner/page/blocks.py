"""Reads the fences of a page in order: which are cells, data and expected blocks, and whose.

The expected block of a cell is the first after it and before the next ``cypher`` or ``sql``
fence; data blocks are named by the cells that stand behind them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.page.info import read_info
from runner.page.json_text import read_parameters
from runner.page.kinds import QUERY_LANGUAGES, Kind, classify, name_key
from runner.page.languages import READERS
from runner.page.model import Cell, DataBlock, ExpectedBlock
from runner.page.options import members, read_cell, read_data, read_expected
from runner.page.problems import nearest
from runner.page.rows import read_csv, read_json_lines
from runner.page.sql_text import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runner.page.info import Info, Word
    from runner.page.languages import LanguageReader
    from runner.page.model import BlockProblem, CellOptions, DataTable, Fence, StatementPiece
    from runner.page.problems import Place, Problems
    from runner.values import Value

    CheckBlock = Callable[[str, str], list[BlockProblem]]


class Blocks(NamedTuple):
    """What the fences of a page are."""

    is_page: bool
    """Whether any of them was meant for the runner."""
    cells: tuple[Cell, ...]
    data_blocks: tuple[DataBlock, ...]
    expected_blocks: tuple[ExpectedBlock, ...]


class _Draft:
    """A cell that is being read: its expected block may still follow."""

    __slots__ = ("expected", "fence", "name", "options", "params_word", "reader")

    def __init__(
        self,
        reader: LanguageReader,
        fence: Fence,
        name: str,
        options: CellOptions,
        params_word: Word | None,
    ) -> None:
        self.reader = reader
        self.fence = fence
        self.name = name
        self.options = options
        self.params_word = params_word
        self.expected: ExpectedBlock | None = None


class _Owner:
    """The query fence that the next expected block belongs to."""

    __slots__ = ("draft", "expected_line", "fence", "kind")

    def __init__(self, fence: Fence, kind: Kind, draft: _Draft | None) -> None:
        self.fence = fence
        self.kind = kind
        self.draft = draft
        self.expected_line: int | None = None
        """The line of its expected block, once that was read."""


def read_blocks(
    fences: tuple[Fence, ...], problems: Problems, check_block: CheckBlock | None
) -> Blocks:
    """Read all fences of a page and report what is wrong with them."""
    reader = _BlockReader(fences, problems, check_block)
    for fence in fences:
        reader.read(fence)
    return reader.blocks()


class _BlockReader:
    """Goes through the fences of one page."""

    def __init__(
        self, fences: tuple[Fence, ...], problems: Problems, check_block: CheckBlock | None
    ) -> None:
        self._problems = problems
        self._check_block = check_block
        self._is_page = False
        self._cells: list[_Draft] = []
        self._data: list[DataBlock] = []
        self._expected: list[ExpectedBlock] = []
        self._owner: _Owner | None = None
        self._unreadable: set[str] = set()
        """Names that a data block would have if it were one: no more is said about them."""
        self._used: set[str] = set()
        """Names of data blocks that a cell asks for."""

    def read(self, fence: Fence) -> None:
        """Take in the next fence."""
        info = read_info(fence)
        kind = classify(info, self._problems)
        self._is_page |= kind not in (Kind.OTHER, Kind.QUERY)
        draft = None
        if kind is Kind.CELL:
            draft = self._cell(fence, info)
        elif kind is Kind.DATA:
            self._data_block(fence, info)
        elif kind is Kind.EXPECTED:
            self._expected_block(fence, info)
        elif kind is Kind.BROKEN:
            self._remember_names(info)
        if info.language in QUERY_LANGUAGES or (
            kind is Kind.BROKEN and name_key(info.language) != "data"
        ):
            self._owner = _Owner(fence, kind, draft)

    def _remember_names(self, info: Info) -> None:
        """Keep the names of and in a broken block, so that nothing is said of them elsewhere."""
        for word in info.words:
            if word.key == "params":
                self._used.update(name for name, _ in members(word))
            elif word.value:
                self._unreadable.add(word.value)

    def _cell(self, fence: Fence, info: Info) -> _Draft:
        name, options, params_word = read_cell(info, self._problems)
        if name is not None:
            self._report_duplicate("cell", name, info, self._cells)
        reader = READERS[info.language]
        draft = _Draft(reader, fence, name or "", options, params_word)
        self._cells.append(draft)
        return draft

    def _data_block(self, fence: Fence, info: Info) -> None:
        name = read_data(info, self._problems)
        if name is not None:
            self._report_duplicate("data block", name, info, self._data)

        def report(offset: int, code: str, message: str, suggestion: str | None) -> None:
            self._problems.error(fence.content.place(offset), code, message, suggestion)

        text = fence.content.text
        read_rows = _ROWS.get(info.language)
        if read_rows is None:
            values, table = read_parameters(text, report), None
        else:
            table = read_rows(text, report)
            values = None if table is None else {name or "": table.maps()}
        self._data.append(
            DataBlock(name or "", fence.line, fence.info_column, fence, values, table)
        )

    def _expected_block(self, fence: Fence, info: Info) -> None:
        if info.has_comment or not info.has_braces:
            read_expected(info, self._problems)
        block = ExpectedBlock(info.language, fence)
        self._expected.append(block)
        self._report_unparsable(block)
        owner, place = self._owner, (fence.line, fence.info_column)
        if owner is None:
            message = f"this `{info.language}` block has no cell before it"
            self._problems.error(place, "expected-without-cell", message)
        elif owner.kind is Kind.QUERY:
            message = (
                f"this `{info.language}` block has no cell: "
                f"the fence on line {owner.fence.line} has no `cell=`"
            )
            self._problems.error(place, "expected-without-cell", message)
        elif owner.expected_line is not None:
            cell = f"cell `{owner.draft.name}`" if owner.draft else "the cell before it"
            message = f"a second expected block; {cell} has one on line {owner.expected_line}"
            self._problems.error(place, "second-expected", message)
        else:
            owner.expected_line = fence.line
            if owner.draft is not None:
                owner.draft.expected = block
                self._report_wrong_block(block, owner.draft)

    def _report_wrong_block(self, block: ExpectedBlock, draft: _Draft) -> None:
        language = draft.reader.language
        if block.language not in language.blocks:
            message = f"a `{language.name}` cell gives a `{language.blocks[0]}`"
            place = (block.fence.line, block.fence.info_column)
            self._problems.error(place, "wrong-block", message)

    def _report_unparsable(self, block: ExpectedBlock) -> None:
        if self._check_block is None:
            return
        content = block.fence.content
        for problem in self._check_block(block.language, block.text):
            place = content.place_of(problem.line, problem.column)
            self._problems.error(place, "bad-block", problem.message)

    def _report_duplicate(
        self, what: str, name: str, info: Info, before: Sequence[_Draft | DataBlock]
    ) -> None:
        for other in before:
            if other.name == name:
                message = f"the {what} `{name}` exists already, on line {other.fence.line}"
                self._problems.error(_name_place(info), "duplicate-name", message)
                return

    def blocks(self) -> Blocks:
        """What all the fences are, once all are read."""
        cells = tuple(self._finish(draft) for draft in self._cells)
        for block in self._data:
            if block.name and block.name not in self._used:
                message = f"no cell uses the data block `{block.name}`"
                self._problems.warning((block.line, block.column), "unused-data", message)
        return Blocks(self._is_page, cells, tuple(self._data), tuple(self._expected))

    def _finish(self, draft: _Draft) -> Cell:
        content = draft.fence.content
        reader = draft.reader
        statements = reader.statements(content, self._problems)
        data, tables, is_complete = self._parameters(draft)
        if is_complete and not draft.options.expect_error:
            for name, offset in reader.missing(statements, data).items():
                message = f"nothing gives the parameter `{reader.parameter.format(name)}`"
                near = nearest(name, data)
                self._problems.error(content.place(offset), "missing-parameter", message, near)
        if reader.language.has_tables:
            self._report_ambiguous(draft, statements)
        return Cell(
            name=draft.name,
            line=draft.fence.line,
            column=draft.fence.info_column,
            fence=draft.fence,
            options=draft.options,
            statements=statements,
            data=data,
            expected=draft.expected,
            language=reader.language,
            tables=tables,
        )

    def _parameters(self, draft: _Draft) -> tuple[dict[str, Value], dict[str, DataTable], bool]:
        """The parameters and tables of a cell, and whether all its data blocks could be read."""
        if draft.params_word is None:
            return {}, {}, True
        merged: dict[str, Value] = {}
        tables: dict[str, DataTable] = {}
        givers: dict[str, str] = {}
        is_complete = True
        for name, place in _named(draft):
            self._used.add(name)
            block = self._block_before(name, draft.fence)
            if block is None:
                is_complete = False
                self._report_unknown(name, place, draft.fence)
            elif block.values is None:
                is_complete = False
            elif block.table is not None and draft.reader.language.has_tables:
                tables[name] = block.table
            else:
                for key in block.values.keys() & givers.keys() if givers else ():
                    message = f"the key `{key}` is in both `{givers[key]}` and `{name}`"
                    self._problems.error(place, "params-conflict", message)
                merged |= block.values
                givers |= dict.fromkeys(block.values, name)
        return merged, tables, is_complete

    def _report_ambiguous(self, draft: _Draft, statements: tuple[StatementPiece, ...]) -> None:
        """Report the names in a cell that could be a data block's or an earlier cell's rows."""
        line = draft.fence.line
        blocks = {b.name for b in self._data if b.line < line and b.table is not None}
        cells = {other.name for other in self._cells if other.fence.line < line}
        both = blocks & cells
        for statement in statements if both else ():
            for token in tokens(statement.text):
                if token.name in both:
                    place = draft.fence.content.place(statement.start + token.start)
                    message = (
                        f"`{token.name}` is a data block and an earlier cell: "
                        "give one of them another name"
                    )
                    self._problems.error(place, "ambiguous-table", message)
                    both.discard(token.name)

    def _block_before(self, name: str, fence: Fence) -> DataBlock | None:
        """The last data block called `name` before a fence."""
        before = (block for block in reversed(self._data) if block.line < fence.line)
        return next((block for block in before if block.name == name), None)

    def _report_unknown(self, name: str, place: Place, fence: Fence) -> None:
        if name in self._unreadable:
            return
        later = next((block for block in self._data if block.name == name), None)
        if later is not None:
            message = f"the data block `{name}` stands behind this cell, on line {later.line}"
            self._problems.error(place, "unknown-params", message)
            return
        known = [block.name for block in self._data if block.line < fence.line and block.name]
        message = f"no data block is called `{name}`"
        self._problems.error(place, "unknown-params", message, nearest(name, known))


_ROWS = {"csv": read_csv, "jsonl": read_json_lines}
"""What reads the data blocks that hold rows, by their languages."""


def _named(draft: _Draft) -> list[tuple[str, Place]]:
    """The data blocks that a cell asks for, each with the place of its name."""
    word = draft.params_word
    if word is None:
        return []
    places = {name: word.value_place(offset) for name, offset in reversed(members(word))}
    return [(name, places[name]) for name in draft.options.params]


def _name_place(info: Info) -> Place:
    """The place of the name that a fence has, or of its words where it cannot be found."""
    own = name_key(info.language)
    word = next((word for word in info.words if word.key == own), None)
    return word.value_place() if word is not None else info.place
