"""Every query that Neo4j takes parses, and what its parser refuses fails at the same place."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from runner.cypher.lexer import split
from runner.cypher.parser import parse
from runner.cypher.syntax.base import walk
from runner.errors import EngineError
from tests.support.shared import SHARED, needs_shared
from tests.support.tck import read_cases

pytestmark = needs_shared

# What the parser itself refuses; all else that Neo4j refuses needs a finished tree.
GRAMMAR = ("42I02", "42I06", "42I19", "42I54")
PLACE = re.compile(r"\(line (\d+), column (\d+) \(offset: (\d+)\)\)")
HEAD = re.compile(r": expected.*|\n.*", re.DOTALL)
OF_THE_PARSER = ("Invalid input '",)
NO_PLACE = re.compile(r"Invalid input '[^']*' is not a valid|Invalid input for function")


@cache
def observed() -> list[dict[str, Any]]:
    """The recorded cases."""
    path = SHARED / "reference" / "neo4j-observed.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def refused_by_parser(error: dict[str, Any]) -> bool:
    """Whether Neo4j's parser made the error."""
    return error["code"].endswith("SyntaxError") and error["gql_status_cause"] in GRAMMAR


def test_observed_queries_parse(conformance_report: list[str]) -> None:
    """All set-up statements, and all queries that Neo4j's own parser took."""
    failed = []
    texts = []
    for case in observed():
        texts += [(case["id"], text) for text in case["setup"]]
        if case["error"] is None or not refused_by_parser(case["error"]):
            texts.append((case["id"], case["query"]))
    for identity, text in texts:
        try:
            statement = parse(text)
        except EngineError as error:
            failed.append(f"{identity}: {error.message}")
            continue
        for node in walk(statement):
            assert 0 <= node.start <= node.end <= len(text), (identity, node)
    conformance_report.append(f"parser, observed statements: {len(texts)} parse")
    assert failed == []


def test_observed_refusals_agree(conformance_report: list[str]) -> None:
    """Code, statuses, place, caret and message; only what is expected is in our own words."""
    wrong = []
    cases = [case for case in observed() if case["error"] and refused_by_parser(case["error"])]
    for case in cases:
        wanted = case["error"]
        with pytest.raises(EngineError) as caught:
            parse(case["query"])
        error = caught.value
        place = PLACE.search(wanted["message"])
        assert place is not None
        assert error.position is not None
        found = (
            error.gql_status,
            error.cause.gql_status if error.cause else None,
            (error.position.line, error.position.column, error.position.offset),
            HEAD.sub("", error.message),
            error.message.splitlines()[-2:],
        )
        expected = (
            wanted["gql_status"],
            wanted["gql_status_cause"],
            tuple(map(int, place.groups())),
            HEAD.sub("", wanted["message"]),
            wanted["message"].splitlines()[-2:],
        )
        if found != expected:
            wrong.append((case["id"], found, expected))
    conformance_report.append(f"parser, observed refusals: {len(cases)} agree")
    assert len(cases) > 30
    assert wrong == []


def tck_errors() -> dict[tuple[str, str], str]:
    """Neo4j's message for each case that fails at compile time."""
    with (SHARED / "tck" / "neo4j-errors.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            (row["feature"], row["scenario"]): row["message (25)"]
            for row in rows
            if row["phase 25"] == "compile time"
        }


def test_tck(conformance_report: list[str]) -> None:
    """Queries that need not fail parse; those that Neo4j's parser refuses fail where it does."""
    messages = tck_errors()
    counts: Counter[str] = Counter()
    wrong = []
    for case in read_cases(SHARED / "tck"):
        wanted = messages.get((case.feature, case.name))
        for step in case.steps:
            if "docString" not in step.get("argument", {}):
                continue
            text = step["argument"]["docString"]["content"]
            is_query = step["text"].startswith("executing query")
            language = "5" if step["text"].startswith("having executed") else "25"
            problem = tck_problem(text, language, wanted if is_query else None)
            counts["refused" if is_query and of_the_parser(wanted) else "parsed"] += 1
            if problem:
                wrong.append(f"{case.feature} {case.name}: {problem}")
    conformance_report.append(
        f"parser, TCK: {counts['parsed']} texts parse, {counts['refused']} refusals agree"
    )
    assert counts["parsed"] > 4000
    assert wrong == []


def of_the_parser(message: str | None) -> bool:
    """Whether Neo4j's parser makes such a message."""
    return bool(message and message.startswith(OF_THE_PARSER) and not NO_PLACE.match(message))


def tck_problem(text: str, language: str, wanted: str | None) -> str | None:
    """What is wrong with what the parser makes of `text`; None where it is right."""
    error = refusal(text, language)
    if error is None:
        return f"parses: {text}" if of_the_parser(wanted) else None
    head = error.message.partition(": expected")[0].partition(" (line ")[0].partition("\n")[0]
    # A check that the parser does in passing has the message that Neo4j gives, too.
    agree = wanted is not None and wanted.startswith(head)
    place = PLACE.search(wanted) if wanted is not None and of_the_parser(wanted) else None
    if place is not None and error.position is not None:
        # They were recorded with a prefix of ten characters.
        agree = agree and int(place[3]) - 10 == error.position.offset
    return None if agree else f"{error.message} not {wanted}"


def refusal(text: str, language: str) -> EngineError | None:
    """The error that the parser makes of `text`."""
    try:
        parse(text, language)
    except EngineError as error:
        return error
    return None


def test_the_seed_page_parses() -> None:
    """All statements in the cells of the page that the project grew from."""
    page = (SHARED / "seed" / "tool-call-provenance.md").read_text("utf-8")
    cells = re.findall(r"^```cypher[^\n]*\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    pieces = [piece for cell in cells for piece in split(cell)]
    assert len(pieces) > 30
    for piece in pieces:
        parse(piece.text)
