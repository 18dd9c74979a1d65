"""What the page on pytest shows is what happens."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import pytest_cypher_pages
from runner.page.parse import parse_page
from tests.support import suites
from tests.support.suites import ids, run, write
from tests.support.worked import PROJECT, Worked, run_session

if TYPE_CHECKING:
    from pathlib import Path

pytest_plugins = ["pytester"]

PAGE = PROJECT / "pages" / "pytest.md"
FENCES = parse_page(PAGE).fences
SESSIONS = [fence for fence in FENCES if fence.info == "console"]
TIME = re.compile(r"=*( ?\b.*) in \d+\.\d+s( ?)=*$", re.MULTILINE)


@pytest.mark.parametrize("session", SESSIONS, ids=lambda fence: f"line {fence.line}")
def test_a_session_goes_as_it_is_shown(
    session: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All show what becomes of one page. How long it took is not compared."""
    [example] = [fence.content.text for fence in FENCES if fence.info == "markdown"]
    commands = tmp_path / "commands"
    commands.mkdir()
    command = commands / "pytest"
    command.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m pytest -p {suites.PLUGIN} "$@"\n', "utf-8"
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(commands), prepend=":")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("CI", raising=False)
    text = session.content.text + "\n"  # type: ignore[attr-defined]
    went = run_session(Worked(0, example + "\n", "huts.md", text), tmp_path)
    assert TIME.sub(r"\1\2", went) == TIME.sub(r"\1\2", text)


def test_the_options_and_keys_are_those_of_the_plugin(pytester: pytest.Pytester) -> None:
    text = PAGE.read_text("utf-8")
    told = set(re.findall(r"(?<![\w-])--(?:no-)?runner[a-z-]*", text))
    help_ = pytester.runpytest_inprocess("-p", suites.PLUGIN, "--help").stdout.str()
    assert told == set(re.findall(r"--(?:no-)?runner[a-z-]*", help_))
    keys = set(re.findall(r"\brunner_(?:pages|per_cell|strict)\b", text))
    assert keys == set(re.findall(r"^  (runner_\w+) \(", help_, re.MULTILINE))
    names = set(re.findall(r"^\| `(runner_\w+)`", text, re.MULTILINE))
    fixtures = {name for name in vars(pytest_cypher_pages) if name.startswith("runner_")}
    assert names == fixtures


def test_the_tests_that_it_shows_pass(pytester: pytest.Pytester) -> None:
    [code] = [fence.content.text for fence in FENCES if fence.info == "python"]
    write(pytester.path, pages__birds=suites.TRUE)
    pytester.makepyfile(code)
    run(pytester, "--no-runner").assert_outcomes(passed=3)


def test_the_front_matter_that_it_shows_gives_those_markers(pytester: pytest.Pytester) -> None:
    [front_matter] = [fence.content.text for fence in FENCES if fence.info == "yaml"]
    write(pytester.path, page=f"---\n{front_matter}\n---\n\n{suites.TRUE}")
    sentence = re.search(r"is found by `-m (\w+)`, `-m (\w+)`, and not by `-m \"(.*?)\"`",
                         PAGE.read_text("utf-8"))  # fmt: skip
    assert sentence is not None
    for marker, found in zip(sentence.groups(), (True, True, False), strict=True):
        assert bool(ids(run(pytester, "--collect-only", "-q", "-m", marker))) == found


def test_the_code_follows_what_it_says_of_itself() -> None:
    """Each session stands behind a page, and the sessions are two."""
    assert len(SESSIONS) == 2
    infos = [fence.info for fence in FENCES]
    assert ("markdown", "console") in list(pairwise(infos))
