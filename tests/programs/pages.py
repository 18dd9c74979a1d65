"""What the pages say, for programs that are to say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.compare import Expected, Passed, judge
from runner.execute import read_page
from runner.render.table import AnyRows, read_table
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from runner.compare import Renaming
    from runner.engines.base import Session
    from runner.page.model import Cell, Page
    from runner.result import Result

FOLDER = PROJECT / "pages"


def page_of(name: str) -> Page:
    """A page of the project."""
    return read_page(FOLDER / f"{name}.md")


def cell_of(page: Page, name: str) -> Cell:
    """A cell of a page by its name."""
    cell = page.cell(name)
    assert cell is not None, name
    return cell


def run_cells(session: Session, page: Page, *names: str) -> Result:
    """Run cells of a page, statement by statement; the last result."""
    for name in names:
        cell = cell_of(page, name)
        for statement in cell.statements:
            result = session.run(statement.text, cell.data)
    return result


def assert_as_written(
    page: Page, name: str, result: Result, renaming: Renaming | None = None
) -> None:
    """Fail unless a result is what the block of a cell says."""
    block = cell_of(page, name).expected
    assert block is not None
    expected = Expected(block.language, block.text)
    verdict = judge(expected, result, renaming=renaming).verdict
    assert isinstance(verdict, Passed), verdict


def rows_of(page: Page, name: str) -> list[dict[str, Any]]:
    """The rows of a cell's table, by column."""
    block = cell_of(page, name).expected
    assert block is not None
    table = read_table(block.text, [])
    rows = []
    for row in table.rows:
        assert not isinstance(row, AnyRows)
        rows.append(dict(zip(table.columns, (each.value for each in row.cells), strict=True)))
    return rows
