"""Each page is a test: it is collected, it runs, and pytest's summary counts it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from runner.sql.installed import lacking
from tests.support import suites
from tests.support.suites import ids, lines_between, run, write

if TYPE_CHECKING:
    from collections.abc import Iterable

pytest_plugins = ["pytester"]


@pytest.fixture
def pages(pytester: pytest.Pytester) -> pytest.Pytester:
    """A suite with a true page, an untrue one, a Markdown file that is no page, and a test."""
    write(
        pytester.path,
        pages__birds=suites.TRUE,
        pages__huts=suites.UNTRUE,
        README=suites.NO_PAGE,
    )
    pytester.makepyfile(test_own="def test_own(): pass")
    return pytester


def test_a_page_with_failing_cells_is_one_failed(pages: pytest.Pytester) -> None:
    result = run(pages)
    result.assert_outcomes(passed=2, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "pages/birds.md .*",
            "pages/huts.md F*",
            "2 pages, 6 cells: 3 passed, 2 failed, 1 skipped",
            "not checked: 1 cell without an expected block",
            "FAILED pages/huts.md::page - line 15: cell beds: row 2, column `beds`: *",
        ]
    )


@pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")
def test_a_cell_of_sql_is_a_cell_like_any_other(pytester: pytest.Pytester) -> None:
    write(
        pytester.path,
        page="```sql cell=one\nSELECT 1 AS x\n```\n\n```table\n| x |\n|---|\n| 2 |\n1 row\n```\n",
    )
    result = run(pytester, "page.md", "--runner-per-cell")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["FAILED page.md::one - line 8: row 1, column `x`: expected 2, actual 1"]
    )


def test_the_failure_is_what_check_says_with_its_diff(pages: pytest.Pytester) -> None:
    result = run(pages, "pages")
    assert (
        lines_between(result, "_+ pages/huts.md _+", "2 pages, .*")
        == """\
pages/huts.md: failed (4 cells)
pages/huts.md:15: cell beds: failed: row 2, column `beds`: expected 41, actual 40
    If the result is right, `runner update` rewrites the block; else mend the query or its data.
    --- the page
    +++ the engine's answer
    @@ -1,5 +1,5 @@
     | hut         | beds |
     |-------------|------|
     | "Birch Hut" | 24   |
    -| "Lake Hut"  | 41   |
    +| "Lake Hut"  | 40   |
     2 rows
pages/huts.md:30: cell total: failed: row 1, column `beds`: expected 65, actual 64
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


def test_each_cell_is_shown_where_each_test_is(pages: pytest.Pytester) -> None:
    result = run(pages, "-v", "pages/huts.md")
    result.stdout.fnmatch_lines(
        [
            "pages/huts.md::page FAILED*",
            "  line 3: cell huts: passed: it has no expected block: nothing was compared",
            "  line 15: cell beds: failed: row 2, column `beds`: expected 41, actual 40",
            "  line 19: cell closed: skipped: in winter only",
            "  line 30: cell total: failed: row 1, column `beds`: expected 65, actual 64",
        ]
    )


def test_quietly_nothing_is_added(pages: pytest.Pytester) -> None:
    result = run(pages, "-q", "pages/birds.md")
    assert result.outlines[-1].startswith("1 passed in")
    assert not any("cell" in line for line in result.outlines)


def test_pages_are_never_written(pages: pytest.Pytester) -> None:
    def state() -> dict[str, tuple[bytes, int]]:
        return {
            path.name: (path.read_bytes(), path.stat().st_mtime_ns)
            for path in (pages.path / "pages").iterdir()
        }

    before = state()
    run(pages, "pages", "-p", "no:cacheprovider")
    assert state() == before


