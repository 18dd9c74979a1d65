"""The pages on agent memory keep what makes them worth reading.

A diagram that can be read out, results for all they run, a view of their graph, a run on every
engine, and the facts of their story.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import runner
from runner.execute import RunOptions, read_page, run_page
from runner.lint.process import lint_page
from runner.lint.table import RULES
from runner.outcome import Outcome
from runner.render.gram import read_gram
from runner.render.table import AnyRows, read_table
from tests.support.shared import SHARED, needs_shared
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from runner.engines.base import Engine
    from runner.page.model import Cell, ExpectedBlock, Page

FOLDER = PROJECT / "pages"
NAMES = (
    "context-graph",
    "memory-write-path",
    "recall",
    "check-before-answering",
    "why-did-the-agent-say-that",
    "blast-radius",
)
SQL_NAMES = ("is-memory-helping", "one-query-three-sources")
ALL_NAMES = (*NAMES, *SQL_NAMES)
TALK = SHARED / "seed" / "agent-memory-beyond-vectors.txt"

# The tables of the talk, as facts: page, cell, and what its rows say, each by the page's own names
# of columns. They stand here once more so that no rewrite of a page can change them unseen.

RECALL_TRACE: tuple[dict[str, Any], ...] = (
    {
        "candidate": "Revenue = sum of order amount",
        "similarity": 0.86,
        "scope": "this project",
        "status": "superseded",
        "result": "Dropped",
    },
    {
        "candidate": "Revenue includes sales tax",
        "similarity": 0.84,
        "scope": "another team",
        "status": "active",
        "result": "Dropped",
    },
    {
        "candidate": "Report APAC in USD at the month-end rate",
        "similarity": 0.8,
        "scope": "this project",
        "status": "active",
        "result": "Kept, #2",
    },
    {
        "candidate": "Net revenue excludes refunds",
        "similarity": 0.6,
        "scope": "this project",
        "status": "active, pinned",
        "result": "Kept, #1",
    },
)
WHY = {
    "recalled": "Revenue = sum of order amount",
    "status": "superseded",
    "replaced_by": "Net revenue excludes refunds",
    "came_from": "chat, Sep 2",
    "sql": "SELECT sum(amount) FROM stg.orders …",
    "tables": "stg.orders (no refunds table)",
}
BLAST_RADIUS: tuple[dict[str, Any], ...] = (
    {
        "asked": "Oct 4",
        "question": "APAC net revenue, week to date",
        "asked_by": "Regional finance",
        "memory_to_review": "none",
    },
    {
        "asked": "Oct 5",
        "question": "Refund rate by category, last 7 days",
        "asked_by": "Operations",
        "memory_to_review": "Outdoor refund rate is about 2.6%",
    },
    {
        "asked": "Oct 6",
        "question": "Top products by net revenue, last 7 days",
        "asked_by": "Merchandising",
        "memory_to_review": "none",
    },
)
WEEKLY: tuple[dict[str, Any], ...] = tuple(
    dict(zip(("week_of", "answers", "with_memory", "without", "stale"), values, strict=True))
    for values in (
        ("Oct 12", 412, "6.1%", "9.8%", 14),
        ("Oct 19", 438, "5.4%", "10.1%", 11),
        ("Oct 26", 447, "5.8%", "9.9%", 12),
        ("Nov 2", 451, "3.2%", "9.6%", 1),
    )
)
FACTS = (
    ("recall", "trace", RECALL_TRACE),
    ("blast-radius", "radius", BLAST_RADIUS),
    ("is-memory-helping", "weekly", WEEKLY),
)


def page_of(name: str) -> Page:
    """A page of the folder, read without problems."""
    return read_page(FOLDER / f"{name}.md")


def expected_of(cell: Cell) -> ExpectedBlock:
    """The expected block that a cell has to have."""
    assert cell.expected is not None, cell.name
    return cell.expected


def rows_of(page: Page, name: str) -> list[dict[str, Any]]:
    """The rows of a cell's expected table, by column."""
    cell = page.cell(name)
    assert cell is not None, name
    table = read_table(expected_of(cell).text, [])
    rows = []
    for row in table.rows:
        assert not isinstance(row, AnyRows)
        rows.append(dict(zip(table.columns, (each.value for each in row.cells), strict=True)))
    return rows


