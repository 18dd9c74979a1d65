"""The page as it would be rewritten: its bytes, with only the blocks changed that are not true.

What differs is a list of changes, so that they can be shown, chosen from and counted; the bytes
are always made from such a list, by `applied`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from runner.outcome import Outcome
from runner.page.parse import parse_page
from runner.page.print import edited_bytes
from runner.render.blocks import block_problems, format_block
from runner.write import NotWritten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.outcome import CellOutcome, PageOutcome
    from runner.page.model import Cell, Fence, Page


class ChangeKind(Enum):
    """Why a block would be written."""

    UNTRUE = "untrue"
    """It does not say what its cell gave."""
    MISSING = "missing"
    """The cell has none."""
    FORMAT = "format"
    """It is true, but not in canonical form."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One expected block that would be written."""

    kind: ChangeKind
    cell: Cell
    old: str | None
    """Its text on the page; None where there is none."""
    new: str
    """Its text as it should be, lines joined by LF."""
    line: int
    """The line of the page at which a reader should look."""
    message: str
    """What is not as it should be."""


class Wanted(NamedTuple):
    """Which blocks are to be written, beside those that are not true."""

    fill: bool = False
    """Those that are missing."""
    all: bool = False
    """Those that are not in canonical form."""
    cell: str | None = None
    """The one cell whose block may be written; None for all."""


_ONLY_UNTRUE = Wanted()


def rewritten_page(page: Page, outcome: PageOutcome, wanted: Wanted = _ONLY_UNTRUE) -> bytes:
    """The bytes of `page` with each failed block replaced by what its cell gave.

    Everything else, blocks that hold with wildcards or other padding included, stays as it is,
    unless it is `wanted`.
    """
    return applied(page, changes(page, outcome, wanted))


def changes(page: Page, outcome: PageOutcome, wanted: Wanted = _ONLY_UNTRUE) -> tuple[Change, ...]:
    """What would be written, in the order of the page."""
    outcomes = {cell.cell: cell for cell in outcome.cells}
    found = (
        _change(cell, outcomes[cell.name], wanted)
        for cell in page.cells
        if cell.name in outcomes and wanted.cell in (None, cell.name)
    )
    return tuple(change for change in found if change is not None)


def _change(cell: Cell, outcome: CellOutcome, wanted: Wanted) -> Change | None:
    block = cell.expected
    if block is None:
        if not wanted.fill or outcome.outcome is not Outcome.PASSED or outcome.actual is None:
            return None
        message = "the cell has no expected block"
        return Change(ChangeKind.MISSING, cell, None, outcome.actual, cell.line, message)
    exact = cell.language.exact_numbers
    if outcome.outcome is Outcome.FAILED:
        if not is_mendable(outcome):
            return None
        new = outcome.actual or ""
        if wanted.all:
            new = format_block(block.language, new, exact=exact)
        return Change(ChangeKind.UNTRUE, cell, block.text, new, outcome.line, outcome.message)
    new = block.text
    if wanted.all:
        new = format_block(block.language, block.text, exact=exact)
    if new == block.text:
        return None
    message = "the block is not in canonical form"
    return Change(ChangeKind.FORMAT, cell, block.text, new, block.line, message)


def is_mendable(outcome: CellOutcome) -> bool:
    """Whether a block could say what a cell that failed gave.

    None can where a cell should fail and does not, or gave a value that its block cannot show.
    """
    return outcome.actual is not None and outcome.actual != outcome.expected


def applied(page: Page, accepted: Iterable[Change]) -> bytes:
    """The bytes of `page` with these changes.

    Raises `NotWritten` where those bytes, read again, are not the same page but for them.
    """
    contents: dict[Fence, str] = {}
    added: dict[Fence, str] = {}
    new_texts: dict[str, str] = {}
    for change in accepted:
        new_texts[change.cell.name] = change.new
        if change.cell.expected is None:
            added[change.cell.fence] = change.new
        else:
            contents[change.cell.expected.fence] = change.new
    if not new_texts:
        return page.data
    return edited_and_checked(page, contents, added, new_texts)


def edited_and_checked(
    page: Page,
    contents: dict[Fence, str],
    added: dict[Fence, str],
    new_texts: dict[str, str],
) -> bytes:
    """`edited_bytes`, of which it is sure that only what was meant to change did.

    `new_texts` are the new texts of expected blocks by the names of their cells. Raises
    `NotWritten`.
    """
    line = conflict_marker(page)
    if line is not None:
        raise NotWritten(f"line {line} holds a marker of an unresolved merge")
    data = edited_bytes(page, contents, added)
    again = parse_page(page.path, text=data, check_block=block_problems)
    if _seen(again, {}, {}) != _seen(page, contents, new_texts) or _fences(
        again, {}, len(added)
    ) != _fences(page, contents, 0):
        raise NotWritten("what would be written does not read as the page with these changes")
    return data


def _seen(page: Page, contents: dict[Fence, str], new_texts: dict[str, str]) -> object:
    """What the runner reads in a page, were the contents of some fences other ones."""
    cells = [
        (
            cell.name,
            cell.options,
            contents.get(cell.fence, cell.source),
            repr(cell.data),
            new_texts.get(cell.name, cell.expected.text if cell.expected else None),
        )
        for cell in page.cells
    ]
    data = [(block.name, repr(block.values)) for block in page.data_blocks]
    problems = [(problem.severity, problem.code, problem.text) for problem in page.problems]
    return cells, data, problems, page.front_matter.line_count


def _fences(page: Page, contents: dict[Fence, str], added: int) -> object:
    """The number of all fences, and what those say that the runner does not read."""
    known = {cell.fence for cell in page.cells}
    known |= {block.fence for block in page.data_blocks}
    known |= {block.fence for block in page.expected_blocks}
    others = [
        (fence.info, contents.get(fence, fence.content.text))
        for fence in page.fences
        if fence not in known
    ]
    return len(page.fences) - added, others


_OPENING_MARKER = re.compile(r"(?:<{7}|\|{7})(?: |$)")
_CLOSING_MARKER = re.compile(r">{7}(?: |$)")


def conflict_marker(page: Page) -> int | None:
    """The first line that git left in a merge that nobody resolved, or None."""
    numbers = range(1, len(page.lines) + 1)
    # Seven `>` alone may be a quote in quotes.
    divided = any(page.lines.line(number) == "=======" for number in numbers)
    for number in numbers:
        line = page.lines.line(number)
        if _OPENING_MARKER.match(line) or (divided and _CLOSING_MARKER.match(line)):
            return number
    return None
