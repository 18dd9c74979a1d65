"""With ``--runner-per-cell`` each cell is a test, and the cells of a page share one run of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import suites
from tests.support.suites import ids, lines_between, run, write

if TYPE_CHECKING:
    from pathlib import Path

    from runner.outcome import PageOutcome

pytest_plugins = ["pytester"]


@pytest.fixture
def pages(pytester: pytest.Pytester) -> pytest.Pytester:
    """A suite with pages that are true, untrue and errored."""
    write(pytester.path, birds=suites.TRUE, huts=suites.UNTRUE, one=suites.ERRORED)
    return pytester


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """Which pages have run, each with the one cell that it was judged by."""
    from runner.pytest_plugin.suite import Suite

    done = []
    run_page = Suite.run

    def noted(suite: Suite, path: Path, cell: str | None = None) -> PageOutcome:
        done.append((path.name, cell))
        return run_page(suite, path, cell)

    monkeypatch.setattr(Suite, "run", noted)
    return done


def test_each_cell_is_a_test(pages: pytest.Pytester, runs: list[tuple[str, str | None]]) -> None:
    result = run(pages, "--runner-per-cell", "-v", "-rs")
    result.stdout.fnmatch_lines(
        [
            "birds.md::birds PASSED*",
            "birds.md::count PASSED*",
            "huts.md::huts PASSED*",
            "huts.md::beds FAILED*",
            "huts.md::closed SKIPPED*",
            "huts.md::total FAILED*",
            "one.md::one PASSED*",
            "one.md::two FAILED*",
            "one.md::three SKIPPED*",
            "one.md::four SKIPPED*",
            "not checked: 1 cell without an expected block",
            "SKIPPED [[]1[]] huts.md:19: in winter only",
            "SKIPPED [[]1[]] one.md:16: not run: the cell two before it errored",
        ],
        consecutive=False,
    )
    result.assert_outcomes(passed=4, failed=3, skipped=3)
    assert runs == [("birds.md", None), ("huts.md", None), ("one.md", None)]


def test_the_ini_file_can_say_it(pages: pytest.Pytester) -> None:
    found = ids(run(pages, "-o", "runner_per_cell=true", "--collect-only", "-q", "birds.md"))
    assert found == ["birds.md::birds", "birds.md::count"]


def test_the_failure_is_that_of_the_cell(pages: pytest.Pytester) -> None:
    result = run(pages, "--runner-per-cell", "huts.md::total")
    assert (
        lines_between(result, "_+ huts.md: cell total _+", "=+ short .*")
        == """\
huts.md:30: cell total: failed: row 1, column `beds`: expected 65, actual 64
    If the result is right, `runner update` rewrites the block; else mend the query or its data.
    --- the page
    +++ the engine's answer
    @@ -1,4 +1,4 @@
     | beds |
     |------|
    -| 65   |
    +| 64   |
     1 row
