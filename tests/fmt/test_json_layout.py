"""The layout of data blocks: the same tokens, the author's lines."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.fmt.json_layout import layout_json
from runner.page.json_text import read_parameters


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{ "a" :1,"b":[ 1,2 ] }', '{"a": 1, "b": [1, 2]}'),
        ('{"a": 1,\n"b": 2}', '{"a": 1,\n "b": 2}'),
        ('{"a": {"x": 1,\n"y": 2},\n    "b": 2\n}', '{"a": {"x": 1,\n       "y": 2},\n "b": 2}'),
        ('{\n"a": 1,\n"b": [\n1,\n2]}', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}'),
        (
            '{"rows": [\n{"x": 1},\n{"x": 2}]}',
            '{"rows": [\n  {"x": 1},\n  {"x": 2}\n]}',
        ),
        ('{"a"\n:\n1\n, "b": [\n], "c": {\n\n}}', '{"a": 1,\n "b": [], "c": {}}'),
        ('\n\n{"a": "b , : c",\n\n\n"d": 1.50e3}\n\n', '{"a": "b , : c",\n "d": 1.50e3}'),
    ],
)
def test_blanks_and_indentation(text: str, expected: str) -> None:
    """Numbers and strings keep their spelling."""
    assert layout_json(text) == expected


SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-9, 9)
TEXTS = st.text('a"\\,:[]{}\né', max_size=4)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab ", max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc", max_size=2), VALUES, max_size=4), st.data())
def test_the_tokens_stay_and_a_second_layout_changes_nothing(
    value: dict[str, Any], data: st.DataObject
) -> None:
    """Wherever the author broke lines."""
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', json.dumps(value))
    gaps = data.draw(
        st.lists(
            st.sampled_from(["", " ", "\n", "\n   ", " \n\n"]),
            min_size=len(tokens),
            max_size=len(tokens),
        )
    )
    text = "".join(gap + token for gap, token in zip(gaps, tokens, strict=True))
    laid_out = layout_json(text)
    assert json.loads(laid_out) == value
    assert re.sub(r"\s", "", laid_out) == re.sub(r"\s", "", text)
    assert layout_json(laid_out) == laid_out
    assert all(line == line.rstrip() and line for line in laid_out.split("\n"))
    assert repr(read_parameters(laid_out, print)) == repr(read_parameters(text, print))