@pytest.mark.parametrize(
    ("arguments", "chosen"),
    [
        (["pages"], ["pages/birds.md::page", "pages/huts.md::page"]),
        (["pages/huts.md"], ["pages/huts.md::page"]),
        (["pages/huts.md::page"], ["pages/huts.md::page"]),
        (["-k", "birds"], ["pages/birds.md::page"]),
        (["-k", "total"], ["pages/huts.md::page"]),
        (["-m", "runner_page"], ["pages/birds.md::page", "pages/huts.md::page"]),
        (["-m", "not runner_page"], ["test_own.py::test_own"]),
        (["--no-runner"], ["test_own.py::test_own"]),
        (["-o", "runner_pages="], ["test_own.py::test_own"]),
        (["-o", "runner_pages=h*.md", "pages"], ["pages/huts.md::page"]),
        (
            ["-o", "runner_pages=pages/b*.md docs/*"],
            ["pages/birds.md::page", "test_own.py::test_own"],
        ),
        (["-o", "runner_pages=docs/*", "pages/huts.md"], ["pages/huts.md::page"]),
        (["-o", "runner_pages=docs/*", "--runner-pages", "h*", "pages"], ["pages/huts.md::page"]),
        (["-o", "runner_pages=", "--runner-pages=*.md", "pages/huts.md"], ["pages/huts.md::page"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_pages_are_chosen(pages: pytest.Pytester, arguments: list[str], chosen: list[str]) -> None:
    assert ids(run(pages, "--collect-only", "-q", *arguments)) == chosen


def test_what_check_leaves_out_is_left_out_unless_it_is_named(pages: pytest.Pytester) -> None:
    """Hidden files, and what git ignores."""
    write(pages.path, **{"pages__draft": suites.TRUE, "pages__.hidden": suites.TRUE})
    write(pages.path, generated__birds=suites.TRUE)
    (pages.path / ".gitignore").write_text("draft.md\n/generated/\n")
    subprocess.run(["git", "init", "--quiet"], cwd=pages.path, check=True)
    found = ids(run(pages, "--collect-only", "-q", "."))
    assert found == ["pages/birds.md::page", "pages/huts.md::page", "test_own.py::test_own"]
    named = ["pages/draft.md", "pages/.hidden.md", "generated/birds.md"]
    assert ids(run(pages, "--collect-only", "-q", *named)) == [f"{name}::page" for name in named]


def test_front_matter_gives_markers(pytester: pytest.Pytester) -> None:
    """In lower case, declared, and never one that acts."""
    head = (
        "---\nlevel: Beginner\ncategory: Path patterns!\nfeatures: [MERGE]\n"
        "tags: [slow, skip, xfail, parametrize, _x, 'a:b', 2024]\n---\n\n"
    )
    write(pytester.path, one=head + suites.TRUE, two="---\ntags: slow, odd\n---\n\n" + suites.TRUE)

    def chosen(expression: str) -> list[str]:
        found = ids(run(pytester, "--collect-only", "-q", "-m", expression))
        return [name.removesuffix(".md::page") for name in found]

    assert chosen("beginner") == ["one"]
    assert chosen("path-patterns and merge and x and a-b") == ["one"]
    assert chosen("slow") == ["one", "two"]
    assert chosen("odd and not beginner") == ["two"]
    assert chosen("skip or xfail") == []
    run(pytester).assert_outcomes(passed=2)


def test_last_failed_runs_the_pages_that_failed(pages: pytest.Pytester) -> None:
    run(pages).assert_outcomes(passed=2, failed=1)
    run(pages, "--lf").assert_outcomes(failed=1)
    write(pages.path, pages__huts=suites.TRUE)
    run(pages, "--lf").assert_outcomes(passed=1)
    run(pages, "--lf").assert_outcomes(passed=3)


def test_the_first_failure_ends_the_run_where_it_shall(pages: pytest.Pytester) -> None:
    run(pages, "-x").assert_outcomes(passed=1, failed=1)


def test_an_error_of_a_statement(pytester: pytest.Pytester) -> None:
    write(pytester.path, page=suites.ERRORED)
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "page.md:13: cell two: errored: line 13, column 1: type error: / by zero",
            "1 page, 4 cells: 1 passed, 1 errored, 2 not run",
            "FAILED page.md::page - cell two: line 13, column 1: type error: / by zero",
        ]
    )


def test_a_skipped_page_is_skipped_with_its_reason(pytester: pytest.Pytester) -> None:
    every = (
        '```cypher cell=a skip="no"\nRETURN 1\n```\n\n```cypher cell=b skip="no"\nRETURN 1\n```\n'
    )
    write(pytester.path, skipped=suites.SKIPPED, every=every)
    result = run(pytester, "-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(
        [
            "not checked: 2 pages skipped",
            "SKIPPED [[]1[]] every.md:1: every cell is skipped: no",
            "SKIPPED [[]1[]] skipped.md:1: needs the engine neo4j, and this is embedded",
        ]
    )


def test_strictly_skipped_pages_and_notices_fail(pytester: pytest.Pytester) -> None:
    padded = suites.TRUE.replace("| 2     |", "| 2 |")
    write(pytester.path, skipped=suites.SKIPPED, padded=padded)
    result = run(pytester, "-rP")
    result.assert_outcomes(skipped=1, passed=1)
    result.stdout.fnmatch_lines(["padded.md:18: cell count: notice: * [[]format[]]"])
    for strictly in (["--runner-strict"], ["-o", "runner_strict=true"]):
        result = run(pytester, *strictly)
        result.assert_outcomes(failed=2)
        result.stdout.fnmatch_lines(
            [
                "FAILED padded.md::page - line 18: cell count: *",
                "FAILED skipped.md::page - line 1: skipped, which fails under --strict*",
            ]
        )


def test_a_malformed_page_fails_with_its_problems(pytester: pytest.Pytester) -> None:
    write(pytester.path, page=suites.MALFORMED)
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "page.md: malformed",
            "page.md:1:20: error: unknown key `colour`*[[]unknown-key[]]",
            "1 page, 1 malformed, 0 cells: 0 passed",
            "FAILED page.md::page - line 1: unknown key `colour`*",
        ]
    )


def test_a_page_that_cannot_be_read_is_an_error(
    pages: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "huts.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    result = run(pages)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["cannot read *huts.md: Permission denied"])


def test_a_page_without_cells_is_counted(pytester: pytest.Pytester) -> None:
    write(pytester.path, page='```json data=one\n{"a": 1}\n```\n')
    result = run(pytester)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["1 page, 0 cells: 0 passed", "not checked: 1 page without cells"])


def test_junit_has_a_case_for_each_page(pages: pytest.Pytester) -> None:
    write(pages.path, pages__skipped=suites.SKIPPED)
    run(pages, "pages", "--junit-xml=out.xml")
    [suite] = ElementTree.parse(pages.path / "out.xml").getroot()
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    cases = {(case.get("classname"), case.get("name")): list(case) for case in suite}
    assert set(cases) == {(f"pages.{name}.md", "page") for name in ("birds", "huts", "skipped")}
    [failure] = cases["pages.huts.md", "page"]
    message = "line 15: cell beds: row 2, column `beds`: expected 41, actual 40 (and 1 more)"
    assert failure.get("message") == message
    assert '+| "Lake Hut"  | 40   |' in (failure.text or "")


def test_a_key_press_ends_the_run(pages: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Running a page turns it into an outcome; pytest has to learn of it all the same."""

    def interrupt(*_given: object, **_named: object) -> Iterable[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("runner.engines.embedded.EmbeddedSession.run", interrupt)
    result = run(pages, "pages")
    assert result.ret == pytest.ExitCode.INTERRUPTED
