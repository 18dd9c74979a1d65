"""Expressions with points and vectors as Neo4j answered them, values and whole errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cypher.recorded import Recorded, check, read_recorded

CASES = read_recorded(Path(__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_recorded(case: Recorded) -> None:
    check(case)


def test_there_are_cases() -> None:
    assert len(CASES) > 200
