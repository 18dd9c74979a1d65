"""Reads the recorded answers of Neo4j in ``cases/*.txt`` and holds an expression to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from runner.cypher.eval.text import value_text
from runner.errors import EngineError
from runner.values import Vector
from tests.cypher.evaluation import evaluate


@dataclass(frozen=True)
class Recorded:
    """An expression and its answer: the value as text, or the lines of its error."""

    expression: str
    value: str | None
    error: tuple[str, ...]

    def __str__(self) -> str:
        return self.expression


def read_recorded(folder: Path) -> list[Recorded]:
    """All cases of a folder's files."""
    cases = []
    for path in sorted(folder.glob("*.txt")):
        blocks = path.read_text("utf-8").split("\n\n")
        for block in blocks:
            expression, *answer = block.strip("\n").splitlines()
            if expression.startswith("#"):
                continue
            value = answer[0][2:] if answer[0].startswith("=") else None
            error = () if value is not None else tuple(line[2:] for line in answer)
            cases.append(Recorded(expression, value, error))
    return cases


def check(case: Recorded) -> None:
    """Evaluate the case's expression; it must give the recorded value, or fail as recorded."""
    if case.value is not None:
        assert shown(evaluate(case.expression)) == case.value
        return
    with pytest.raises(EngineError) as caught:
        evaluate(case.expression)
    error = caught.value
    code = error.code.removeprefix("Neo.").removeprefix("ClientError.")
    cause = f" <- {error.cause.gql_status} {error.cause.message}" if error.cause else ""
    cause = cause.replace("\n", "⏎").replace("\r", "␍")
    found = (f"{code} {error.gql_status}{cause}", *error.message.split("\n"))
    assert found == case.error


def shown(value: Any) -> str:
    """A value as the case files write it."""
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    text = value_text(value) or ""
    if isinstance(value, Vector):
        return text.replace("INTEGER64", "INTEGER").replace("FLOAT64", "FLOAT")
    return text
