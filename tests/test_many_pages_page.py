"""What the page on reports and many pages shows is what happens, and it names every option."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml

from runner.page.parse import parse_page
from runner.report.choice import NAMES
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

if TYPE_CHECKING:
    from pathlib import Path

PAGE = PROJECT / "pages" / "many-pages.md"
EXAMPLES = worked_examples(PAGE)


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_an_example_gives_what_the_page_shows(
    example: Worked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each session, command by command, in a project of its own, outside of GitHub."""
    for name in ("GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    assert run_session(example, folder) == example.session


def test_the_page_names_every_report() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert tuple(rows) == NAMES


@pytest.mark.parametrize(
    "option",
    [
        "--report",
        "--format",
        "--durations",
        "--max-skips",
        "--min-cells",
        "--jobs",
        "--fail-fast",
        "--changed",
        "--last-failed",
        "--shard",
        "--durations-file",
    ],
)
def test_the_page_names_the_options_of_many_pages(option: str) -> None:
    assert re.search(rf"`{option}\b", PAGE.read_text("utf-8"))


def test_what_it_gives_to_ci_servers_is_yaml() -> None:
    fences = [fence for fence in parse_page(PAGE).fences if fence.info == "yaml"]
    assert len(fences) == 3
    for fence in fences:
        assert yaml.safe_load(fence.content.text)