def chosen(rows: list[dict[str, Any]], fact: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows with the columns of a fact alone."""
    return [{column: row[column] for column in fact} for row in rows]


def assert_true(page: Page, engine: Engine) -> None:
    """Fail unless every cell of a page ran and passed, without a notice."""
    if any(cell.fence.info.startswith("sql") for cell in page.cells):
        pytest.importorskip("chdb")
    outcome = run_page(page, engine, RunOptions(strict=True))
    untrue = {cell.cell: cell.message for cell in outcome.cells if cell.message}
    assert (outcome.problems, untrue) == ((), {})
    assert {cell.outcome for cell in outcome.cells} == {Outcome.PASSED}
    assert outcome.outcome is Outcome.PASSED
    assert [notice for cell in outcome.cells for notice in cell.notices] == []


# What every page has.


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_diagram_can_be_read_out(name: str) -> None:
    """There is one at least, and each has the title and the description of its own diagram."""
    diagrams = [fence.content.text for fence in page_of(name).fences if fence.info == "mermaid"]
    assert diagrams
    for diagram in diagrams:
        assert re.search(r"^ *accTitle: *\S.{8,}$", diagram, re.MULTILINE), diagram
        described = re.search(r"^ *accDescr *\{([^}]+)\}", diagram, re.MULTILINE)
        assert described, diagram
        assert len(described[1].split()) > 20


@pytest.mark.parametrize("name", ALL_NAMES)
@pytest.mark.parametrize("key", ["accTitle", "accDescr"])
def test_lint_would_find_a_diagram_without(name: str, key: str, tmp_path: Path) -> None:
    """The rule that these pages rely on sees their diagrams."""
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    without = tmp_path / "page.md"
    without.write_text(re.sub(r"\ninclude: .*", "", text.replace(key, "title")), "utf-8")
    found = lint_page(read_page(without), RULES).findings
    (told,) = [each.finding.message for each in found if each.rule.code == "untitled-diagram"]
    assert told.endswith(f": {key}")


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_cell_says_what_it_gives(name: str) -> None:
    """Exactly, without a wildcard."""
    page = page_of(name)
    assert [cell.name for cell in page.cells if cell.expected is None] == []
    assert len(page.cells) >= 7
    wild = [block.line for block in page.expected_blocks if re.search(r"\| *…", block.text)]
    assert wild == []


@pytest.mark.parametrize("name", NAMES)
def test_a_graph_is_shown_as_one(name: str) -> None:
    """A `gram` block of several rows that share nodes."""
    grams = [
        read_gram(block.text, [])
        for block in page_of(name).expected_blocks
        if block.language == "gram"
    ]
    assert grams
    for gram in grams:
        assert len(gram.rows) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_the_schema_and_the_data_that_it_stands_on(name: str) -> None:
    """Constraints and indexes as a result; nodes that a cell of its own makes."""
    page = page_of(name)
    sources = [cell.source for cell in page.cells]
    assert any(re.match(r"SHOW (INDEXES|CONSTRAINTS)", source) for source in sources)
    assert any("CREATE (" in source for source in sources)
    assert page.data_blocks


@pytest.mark.parametrize("name", ALL_NAMES)
def test_what_goes_wrong_is_shown_by_a_result(name: str) -> None:
    """The query that misleads stands on the page, before the one that does not."""
    misleading, better = {
        "context-graph": ("closest", "together"),
        "memory-write-path": ("believes-both", "commit"),
        "recall": ("top-two", "recall"),
        "check-before-answering": ("tables-alone", "check"),
        "why-did-the-agent-say-that": ("recall-today", "why"),
        "blast-radius": ("direct-readers", "radius"),
        "is-memory-helping": ("with-and-without", "weekly"),
        "one-query-three-sources": ("joined-lines", "by-category"),
    }[name]
    page = page_of(name)
    first, second = page.cell(misleading), page.cell(better)
    assert first is not None
    assert second is not None
    assert first.line < second.line
    assert expected_of(first).text != expected_of(second).text


@pytest.mark.parametrize("name", SQL_NAMES)
def test_a_page_in_sql_shows_types_and_data(name: str) -> None:
    """Those of a table that it makes, or of what it finds."""
    page = page_of(name)
    sources = [cell.source for cell in page.cells]
    assert any("CREATE TABLE" in source or "toTypeName" in source for source in sources)
    assert page.data_blocks


# Where they run.


@pytest.mark.parametrize("name", ALL_NAMES)
def test_no_page_keeps_an_engine_out(name: str) -> None:
    page = page_of(name)
    assert page.front_matter.requires is None
    assert [cell.name for cell in page.cells if cell.engine or cell.skip is not None] == []


@pytest.mark.parametrize("name", ALL_NAMES)
def test_a_page_is_true_on_the_embedded_engine(name: str) -> None:
    with runner.connect("embedded:") as engine:
        assert_true(page_of(name), engine)


@pytest.mark.parametrize("name", ALL_NAMES)
def test_a_page_is_true_on_neo4j(name: str, neo4j_url: str) -> None:
    """On the Community edition as it is, with nothing emulated.

    A server that has just started may take its time for the first statement.
    """
    with runner.connect(neo4j_url, timeout=60.0) as engine:
        assert_true(page_of(name), engine)


# What they say.


@pytest.mark.parametrize(("name", "cell", "facts"), FACTS, ids=[fact[0] for fact in FACTS])
def test_a_table_of_the_talk_stands_in_a_page(
    name: str, cell: str, facts: tuple[Mapping[str, Any], ...]
) -> None:
    """All of its rows, in its order, and no other."""
    assert chosen(rows_of(page_of(name), cell), facts[0]) == list(facts)


def test_the_diagnosis_of_the_talk_stands_in_a_page() -> None:
    """First of the memories that the answer recalled; the other one is what it should have used."""
    first, second = rows_of(page_of("why-did-the-agent-say-that"), "why")
    assert first == WHY
    assert (second["recalled"], second["status"]) == (WHY["replaced_by"], "active")
    (late,) = [
        row
        for row in rows_of(page_of("why-did-the-agent-say-that"), "by-time")
        if row["known_by_then"]
    ]
    assert (late["answer"], late["days_late"]) == ("answer-1042", 5)


def test_the_index_reports_half_of_one_and_the_cosine() -> None:
    """So the scores of the four candidates are not the similarities that the talk gives."""
    rows = rows_of(page_of("recall"), "scores")
    assert [row["similarity"] for row in rows] == [fact["similarity"] for fact in RECALL_TRACE]
    assert [row["score"] for row in rows] == [0.93, 0.92, 0.9, 0.8]


def test_the_numbers_of_the_story_are_told() -> None:
    """In prose, data or results."""
    for name, numbers in {
        "context-graph": ("$4.87M", "$4.21M", "$655K", "q-1042", "09:14", "12%"),
        "recall": ("$4.87M", "$4.21M", "fifty", "eight", "five seconds"),
        "memory-write-path": ("0.92",),
        "check-before-answering": ("INC-2317", "three steps"),
        "blast-radius": ("212 of 1,348", "INC-2317", "2.6%", "2.8%", "4.1%", "3.4%", "14:35"),
    }.items():
        text = page_of(name).text
        assert [number for number in numbers if number not in text] == [], name


def test_every_outcome_of_a_commit_is_shown() -> None:
    rows = rows_of(page_of("memory-write-path"), "commit")
    assert [row["outcome"] for row in rows] == [
        "merged",
        "rejected",
        "added, in conflict",
        "added, in conflict",
        "added",
        "added",
        "refused",
    ]


def test_the_history_of_the_memory_is_kept() -> None:
    """Each operation has left an entry, and no memory was deleted after the fresh start."""
    page = page_of("memory-write-path")
    operations = {row["op"] for row in rows_of(page, "history")}
    assert operations == {"add", "revise", "superseded", "retract", "pin", "merge"}
    status = {row["id"]: row["status"] for row in rows_of(page, "all-memories")}
    assert (status["m-1"], status["m-4"], status["m-7"]) == (
        "superseded",
        "active, pinned",
        "retracted",
    )
    assert rows_of(page, "consistent") == []


def test_a_correction_goes_to_each_thread_once() -> None:
    page = page_of("blast-radius")
    sent = rows_of(page, "correct")
    assert [row["to"] for row in sent] == [fact["asked_by"] for fact in BLAST_RADIUS]
    again = page.cell("correct-again")
    assert again is not None
    assert expected_of(again).text.endswith("\n3 rows")
    (retracted,) = rows_of(page, "retract")
    assert retracted["memory"] == BLAST_RADIUS[1]["memory_to_review"]
    assert retracted["status"] == "retracted"


def test_three_sources_meet_in_one_cell() -> None:
    """The result of an earlier cell, an uploaded table, and a file beside the page."""
    page = page_of("one-query-three-sources")
    cell = page.cell("by-category")
    assert cell is not None
    assert re.search(r"FROM refunds\b", cell.source)
    assert cell.params == ("supplier_returns",)
    assert "file('sku_categories.parquet')" in cell.source
    assert (FOLDER / "sku_categories.parquet").read_bytes().startswith(b"PAR1")
    total = sum(row["warehouse_refunds"] for row in rows_of(page, "by-category"))
    assert total == rows_of(page, "total")[0]["refunds"]


@needs_shared
def test_the_facts_are_those_of_the_talk() -> None:
    """Its text has the cells of a table's row one after the other."""
    talk = TALK.read_text("utf-8")
    for fact in RECALL_TRACE:
        row = {**fact, "similarity": f"{fact['similarity']:.2f}"}
        assert "".join(row.values()) in talk
    for fact in BLAST_RADIUS:
        memory = fact["memory_to_review"]
        quoted = memory if memory == "none" else f"“{memory}”"
        assert "".join({**fact, "memory_to_review": quoted}.values()) in talk
    for week in WEEKLY:
        assert "".join(str(value) for value in week.values()) in talk
    for key, value in WHY.items():
        assert f"{key} {value}" in talk
