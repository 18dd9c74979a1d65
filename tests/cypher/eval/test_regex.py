"""Java's regular expressions."""

from __future__ import annotations

import pytest

from runner.cypher.eval.regex import compile_pattern
from runner.errors import Cause, EngineError


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("", "", True),
        (r".*\.(md|py)", "docs/a.md", True),
        ("a", "ab", False),
        ("a|b", "b", True),
        ("(a|b)*", "abab", True),
        ("a{2,3}", "aaa", True),
        ("a*+a", "aa", False),
        ("(?i)ABC", "abc", True),
        ("(?i)é", "É", False),
        ("(?iu)é", "É", True),
        ("a(?i)b|c", "aB", True),
        ("a(?i)b|c", "AB", False),
        ("a(?i)b|c", "C", True),
        ("(?i:x)Y", "XY", True),
        ("(?i:x)Y", "Xy", False),
        ("(?s)a.b", "a\nb", True),
        ("a.b", "a\nb", False),
        ("a.b", "a\rb", False),
        ("(?x) a b", "ab", True),
        (r"\d+", "12", True),
        (r"\d+", "١", False),
        (r"\w+", "é", False),
        (r"\p{L}+", "héé", True),
        (r"\P{L}", "1", True),
        (r"\p{Lu}\p{Ll}", "Éa", True),
        (r"\p{Upper}\p{Lower}", "Ab", True),
        (r"\p{Upper}", "É", False),
        ("[a-z&&[^bc]]+", "ad", True),
        ("[a-z&&[^bc]]+", "ab", False),
        ("[a-d[m-p]]+", "am", True),
        ("[^a-d[m-p]]", "n", False),
        ("[^a-d[m-p]]", "z", True),
        (r"[\p{L}&&[^a]]", "b", True),
        ("[]a]", "]", True),
        (r"[\w.-]+@[\w-]+\.com", "a.b-c@x-y.com", True),
        (r"[^\d]", "a", True),
        (r"[\D]", "a", True),
        (r"[\s\S]*", "a\nb", True),
        ("[$^]", "^", True),
        (r"\Qa.b\E", "a.b", True),
        (r"\Qa.b\E", "axb", False),
        (r"(?<year>\d{4})-\k<year>", "2026-2026", True),
        (r"(\w)\1", "aa", True),
        (r"A", "A", True),
        (r"\x{1F600}", "😀", True),
        (r"\h\R", "\t\r\n", True),
        (r"\$\{x\}", "${x}", True),
        ("^abc$", "abc", True),
    ],
)
def test_matching(pattern: str, text: str, matches: bool) -> None:
    """Where Java and Python differ, Java's meaning counts."""
    assert (compile_pattern(pattern).fullmatch(text) is not None) is matches


@pytest.mark.parametrize(
    ("pattern", "description"),
    [
        ("[", "Unclosed character class near index 0\n[\n^"),
        ("[abc", "Unclosed character class near index 3\n[abc\n   ^"),
        ("(", "Unclosed group near index 1\n("),
        (")", "Unmatched closing ')' near index 0\n)\n^"),
        ("*a", "Dangling meta character '*' near index 0\n*a\n^"),
        ("a**", "Dangling meta character '*' near index 2\na**\n  ^"),
        ("a|*", "Dangling meta character '*' near index 2\na|*\n  ^"),
        ("a{,3}", "Illegal repetition near index 0\na{,3}\n^"),
        (r"\q", "Illegal/unsupported escape sequence near index 1\n\\q\n ^"),
        ("[b-a]", "Illegal character range near index 3\n[b-a]\n   ^"),
        ("(?P<x>a)", "Unknown inline modifier near index 2\n(?P<x>a)\n  ^"),
    ],
)
def test_malformed_patterns(pattern: str, description: str) -> None:
    """The error has Java's description of the place."""
    with pytest.raises(EngineError) as caught:
        compile_pattern(pattern)
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.SemanticError"
    assert error.gql_status == "22000"
    assert error.message == f"Invalid Regex: {description}"
    assert error.cause == Cause("22N11", f"Invalid Regex: {description}")
