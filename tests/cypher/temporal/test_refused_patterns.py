"""Letters of patterns that would need names of another locale are refused, never guessed."""

from __future__ import annotations

import pytest

from runner.errors import EngineError
from tests.cypher.evaluation import evaluate


@pytest.mark.parametrize(
    ("expression", "letter"),
    [
        ("format(datetime('2026-05-20T10:00[Europe/Berlin]'), 'z')", "z"),
        ("date('2026-21-3', 'YYYY-ww-e')", "Y"),
        ("date('2026 2 5', 'yyyy Q D')", "Q"),
    ],
)
def test_refused(expression: str, letter: str) -> None:
    with pytest.raises(EngineError) as caught:
        evaluate(expression)
    assert caught.value.gql_status == "42N14"
    assert caught.value.message == (
        f"The embedded engine does not support `{letter}` in the pattern of a temporal value"
    )
