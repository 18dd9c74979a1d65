"""Sessions of one process: who sees what, who waits for whom, and threads that take turns."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runner.engines.base import Engine, Session
from runner.engines.registry import connect
from runner.errors import EngineError, EngineFailure, LockTimeout, StatementTimeout, UsageError


@pytest.fixture(params=["memory", "file"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An engine whose sessions wait a fifth of a second for each other."""
    url = "embedded:" if request.param == "memory" else f"embedded:{tmp_path}/g?lock_timeout=0.2"
    with connect(url) as opened:
        if request.param == "memory":
            opened._turns._lock_seconds = 0.2  # type: ignore[attr-defined]
        yield opened


def count(session: Session, label: str = "N") -> Any:
    return session.run(f"MATCH (n:{label}) RETURN count(n)").single()[0]


def test_nobody_reads_what_is_not_committed(engine: Engine) -> None:
    """Not nodes, properties, labels, relationships or schema; and the writer goes on with them."""
    with engine.session() as writer, engine.session() as reader:
        writer.run("CREATE (:N {n: 1})-[:R {p: 1}]->(:M)")
        shown = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN labels(n), properties(n), r.p, type(r)"
        before = reader.run(shown).rows
        writer.begin()
        for statement in (
            "CREATE (:N {n: 2})",
            "MATCH (n:N {n: 1}) SET n.n = 10, n:Other REMOVE n:N",
            "MATCH ()-[r:R]->() DELETE r",
            "MATCH (m:M) DETACH DELETE m",
        ):
            writer.run(statement)
            assert reader.run(shown).rows == before
        own = writer.run(shown).rows
        assert own != before
        writer.commit()
        assert reader.run(shown).rows == own

        writer.begin()
        writer.run("CREATE INDEX late FOR (n:N) ON (n.n)")
        assert reader.run("SHOW INDEXES YIELD name WHERE name = 'late'").rows == []
        assert "NodeIndexSeek" not in str(reader.run("EXPLAIN MATCH (n:N {n: 2}) RETURN n").plan)
        assert reader.run("MATCH (n:N {n: 2}) RETURN n.n").rows == [(2,)]
        assert "NodeIndexSeek" in str(writer.run("EXPLAIN MATCH (n:N {n: 2}) RETURN n").plan)
        writer.commit()
        assert "NodeIndexSeek" in str(reader.run("EXPLAIN MATCH (n:N {n: 2}) RETURN n").plan)


def test_a_rollback_after_others_have_read(engine: Engine) -> None:
    with engine.session() as writer, engine.session() as reader:
        writer.run("CREATE (:N)")
        writer.begin()
        writer.run("MATCH (n:N) DELETE n CREATE (:N), (:N)")
        assert count(reader) == 1
        writer.rollback()
        assert count(reader) == count(writer) == 1


def test_a_transaction_reads_what_others_have_committed_meanwhile(engine: Engine) -> None:
    """As in Neo4j: each statement sees what is committed when it starts."""
    with engine.session() as first, engine.session() as second:
        first.begin()
        assert count(first) == 0
        second.run("CREATE (:N)")
        assert count(first) == 1
        first.run("CREATE (:N)")
        first.commit()
        assert count(second) == 2


def test_one_transaction_writes_at_a_time(engine: Engine) -> None:
    with engine.session() as first, engine.session() as second:
        first.begin()
        first.run("CREATE (:N)")
        begun = time.monotonic()
        with pytest.raises(LockTimeout) as caught:
            second.run("CREATE (:M)")
        assert 0.15 < time.monotonic() - begun < 5
        error = caught.value
        assert error.code == "Neo.TransientError.Transaction.LockAcquisitionTimeout"
        assert error.is_transient
        assert error.message == (
            "Another transaction has written to this database and is not over: its end was waited "
            "for 0.2 s. One transaction writes at a time."
        )
        with pytest.raises(StatementTimeout):
            second.run("CREATE (:M)", timeout=0.05)
        second.begin()
        with pytest.raises(LockTimeout):
            second.run("CREATE (:M)")
        with pytest.raises(EngineError, match="can only be rolled back"):
            second.run("RETURN 1")
        second.rollback()
        first.commit()
        second.run("CREATE (:M)")
        assert (count(first), count(first, "M")) == (1, 1)


def test_a_failed_transaction_is_undone_at_once_and_lets_others_write(engine: Engine) -> None:
    with engine.session() as first, engine.session() as second:
        first.begin()
        first.run("CREATE (:N)")
        with pytest.raises(EngineError, match="/ by zero"):
            first.run("CREATE (:N {n: 1 / 0})")
        second.run("CREATE (:N)")
        with pytest.raises(EngineError) as caught:
            first.commit()
        assert caught.value.title == "TransactionMarkedAsFailed"
        assert count(first) == 1


