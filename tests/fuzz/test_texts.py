"""Mistakes in statements, and how the ways in which they fail are compared."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import runner
from runner.errors import EngineError
from tests.fuzz.grammar.draw import Draw
from tests.fuzz.grammar.statements import Statements
from tests.fuzz.mutating import mutants
from tests.fuzz.texts import Failure, Texts, compare_texts, differences

STATEMENTS = 300
AGREE = 0.95
"""The share of failures that are alike in line, place and causes; what is left is known."""
_FAILURE = Failure(
    "Neo.ClientError.Statement.SyntaxError",
    "42001",
    "error: syntax error: Variable `n` not defined",
    (7, 1, 8),
    ("42N62",),
    "Variable `n` not defined",
)


def _made(seed: str) -> list[tuple[str, dict[str, object]]]:
    draw = Draw(seed)
    return list(islice(mutants(draw, Statements(draw)), 100))


def test_a_seed_makes_the_same_statements_again() -> None:
    assert _made("one") == _made("one")
    assert _made("one") != _made("two")


def test_most_statements_fail() -> None:
    failed = 0
    with runner.connect() as engine, engine.session() as session:
        for text, parameters in _made("one"):
            session.begin()
            try:
                session.run(text, parameters)
            except EngineError:
                failed += 1
            finally:
                session.rollback()
    assert failed > 50


def test_equal_failures_agree_in_all() -> None:
    found = Texts()
    assert differences(_FAILURE, _FAILURE, found) == []
    assert differences(None, None, found) == []
    assert (found.failed, found.agreeing["all"]) == (1, 1)


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        (replace(_FAILURE, line="error: syntax error: Variable `m` not defined"), "line: "),
        (replace(_FAILURE, place=(8, 1, 9)), "place: "),
        (replace(_FAILURE, causes=()), "causes: "),
        (replace(_FAILURE, status="22G03", place=None), "code and status, place: "),
        (None, "refused: error: syntax error: Variable _ not defined"),
    ],
)
def test_what_differs_is_named(other: Failure | None, kind: str) -> None:
    found = Texts()
    ((named, detail),) = differences(_FAILURE, other, found)
    assert named.startswith(kind)
    assert detail.startswith("ours   error: syntax error: Variable `n` not defined\n")
    assert found.agreeing["all"] == 0


def test_errors_read_alike_on_both_engines(neo4j_url: str) -> None:
    found = compare_texts("larch", neo4j_url, STATEMENTS)
    assert found.failed > STATEMENTS / 2
    assert found.agreeing["all"] >= AGREE * found.failed, str(found)
