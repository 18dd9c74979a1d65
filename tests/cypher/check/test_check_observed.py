"""What a real Neo4j was seen to refuse when compiling, against the checks."""

from __future__ import annotations

import json
from typing import Any

from runner.cypher.check import check
from runner.cypher.parser import parse
from runner.errors import EngineError
from tests.support.shared import SHARED, needs_shared

pytestmark = needs_shared

UNKNOWN_FUNCTION = "42N48"
"""Which functions there are is the function table's matter."""


def recorded_cases() -> list[dict[str, Any]]:
    """The recorded cases that parse."""
    path = SHARED / "reference" / "neo4j-observed.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def verdict(case: dict[str, Any]) -> EngineError | None:
    """What the checks say of a case; None too where the parser refuses it."""
    try:
        statement = parse(case["query"], "25")
    except EngineError:
        return None
    try:
        check(statement, statement.language or "25", case["params"])
    except EngineError as error:
        if error.cause is None or error.cause.gql_status != UNKNOWN_FUNCTION:
            return error
    return None


def test_no_good_statement_is_refused() -> None:
    refused = {
        case["id"]: str(error)
        for case in recorded_cases()
        if case["error"] is None and (error := verdict(case)) is not None
    }
    assert refused == {}


def test_what_is_refused_is_refused_as_recorded() -> None:
    different: dict[str, tuple[Any, ...]] = {}
    agreed = 0
    for case in recorded_cases():
        expected = case["error"]
        error = verdict(case)
        if expected is None or error is None:
            continue
        cause = error.cause.gql_status if error.cause is not None else None
        actual = (error.code, error.gql_status, cause, error.message.rstrip())
        if actual == (
            expected["code"],
            expected["gql_status"],
            expected["gql_status_cause"],
            expected["message"].rstrip(),
        ):
            agreed += 1
        else:
            different[case["id"]] = actual
    assert different == {}
    assert agreed >= 130
