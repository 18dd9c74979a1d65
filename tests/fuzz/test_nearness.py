"""Only the last places of floats, and only those of the platform's functions, may differ."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.fuzz.answers import Answer, difference
from tests.fuzz.nearness import PLACES, brought_near, is_inexact

LIMITS = Path(__file__).parents[2] / "pages" / "cypher" / "limits.md"


def _apart(places: int) -> tuple[str, str]:
    value = 0.12011451120934953
    return repr(value), repr(value + places * math.ulp(value))


def _kind(ours: Answer, theirs: Answer, *, ordered: bool = False) -> str:
    found = difference(ours, brought_near(ours, theirs, ordered=ordered), ordered=ordered)
    return found.kind if found else ""


@pytest.mark.parametrize(
    "text",
    ["RETURN log(2)", "RETURN 2 ^ 0.5", "RETURN 1 + Sin(1)", "RETURN point.distance(a, b)"],
)
def test_statements_with_a_function_of_the_platform(text: str) -> None:
    assert is_inexact(text)


@pytest.mark.parametrize(
    "text", ["RETURN log10(2)", "RETURN sinh(1)", "RETURN asin(1)", "RETURN 'x^y'", "RETURN n.log"]
)
def test_other_statements(text: str) -> None:
    assert not is_inexact(text)


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "cot", "exp", "log", "^", "distances"])
def test_the_limit_is_documented(name: str) -> None:
    text = LIMITS.read_text("utf-8")
    assert name in text.partition("What differs without a refusal")[2]


def test_the_last_places_of_a_float_pass() -> None:
    here, there = _apart(PLACES)
    ours, theirs = Answer(("x",), ((f"[{here}]", '"a"'),)), Answer(("x",), ((f"[{there}]", '"a"'),))
    assert difference(ours, theirs, ordered=False) is not None
    assert _kind(ours, theirs) == ""
    assert _kind(Answer(graph=(f"({{f: {here}}})",)), Answer(graph=(f"({{f: {there}}})",))) == ""


def test_whatever_else_differs_is_told() -> None:
    here, there = _apart(PLACES + 1)
    assert _kind(Answer(rows=((here,),)), Answer(rows=((there,),))) == "rows"
    near, same = _apart(1)
    assert _kind(Answer(rows=((near, "1"),)), Answer(rows=((same, "2"),))) == "rows"
    assert _kind(Answer(rows=((near,),)), Answer(rows=((same,), (same,)))) == "number of rows"
    assert _kind(Answer(rows=(("1",),)), Answer(rows=(("2",),))) == "rows"
    assert _kind(Answer(rows=((near,), ("a",))), Answer(rows=(("a",), (same,))), ordered=True)
    assert _kind(Answer(graph=(near,)), Answer(graph=(f"{same} x",))) == "graph"
