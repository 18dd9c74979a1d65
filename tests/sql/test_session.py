"""A page's chDB is a process of its own: its limits, its end, and what is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

import runner.sql.process
from runner.errors import EngineError, EngineFailure
from runner.sql.installed import lacking
from runner.sql.session import SqlSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.result import Result

pytestmark = pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")

HERE = Path(__file__).parent
LONG = "SELECT count() FROM numbers(1000000000000) WHERE number % 7 = 3"
LIMIT_SECONDS = 30.0


@pytest.fixture
def own() -> Iterator[SqlSession]:
    """A chDB for one test."""
    made = SqlSession()
    yield made
    made.close()


def run(session: SqlSession, statement: str, timeout: float = 20) -> Result:
    return session.run(statement, {}, folder=HERE, timeout=timeout)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or ") Z " not in status.read_text("utf-8")


def await_death(pid: int) -> bool:
    deadline = monotonic() + LIMIT_SECONDS
    while is_alive(pid):
        if monotonic() > deadline:
            return False
        sleep(0.05)
    return True


def test_nothing_starts_before_a_statement_runs() -> None:
    """And nothing of a session is left when it closes."""
    session = SqlSession()
    before = session.pid
    run(session, "SELECT 1")
    pid = session.pid
    assert before is None
    assert pid is not None
    assert is_alive(pid)
    session.close()
    assert await_death(pid)
    session.close()


def test_every_session_has_a_chdb_of_its_own(own: SqlSession) -> None:
    """Empty at its start."""
    run(own, "CREATE TABLE t (a Int8) ENGINE = Memory")
    other = SqlSession()
    try:
        with pytest.raises(EngineError) as caught:
            run(other, "SELECT * FROM t")
        assert caught.value.title == "UNKNOWN_TABLE"
        assert run(other, "SHOW TABLES").rows == []
    finally:
        other.close()


@pytest.mark.parametrize(
    "statement",
    [
        LONG,
        "SELECT sleepEachRow(1) FROM numbers(100) SETTINGS max_block_size = 1",
    ],
)
def test_a_statement_that_outlives_its_time_is_stopped(own: SqlSession, statement: str) -> None:
    """It says so, and the tables made before are still there."""
    run(own, "CREATE TABLE t ENGINE = Memory AS SELECT 1 AS a")
    with pytest.raises(EngineError) as caught:
        run(own, statement, timeout=0.5)
    assert caught.value.is_timeout
    assert run(own, "SELECT * FROM t").rows == [(1,)]


def test_a_statement_that_heeds_nothing_ends_with_its_chdb(
    own: SqlSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is ended, and what comes after is told so."""
    run(own, "SELECT 1")
    pid = own.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr("runner.sql.session._GRACE_SECONDS", 0.2)
    with pytest.raises(EngineError) as caught:
        run(own, "SELECT 1", timeout=0.3)
    assert caught.value.is_timeout
    assert await_death(pid)
    with pytest.raises(EngineError) as caught:
        run(own, "SELECT 1")
    assert caught.value.code == "ClickHouse.TransientError.CHDB_ENDED"
    assert caught.value.message == (
        "the page's chDB is gone: a statement before this one was stopped, and took its tables "
        "with it"
    )


def test_a_chdb_that_dies_takes_nothing_else_with_it(own: SqlSession) -> None:
    """How it ended is told at the statement that it ran."""
    run(own, "SELECT 1")
    pid = own.pid
    assert pid is not None
    timer = threading.Timer(0.3, os.kill, (pid, signal.SIGSEGV))
    timer.start()
    with pytest.raises(EngineError) as caught:
        run(own, LONG)
    timer.join()
    assert caught.value.code == "ClickHouse.TransientError.CHDB_ENDED"
    assert caught.value.message.startswith("chDB ended while it ran this: it was ended by signal ")


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT groupArray(number) FROM numbers(10000000000)", "MEMORY_LIMIT_EXCEEDED"),
        ("SELECT number FROM numbers(2000000)", "TOO_MANY_ROWS_OR_BYTES"),
        ("SELECT repeat('x', 10000) FROM numbers(30000)", "TOO_MANY_ROWS_OR_BYTES"),
    ],
)
def test_what_is_too_large(own: SqlSession, statement: str, name: str) -> None:
    """The next answer is the next statement's, and no rest of this one."""
    with pytest.raises(EngineError) as caught:
        run(own, statement, timeout=60)
    assert caught.value.title == name
    for number in range(3):
        assert run(own, f"SELECT {number} AS a").rows == [(number,)]


def test_an_interrupt_ends_chdb(own: SqlSession) -> None:
    """Ctrl-C while it works: what it has is not known any more."""
    run(own, "SELECT 1")
    pid = own.pid
    assert pid is not None
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run(own, LONG, timeout=LIMIT_SECONDS)
    timer.join()
    assert await_death(pid)


PARENT = """
import sys, threading
from pathlib import Path
from runner.sql.session import SqlSession
session = SqlSession()
session.run("SELECT 1", {}, folder=Path("/"), timeout=20)
print(session.pid, flush=True)
session.run(sys.argv[1], {}, folder=Path("/"), timeout=600)
"""


@pytest.mark.parametrize("statement", [LONG, "SELECT 1"])
def test_no_process_outlives_the_program(statement: str, tmp_path: Path) -> None:
    """Not even a program that is killed while its chDB works; its files are gone, too."""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(HERE.parents[1])}
    code = PARENT if statement == LONG else f"{PARENT}\nsys.stdin.read()\n"
    with subprocess.Popen(
        [sys.executable, "-c", code, statement],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        sleep(0.3)
        assert is_alive(pid)
        parent.kill()
    assert await_death(pid)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder of a chDB goes with it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with closing(SqlSession()) as session:
        run(session, "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a")
        assert len(list(tmp_path.iterdir())) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_chdb_that_cannot_start_is_a_failure_of_the_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not of the page: there is nothing that its author could mend."""
    (tmp_path / "chdb").mkdir()
    (tmp_path / "chdb" / "__init__.py").write_text("raise ImportError('no such library')\n")
    folders = runner.sql.process._package_folders()
    monkeypatch.setattr("runner.sql.process._package_folders", lambda: [str(tmp_path), *folders])
    started = pytest.raises(EngineFailure, match=r"^chDB does not start: ")
    with closing(SqlSession()) as session, started:
        run(session, "SELECT 1")


def test_the_process_sees_nothing_of_the_environment(
    own: SqlSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passwords in it are not chDB's business."""
    monkeypatch.setenv("NEO4J_PASSWORD", "very secret")
    run(own, "SELECT 1")
    seen = Path(f"/proc/{own.pid}/environ")
    if not seen.exists():
        pytest.skip("this system does not show the environment of a process")
    assert b"very secret" not in seen.read_bytes()
    assert b"TZ=UTC" in seen.read_bytes()


def test_packages_beside_the_page_are_not_loaded(own: SqlSession, tmp_path: Path) -> None:
    """A page's folder is no place for code, nor for a configuration."""
    (tmp_path / "chdb.py").write_text("raise SystemExit('loaded')\n", "utf-8")
    (tmp_path / "pandas.py").write_text("raise SystemExit('loaded')\n", "utf-8")
    (tmp_path / "config.xml").write_text("<clickhouse>broken", "utf-8")
    result = own.run("SELECT 1 AS a", {}, folder=tmp_path, timeout=20)
    assert result.rows == [(1,)]
