"""The contract of reporters: told the engine, each page as it is done, and the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from runner.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.engines.base import Capabilities
    from runner.outcome import PageOutcome


class Reporter(Protocol):
    """One format of the report on a run."""

    def start(self, engine: Capabilities) -> None:
        """The run begins on `engine`."""

    def page(self, outcome: PageOutcome) -> None:
        """A page is done."""

    def finish(self, outcomes: Sequence[PageOutcome], *, interrupted: bool) -> None:
        """The run is over; `interrupted` when it was stopped before its last page."""


def totals(outcomes: Sequence[PageOutcome]) -> dict[str, int]:
    """The counts of a run under the names of the JSON report; the last six count cells."""
    cells = Counter(cell.outcome for page in outcomes for cell in page.cells)
    return {
        "pages": len(outcomes),
        "malformed": sum(page.outcome is Outcome.MALFORMED for page in outcomes),
        "cells": cells.total(),
        "passed": cells[Outcome.PASSED],
        "failed": cells[Outcome.FAILED],
        "errored": cells[Outcome.ERRORED],
        "skipped": cells[Outcome.SKIPPED],
        "not_run": cells[Outcome.NOT_RUN],
    }
