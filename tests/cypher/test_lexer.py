"""Text turns into tokens as Neo4j's lexer cuts it, each with its place in the source."""

from __future__ import annotations

import pytest

from runner.cypher.lexer import tokenize
from runner.errors import EngineError

TITLED = [
    ("words keep their spelling", "Match n_1", [("MATCH", "Match"), ("N_1", "n_1")]),
    ("symbols of two characters", "<=>=<>!==~+=||..::", ["<=", ">=", "<>", "!=", "=~", "+=", "||"]),
    ("arrows are single characters", "<-[]->", ["<", "-", "[", "]", "-", ">"]),
    ("integers and floats", "1 1.5 .5 1e3 1_0", ["integer", "float", "float", "float", "integer"]),
    ("a range is no float", "1..3", ["integer", "..", "integer"]),
    ("a range from nothing", "..3", ["..", "integer"]),
    ("a property of a number", "1.a", ["integer", ".", "A"]),
    ("other bases", "0x1F 0o17 0 007", ["hex", "octal", "integer", "extended"]),
    ("letters after a number belong to it", "1x 1e", ["integer", "integer"]),
    ("strings", "'a\\'b' \"c'd\"", ["string", "string"]),
    ("comments are blank", "a//b\nc/*d\n*/e", ["A", "C", "E"]),
    ("an open comment is two symbols", "1 /* 2", ["integer", "/", "*"]),
    ("an open string ends the tokens", "a 'b c", ["A", "bad"]),
    ("what is no token ends the tokens", "a # b", ["A", "bad"]),
    ("names beyond ASCII", "größe ключ 变量", ["name", "name", "name"]),
    ("a word ends at a foreign blank", "a\u00a0b", ["A", "B"]),
    ("a word ends at a foreign dash", "a\u2014b", ["A", "dash", "B"]),
    ("foreign arrow heads", "\u27e8\u2013\u27e9", ["left head", "dash", "right head"]),
    ("a letter that only looks like a keyword's", "\u0131n", ["name"]),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in TITLED], ids=[case[0] for case in TITLED]
)
def test_kinds(text: str, expected: list[str] | list[tuple[str, str]]) -> None:
    """Kinds, and where they are given texts, come in order; ``eof`` comes last."""
    tokens = tokenize(text)
    assert tokens[-1].kind == "eof"
    assert (tokens[-1].start, tokens[-1].end) == (len(text), len(text))
    found = tokens[: len(expected)]
    wanted = [each if isinstance(each, tuple) else (each, None) for each in expected]
    assert [token.kind for token in found] == [kind for kind, _ in wanted]
    for token, (_, spelled) in zip(found, wanted, strict=True):
        assert spelled is None or token.text == spelled


def test_places_are_those_of_the_source() -> None:
    """``source[start:end]`` is the token, whatever stands between."""
    source = "MATCH (`a``b`:Größe) // x\nRETURN 'y\\n', $p"
    tokens = tokenize(source)
    assert [source[token.start : token.end] for token in tokens] == [t.text for t in tokens]


def test_an_escaped_name_loses_its_quotes() -> None:
    """A doubled backtick is one, and the name is no keyword."""
    token = tokenize("`match``me`")[0]
    assert (token.kind, token.name, token.text) == ("name", "match`me", "`match``me`")


def test_unicode_escapes_stand_for_their_characters_anywhere() -> None:
    """They are replaced before anything else is seen; places stay those of the source."""
    source = "\\u0052ETURN '\\u0041\\u00e9' AS \\u0078"
    tokens = tokenize(source)
    assert [token.text for token in tokens] == ["RETURN", "'A\u00e9'", "AS", "x", ""]
    assert [(token.start, token.end) for token in tokens] == [
        (0, 11),
        (12, 26),
        (27, 29),
        (30, 36),
        (36, 36),
    ]


def test_an_escaped_backslash_is_no_unicode_escape() -> None:
    """Two backslashes and a ``u`` stay as they are."""
    assert tokenize("'\\\\u0041'")[0].text == "'\\\\u0041'"


@pytest.mark.parametrize(
    ("text", "offset", "shown"), [("RETURN '\\uH'", 10, "H'"), ("a \\u12", 4, "12")]
)
def test_a_unicode_escape_needs_four_digits(text: str, offset: int, shown: str) -> None:
    """Anything else is refused where the digits should be."""
    with pytest.raises(EngineError) as caught:
        tokenize(text)
    error = caught.value
    assert (error.title, error.gql_status) == ("SyntaxError", "42001")
    assert error.cause is not None
    assert error.cause.gql_status == "42I47"
    assert error.position is not None
    assert error.position.offset == offset
    assert error.message.startswith(
        f"Invalid input '{shown}': expected four hexadecimal digits specifying a unicode character"
    )
