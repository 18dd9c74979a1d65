"""What each rule finds, at which place, in which words; and what it leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from runner.lint.process import lint_page
from runner.lint.table import RULES, by_code
from runner.page.parse import parse_page
from runner.render.blocks import block_problems


class Case(NamedTuple):
    """A page and what is found on it."""

    title: str
    page: str
    findings: list[str]


def read_cases() -> list[Case]:
    """The cases of the document beside this file."""
    text = (Path(__file__).parent / "findings.txt").read_text("utf-8")
    found = []
    for part in text.split("\n=== ")[1:]:
        title, _, rest = part.partition("\n")
        page, _, findings = rest.partition("--- findings\n")
        found.append(Case(title, page, findings.split("\n")))
    return [
        case._replace(findings=[line for line in case.findings if line.strip()]) for case in found
    ]


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_what_is_found_on_a_page(case: Case) -> None:
    """Place, code and text of every finding, in order, and no other."""
    page = parse_page(Path("page.md"), text=case.page.encode(), check_block=block_problems)
    lint = lint_page(page, RULES)
    assert lint.problems == ()
    assert [
        f"{each.finding.line}:{each.finding.column} {each.rule.code} {each.finding.message}"
        for each in lint.findings
    ] == case.findings


def test_every_rule_finds_something_in_these_cases() -> None:
    """A new rule needs a case."""
    found = {line.split(" ")[1] for case in CASES for line in case.findings}
    # Data that nothing uses is found by the reader of pages, whose tests have it.
    assert set(by_code()) - found == {"unused-data", "unused-feature"}


def test_rules_are_described_alike() -> None:
    """Titles are phrases, explanations paragraphs that fit a terminal of 80 columns."""
    for rule in RULES:
        assert not rule.title.endswith("."), rule.code
        assert max(map(len, rule.explanation.split("\n"))) <= 79, rule.code
        assert rule.explanation.endswith("."), rule.code


def test_a_malformed_page_is_told_by_its_problems_alone() -> None:
    """Rules about cells do not look at it; the one about merges does."""
    text = "<<<<<<< a\n```cypher cell=a unordred\nRETURN 1\n```\n"
    page = parse_page(Path("page.md"), text=text.encode())
    lint = lint_page(page, RULES)
    assert [problem.code for problem in lint.problems] == ["unknown-flag"]
    assert [each.rule.code for each in lint.findings] == ["conflict-marker"]
    assert lint.exit_code == 2
