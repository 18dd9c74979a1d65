"""The functions and procedures of a real Neo4j against those of the embedded engine."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

import pytest

import runner
from runner.cypher import unsupported

Forms: TypeAlias = dict[tuple[str, str], set[tuple[str, str]]]
"""The category or mode and the signature of each form, by name and version of Cypher."""

RECORDED = Path(__file__).with_name("neo4j_callables.tsv")
MISSING = {"function": unsupported.FUNCTIONS, "procedure": unsupported.PROCEDURES}
OF_OUR_OWN = {"dbms.listConfig"}
"""Procedures whose columns are fewer here."""


def on_neo4j(kind: str) -> Forms:
    """What the recording has."""
    lines = [line for line in RECORDED.read_text("utf-8").splitlines() if line[0] != "#"]
    found: Forms = defaultdict(set)
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        if row["kind"] == kind:
            for language in row["languages"].split():
                form = (row["category or mode"], row["signature"])
                found[row["name"], language].add(form)
    return found


def on_embedded(kind: str) -> Forms:
    """What the embedded engine shows of itself."""
    found: Forms = defaultdict(set)
    column = "category" if kind == "function" else "mode"
    with runner.connect("embedded:") as engine:
        for language in ("5", "25"):
            with engine.scratch(language) as session:
                shown = session.run(f"SHOW {kind.upper()}S YIELD name, signature, {column}")
            for name, signature, category in shown.rows:
                found[str(name), language].add((str(category), str(signature)))
    return found


@pytest.mark.parametrize("kind", ["function", "procedure"])
def test_each_is_there_with_its_signature_or_said_to_be_missing(
    kind: str, conformance_report: list[str]
) -> None:
    recorded, found = on_neo4j(kind), on_embedded(kind)
    conformance_report.append(
        f"{len(recorded.keys() & found.keys()):5} of {len(recorded):5}  {kind}s in Cypher 5 and 25"
    )
    wanted = {key: forms for key, forms in recorded.items() if key[0] not in MISSING[kind]}
    assert found.keys() == wanted.keys()
    differing = {name for name, _ in wanted if name not in OF_OUR_OWN}
    assert {k: v for k, v in found.items() if k[0] in differing} == {
        k: v for k, v in wanted.items() if k[0] in differing
    }


@pytest.mark.parametrize("kind", ["function", "procedure"])
def test_what_is_said_to_be_missing_is_one_of_neo4j_s(kind: str) -> None:
    recorded = {
        line.split("\t")[1]
        for line in RECORDED.read_text("utf-8").splitlines()
        if line.startswith(kind)
    }
    assert set(MISSING[kind]) <= recorded
