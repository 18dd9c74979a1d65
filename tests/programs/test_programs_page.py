"""What ``pages/programs.md`` shows is what happens, and the programs need nothing but `runner`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from runner.page.parse import parse_page
from tests.programs.conftest import PROGRAMS, environment_of_programs
from tests.support.worked import PROJECT, replay

if TYPE_CHECKING:
    from pathlib import Path

PAGE = PROJECT / "pages" / "programs.md"
FENCES = parse_page(PAGE).fences
EXAMPLES = [
    (code.content.text, shown.content.text, code.line)
    for code, shown in pairwise(FENCES)
    if (code.info, shown.info) == ("python", "text")
]
NAMES = {"agent_memory", "provenance_tracer", "recall_lab"}
MODULES = sorted(PROGRAMS.rglob("*.py"))


@pytest.mark.parametrize(("code", "shown", "line"), EXAMPLES, ids=[str(e[2]) for e in EXAMPLES])
def test_a_python_example_prints_what_stands_below_it(
    code: str, shown: str, line: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env=environment_of_programs(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == (shown + "\n", "")


def test_every_python_fence_has_its_output() -> None:
    assert len(EXAMPLES) == sum(fence.info == "python" for fence in FENCES) == 4


def test_the_session_goes_as_it_is_shown(tmp_path: Path) -> None:
    (session,) = [fence.content.text for fence in FENCES if fence.info == "console"]
    went = replay(session, tmp_path, environment_of_programs(), {"python": ""})
    assert went == session + "\n"


def test_the_page_names_each_program_and_each_operation() -> None:
    from agent_memory import Memory

    text = PAGE.read_text("utf-8")
    assert {path.name for path in PROGRAMS.iterdir() if (path / "__init__.py").is_file()} == NAMES
    assert all(f"| `{name}` |" in text for name in NAMES)
    operations = {name for name in vars(Memory) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", text)) | set(re.findall(r"memory\.(\w+)\(", text))
    assert operations - named == {"scopes"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PROGRAMS).as_posix())
def test_a_program_leans_on_the_public_surface_alone(path: Path) -> None:
    """What it runs with is `runner` itself; names of its types are for the type checker."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    roots: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            roots.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            roots.add(node.module or "")
    assert [name for name in roots if name.startswith("runner.")] == []
    allowed = NAMES | {"runner", "polars", *sys.stdlib_module_names}
    assert {name.partition(".")[0] for name in roots} <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PROGRAMS).as_posix())
def test_a_module_is_of_a_size_that_is_read_at_once(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 310
