"""Files that cannot serve as a database: each gets an error of its own, and stays as it is."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runner.durable import lock, log_file
from runner.engines.registry import connect
from runner.errors import (
    DamagedDatabase,
    DatabaseDiskFull,
    DatabaseFileFailure,
    DatabaseInUse,
    DatabaseNotFound,
    DatabaseNotWritable,
    EngineError,
    EngineFailure,
    ForeignFile,
    NewerDatabase,
    UsageError,
)
from tests.support.worked import PROJECT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with some nodes, on more than one page."""
    path = tmp_path / "graph.db"
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        session.run("UNWIND range(1, 2000) AS n CREATE (:N {n: n, text: 'some text ' + n})")
        session.run("CREATE (:Last)")
    return path


def refused(path: Path, kind: type[DatabaseFileFailure], mode: str = "write") -> str:
    """Why `path` is not opened; asserts that it is left as it is, and nothing beside it."""
    before = path.read_bytes() if path.is_file() else None
    beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else None
    with pytest.raises(kind) as caught:
        connect(f"embedded:{path}?mode={mode}")
    assert type(caught.value) is kind
    assert isinstance(caught.value, EngineFailure)
    assert str(caught.value) == f"{path}: {caught.value.reason}"
    assert caught.value.path == str(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert (sorted(path.parent.iterdir()) if path.parent.is_dir() else None) == beside
    return caught.value.reason


MODES = pytest.mark.parametrize("mode", ["read", "write"])


@MODES
@pytest.mark.parametrize(
    "content",
    [b"x", b"CREATE (:Person)\n" * 9, b"\0" * 5000, b"SQLite format 3\0" + b"y" * 300],
    ids=["one byte", "text", "zeros", "a header and nonsense"],
)
def test_another_file_is_no_database(tmp_path: Path, content: bytes, mode: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    assert refused(file, ForeignFile, mode) == (
        "this file is no database of this engine; it was left as it is"
    )


@MODES
def test_another_database_of_sqlite_is_not_ours(tmp_path: Path, mode: str) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE log (number, checksum, record)")
    connection.close()
    assert "is no database of this engine" in refused(file, ForeignFile, mode)


@MODES
def test_a_folder_is_no_database(tmp_path: Path, mode: str) -> None:
    assert refused(tmp_path, ForeignFile, mode).startswith("what is there is no database")


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "new"
    file.touch()
    with connect(f"embedded:{file}") as engine, engine.session() as session:
        session.run("CREATE ()")
    assert file.stat().st_size > 0


def test_there_must_be_a_file_to_read_and_a_folder_to_write_to(tmp_path: Path) -> None:
    assert refused(tmp_path / "none", DatabaseNotFound, "read") == "there is no such file"
    assert refused(tmp_path / "no" / "g", DatabaseNotFound) == "there is no such folder"


@MODES
@pytest.mark.parametrize("part", [0.3, 0.5, 0.9])
def test_a_truncated_file_is_damaged(path: Path, part: float, mode: str) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])
    assert "the file is damaged" in refused(path, DamagedDatabase, mode)


@MODES
def test_a_changed_byte_is_found(path: Path, mode: str) -> None:
    content = bytearray(path.read_bytes())
    place = content.index(b"some text 777")
    content[place] ^= 1
    path.write_bytes(bytes(content))
    assert refused(path, DamagedDatabase, mode) == (
        "the file is damaged (record 2 is not what was written); it was left as it is"
    )


