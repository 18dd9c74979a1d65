"""Data that runner did not create is never touched, and a database is left as it was found."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import runner
from runner.engines.bolt_state import Contents, Mark
from runner.errors import EngineError, EngineFailure, UsageError
from runner.folders import state_folder
from runner.values import Value


@pytest.fixture
def somebodys(neo4j_url: str) -> Iterator[str]:
    """A database that holds somebody's data; it is emptied afterwards."""
    yield neo4j_url
    with runner.connect(neo4j_url, wipe="neo4j") as engine:
        engine.scratch().close()


CONTENTS = {
    "CREATE (:A)-[:T]->(:B)": "2 nodes, 1 relationship",
    "CREATE CONSTRAINT keep FOR (n:L) REQUIRE n.p IS UNIQUE": "1 constraint (keep)",
    "CREATE INDEX mine FOR (n:L) ON (n.q)": "1 index (mine)",
}


@pytest.mark.parametrize("statement", CONTENTS)
def test_a_database_with_anything_in_it_is_refused(somebodys: str, statement: str) -> None:
    with runner.connect(somebodys) as engine:
        with engine.session() as session:
            session.run(statement)
        with pytest.raises(EngineFailure) as caught:
            engine.scratch()
        assert str(caught.value) == (
            f"the database 'neo4j' at {somebodys} is not empty: it holds {CONTENTS[statement]}. "
            "Pages run on an empty database and leave it empty, so nothing was touched. Name "
            "another database with --database, or let all that is in this one be deleted with "
            "--wipe neo4j"
        )
        with engine.session() as session:
            left = (
                *session.run("MATCH (n) RETURN n").rows,
                *session.run("SHOW CONSTRAINTS").rows,
                *session.run("SHOW INDEXES YIELD type WHERE type <> 'LOOKUP'").rows,
            )
            assert left


def test_wiping_names_the_database(somebodys: str) -> None:
    with runner.connect(somebodys) as engine, engine.session() as session:
        session.run("CREATE (:A)")
    with pytest.raises(UsageError) as caught:
        runner.connect(somebodys, wipe="movies")
    assert str(caught.value) == (
        "--wipe movies names another database than the one that pages would run on, which is "
        "neo4j; nothing was touched"
    )
    with runner.connect(somebodys, wipe="neo4j") as engine:
        with engine.scratch() as session:
            assert session.run("MATCH (n) RETURN n").rows == []
        # It is said for what was there at first, not for what comes later.
        with engine.session() as session:
            session.run("CREATE (:A)")
        with pytest.raises(EngineFailure, match="not empty"):
            engine.scratch()


def test_many_nodes_are_deleted_in_batches(neo4j_url: str) -> None:
    with runner.connect(neo4j_url) as engine:
        with engine.scratch() as session:
            session.run("UNWIND range(1, 25000) AS x CREATE (:A)-[:T]->(:B)")
        with engine.session() as session:
            assert session.run("MATCH (n) RETURN count(n) AS n").rows == [(0,)]


def test_the_mark_follows_what_is_committed(neo4j_url: str) -> None:
    before = set(state_folder().glob("*.json"))
    with runner.connect(neo4j_url) as engine:
        session = engine.scratch("25")
        [mark] = set(state_folder().glob("*.json")) - before
        assert '"nodes": 0, "relationships": 0, "constraints": 0, "indexes": 2' in mark.read_text()
        session.run("CREATE (:A)-[:T]->(:B)")
        session.run("CREATE CONSTRAINT c FOR (n:L) REQUIRE n.p IS UNIQUE")
        session.run("CREATE INDEX i FOR (n:L) ON (n.q)")
        assert '"nodes": 2, "relationships": 1, "constraints": 1, "indexes": 3' in mark.read_text()
        with pytest.raises(EngineError):
            # The batches before the error stay, though no counters tell of them.
            session.run(
                "UNWIND [1, 1, 0] AS x CALL (x) { CREATE (:C {v: 1 / x}) } IN TRANSACTIONS OF 1 ROW"
            )
        assert '"nodes": 4' in mark.read_text()
        session.begin()
        session.run("CREATE (:A)")
        assert '"nodes": 4' in mark.read_text()
        session.commit()
        assert '"nodes": 5' in mark.read_text()
        session.close()
        assert not mark.exists()


def test_a_run_killed_over_a_commit_is_known_either_way(
    neo4j_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark says before each commit what there will be after it, so no moment is uncertain."""
    from neo4j import Transaction

    seen: list[tuple[tuple[Contents, ...], Value]] = []
    with runner.connect(neo4j_url) as engine, runner.connect(neo4j_url) as other:
        session = engine.scratch("25")
        # Other servers' marks may lie beside it.
        marks = [path for path in state_folder().glob("*.json") if Mark(path).read()]
        path = max(marks, key=lambda mark: mark.stat().st_mtime_ns)
        commit = Transaction.commit

        def watched(transaction: Any) -> None:
            with other.session() as looking:
                for committed in (False, True):
                    if committed:
                        commit(transaction)
                    [(number,)] = looking.run("MATCH (n) RETURN count(n) AS n").rows
                    seen.append((Mark(path).read(), number))

        monkeypatch.setattr(Transaction, "commit", watched)
        session.run("CREATE (:A)")
        session.begin()
        session.run("CREATE (:A)-[:T]->(:A)")
        session.commit()
        monkeypatch.undo()
        none, one, three = Contents(0, 0, 0, 2), Contents(1, 0, 0, 2), Contents(3, 1, 0, 2)
        assert seen == [((none, one), 0), ((none, one), 1), ((one, three), 1), ((one, three), 3)]
        with pytest.raises(EngineError):
            session.run("MATCH (n)-->() DELETE n")
        assert Mark(path).read() == (three,)
        session.close()


def test_two_runs_refuse_each_other(neo4j_url: str) -> None:
    code = (
        "import runner, sys\n"
        f"engine = runner.connect({neo4j_url!r})\n"
        "try:\n"
        "    engine.scratch()\n"
        "except runner.EngineFailure as failure:\n"
        "    print(failure)\n"
        "engine.close()\n"
    )
    with runner.connect(neo4j_url) as engine:
        engine.scratch().close()
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout == (
            f"the database 'neo4j' at {neo4j_url} is in use by another run of runner; pages there "
            "run one at a time, so wait for it to end or give each run a server of its own\n"
        )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    with runner.connect(neo4j_url, wipe="neo4j") as engine:
        engine.scratch().close()


def test_one_server_under_two_urls_is_named_once(neo4j_url: str) -> None:
    other_url = neo4j_url.replace("127.0.0.1", "localhost")
    with runner.connect(neo4j_url) as engine, runner.connect(other_url) as same:
        engine.scratch().close()
        with pytest.raises(EngineFailure) as caught:
            same.scratch()
        assert str(caught.value) == (
            f"the database 'neo4j' at {other_url} is in use by another engine of this run; pages "
            "there run one at a time, so name each server once, however its URL may be written"
        )
    with runner.connect(other_url) as same:
        same.scratch().close()


def test_a_state_folder_that_cannot_be_used_is_named(
    neo4j_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    with runner.connect(neo4j_url) as engine, pytest.raises(EngineFailure) as caught:
        engine.scratch()
    assert "cannot keep notes in /dev/null/cypher-pages" in str(caught.value)
