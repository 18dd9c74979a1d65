"""Killed at any moment, a database has all that was acknowledged, and nothing by halves."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.worked import PROJECT

KILLS = 300

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


def test_300_kills_at_random_moments_lose_nothing() -> None:
    """The rounds run in a process of their own, which forks a child for each."""
    memory = Path("/dev/shm")
    # A kill takes no notice of what is on the disk; in memory there are more commits per second.
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        done = subprocess.run(
            [
                sys.executable,
                str(Path(__file__).with_name("crashing.py")),
                f"{folder}/graph",
                str(KILLS),
                "20260801",
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{KILLS} kills, "), done.stdout
    assert done.stdout.endswith(" 0 wrong\n")
    acknowledged = int(done.stdout.split()[2])
    assert acknowledged > 50, "nothing was written between the kills"
