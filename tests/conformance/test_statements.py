"""Statements beyond the TCK in both versions of Cypher, against what a real Neo4j answered.

``neo4j_statements.jsonl`` was recorded from Neo4j Community 2026.08.1 over Bolt, each statement on
an emptied database after its set-up (which is Cypher 25): columns, rows as pages write values,
counters, notifications (status and offset, those about unknown names apart), or the error's code,
statuses, offset, and first line without its place and without what was expected there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import runner
from runner.cypher.database import Database
from runner.errors import EngineError

RECORDED = Path(__file__).with_name("neo4j_statements.jsonl")


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the embedded engine answers, in the shape of the recording."""
    session = Database().session(case["language"])
    for statement in case["setup"]:
        session.run(statement, language="25")
    try:
        result = session.run(case["query"])
    except EngineError as error:
        return {"error": _error(error)}
    known = [note for note in result.notifications if "Unknown" not in note.code]
    notes = [[note.gql_status, note.position and note.position.offset] for note in known]
    return {
        "columns": list(result.columns),
        "rows": _sorted([[runner.format_value(value) for value in row] for row in result.rows]),
        "counters": result.counters.as_dict(),
        "notifications": _sorted(notes),
    }


def _sorted(items: list[Any]) -> list[Any]:
    return sorted(items, key=str)


def _error(error: EngineError) -> dict[str, Any]:
    line = error.message.split("\n")[0]
    place = re.search(r"\(offset: (\d+)\)", line)
    line = re.sub(r" \(line .*$", "", line)
    return {
        "code": error.code,
        "gql_status": error.gql_status,
        "cause": error.cause.gql_status if error.cause else None,
        "message": re.sub(r"(Invalid input '.*?'): expected .*$", r"\1", line),
        "offset": int(place[1]) if place else None,
    }


def test_every_statement_is_answered_as_neo4j_answers_it(conformance_report: list[str]) -> None:
    cases = [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]
    wrong = []
    for case in cases:
        expected = {k: v for k, v in case.items() if k not in ("language", "setup", "query")}
        for key in expected.keys() & {"rows", "notifications"}:
            expected[key] = _sorted(expected[key])
        found = answer(case)
        if "error" in found and "error" in expected:
            expected["error"]["message"] = _plain(expected["error"]["message"])
            found["error"]["message"] = _plain(found["error"]["message"])
        if found != expected:
            wrong.append(f"CYPHER {case['language']} {case['query']}\n  {expected}\n  {found}")
    for language in ("25", "5"):
        total = sum(case["language"] == language for case in cases)
        failed = sum(text.startswith(f"CYPHER {language} ") for text in wrong)
        conformance_report.append(
            f"{total - failed:5} of {total:5}  statements beyond the TCK, Cypher {language}"
        )
    assert not wrong, "\n".join(wrong[:10])


def _plain(message: str) -> str:
    """A message without the numbers of entities and rules."""
    message = re.sub(r"\bid([= ])\w+", r"id\1N", message)
    return re.sub(r"(Node|Relationship|node|relationship)([(<])\w+", r"\1\2N", message)
