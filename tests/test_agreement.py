"""Where engines differ on a page: found cell by cell, from what they would have written."""

from __future__ import annotations

from pathlib import Path

from runner.agreement import Answer, Difference, differences, engine_labels
from runner.engines.base import Capabilities
from runner.outcome import CellOutcome, ExitCode, Outcome, PageOutcome, PageRun
from runner.tally import Limits, Tally


def engine(
    name: str = "neo4j", version: str = "2026.08", edition: str = "community"
) -> Capabilities:
    return Capabilities(name, version, edition, frozenset(), scratch_databases=True)


EMBEDDED = engine("embedded")
NEO4J = engine()


def page(on: Capabilities, *cells: CellOutcome) -> PageOutcome:
    return PageOutcome(Path("page.md"), Outcome.PASSED, on, cells=cells)


def test_engines_are_named_as_short_as_tells_them_apart() -> None:
    assert engine_labels([EMBEDDED, NEO4J]) == ("embedded", "neo4j")
    assert engine_labels([EMBEDDED, NEO4J, engine(version="5.26")]) == (
        "embedded",
        "neo4j 2026.08 community",
        "neo4j 5.26 community",
    )
    assert engine_labels([NEO4J, NEO4J]) == (
        "neo4j 2026.08 community (1)",
        "neo4j 2026.08 community (2)",
    )


def test_the_same_answer_is_no_difference() -> None:
    cell = CellOutcome("a", 3, Outcome.FAILED, message="row 1", expected="x", actual="y")
    assert differences([page(EMBEDDED, cell), page(NEO4J, cell)]) == ()


def test_other_rows_an_error_and_another_error_are_differences() -> None:
    own = [
        CellOutcome("rows", 3, Outcome.PASSED, expected="x", actual="x"),
        CellOutcome("error", 9, Outcome.PASSED, expected="x", actual="x"),
        CellOutcome("errors", 20, Outcome.ERRORED, message="line 21: one"),
    ]
    other = [
        CellOutcome("rows", 5, Outcome.FAILED, message="row 1", expected="x", actual="y"),
        CellOutcome("error", 10, Outcome.ERRORED, message="line 10: no"),
        CellOutcome("errors", 20, Outcome.ERRORED, message="line 21: two"),
    ]
    assert differences([page(EMBEDDED, *own), page(NEO4J, *other)]) == (
        Difference(
            "rows",
            5,
            (
                Answer("embedded", Outcome.PASSED, "x"),
                Answer("neo4j", Outcome.FAILED, "y"),
            ),
        ),
        Difference(
            "error",
            10,
            (
                Answer("embedded", Outcome.PASSED, "x"),
                Answer("neo4j", Outcome.ERRORED, "line 10: no"),
            ),
        ),
        Difference(
            "errors",
            20,
            (
                Answer("embedded", Outcome.ERRORED, "line 21: one"),
                Answer("neo4j", Outcome.ERRORED, "line 21: two"),
            ),
        ),
    )


def test_a_cell_that_did_not_run_on_an_engine_says_nothing_about_it() -> None:
    ran = CellOutcome("a", 3, Outcome.PASSED, expected="x", actual="x")
    for left_out in (Outcome.SKIPPED, Outcome.NOT_RUN):
        other = CellOutcome("a", 3, left_out, message="only on embedded")
        assert differences([page(EMBEDDED, ran), page(NEO4J, other)]) == ()


def test_a_difference_without_a_block_counts_only_under_strict() -> None:
    own = page(EMBEDDED, CellOutcome("a", 3, Outcome.PASSED, actual="1"))
    other = page(NEO4J, CellOutcome("a", 3, Outcome.PASSED, actual="2"))
    run = PageRun((own, other))
    assert exit_code(run, strict=False) is ExitCode.TRUE
    assert exit_code(run, strict=True) is ExitCode.NOT_TRUE
    same = PageRun((own, page(NEO4J, own.cells[0])))
    assert exit_code(same, strict=True) is ExitCode.TRUE


def exit_code(run: PageRun, *, strict: bool) -> ExitCode:
    """What a run of this page alone ends with."""
    tally = Tally((EMBEDDED, NEO4J), Limits(strict=strict))
    tally.add(run)
    return tally.summary().exit_code
