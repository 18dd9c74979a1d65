"""Every recorded case again, on a live server through our engine: the same answers come out.

It proves the conversion of values, the counters and the mapping of errors; and it compares the
embedded engine with the live server on the same cases in one report.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import runner
from runner.errors import EngineError
from tests.support.shared import SHARED, needs_shared

if TYPE_CHECKING:
    from runner.engines.base import Engine, Session

pytestmark = needs_shared

SECONDS = 60
"""For a statement on a machine that has other work to do."""


def steady(value: str) -> str:
    """A value whose long fractions end before their last digits.

    A server adds floats in the order in which it comes by them, which is not fixed.
    """
    return re.sub(r"\d+\.\d{12,}", lambda found: f"{float(found[0]):.13g}", value)


def answer(session: Session, case: dict[str, Any]) -> dict[str, Any]:
    """What a session answers to a case, in the form in which cases are recorded."""
    for statement in case["setup"]:
        session.run(statement, timeout=SECONDS)
    try:
        result = session.run(case["query"], case["params"], timeout=SECONDS)
    except EngineError as error:
        return {"error": error.code}
    rows = [[steady(runner.format_value(value)) for value in row] for row in result.rows]
    return {
        "columns": list(result.columns),
        "rows": rows if case["ordered"] else sorted(rows),
        "counters": result.counters.as_dict(),
    }


def recorded(case: dict[str, Any]) -> dict[str, Any]:
    """The answer that was recorded."""
    if case["error"] is not None:
        return {"error": case["error"]["code"]}
    found = [[steady(value) for value in row] for row in case["rows"]]
    rows = found if case["ordered"] else sorted(found)
    return {"columns": case["columns"], "rows": rows, "counters": case["counters"]}


def answers(engine: Engine, cases: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """An engine's answers by the id of the case, each from an empty database."""
    found: dict[str, dict[str, Any]] = {}
    for case in cases:
        with engine.scratch("25") as session:
            try:
                found[case["id"]] = answer(session, case)
            except EngineError as error:
                found[case["id"]] = {"set-up": error.code}
    return found


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    """All recorded cases."""
    path = SHARED / "reference" / "neo4j-observed.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def live(neo4j_url: str, cases: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the live server answers to each."""
    with runner.connect(neo4j_url, timeout=SECONDS) as server:
        return answers(server, cases)


def test_a_live_server_answers_as_recorded(
    live: dict[str, dict[str, Any]], cases: list[dict[str, Any]], conformance_report: list[str]
) -> None:
    expected = {case["id"]: recorded(case) for case in cases}
    differing = {name: live[name] for name in expected if live[name] != expected[name]}
    conformance_report.append(
        f"{len(cases) - len(differing):5} of {len(cases):5}  a live server as recorded"
    )
    assert not differing, "\n".join(
        f"{name}: {found}, recorded {expected[name]}" for name, found in differing.items()
    )


def test_the_embedded_engine_beside_the_live_server(
    live: dict[str, dict[str, Any]], cases: list[dict[str, Any]], conformance_report: list[str]
) -> None:
    """A report; what must agree is held by `test_observed`."""
    with runner.connect("embedded:") as embedded:
        own = answers(embedded, cases)
    apart = Counter(name.partition("/")[0] for name in live if own[name] != live[name])
    conformance_report.append(
        f"{len(cases) - apart.total():5} of {len(cases):5}  embedded as the live server"
        + "".join(f"; {count} apart in {topic}" for topic, count in sorted(apart.items()))
    )
    assert own.keys() == live.keys()
