"""What would be written: which blocks, with which text, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import runner
from runner.execute import RunOptions, run_page
from runner.outcome import Outcome
from runner.page.parse import parse_page
from runner.render.blocks import block_problems
from runner.rewrite import (
    ChangeKind,
    Wanted,
    applied,
    changes,
    conflict_marker,
    edited_and_checked,
    rewritten_page,
)
from runner.write import NotWritten


def rewritten(text: str, wanted: Wanted | None = None) -> str:
    """The text of a page as it would be rewritten."""
    page = parse_page(Path("page.md"), text=text.encode(), check_block=block_problems)
    assert page.problems == ()
    with runner.connect("embedded:") as engine:
        outcome = run_page(page, engine, RunOptions())
    return rewritten_page(page, outcome, wanted or Wanted()).decode()


def cell(query: str, block: str | None, words: str = "", language: str = "table") -> str:
    """A cell, with its block."""
    fence = f"```cypher cell=a{words and ' ' + words}\n{query}\n```\n"
    return fence if block is None else f"{fence}\n```{language}\n{block}\n```\n"


def block_after(query: str, block: str, words: str = "", language: str = "table") -> str:
    """The block of a one-cell page after a rewrite."""
    text = rewritten(cell(query, block, words, language))
    start = cell(query, None, words) + f"\n```{language}\n"
    assert text.startswith(start)
    assert text.endswith("\n```\n")
    return text[len(start) : -len("\n```\n")]


def test_only_the_block_that_is_not_true_changes() -> None:
    """Other blocks keep padding and spelling that the runner would write otherwise."""
    loose = cell("RETURN 1 AS x", "|x|\n|-|\n|  1|\n1 row").replace("cell=a", "cell=b")
    text = loose + cell("RETURN 2 AS x", "| x |\n|---|\n| 3 |\n1 row")
    assert rewritten(text) == text.replace("| 3 |", "| 2 |")


def test_wildcards_stay_where_they_hold() -> None:
    """Alone, at depth, for whole rows, in both spellings; only what is wrong is replaced."""
    assert block_after(
        'UNWIND [1, 2, 3, 4] AS n RETURN n, {id: n, tags: ["a", n]} AS m, "x" AS s',
        '| n | m | s |\n|---|---|---|\n| 1 | {id: …, tags: ["a", ...]} | … |\n| … | | |\n'
        '| 4 | … | "y" |\n3 rows',
    ) == (
        "| n | m                         | s   |\n"
        "|---|---------------------------|-----|\n"
        '| 1 | {id: …, tags: ["a", ...]} | …   |\n'
        "| … |                           |     |\n"
        '| 4 | …                         | "x" |\n'
        "4 rows"
    )


def test_what_a_tolerance_or_a_prefix_accepts_stays_as_written() -> None:
    """Where another part of the block is not true."""
    assert block_after(
        "RETURN 0.30000001 AS x, 2 AS y", "| x | y |\n|---|---|\n| 0.3 | 1 |\n1 row", "approx=1e-3"
    ) == ("| x   | y |\n|-----|---|\n| 0.3 | 2 |\n1 row")
    text = cell("RETURN 1 / 0 AS x", "error: type error…", "expect=error")
    assert rewritten(text, Wanted(all=True)) == text


def test_unordered_rows_that_hold_keep_their_order() -> None:
    """New ones follow, those that are gone go."""
    assert block_after(
        "UNWIND [1, 2, 3] AS x RETURN x", "| x |\n|---|\n| 3 |\n| 9 |\n| 1 |\n3 rows", "unordered"
    ) == ("| x |\n|---|\n| 3 |\n| 1 |\n| 2 |\n3 rows")


def test_gram_ids_of_the_page_stay() -> None:
    """The numbers are the page's, not the engine's."""
    query = "CREATE (a:A {x: 1})-[r:R]->(b:B) RETURN a, r, b"
    assert block_after(query, "// 1 row\n(n7:A {x: 2}), (n7)-[r9:R]->(n8), (n8:B)", "", "gram") == (
        "// 1 row · nodes created: 2, relationships created: 1, properties set: 1, "
        "labels added: 2\n(n7:A {x: 1}), (n7)-[r9:R]->(n8), (n8:B)"
    )


def test_a_new_entity_takes_no_id_of_a_skipped_cell() -> None:
    """What another engine would show keeps its ids for itself."""
    skipped = "```cypher cell=s skip=later\nRETURN 1\n```\n\n```gram\n// 1 row\n(n0:S)\n```\n\n"
    text = skipped + cell("CREATE (a:A) RETURN a", "// 0 rows", "", "gram")
    assert "(n1:A)" in rewritten(text)


def test_missing_blocks_are_filled_only_where_wanted() -> None:
    """Rows, an expected error, a statement without rows, no statement."""
    text = (
        "```cypher cell=rows\nRETURN 1 AS x\n```\nprose\n\n"
        "```cypher cell=bad expect=error\nRETURN 1 / 0 AS x\n```\n\n"
        "~~~ cypher cell=made\nCREATE (:A)\n~~~\n\n"
        "```cypher cell=empty\n// nothing\n```"
    )
    assert rewritten(text) == text
    assert rewritten(text, Wanted(fill=True)) == (
        "```cypher cell=rows\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"
        "prose\n\n"
        "```cypher cell=bad expect=error\nRETURN 1 / 0 AS x\n```\n\n"
        "```table\nerror: type error: / by zero\n```\n\n"
        "~~~ cypher cell=made\nCREATE (:A)\n~~~\n\n"
        "~~~table\n(no rows) · nodes created: 1, labels added: 1\n~~~\n\n"
        "```cypher cell=empty\n// nothing\n```\n\n```table\n(no rows)\n```"
    )


def test_a_filled_block_stands_in_the_list_and_quote_of_its_cell() -> None:
    """With the file's line ends, and without a last newline where there was none."""
    text = "1. > ```cypher cell=a\r\n   > RETURN 1 AS x\r\n   > ```"
    assert rewritten(text, Wanted(fill=True)) == (
        text + "\r\n   >\r\n   > ```table\r\n   > | x |\r\n   > |---|\r\n   > | 1 |\r\n"
        "   > 1 row\r\n   > ```"
    )


