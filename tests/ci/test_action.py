"""The GitHub action: its inputs are safe, and its steps do what they say."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import suites
from tests.support.actions import expressions, load_action, run_step
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

ACTION = load_action(PROJECT / "action.yml")
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}

RECORD = """\
#!{python}
import json, sys
with open("{record}", "a") as file:
    print(json.dumps(sys.argv[1:]), file=file)
"""


def context(folder: Path, **given: str) -> dict[str, str]:
    """What expressions stand for: the inputs, given or by default, and what GitHub knows."""
    inputs = {name: str(each["default"]) for name, each in ACTION["inputs"].items()} | given
    return {f"inputs.{name}": value for name, value in inputs.items()} | {
        "github.action_path": str(PROJECT),
        "steps.python.outputs.python-path": str(folder / "python"),
    }


def environment(folder: Path) -> dict[str, str]:
    """The environment of a job whose checkout is the folder."""
    (folder / "temp").mkdir(exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": str(PROJECT),
        "GITHUB_WORKSPACE": str(folder),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "RUNNER_TEMP": str(folder / "temp"),
    }


def executable(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def recorded(folder: Path) -> list[list[str]]:
    """The arguments of each call of a program that only records them."""
    return [json.loads(line) for line in (folder / "record").read_text().splitlines()]


def recorder(path: Path, folder: Path) -> None:
    executable(path, RECORD.format(python=sys.executable, record=folder / "record"))


def check(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step that checks pages, with the command of this checkout."""
    command = folder / "temp/cypher-pages/bin/runner"
    if not command.exists():
        executable(command, f'#!/bin/sh\nexec "{sys.executable}" -m runner "$@"\n')
    return run_step(
        STEPS["Check the pages"], context(folder, **inputs), environment(folder), folder
    )


def test_it_is_a_composite_action_whose_inputs_are_described() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert set(ACTION["inputs"]) == {
        "paths", "engine", "version", "reports", "args", "python-version"
    }  # fmt: skip
    for each in ACTION["inputs"].values():
        assert each["description"]
        assert isinstance(each["default"], str)


def test_no_input_is_written_into_a_script() -> None:
    """There its text would be run as a part of it. All are used, and those used are declared."""
    used = set()
    for step in ACTION["runs"]["steps"]:
        assert expressions(step.get("run", "")) == []
        for value in [*step.get("env", {}).values(), *step.get("with", {}).values()]:
            used.update(expressions(str(value)))
    assert used == {f"inputs.{name}" for name in ACTION["inputs"]} | {
        "github.action_path",
        "steps.python.outputs.python-path",
    }


def test_steps_print_no_variables() -> None:
    for step in STEPS.values():
        script = step.get("run", "")
        assert "set -x" not in script
        for line in script.splitlines():
            assert "$" not in line or not line.strip().startswith(("echo", "printf", "env"))


def test_what_is_true_ends_with_0(tmp_path: Path) -> None:
    suites.write(tmp_path, docs__birds=suites.TRUE)
    done = check(tmp_path)
    assert (done.returncode, done.stdout) == (0, "::notice::1 page, 2 cells: 2 passed\n")
    summary = (tmp_path / "summary.md").read_text("utf-8")
    assert summary.startswith("## Cypher pages: all true\n")


def test_what_is_not_true_is_on_its_line(tmp_path: Path) -> None:
    suites.write(tmp_path, docs__birds=suites.TRUE, docs__huts=suites.UNTRUE)
    done = check(tmp_path, paths="docs\n", reports="junit:out.xml\ntap:out.tap\n")
    assert done.returncode == 1
    assert "::error file=docs/huts.md,line=15,title=cell beds%3A failed::row 2" in done.stdout
    assert (tmp_path / "out.xml").is_file()
    assert (tmp_path / "out.tap").is_file()


@pytest.mark.parametrize("paths", ["", " \n\n"])
def test_no_path_is_refused(tmp_path: Path, paths: str) -> None:
    done = check(tmp_path, paths=paths)
    assert done.returncode == 2
    assert done.stdout == "::error::the input paths names no file and no folder\n"


def test_every_line_of_an_input_is_one_argument(tmp_path: Path) -> None:
    """With its blanks and quotes, and without the meaning that a shell would give it."""
    recorder(tmp_path / "temp/cypher-pages/bin/runner", tmp_path)
    odd = """two words $(touch stolen) `touch stolen` "; touch stolen; " * '"""
    done = check(
        tmp_path,
        paths=f"  docs\n\n-x.md\n{odd}\n",
        engine=f"bolt://{odd}",
        reports=f"junit:{odd}",
        args=f"--strict\n--cell={odd}\n",
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert recorded(tmp_path) == [
        [
            "check",
            "--report=github",
            "--report=summary",
            f"--engine=bolt://{odd}",
            f"--report=junit:{odd}",
            "--strict",
            f"--cell={odd}",
            "--",
            "docs",
            "-x.md",
            odd,
        ]
    ]
    assert not (tmp_path / "stolen").exists()


@pytest.mark.parametrize(
    ("inputs", "package"),
    [
        ({}, str(PROJECT)),
        ({"engine": "embedded:"}, str(PROJECT)),
        ({"engine": "bolt://localhost:7687"}, f"{PROJECT}[neo4j]"),
        ({"engine": "neo4j"}, f"{PROJECT}[neo4j]"),
        ({"version": "0.1.0"}, "cypher-pages==0.1.0"),
        ({"version": "0.1.0", "engine": "neo4j"}, "cypher-pages[neo4j]==0.1.0"),
        ({"version": "1; touch stolen $(touch stolen)"},
         "cypher-pages==1; touch stolen $(touch stolen)"),
    ],
)  # fmt: skip
def test_what_is_installed(tmp_path: Path, inputs: dict[str, str], package: str) -> None:
    """Into an environment of its own; the driver where a server is named."""
    recorder(tmp_path / "python", tmp_path)
    recorder(tmp_path / "temp/cypher-pages/bin/python", tmp_path)
    step: dict[str, Any] = STEPS["Install runner"]
    done = run_step(step, context(tmp_path, **inputs), environment(tmp_path), tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    assert recorded(tmp_path) == [["-m", "venv", f"{tmp_path}/temp/cypher-pages"], install]
    assert not (tmp_path / "stolen").exists()
