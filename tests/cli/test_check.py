"""``runner check`` as a user types it: output, exit codes, options."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.cli import cli

PROJECT = Path(__file__).resolve().parents[2]

TRUE = """\
```cypher cell=one
RETURN 1 AS x
```

```table
| x |
|---|
| 1 |
1 row
```
"""
FALSE = TRUE.replace("| 1 |", "| 2 |")
ERROR = "```cypher cell=bad\nRETURN 1 / 0 AS x\n```\n\n```cypher cell=after\nRETURN 1 AS x\n```\n"
MALFORMED = "```cypher cell=a params=nothing\nRETURN 1\n```\n\n```cypher cell=a\nRETURN 1\n```\n"


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RUNNER_ENGINE", raising=False)


def check(*arguments: str) -> tuple[int, str]:
    """The exit status and the standard output of a check in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "runner", "check", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout + done.stderr


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def test_a_true_page_is_exit_0() -> None:
    write("page.md", TRUE)
    assert check("page.md") == (0, "page.md: passed (1 cell)\n1 page, 1 cell: 1 passed\n")


def test_a_false_page_is_exit_1_and_says_what_differs_and_what_to_do() -> None:
    write("page.md", FALSE)
    status, output = check("page.md")
    assert status == 1
    first, second, *rest = output.splitlines()
    assert first == "page.md: failed (1 cell)"
    assert second.startswith("page.md:8: cell one: failed: row 1, column `x`: ")
    assert "2" in second
    assert "1" in second
    assert "runner update" in rest[0]
    assert rest[-1] == "1 page, 1 cell: 0 passed, 1 failed"


def test_the_diff_shows_the_whole_block() -> None:
    write("page.md", FALSE)
    _, output = check("--diff", "page.md")
    assert "    -| 2 |\n    +| 1 |\n     1 row\n" in output


def test_an_unexpected_error_ends_its_page() -> None:
    write("page.md", ERROR)
    status, output = check("page.md")
    assert status == 1
    assert "page.md:2: cell bad: errored: line 2, column 1: type error: / by zero" in output
    assert "1 errored, 1 not run" in output


def test_keep_going_goes_on_after_an_error() -> None:
    write("page.md", ERROR)
    status, output = check("--keep-going", "page.md")
    assert status == 1
    assert "1 passed, 1 errored" in output


def test_a_malformed_page_is_exit_2_with_all_its_problems() -> None:
    write("page.md", MALFORMED)
    status, output = check("page.md")
    assert status == 2
    assert "page.md:1:25: error: " in output
    assert "[unknown-params]" in output
    assert "page.md:5:16: error: " in output
    assert "[duplicate-name]" in output


def test_a_path_that_is_not_there_is_exit_2() -> None:
    status, output = check("nowhere.md")
    assert status == 2
    assert "nowhere.md" in output


def test_a_folder_without_pages_is_exit_4() -> None:
    write("docs/notes.md", "# Just words\n")
    status, output = check("docs")
    assert status == 4
    assert "nothing to run" in output


def test_a_folder_means_the_pages_below_it() -> None:
    write("docs/a.md", TRUE)
    write("docs/deep/b.md", TRUE)
    write("docs/.hidden/c.md", FALSE)
    write("docs/notes.md", "# Just words\n")
    assert check("docs")[0] == 0
    assert "2 pages, 2 cells: 2 passed" in check("docs")[1]


def test_the_worst_page_decides_and_a_malformed_one_keeps_no_other_from_running() -> None:
    write("a.md", MALFORMED)
    write("b.md", FALSE)
    write("c.md", TRUE)
    status, output = check("a.md", "b.md", "c.md")
    assert status == 2
    assert "b.md: failed" in output
    assert "c.md: passed" in output


def test_fail_fast_ends_after_the_first_page_that_is_not_true() -> None:
    write("a.md", FALSE)
    write("b.md", TRUE)
    status, output = check("--fail-fast", "a.md", "b.md")
    assert status == 1
    assert "b.md" not in output


def test_pages_that_were_all_skipped_are_exit_0_and_that_is_said() -> None:
    write("page.md", f"---\nrequires:\n  engine: neo4j\n---\n\n{TRUE}")
    status, output = check("page.md")
    assert status == 0
    assert "page.md: skipped (1 cell): needs the engine neo4j, and this is embedded" in output
    assert "every page was skipped: nothing was checked" in output


def test_strict_fails_a_skipped_page() -> None:
    write("page.md", f"---\nrequires:\n  engine: neo4j\n---\n\n{TRUE}")
    assert check("--strict", "page.md")[0] == 1


def test_strict_fails_a_notice() -> None:
    write("page.md", TRUE.replace("| 1 |", "|  1 |"))
    status, output = check("page.md")
    assert status == 0
    assert "notice" in output
    assert "[format]" in output
    assert check("--strict", "page.md")[0] == 1


def test_one_cell_runs_those_before_it_and_is_reported_alone() -> None:
    write(
        "page.md",
        "```cypher cell=make\nCREATE (:A)\n```\n\n```table\n9 rows\n```\n\n"
        "```cypher cell=count\nMATCH (n) RETURN count(n) AS n\n```\n\n"
        "```table\n| n |\n|---|\n| 1 |\n1 row\n```\n\n```cypher cell=after\nRETURN 1 / 0\n```\n",
    )
    status, output = check("--cell", "count", "page.md")
    assert (status, output.splitlines()[-1]) == (0, "1 page, 1 cell: 1 passed")


