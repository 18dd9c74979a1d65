"""What ``pages/database.md`` shows is what happens."""

from __future__ import annotations

import os
from contextlib import chdir, redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from runner import errors
from runner.page.parse import parse_page
from tests.support.worked import PROJECT, replay

PAGE = PROJECT / "pages" / "database.md"
FENCES = parse_page(PAGE).fences
EXAMPLES = [
    (code.content.text, shown.content.text, code.line)
    for code, shown in pairwise(FENCES)
    if (code.info, shown.info) == ("python", "text")
]


@pytest.mark.parametrize(("code", "shown", "line"), EXAMPLES, ids=[str(e[2]) for e in EXAMPLES])
def test_a_python_example_prints_what_stands_below_it(
    code: str, shown: str, line: int, tmp_path: Path
) -> None:
    printed = StringIO()
    with chdir(tmp_path), redirect_stdout(printed):
        exec(compile("\n" * line + code, str(PAGE), "exec"), {})
    assert printed.getvalue() == shown + "\n"


def test_every_python_fence_has_its_output() -> None:
    assert len(EXAMPLES) == sum(fence.info == "python" for fence in FENCES) >= 4


def test_the_session_goes_as_it_is_shown(tmp_path: Path) -> None:
    (session,) = [fence.content.text for fence in FENCES if fence.info == "console"]
    environment = {
        **{key: value for key, value in os.environ.items() if key != "RUNNER_ENGINE"},
        "PYTHONPATH": str(PROJECT),
        "PYTHONUTF8": "1",
    }
    went = replay(session, tmp_path, environment, {"runner": "-m runner"})
    assert went == session + "\n"


def test_the_errors_that_it_names_are_there() -> None:
    """Of files all of them, each a failure of the engine."""
    text = PAGE.read_text("utf-8")
    kinds = {
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.DatabaseFileFailure)
    }
    assert {name for name in kinds if f"`{name}`" in text} == kinds
    for name in ("LockTimeout", "StatementTimeout", "RowLimitExceeded", "MemoryLimitExceeded"):
        assert f"{name}`" in text
        assert issubclass(getattr(errors, name), errors.EngineError)
