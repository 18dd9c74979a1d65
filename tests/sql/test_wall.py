"""What the kernel holds of chDB's process, whatever a statement does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runner.errors import EngineError
from runner.sql import wall
from runner.sql.installed import lacking
from runner.sql.session import SqlSession

pytestmark = pytest.mark.skipif(not wall.version(), reason="this kernel has no Landlock")

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Folders of a page and of the process, and one beside them."""
    for name in ("page", "own", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.csv").write_text(f"{name}\n", "utf-8")
    return tmp_path


def behind(folders: Path, code: str, *, before: str = "") -> Any:
    """What `code` leaves in `found`, run in a process behind the wall.

    `attempt` gives what a function gives, or the name of its error; `before` is run outside.
    """
    script = f"""
import json, os, socket, subprocess, sys
from pathlib import Path
from runner.sql import wall

folders = Path({str(folders)!r})
def attempt(function):
    try:
        return function()
    except OSError as error:
        return type(error).__name__
{before}
assert wall.build([folders / "page"], folders / "own")
{code}
print(json.dumps(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "TMPDIR": str(folders / "own"),
            "HOME": str(folders / "own"),
        },
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_files_are_read_from_the_page_s_folder_and_written_to_the_own_one(folders: Path) -> None:
    found = behind(
        folders,
        """
def read(name): return attempt(lambda: (folders / name / "file.csv").read_text())
def write(name): return attempt(lambda: (folders / name / "new").write_text("1"))
found = {name: [read(name), write(name)] for name in ("page", "own", "other")}
""",
    )
    assert found == {
        "page": ["page\n", "PermissionError"],
        "own": ["own\n", 1],
        "other": ["PermissionError", "PermissionError"],
    }
    assert not (folders / "page" / "new").exists()
    assert (folders / "own" / "new").read_text("utf-8") == "1"


def test_a_link_out_of_the_page_s_folder_leads_nowhere(folders: Path) -> None:
    (folders / "page" / "link").symlink_to(folders / "other" / "file.csv")
    found = behind(folders, "found = attempt((folders / 'page' / 'link').read_text)")
    assert found == "PermissionError"


def test_no_program_is_started_and_no_other_process_seen(folders: Path) -> None:
    found = behind(
        folders,
        """
found = [
    attempt(lambda: subprocess.run([sys.executable, "-c", ""]).returncode),
    attempt(lambda: Path(f"/proc/{os.getppid()}/environ").read_text()),
    attempt(lambda: Path("/etc/passwd").read_text()),
]
""",
    )
    assert found == ["PermissionError"] * 3


@pytest.mark.skipif(wall.version() < 4, reason="this kernel's Landlock knows nothing of TCP")
def test_no_connection_is_opened(folders: Path) -> None:
    found = behind(
        folders,
        """
found = [
    attempt(lambda: socket.create_connection(listener.getsockname(), 5).close()),
    attempt(lambda: socket.create_server(("127.0.0.1", 0)).close()),
]
""",
        before='listener = socket.create_server(("127.0.0.1", 0))',
    )
    assert found == ["PermissionError"] * 2


@pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")
def test_chdb_without_its_guard_reads_no_other_file(folders: Path) -> None:
    found = behind(
        folders,
        """
from runner.sql.worker import Failed, Worker
worker = Worker(folders / "own")
def rows(name):
    try:
        return worker._query(f"SELECT * FROM file('{folders / name}/file.csv', 'CSV')").decode()
    except Failed as failed:
        return failed.report["name"]
worker._query("CREATE TABLE page.kept (a Int) ENGINE = MergeTree ORDER BY a")
worker._query("INSERT INTO page.kept SELECT number FROM numbers(1000)")
found = [rows("page"), rows("other"), worker._query("SELECT count() FROM page.kept").decode()]
""",
    )
    assert found == ["page\n", "CANNOT_OPEN_FILE", "1000\n"]


@pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")
def test_the_process_of_a_page_is_behind_the_wall(folders: Path) -> None:
    """A folder that the session was not given is closed, though the guard would let it pass."""
    session = SqlSession([folders / "page"])
    statement = "SELECT * FROM file('file.csv', 'LineAsString')"
    try:
        rows = session.run(statement, {}, folder=folders / "page", timeout=60).rows
        with pytest.raises(EngineError, match="Permission denied"):
            session.run(statement, {}, folder=folders / "other", timeout=60)
    finally:
        session.close()
    assert rows == [("page",)]


def test_there_is_none_where_the_kernel_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "version", lambda: 0)
    assert wall.build([], Path("/nowhere")) is False
