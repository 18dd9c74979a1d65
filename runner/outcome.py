"""What became of cells, pages and a whole run: the nouns that every report is made from."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from runner.engines.base import Capabilities
    from runner.page.model import Problem


class Outcome(Enum):
    """How a cell or a page came out; the values are those of the JSON report."""

    PASSED = "passed"
    FAILED = "failed"
    """It ran, and the expected block is not true."""
    ERRORED = "errored"
    """It did not end as it should."""
    SKIPPED = "skipped"
    NOT_RUN = "not_run"
    MALFORMED = "malformed"
    """Of a page: its text has errors, nothing of it was run."""
    ENGINE_FAILURE = "engine_failure"
    """Of a page: the engine could not be used any more."""


class ExitCode(IntEnum):
    """What the command's exit status means."""

    TRUE = 0
    """All is as written."""
    NOT_TRUE = 1
    """A page no longer tells the truth."""
    MALFORMED = 2
    """A page or the command line is malformed."""
    ENGINE_FAILURE = 3
    """The engine failed or could not be reached."""
    NOTHING = 4
    """There was nothing to run."""
    INTERRUPTED = 130
    """Stopped from the keyboard; the convention of shells, 128 and the number of SIGINT."""


class Notice(NamedTuple):
    """A remark on a cell: `code`, text, and the line of the page it belongs to."""

    code: str
    message: str
    line: int


class CellOutcome(NamedTuple):
    """What became of one cell."""

    cell: str
    line: int
    """The line of the page at which a reader should look: of the cell, or of what differs."""
    outcome: Outcome
    statement: int | None = None
    """The number of the statement that it is about, from 1, where the cell has several."""
    message: str = ""
    """Empty where there is nothing to say."""
    advice: str = ""
    """What the author can do next; empty where there is nothing."""
    notices: tuple[Notice, ...] = ()
    """Notices fail a page under ``--strict``."""
    notifications: tuple[Notice, ...] = ()
    """The engine's remarks; they change no outcome."""
    expected: str | None = None
    """The expected block as the page has it; None where the cell has none."""
    actual: str | None = None
    """The block as it would be rewritten; None where the cell gave nothing to write."""
    seconds: float = 0.0
    """How long its statements ran and its block was judged; 0 where it was not run."""
    timed_out: bool = False
    """Whether it errored because its time was up."""


class PageOutcome(NamedTuple):
    """What became of one page on one engine."""

    path: Path
    outcome: Outcome
    engine: Capabilities
    seconds: float = 0.0
    reason: str | None = None
    """Why it was skipped, or how the engine failed."""
    problems: tuple[Problem, ...] = ()
    cells: tuple[CellOutcome, ...] = ()
    emulated: tuple[str, ...] = ()
    """Names of constraints that the runner kept in the engine's place."""
    interrupted: bool = False
    """Whether it was stopped from the keyboard before its end."""

    @property
    def exit_code(self) -> ExitCode:
        """What this page alone makes of the run's exit status."""
        return _EXIT_CODES[self.outcome]


class PageRun(NamedTuple):
    """What became of one page on every engine of a run."""

    outcomes: tuple[PageOutcome, ...]
    """One an engine, in the order of the engines; fewer where the run was stopped between them."""

    @property
    def path(self) -> Path:
        """The page's file."""
        return self.outcomes[0].path

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped from the keyboard before its end."""
        return any(outcome.interrupted for outcome in self.outcomes)

    @property
    def exit_code(self) -> ExitCode:
        """What this page alone makes of the run's exit status: the worst on any engine."""
        return run_exit_code(self.outcomes)


_EXIT_CODES = {
    Outcome.PASSED: ExitCode.TRUE,
    Outcome.SKIPPED: ExitCode.TRUE,
    Outcome.FAILED: ExitCode.NOT_TRUE,
    Outcome.ERRORED: ExitCode.NOT_TRUE,
    Outcome.NOT_RUN: ExitCode.NOT_TRUE,
    Outcome.MALFORMED: ExitCode.MALFORMED,
    Outcome.ENGINE_FAILURE: ExitCode.ENGINE_FAILURE,
}

_WORST_FIRST = (Outcome.ERRORED, Outcome.FAILED, Outcome.NOT_RUN, Outcome.PASSED)


def page_outcome(cells: Iterable[Outcome]) -> Outcome:
    """The outcome of a page that ran: the worst of its cells', skipped when every cell is."""
    seen = set(cells)
    for outcome in _WORST_FIRST:
        if outcome in seen:
            return outcome
    return Outcome.SKIPPED if Outcome.SKIPPED in seen else Outcome.PASSED


def run_exit_code(pages: Iterable[PageOutcome]) -> ExitCode:
    """The worst of the pages': an engine failure, then malformed, then not true, then true."""
    return max((page.exit_code for page in pages), default=ExitCode.NOTHING)
