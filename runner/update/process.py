"""Runs pages, works out what would be written, lets somebody decide, and writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runner.execute import RunOptions, read_page, run_page
from runner.outcome import ExitCode, Outcome
from runner.rewrite import ChangeKind, applied, changes, is_mendable
from runner.write import NotWritten, replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from runner.engines.base import Engine
    from runner.outcome import CellOutcome, PageOutcome
    from runner.page.model import Page
    from runner.rewrite import Change, Wanted


class PageFate(Enum):
    """What became of a page's file."""

    TRUE = "true"
    """Nothing was to be written."""
    WRITTEN = "written"
    WOULD_CHANGE = "would change"
    """Nothing may be written now, and something would be."""
    DECLINED = "declined"
    """No change was accepted."""
    REFUSED = "refused"
    """It did not run as it should, or it may not be written: see `PageUpdate.refusal`."""
    SKIPPED = "skipped"
    """It was not run: see the reason in its outcome."""


@dataclass(frozen=True, slots=True)
class PageUpdate:
    """A page that was run, and what of it would be or was written."""

    outcome: PageOutcome
    fate: PageFate = PageFate.TRUE
    changes: tuple[Change, ...] = ()
    """What would be written."""
    accepted: tuple[Change, ...] = ()
    """What of it was written, or would be were writing allowed."""
    unmendable: tuple[CellOutcome, ...] = ()
    """Cells that failed and whose blocks no rewrite can make true."""
    blocks: int = 0
    """How many expected blocks its cells have, those alone that were asked for."""
    stayed: int = 0
    """How many blocks were left because they are as they should be."""
    refusal: str | None = None
    """Why nothing was written though something would have been."""
    stopped: bool = False
    """Whether the user ended the whole run here."""

    @property
    def path(self) -> Path:
        """The page's file."""
        return self.outcome.path

    @property
    def skipped(self) -> int:
        """How many blocks were left whatever they say: not run, not accepted, not writable."""
        added = sum(change.kind is ChangeKind.MISSING for change in self.changes)
        left = sum(cell.expected is not None for cell in self.unmendable)
        return self.blocks + added - len(self.accepted) - self.stayed - left

    @property
    def exit_code(self) -> ExitCode:
        """What this page alone makes of the command's exit status."""
        if self.outcome.exit_code in (ExitCode.MALFORMED, ExitCode.ENGINE_FAILURE):
            return self.outcome.exit_code
        left = [change for change in self.changes if change not in self.accepted]
        untrue = any(change.kind is ChangeKind.UNTRUE for change in left)
        refused = self.fate in (PageFate.REFUSED, PageFate.WOULD_CHANGE)
        return ExitCode.NOT_TRUE if refused or untrue or self.unmendable else ExitCode.TRUE


class Decision(NamedTuple):
    """Which changes of a page are accepted, and whether to go on to the next page."""

    accepted: tuple[Change, ...]
    go_on: bool = True


Decide: TypeAlias = "Callable[[PageUpdate], Decision]"
"""Told what would be written on a page, says what may be."""


def update_pages(
    files: Iterable[Path],
    engine: Engine,
    wanted: Wanted,
    decide: Decide,
    *,
    write: bool = True,
) -> Iterator[PageUpdate]:
    """Run the pages in `files` one after another, and write what is accepted.

    Pages without the cell that is wanted are passed over. Without `write` no file changes.
    Ends after a page on which the engine fails, the user interrupts or stops.
    """
    for file in files:
        page = read_page(file)
        if not page.is_page or (wanted.cell is not None and page.cell(wanted.cell) is None):
            continue
        outcome = run_page(page, engine, RunOptions())
        update = update_page(page, outcome, wanted, decide, write=write)
        yield update
        last = update.stopped or outcome.interrupted
        if last or outcome.outcome is Outcome.ENGINE_FAILURE:
            return


def update_page(
    page: Page, outcome: PageOutcome, wanted: Wanted, decide: Decide, *, write: bool = True
) -> PageUpdate:
    """Write what is accepted of what a run of `page`, all of it, shows to be wanted."""
    update = _plan(page, outcome, wanted)
    if not update.changes or update.refusal is not None:
        return update
    decision = decide(update)
    update = replace(update, accepted=decision.accepted, stopped=not decision.go_on)
    if not decision.accepted:
        return replace(update, fate=PageFate.DECLINED)
    try:
        data = applied(page, decision.accepted)
        if not write:
            return replace(update, fate=PageFate.WOULD_CHANGE)
        replace_file(page.path, page.data, data)
    except NotWritten as error:
        return replace(update, fate=PageFate.REFUSED, accepted=(), refusal=str(error))
    return replace(update, fate=PageFate.WRITTEN)


def _plan(page: Page, outcome: PageOutcome, wanted: Wanted) -> PageUpdate:
    blocks = sum(
        cell.expected is not None for cell in page.cells if wanted.cell in (None, cell.name)
    )
    refusal = _refusal(outcome)
    if refusal is not None:
        return PageUpdate(outcome, PageFate.REFUSED, blocks=blocks, refusal=refusal)
    cells = [cell for cell in outcome.cells if wanted.cell in (None, cell.cell)]
    outcome = outcome._replace(cells=tuple(cells))
    if outcome.outcome is Outcome.SKIPPED and not wanted.all:
        return PageUpdate(outcome, PageFate.SKIPPED, blocks=blocks)
    found = changes(page, outcome, wanted)
    changed = {change.cell.name for change in found}
    failed = [cell for cell in cells if cell.outcome is Outcome.FAILED]
    stayed = sum(
        cell.expected is not None and cell.outcome is Outcome.PASSED and cell.cell not in changed
        for cell in cells
    )
    return PageUpdate(
        outcome,
        changes=found,
        unmendable=tuple(cell for cell in failed if not is_mendable(cell)),
        blocks=blocks,
        stayed=stayed,
    )


def _refusal(outcome: PageOutcome) -> str | None:
    """Why nothing of a page may be written, as far as its run tells."""
    if outcome.interrupted:
        return "it was interrupted"
    if outcome.outcome is Outcome.MALFORMED:
        return "it is malformed"
    if outcome.outcome is Outcome.ENGINE_FAILURE:
        return "the engine failed"
    ended = next((cell for cell in outcome.cells if cell.outcome is Outcome.ERRORED), None)
    if ended is not None:
        return f"the cell {ended.cell} did not end as it should"
    return None


def update_exit_code(updates: Iterable[PageUpdate]) -> ExitCode:
    """The worst of the pages'."""
    return max((update.exit_code for update in updates), default=ExitCode.NOTHING)
