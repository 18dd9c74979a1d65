"""Formats pages: expected and data blocks, and cells where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from runner.fmt.json_layout import layout_json
from runner.outcome import ExitCode
from runner.render.blocks import format_block
from runner.rewrite import edited_and_checked
from runner.write import NotWritten, replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.page.model import Fence, Page


class Formatted(NamedTuple):
    """A fence that is not in canonical form."""

    what: str
    """What it is, as ``the expected block of cell a``."""
    fence: Fence
    new: str
    cell: str | None = None
    """The name of the cell whose expected block it is; None for other fences."""


@dataclass(frozen=True, slots=True)
class PageFormat:
    """What formatting a page comes to."""

    page: Page
    changes: tuple[Formatted, ...] = ()
    written: bool = False
    refusal: str | None = None
    """Why nothing was or would be written though something is not in canonical form."""

    @property
    def exit_code(self) -> ExitCode:
        """What this page alone makes of the command's exit status."""
        if self.page.is_malformed:
            return ExitCode.MALFORMED
        return ExitCode.NOT_TRUE if self.changes and not self.written else ExitCode.TRUE


def format_page(page: Page, *, cypher: bool = False, write: bool = True) -> PageFormat:
    """Put a page in canonical form; `cypher` lays out its cells too.

    A malformed page is left alone. Without `write` no file changes.
    """
    if page.is_malformed:
        return PageFormat(page, refusal="it is malformed")
    result = PageFormat(page, tuple(_changes(page, cypher=cypher)))
    if not result.changes:
        return result
    contents = {change.fence: change.new for change in result.changes}
    new_texts = {change.cell: change.new for change in result.changes if change.cell is not None}
    try:
        data = edited_and_checked(page, contents, {}, new_texts)
        if write:
            replace_file(page.path, page.data, data)
    except NotWritten as error:
        return replace(result, refusal=str(error))
    return replace(result, written=write)


def _changes(page: Page, *, cypher: bool) -> Iterator[Formatted]:
    """What is not in canonical form, by place."""
    found = [*_blocks(page)]
    if cypher:
        found += _cells(page)
    yield from sorted(found, key=lambda change: change.fence.line)


def _blocks(page: Page) -> Iterator[Formatted]:
    for data in page.data_blocks:
        if data.table is not None:
            continue  # rows are laid out by hand
        new = layout_json(data.fence.content.text)
        if new != data.fence.content.text:
            yield Formatted(f"the data block {data.name}", data.fence, new)
    for cell in page.cells:
        block = cell.expected
        if block is not None:
            exact = cell.language.exact_numbers
            new = format_block(block.language, block.text, exact=exact)
            if new != block.text:
                what = f"the expected block of cell {cell.name}"
                yield Formatted(what, block.fence, new, cell.name)


def _cells(page: Page) -> Iterator[Formatted]:
    from runner.fmt.cypher_layout import layout_cell

    for cell in page.cells:
        if cell.language.name != "cypher":
            continue
        new = layout_cell(cell.source, page.front_matter.cypher)
        if new != cell.source:
            yield Formatted(f"the cell {cell.name}", cell.fence, new)


def fmt_exit_code(pages: Iterable[PageFormat]) -> ExitCode:
    """The worst of the pages'."""
    return max((page.exit_code for page in pages), default=ExitCode.NOTHING)
