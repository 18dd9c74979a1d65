"""Enterprise constraints kept on a Community server: the answers are those of the embedded engine.

Each case of `tests.support.emulation` is run on both engines and compared in columns, rows,
counters, remarks and the whole of its error, as pages show it and as programs see it. Cases that
were recorded of a real server give the same while constraints are emulated.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import runner
from runner.errors import EngineError
from runner.render import error_text
from tests.conformance.test_observed_bolt import answer as observed
from tests.conformance.test_observed_bolt import recorded
from tests.support.emulation import CASES, Step
from tests.support.shared import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine, Session
    from runner.errors import Cause

SECONDS = 60


def chain(cause: Cause | None) -> list[tuple[str, str]]:
    """A chain of causes; entity and rule numbers left out."""
    if cause is None:
        return []
    return [(cause.gql_status, stable(cause.message)), *chain(cause.cause)]


def stable(message: str) -> str:
    """A message without the numbers of entities and rules, which are each engine's own."""
    message = re.sub(r"(?i)\b(node|relationship) ?[(<]\d+[)>]", r"\1(…)", message)
    message = re.sub(r"\b(id|ownedIndex)=\d+", r"\1=…", message)
    return re.sub(r"(Invalid input '.*?').*", r"\1", message, flags=re.DOTALL)


def answer(session: Session, step: str | Step) -> dict[str, Any]:
    """All that a statement answers, but plans and numbers."""
    statement, parameters = (step, {}) if isinstance(step, str) else step
    try:
        result = session.run(statement, parameters, timeout=SECONDS)
    except EngineError as error:
        return {
            "statement": statement,
            "error": (error.code, error.gql_status, stable(error.message)),
            "cause": chain(error.cause) if ".Schema." in error.code else None,
            "page": error_text(error),
        }
    rows = [[runner.format_value(value) for value in row] for row in result.rows]
    return {
        "statement": statement,
        "columns": result.columns,
        "rows": rows if "ORDER BY" in statement else sorted(rows),
        "counters": result.counters.as_dict(),
        "notifications": sorted((n.code, n.gql_status, n.message) for n in result.notifications),
    }


@pytest.fixture
def server(neo4j_url: str) -> Iterator[Engine]:
    """The server, constraints of Enterprise emulated."""
    with runner.connect(neo4j_url, timeout=SECONDS, emulate_enterprise=True) as engine:
        yield engine


@pytest.fixture
def session(server: Engine) -> Iterator[Session]:
    """A session on an empty database."""
    with server.scratch("25") as opened:
        yield opened


@pytest.mark.parametrize("title", CASES)
def test_the_server_answers_as_the_embedded_engine(session: Session, title: str) -> None:
    with runner.connect() as engine, engine.scratch("25") as embedded:
        for step in CASES[title]:
            expected = answer(embedded, step)
            assert answer(session, step) == expected


OBSERVED = (
    "agent-memory/",
    "constraints/",
    "create/",
    "delete/",
    "dynamic-labels-types/",
    "foreach/",
    "indexes/",
    "merge/",
    "set-remove/",
    "write-more/",
    "write-visibility/",
)


@needs_shared
def test_recorded_cases_are_the_same_under_emulation(server: Engine) -> None:
    """Of the topics that write and that change the schema; one constraint is emulated in each."""
    path = SHARED / "reference" / "neo4j-observed.jsonl"
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    chosen = [case for case in cases if case["id"].startswith(OBSERVED)]
    chosen = [case for case in chosen if "IN TRANSACTIONS" not in case["query"]]
    assert len(chosen) > 100
    for case in chosen:
        with server.scratch("25") as session:
            session.run("CREATE CONSTRAINT zz FOR (n:Zz) REQUIRE n.zz IS NOT NULL")
            if "SHOW CONSTRAINTS" in case["query"]:
                session.run("DROP CONSTRAINT zz")
            assert (case["id"], observed(session, case)) == (case["id"], recorded(case))
