"""The lines of a text, whatever ends them."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from runner.page.lines import Lines


@given(st.lists(st.sampled_from(["\n", "\r\n", "\r", "a", "bc ", "\x0b", "\u2028"])).map("".join))
@example("")
@example("\n")
@example("a\n\nb")
def test_lines_and_their_ends_are_the_text(text: str) -> None:
    lines = Lines(text)
    numbers = range(1, len(lines) + 1)
    assert "".join(lines.line(n) + lines.end_of(n) for n in numbers) == text
    assert [lines.end_of(n) for n in numbers if lines.end_of(n)] == re.findall(r"\r\n|\n|\r", text)
    assert not any(set(lines.line(n)) & set("\r\n") for n in numbers)
