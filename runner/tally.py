"""Counts a run page by page, so that a report on many pages need not hold them all."""

from __future__ import annotations

import heapq
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from runner.agreement import differences, engine_labels
from runner.outcome import ExitCode, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome, PageRun

_RAN = (Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED)


class Limits(NamedTuple):
    """What a run must keep to, beside being true."""

    max_skips: int | None = None
    """How many cells may be skipped at most, on each engine."""
    min_cells: int | None = None
    """How many cells must run at least, on each engine."""
    strict: bool = False
    """Whether engines must not differ on any cell."""


NO_LIMITS = Limits()


class Slow(NamedTuple):
    """A page that took long."""

    seconds: float
    path: Path
    engine: str | None
    """The engine's label where there are several."""
    cell: str | None
    """The cell that took longest; None where the page has none that ran."""
    line: int
    cell_seconds: float


class Summary(NamedTuple):
    """A whole run in numbers, as far as it went."""

    engines: tuple[Capabilities, ...]
    """Empty where they could not be opened."""
    pages: int
    """How many pages ran; one that ran on several engines counts once."""
    outcomes: Mapping[Outcome, int]
    """How many pages came out how; one counts once an engine."""
    totals: Mapping[str, int]
    """The counts under their names in the JSON report; with several engines each counts its own."""
    exit_code: ExitCode
    """What the run ends with, unless it was interrupted."""
    differing: int = 0
    """How many cells the engines differ on."""
    slowest: tuple[Slow, ...] = ()
    """The slowest pages, the slowest first."""
    interrupted: bool = False
    """Whether the run was stopped from the keyboard or by a signal."""
    failure: str | None = None
    """Why the engines could not be used, where that ended the run."""
    complaints: tuple[str, ...] = ()
    """What is wrong with the run as a whole: the limits that it does not keep."""
    nothing: str | None = None
    """Why no page was to be run, where that is in order, as where none has changed."""

    @property
    def is_all_true(self) -> bool:
        """Whether every page of the run passed."""
        return sum(self.outcomes.values()) == self.outcomes.get(Outcome.PASSED, 0)


class Tally:
    """Counts while a run goes on."""

    def __init__(
        self,
        engines: Sequence[Capabilities],
        limits: Limits = NO_LIMITS,
        slowest: int = 0,
    ) -> None:
        self._engines = tuple(engines)
        self._labels = engine_labels(self._engines) if len(self._engines) > 1 else (None,)
        self._limits = limits
        self._most_slow = slowest
        self._pages = 0
        self._totals: Counter[str] = Counter()
        self._outcomes: Counter[Outcome] = Counter()
        self._skipped = [0] * len(self._engines)
        self._ran = [0] * len(self._engines)
        self._differing = 0
        self._worst = ExitCode.TRUE
        self._slow: list[Slow] = []

    @property
    def pages(self) -> int:
        """How many pages ran so far."""
        return self._pages

    def add(self, run: PageRun) -> None:
        """Count one page."""
        self._pages += 1
        self._worst = max(self._worst, run.exit_code)
        if len(self._engines) > 1:
            self._differing += len(differences(run.outcomes))
        for number, (outcome, label) in enumerate(zip(run.outcomes, self._labels, strict=False)):
            counts = totals([outcome])
            self._totals.update(counts)
            self._outcomes[outcome.outcome] += 1
            self._skipped[number] += counts["skipped"]
            self._ran[number] += sum(counts[name.value] for name in _RAN)
            if self._most_slow:
                self._slow.append(_slow(outcome, label))
        if len(self._slow) > self._most_slow:
            # Stable: of pages that took as long as each other the first stay.
            self._slow = heapq.nlargest(self._most_slow, self._slow, key=lambda slow: slow.seconds)

    def summary(
        self,
        *,
        interrupted: bool = False,
        failure: str | None = None,
        nothing: str | None = None,
    ) -> Summary:
        """The run in numbers, now that it is over."""
        # Limits are for whole runs.
        ended = interrupted or failure is not None
        complaints = () if ended else tuple(self._complaints())
        if failure is not None:
            code = ExitCode.ENGINE_FAILURE
        elif not self._pages and nothing is None:
            code = ExitCode.NOTHING
        else:
            code = max(self._worst, ExitCode.NOT_TRUE if complaints else ExitCode.TRUE)
        return Summary(
            self._engines,
            self._pages,
            dict(self._outcomes),
            {name: self._totals[name] for name in totals(())},
            code,
            differing=self._differing,
            slowest=tuple(heapq.nlargest(self._most_slow, self._slow, key=lambda s: s.seconds)),
            interrupted=interrupted,
            failure=failure,
            complaints=complaints,
            nothing=nothing,
        )

    def _complaints(self) -> Iterable[str]:
        limits = self._limits
        skipped, ran = max(self._skipped, default=0), min(self._ran, default=0)
        if limits.max_skips is not None and skipped > limits.max_skips:
            are = "cell was" if skipped == 1 else "cells were"
            yield f"{skipped} {are} skipped, and --max-skips allows {limits.max_skips}"
        if limits.min_cells is not None and ran < limits.min_cells:
            are = "cell ran" if ran == 1 else "cells ran"
            yield f"{ran} {are}, and --min-cells wants at least {limits.min_cells}"
        if limits.strict and self._differing:
            differ = "cell differs" if self._differing == 1 else "cells differ"
            yield f"{self._differing} {differ} between the engines, which fails under --strict"


def totals(outcomes: Iterable[PageOutcome]) -> dict[str, int]:
    """The counts of a run under the names of the JSON report.

    With several engines each counts its pages and cells.
    """
    pages = list(outcomes)
    cells = Counter(cell.outcome for page in pages for cell in page.cells)
    return {
        "pages": len(pages),
        "malformed": sum(page.outcome is Outcome.MALFORMED for page in pages),
        "cells": cells.total(),
        "passed": cells[Outcome.PASSED],
        "failed": cells[Outcome.FAILED],
        "errored": cells[Outcome.ERRORED],
        "skipped": cells[Outcome.SKIPPED],
        "not_run": cells[Outcome.NOT_RUN],
        "skipped_pages": sum(page.outcome is Outcome.SKIPPED for page in pages),
        "pages_without_cells": sum(has_no_cells(page) for page in pages),
        "cells_without_block": sum(ran_unjudged(cell) for page in pages for cell in page.cells),
    }


def has_no_cells(page: PageOutcome) -> bool:
    """Whether a page passed for want of anything to run."""
    return page.outcome is Outcome.PASSED and not page.cells


def ran_unjudged(cell: CellOutcome) -> bool:
    """Whether a cell ran and the page does not say what it must give."""
    return cell.outcome is Outcome.PASSED and cell.expected is None


def _slow(page: PageOutcome, engine: str | None) -> Slow:
    slowest = max(page.cells, key=lambda cell: cell.seconds, default=None)
    if slowest is None or not slowest.seconds:
        return Slow(page.seconds, page.path, engine, None, 0, 0.0)
    return Slow(page.seconds, page.path, engine, slowest.cell, slowest.line, slowest.seconds)
