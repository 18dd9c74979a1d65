"""The openCypher TCK on the embedded engine, in both versions of Cypher: every case passes."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

import runner
from tests.support.shared import SHARED, needs_shared
from tests.support.tck import TckRunner, read_answers, read_cases

pytestmark = needs_shared

CASES = 3_897


@pytest.mark.parametrize("language", ["25", "5"])
def test_every_case_passes(language: str, conformance_report: list[str]) -> None:
    found: dict[tuple[str, str, str], str] = {}
    total: Counter[str] = Counter()
    with runner.connect("embedded:") as engine:
        tck = TckRunner(engine, SHARED / "tck", language)
        for case in read_cases(SHARED / "tck"):
            total[case.area] += 1
            if problems := tck.problems(case):
                found[case.area, case.feature, case.name] = "; ".join(problems)
    failed = Counter(area for area, _, _ in found)
    title = f"TCK in Cypher {language}:"
    conformance_report.extend(
        f"{total[area] - failed[area]:5} of {total[area]:5}  {title} {area}"
        for area in sorted(total)
    )
    passed = total.total() - len(found)
    conformance_report.append(f"{passed:5} of {total.total():5}  {title} all")
    lines = [f"{feature}\t{name}\t{why}\n" for (_, feature, name), why in found.items()]
    if target := os.environ.get("RUNNER_CONFORMANCE_LOG"):
        (Path(target) / f"tck-{language}-failures.tsv").write_text("".join(lines), "utf-8")
    assert total.total() == CASES
    assert not found, "".join(lines[:20])


@pytest.mark.parametrize("language", ["25", "5"])
def test_every_case_that_neo4j_answers_otherwise_is_judged_by_its_answer(language: str) -> None:
    """`neo4j-results.tsv` says which differ; three of them only in their set-up.

    Cypher 25 refuses those set-ups, so all are run as Cypher 5.
    """
    with (SHARED / "tck" / "neo4j-results.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    differing = {
        (row["feature"], row["scenario"])
        for row in rows
        if row[f"cypher{language}"] == "differs" and "refuses the setup" not in row["reason"]
    }
    assert set(read_answers(SHARED / "tck", language)) == differing
