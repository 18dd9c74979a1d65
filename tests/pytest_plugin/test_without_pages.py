"""A suite without pages does not notice that the plugin is there."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import pytest_cypher_pages
from runner.page.discover import find_likely_pages
from tests.support import suites
from tests.support.suites import write
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

TEST = "def test_own():\n    import runner\n    assert runner.OWN\n"


def pytest_in(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run pytest with the plugin in a process of its own; its exit status and what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", suites.PLUGIN, "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout


def test_nothing_of_the_package_is_loaded(tmp_path: Path) -> None:
    """Nor of what it needs, with Markdown that is no page beside the tests."""
    write(tmp_path, README=suites.NO_PAGE, docs__guide="# Guide\n\n```python\nprint(1)\n```\n")
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n")
    (tmp_path / "conftest.py").write_text(
        "import sys\n"
        "def pytest_unconfigure():\n"
        "    ours = ('runner', 'markdown_it', 'yaml', 'click')\n"
        "    print('loaded:', [name for name in ours if name in sys.modules])\n"
    )
    status, shown = pytest_in(tmp_path, "--strict-markers", "-W", "error")
    assert status == 0
    assert "1 passed" in shown
    assert "loaded: []" in shown


@pytest.mark.parametrize("form", ["runner.py", "runner/__init__.py"])
def test_a_module_of_the_same_name_stays_the_projects(tmp_path: Path, form: str) -> None:
    module = tmp_path / form
    module.parent.mkdir(exist_ok=True)
    module.write_text("OWN = True\n")
    write(tmp_path, README=suites.NO_PAGE)
    (tmp_path / "test_own.py").write_text(TEST)
    status, shown = pytest_in(tmp_path, "-W", "error")
    assert (status, "1 passed" in shown) == (0, True)


def test_pages_beside_such_a_module_are_a_warning(tmp_path: Path) -> None:
    (tmp_path / "runner.py").write_text("OWN = True\n")
    write(tmp_path, one=suites.TRUE, two=suites.TRUE)
    (tmp_path / "test_own.py").write_text(TEST)
    status, shown = pytest_in(tmp_path)
    assert (status, "1 passed, 1 warning" in shown) == (0, True)
    assert f"Cypher pages are not collected: the module `runner` is {tmp_path}/runner.py" in shown
    status, shown = pytest_in(tmp_path, "--no-runner", "-W", "error")
    assert (status, "1 passed" in shown) == (0, True)


def test_the_projects_own_pages_are_not_tests_twice(pytestconfig: pytest.Config) -> None:
    """Neither those of its documentation, unless they are named, nor what its tests work on."""
    assert pytestconfig.getini("testpaths") == ["tests"]
    conftest: Any = pytestconfig.pluginmanager.get_plugin(str(PROJECT / "tests" / "conftest.py"))
    assert conftest.collect_ignore_glob == ["*.md"]


WORDS = st.sampled_from(
    ["```", "~~~", "````", "\n", " ", "cypher", "cell", "CELL=", "data", "gram", "table", "Runner:",
     "runner", ":", "=", "a", "\0", "é"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=12).map("".join))
@example("```cypher cell=a\nRETURN 1\n```\n")
@example("<!-- RUNNER: cell=a -->\n```cypher\nRETURN 1\n```\n")
@example("text\n~~~Gram\n")
def test_the_cheap_test_is_that_of_the_package(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "cheap.md"
    path.write_bytes(text.encode())
    assert pytest_cypher_pages.looks_like_a_page(path) == bool(find_likely_pages([path]))
