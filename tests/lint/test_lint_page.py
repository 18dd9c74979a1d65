"""The page on lint is complete and true, and the project's pages lint clean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.lint.features.vocabulary import FEATURES
from runner.lint.outline import read_outline
from runner.lint.process import lint_files
from runner.lint.table import RULES
from runner.page.parse import parse_page
from tests.support.shared import SHARED, needs_shared
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

if TYPE_CHECKING:
    from pathlib import Path

LINT = PROJECT / "pages" / "lint.md"
EXAMPLES = worked_examples(LINT)


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_an_example_gives_what_the_page_shows(example: Worked, tmp_path: Path) -> None:
    assert run_session(example, tmp_path) == example.session


def test_every_rule_has_a_heading_and_an_example() -> None:
    headings = [heading.text for heading in read_outline(parse_page(LINT)).headings]
    shown = "".join(example.session for example in EXAMPLES)
    for rule in RULES:
        assert rule.code in headings
        assert f"[{rule.code}]" in shown, rule.code


def test_every_feature_is_listed() -> None:
    lines = LINT.read_text("utf-8").split("\n")
    listed = [line.split("`")[1] for line in lines if line.startswith("- `")]
    assert sorted(listed) == sorted(feature.name for feature in FEATURES)


@pytest.mark.parametrize("path", runner.pages(PROJECT / "pages"), ids=lambda path: path.name)
def test_a_page_of_the_project_lints_clean(path: Path) -> None:
    (lint,) = lint_files([path], RULES)
    assert [(each.finding.line, each.rule.code) for each in lint.findings] == []


@needs_shared
def test_the_seed_page_lints_clean() -> None:
    (lint,) = lint_files([SHARED / "seed" / "tool-call-provenance.md"], RULES)
    assert (lint.findings, lint.silenced) == ((), 0)
