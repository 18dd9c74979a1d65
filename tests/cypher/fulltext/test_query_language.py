"""Lucene's query language, as its classic parser reads it over the fields t and b."""

from __future__ import annotations

import pytest

from runner.cypher.fulltext import queries as q
from runner.cypher.fulltext.analyzers import analyzers
from runner.cypher.fulltext.parse import UnsupportedPattern, parse_query
from runner.cypher.fulltext.tokens import QueryFailure


def shown(query: q.Query, *, top: bool = True) -> str:
    """A query as Lucene's `toString` shows it; a pattern by its regular expression."""
    match query:
        case q.Term(field=field, text=text):
            return f"{field}:{text}"
        case q.Phrase(field=field, terms=terms, slop=slop):
            return f'{field}:"{" ".join(term for term, _ in terms)}"{f"~{slop}" if slop else ""}'
        case q.Fuzzy(field=field, text=text, edits=edits):
            return f"{field}:{text}~{edits}"
        case q.Range():
            opening, closing = "{["[query.lower_inclusive], "}]"[query.upper_inclusive]
            return f"{query.field}:{opening}{query.lower} TO {query.upper}{closing}"
        case q.Pattern(field=field, regex=regex):
            return f"{field}:/{regex}/"
        case q.Boost(query=inner, factor=factor):
            return f"({shown(inner)})^{factor}"
        case q.Boolean(clauses=clauses):
            listed = " ".join(occur + shown(clause, top=False) for occur, clause in clauses)
            return listed if top else f"({listed})"
    return "*:*"


def parsed(text: str) -> str:
    return shown(parse_query(text, ("t", "b"), analyzers()["standard-no-stop-words"]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Graph", "t:graph b:graph"),
        ("a b", "(t:a b:a) (t:b b:b)"),
        ("a AND b c", "+(t:a b:a) +(t:b b:b) (t:c b:c)"),
        ("a OR b AND c", "(t:a b:a) +(t:b b:b) +(t:c b:c)"),
        ("a AND NOT b", "+(t:a b:a) -(t:b b:b)"),
        ("+a -b !c", "+(t:a b:a) -(t:b b:b) -(t:c b:c)"),
        ("a b c:d", "(t:a b:a) (t:b b:b) c:d"),
        ("t:(a b)^2", "(t:a t:b)^2.0"),
        ('"a b"~2 x', '(t:"a b"~2 b:"a b"~2) (t:x b:x)'),
        ("ab~ ab~1 ab~0.9", "(t:ab~2 b:ab~2) (t:ab~1 b:ab~1) (t:ab~0 b:ab~0)"),
        ("t:[A TO *} b:{1 TO 5]", "t:[a TO None} b:{1 TO 5]"),
        ("Fo* t:b?r", "(t:/fo.*/ b:/fo.*/) t:/b.r/"),
        ("*:*", "*:*"),
        ("/A[bc]+/", "t:/a[bc]+/ b:/a[bc]+/"),
        ("a\\:b a\\ b", "(t:a:b b:a:b) (t:a b:a) (t:b b:b)"),
        ("a & b", "(t:a b:a) (t:b b:b)"),
        ("%", ""),
        ("+ a", "(t:a b:a)"),
    ],
)
def test_what_a_text_means(text: str, expected: str) -> None:
    assert parsed(text) == expected


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", "ParseException", 'Encountered "<EOF>" at line 1, column 0.'),
        ("a AND", "ParseException", 'Encountered "<EOF>" at line 1, column 5.'),
        ("a)", "ParseException", 'Encountered " ")" ") "" at line 1, column 1.'),
        ("OR a", "ParseException", 'Encountered " <OR> "OR "" at line 1, column 0.'),
        ("a~1.5", "ParseException", "Fractional edit distances are not allowed!"),
        (
            "a\\u00",
            "ParseException",
            "Truncated Unicode escape sequence.",
        ),
        (
            'a "b',
            "TokenMgrError",
            (
                'Lexical error at line 1, column 5.  Encountered: <EOF> after prefix "\\"b" '
                "(in lexical state 2)"
            ),
        ),
        ("a^-1", "TokenMgrError", "Lexical error at line 1, column 3.  Encountered: '45' (45),"),
    ],
)
def test_what_is_refused(text: str, kind: str, message: str) -> None:
    with pytest.raises(QueryFailure) as caught:
        parsed(text)
    assert caught.value.kind == f"org.apache.lucene.queryparser.classic.{kind}"
    assert caught.value.message == message


def test_operators_of_lucenes_regular_expressions_are_not_guessed_at() -> None:
    with pytest.raises(UnsupportedPattern):
        parsed("/a~b/")
