"""Section 5 of the page format: tables, written and read."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.render import block_problems, format_block
from runner.render.footer import footer_of
from runner.render.literal import format_value
from runner.render.syntax import BlockSyntaxError
from runner.render.table import (
    AnyRows,
    TableRow,
    is_plain_table,
    parse_table,
    read_table,
    render_table,
)
from runner.result import Counters, Result
from tests.support.shared import SHARED, needs_shared
from tests.support.values import values


def result(columns: list[str], *rows: list[Any], **counters: int) -> Result:
    return Result(tuple(columns), [tuple(row) for row in rows], Counters(**counters))


def test_a_table_has_a_header_a_rule_rows_and_a_footer() -> None:
    given_result = result(
        ["answer"],
        [{"entity": "billing service"}],
        nodes_created=2,
        relationships_created=2,
        properties_set=9,
        labels_added=2,
    )
    assert render_table(given_result) == (
        "| answer                      |\n"
        "|-----------------------------|\n"
        '| {entity: "billing service"} |\n'
        "1 row · nodes created: 2, relationships created: 2, properties set: 9, labels added: 2"
    )


def test_columns_without_rows_keep_their_header() -> None:
    assert render_table(result(["answer"])) == "| answer |\n|--------|\n0 rows"


def test_no_columns_give_the_footer_alone() -> None:
    assert render_table(result([], nodes_created=1)) == "(no rows) · nodes created: 1"


def test_counters_stand_in_the_order_of_the_format() -> None:
    names = list(Counters.__dataclass_fields__)
    everything = result([], **{name: number for number, name in enumerate(names, 1)})
    assert render_table(everything) == (
        "(no rows) · nodes created: 1, nodes deleted: 2, relationships created: 3, "
        "relationships deleted: 4, properties set: 5, labels added: 6, labels removed: 7, "
        "indexes added: 8, indexes removed: 9, constraints added: 10, constraints removed: 11, "
        "system updates: 12"
    )


def test_widths_are_terminal_columns() -> None:
    """Wide characters take two columns, combining ones none."""
    assert render_table(result(["x"], ["日本"], ["e\u0301"], ["ab"])) == (
        '| x      |\n|--------|\n| "日本" |\n| "e\u0301"    |\n| "ab"   |\n3 rows'
    )


ESCAPES = [
    ("pipe", "a|b", "| a\\|b |"),
    ("backslash before a pipe", "a\\|b", "| a\\\\\\|b |"),
    ("two backslashes before a pipe", "a\\\\|b", "| a\\\\\\\\\\|b |"),
    ("backslash elsewhere", "a\\b", "| a\\b |"),
    ("backslash at the end", "a\\", "| a\\\\ |"),
    ("line end, tab, control character", "a\nb\tc\x1bd", "| a\\nb\\tc\\u001Bd |"),
]


@pytest.mark.parametrize(("column", "line"), [e[1:] for e in ESCAPES], ids=[e[0] for e in ESCAPES])
def test_a_header_is_escaped(column: str, line: str) -> None:
    text = render_table(result([column]))
    assert text.split("\n")[0] == line


def test_pipes_in_cells_are_escaped_and_read_back() -> None:
    text = render_table(result(["x"], ["a|b\\|c"], [["\\"]]))
    assert text.split("\n")[2:4] == ['| "a\\|b\\\\\\\\\\|c" |', '| ["\\\\"]        |']
    block = parse_table(text)
    assert [row.cells[0].value for row in block.rows if isinstance(row, TableRow)] == [
        "a|b\\|c",
        ["\\"],
    ]


@given(
    st.integers(1, 3).flatmap(
        lambda width: st.tuples(
            st.lists(st.text("ab|\\ \n…é", max_size=4), min_size=width, max_size=width),
            st.lists(st.lists(values(), min_size=width, max_size=width), max_size=3),
        )
    )
)
def test_any_table_is_read_back(drawn: tuple[list[str], list[list[Any]]]) -> None:
    columns, rows = drawn
    text = render_table(result(columns, *rows, properties_set=3))
    block = parse_table(text)
    assert block.footer is not None
    assert str(block.footer) == str(footer_of(result(columns, *rows, properties_set=3)))
    read = [[cell.written for cell in row.cells] for row in block.rows if isinstance(row, TableRow)]
    assert read == [[format_value(value) for value in row] for row in rows]
    assert [row.line for row in block.rows] == [3 + number for number in range(len(rows))]


SCALARS = ["1", "-0", "01", "1.5", "1.", "-2.50", "9" * 18, "9" * 19, "null", "true", "nul", ""]
STRINGS = ['"a"', '"a', '"a|b"', '"\\"', "'a'", '"…"', "…", "...", "\xa01"]
NESTED = ["[]", "[1, 2]", "[1,]", "[1, ]", '["a", null]', "[[1]]", "{a: 1}", "{a: 1, a: 2}"]
DATES = ['date("2026-01-01")', 'date("2026-13-01")']
LITERALS = st.sampled_from([*SCALARS, *STRINGS, *NESTED, *DATES])
HEADERS = ["| a |", "| a | b |", "|---|", "|---|---|", "|:-:|", "||", "|"]
FOOTERS = ["1 row", "1 row ", "(no rows)", "1 row · nodes created: 1", "1 row · x: 1", "error: x"]
LINES = st.sampled_from([*HEADERS, *FOOTERS, "", " ", "…", "| … |", "a"])


def rows_of(width: int) -> st.SearchStrategy[str]:
    cells = st.lists(LITERALS, min_size=width, max_size=width)
    return cells.map(lambda texts: "| " + " | ".join(texts) + " |")


TABLES = st.tuples(
    st.sampled_from(["| a |\n|---|", "| a | b |\n|---|---|", "| \\| |\n|----|"]),
    st.lists(rows_of(1) | rows_of(2), max_size=3).map("\n".join),
    LINES,
).map(lambda parts: "\n".join(part for part in parts if part))


@given(TABLES | st.lists(LINES | rows_of(1), max_size=5).map("\n".join))
def test_nothing_is_wrong_with_a_plain_table(text: str) -> None:
    if is_plain_table(text):
        problems: list[BlockSyntaxError] = []
        block = read_table(text, problems)
        assert problems == []
        assert block.footer is not None or block.error is not None


def test_most_tables_are_plain() -> None:
    lines = ["| a | b |", "|---|---|", '| 1 | "x y" |', "| [1.5, null] | [] |", "| … |", "9 rows"]
    assert is_plain_table("\n".join(lines))
    assert not is_plain_table("\n".join([*lines[:2], '| "a | 1 |', lines[-1]]))


def test_any_padding_and_any_rule_is_read() -> None:
    block = parse_table("|a|  b|\n| - |-|\n  |1|   [ 1,2]|  \n 1 row·nodes created:2\n")
    assert block.columns == ("a", "b")
    (row,) = block.rows
    assert isinstance(row, TableRow)
    assert [(cell.written, cell.column) for cell in row.cells] == [("1", 4), ("[ 1,2]", 9)]
    assert block.footer is not None
    assert block.footer.counters == {"nodes_created": 2}


def test_counters_are_read_in_any_order_and_zero_is_none() -> None:
    footer = parse_table("(no rows) · labels added: 1, nodes created: 2, system updates: 0").footer
    assert str(footer) == "(no rows) · nodes created: 2, labels added: 1"


@pytest.mark.parametrize("line", ["| … |   |", "|...||", "…", "  ...  "])
def test_a_lone_wildcard_in_the_first_column_stands_for_rows(line: str) -> None:
    block = parse_table(f"| a | b |\n|---|---|\n| 1 | 2 |\n{line}\n9 rows")
    assert block.rows[1] == AnyRows(line.strip(" |"), 4)


def test_an_error_line_stands_alone() -> None:
    block = parse_table("error: type error: / by zero")
    assert block.error is not None
    assert (block.error.text, block.error.line) == ("error: type error: / by zero", 1)


def test_a_block_without_text_says_nothing_yet() -> None:
    block = parse_table(" \n")
    assert (block.columns, block.rows, block.footer, block.error) == ((), (), None, None)
    assert block_problems("table", "") == []


PROBLEMS = [
    ("no rule", "| a |\n| 1 |\n1 row", [(2, 1, "A rule such as `|---|` must follow the header")]),
    ("nothing but a header", "| a |", [(1, 1, "A rule such as `|---|` must follow the header")]),
    (
        "rule of another width",
        "| a | b |\n|---|\n0 rows",
        [(2, 1, "The rule has 1 column, the header 2 columns")],
    ),
    (
        "row of another width",
        "| a | b |\n|---|---|\n| 1 |\n1 row",
        [(3, 1, "This row has 1 column, the header 2 columns")],
    ),
    (
        "row that does not end",
        "| a |\n|---|\n| 1\n1 row",
        [(3, 4, "A line of a table ends with `|`")],
    ),
    (
        "no footer",
        "| a |\n|---|\n| 1 |",
        [(3, 1, "The last line must be a footer such as `2 rows` or `1 row · nodes created: 1`")],
    ),
    (
        "text after the footer",
        "| a |\n|---|\n1 row\n| 1 |\n1 row",
        [(3, 1, "Nothing may follow the footer")],
    ),
    (
        "no table at all",
        "hello\nworld",
        [
            (2, 1, "`world` is no footer, such as `1 row`, `2 rows` or `(no rows)`"),
            (1, 1, "A table starts with a header such as `| name |`"),
        ],
    ),
    ("rows beside an error", "error: x\n1 row", [(2, 1, "Nothing stands beside an error line")]),
    (
        "unknown counter",
        "(no rows) · node created: 1",
        [(1, 13, "Unknown counter `node created`; did you mean `nodes created`?")],
    ),
    (
        "counter without number",
        "1 row · nodes created: many",
        [(1, 9, "The counter `nodes created` needs a number after `:`")],
    ),
    (
        "counter twice",
        "1 row · nodes created: 1, nodes created: 1",
        [(1, 27, "`nodes created` stands twice")],
    ),
    (
        "several bad cells",
        '| a | b |\n|---|---|\n| 1 | x |\n| "a\\|b" | "c |\n2 rows',
        [
            (3, 7, "`x` is no value; a string stands in double quotes"),
            (4, 12, 'This string has no closing "'),
        ],
    ),
    (
        "place behind an escaped pipe",
        '| a |\n|---|\n| "\\|" x |\n1 row',
        [(3, 8, "Unexpected text after the value: `x`")],
    ),
]


@pytest.mark.parametrize(
    ("text", "problems"), [p[1:] for p in PROBLEMS], ids=[p[0] for p in PROBLEMS]
)
def test_what_is_no_table_is_told_at_its_place(
    text: str, problems: list[tuple[int, int, str]]
) -> None:
    found = [(p.line, p.column, p.message) for p in block_problems("table", text)]
    assert found == problems
    with pytest.raises(BlockSyntaxError) as caught:
        parse_table(text)
    assert caught.value.message == problems[0][2]


def test_a_block_is_brought_into_its_canonical_spelling() -> None:
    text = "|a|b|\n|-|-|\n|1e3|'x'|\n|…||\n|{b: …, a: 1}|null|\n7 rows · labels added: 1,nodes created: 1"
    assert format_block("table", text) == (
        "| a            | b    |\n"
        "|--------------|------|\n"
        '| 1000.0       | "x"  |\n'
        "| …            |      |\n"
        "| {a: 1, b: …} | null |\n"
        "7 rows · nodes created: 1, labels added: 1"
    )


def seed_blocks() -> list[tuple[str, str]]:
    page = SHARED / "seed" / "tool-call-provenance.md"
    if not page.is_file():
        return []
    fences = re.findall(r"^```(table|gram)\n(.*?)\n```$", page.read_text("utf-8"), re.S | re.M)
    return [(language, text) for language, text in fences]


@needs_shared
def test_every_block_of_the_seed_page_is_read_and_written_the_same() -> None:
    blocks = seed_blocks()
    assert len(blocks) > 20
    for language, text in blocks:
        assert block_problems(language, text) == []
        assert format_block(language, text) == text
