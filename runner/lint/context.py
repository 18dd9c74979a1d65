"""What rules see of a page: its parts, its outline, and its Cypher as syntax trees."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.parser import parse
from runner.errors import EngineError
from runner.lint.outline import read_outline
from runner.page.include import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.syntax.clauses import Statement
    from runner.lint.ignores import Ignores
    from runner.lint.outline import Outline
    from runner.page.model import Cell, Page, StatementPiece


class PageStatement(NamedTuple):
    """One statement of a cell, parsed."""

    cell: Cell
    piece: StatementPiece
    language: str
    """The Cypher version that it runs in."""
    tree: Statement | None
    """None where it cannot be parsed."""
    error: EngineError | None
    """Why it cannot."""
    is_last: bool
    """Whether the cell's rows are this statement's."""

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column in the file of an offset in the statement."""
        return self.cell.place(self.piece.start + offset)


class Context:
    """One page, as rules see it."""

    def __init__(self, page: Page, ignores: Ignores) -> None:
        self.page = page
        self.ignores = ignores
        """The page's comments that silence rules; which of them were needed is known to the
        last rule only."""

    @cached_property
    def outline(self) -> Outline:
        """The headings of the page."""
        return read_outline(self.page)

    @cached_property
    def statements(self) -> tuple[PageStatement, ...]:
        """The statements of the page's ``cypher`` cells, in order."""
        return tuple(_statements(self.page))

    @cached_property
    def included_statements(self) -> tuple[PageStatement, ...]:
        """The statements that run before those of the page: setup cells of what it includes."""
        included, _ = resolve(self.page)
        return tuple(
            statement
            for page in included
            for statement in _statements(page)
            if statement.cell.setup
        )

    def of_cell(self, cell: Cell) -> list[PageStatement]:
        """The statements of one cell."""
        return [statement for statement in self.statements if statement.cell is cell]


def _statements(page: Page) -> Iterator[PageStatement]:
    for cell in page.cells:
        if cell.language.name != "cypher":
            continue
        for number, piece in enumerate(cell.statements, 1):
            yield _parsed(page, cell, piece, is_last=number == len(cell.statements))


def _parsed(page: Page, cell: Cell, piece: StatementPiece, *, is_last: bool) -> PageStatement:
    language = page.front_matter.cypher
    try:
        tree = parse(piece.text, language)
    except EngineError as error:
        return PageStatement(cell, piece, language, None, error, is_last)
    return PageStatement(cell, piece, tree.language or language, tree, None, is_last)
