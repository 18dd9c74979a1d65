"""Tokens of SQL: what ends a statement, what is a parameter, what is a name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from runner.page.parse import parse_page
from runner.page.sql_text import names, sql_parameters, tokens
from runner.sql.installed import lacking

STATEMENTS = [
    ("SELECT 1", ["SELECT 1"]),
    (" SELECT 1 ; ; SELECT 2;\n", ["SELECT 1", "SELECT 2"]),
    ("SELECT ';' AS `;`, \";\"", ["SELECT ';' AS `;`, \";\""]),
    ("SELECT 'a'';' ; SELECT 'b\\';'", ["SELECT 'a'';'", "SELECT 'b\\';'"]),
    ("SELECT 1 -- ; a\n, 2", ["SELECT 1 -- ; a\n, 2"]),
    ("SELECT 1 // ; a\n, 2", ["SELECT 1 // ; a\n, 2"]),
    ("SELECT 1 # ; a\n, 2 #! ; b", ["SELECT 1 # ; a\n, 2"]),
    ("SELECT /* ; /* ; */ ; */ 1", ["SELECT /* ; /* ; */ ; */ 1"]),
    ("SELECT $$ ; $$, $a$ ; $$ ; $a$", ["SELECT $$ ; $$, $a$ ; $$ ; $a$"]),
    ("SELECT `a\\`;`; SELECT ‘;’", ["SELECT `a\\`;`", "SELECT ‘;’"]),
    ("-- nothing\n/* here */", []),
]


def statements(text: str) -> list[str]:
    page = parse_page(Path("page.md"), text=f"```sql cell=a\n{text}\n```\n".encode())
    assert page.problems == ()
    return [piece.text for piece in page.cells[0].statements]


@pytest.mark.parametrize(("text", "pieces"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_statements(text: str, pieces: list[str]) -> None:
    """They end at semicolons outside of strings, names and comments."""
    assert statements(text) == pieces


def test_parameters_and_names() -> None:
    """Not those in strings and comments; quoted ones as they are meant."""
    text = (
        "SELECT {a:UInt8}, { b : Array(String) }, '{c:X}' /* {d:X} */, {`e f`:X}, {1:2} "
        'FROM "g""h".`i\\`j` -- k'
    )
    page = parse_page(Path("page.md"), text=f"```sql cell=a expect=error\n{text}\n```\n".encode())
    assert list(sql_parameters(page.cells[0].statements)) == ["a", "b", "e f"]
    assert {'g"h', "i`j", "e f", "UInt8"} <= names(text)
    assert not {"c", "d", "k"} & names(text)


KINDS = {
    "word": "BareWord",
    "string": "StringLiteral",
    "heredoc": "HereDoc",
    "quoted": "QuotedIdentifier",
    "number": "Number",
}


@pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")
def test_tokens_are_those_of_clickhouse() -> None:
    """What opens, closes and divides is found where ClickHouse finds it."""
    from runner.sql.session import SqlSession

    session = SqlSession()
    here = Path(__file__).parent
    try:
        for text, _ in STATEMENTS:
            query = "SELECT arrayMap(t -> (t.1, t.2, t.3), tokenizeQuery({t:String})) AS t"
            result = session.run(query, {"t": text}, folder=here, timeout=20)
            found: Any = result.rows[0][0]
            data = text.encode()
            theirs = [
                (kind, data[start:end].decode())
                for start, end, kind in found
                if kind not in ("Whitespace", "Comment")
            ]
            ours = [(token.kind, token.text) for token in tokens(text)]
            assert [text for _, text in ours] == [text for _, text in theirs]
            for (kind, _), (their_kind, _) in zip(ours, theirs, strict=True):
                assert KINDS.get(kind, their_kind) == their_kind
    finally:
        session.close()
