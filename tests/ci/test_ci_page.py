"""What the page on continuous integration lets people copy is right, as far as can be seen here."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click import Context

from runner.cli import cli
from runner.page.parse import parse_page
from runner.report.choice import NAMES
from tests.support import suites
from tests.support.actions import load_action
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = PROJECT / "pages" / "ci.md"
TEXT = PAGE.read_text("utf-8")
FENCES = parse_page(PAGE).fences
DOCUMENTS: list[dict[str, Any]] = [
    yaml.safe_load(fence.content.text) for fence in FENCES if fence.info == "yaml"
]
SCRIPTS = [fence.content.text for fence in FENCES if fence.info == "sh"]
ACTION = load_action(PROJECT / "action.yml")
PACKAGE = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
CONTEXT = Context(cli)


def commands() -> Iterator[list[str]]:
    """The arguments of each call of the command, in workflows, hooks and scripts."""
    for document in DOCUMENTS:
        for job in document.get("jobs", {}).values():
            for step in job["steps"]:
                if step.get("run", "").startswith("runner "):
                    yield shlex.split(step["run"])[1:]
                if step.get("uses", "").startswith("OWNER/"):
                    given = step["with"]
                    yield [
                        "check",
                        *(f"--report={line}" for line in given.get("reports", "").splitlines()),
                        *given.get("args", "").splitlines(),
                        *given["paths"].splitlines(),
                    ]
        for job in document.values():
            script = job.get("script", ()) if isinstance(job, dict) else ()
            yield from (shlex.split(line)[1:] for line in script if line.startswith("runner "))
        for repository in document.get("repos", []):
            for hook in repository["hooks"]:
                yield [hook["id"].removeprefix("runner-"), *hook.get("args", []), "file.md"]
    for script in SCRIPTS:
        for line in script.splitlines():
            if line.startswith(".venv/bin/runner "):
                yield shlex.split(line)[1:]


COMMANDS = list(commands())


def test_all_that_is_shown_is_looked_at() -> None:
    assert (len(DOCUMENTS), len(SCRIPTS)) == (9, 2)
    assert all(isinstance(document, dict) for document in DOCUMENTS)
    # Three with the action, one without, two of GitLab, five hooks, two scripts.
    assert len(COMMANDS) == 3 + 1 + 2 + 5 + 2
    assert {fence.info.split()[0] for fence in FENCES} == {"cypher", "table", "yaml", "sh"}


@pytest.mark.parametrize("arguments", COMMANDS, ids=shlex.join)
def test_the_command_takes_these_arguments(arguments: list[str]) -> None:
    name, *rest = arguments
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    parsed = command.make_context(name, list(rest), parent=CONTEXT)
    for report in parsed.params.get("reports", ()):
        assert report.partition(":")[0] in NAMES


def test_the_action_has_these_inputs() -> None:
    given = {
        name
        for document in DOCUMENTS
        for job in document.get("jobs", {}).values()
        for step in job["steps"]
        if step.get("uses", "").startswith("OWNER/")
        for name in step["with"]
    }
    assert given <= set(ACTION["inputs"])
    listed = re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE)
    assert listed == list(ACTION["inputs"])
    assert ACTION["inputs"]["python-version"]["default"] in TEXT


def test_the_hooks_are_there() -> None:
    hooks = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    named = {
        hook["id"]
        for document in DOCUMENTS
        for repository in document.get("repos", [])
        for hook in repository["hooks"]
    }
    assert named == {hook["id"] for hook in hooks}


def test_what_is_installed_is_this_package() -> None:
    installed = re.findall(r"pip install (?:--quiet )?\"?([a-z-]+)(?:\[(\w+)\])?", TEXT)
    assert len(installed) == 5
    for name, extra in installed:
        assert name == PACKAGE["name"]
        assert not extra or extra in PACKAGE["optional-dependencies"]
    assert re.findall(r'additional_dependencies: \["(.*?)"\]', TEXT) == PACKAGE[
        "optional-dependencies"
    ]["neo4j"]  # fmt: skip


def test_engines_are_only_reached_where_the_driver_is_installed() -> None:
    """Without an extra a job runs on the embedded engine."""
    for script in [*SCRIPTS, *(fence.content.text for fence in FENCES if fence.info == "yaml")]:
        if "pip install" in script:
            assert ("[neo4j]" in script) == ("--engine" in script)


@pytest.mark.parametrize("script", SCRIPTS, ids=["embedded", "neo4j"])
def test_the_scripts_run(script: str, tmp_path: Path) -> None:
    """With programs in place of pip and docker, and without the server that these would start."""
    suites.write(tmp_path, docs__birds=suites.TRUE)
    programs = tmp_path / "programs"
    python = f'exec "{sys.executable}" -m runner'
    stand_ins = {
        "docker": f'echo "docker $*" >> "{tmp_path}/log"',
        "runner": f'echo "runner $*" >> "{tmp_path}/log"\n[ "$2" = --engine ] || {python} "$@"',
        "pip": f'echo "pip $*" >> "{tmp_path}/log"',
        "python3": f'mkdir -p .venv && ln -s "{programs}" .venv/bin',
    }
    programs.mkdir()
    for name, text in stand_ins.items():
        path = programs / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(PROJECT),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    log = (tmp_path / "log").read_text()
    assert "pip install --quiet cypher-pages" in log
    if "docker" in script:
        assert log.index("docker run") < log.index("runner check") < log.index("docker stop pages")
    else:
        assert "1 page, 2 cells: 2 passed" in done.stdout
        assert (tmp_path / "pages.xml").is_file()
