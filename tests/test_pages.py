"""The project's pages are true, and the page on the page format shows all of the format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import runner
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import Outcome
from runner.page.front_keys import _NEEDS, BROWSER, KEYS, LANGUAGES
from runner.page.options import _CELL_FLAGS, _CELL_KEYS, ENGINES
from runner.page.parse import parse_page
from runner.page.typed import TYPES
from runner.render.error import _KIND_BY_STATUS
from runner.render.footer import COUNTER_LABELS
from runner.render.gram import read_gram
from runner.render.literal import _WRITERS
from runner.render.syntax import WILDCARDS, Wildcard
from runner.render.table import AnyRows, read_table
from runner.rewrite import rewritten_page
from runner.sql.installed import lacking
from tests.support.shared import SHARED, needs_shared
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runner.page.model import Cell, Page

FOLDER = PROJECT / "pages"
PAGES = runner.pages(FOLDER)
FORMAT = FOLDER / "page-format.md"
COMPANIONS = [
    FORMAT,
    FOLDER / "cypher-5.md",
    FOLDER / "sql.md",
    *sorted((FOLDER / "include").glob("*.md")),
]
"""The page on the format, and the pages that show what it cannot show itself."""

SEED = SHARED / "seed" / "tool-call-provenance.md"
EXAMPLES = worked_examples(FORMAT)


def name_of(path: Path) -> str:
    """How a page is called in the names of tests."""
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else path.name


def check_page(path: Path) -> None:
    """Fail unless a page is true as it is written, and comes out as it went in."""
    page = read_page(path)
    if lacking() is not None and any(cell.language.name == "sql" for cell in page.cells):
        pytest.skip("chDB is not installed")
    with runner.connect("embedded:") as engine:
        outcome = run_page(page, engine, RunOptions(strict=True))
    assert outcome.problems == ()
    untrue = {cell.cell: cell.message for cell in outcome.cells if cell.message}
    expected = {cell.name: reason for cell in page.cells if (reason := reason_to_skip(cell))}
    assert untrue == expected
    assert outcome.outcome is Outcome.PASSED
    assert [notice for cell in outcome.cells for notice in cell.notices] == []
    assert page.with_blocks({}) == page.data
    assert page.with_blocks({block: block.text for block in page.expected_blocks}) == page.data
    assert rewritten_page(page, outcome) == page.data


def reason_to_skip(cell: Cell) -> str | None:
    """Why the embedded engine does not run a cell."""
    if cell.engine == "neo4j":
        return "runs on neo4j only, and this is embedded"
    return cell.skip


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_a_page_of_the_project_is_true(path: Path) -> None:
    """Strictly, without a notice; parsed and printed, and rewritten, it is the same bytes."""
    check_page(path)


@needs_shared
def test_the_seed_page_is_true() -> None:
    """The first page that was written in this format."""
    check_page(SEED)


def test_all_pages_are_found() -> None:
    """Every Markdown file of the folder is a page."""
    assert sorted(FOLDER.rglob("*.md")) == PAGES


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    """A relative link names a file, or a heading of its own page."""
    text = path.read_text("utf-8")
    headings = [
        re.sub(r"[^\w -]", "", line).strip() for line in re.findall(r"^#+ (.*)$", text, re.M)
    ]
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith("#"):
            assert link[1:] in anchors
        elif "://" not in link:
            assert (path.parent / link).is_file(), link


# What the page on the format says beside its cells.


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_an_example_gives_what_the_page_shows(example: Worked, tmp_path: Path) -> None:
    """A page in a long fence, and what the command says of it."""
    assert run_session(example, tmp_path) == example.session


def test_quoted_cells_are_those_that_run() -> None:
    """A cell that the page quotes in a long fence and also has is the same in both places."""
    page = read_page(FORMAT)
    compared = []
    for fence in page.fences:
        if fence.info != "markdown":
            continue
        quoted = parse_page(FORMAT, text=(fence.content.text + "\n").encode())
        for cell in quoted.cells:
            live = page.cell(cell.name)
            if live is not None:
                compared.append(cell.name)
                assert (cell.source, cell.options) == (live.source, live.options)
    assert compared == ["sum", "in-a-list", "in-a-quote", "commented"]


def test_quoted_opening_lines_are_those_of_cells_and_data() -> None:
    """Opening lines in the prose are those of fences that the page has."""
    page = read_page(FORMAT)
    quoted = re.findall(r"`` ```((?:cypher|json) [^`]*?) ``", page.text)
    assert len(quoted) >= 7
    assert set(quoted) <= {fence.info for fence in page.fences}


def test_the_page_shows_each_problem() -> None:
    """Each kind of problem that the tests of pages know."""
    known = set(
        re.findall(
            r"^\d+:\d+ (?:error|warning) ([a-z-]+) ",
            (PROJECT / "tests/page/problems.txt").read_text("utf-8"),
            re.MULTILINE,
        )
    )
    shown = {
        code for each in EXAMPLES for code in re.findall(r" \[([a-z-]+)\]$", each.session, re.M)
    }
    assert known - shown == set()


# Every part of the format is on the pages that show it.


def shown_pages() -> list[Page]:
    """The pages that show the format."""
    return [read_page(path) for path in COMPANIONS]


def blocks() -> Iterator[tuple[str, str]]:
    """The language and text of all their ``table`` and ``gram`` fences, examples included."""
    for page in shown_pages():
        for fence in page.fences:
            if fence.info.split(" ")[0] in ("table", "gram"):
                yield fence.info.split(" ")[0], fence.content.text


def values() -> Iterator[Any]:
    """All values in their tables, with those inside lists and maps."""
    for language, text in blocks():
        waiting: list[Any] = []
        if language == "table":
            for row in read_table(text, [], exact=True).rows:
                if not isinstance(row, AnyRows):
                    waiting += [cell.value for cell in row.cells]
        while waiting:
            value = waiting.pop()
            yield value
            if isinstance(value, dict):
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value


def words(language: str) -> set[str]:
    """The keys and flags in the info strings of fences, and in the comments before them."""
    found = set()
    for page in shown_pages():
        for fence in page.fences:
            info = fence.info.split()
            if info and info[0] == language:
                text = fence.info
            elif fence.comment and language in fence.info:
                text = fence.comment[0]
            else:
                continue
            found |= {word.partition("=")[0] for word in text.split()}
    return found


def test_every_key_and_flag_of_a_cell_is_shown() -> None:
    """A new one needs an example."""
    assert {*_CELL_KEYS, *_CELL_FLAGS} - words("cypher") == set()
    shown = [cell for page in shown_pages() for cell in page.cells]
    assert {cell.engine for cell in shown} == {None, *ENGINES}
    assert {cell.approx.absolute for cell in shown if cell.approx} == {True, False}
    assert any(len(cell.params) > 1 for cell in shown)
    assert any(len(cell.statements) > 1 and cell.expect_error for cell in shown)
    assert any(cell.expected is None for cell in shown)
    assert {cell.expected.language for cell in shown if cell.expected and cell.expect_error} == {
        "table",
        "gram",
    }


def test_fences_of_every_form_are_shown() -> None:
    """Backticks and tildes, long ones, in lists and quotes, with a comment, as illustration."""
    fences = [cell.fence for page in shown_pages() for cell in page.cells]
    assert {fence.character for fence in fences} == {"`", "~"}
    assert {fence.length for fence in fences} == {3, 4}
    assert {fence.prefix for fence in fences} == {"", "   ", "> "}
    assert any(fence.comment for fence in fences)
    infos = {fence.info for page in shown_pages() for fence in page.fences}
    assert {"cypher", "json", "table example", "gram example"} <= infos


def test_every_type_of_parameter_is_shown() -> None:
    """``$map`` is no type, but the way around them."""
    data = [block.fence.content.text for page in shown_pages() for block in page.data_blocks]
    shown = set(re.findall(r'\{"(\$\w+)":', "\n".join(data)))
    assert {*TYPES, "$map"} - shown == set()


def test_every_type_of_value_is_shown() -> None:
    """In a table, as a value of the engine or inside one."""
    assert set(_WRITERS) - {type(value) for value in values()} == set()
    texts = "\n".join(text for _, text in blocks())
    for text in ("NaN", " Infinity", "-Infinity", *(f'crs: "{crs}"' for crs in CRS)):
        assert text in texts


CRS = ("cartesian", "cartesian-3d", "wgs-84", "wgs-84-3d")


def test_every_counter_and_footer_is_shown() -> None:
    """Counters that the engine never counts are in an example."""
    texts = "\n".join(text for _, text in blocks())
    assert {label for label in COUNTER_LABELS.values() if f"{label}: " not in texts} == set()
    for footer in (
        r"1 row$",
        r"[2-9] rows$",
        r"0 rows$",
        r"\(no rows\)( ·|$)",
        r"// 1 row",
        r"// 3 rows",
    ):
        assert re.search(rf"^{footer}", texts, re.MULTILINE), footer


def test_every_kind_of_error_is_shown() -> None:
    """The classes, the kinds of violation, and the beginning of a message."""
    lines = [text for _, text in blocks() if text.startswith("error: ")]
    for kind in set(_KIND_BY_STATUS.values()):
        assert any(line.endswith(kind) for line in lines), kind
    for start in ("syntax error: ", "type error: ", "semantic error: EntityNotFound: "):
        assert any(line.startswith(f"error: {start}") for line in lines), start
    assert any(line.endswith("…") for line in lines)


def test_wildcards_of_every_form_are_shown() -> None:
    """Both spellings; alone, inside a value, as a property in gram, for rows."""
    found = list(values())
    assert {value.written for value in found if isinstance(value, Wildcard)} == set(WILDCARDS)
    inside = [value for value in found if isinstance(value, (list, dict))]
    members = [list(v.values()) if isinstance(v, dict) else v for v in inside]
    assert any(isinstance(member, Wildcard) for each in members for member in each)
    tables = [read_table(text, []) for language, text in blocks() if language == "table"]
    assert any(isinstance(row, AnyRows) for table in tables for row in table.rows)
    grams = [read_gram(text, []) for language, text in blocks() if language == "gram"]
    properties = [
        value
        for gram in grams
        for row in gram.rows
        for mention in row.mentions()
        if mention.description
        for value in mention.description.properties.values()
    ]
    assert any(isinstance(value, Wildcard) for value in properties)


def test_every_key_of_front_matter_is_shown() -> None:
    """At the top of a page, under ``runner``, and under ``requires``; the rest is kept."""
    pages = shown_pages()
    heads = ["\n".join(page.text.split("\n")[: page.front_matter.line_count]) for page in pages]
    for key in (*KEYS, *_NEEDS, "runner"):
        assert any(re.search(rf"^ *{key}:", head, re.MULTILINE) for head in heads), key
    table = read_page(FORMAT).text
    for word in (*KEYS, *_NEEDS, *BROWSER, *LANGUAGES, "runner"):
        assert f"`{word}`" in table, word
    assert {page.front_matter.cypher for page in pages} == set(LANGUAGES)
    assert any(page.front_matter.extra for page in pages)
    assert any(page.front_matter.include for page in pages if page.path.parent.name == "include")