def test_a_record_that_is_gone_is_missed(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM log WHERE number = 2")
    connection.close()
    assert "record 2 is missing" in refused(path, DamagedDatabase)


@MODES
def test_a_newer_format_is_refused(path: Path, mode: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {log_file.FORMAT + 1}")
    connection.close()
    assert refused(path, NewerDatabase, mode) == (
        "written in format 2 by a later version of runner; this one knows format 1"
    )


def test_a_read_only_file_is_only_read(path: Path) -> None:
    path.chmod(0o444)
    assert refused(path, DatabaseNotWritable) == (
        "this file may not be written to; to read it, open it with ?mode=read"
    )
    with connect(f"embedded:{path}?mode=read") as engine, engine.session() as session:
        assert session.run("MATCH (n) RETURN count(n)").rows == [(2001,)]
        with pytest.raises(EngineError) as caught:
            session.run("CREATE ()")
    assert caught.value.code == "Neo.ClientError.Statement.AccessMode"
    assert caught.value.gql_status == "08N03"
    assert caught.value.message == (
        "Writing in read access mode not allowed. Attempted write to neo4j"
    )


def test_a_folder_without_the_right_to_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs this may be a superuser, to whom every folder is open."""
    monkeypatch.setattr("os.access", lambda *_: False)
    assert refused(path, DatabaseNotWritable) == (
        "its folder may not be written to; to read it, open it with ?mode=read"
    )


def test_a_full_disk_undoes_the_statement_and_leaves_the_rest(path: Path) -> None:
    """SQLite is told that the file may have no page more."""
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        connection = engine._file._stored._file._connection  # type: ignore[attr-defined]
        connection.execute("PRAGMA max_page_count = 1")  # it takes the present count
        fill = "UNWIND range(1, 5000) AS n CREATE (:More {n: n, text: 'some more text'})"
        with pytest.raises(DatabaseDiskFull) as caught:
            session.run(fill)
        assert caught.value.reason == (
            "no room is left for what was to be committed (database or disk is full); it was undone"
        )
        count = "MATCH (n) RETURN count(n)"
        assert session.run(count).rows == [(2001,)]
        session.begin()
        session.run(fill)
        with pytest.raises(DatabaseDiskFull):
            session.commit()
        assert session.run(count).rows == [(2001,)]
        connection.execute("PRAGMA max_page_count = 1000000")
        session.run("CREATE ()")
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        assert session.run(count).rows == [(2002,)]


def test_a_limit_of_the_system_on_files_counts_as_a_full_disk(path: Path) -> None:
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
            with pytest.raises(DatabaseDiskFull, match="no room is left"):
                session.run("UNWIND range(1, 9000) AS n CREATE (:More {text: 'more text ' + n})")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, ignored)
        session.run("CREATE ()")
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        assert session.run("MATCH (n) RETURN count(n)").rows == [(2002,)]


@pytest.fixture
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the file open and commits whatever it is told to."""
    code = (
        "import sys, runner\n"
        f"engine = runner.connect({f'embedded:{path}'!r})\n"
        "session = engine.session()\n"
        "print('open', flush=True)\n"
        "for line in sys.stdin:\n"
        "    session.run(line)\n"
        "    print('done', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def tell(process: subprocess.Popen[str], statement: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{statement}\n")
    process.stdin.flush()
    assert process.stdout.readline() == "done\n"


def test_a_second_process_may_not_write_but_read(path: Path, writer: subprocess.Popen[str]) -> None:
    with pytest.raises(DatabaseInUse) as caught:
        connect(f"embedded:{path}")
    assert caught.value.reason == ("in use by another process; to read it, open it with ?mode=read")
    with connect(f"embedded:{path}?mode=read") as engine, engine.session() as session:
        count = "MATCH (n) RETURN count(n)"
        assert session.run(count).rows == [(2001,)]
        tell(writer, "CREATE (:More {n: 1})")
        assert session.run(count).rows == [(2002,)]
        tell(writer, "CREATE CONSTRAINT c FOR (m:More) REQUIRE m.n IS UNIQUE")
        assert session.run("SHOW CONSTRAINTS YIELD name").rows == [("c",)]
        tell(writer, "MATCH (m:More) SET m.n = 2")
        found = session.run("PROFILE MATCH (m:More {n: 2}) RETURN m.n")
        assert found.rows == [(2,)]
        assert "NodeUniqueIndexSeek" in str(found.plan)
    writer.kill()
    writer.wait()
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        assert session.run(count).rows == [(2002,)]


def test_a_reader_follows_a_log_that_is_rewritten(path: Path) -> None:
    with (
        connect(f"embedded:{path}") as engine,
        engine.session() as writer,
        connect(f"embedded:{path}?mode=read") as reading,
        reading.session() as session,
    ):
        assert len(session.run("MATCH (n:Last|Newest) RETURN labels(n)").rows) == 1
        writer.run("MATCH (n:Last) DELETE n")
        engine._file._stored.rewrite()  # type: ignore[attr-defined]
        writer.run("CREATE (:Newest)")
        found = session.run("MATCH (n:Last|Newest) RETURN labels(n)").rows
        assert found == [(["Newest"],)]


def test_without_locks_of_files_sqlite_keeps_others_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows."""
    monkeypatch.setattr(lock, "HAS_LOCKS", False)
    monkeypatch.setattr(log_file, "HAS_LOCKS", False)
    monkeypatch.setattr(log_file, "_BUSY_SECONDS", 0)
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        session.run("CREATE ()")
        with pytest.raises(DatabaseInUse):
            log_file.LogFile(str(path), "")


def test_a_fork_does_not_use_the_connection_of_its_parent(path: Path) -> None:
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        session.run("RETURN 1")
        code = (
            "import os, sys, runner\n"
            "engine = runner.connect(f'embedded:{sys.argv[1]}')\n"
            "session = engine.session()\n"
            "if os.fork() == 0:\n"
            "    try:\n"
            "        session.run('CREATE (:Child)')\n"
            "    except runner.EngineFailure as failure:\n"
            "        print(failure.reason, flush=True)\n"
            "    try:\n"
            "        runner.connect(f'embedded:{sys.argv[1]}')\n"
            "    except runner.EngineFailure as failure:\n"
            "        print(type(failure).__name__, flush=True)\n"
            "    os._exit(0)\n"
            "os.wait()\n"
            "session.run('CREATE (:Parent)')\n"
            "print(session.run('MATCH (n) RETURN labels(n)').rows)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path.with_name("other"))],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )
    assert done.stdout.splitlines() == [
        "opened in another process; open it in this one after forking",
        "DatabaseInUse",
        "[(['Parent'],)]",
    ]


def test_two_engines_of_one_process_share_the_database(path: Path) -> None:
    with connect(f"embedded:{path}") as first:
        with connect(f"embedded:{path}") as second, second.session() as session:
            session.run("CREATE (:Shared)")
        with first.session() as session:
            assert session.run("MATCH (n:Shared) RETURN count(n)").rows == [(1,)]


def test_an_interrupted_commit_has_to_be_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        append = log_file.LogFile.append

        def interrupted(file: log_file.LogFile, record: bytes) -> None:
            append(file, record)
            raise KeyboardInterrupt

        monkeypatch.setattr(log_file.LogFile, "append", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.run("CREATE (:Perhaps)")
        monkeypatch.undo()
        with pytest.raises(DatabaseFileFailure, match="in the middle of a commit; open it again"):
            session.run("CREATE (:Never)")
    with connect(f"embedded:{path}") as engine, engine.session() as session:
        assert session.run("MATCH (n:Perhaps|Never) RETURN labels(n)").rows == [(["Perhaps"],)]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("embedded:g?mode=append", "mode=append: a database is opened with mode=read or "),
        ("embedded:g?lock_timeout=soon", "lock_timeout=soon is no number of seconds"),
        ("embedded:g?lock_timeout=-1", "lock_timeout=-1 is no number of seconds"),
        (
            "embedded:g?mod=read",
            "embedded:g?mod=read: there is no option 'mod'; there are: mode=read, lock_timeout=",
        ),
    ],
)
def test_options_that_make_no_sense(url: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        connect(url)
    assert str(caught.value).startswith(message)


def test_a_question_mark_may_be_part_of_a_name(tmp_path: Path) -> None:
    with connect(f"embedded:{tmp_path}/what? 100% #1"):
        assert [each.name for each in tmp_path.iterdir() if "-" not in each.name] == [
            "what? 100% #1"
        ]


def test_a_file_is_found_whose_name_looks_like_an_option(tmp_path: Path) -> None:
    with connect(f"embedded:{tmp_path}/g"):
        pass
    (tmp_path / "g").rename(tmp_path / "g?x=1")
    with connect(f"embedded:{tmp_path}/g?x=1") as engine, engine.session() as session:
        assert session.run("MATCH (n) RETURN count(n)").rows == [(0,)]
    assert [each.name for each in tmp_path.iterdir()] == ["g?x=1"]
