"""The library APOC, against what the plugin itself answered.

``apoc_functions.jsonl`` and ``apoc_graphs.json`` were recorded over Bolt from APOC Core 5.26.19 on
Neo4j Community 2026.08.1 with Cypher 25, and on Neo4j 5.26.19 for what that server could not load
(``apoc.node.*``, ``apoc.nodes.*``, ``apoc.rel.*`` and the functions ``apoc.path.*``). Rows are as
pages write values; an error is its code, its status, the first line of its message, and the status
and first line of its cause. Left out are calls of what this engine refuses, and answers that name
entities by their numbers. ``apoc_callables.json`` has the signatures as SHOW FUNCTIONS and SHOW
PROCEDURES gave them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import runner
from runner.cypher import apoc
from runner.cypher.apoc.missing import FUNCTIONS, PROCEDURES
from runner.errors import EngineError
from runner.values import Node, Relationship
from runner.values import Path as GraphPath

FOLDER = Path(__file__).parent
GRAPHS = json.loads((FOLDER / "apoc_graphs.json").read_text("utf-8"))
CALLABLES = json.loads((FOLDER / "apoc_callables.json").read_text("utf-8"))


def first_line(text: str | None) -> str | None:
    """The first line of a message, without the place and what was expected there."""
    if text is None:
        return None
    line = re.sub(r" \(line \d+, column .*", "", text.split("\n")[0])
    return re.sub(r"(Invalid input '[^']*'): expected .*", r"\1", line)


def error_of(error: EngineError) -> list[str | None]:
    cause = error.cause
    return [
        error.code,
        error.gql_status,
        first_line(error.message),
        None if cause is None else cause.gql_status,
        None if cause is None else first_line(cause.message),
    ]


def expected_error(recorded: list[str | None]) -> list[str | None]:
    code, status, message, cause, detail = recorded
    return [code, status, first_line(message), cause, first_line(detail)]


def same_value(value: Any, recorded: str) -> bool:
    """Whether a value is what was recorded; the order of the keys of maps is free."""
    text = runner.format_value(value)
    if text == recorded or "(:" in recorded or "[:" in recorded:
        return bool(text == recorded)
    return alike(runner.parse_value(recorded), runner.parse_value(text))


def alike(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    return bool(a == b) or (a != a and b != b)


def test_functions_answer_as_the_plugin_does() -> None:
    """2,000 calls with grids of arguments: wrong types, nulls, empty ones, wrong counts."""
    lines = (FOLDER / "apoc_functions.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 2000
    wrong: list[Any] = []
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch() as session:
        for line in lines:
            case = json.loads(line)
            try:
                rows = session.run(case["statement"]).rows
            except EngineError as error:
                if error_of(error) != expected_error(case.get("error") or [None] * 5):
                    wrong.append((case["statement"], error_of(error)))
                continue
            recorded = case.get("rows")
            if (
                recorded is None
                or len(rows) != len(recorded)
                or not all(
                    same_value(value, text)
                    for row, texts in zip(rows, recorded, strict=True)
                    for value, text in zip(row, texts, strict=True)
                )
            ):
                wrong.append((case["statement"], [list(row) for row in rows]))
    assert wrong == []


def written(value: Any) -> Any:
    """A value as the recording has it: the parts of lists and maps as pages write them."""
    if isinstance(value, (Node, Relationship, GraphPath)):
        return runner.format_value(value)
    if isinstance(value, list):
        return [written(item) for item in value]
    if isinstance(value, dict):
        return {key: written(item) for key, item in sorted(value.items())}
    return runner.format_value(value)


def answer(session: Any, statement: str) -> dict[str, Any]:
    """What a statement gives, as the recording has it."""
    try:
        result = session.run(statement)
    except EngineError as error:
        return {"error": error_of(error)}
    return {
        "columns": list(result.columns),
        "rows": [[written(value) for value in row] for row in result.rows],
        "counters": result.counters.as_dict(),
    }


@pytest.mark.parametrize("number", range(len(GRAPHS)))
def test_procedures_change_graphs_as_the_plugin_does(number: int) -> None:
    """Sequences of statements: rows, counters (core API changes are in none) and errors."""
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch() as session:
        for case in GRAPHS[number]:
            statement = case["statement"]
            given = answer(session, statement)
            expected = {key: value for key, value in case.items() if key != "statement"}
            if "error" in expected:
                expected["error"] = expected_error(expected["error"])
            elif "//UNORDERED" in statement:
                given["rows"] = sorted(given.get("rows", []), key=str)
                expected["rows"] = sorted(expected["rows"], key=str)
            assert given == expected, statement


@pytest.mark.parametrize("language", ["5", "25"])
def test_signatures_are_those_of_the_plugin(language: str) -> None:
    for procedure in apoc.all_procedures(language):
        mode, signature = CALLABLES["procedures"][procedure.name]
        assert (procedure.mode, procedure.signature) == (mode, signature)
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch(language) as session:
        shown = session.run(
            "SHOW FUNCTIONS YIELD name, signature WHERE name STARTS WITH 'apoc.' "
            "RETURN name, signature"
        ).rows
    assert {str(name): signature for name, signature in shown} == {
        function.name: CALLABLES["functions"][function.name]
        for function in apoc.all_functions(language)
    }


def test_everything_of_the_plugin_is_there_or_known_to_be_missing() -> None:
    ours = {f.name for language in ("5", "25") for f in apoc.all_functions(language)}
    assert ours | set(FUNCTIONS) == set(CALLABLES["functions"])
    assert not ours & set(FUNCTIONS)
    procedures = {p.name for language in ("5", "25") for p in apoc.all_procedures(language)}
    assert procedures | set(PROCEDURES) >= set(CALLABLES["procedures"])
    assert not procedures & set(PROCEDURES)


def test_what_only_cypher_5_has_is_not_in_cypher_25() -> None:
    for name in CALLABLES["only_cypher_5"]:
        assert apoc.function(name, "25") is None
        assert apoc.procedure(name, "25") is None