def test_a_cell_that_its_quote_ends_is_closed_before_a_block_follows() -> None:
    """Else the block would be a part of it."""
    text = "> ```cypher cell=a\n> RETURN 1 AS x\n\ntext\n"
    assert rewritten(text, Wanted(fill=True)) == (
        "> ```cypher cell=a\n> RETURN 1 AS x\n> ```\n>\n> ```table\n> | x |\n> |---|\n> | 1 |\n"
        "> 1 row\n> ```\n\ntext\n"
    )


def test_all_puts_true_blocks_in_canonical_form() -> None:
    """Padding, floats, the order of keys and counters; wildcards stay."""
    text = cell(
        "RETURN {b: 1.0, a: 2} AS m, 1 AS n",
        "|m|n|\n|-|-|\n| {b: 1.00, a: 2} | … |\n1 row\n",
    )
    assert rewritten(text) == text
    assert rewritten(text, Wanted(all=True)) == cell(
        "RETURN {b: 1.0, a: 2} AS m, 1 AS n",
        "| m              | n |\n|----------------|---|\n| {a: 2, b: 1.0} | … |\n1 row",
    )


def test_one_cell_can_be_asked_for() -> None:
    """The others stay, true or not."""
    one = cell("RETURN 1 AS x", "| x |\n|---|\n| 3 |\n1 row")
    other = one.replace("cell=a", "cell=b")
    assert rewritten(one + other, Wanted(cell="b")) == one + other.replace("3", "1")


@pytest.mark.parametrize(
    ("query", "block", "words", "language"),
    [
        ("RETURN 1 AS x", "error: type error: / by zero", "expect=error", "table"),
        ("RETURN 1 AS x", "// 1 row\n(n0)", "", "gram"),
    ],
)
def test_what_no_rewrite_makes_true_is_no_change(
    query: str, block: str, words: str, language: str
) -> None:
    """A cell that should fail and does not; a value that gram cannot show."""
    page = parse_page(Path("page.md"), text=cell(query, block, words, language).encode())
    with runner.connect("embedded:") as engine:
        outcome = run_page(page, engine, RunOptions())
    assert outcome.outcome is Outcome.FAILED
    assert changes(page, outcome, Wanted(fill=True)) == ()


def test_a_change_tells_what_it_is() -> None:
    """Its kind, the line of the page to look at, and why."""
    text = cell("RETURN 1 AS x", "| x |\n|---|\n| 3 |\n1 row")
    page = parse_page(Path("page.md"), text=text.encode())
    with runner.connect("embedded:") as engine:
        (change,) = changes(page, run_page(page, engine, RunOptions()))
    assert (change.kind, change.line) == (ChangeKind.UNTRUE, 8)
    assert change.message == "row 1, column `x`: expected 3, actual 1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n<<<<<<< HEAD\n", 2),
        ("a\n||||||| base\n", 2),
        ("a\n=======\n>>>>>>> other\n", 3),
        (">>>>>>> seven quotes\n", None),
        ("Heading\n=======\n", None),
        (" <<<<<<< indented\n", None),
    ],
)
def test_conflict_markers_are_found(text: str, line: int | None) -> None:
    """Those that git writes, and nothing that Markdown means."""
    assert conflict_marker(parse_page(Path("page.md"), text=text.encode())) == line


def test_a_page_with_conflict_markers_is_refused() -> None:
    """Its text is not yet decided."""
    text = "<<<<<<< HEAD\n" + cell("RETURN 1 AS x", "| x |\n|---|\n| 3 |\n1 row")
    with pytest.raises(NotWritten, match=r"^line 1 holds a marker of an unresolved merge$"):
        rewritten(text)


def test_bytes_that_read_as_another_page_are_refused() -> None:
    """Where the intended text and what is read differ, nothing is written."""
    text = cell("RETURN 1 AS x", "| x |\n|---|\n| 3 |\n1 row")
    page = parse_page(Path("page.md"), text=text.encode())
    block = page.expected_blocks[0]
    with pytest.raises(NotWritten, match="does not read as the page with these changes"):
        edited_and_checked(page, {block.fence: "1 row"}, {}, {"a": "2 rows"})
    assert applied(page, ()) == page.data
