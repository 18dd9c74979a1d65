"""``runner check --engine A --engine B``: pages on several engines, and where they differ."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

TRUE = "```cypher cell=one\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"
FALSE = TRUE.replace("| 1 |", "| 2 |")
VOLATILE = "```cypher cell=id\nRETURN randomUUID() AS id\n```\n"
BOTH = ("--engine", "embedded:", "--engine", "embedded:graph.db")


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RUNNER_ENGINE", raising=False)


def check(text: str, *arguments: str) -> tuple[int, str]:
    """The exit status and all output of a check of a page with this text."""
    Path("page.md").write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "runner", "check", *arguments, "page.md"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout + done.stderr


def test_a_page_has_a_line_for_each_engine_and_a_count() -> None:
    status, output = check(TRUE, *BOTH)
    first, second = labels(output)
    assert status == 0
    assert output.splitlines() == [
        f"page.md: passed on {first} (1 cell)",
        f"page.md: passed on {second} (1 cell)",
        "1 page on 2 engines, 2 cells: 2 passed",
        "the engines agree on every cell that more than one of them ran",
    ]


def labels(output: str) -> tuple[str, str]:
    """What the engines are called in the first two lines about the page."""
    first, second, *_ = output.splitlines()
    name = "embedded 2026.08 enterprise"
    assert f"on {name} (1) (" in first
    assert f"on {name} (2) (" in second
    return f"{name} (1)", f"{name} (2)"


def test_a_page_that_is_not_true_says_so_for_each_engine() -> None:
    status, output = check(FALSE, *BOTH)
    assert status == 1
    assert output.count(": cell one: failed on embedded 2026.08 enterprise (") == 2
    assert "1 page on 2 engines, 2 cells: 0 passed, 2 failed\n" in output
    assert output.endswith("the engines agree on every cell that more than one of them ran\n")


def test_cells_that_differ_are_shown_with_each_answer() -> None:
    status, output = check(VOLATILE, *BOTH)
    first, second = labels(output)
    lines = output.splitlines()
    assert status == 0
    assert lines[2] == "page.md:1: cell id: differs between the engines"
    assert lines[3] == f"    {first}: passed"
    assert lines[4].startswith("        | id ")
    assert lines[8] == f"    {second}: passed"
    assert lines[9].startswith("        | id ")
    assert lines[-1] == "between the engines 1 cell differs"


def test_strict_fails_a_difference() -> None:
    assert check(VOLATILE, *BOTH, "--strict")[0] == 1


def test_quiet_still_shows_a_difference() -> None:
    assert check(TRUE, *BOTH, "--quiet") == (0, "")
    _, output = check(VOLATILE, *BOTH, "--quiet")
    assert "page.md:1: cell id: differs between the engines" in output
    assert output.endswith("between the engines 1 cell differs\n")


def test_json_has_an_entry_for_each_engine_and_the_differences() -> None:
    status, output = check(VOLATILE, *BOTH, "--format", "json")
    report = json.loads(output)
    engine = {"name": "embedded", "version": "2026.08", "edition": "enterprise"}
    assert status == 0
    assert report["engine"] == engine
    assert report["engines"] == [engine, engine]
    assert [(page["path"], page["engine"]) for page in report["pages"]] == [
        ("page.md", engine),
        ("page.md", engine),
    ]
    assert report["totals"]["pages"] == 2
    (difference,) = report["differences"]
    assert (difference["path"], difference["cell"], difference["line"]) == ("page.md", "id", 1)
    one, other = difference["answers"]
    assert one["engine"] == "embedded 2026.08 enterprise (1)"
    assert one["outcome"] == other["outcome"] == "passed"
    assert one["text"].startswith("| id ")
    assert one["text"] != other["text"]


def test_json_of_one_engine_says_nothing_of_several() -> None:
    report = json.loads(check(TRUE, "--format", "json")[1])
    assert set(report) == {"format", "engine", "pages", "totals"}
    assert "engine" not in report["pages"][0]


def test_an_engine_named_twice_is_refused() -> None:
    status, output = check(TRUE, "--engine", "embedded:", "--engine", "embedded:")
    assert status == 2
    assert "the engine embedded: is named twice" in output


def test_an_engine_that_cannot_be_reached_is_exit_3() -> None:
    status, output = check(TRUE, "--engine", "embedded:", "--engine", "bolt://127.0.0.1:1")
    assert status == 3
    assert "bolt://127.0.0.1:1" in output


def test_a_login_is_for_the_servers_among_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded engine, which has no users, does not refuse it; the server is asked."""
    monkeypatch.setenv("NEO4J_PASSWORD", "s3cret")
    engines = ("--engine", "embedded:", "--engine", "bolt://127.0.0.1:1")
    status, output = check(TRUE, *engines, "--user", "ann")
    assert status == 3
    assert "bolt://127.0.0.1:1" in output
    assert "s3cret" not in output
    status, output = check(TRUE, "--engine", "embedded:", "--user", "ann")
    assert status == 2
    assert "the embedded engine has no users" in output
    status, output = check(TRUE, *BOTH, "--user", "ann")
    assert status == 2
    assert "none of the engines is a server" in output
