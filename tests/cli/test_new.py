"""``runner new``: a first page that is true."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import runner
from runner.cli import cli
from runner.execute import read_page
from runner.fmt import format_page
from runner.outcome import Outcome
from runner.template import first_page


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(path: str) -> tuple[int, str]:
    """What the command returns and prints; an error it raises is the text."""
    result = CliRunner().invoke(cli, ["new", path], standalone_mode=False)
    if result.exception is not None:
        return 2, str(result.exception)
    return int(result.return_value), result.output


def test_a_new_page_passes_at_once_and_is_in_canonical_form() -> None:
    """Strictly; folders are made, and an ending is added."""
    status, output = new("docs/first-steps")
    path = Path("docs/first-steps.md")
    assert status == 0
    assert output == f"{path}: written; see what it says: runner check {path}\n"
    (outcome,) = runner.check(path, strict=True)
    assert outcome.outcome is Outcome.PASSED
    assert outcome.problems == ()
    assert len(outcome.cells) == 2
    assert format_page(read_page(path), cypher=True, write=False).changes == ()
    assert read_page(path).front_matter.title == "First steps"


@pytest.mark.parametrize(
    ("path", "named"), [("a 'b'.md", "'a '\"'\"'b'\"'\"'.md'"), ("./-x.md", "./-x.md")]
)
def test_what_it_says_to_type_can_be_typed(path: str, named: str) -> None:
    status, output = new(path)
    assert (status, output.rpartition(": runner check ")[2]) == (0, f"{named}\n")


def test_nothing_is_overwritten() -> None:
    Path("page.md").write_text("mine", "utf-8")
    assert new("page.md") == (2, "page.md exists already")
    assert new("page") == (2, "page.md exists already")
    assert Path("page.md").read_text("utf-8") == "mine"
    Path("docs").mkdir()
    assert new("docs") == (2, "docs is a folder; name the page to write in it")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("a", "A"),
        ("how_to.start", "How to start"),
        ("yes", "Yes"),
        ("2026", "2026"),
        ("a: b", "A: b"),
        ("*x* #1 [y] <z>", "*x* #1 [y] <z>"),
        ("überblick", "Überblick"),
        ("---", "A page"),
        ('say "hi"', 'Say "hi"'),
    ],
)
def test_any_name_makes_a_title(name: str, title: str) -> None:
    """Also one that YAML or Markdown would read as something else."""
    text = first_page(name).decode()
    front = yaml.safe_load(text.split("---\n")[1])
    assert front["title"] == title
