"""The hooks for pre-commit: declared as they should be, and tried from a repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Context

from runner.cli import cli
from runner.hook import main
from tests.support import suites
from tests.support.worked import PROJECT

FILE = PROJECT / ".pre-commit-hooks.yaml"
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load(FILE.read_text("utf-8"))
}
CONTEXT = Context(cli)
PACKAGED = ("runner", "pytest_cypher_pages.py", "pyproject.toml", "README.md", "LICENSE", FILE.name)


def found_pre_commit() -> str | None:
    """The program, beside this Python or on the path."""
    beside = Path(sys.executable).parent / "pre-commit"
    return str(beside) if beside.exists() else shutil.which("pre-commit")


def test_the_hooks_are_check_fmt_and_lint() -> None:
    assert list(HOOKS) == ["runner-check", "runner-fmt", "runner-lint"]
    for name, hook in HOOKS.items():
        program, command = hook["entry"].split()
        assert name == f"runner-{command}"
        assert command in cli.list_commands(CONTEXT)
        assert f'{program} = "runner.hook:main"' in (PROJECT / "pyproject.toml").read_text("utf-8")
        assert (hook["language"], hook["files"]) == ("python", r"\.md$")
        assert hook.get("pass_filenames", True)
        found = cli.get_command(CONTEXT, command)
        assert found is not None
        options = {option for each in found.params for option in each.opts}
        assert set(hook.get("args", [])) <= options


@pytest.mark.parametrize("name", HOOKS)
def test_files_that_are_no_pages_are_well(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suites.write(tmp_path, README=suites.NO_PAGE)
    assert status_of(name, tmp_path / "README.md", monkeypatch) == 0


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("runner-check", suites.TRUE, 0),
        ("runner-check", suites.UNTRUE, 1),
        ("runner-check", suites.MALFORMED, 2),
        ("runner-lint", suites.ERRORED, 1),
        ("runner-fmt", suites.MALFORMED, 2),
    ],
)
def test_pages_keep_their_status(
    name: str, text: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suites.write(tmp_path, page=text)
    assert status_of(name, tmp_path / "page.md", monkeypatch) == status


def status_of(name: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """The exit status of a hook, called as pre-commit does."""
    hook = HOOKS[name]
    arguments = [*hook["entry"].split(), *hook.get("args", []), str(file)]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as done:
        main()
    return done.value.code


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def test_pre_commit_installs_and_runs_them(tmp_path: Path) -> None:
    """From a repository made of this checkout, in a repository of a user."""
    program = found_pre_commit()
    if program is None:
        pytest.skip("pre-commit is not installed")
    source, user = tmp_path / "source", tmp_path / "user"
    source.mkdir()
    for name in PACKAGED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, source / name, ignore=shutil.ignore_patterns("__pyc*"))
        else:
            shutil.copy(PROJECT / name, source / name)
    git(source, "init", "--quiet")
    git(source, "add", "--all")
    git(source, "commit", "--quiet", "--message", "All")
    user.mkdir()
    git(user, "init", "--quiet")
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=source, check=True, capture_output=True, text=True
    )
    config = {
        "repos": [
            {
                "repo": str(source),
                "rev": head.stdout.strip(),
                "hooks": [{"id": id_} for id_ in HOOKS],
            }
        ]
    }
    (user / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    loose = suites.TRUE.replace("| 2     |", "| 2 |")
    suites.write(user, birds=suites.TRUE, huts=suites.UNTRUE, loose=loose, README=suites.NO_PAGE)
    git(user, "add", "--all")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["PRE_COMMIT_HOME"] = str(tmp_path / "home")

    def run(*files: str) -> tuple[int, str]:
        done = subprocess.run(
            [program, "run", "--color=never", "--files", *files],
            cwd=user,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=600,
        )
        return done.returncode, done.stdout

    status, shown = run("birds.md", "README.md")
    if "pip" in shown and "Could not find a version that satisfies" in shown:
        pytest.skip("what the package needs cannot be installed here")
    assert status == 0, shown
    assert [line.split(".")[0] for line in shown.splitlines() if line.endswith("Passed")] == [
        "runner check",
        "runner fmt",
        "runner lint",
    ]
    status, shown = run("huts.md")
    assert status == 1
    assert "huts.md:15: cell beds: failed: row 2, column `beds`: expected 41, actual 40" in shown
    assert '+| "Lake Hut"  | 40   |' in shown
    status, shown = run("loose.md")
    assert status == 1
    assert "files were modified by this hook" in shown
    assert (user / "loose.md").read_text("utf-8") == suites.TRUE
