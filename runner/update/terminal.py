"""What an update shows on a terminal: each change as a diff, what was written, and the counts."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from runner.outcome import Outcome
from runner.report.base import one_line
from runner.report.paint import Painter
from runner.report.terminal import TerminalReporter
from runner.rewrite import ChangeKind
from runner.update.process import PageFate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from runner.outcome import CellOutcome
    from runner.rewrite import Change
    from runner.update.process import PageUpdate

_CONTEXT = 3
"""Unchanged lines that a diff shows around changed ones."""

_COLORS = {"+": "green", "-": "red", "@": "cyan"}


class UpdateReporter:
    """Writes what becomes of pages. `check` is whether nothing is written anyway."""

    def __init__(self, out: TextIO, color: str = "auto", *, check: bool = False) -> None:
        self.painter = Painter(out, color)
        self._check = check
        self._pages = TerminalReporter(out, color=color)

    def change(self, update: PageUpdate, change: Change, *, whole: bool = False) -> None:
        """Show one change; `whole` with all lines of its block."""
        first = change.message.partition("\n")[0]
        place = f"{one_line(update.path)}:{change.line}: cell {change.cell.name}"
        self.painter.line(f"{place}: {first}")
        for line in diff_lines(change, whole=whole):
            color = _COLORS.get(line[0])
            self.painter.line(f"    {self.painter.paint(line, color) if color else line}")

    def page(self, update: PageUpdate) -> None:
        """Say what became of a page whose changes were shown."""
        outcome = update.outcome
        if update.fate is PageFate.SKIPPED or update.fate is PageFate.REFUSED:
            if outcome.outcome not in (Outcome.PASSED, Outcome.FAILED):
                self._pages.outcome(outcome)
            if update.refusal is not None:
                refused = self.painter.paint("not written", "red")
                self.painter.line(f"{one_line(update.path)}: {refused}: {update.refusal}")
        else:
            for problem in outcome.problems:
                warning = self.painter.paint(problem.severity.value, "yellow")
                place = f"{one_line(update.path)}:{problem.line}:{problem.column}"
                self.painter.line(f"{place}: {warning}: {problem.text} [{problem.code}]")
        for cell in update.unmendable:
            self._unmendable(update, cell)
        if update.fate is PageFate.WRITTEN:
            written = self.painter.paint("written", "green")
            self.painter.line(
                f"{one_line(update.path)}: {written}: {_counts([update], self._check)}"
            )
        elif update.fate is PageFate.WOULD_CHANGE:
            would = self.painter.paint("would be written", "yellow")
            self.painter.line(f"{one_line(update.path)}: {would}: {_counts([update], self._check)}")
        elif update.fate is PageFate.DECLINED:
            self.painter.line(f"{one_line(update.path)}: not written: no change was accepted")

    def _unmendable(self, update: PageUpdate, cell: CellOutcome) -> None:
        left = self.painter.paint("cannot be mended by rewriting", "red")
        first = cell.message.partition("\n")[0]
        self.painter.line(f"{one_line(update.path)}:{cell.line}: cell {cell.cell}: {left}: {first}")
        if cell.advice:
            self.painter.line(f"    {cell.advice}")

    def finish(self, updates: Sequence[PageUpdate], *, interrupted: bool = False) -> None:
        """Say what became of all pages."""
        if interrupted:
            self.painter.line("interrupted; what is done so far:")
        if updates:
            pages = "1 page" if len(updates) == 1 else f"{len(updates)} pages"
            self.painter.line(f"{pages}: {_counts(updates, self._check)}")
        elif not interrupted:
            self.painter.line(
                "nothing to update: no page at the given paths (a page is a Markdown file with "
                "a ```cypher fence that has cell=NAME)"
            )


def diff_lines(change: Change, *, whole: bool = False) -> Iterator[str]:
    """A change as a unified diff of the block's lines, numbered as in the page.

    A block that is missing shows with its fence, which is new as well.
    """
    fence = change.cell.expected.fence if change.cell.expected else None
    if fence is None or change.old is None:
        mark = change.cell.fence.character * 3
        new = change.new.split("\n")
        yield f"@@ after line {change.cell.fence.last_line} @@"
        yield from (f"+{line}" for line in (f"{mark}table", *new, mark))
        return
    old = fence.content.lines()
    new = change.new.split("\n") if change.new else []
    lines = unified_diff(old, new, n=len(old) + len(new) if whole else _CONTEXT, lineterm="")
    for line in lines:
        if line.startswith(("--- ", "+++ ")) and line[4:].strip() == "":
            continue
        yield _moved(line, fence.line) if line.startswith("@@") else line


def _moved(header: str, by: int) -> str:
    """The header of a hunk with its lines counted from the start of the page."""
    ranges = []
    for part in header.split()[1:3]:
        start, comma, count = part[1:].partition(",")
        ranges.append(f"{part[0]}{int(start) + by}{comma}{count}")
    return f"@@ {' '.join(ranges)} @@"


def _counts(updates: Sequence[PageUpdate], check: bool) -> str:
    """How many blocks changed, were added, stayed, were skipped and cannot be mended."""
    accepted = [change for update in updates for change in update.accepted]
    added = sum(change.kind is ChangeKind.MISSING for change in accepted)
    changed = len(accepted) - added
    stayed = sum(update.stayed for update in updates)
    skipped = sum(update.skipped for update in updates)
    left = sum(len(update.unmendable) for update in updates)
    would = "would be " if check else ""
    parts = [
        f"{_blocks(changed)} {would}changed",
        *([f"{added} {would}added"] if added else []),
        f"{stayed} stayed",
        *([f"{skipped} skipped"] if skipped else []),
        *([f"{left} cannot be mended"] if left else []),
    ]
    return ", ".join(parts)


def _blocks(count: int) -> str:
    return "1 block" if count == 1 else f"{count} blocks"
