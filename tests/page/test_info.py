"""Words of info strings: those without quotes are read in a quicker way, and alike."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from runner.page.info import split_words

TEXTS = st.text(alphabet="ab=={}' \t\x0b\u2028\x1c.,\\", max_size=12)


@given(TEXTS)
@example("a{b=c")
@example("=x a= a==b {a} {.b}=c")
def test_words_do_not_depend_on_a_quoted_one_behind_them(text: str) -> None:
    *words, quoted = split_words(f'{text} q="x y"', 3, 7)
    assert tuple(words) == split_words(text, 3, 7)
    assert (quoted.key, quoted.value, quoted.is_malformed) == ("q", "x y", False)