def test_limits_leave_nothing_changed(engine: Engine) -> None:
    with engine.session() as session:
        for statement, limit, title in (
            ("UNWIND range(1, 10) AS n CREATE (:N) RETURN n", {"max_rows": 9}, "RowLimitExceeded"),
            (
                "UNWIND range(1, 9000) AS n CREATE (:N)",
                {"max_memory": 100_000},
                "MemoryLimitExceeded",
            ),
            (
                "CREATE (:N) WITH 1 AS x UNWIND range(1, 99000) AS n RETURN collect(n)",
                {"max_memory": 100_000},
                "MemoryLimitExceeded",
            ),
            (
                "CREATE (:N) WITH 1 AS x UNWIND range(1, 10000000000) AS n RETURN count(n)",
                {"timeout": 0.05},
                "StatementTimeout",
            ),
        ):
            with pytest.raises(EngineError) as caught:
                session.run(statement, **limit)
            assert type(caught.value).__name__ == title
            assert count(session) == 0
        given = session.run("UNWIND range(1, 10) AS n RETURN n", max_rows=10, max_memory=10_000)
        assert len(given.rows) == 10


def test_a_session_or_engine_that_is_closed(engine: Engine) -> None:
    session, other = engine.session(), engine.session()
    session.close()
    session.close()
    with pytest.raises(EngineFailure, match="this session is closed"):
        session.run("RETURN 1")
    engine.close()
    with pytest.raises(EngineFailure, match="closed"):
        other.run("RETURN 1")
    with pytest.raises(EngineFailure, match="this engine is closed"):
        engine.session()
    other.close()
    engine.close()


def test_transactions_out_of_place(engine: Engine) -> None:
    with engine.session() as session:
        with pytest.raises(UsageError, match="no transaction is open"):
            session.commit()
        session.begin()
        with pytest.raises(UsageError, match="a transaction is open already"):
            session.begin()


def in_threads(works: list[Callable[[], None]]) -> None:
    """Run all at once; what one of them raises is raised here."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001 (it is raised in the main thread)
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    if failures:
        raise failures[0]


def test_threads_count_without_losing_one(engine: Engine) -> None:
    """Half of them in statements of their own, half in transactions that are tried again."""
    with engine.session() as session:
        session.run("CREATE (:Counter {n: 0})")

    def alone() -> None:
        with engine.session() as session:
            for _ in range(20):
                retried(lambda: session.run("MATCH (c:Counter) SET c.n = c.n + 1"))

    def in_transactions() -> None:
        with engine.session() as session:
            for _ in range(20):

                def step() -> None:
                    session.begin()
                    try:
                        session.run("MATCH (c:Counter) SET c.n = c.n + 1")
                        session.run("CREATE (:N)")
                    except BaseException:
                        session.rollback()
                        raise
                    session.commit()

                retried(step)

    def retried(step: Callable[[], object]) -> None:
        while True:
            try:
                step()
            except EngineError as error:
                if not error.is_transient:
                    raise
            else:
                return

    def reading() -> None:
        """The counter and the nodes belong together at every moment."""
        with engine.session() as session:
            for _ in range(60):
                found = session.run(
                    "MATCH (c:Counter) OPTIONAL MATCH (n:N) WITH c, count(n) AS k RETURN c.n >= k"
                ).rows
                assert found == [(True,)]

    in_threads([alone, alone, in_transactions, in_transactions, reading])
    with engine.session() as session:
        assert session.run("MATCH (c:Counter) RETURN c.n").rows == [(80,)]
        assert count(session) == 40


def test_a_thread_waits_for_the_transaction_of_another(engine: Engine) -> None:
    first = engine.session()
    first.begin()
    first.run("CREATE (:N)")
    waiting = threading.Event()

    def second() -> None:
        with engine.session() as session:
            waiting.set()
            session.run("MATCH (n:N) CREATE (:M)")

    def ending() -> None:
        waiting.wait(5)
        time.sleep(0.05)
        first.commit()

    in_threads([second, ending])
    assert count(first, "M") == 1, "the statement saw what it had waited for"


def test_time_waiting_for_a_turn_counts(engine: Engine) -> None:
    started, ended = threading.Event(), threading.Event()

    def long() -> None:
        with engine.session() as session:
            started.set()
            session.run("UNWIND range(1, 400000) AS n RETURN count(n)")
        ended.set()

    def short() -> None:
        """Asks until the other has its turn, which may be a while after it has started."""
        started.wait(5)
        with engine.session() as session:
            while not ended.is_set():
                try:
                    session.run("RETURN 1", timeout=0.001)
                except StatementTimeout:
                    return
        pytest.fail("it never had to wait")

    in_threads([long, short])
