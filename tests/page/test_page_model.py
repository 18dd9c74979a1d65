"""What a good page is read as: cells, their options, data, statements and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.page.model import Approx, FrontMatter, Include, Page, Requires, VersionBound
from runner.page.parse import parse_page
from tests.support.shared import SHARED, needs_shared


def read(text: str) -> Page:
    """The page that has this text, which has no problems."""
    page = parse_page(Path("page.md"), text=text.encode())
    assert page.is_page
    assert page.problems == ()
    return page


def test_all_options_of_a_cell() -> None:
    """Every key and flag of section 3."""
    page = read(
        '```json data=a\n{"x": 1}\n```\n```json data=b.c-d_2\n{"y": 1}\n```\n'
        "```cypher cell=é.1-_ params=a,b.c-d_2 expect=error setup unordered timeout=2.5 "
        'approx=1e-9abs engine=neo4j skip="no \\"gds\\" here"\nRETURN 1\n```\n'
    )
    cell = page.cells[0]
    assert (cell.name, cell.line, cell.column) == ("é.1-_", 7, 4)
    assert cell.params == ("a", "b.c-d_2")
    assert cell.data == {"x": 1, "y": 1}
    assert (cell.expect_error, cell.setup, cell.unordered) == (True, True, True)
    assert (cell.timeout, cell.approx) == (2.5, Approx(1e-9, absolute=True))
    assert (cell.engine, cell.skip) == ("neo4j", 'no "gds" here')


def test_a_cell_without_options() -> None:
    """What holds unless told."""
    cell = read("```cypher cell=a\nRETURN 1\n```\n").cells[0]
    assert (cell.params, cell.data, cell.expected) == ((), {}, None)
    assert (cell.expect_error, cell.setup, cell.unordered) == (False, False, False)
    assert (cell.timeout, cell.approx, cell.engine, cell.skip) == (None, None, None, None)


def test_the_language_in_any_case() -> None:
    """A fence's language means the same in any case, as renderers have it."""
    page = read("```Cypher cell=a\nRETURN 1\n```\n```TABLE\n(no rows)\n```\n")
    assert page.cells[0].expected is page.expected_blocks[0]
    assert page.expected_blocks[0].language == "table"


def test_the_expected_block_of_a_cell() -> None:
    """The first table or gram behind it; prose, data and examples may stand between."""
    page = read(
        "```cypher cell=a params=d\nRETURN $x\n```\n".join(['```json data=d\n{"x": 1}\n```\n', ""])
        + "prose\n```table example\n1\n```\n```text\n2\n```\n```gram\n// 0 rows\n```\n"
        + "```cypher cell=b\nRETURN 1\n```\n```cypher\nRETURN 2\n```\n"
    )
    first, second = page.cells
    assert first.expected is not None
    assert (first.expected.language, first.expected.text) == ("gram", "// 0 rows")
    assert first.expected.line == 14
    assert second.expected is None


def test_places_in_a_quoted_list_with_crlf() -> None:
    """A cell's text is free of prefixes and CR; its offsets lead back to the file."""
    page = read(
        "1. > ```cypher cell=a\r\n   > MATCH (n)\r\n   >   RETURN n;\n   >\n"
        "   > RETURN 2\r\n   > ```\r\n"
    )
    cell = page.cells[0]
    assert cell.source == "MATCH (n)\n  RETURN n;\n\nRETURN 2"
    assert cell.place(0) == (2, 6)
    assert cell.place(cell.source.index("RETURN n")) == (3, 8)
    assert cell.place(cell.source.index("RETURN 2")) == (5, 6)
    assert cell.place(len(cell.source)) == (5, 14)
    assert [(s.text, s.start, s.line) for s in cell.statements] == [
        ("MATCH (n)\n  RETURN n", 0, 2),
        ("RETURN 2", 23, 5),
    ]


def test_places_behind_a_tab_that_is_partly_content() -> None:
    """Of a tab that a list's indentation takes a part of, the rest is content."""
    page = read("1. ```cypher cell=a\n\tRETURN 1\n   ```\n")
    cell = page.cells[0]
    assert cell.source == " RETURN 1"
    assert cell.place(0) == (2, 2)
    assert cell.place(1) == (2, 2)
    assert cell.place(2) == (2, 3)


def test_semicolons_end_statements_only_outside_strings_names_and_comments() -> None:
    """A piece with nothing but blanks and comments is no statement."""
    page = read(
        "```cypher cell=a\nRETURN ';', `;` /* ; */ // ;\n; ;\n// none;\nRETURN 2;\n/* end */\n```\n"
    )
    assert [(s.text, s.line) for s in page.cells[0].statements] == [
        ("RETURN ';', `;` /* ; */ // ;", 2),
        ("// none;\nRETURN 2", 4),
    ]


def test_dynamic_labels_are_no_parameters() -> None:
    """`$(`, `$any(` and `$all(` build labels."""
    page = read("```cypher cell=a\nMATCH (n:$('A'):$any(['B']):$all(['C'])) RETURN n\n```\n")
    assert page.cells[0].data == {}


