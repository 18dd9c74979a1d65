"""Runs that every report is fed: one with each kind of outcome, and the ends that have no page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runner.engines.base import Capabilities
from runner.outcome import CellOutcome, Notice, Outcome, PageOutcome, PageRun
from runner.page.model import Problem, Severity
from runner.tally import Limits, Tally

if TYPE_CHECKING:
    from runner.report.base import Reporter
    from runner.tally import Summary

EMBEDDED = Capabilities("embedded", "2026.08", "enterprise", frozenset(), scratch_databases=True)
NEO4J = Capabilities("neo4j", "2026.08.1", "community", frozenset(), scratch_databases=False)


class Run(NamedTuple):
    """A whole run, as reports see it."""

    engines: tuple[Capabilities, ...]
    pages: tuple[PageRun, ...]
    limits: Limits = Limits()
    interrupted: bool = False
    failure: str | None = None
    nothing: str | None = None

    @property
    def summary(self) -> Summary:
        """The run in numbers."""
        tally = Tally(self.engines, self.limits, slowest=2)
        for page in self.pages:
            tally.add(page)
        return tally.summary(
            interrupted=self.interrupted, failure=self.failure, nothing=self.nothing
        )


def feed(reporter: Reporter, run: Run) -> None:
    """Tell a reporter of a run, in the order of the contract."""
    if run.engines:
        reporter.start(run.engines, len(run.pages) + 1)
    for page in run.pages:
        reporter.page(page)
    reporter.finish(run.summary)


def table(*rows: str) -> str:
    """A block of one column, `x`."""
    count = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
    return "\n".join(["| x |", "|---|", *(f"| {row} |" for row in rows), count])


ADVICE = (
    "If the result is right, `runner update` rewrites the block; else mend the query or its data."
)


def cell(name: str, line: int, outcome: Outcome = Outcome.PASSED, **more: object) -> CellOutcome:
    """A cell that took a hundredth of a second, if it ran."""
    ran = outcome in (Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED)
    given = {"seconds": 0.01 if ran else 0.0, **more}
    return CellOutcome(name, line, outcome, **given)  # type: ignore[arg-type]


def page(name: str, outcome: Outcome, *cells: CellOutcome, **more: object) -> PageOutcome:
    """A page on the embedded engine, unless `more` says otherwise."""
    given = {"engine": EMBEDDED, "seconds": 0.02 * len(cells), "cells": cells, **more}
    return PageOutcome(Path("docs") / name, outcome, **given)  # type: ignore[arg-type]


TRUE = page(
    "true.md",
    Outcome.PASSED,
    cell("make", 5, actual="(no rows) · nodes created: 2"),
    cell(
        "count",
        9,
        expected=table("2"),
        actual=table("2"),
        notifications=(
            Notice(
                "Neo.ClientNotification.Statement.CartesianProduct", "builds a cross product", 10
            ),
        ),
    ),
)
FALSE = page(
    "false.md",
    Outcome.FAILED,
    cell(
        "friends",
        20,
        Outcome.FAILED,
        statement=2,
        message="row 2, column `x`: expected 1834, actual 1833\n"
        'row 3 is missing: "a|b"\n'
        "and 4 more",
        advice=ADVICE,
        expected=table("1832", "1834", '"a\\|b"'),
        actual=table("1832", "1833"),
        seconds=0.5,
    ),
    seconds=0.75,
)
ERRORED = page(
    "größe, 100%: ein Fall.md",
    Outcome.ERRORED,
    cell(
        "divide",
        7,
        Outcome.ERRORED,
        message="line 7, column 8: type error: / by zero",
        advice="Mend the statement. If the page means to show this error, give the cell "
        "expect=error.",
        expected=table("1"),
    ),
    cell("after", 15, Outcome.NOT_RUN, expected=table("2")),
)
TIMED_OUT = page(
    "slow.md",
    Outcome.ERRORED,
    cell(
        "forever",
        3,
        Outcome.ERRORED,
        message="the cell did not end within 0.5 s and was stopped",
        advice="Make the statement cheaper, or give the cell more time: timeout=SECONDS.",
        timed_out=True,
        seconds=0.51,
    ),
    seconds=0.52,
)
WITH_SKIPS = page(
    "skips.md",
    Outcome.PASSED,
    cell("later", 4, Outcome.SKIPPED, message="needs the plugin #1", expected=table("1")),
    cell(
        "loose",
        12,
        expected="| x |\n|---|\n|  1 |\n1 row",
        actual=table("1"),
        notices=(Notice("format", "row 1, column `x`: equal, but written otherwise", 17),),
    ),
)
SKIPPED = page(
    "enterprise.md",
    Outcome.SKIPPED,
    cell(
        "keys",
        8,
        Outcome.SKIPPED,
        message="needs the engine neo4j, and this is embedded",
        expected=table("1"),
    ),
    reason="needs the engine neo4j, and this is embedded",
    seconds=0.0,
)
SKIPPED_UNDER_STRICT = page(
    "strict.md",
    Outcome.FAILED,
    cell("vectors", 8, Outcome.SKIPPED, message="needs vectors", expected=table("1")),
    reason="skipped, which fails under --strict: it needs vectors",
    seconds=0.0,
)
EMPTY = page("empty.md", Outcome.PASSED)
MALFORMED = page(
    "broken.md",
    Outcome.MALFORMED,
    problems=(
        Problem(Severity.WARNING, 2, 1, "unknown-key", "`titel` is no key", "title"),
        Problem(Severity.ERROR, 14, 9, "duplicate-name", "there are two cells called `a`"),
    ),
)
CONTROL = page(
    "odd.md",
    Outcome.FAILED,
    cell(
        "odd",
        6,
        Outcome.FAILED,
        message='row 1, column `x`: expected "a", actual "\x1b[31m\x00\ufffe\udc80 ]]> <b>& 😀"',
        expected=table('"a"'),
        actual=table('"\x1b[31m\x00\ufffe ]]> ```` ::error::no\r\u2028 # SKIP <b>& 😀"'),
    ),
)
EMULATED = page(
    "keys.md",
    Outcome.PASSED,
    cell(
        "key",
        5,
        expected="(no rows) · constraints added: 1",
        actual="(no rows) · constraints added: 1",
    ),
    emulated=("person_key", "person_name"),
)
DEAD = page(
    "dead.md",
    Outcome.ENGINE_FAILURE,
    reason="the worker process that ran the page was killed by SIGKILL",
)
STOPPED = page(
    "stopped.md",
    Outcome.NOT_RUN,
    cell("done", 3, expected=table("1"), actual=table("1")),
    cell("undone", 11, Outcome.NOT_RUN, expected=table("2")),
    interrupted=True,
)

ALL_KINDS = Run(
    (EMBEDDED,),
    tuple(
        PageRun((each,))
        for each in (
            TRUE,
            FALSE,
            ERRORED,
            TIMED_OUT,
            WITH_SKIPS,
            SKIPPED,
            SKIPPED_UNDER_STRICT,
            EMPTY,
            MALFORMED,
            CONTROL,
            EMULATED,
            DEAD,
        )
    ),
    limits=Limits(max_skips=2, min_cells=100),
)
"""Each kind of outcome of a cell and a page, and limits that the run does not keep."""

INTERRUPTED = Run(
    (EMBEDDED,),
    (PageRun((TRUE,)), PageRun((STOPPED,))),
    limits=Limits(min_cells=100),
    interrupted=True,
)
"""A run that was stopped on its second page."""

SEVERAL_ENGINES = Run(
    (EMBEDDED, NEO4J),
    (
        PageRun(
            (
                page("both.md", Outcome.PASSED, cell("same", 3, expected="x", actual="x")),
                page(
                    "both.md",
                    Outcome.PASSED,
                    cell("same", 3, expected="x", actual="x"),
                    engine=NEO4J,
                ),
            )
        ),
        PageRun(
            (
                page(
                    "differs.md",
                    Outcome.PASSED,
                    cell("id", 4, actual=table('"one"')),
                    cell("sum", 9, expected=table("3"), actual=table("3")),
                ),
                page(
                    "differs.md",
                    Outcome.ERRORED,
                    cell("id", 4, actual=table('"two"')),
                    cell(
                        "sum",
                        10,
                        Outcome.ERRORED,
                        message="line 10, column 1: syntax error: Invalid input 'LET'",
                        expected=table("3"),
                    ),
                    engine=NEO4J,
                ),
            )
        ),
    ),
    limits=Limits(strict=True),
)
"""Two engines: a page on which they agree, and one on which they do not."""

UNREACHABLE = Run((), (), failure="cannot reach bolt://localhost:7687: connection refused")
"""The engine could not be opened."""

NOTHING = Run((EMBEDDED,), ())
"""There was no page."""

NOTHING_CHOSEN = Run(
    (EMBEDDED,), (), nothing="nothing to run: none of the pages at the given paths was chosen"
)
"""There are pages, and none was asked for."""

RUNS = {
    "all-kinds": ALL_KINDS,
    "interrupted": INTERRUPTED,
    "several-engines": SEVERAL_ENGINES,
    "unreachable": UNREACHABLE,
    "nothing": NOTHING,
    "nothing-chosen": NOTHING_CHOSEN,
}
