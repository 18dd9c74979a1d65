"""What is an expression in parentheses, and what a node of a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.cypher.database import Database
from tests.cypher.running import failure

if TYPE_CHECKING:
    from runner.values import Value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NOT $p)", False),
        ("(NOT $p = false)", True),
        ("(CASE $p WHEN true THEN 1 END)", 1),
        ("(CASE $m.a WHEN 7 THEN 1 ELSE 2 END) + 1", 2),
        ("[(NOT $p), 1]", [False, 1]),
    ],
)
def test_a_word_before_a_parameter_may_be_an_operator(text: str, expected: object) -> None:
    parameters: dict[str, Value] = {"p": True, "m": {"a": 7}}
    assert Database().session("25").run(f"RETURN {text} AS x", parameters).rows == [(expected,)]


@pytest.mark.parametrize("name", ["date", "CASE", "n"])
def test_any_other_word_is_the_variable_of_a_node(name: str) -> None:
    found = failure(Database().session("25"), f"RETURN ({name} $p) AS x", p={})
    assert (found.gql_status, found.message.partition(" (line")[0]) == (
        "42001",
        "Invalid input 'AS': expected '-'",
    )