"""
    )


@pytest.mark.parametrize("chosen", [["huts.md::total"], ["-k", "total"]])
def test_one_cell_is_judged_alone_behind_those_that_it_needs(
    pages: pytest.Pytester, runs: list[tuple[str, str | None]], chosen: list[str]
) -> None:
    """The untrue cell before it is not told, and what comes after it is not run."""
    result = run(pages, "--runner-per-cell", *chosen)
    result.assert_outcomes(failed=1, deselected=9 if "-k" in chosen else 0)
    result.stdout.fnmatch_lines(["FAILED huts.md::total - line 30: row 1, column `beds`: *"])
    result.stdout.no_fnmatch_line("*cell beds*")
    assert runs == [("huts.md", "total")]


def test_a_cell_behind_an_error_is_never_green(pages: pytest.Pytester) -> None:
    """Where the cell that errored is no test itself, the first that it kept from running fails."""
    alone = run(pages, "--runner-per-cell", "one.md::four")
    alone.assert_outcomes(failed=1)
    message = "the cell two before it errored: line 13, column 1: type error: / by zero"
    alone.stdout.fnmatch_lines([f"one.md:20: cell four: not run: {message}"])
    both = run(pages, "--runner-per-cell", "one.md::three", "one.md::four", "-rfs")
    both.assert_outcomes(failed=1, skipped=1)
    both.stdout.fnmatch_lines(
        [
            "one.md:13: cell two: errored: line 13, column 1: type error: / by zero",
            "FAILED one.md::three - line 13, column 1: type error: / by zero",
            "SKIPPED [[]1[]] one.md:20: not run: the cell two before it errored",
        ]
    )


def test_an_error_in_an_included_page_fails_once(pytester: pytest.Pytester) -> None:
    setup = "```cypher cell=load setup\nRETURN 1 / 0 AS x\n```\n"
    write(pytester.path, shared=setup, page=f"---\ninclude: [shared.md]\n---\n\n{suites.TRUE}")
    result = run(pytester, "--runner-per-cell", "page.md")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "page.md:2: cell shared.md:load: errored: the included page shared.md failed at *",
            "FAILED page.md::birds - *",
        ]
    )
    run(pytester, "--runner-per-cell", "page.md::count").assert_outcomes(failed=1)


@pytest.mark.parametrize("chosen", [["page.md"], ["page.md::count"]])
def test_a_page_that_cannot_run_fails_once(pytester: pytest.Pytester, chosen: list[str]) -> None:
    write(pytester.path, page=f"---\ninclude: [nothing.md]\n---\n\n{suites.TRUE}")
    result = run(pytester, "--runner-per-cell", *chosen)
    result.assert_outcomes(failed=1, skipped=1 if chosen == ["page.md"] else 0)
    result.stdout.fnmatch_lines(["page.md:2:*: error: *nothing.md*"])


def test_a_skipped_page_skips_its_cells_and_strictly_fails_once(
    pytester: pytest.Pytester,
) -> None:
    head = "---\nrequires: {engine: neo4j}\n---\n\n"
    write(pytester.path, page=head + suites.TRUE)
    run(pytester, "--runner-per-cell").assert_outcomes(skipped=2)
    result = run(pytester, "--runner-per-cell", "--runner-strict")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(["page.md: failed (2 cells): skipped, which fails under --strict*"])


def test_pages_without_usable_cells_are_one_test(pytester: pytest.Pytester) -> None:
    write(pytester.path, bad=suites.MALFORMED, data='```json data=one\n{"a": 1}\n```\n')
    result = run(pytester, "--runner-per-cell", "-v")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "bad.md::page FAILED*",
            "data.md::page PASSED*",
            "not checked: 1 page without cells",
        ]
    )


def test_last_failed_runs_cells_that_failed(pages: pytest.Pytester) -> None:
    run(pages, "--runner-per-cell", "huts.md").assert_outcomes(passed=1, failed=2, skipped=1)
    result = run(pages, "--runner-per-cell", "--lf", "-v", "huts.md")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["huts.md::beds FAILED*", "huts.md::total FAILED*"])


def test_the_first_failure_ends_the_run_where_it_shall(pages: pytest.Pytester) -> None:
    run(pages, "--runner-per-cell", "-x", "huts.md").assert_outcomes(passed=1, failed=1)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_tests_does_not_matter(
    pages: pytest.Pytester, runs: list[tuple[str, str | None]], seed: int
) -> None:
    """All in one bucket: tests of different pages take turns."""
    order = ["--random-order-bucket=global", f"--random-order-seed={seed}"]
    run(pages, "--runner-per-cell", "-v", *order).assert_outcomes(passed=4, failed=3, skipped=3)
    assert sorted(runs) == [("birds.md", None), ("huts.md", None), ("one.md", None)]


def test_a_test_that_is_run_again_runs_its_page_again(
    pytester: pytest.Pytester, runs: list[tuple[str, str | None]]
) -> None:
    """As plugins do that try a failed test once more."""
    write(pytester.path, birds=suites.TRUE)
    pytester.makeconftest(
        """
        def pytest_collection_modifyitems(items):
            items.append(items[0])
        """
    )
    run(pytester, "--runner-per-cell").assert_outcomes(passed=3)
    assert runs == [("birds.md", None), ("birds.md", None)]


def test_editors_are_sent_to_the_line_of_the_cell(pages: pytest.Pytester) -> None:
    items, _ = pages.inline_genitems("-p", suites.PLUGIN, "--runner-per-cell", "huts.md")
    assert [(item.location[0], item.location[1]) for item in items] == [
        ("huts.md", 2),
        ("huts.md", 6),
        ("huts.md", 18),
        ("huts.md", 22),
    ]


def test_durations_are_those_of_the_cells(pages: pytest.Pytester) -> None:
    """Not of the page, which runs whole for the first of them."""
    record = pages.inline_run("-p", suites.PLUGIN, "--runner-per-cell", "huts.md")
    calls = {
        report.nodeid: report.duration for report in record.getreports() if report.when == "call"
    }
    assert calls["huts.md::closed"] == pytest.approx(0, abs=0.01)
    assert calls["huts.md::huts"] > 0
    assert calls["huts.md::total"] > 0
