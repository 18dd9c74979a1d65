"""A run in numbers: what counts, what it ends with, and the limits that it must keep to."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.outcome import ExitCode, Outcome, PageOutcome, PageRun
from runner.tally import Limits, Tally
from tests.report.sample import ALL_KINDS, EMBEDDED, NEO4J, cell, page


def tally(limits: Limits, *pages: PageOutcome) -> Tally:
    """Pages counted on one engine."""
    counted = Tally((EMBEDDED,), limits)
    for each in pages:
        counted.add(PageRun((each,)))
    return counted


TRUE = page("a.md", Outcome.PASSED, cell("a", 1, expected="x"))
SKIPS = page("b.md", Outcome.SKIPPED, *(cell(name, 1, Outcome.SKIPPED) for name in "abc"))


def test_everything_is_counted() -> None:
    assert ALL_KINDS.summary.totals == {
        "pages": 12,
        "malformed": 1,
        "cells": 12,
        "passed": 4,
        "failed": 2,
        "errored": 2,
        "skipped": 3,
        "not_run": 1,
        "skipped_pages": 1,
        "pages_without_cells": 1,
        "cells_without_block": 1,
    }


@pytest.mark.parametrize(
    ("limits", "complaints"),
    [
        (Limits(), ()),
        (Limits(max_skips=3, min_cells=1), ()),
        (Limits(max_skips=2), ("3 cells were skipped, and --max-skips allows 2",)),
        (Limits(min_cells=2), ("1 cell ran, and --min-cells wants at least 2",)),
    ],
)
def test_limits_fail_a_run_that_is_true(limits: Limits, complaints: tuple[str, ...]) -> None:
    summary = tally(limits, TRUE, SKIPS).summary()
    assert summary.complaints == complaints
    assert summary.exit_code is (ExitCode.NOT_TRUE if complaints else ExitCode.TRUE)


def test_limits_hold_on_each_engine() -> None:
    """Several engines do not add up to cells that none of them ran, nor to skips."""
    counted = Tally((EMBEDDED, NEO4J), Limits(max_skips=3, min_cells=2))
    for each in (TRUE, SKIPS):
        counted.add(PageRun((each, each)))
    assert counted.summary().complaints == ("1 cell ran, and --min-cells wants at least 2",)


def test_limits_are_for_whole_runs() -> None:
    counted = tally(Limits(min_cells=2), TRUE)
    assert counted.summary(interrupted=True).complaints == ()
    assert counted.summary(failure="gone").complaints == ()


def test_the_worst_page_decides() -> None:
    malformed = page("c.md", Outcome.MALFORMED)
    dead = page("d.md", Outcome.ENGINE_FAILURE)
    assert tally(Limits(min_cells=9), TRUE, malformed).summary().exit_code is ExitCode.MALFORMED
    assert tally(Limits(), dead, malformed).summary().exit_code is ExitCode.ENGINE_FAILURE


def test_a_run_without_pages_is_an_error_unless_it_was_meant() -> None:
    assert Tally((EMBEDDED,)).summary().exit_code is ExitCode.NOTHING
    assert Tally((EMBEDDED,)).summary(nothing="none changed").exit_code is ExitCode.TRUE
    assert Tally(()).summary(failure="gone").exit_code is ExitCode.ENGINE_FAILURE
    meant = Tally((EMBEDDED,), Limits(min_cells=1)).summary(nothing="none changed")
    assert meant.exit_code is ExitCode.NOT_TRUE


def test_the_slowest_pages_are_named_with_their_slowest_cell() -> None:
    counted = Tally((EMBEDDED,), slowest=2)
    for number in (3, 1, 4, 1, 5):
        cells = (cell("quick", 2, seconds=0.1), cell("slow", 9, seconds=number - 0.5))
        counted.add(PageRun((page(f"{number}.md", Outcome.PASSED, *cells, seconds=float(number)),)))
    assert [
        (slow.path, slow.seconds, slow.cell, slow.line, slow.cell_seconds)
        for slow in counted.summary().slowest
    ] == [(Path("docs/5.md"), 5.0, "slow", 9, 4.5), (Path("docs/4.md"), 4.0, "slow", 9, 3.5)]
