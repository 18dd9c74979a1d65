"""The case of keywords in a statement: which words are keywords, its tree decides.

No word of Cypher is reserved, so a word is written in capitals only where the tree stays the
same with it: in a name, or in a column that is called by its text, it would not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from runner.cypher.lexer import tokenize
from runner.cypher.parser import parse
from runner.cypher.syntax.base import same
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runner.cypher.lexer import Token
    from runner.cypher.syntax.clauses import Statement

_WORDS = """
ALL AND AS ASC ASCENDING BY CALL CASE CONCURRENT CONSTRAINT CONSTRAINTS CONTAINS CREATE CSV
CYPHER DELETE DESC DESCENDING DETACH DISTINCT DROP EACH ELSE END ENDS ERROR EXISTS EXPLAIN
FILTER FINISH FOR FOREACH FROM FULLTEXT GROUP HEADERS IF IN INDEX INDEXES INSERT IS KEY LET
LIMIT LOAD LOOKUP MATCH MERGE NEXT NODE NODETACH NOT NULLS OF OFFSET ON OPTIONAL OPTIONS OR
ORDER PROFILE RANGE RELATIONSHIP REMOVE REPORT REQUIRE RETURN ROWS SEARCH SET SHOW SKIP STARTS
STATUS TERMINATE TEXT THEN TRANSACTIONS UNION UNIQUE UNWIND USE USING VECTOR WHEN WHERE WITH XOR
YIELD
"""
KEYWORDS = frozenset(_WORDS.split())
"""The words that are written in capitals (Cypher manual, "Naming rules", style guide)."""

BEFORE_BRACE = frozenset({"COUNT", "COLLECT", "EXISTS"})
"""Words that are keywords before ``{``, and names of functions before ``(``."""

BEFORE_PARENTHESIS = frozenset({"ALL", "EXISTS", "KEY", "POINT", "RANGE", "TEXT", "VECTOR"})
"""Keywords of this list are, right before ``(``, names of functions or may be."""

LOWER = frozenset({"TRUE", "FALSE", "NULL"})
"""The words that are written in small letters: values, so not the NULL of ``IS NOT NULL``."""


def same_statement(left: Statement, right: Statement) -> bool:
    """Whether two statements say the same, columns that are called by their text included."""
    return (
        left.language == right.language
        and left.mode == right.mode
        and left.options == right.options
        and same(left.body, right.body)
    )


def parsed(text: str, language: str) -> Statement | None:
    """The tree of a statement; None where it has none."""
    try:
        return parse(text, language)
    except EngineError:
        return None


def with_keyword_case(text: str, language: str) -> str:
    """A statement with its keywords in capitals; one that does not parse as it is."""
    tree = parsed(text, language)
    if tree is None:
        return text
    candidates = list(_candidates(tokenize(text)))
    changed = _replaced(text, candidates)
    if not candidates or _holds(tree, changed, language):
        return changed
    kept = [each for each in candidates if _holds(tree, _replaced(text, [each]), language)]
    changed = _replaced(text, kept)
    return changed if _holds(tree, changed, language) else text


def _holds(tree: Statement, text: str, language: str) -> bool:
    other = parsed(text, language)
    return other is not None and same_statement(tree, other)


def _candidates(tokens: Sequence[Token]) -> Iterable[tuple[Token, str]]:
    """Words that may be keywords and are written otherwise, each with how it would be written."""
    before = ""
    for token, following in pairwise(tokens):
        previous, kind = before, token.kind
        before = kind
        if token.end - token.start != len(token.text):
            continue  # written with unicode escapes
        if kind == "NULL" and previous in ("IS", "NOT"):
            written = kind
        elif kind in LOWER:
            written = kind.lower()
        elif (kind in BEFORE_BRACE and following.kind == "{") or (
            kind in KEYWORDS and not (kind in BEFORE_PARENTHESIS and following.kind == "(")
        ):
            written = kind
        else:
            continue
        if token.text != written:
            yield token, written


def _replaced(text: str, words: Iterable[tuple[Token, str]]) -> str:
    parts, at = [], 0
    for token, written in words:
        parts += [text[at : token.start], written]
        at = token.end
    parts.append(text[at:])
    return "".join(parts)
