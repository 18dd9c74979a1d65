"""What pytest shows of a page that is not true."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

# The one form of a failure that pytest-xdist carries over, and whose first line the summary shows.
from _pytest._code.code import (
    ExceptionChainRepr,
    ReprEntryNative,
    ReprFileLocation,
    ReprTraceback,
)

from runner.report.base import remarks
from runner.report.terminal import TerminalReporter

if TYPE_CHECKING:
    from runner.outcome import CellOutcome, PageOutcome

_WRONG = ("failed", "errored", "error", "not run")


def failure_text(outcome: PageOutcome) -> str:
    """All that is wrong with a page, as `runner check --diff` says it."""
    out = StringIO()
    TerminalReporter(out, color="never", diff=True).outcome(outcome)
    return out.getvalue().rstrip("\n")


def cell_text(page: PageOutcome, cell: CellOutcome) -> str:
    """What is wrong with one cell."""
    text = failure_text(page._replace(problems=(), cells=(cell,)))
    return text.partition("\n")[2]


def headline(page: PageOutcome) -> tuple[int, str]:
    """The first thing that is wrong with a page, in a line, and the page's line where it is."""
    wrong = [remark for remark in remarks(page) if remark.kind in _WRONG]
    if not wrong:
        return 1, page.reason or page.outcome.value
    first = wrong[0]
    about = "" if first.about == "page" else f"{first.about}: "
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return first.line, f"{placed(first.line, f'{about}{first.text}')}{more}"


def placed(line: int, text: str) -> str:
    """The first line of a text, with the page's line before it unless it names that itself."""
    first = text.partition("\n")[0]
    return first if f"line {line}," in first else f"line {line}: {first}"


def reason_skipped(page: PageOutcome) -> str:
    """Why a page was skipped: itself, or each of its cells."""
    if page.reason is not None:
        return page.reason
    reasons = dict.fromkeys(cell.message for cell in page.cells)
    return f"every cell is skipped: {'; '.join(reasons)}"


def failure(path: str, line: int, message: str, text: str) -> ExceptionChainRepr:
    """A failure as pytest keeps it: `text` is shown, and in the summary `message`."""
    place = ReprFileLocation(path, line, message)
    entry = ReprEntryNative([f"{text}\n"])
    return ExceptionChainRepr([(ReprTraceback([entry], None, "native"), place, None)])
