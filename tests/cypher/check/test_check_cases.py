"""Statements that the checks refuse, each with status, cause, place and message; and good ones.

A case in ``cases/`` is ``== title``, the statement, optional lines ``language 5`` and
``parameters {…}``, ``--``, then status, cause and offset, and the message. ``good.txt`` has a
statement a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cypher.check.judging import failure, judge

CASES = Path(__file__).parent / "cases"
GOOD = CASES / "good.txt"
PARAMETERS: dict[str, Any] = {
    "id": "x",
    "k": "name",
    "l": ["A"],
    "l2": 2,
    "p": {"x": 1},
    "props": {"a": 1},
    "rows": [{"id": 1}],
    "s": 1,
    "url": "file:///x",
    "v": [1.0],
}


def read_cases() -> Iterator[Any]:
    """The cases of every file but the good ones, named by file and title."""
    for path in sorted(CASES.glob("*.txt")):
        if path == GOOD:
            continue
        for block in path.read_text("utf-8").split("== ")[1:]:
            head, _, expected = block.partition("\n--\n")
            title, *lines = head.splitlines()
            language, parameters = "25", None
            if lines[-1].startswith("language "):
                language = lines.pop().removeprefix("language ")
            elif lines[-1].startswith("parameters "):
                parameters = json.loads(lines.pop().removeprefix("parameters "))
            statuses, _, message = expected.rstrip().partition("\n")
            yield pytest.param(
                "\n".join(lines),
                language,
                parameters,
                statuses,
                message,
                id=f"{path.stem}: {title}",
            )


@pytest.mark.parametrize(
    ("statement", "language", "parameters", "statuses", "message"), list(read_cases())
)
def test_a_statement_is_refused(
    statement: str,
    language: str,
    parameters: dict[str, Any] | None,
    statuses: str,
    message: str,
) -> None:
    status, cause, offset, actual = failure(statement, parameters, language)
    place = None if offset is None else f"at {offset}"
    assert " ".join(filter(None, (status, cause, place))) == statuses
    assert actual == message


@pytest.mark.parametrize("statement", GOOD.read_text("utf-8").splitlines())
def test_a_good_statement_passes(statement: str) -> None:
    judge(statement, PARAMETERS)
