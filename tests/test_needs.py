"""What a page needs is read from its cells, and one whose needs are not met is skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.engines.base import Capabilities
from runner.execute import RunOptions, read_page, run_page
from runner.needs import unmet_page_need
from runner.outcome import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from runner.page.model import Page

COMMUNITY = Capabilities(
    "neo4j", "2026.08.1", "community", frozenset({"uniqueness"}), scratch_databases=False
)
OLD = COMMUNITY._replace(version="5.26.0", languages=frozenset({"5"}))
THIS = "neo4j 2026.08.1 community"
HINT = "; with --emulate-enterprise runner keeps them in its place"

KINDS = {
    "CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS UNIQUE": None,
    "CREATE CONSTRAINT c FOR (n:L) REQUIRE (n.p, n.q) IS NODE KEY": "key",
    "create constraint for ()-[r:T]-() require r.p is relationship key": "key",
    "CREATE CONSTRAINT c IF NOT EXISTS FOR (n:L) REQUIRE n.p IS NOT NULL": "existence",
    "CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS :: STRING": "property type",
    "RETURN 'CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS NODE KEY' AS text": None,
    "CREATE CONSTRAINT nonsense": None,
    "DROP CONSTRAINT c IF EXISTS": None,
}


def page_of(folder: Path, text: str, name: str = "page.md") -> Page:
    path = folder / name
    path.write_text(text, "utf-8")
    return read_page(path)


def cell(text: str, words: str = "") -> str:
    return f"```cypher cell=a {words}\nRETURN 1 AS x;\n{text}\n```\n"


@pytest.mark.parametrize("statement", KINDS)
def test_kinds_of_constraint_are_read_from_the_cells(tmp_path: Path, statement: str) -> None:
    kind = KINDS[statement]
    reason = unmet_page_need(page_of(tmp_path, cell(statement)), (), COMMUNITY)
    expected = (
        f"needs {kind} constraints (line 3), which {THIS} does not keep{HINT}" if kind else None
    )
    assert reason == expected
    everything = COMMUNITY._replace(
        constraint_kinds=frozenset({"uniqueness", "key", "existence", "property type"})
    )
    assert unmet_page_need(page_of(tmp_path, cell(statement)), (), everything) is None


KEY = "CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS NODE KEY"


@pytest.mark.parametrize("words", ['skip="later"', "engine=embedded", "expect=error"])
def test_cells_that_need_not_succeed_here_need_nothing(tmp_path: Path, words: str) -> None:
    assert unmet_page_need(page_of(tmp_path, cell(KEY, words)), (), COMMUNITY) is None


def test_setup_cells_of_included_pages_count(tmp_path: Path) -> None:
    page = page_of(tmp_path, cell("RETURN 2 AS x"))
    plain = page_of(tmp_path, cell(KEY), "other.md")
    setup = page_of(tmp_path, cell(KEY, "setup"), "other.md")
    assert unmet_page_need(page, (plain,), COMMUNITY) is None
    assert unmet_page_need(page, (setup,), COMMUNITY) == (
        f"needs key constraints (line 3), which {THIS} does not keep{HINT} (included from other.md)"
    )


def test_cypher_25_is_needed_where_it_shows(tmp_path: Path) -> None:
    for text in ("LET x = 1 RETURN x", "CYPHER 25 RETURN 1 AS x"):
        reason = unmet_page_need(page_of(tmp_path, cell(text)), (), OLD)
        assert reason == "needs Cypher 25 (line 3), which neo4j 5.26.0 community does not know"
    assert unmet_page_need(page_of(tmp_path, cell("MATCH (n) RETURN n")), (), OLD) is None


def test_vectors_as_parameters_are_a_need(tmp_path: Path) -> None:
    text = (
        '```json data=v\n{"v": [{"$vector": {"values": [1.0], "type": "FLOAT32"}}]}\n```\n\n'
        "```cypher cell=a params=v\nRETURN $v AS v\n```\n"
    )
    page = page_of(tmp_path, text)
    if page.is_malformed:
        pytest.fail("\n".join(problem.text for problem in page.problems))
    reason = unmet_page_need(page, (), OLD)
    assert reason is not None
    assert reason.startswith("needs vectors as parameters (line 5)")
    assert unmet_page_need(page, (), COMMUNITY) is None


def test_a_page_on_community_is_skipped_and_fails_under_strict(
    neo4j_url: str, tmp_path: Path
) -> None:
    page = page_of(tmp_path, cell(KEY))
    with runner.connect(neo4j_url) as engine:
        skipped = run_page(page, engine, RunOptions())
        strict = run_page(page, engine, RunOptions(strict=True))
    assert (skipped.outcome, skipped.exit_code) == (Outcome.SKIPPED, 0)
    assert skipped.reason == f"needs key constraints (line 3), which {THIS} does not keep{HINT}"
    assert (strict.outcome, strict.exit_code) == (Outcome.FAILED, 1)
