"""Section 7 of the page format: gram blocks, written and read."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.render import block_problems, format_block, gram, reader, render_gram
from runner.render.gram import Chain, NotGraph, Word, parse_gram
from runner.render.syntax import BlockSyntaxError
from runner.result import Counters, Result
from runner.values import Node, Path, Relationship


def result(*rows: list[Any], **counters: int) -> Result:
    width = max(map(len, rows), default=0)
    listed = [tuple(row) for row in rows]
    columns = tuple(f"c{number}" for number in range(width))
    return Result(columns, listed, Counters(**counters))


A = Node(0, "", ("A",), {"k": 1})
B = Node(1, "", ("B", "A"), {})
BARE = Node(2, "", (), {})
T = Relationship(0, "", "T", 0, 1, {})
U = Relationship(1, "", "U", 2, 1, {"b": 2, "a": 1})
PATH = Path((A, B, BARE), (T, U))

WRITTEN = [
    ("node", [[A]], "// 1 row\n(n0:A {k: 1})"),
    ("bare node", [[BARE]], "// 1 row\n(n2)"),
    ("node with properties only", [[Node(4, "", (), {"k": "v"})]], '// 1 row\n(n4 {k: "v"})'),
    ("labels and keys sorted", [[B, U]], "// 1 row\n(n1:A:B), (n2)-[r1:U {a: 1, b: 2}]->(n1)"),
    ("path", [[PATH]], "// 1 row\n(n0:A {k: 1})-[r0:T]->(n1:A:B)<-[r1:U {a: 1, b: 2}]-(n2)"),
    (
        "first mention in full, later ones bare",
        [[A], [PATH], [[A, T]]],
        "// 3 rows\n(n0:A {k: 1})\n(n0)-[r0:T]->(n1:A:B)<-[r1:U {a: 1, b: 2}]-(n2)\n(n0), (n0)-[r0]->(n1)",
    ),
    (
        "an end node beside a relationship is no mention",
        [[T], [A]],
        "// 2 rows\n(n0)-[r0:T]->(n1)\n(n0:A {k: 1})",
    ),
    (
        "list gives its members",
        [[[A, [B, None]], []]],
        "// 1 row\n(n0:A {k: 1}), (n1:A:B), null, []",
    ),
    ("null", [[None]], "// 1 row\nnull"),
    ("deleted relationship", [[Relationship(5, "", "", 0, 1, {})]], "// 1 row\n(n0)-[r5:``]->(n1)"),
]


@pytest.mark.parametrize(("rows", "text"), [w[1:] for w in WRITTEN], ids=[w[0] for w in WRITTEN])
def test_results_are_written(rows: list[list[Any]], text: str) -> None:
    assert render_gram(result(*rows)) == text


@pytest.mark.parametrize("text", [w[2] for w in WRITTEN], ids=[w[0] for w in WRITTEN])
def test_what_is_written_is_read_and_written_the_same(text: str) -> None:
    assert block_problems("gram", text) == []
    assert format_block("gram", text) == text


def test_the_first_line_holds_the_counters() -> None:
    assert render_gram(result([A], nodes_created=1)) == "// 1 row · nodes created: 1\n(n0:A {k: 1})"


def test_without_columns_there_is_only_the_first_line() -> None:
    assert render_gram(result(nodes_created=1)) == "// (no rows) · nodes created: 1"


def test_ids_can_be_the_pages() -> None:
    assert render_gram(result([T]), lambda kind, number: number + (kind == "n") * 10) == (
        "// 1 row\n(n10)-[r0:T]->(n11)"
    )


@pytest.mark.parametrize("value", [1, "a", {"n": A}, [A, 1], True])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(NotGraph) as caught:
        render_gram(result([A, value]))
    assert (caught.value.row, caught.value.column) == (1, "c1")


def test_a_block_is_read_with_its_lines() -> None:
    block = parse_gram("// 2 rows\n(n0:A {k: …})<-[r1]-( n2 ),null , []\n\n(n2)")
    assert [row.line for row in block.rows] == [2, 4]
    chain, null, empty = block.rows[0].items
    assert isinstance(chain, Chain)
    assert [mention.name for mention in chain.mentions] == ["n0", "r1", "n2"]
    assert [mention.column for mention in chain.mentions] == [2, 17, 23]
    assert chain.backwards == (True,)
    assert (null, empty) == (Word("null"), Word("[]"))


def test_an_error_is_the_line_of_a_table() -> None:
    block = parse_gram("error: type error: / by zero")
    assert block.error is not None
    assert block.error.text == "error: type error: / by zero"


PROBLEMS = [
    (
        "no first line",
        "(n0:A)",
        [(1, 1, "The first line must be such as `// 2 rows`, or an error line")],
    ),
    (
        "no footer in the first line",
        "// two rows",
        [(1, 4, "`two rows` is no footer, such as `1 row`, `2 rows` or `(no rows)`")],
    ),
    (
        "node without id",
        "// 1 row\n(:A)",
        [(2, 2, "The id of a node is `n` and a number, such as `n0`; found `:A)`")],
    ),
    (
        "id of another kind",
        "// 1 row\n(r0:A)",
        [(2, 2, "The id of a node is `n` and a number, such as `n0`; found `r0:A)`")],
    ),
    (
        "relationship without id",
        "// 1 row\n(n0)-[:T]->(n1)",
        [(2, 7, "The id of a relationship is `r` and a number, such as `r0`; found `:T]->(n1)`")],
    ),
    (
        "two types",
        "// 1 row\n(n0)-[r0:T:U]->(n1)",
        [(2, 7, "A relationship has one type, before its properties")],
    ),
    (
        "no direction",
        "// 1 row\n(n0)-[r0:T]-(n1)",
        [(2, 12, "Expected `->` after a relationship, found `-(n1)`")],
    ),
    ("another value", "// 1 row\n1", [(2, 1, "Expected a node such as `(n0:Label)`, found `1`")]),
    (
        "wildcard for a row",
        "// 1 row\n…",
        [(2, 1, "In gram `…` stands only for the value of a property")],
    ),
    (
        "every line is read",
        "// 2 rows\n(n0\n(n1",
        [
            (2, 4, "Expected `)` at the end of a node, found the end"),
            (3, 4, "Expected `)` at the end of a node, found the end"),
        ],
    ),
    ("rows beside an error", "error: x\n(n0)", [(2, 1, "Nothing stands beside an error line")]),
]


@pytest.mark.parametrize(
    ("text", "problems"), [p[1:] for p in PROBLEMS], ids=[p[0] for p in PROBLEMS]
)
def test_what_is_no_gram_is_told_at_its_place(
    text: str, problems: list[tuple[int, int, str]]
) -> None:
    found = [(p.line, p.column, p.message) for p in block_problems("gram", text)]
    assert found == problems


STARTS = [
    "(n0",
    "(n1:A",
    "(n01",
    "(n:A",
    "(x1",
    "(n3:A:A",
    "(n4:`A b`",
    "(n5é",
    "[r2:T",
    "[r2",
    "(",
]
OTHERS = [":B", " ", ")", "]", "-", "->", "<-", ", ", "null", "[]", "…", "(n" + "1" * 19 + ")"]
ENTRIES = [" {a: 1}", ' {a: "x", a: 1}', ' {a: "\\n"}', " {é: 1}", " {a: …}", "{}", "{", "{a: 1.5}"]
NUMBERS = ["{a: 12e1}", "{a: 1x}", " {a : 1 , b:2}", "{`a`: [1]}", "{a: -0}", "{a: 01}"]
ITEMS = ["(n0:A {k: 1})-[r0:T]->(n1)", "(n2)<-[r1:U {a: true, b: 'x'}]-(n0)"]
PIECES = st.sampled_from([*STARTS, *OTHERS, *ENTRIES, *NUMBERS, *ITEMS])


@given(st.lists(PIECES, min_size=1, max_size=7).map("".join))
def test_plain_mentions_and_entries_are_read_alike(line: str) -> None:
    """By the patterns for most of them, and by the way for all."""

    def read() -> tuple[object, list[tuple[str, int, int]]]:
        problems: list[BlockSyntaxError] = []
        block = gram._read_lines(f"// 1 row\n{line}", problems)
        return block, [(error.message, error.line, error.column) for error in problems]

    fast = read()
    never = re.compile(r"(?!)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gram, "_PLAIN_HEAD", dict.fromkeys("nr", never))
        patch.setattr(reader, "_PLAIN_ENTRY", never)
        assert repr(read()) == repr(fast)