def test_a_cell_that_is_on_no_page_is_exit_2() -> None:
    write("page.md", TRUE)
    status, output = check("--cell", "onn", "page.md")
    assert status == 2
    assert "no page has a cell called onn; did you mean one?" in output


def test_an_unknown_engine_is_exit_2() -> None:
    write("page.md", TRUE)
    status, output = check("--engine", "sqlite:", "page.md")
    assert status == 2
    assert "sqlite:" in output


def test_the_engine_comes_from_the_environment_and_the_project() -> None:
    write("page.md", TRUE)
    write("pyproject.toml", '[tool.runner]\nengine = "nonsense:"\n')
    assert check("page.md")[0] == 2
    assert check("--engine", "embedded:", "page.md")[0] == 0
    write("pyproject.toml", '[tool.runner]\nengien = "embedded:"\n')
    status, output = check("page.md")
    assert status == 2
    assert "unknown setting 'engien'" in output


def test_the_json_report_has_its_documented_shape() -> None:
    write("page.md", FALSE)
    status, output = check("--format", "json", "page.md")
    report = json.loads(output)
    assert status == 1
    assert report["format"] == 1
    assert report["engine"] == {"name": "embedded", "version": "2026.08", "edition": "enterprise"}
    page = report["pages"][0]
    assert set(page) == {"path", "outcome", "reason", "seconds", "emulated", "problems", "cells"}
    assert (page["path"], page["outcome"]) == ("page.md", "failed")
    cell = page["cells"][0]
    assert cell["expected"] == "| x |\n|---|\n| 2 |\n1 row"
    assert cell["actual"].rstrip("\n") == "| x |\n|---|\n| 1 |\n1 row"
    assert (cell["cell"], cell["line"], cell["outcome"]) == ("one", 8, "failed")
    assert report["totals"] == {
        "pages": 1,
        "malformed": 0,
        "cells": 1,
        "passed": 0,
        "failed": 1,
        "errored": 0,
        "skipped": 0,
        "not_run": 0,
        "skipped_pages": 0,
        "pages_without_cells": 0,
        "cells_without_block": 0,
    }


def test_the_json_report_tells_problems() -> None:
    write("page.md", MALFORMED)
    _, output = check("--format", "json", "page.md")
    page = json.loads(output)["pages"][0]
    assert page["outcome"] == "malformed"
    assert page["cells"] == []
    assert {problem["code"] for problem in page["problems"]} == {"unknown-params", "duplicate-name"}
    assert set(page["problems"][0]) == {"severity", "line", "column", "code", "message"}


def test_quiet_says_nothing_about_what_is_true() -> None:
    write("page.md", TRUE)
    assert check("-q", "page.md") == (0, "")


def test_verbose_names_every_cell() -> None:
    write("page.md", TRUE)
    _, output = check("-v", "page.md")
    assert "page.md:1: cell one: passed" in output
    assert "engine: embedded 2026.08 enterprise" in output


def test_color_can_be_forced() -> None:
    write("page.md", TRUE)
    assert "\x1b[32mpassed" in check("--color", "always", "page.md")[1]


HANGING = {
    "a long match": "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b "
    "WITH a, b WHERE a + b < 0 RETURN count(*) AS n",
    "a regular expression": f"RETURN '{'a' * 40}b' =~ '(a|a)*c' AS x",
    "a huge list": "RETURN size([x IN range(1, 1000000) "
    "WHERE size([y IN range(1, 1000000) | y]) < 0]) AS n",
    "a pattern that takes long to plan": (
        "MATCH " + ", ".join(f"(a{n})-->(b{n})" for n in range(2000)) + " RETURN 1 AS x"
    ),
    "a huge range": "UNWIND range(1, 1000000000000) AS x RETURN count(x) AS n",
}


@pytest.mark.parametrize("title", HANGING)
def test_a_cell_that_outlives_its_timeout_is_errored(title: str) -> None:
    write("page.md", f"```cypher cell=slow timeout=0.5\n{HANGING[title]}\n```\n")
    started = time.monotonic()
    status, output = check("page.md")
    assert status == 1
    assert "cell slow: errored" in output
    if "memory" not in output.lower():
        assert "did not end within 0.5 s" in output
    assert time.monotonic() - started < 20


def test_ctrl_c_ends_at_once_with_what_is_known() -> None:
    write("a.md", TRUE)
    write("b.md", f"```cypher cell=slow\n{HANGING['a long match']}\n```\n")
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "runner", "check", "a.md", "b.md"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "a.md: passed (1 cell)\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "interrupted" in output
    assert "Traceback" not in output
    assert "2 pages, 2 cells: 1 passed, 1 not run" in output


def test_the_version_and_help_are_plain() -> None:
    outcome = CliRunner().invoke(cli, ["--version"])
    assert outcome.output == "runner 0.1.0\n"
    helped = CliRunner().invoke(cli, ["--help"])
    assert "check" in helped.output
    assert "4 there was nothing to run" in helped.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_command(shell: str) -> None:
    outcome = CliRunner().invoke(cli, ["completion", shell])
    assert outcome.exit_code == 0
    assert "_RUNNER_COMPLETE" in outcome.output
