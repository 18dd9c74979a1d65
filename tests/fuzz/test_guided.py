"""A short search by coverage for texts that the lexer, the parser or the check do not survive."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed here")
def test_nothing_escapes_but_typed_errors(tmp_path: Path) -> None:
    """In a process of its own: the search ends its process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", "--runs", "3000"],
        cwd=PROJECT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "Done 3000 runs" in done.stderr
