"""A script falls apart into statements at its semicolons, and only there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.cypher import lexer
from runner.cypher.lexer import split
from runner.errors import EngineError

TITLED = [
    ("nothing", "", []),
    ("blanks and comments are no statement", " \n// a;\n/* b; */ ; ;", []),
    ("one statement", "RETURN 1", ["RETURN 1"]),
    ("a last semicolon", "RETURN 1;\n", ["RETURN 1"]),
    ("blanks around are cut off", "\n RETURN 1 ;\n\tRETURN 2\n", ["RETURN 1", "RETURN 2"]),
    ("semicolons in strings", "RETURN ';' + \";\"; RETURN '\\';'", None),
    ("semicolons in names", "RETURN 1 AS `a;``;b`; RETURN 2", None),
    ("semicolons in comments", "RETURN 1 // ;\n + /* ; */ 2; RETURN 3", None),
    ("comments before a statement stay with it", "// a\nRETURN 1;/* b */ RETURN 2", None),
    ("quotes in comments", "RETURN 1 // it's\n; RETURN 2 /* \" */", None),
    ("a slash is no comment", "RETURN 4 / 2; RETURN 1", None),
]
EXPECTED = {
    "semicolons in strings": ["RETURN ';' + \";\"", "RETURN '\\';'"],
    "semicolons in names": ["RETURN 1 AS `a;``;b`", "RETURN 2"],
    "semicolons in comments": ["RETURN 1 // ;\n + /* ; */ 2", "RETURN 3"],
    "comments before a statement stay with it": ["// a\nRETURN 1", "/* b */ RETURN 2"],
    "quotes in comments": ["RETURN 1 // it's", 'RETURN 2 /* " */'],
    "a slash is no comment": ["RETURN 4 / 2", "RETURN 1"],
}


@pytest.mark.parametrize(
    ("title", "script", "expected"), TITLED, ids=[title for title, _, _ in TITLED]
)
def test_split(title: str, script: str, expected: list[str] | None) -> None:
    """The texts of the statements, and each at its place in the script."""
    pieces = split(script)
    assert [piece.text for piece in pieces] == (EXPECTED[title] if expected is None else expected)
    assert all(script[piece.start : piece.end] == piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("script", "offset", "status", "message"),
    [
        ("RETURN 1; RETURN 'a", 17, "42I19", "Failed to parse string literal. The query must"),
        ("RETURN \"a'", 7, "42I19", "Failed to parse string literal. The query must"),
        ("RETURN 1 /* a", 10, "42I02", "Failed to parse comment. A comment starting on `/*`"),
        ("RETURN `a;", 7, "42I06", "Invalid input '`': expected a closing '`'"),
    ],
)
def test_what_does_not_end(script: str, offset: int, status: str, message: str) -> None:
    """An open string, comment or name is refused where Neo4j would refuse it."""
    with pytest.raises(EngineError) as caught:
        split(script)
    error = caught.value
    assert (error.title, error.gql_status) == ("SyntaxError", "42001")
    assert error.cause is not None
    assert error.cause.gql_status == status
    assert error.position is not None
    assert error.position.offset == offset
    assert error.message.startswith(message)


PARTS = st.sampled_from(
    [
        "RETURN 1",
        " ",
        "\n",
        ";",
        "'",
        '"',
        "`",
        "\\",
        "/",
        "//",
        "/*",
        "*/",
        "*",
        "';'",
        '"a"',
        "\x85",
    ]
)


@given(st.lists(PARTS).map("".join))
def test_plain_scripts_are_cut_alike(script: str) -> None:
    """By the fast way, where it has an answer, and by the way for all scripts."""
    plain = lexer._split_plain(script)
    if plain is not None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lexer, "_split_plain", lambda _script: None)
            assert repr(plain) == repr(split(script))


def test_most_scripts_are_plain() -> None:
    script = "MATCH (n {a: 'b;c'}) WHERE n.x / 2 > 1 RETURN \"d\"; RETURN 1;\n"
    assert lexer._split_plain(script) is not None
    assert lexer._split_plain("RETURN 1 // one") is None
