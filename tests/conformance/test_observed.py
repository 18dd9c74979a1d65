"""What a real Neo4j was seen to answer, against the embedded engine: agreement by topic."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import runner
from runner.errors import Cause, EngineError
from runner.render.error import error_text
from tests.support.shared import SHARED, needs_shared

if TYPE_CHECKING:
    from runner.engines.base import Engine

pytestmark = needs_shared

_SLOT = re.compile(r"ReferenceFromSlot\(\d+\)")
"""What Neo4j prints of its plan where we print ``...``."""


def disagreement(engine: Engine, case: dict[str, Any]) -> str:
    """How the engine's answer to `case` differs from the recorded one; empty when it agrees."""
    with engine.scratch("25") as session:
        for statement in case["setup"]:
            session.run(statement, timeout=20)
        try:
            result = session.run(case["query"], case["params"], timeout=20)
        except EngineError as error:
            return _error_disagreement(error, case["error"])
    if case["error"]:
        return f"no error, expected {case['error']['code']}: {case['error']['message']}"
    if list(result.columns) != case["columns"]:
        return f"columns {list(result.columns)}, expected {case['columns']}"
    rows = [[runner.format_value(value) for value in row] for row in result.rows]
    expected = case["rows"]
    if not case["ordered"]:
        rows, expected = sorted(rows), sorted(expected)
    if rows != expected:
        return f"rows {rows[:4]}, expected {expected[:4]}"
    if result.counters.as_dict() != case["counters"]:
        return f"counters {result.counters.as_dict()}, expected {case['counters']}"
    return ""


def _error_disagreement(error: EngineError, expected: dict[str, Any] | None) -> str:
    if expected is None:
        return f"an error: {_shown(error)}"
    # Bolt does not say which constraint was violated, so what we name is not compared.
    wanted = EngineError(
        expected["code"],
        expected["gql_status"],
        expected["message"].replace("<id>", "0"),
        cause=Cause(cause, "") if (cause := expected["gql_status_cause"]) else None,
        constraint=error.constraint,
    )
    return "" if _shown(error) == _shown(wanted) else f"{_shown(error)}, expected {_shown(wanted)}"


def _shown(error: EngineError) -> str:
    """All of an error that has to agree: code, statuses, and the line that a page shows."""
    cause = f" <- {error.cause.gql_status}" if error.cause else ""
    text = _SLOT.sub("...", error_text(error))
    return f"{error.code} [{error.gql_status}{cause}] {text}"


def test_every_case_agrees(conformance_report: list[str]) -> None:
    path = SHARED / "reference" / "neo4j-observed.jsonl"
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    total: Counter[str] = Counter(case["id"].partition("/")[0] for case in cases)
    found: dict[str, str] = {}
    with runner.connect("embedded:") as engine:
        for case in cases:
            try:
                why = disagreement(engine, case)
            except EngineError as error:
                why = f"the set-up fails: {error.code} {error.message}"
            if why:
                found[case["id"]] = why
    failed = Counter(name.partition("/")[0] for name in found)
    conformance_report.extend(
        f"{total[topic] - failed[topic]:5} of {total[topic]:5}  observed {topic}"
        for topic in sorted(total)
    )
    conformance_report.append(f"{len(cases) - len(found):5} of {len(cases):5}  observed in all")
    if target := os.environ.get("RUNNER_CONFORMANCE_LOG"):
        lines = [f"{name}\t{why!r}\n" for name, why in found.items()]
        (Path(target) / "observed-failures.tsv").write_text("".join(lines), "utf-8")
    assert not found
