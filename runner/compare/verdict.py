"""What comparing an expected block with what its cell gave comes to."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.page.model import Approx

MOST_MISMATCHES = 20
"""How many mismatches of one block are told; the rest is counted."""


class Expected(NamedTuple):
    """The expected block of a cell."""

    language: str
    """``table`` or ``gram``."""
    text: str
    """Its lines, joined by LF."""


class Options(NamedTuple):
    """How a cell asks to be compared."""

    expect_error: bool = False
    """Whether it must end with an error."""
    unordered: bool = False
    """Whether its rows may come in any order."""
    approx: Approx | None = None
    """How far two floats may lie apart and still count as equal."""
    exact_numbers: bool = False
    """Whether its language has decimals, so that digits of a block may be one."""


class Kind(Enum):
    """What is not as the page says."""

    UNEXPECTED_ERROR = "unexpected-error"
    """The cell failed, and was not to."""
    NO_ERROR = "no-error"
    """The cell was to fail, and did not."""
    ERROR_TEXT = "error-text"
    """It failed with another error."""
    ERROR_IN_BLOCK = "error-in-block"
    """The block says that the cell fails, and it gave rows."""
    ROWS_IN_BLOCK = "rows-in-block"
    """The block shows rows, and the cell fails as it should."""
    EMPTY_BLOCK = "empty-block"
    COLUMNS = "columns"
    CELL = "cell"
    MISSING_ROW = "missing-row"
    """A row of the block is not in the result."""
    EXTRA_ROW = "extra-row"
    """A row of the result is not in the block."""
    ORDER = "order"
    """The same rows, in another order."""
    FOOTER = "footer"
    """The footer disagrees with the rows of its own block."""
    ROW_COUNT = "row-count"
    COUNTER = "counter"
    SHAPE = "shape"
    """A row of a gram block and one of the result have not the same nodes and relationships."""
    ENTITY = "entity"
    """A node or relationship has other labels, another type or other properties."""
    DIRECTION = "direction"
    """A relationship points the other way."""
    IDENTITY = "identity"
    """An id names two entities, or two ids name one."""
    UNDECIDED = "undecided"
    """The rows may come in any order, and are too many and too alike to be told apart."""
    NOT_GRAPH = "not-graph"
    """The result has values that a gram block cannot show."""
    TOO_DEEP = "too-deep"


class Mismatch(NamedTuple):
    """One thing that is not as the page says."""

    kind: Kind
    message: str
    """A sentence for a reader who knows nothing of the runner: what, where, both sides."""
    line: int = 1
    """The line inside the block, from 1, at which it shows."""
    row: int | None = None
    """The number of the row in the block, from 1; for an extra row its number in the result."""
    column: str | None = None
    """The column's name."""
    expected: str | None = None
    """The page's text of just what differs."""
    actual: str | None = None
    """The result's text of just what differs."""
    advice: str = ""
    """What to do next."""


class Notice(NamedTuple):
    """A remark on a block that holds."""

    code: str
    """``format``: equal by value, but written otherwise."""
    message: str
    line: int
    """The line inside the block, from 1."""


class Passed(NamedTuple):
    """The block says what the cell gave."""

    notices: tuple[Notice, ...] = ()


class Failed(NamedTuple):
    """The block does not say what the cell gave."""

    mismatches: tuple[Mismatch, ...]
    """In the order of the block; at least one."""
    omitted: int = 0
    """How many more there are."""

    @property
    def message(self) -> str:
        """The first mismatch, and how many more there are."""
        more = len(self.mismatches) - 1 + self.omitted
        return self.mismatches[0].message + (f" (and {more} more)" if more else "")


Verdict: TypeAlias = Passed | Failed


class Judgement(NamedTuple):
    """A verdict, and the block as it would be rewritten."""

    verdict: Verdict
    rewrite: Callable[[], str | None]
    """Gives `rewritten_text`."""

    @property
    def rewritten_text(self) -> str | None:
        """The text that the block should have now; the same text where it passed.

        None where there is no block and nothing to write into one. The ids of a gram block that
        failed are settled by all blocks of the page that match: read it when the whole page
        has been judged.
        """
        return self.rewrite()


def passed(text: str | None, *notices: Notice) -> Judgement:
    """The judgement on a block that holds."""
    return Judgement(Passed(notices), lambda: text)


def failed(mismatches: list[Mismatch], rewrite: Callable[[], str | None]) -> Judgement:
    """The judgement on a block that does not hold."""
    told = tuple(mismatches[:MOST_MISMATCHES])
    return Judgement(Failed(told, len(mismatches) - len(told)), rewrite)


def format_notice(text: str, written: str) -> Notice:
    """The notice on a block that holds but is not written as `written`."""
    lines, others = text.split("\n"), written.split("\n")
    pairs = enumerate(zip(lines, others, strict=False), 1)
    line = next((n for n, (one, other) in pairs if one != other), min(len(lines), len(others)))
    return Notice("format", "the block is true, but the runner would write it otherwise", line)
