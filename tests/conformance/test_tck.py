"""The openCypher TCK on the embedded engine: how many cases pass, and never fewer than before."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

import runner
from tests.support.shared import SHARED, needs_shared
from tests.support.tck import TckRunner, read_cases

pytestmark = needs_shared

CASES = 3_897
FLOOR = 3_895
"""Cases that must pass; raise it with every gain."""


@pytest.fixture(scope="module")
def failures(conformance_report: list[str]) -> dict[tuple[str, str, str], str]:
    """Why each failing case fails, by area, feature and name; a report by area is printed."""
    found: dict[tuple[str, str, str], str] = {}
    total: Counter[str] = Counter()
    with runner.connect("embedded:") as engine:
        tck = TckRunner(engine, SHARED / "tck")
        for case in read_cases(SHARED / "tck"):
            total[case.area] += 1
            if problems := tck.problems(case):
                found[case.area, case.feature, case.name] = "; ".join(problems)
    failed = Counter(area for area, _, _ in found)
    conformance_report.extend(
        f"{total[area] - failed[area]:5} of {total[area]:5}  TCK {area}" for area in sorted(total)
    )
    conformance_report.append(f"{total.total() - len(found):5} of {total.total():5}  TCK in all")
    if target := os.environ.get("RUNNER_CONFORMANCE_LOG"):
        lines = [f"{feature}\t{name}\t{why}\n" for (_, feature, name), why in found.items()]
        (Path(target) / "tck-failures.tsv").write_text("".join(lines), "utf-8")
    assert total.total() == CASES
    return found


def test_no_fewer_cases_pass_than_before(failures: dict[tuple[str, str, str], str]) -> None:
    assert CASES - len(failures) >= FLOOR