def test_a_parameter_named_in_backticks_or_by_a_number() -> None:
    """Names of parameters are those of the data block."""
    data = '```json data=d\n{"a b": 1, "1": 2, "any": 3}\n```\n'
    page = read(data + "```cypher cell=a params=d\nRETURN $`a b`, $1, $ any\n```\n")
    assert page.cells[0].data == {"a b": 1, "1": 2, "any": 3}


@pytest.mark.parametrize(
    ("comment", "fence", "name"),
    [
        ("<!-- runner: cell=a -->", "```{.cypher}", "a"),
        ("<!--runner:cell=a-->", '~~~ cypher title="Schema"', "a"),
        ("<!-- runner: cell=a setup -->  ", "```cypher cell=other", "a"),
        ("<!-- runner: cell=a -->", "```{code-block} cypher", "a"),
    ],
)
def test_the_words_of_a_comment_stand_for_those_of_the_fence(
    comment: str, fence: str, name: str
) -> None:
    """The fence's own words are free then."""
    page = read(f"prose\n{comment}\n{fence}\nRETURN 1\n{fence[:3]}\n")
    assert [cell.name for cell in page.cells] == [name]


def test_fences_that_count() -> None:
    """Tildes, long fences, lists and quotes; not what stands in other fences or in HTML."""
    page = read(
        "~~~~ cypher   cell=tilde\nRETURN 1\n~~~\n~~~~~\n"
        "`````text\n```cypher cell=inner\n```\n`````\n"
        "<div>\n```cypher cell=html\n```\n</div>\n\n"
        "    ```cypher cell=indented\n"
        "- a\n\n  > ```cypher cell=nested\n  > RETURN 2\n  > ```\n"
        "text\n   ```cypher cell=interrupting\n   RETURN 3\n ```\n"
        "[ref]: <x\n```cypher cell=reference\nRETURN 4\n```\n"
    )
    assert [(cell.name, cell.source) for cell in page.cells] == [
        ("tilde", "RETURN 1\n~~~"),
        ("nested", "RETURN 2"),
        ("interrupting", "RETURN 3"),
        ("reference", "RETURN 4"),
    ]


def test_front_matter() -> None:
    """All keys that the runner knows, and one that it keeps for the site."""
    page = read(
        "---\ntitle: T\nsummary: S\nlevel: L\ncategory: C\nfeatures: [a, b]\nbrowser: read-only\n"
        "dataset: D\nsource: O\nlicense: X\ncypher: 5\ninclude:\n  - a.md\n  - b.md\n"
        'requires: {engine: neo4j, version: ">=2025.06, <2027", edition: enterprise, '
        "features: [gds]}\ntags: [t]\n---\n```cypher cell=a\nRETURN 1\n```\n"
    )
    assert page.front_matter == FrontMatter(
        title="T",
        summary="S",
        level="L",
        category="C",
        features=("a", "b"),
        browser="read-only",
        dataset="D",
        source="O",
        license="X",
        cypher="5",
        include=(Include("a.md", 13, 5), Include("b.md", 14, 5)),
        requires=Requires(
            engine="neo4j",
            version=(VersionBound(">=", (2025, 6)), VersionBound("<", (2027,))),
            version_text=">=2025.06, <2027",
            edition="enterprise",
            features=("gds",),
        ),
        extra={"tags": ["t"]},
        line_count=17,
    )


def test_the_mapping_runner_wins_over_keys_of_the_same_name() -> None:
    """Where another tool owns `title` and `include`, ours stand under `runner`."""
    page = read(
        "---\ntitle: theirs\ninclude: 5\nrunner: {title: ours, include: [a.md]}\n...\n"
        "```cypher cell=a\nRETURN 1\n```\n"
    )
    assert page.front_matter.title == "ours"
    assert [include.path for include in page.front_matter.include] == ["a.md"]
    assert page.front_matter.extra == {}


@needs_shared
def test_the_seed_page() -> None:
    """The first page ever written in this format is read without a problem."""
    page = parse_page(SHARED / "seed" / "tool-call-provenance.md")
    assert page.problems == ()
    assert len(page.cells) == 22
    assert len(page.data_blocks) == 12
    assert all(cell.expected for cell in page.cells)
    many = page.cell("calls-8-12")
    assert many is not None
    assert len(many.statements) == 5
    assert many.statements[1].line == 495


def test_a_page_by_its_words() -> None:
    """What makes a Markdown file a page, and what does not."""
    for text in (
        "```cypher cell=a\n```",
        "```json data=a\n{}\n```",
        "```gram\n```",
        "```sql cel=a\n```",
        "<!-- runner: cell=a -->\n",
    ):
        assert parse_page(Path("p.md"), text=text.encode()).is_page, text
    for text in (
        "",
        "# T\n",
        "```cypher\n```",
        "```table example\n```",
        "```sh cell=a\n```",
        "---\n",
    ):
        assert not parse_page(Path("p.md"), text=text.encode()).is_page, text
