"""How text becomes terms: as Lucene's analyzers do it."""

from __future__ import annotations

import pytest

from runner.cypher.fulltext.analyzers import analyzers
from runner.cypher.fulltext.porter import stem


def terms(name: str, text: str) -> str:
    return " ".join(f"{term}/{position}" for term, position in analyzers()[name].terms(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Quick-brown fox_s e.g. a.b:c", "the/0 quick/1 brown/2 fox_s/3 e.g/4 a.b:c/5"),
        ("3.14 1,000 x@y.com $5", "3.14/0 1,000/1 x/2 y.com/3 5/4"),
        ("___ a__b 1_", "a__b/0 1_/1"),
        ("don't 'quoted' rock'n'roll", "don't/0 quoted/1 rock'n'roll/2"),
        ("日本 ひら カタカナ 한국어", "日/0 本/1 ひ/2 ら/3 カタカナ/4 한국어/5"),
        ("😀 hi 👨‍👩‍👧", "😀/0 hi/1 👨‍👩‍👧/2"),
        ("cafe\u0301 naïve İstanbul", "cafe\u0301/0 naïve/1 istanbul/2"),
    ],
)
def test_words_of_the_default_analyzer(text: str, expected: str) -> None:
    """Unicode Standard Annex 29, in small letters."""
    assert terms("standard-no-stop-words", text) == expected


def test_a_long_word_is_cut() -> None:
    assert [len(term) for term, _ in analyzers()["standard"].terms("a" * 600)] == [255, 255, 90]


def test_stop_words_keep_their_positions() -> None:
    assert terms("standard", "the fox and a dog") == "fox/1 dog/4"
    assert terms("stop", "the fox2and a dog") == "fox/1 dog/4"


def test_english_stems() -> None:
    assert terms("english", "John's agents remembered the Decisions") == (
        "john/0 agent/1 rememb/2 decis/4"
    )


def test_analyzers_that_leave_case_alone() -> None:
    assert terms("keyword", "New York") == "New York/0"
    assert (
        terms("whitespace", "New\tYork-City no\u00a0break") == "New/0 York-City/1 no\u00a0break/2"
    )
    assert terms("unicode_whitespace", "no\u00a0break") == "no/0 break/1"
    assert terms("simple", "R2D2 was Here") == "r/0 d/1 was/2 here/3"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("motoring", "motor"),
        ("hopping", "hop"),
        ("sky", "sky"),
        ("relational", "relat"),
        ("triplicate", "triplic"),
        ("adoption", "adopt"),
        ("controll", "control"),
        ("is", "is"),
    ],
)
def test_porter(word: str, expected: str) -> None:
    """The examples of Porter's paper."""
    assert stem(word) == expected
