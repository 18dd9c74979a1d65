"""What is wrong with a page: each kind of problem with its place, code and text."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.errors import UsageError
from runner.page.model import BlockProblem, Page
from runner.page.parse import parse_page

CASES = [
    case.partition("\n")
    for case in Path(__file__).with_name("problems.txt").read_text("utf-8").split("\n=== ")[1:]
]


def read(text: str | bytes) -> Page:
    """The page that has this text."""
    data = text.encode() if isinstance(text, str) else text
    return parse_page(Path("page.md"), text=data)


def listing(page: Page) -> list[str]:
    """A line per problem: place, severity, code, text."""
    return [f"{p.line}:{p.column} {p.severity.value} {p.code} {p.text}" for p in page.problems]


@pytest.mark.parametrize(("title", "_", "body"), CASES, ids=[case[0] for case in CASES])
def test_problems_of_a_page(title: str, _: str, body: str) -> None:
    """Each case of problems.txt."""
    text, _, problems = body.partition("--- problems\n")
    assert listing(read(text)) == problems.strip().splitlines()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            b"```cypher cell=a\n\xe9\n```\n",
            "2:1 error encoding the file is not UTF-8: byte 0xE9 at offset 17",
        ),
        (
            "\ufeff# é\n\n```cypher cell=a\nRETURN '".encode() + b"\xff'\n```\n",
            "4:9 error encoding the file is not UTF-8: byte 0xFF at offset 34",
        ),
        (
            "```cypher cell=a\nRETURN 1\n```\n".encode("utf-16"),
            "1:1 error encoding the file is not UTF-8: byte 0xFF at offset 0",
        ),
    ],
)
def test_another_encoding_is_an_error_that_names_the_byte(data: bytes, expected: str) -> None:
    """The offset counts from the file's start, byte-order mark included."""
    page = read(data)
    assert page.is_page
    assert listing(page) == [expected]


def test_crlf_and_a_byte_order_mark_move_no_place() -> None:
    """Columns count characters of the text, lines whatever ends them."""
    page = read("\ufeff---\r\ntitle: 1\r\n---\n\r\n```cypher cel=a\r\nRETURN 1\r\n```")
    assert listing(page) == [
        "2:8 warning wrong-type `title` is a number, and should be a text",
        "5:11 error misspelt-key unknown key `cel` of a `cypher` fence; did you mean `cell`?",
    ]


def test_expected_blocks_are_checked_by_the_caller() -> None:
    """The place that the check gives is one of the block; the problem's is one of the file."""

    def check(language: str, text: str) -> list[BlockProblem]:
        assert (language, text) == ("table", "| a |\n\n1 rwo")
        return [BlockProblem("no footer", 3, 3), BlockProblem("no rule", 2, 1)]

    text = b"> ```cypher cell=a\n> RETURN 1\n> ```\n> ```table\n> | a |\n>\n> 1 rwo\n> ```\n"
    page = parse_page(Path("page.md"), text=text, check_block=check)
    assert listing(page) == ["6:2 error bad-block no rule", "7:5 error bad-block no footer"]


def test_data_nested_too_deep_is_an_error() -> None:
    """Nothing blows up, however deep the JSON."""
    page = read('```json data=a\n{"x": ' + "[" * 5000 + "\n```\n```cypher cell=a params=a\n```\n")
    assert listing(page) == ["2:106 error bad-json nested more than 100 levels deep"]


def test_front_matter_nested_too_deep_is_an_error() -> None:
    """Nothing blows up, however deep the YAML."""
    page = read("---\nx: " + "[" * 5000 + "\n---\n```cypher cell=a\nRETURN 1\n```\n")
    assert listing(page) == ["2:1 error front-matter front matter is nested too deeply"]


def test_control_characters_in_front_matter_have_a_place() -> None:
    """PyYAML gives an offset where it has no line."""
    page = read("---\ntitle: a\nlevel: \x07\n---\n```cypher cell=a\nRETURN 1\n```\n")
    assert listing(page) == [
        "3:8 error front-matter broken YAML: special characters are not allowed"
    ]


def test_an_unreadable_file_raises(tmp_path: Path) -> None:
    """A file that is not there is no bad page."""
    with pytest.raises(UsageError, match=r"^cannot read .*gone\.md: No such file or directory$"):
        parse_page(tmp_path / "gone.md")


def test_what_is_no_page_has_no_problems() -> None:
    """Broken front matter of a file with no cells is none of the runner's business."""
    page = read("---\n- a\n---\n```cypher\nRETURN 1\n```\n")
    assert not page.is_page
    assert not page.is_malformed
    assert page.problems == ()
