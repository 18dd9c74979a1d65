"""Running a page: cells without statements, included pages, messages of cells with several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from runner.outcome import PageOutcome


def run(folder: Path, text: str, *, strict: bool = False, **others: str) -> PageOutcome:
    """Run `text` as a page; `others` are the pages beside it, by name without ``.md``."""
    for name, other in others.items():
        (folder / f"{name}.md").write_text(other, "utf-8")
    path = folder / "page.md"
    path.write_text(text, "utf-8")
    with runner.connect("embedded:") as engine:
        return run_page(read_page(path), engine, RunOptions(strict=strict))


def cell(query: str, options: str = "", block: str = "", language: str = "table") -> str:
    text = f"```cypher cell=a {options}\n{query}\n```\n"
    return text + (f"\n```{language}\n{block}\n```\n" if block else "")


def told(outcome: PageOutcome) -> list[tuple[str, int, str, str]]:
    return [(each.cell, each.line, each.outcome.value, each.message) for each in outcome.cells]


ONE = "| x |\n|---|\n| 1 |\n1 row"


@pytest.mark.parametrize(
    ("options", "block", "outcome", "message"),
    [
        ("", "", Outcome.PASSED, ""),
        ("", "(no rows)", Outcome.PASSED, ""),
        (
            "",
            ONE,
            Outcome.FAILED,
            "the page shows columns, but the last statement returns none: `(no rows)`",
        ),
        (
            "expect=error",
            "",
            Outcome.FAILED,
            "the cell was to fail (`expect=error`), but it gave (no rows)",
        ),
    ],
)
def test_a_cell_without_a_statement_gives_no_rows(
    options: str, block: str, outcome: Outcome, message: str, tmp_path: Path
) -> None:
    (found,) = run(tmp_path, cell("// nothing\n;", options, block)).cells
    assert (found.outcome, found.message) == (outcome, message)


def test_a_mismatch_names_the_statement_whose_rows_they_are(tmp_path: Path) -> None:
    """Counters are those of all statements, so no one of them is named."""
    found = run(tmp_path, cell("CREATE (:A);\n\nRETURN 2 AS x", block=ONE))
    unnamed = "expected 0, actual 1 (the footer does not name this counter, which means 0)"
    assert found.cells[0].statement == 2
    assert found.cells[0].message.split("\n") == [
        "statement 2 (line 4): row 1, column `x`: expected 1, actual 2",
        f"nodes created: {unnamed}",
        f"labels added: {unnamed}",
    ]


def test_another_error_names_the_statement_that_failed(tmp_path: Path) -> None:
    found = run(tmp_path, cell("RETURN 1;\nRETURN 1 / 0", "expect=error", "error: no"))
    message = (
        "statement 2 (line 3): the cell fails by another error: expected no, "
        "actual type error: / by zero"
    )
    assert told(found) == [("a", 7, "failed", message)]


def test_a_time_out_names_the_statement(tmp_path: Path) -> None:
    slow = "RETURN 1;\nUNWIND range(1, 9999999) AS a UNWIND range(1, 99) AS b RETURN count(*)"
    found = run(tmp_path, cell(slow, "timeout=0.1"))
    message = "statement 2, line 3: the cell did not end within 0.1 s and was stopped"
    assert told(found) == [("a", 3, "errored", message)]


INCLUDE = "---\ninclude: [first.md, other.md]\n---\n"
SETUP = "```cypher cell=a setup\nCREATE (n:Other) RETURN n\n```\n"


def test_gram_ids_of_included_pages_are_their_own(tmp_path: Path) -> None:
    """An included page is not judged, so its blocks say nothing about the ids of this one."""
    other = SETUP + "\n```gram\n// 1 row · nodes created: 1, labels added: 1\n(n0:Other)\n```\n"
    block = "// 1 row · nodes created: 1, labels added: 1\n(n0:Mine)"
    text = INCLUDE + cell("CREATE (n:Mine) RETURN n", block=block, language="gram")
    outcome = run(tmp_path, text, first="", other=other)
    assert told(outcome) == [("a", 4, "passed", "")]


def test_a_failing_included_page_leaves_the_cell_of_the_same_name_alone(tmp_path: Path) -> None:
    other = SETUP.replace("RETURN n", "RETURN 1 / 0")
    outcome = run(tmp_path, INCLUDE + cell("RETURN 1"), first="", other=other)
    message = (
        "the included page other.md failed at its line 2, cell a: line 2, column 1: "
        "type error: / by zero"
    )
    assert told(outcome) == [("other.md:a", 2, "errored", message), ("a", 4, "not_run", "")]


def test_a_broken_block_of_an_included_page_is_an_error_of_this_one(tmp_path: Path) -> None:
    other = SETUP + "\n```table\nnothing\n```\n"
    outcome = run(tmp_path, INCLUDE + cell("RETURN 1"), first="", other=other)
    assert outcome.outcome is Outcome.MALFORMED
    ((line, column, text),) = [(p.line, p.column, p.text) for p in outcome.problems]
    assert (line, column) == (2, 21)
    assert text.startswith("other.md:6:1: `nothing` is no footer")


@pytest.mark.parametrize("strict", [False, True])
def test_what_an_included_page_requires_its_includer_does_too(strict: bool, tmp_path: Path) -> None:
    other = "---\nrequires: {engine: neo4j}\n---\n" + SETUP
    outcome = run(tmp_path, INCLUDE + cell("RETURN 1"), strict=strict, first="", other=other)
    reason = "includes other.md, which needs the engine neo4j, and this is embedded"
    if strict:
        assert outcome.outcome is Outcome.FAILED
        assert outcome.reason == f"skipped, which fails under --strict: it {reason}"
    else:
        assert (outcome.outcome, outcome.reason) == (Outcome.SKIPPED, reason)
