"""Whatever the text, there is a statement or an error whose place is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from runner.cypher.lexer import split, tokenize
from runner.cypher.parser import parse
from runner.cypher.syntax.base import walk
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

SPELLED = """
MATCH RETURN WITH WHERE CREATE CASE WHEN THEN ELSE END EXISTS COUNT COLLECT CALL UNWIND AS IN IS NOT
NULL AND OR ALL ANY SHORTEST FOREACH SET UNION NEXT ORDER BY LIMIT SHOW INDEX FOR ON n a.b x ( ) [ ]
{ } - -> <- : :: | , . .. * + = <> < % ! & $ $p ; 1 1.5 0x 'a' ' " ` `b` /* // \\u0041 \\u (n)
(a)-->(b) [x {a: } :A|B LIST< INTEGER > CYPHER 25 5 EXPLAIN é — #
"""
FRAGMENTS = st.sampled_from(["\n", *SPELLED.split()])
TEXTS = st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=30).map(" ".join))
WITHOUT_PLACE = ("ArgumentError", "UnsupportedAdministrationCommand")


def outcome(call: Callable[[], T]) -> T | EngineError:
    """What a call gives, or the error that it raises on purpose."""
    try:
        return call()
    except EngineError as error:
        return error


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.sampled_from(["25", "5"]))
def test_any_text(text: str, language: str) -> None:
    """Words and symbols in any order, and any characters."""
    found = outcome(lambda: parse(text, language))
    if not isinstance(found, EngineError):
        for node in walk(found):
            assert 0 <= node.start <= node.end <= len(text)
    elif found.position is None:
        assert found.title in WITHOUT_PLACE
    else:
        assert 0 <= found.position.offset <= len(text)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_tokens_have_places(text: str) -> None:
    """Tokens come in order and do not overlap."""
    found = outcome(lambda: tokenize(text))
    if isinstance(found, EngineError):
        assert found.position is not None
        assert 0 <= found.position.offset <= len(text)
    else:
        places = [place for token in found for place in (token.start, token.end)]
        assert places == sorted(places)
        assert places[-1] == len(text)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_pieces_have_places(text: str) -> None:
    """Pieces are cut out of the text."""
    found = outcome(lambda: split(text))
    if isinstance(found, EngineError):
        assert found.position is not None
        assert 0 <= found.position.offset <= len(text)
    else:
        assert all(text[piece.start : piece.end] == piece.text for piece in found)
