"""Enterprise constraints kept on a Community server: transactions, limits, refusals, reports."""

# ruff: noqa: E501  (statements are on one line)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import runner
from runner.cli import cli
from runner.engines.bolt_session import BoltSession
from runner.engines.embedded import EmbeddedEngine
from runner.errors import EngineError, EngineFailure, RowLimitExceeded, StatementTimeout
from runner.outcome import Outcome
from runner.render import error_text, is_outcome
from tests.support.emulation import (
    COUNT,
    EXISTS,
    INDEXES,
    KEY,
    R_KEY,
    R_TYPED,
    TYPED,
)
from tests.support.proxy import Proxy
from tests.support.shared import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runner.engines.base import Engine, Session

SECONDS = 60


@pytest.fixture
def server(neo4j_url: str) -> Iterator[Engine]:
    """The server, constraints of Enterprise emulated."""
    with runner.connect(neo4j_url, timeout=SECONDS, emulate_enterprise=True) as engine:
        yield engine


@pytest.fixture
def session(server: Engine) -> Iterator[Session]:
    """A session on an empty database."""
    with server.scratch("25") as opened:
        yield opened


def failure(session: Session, statement: str, timeout: float | None = SECONDS) -> EngineError:
    """The error of a statement that is to fail."""
    with pytest.raises(EngineError) as caught:
        session.run(statement, timeout=timeout)
    return caught.value


def names(session: Session) -> list[str]:
    """The names of all constraints there are."""
    return [row[0] for row in session.run("SHOW CONSTRAINTS YIELD name ORDER BY name").rows]  # type: ignore[misc]


@pytest.fixture(params=["embedded", "neo4j"])
def either(request: pytest.FixtureRequest) -> Iterator[Session]:
    """A session of the embedded engine, and one of the server."""
    if request.param == "neo4j":
        yield request.getfixturevalue("session")
    else:
        with runner.connect() as engine, engine.scratch("25") as opened:
            yield opened


def test_a_transaction_is_checked_when_it_is_committed(either: Session) -> None:
    either.run(EXISTS)
    either.begin()
    either.run("CREATE (n:L {x: 1})")
    either.run("CREATE (:Other)")
    either.run("MATCH (n:L) SET n.c = 1")
    either.commit()
    either.begin()
    either.run("MATCH (n:L) REMOVE n.c")
    assert either.run("MATCH (n:L) RETURN n.c AS c").rows == [(None,)]
    with pytest.raises(EngineError) as caught:
        either.commit()
    assert error_text(caught.value) == (
        "error: semantic error: ConstraintValidationFailed: `e` requires properties"
    )
    assert either.run("MATCH (n:L) RETURN n.c AS c").rows == [(1,)]
    either.begin()
    either.run("CREATE (:L)")
    either.rollback()
    assert either.run("MATCH (n:L) RETURN count(n) AS n").rows == [(1,)]


def test_a_transaction_that_failed_can_only_be_rolled_back(either: Session) -> None:
    either.run(KEY)
    for broken in ("CREATE CONSTRAINT k FOR (n:M) REQUIRE n.p IS NOT NULL", "RETURN 1 / 0 AS x"):
        either.begin()
        failure(either, broken)
        for again in ("RETURN 1 AS x", "CREATE (:L)"):
            assert failure(either, again).title == "TransactionMarkedAsFailed"
        with pytest.raises(EngineError) as caught:
            either.commit()
        assert caught.value.title == "TransactionMarkedAsFailed"
        either.begin()
        failure(either, broken)
        either.rollback()
        assert names(either) == ["k"]


@pytest.mark.parametrize(
    "command",
    [
        TYPED,
        "CREATE CONSTRAINT again FOR (n:L) REQUIRE n.c IS NOT NULL",
        "CREATE CONSTRAINT e IF NOT EXISTS FOR (n:L) REQUIRE n.c IS NOT NULL",
        "CREATE CONSTRAINT e FOR (n:M) REQUIRE n.p IS UNIQUE",
        "CREATE CONSTRAINT nk FOR (n:M) REQUIRE n.p IS NODE KEY",
        "DROP CONSTRAINT e",
        "DROP CONSTRAINT e IF EXISTS",
    ],
)
def test_schema_and_data_do_not_mix(either: Session, command: str) -> None:
    either.run(EXISTS)
    either.begin()
    either.run("CREATE (:L {c: 1})")
    error = failure(either, command)
    assert (error.title, error.gql_status, error.message) == (
        "ForbiddenDueToTransactionType",
        "25N01",
        "Tried to execute Schema modification after executing Write query",
    )
    either.rollback()
    assert names(either) == ["e"]


@pytest.mark.parametrize(
    "command",
    [
        TYPED,
        "CREATE CONSTRAINT e IF NOT EXISTS FOR (n:L) REQUIRE n.c IS NOT NULL",
        "DROP CONSTRAINT e",
    ],
)
def test_data_and_schema_do_not_mix(either: Session, command: str) -> None:
    either.run(EXISTS)
    either.begin()
    either.run(command)
    error = failure(either, "CREATE (:M)")
    assert error.message == "Tried to execute Write query after executing Schema modification"
    either.rollback()
    assert names(either) == ["e"]


def test_commands_of_a_transaction_hold_when_it_is_committed(either: Session) -> None:
    either.run(EXISTS)
    either.begin()
    either.run(KEY)
    either.run(TYPED)
    either.run("DROP CONSTRAINT e")
    assert names(either) == ["k", "t"]
    either.rollback()
    assert names(either) == ["e"]
    assert either.run(INDEXES).rows == []
    either.begin()
    either.run(KEY)
    either.run(TYPED)
    either.run("DROP CONSTRAINT e")
    either.commit()
    assert names(either) == ["k", "t"]
    failure(either, "CREATE (:L)")
    either.run("CREATE (:L {a: 1, b: 2})")
    failure(either, "CREATE (:L {a: 1, b: 2})")
    failure(either, "CREATE (:L {a: 1, b: 3, d: 'x'})")


def test_of_several_entities_the_oldest_constraint_is_told(session: Session) -> None:
    """Whatever numbers the server gives them; what is missing comes before types."""
    session.run("CREATE CONSTRAINT m FOR (n:M) REQUIRE n.c IS :: STRING")
    session.run(EXISTS)
    session.run("CREATE CONSTRAINT x FOR (n:X) REQUIRE n.c IS NOT NULL")
    for made in ("(:M {c: 1}), (:X), (:L)", "(:L), (:X), (:M {c: 1})", "(:X), (:M {c: 1}), (:L)"):
        assert failure(session, f"CREATE {made}").constraint == "e"
    assert failure(session, "CREATE (:X), (:M {c: 1})").constraint == "x"


def test_batches_of_their_own_are_refused(session: Session) -> None:
    statement = "UNWIND [1] AS x\nCALL (x) { CREATE (:M {x: x}) } IN TRANSACTIONS"
    session.run(statement)
    session.run(EXISTS)
    error = failure(session, statement)
    assert error.code == "Runner.Emulation.NotSupported"
    assert error.message == (
        "CALL { ... } IN TRANSACTIONS commits batch by batch, and the constraints that runner "
        "emulates here (e) are checked before one commit of the whole statement; Neo4j Enterprise "
        "and the embedded engine run it"
    )
    assert error.position is not None
    assert (error.position.line, error.position.column) == (2, 33)
    assert not is_outcome(error)
    session.run(f"EXPLAIN {statement}")
    session.run("DROP CONSTRAINT e")
    session.run(statement)
    assert session.run("MATCH (n:M) RETURN count(n) AS n").rows == [(2,)]


def test_a_show_inside_another_is_refused(session: Session) -> None:
    session.run(EXISTS)
    inner = (
        "SHOW CONSTRAINTS YIELD name WHERE EXISTS { SHOW INDEXES YIELD name AS i WHERE i = 'x' }"
    )
    error = failure(session, inner)
    assert error.code == "Runner.Emulation.NotSupported"
    assert error.message.startswith("SHOW inside another SHOW does not see emulated constraints;")


def test_a_time_limit_holds_and_leaves_nothing(session: Session) -> None:
    session.run(EXISTS)
    long = "CREATE (n:L {c: 1}) WITH n UNWIND range(1, 100000000) AS a UNWIND range(1, 1000) AS b SET n.c = a + b"
    error = failure(session, long, timeout=0.5)
    assert isinstance(error, StatementTimeout)
    assert "0.5 s" in error.message
    assert session.run(COUNT).rows == [(0, 0)]
    session.run("CREATE (:L {c: 1})", timeout=SECONDS)
    failure(session, "CREATE (:L)")


def test_a_limit_of_rows_undoes_what_was_written(session: Session) -> None:
    session.run(EXISTS)
    with pytest.raises(RowLimitExceeded):
        session.run("UNWIND range(1, 9) AS x CREATE (n:L {c: x}) RETURN n", max_rows=5)
    assert session.run(COUNT).rows == [(0, 0)]
    assert (
        len(session.run("UNWIND range(1, 5) AS x CREATE (n:L {c: x}) RETURN n", max_rows=5).rows)
        == 5
    )


def test_what_only_reads_runs_by_itself(server: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so does what writes nothing that a constraint is about."""
    begun: list[str] = []
    begin = BoltSession.begin

    def counted(session: BoltSession) -> None:
        begun.append("begin")
        begin(session)

    with server.scratch("25") as session:
        session.run(EXISTS)
        session.run(R_TYPED)
        monkeypatch.setattr(BoltSession, "begin", counted)
        for free in (
            "MATCH (n:L) RETURN n.c AS c",
            "CALL db.labels()",
            "CREATE (:M {c: 1})-[:U]->(:M {x: 1})",
            "MATCH (m:M) SET m.x = 1, m:N",
            "MATCH ()-[r:U]->() DELETE r",
            "SHOW CONSTRAINTS",
        ):
            session.run(free)
            assert begun == [], free
        for checked in (
            "MERGE (:L {c: 1})",
            "MATCH (m:M) SET m.c = 2",
            "MATCH (m:M) SET m += properties(m)",
            "MATCH (m:M) SET m:$('N')",
            "MERGE (:M)-[:T]->(:M)",
        ):
            begun.clear()
            session.run(checked)
            assert begun == ["begin"], checked


def test_numbers_follow_the_order_of_creation(session: Session) -> None:
    session.run(EXISTS)
    session.run(KEY)
    session.run("CREATE INDEX i FOR (n:L) ON (n.i)")
    session.run(TYPED)
    session.run("CREATE CONSTRAINT u FOR (n:L) REQUIRE n.u IS UNIQUE")
    session.run(R_KEY)
    shown = session.run("SHOW CONSTRAINTS YIELD id, name ORDER BY id").rows
    assert [name for _, name in shown] == ["e", "k", "t", "u", "rk"]
    numbers = [number for number, _ in shown]
    numbers += [row[0] for row in session.run("SHOW INDEXES YIELD id").rows]
    assert len(set(numbers)) == len(numbers)


def test_a_scratch_session_forgets_and_tells(server: Engine) -> None:
    with server.scratch("25") as session:
        assert not session.emulated
        session.run(EXISTS)
        session.run(KEY)
        session.run("CREATE CONSTRAINT u FOR (n:L) REQUIRE n.u IS UNIQUE")
        session.run("DROP CONSTRAINT e")
        failure(session, "CREATE CONSTRAINT k FOR (n:M) REQUIRE n.x IS NOT NULL")
        assert session.emulated == ("e", "k")
    with server.scratch("25") as session:
        assert session.emulated == ()
        assert names(session) == []
        session.run("CREATE (:L), (:L)")


def test_on_a_database_that_stays_they_last_as_long_as_the_engine(neo4j_url: str) -> None:
    with runner.connect(neo4j_url, emulate_enterprise=True) as engine:
        with engine.session("25") as session:
            session.run(KEY)
            session.run(EXISTS)
            with engine.session("25") as other:
                assert names(other) == ["e", "k"]
                assert error_text(failure(other, "CREATE (:L {a: 1, b: 2})")).endswith(
                    "`e` requires properties"
                )
            session.begin()
            session.run(TYPED)
            with engine.session("25") as other:
                assert names(other) == ["e", "k"]
            session.commit()
        with engine.session("25") as session:
            assert names(session) == ["e", "k", "t"]
            assert session.emulated == ("k", "e", "t")
    with runner.connect(neo4j_url) as engine, engine.session("25") as session:
        assert names(session) == []


def test_without_the_option_nothing_is_different(neo4j_url: str) -> None:
    with runner.connect(neo4j_url) as engine, engine.scratch("25") as session:
        assert engine.capabilities.constraint_kinds == {"uniqueness"}
        assert "requires Neo4j Enterprise Edition" in failure(session, EXISTS).message
        assert session.emulated == ()


def test_where_nothing_is_lacking_the_option_changes_nothing() -> None:
    with runner.connect("embedded:", emulate_enterprise=True) as engine:
        assert isinstance(engine, EmbeddedEngine)


def test_the_engine_can_what_is_emulated(server: Engine) -> None:
    assert server.capabilities.constraint_kinds == {
        "uniqueness",
        "key",
        "existence",
        "property type",
    }
    assert server.capabilities.edition == "community"


PAGE = """\
```cypher cell=schema
CREATE CONSTRAINT k FOR (n:L) REQUIRE (n.a, n.b) IS NODE KEY;
CREATE CONSTRAINT t FOR ()-[r:T]-() REQUIRE r.p IS :: STRING
```

```table
(no rows) · constraints added: 2
```

```cypher cell=broken expect=error
CREATE (:L {a: 1})
```

```table
error: semantic error: ConstraintValidationFailed: `k` requires properties
```
"""


def test_a_page_says_what_was_emulated(server: Engine, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    [outcome] = runner.check(path, engine=server, strict=True)
    assert outcome.outcome is Outcome.PASSED
    assert outcome.emulated == ("k", "t")


@pytest.mark.parametrize("flag", ["", " expect=error"])
def test_a_refusal_says_where_the_cell_can_run(server: Engine, tmp_path: Path, flag: str) -> None:
    batches = "UNWIND [1] AS x CALL (x) { CREATE (:M) } IN TRANSACTIONS"
    path = tmp_path / "page.md"
    path.write_text(f"{PAGE}\n```cypher cell=batches{flag}\n{batches}\n```\n", "utf-8")
    [outcome] = runner.check(path, engine=server)
    cell = outcome.cells[-1]
    assert cell.outcome is Outcome.ERRORED
    assert "IN TRANSACTIONS commits batch by batch" in cell.message
    assert cell.advice.startswith(
        "No page can expect this refusal. Give the cell engine=embedded, so that it is skipped here"
    )


@pytest.mark.parametrize("by_setting", [False, True])
def test_the_command_line_passes_it_on(
    neo4j_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, by_setting: bool
) -> None:
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = ["check", "page.md", "--engine", neo4j_url, "--strict"]
    if by_setting:
        (tmp_path / "pyproject.toml").write_text("[tool.runner]\nemulate-enterprise = true\n")
    else:
        arguments.append("--emulate-enterprise")
    ran = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert ran.return_value == 0, ran.output
    assert "page.md: passed (2 cells, emulated constraints: k, t)" in ran.output
    refused = CliRunner().invoke(
        cli, [*arguments, "--no-emulate-enterprise"], standalone_mode=False
    )
    assert refused.return_value == 1
    assert "with --emulate-enterprise runner keeps them" in refused.output


@pytest.mark.parametrize("how", ["cut", "silence"])
def test_a_server_that_goes_away_is_no_fault_of_the_statement(neo4j_url: str, how: str) -> None:
    proxy = Proxy(neo4j_url)

    def work() -> None:
        with (
            runner.connect(proxy.url, timeout=3, emulate_enterprise=True) as engine,
            engine.scratch("25") as session,
        ):
            session.run(EXISTS)
            getattr(proxy, how)()
            session.run("CREATE (:L)", timeout=1)

    try:
        with pytest.raises(EngineFailure, match=r"was lost|has not answered"):
            work()
    finally:
        proxy.close()
    with runner.connect(neo4j_url) as engine:
        # What the run left is known to be its own.
        engine.scratch().close()


@pytest.mark.parametrize("engines", [["embedded:"], ["embedded:", "embedded:FILE"]])
def test_on_the_command_line_it_changes_nothing_elsewhere(
    tmp_path: Path, engines: list[str]
) -> None:
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    arguments = ["check", str(path), "--emulate-enterprise"]
    for engine in engines:
        arguments += ["--engine", engine.replace("FILE", str(tmp_path / "graph.db"))]
    ran = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert ran.return_value == 0, ran.output
    assert "emulated" not in ran.output


def test_an_import_says_what_it_cannot_leave_behind(neo4j_url: str, tmp_path: Path) -> None:
    path = tmp_path / "graph.cypher"
    path.write_text(f"{KEY};\n{EXISTS};\n", "utf-8")
    arguments = ["import", str(path), "--engine", neo4j_url, "--emulate-enterprise"]
    ran = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert ran.return_value == 0, ran.output
    assert (
        "runner: constraints that were emulated end with this command, and are not in the "
        "database: k, e\n"
    ) in ran.output
    with runner.connect(neo4j_url) as engine, engine.session() as session:
        assert names(session) == []


@needs_shared
def test_the_seed_page_passes(server: Engine) -> None:
    [outcome] = runner.check(SHARED / "seed" / "tool-call-provenance.md", server, strict=True)
    assert outcome.outcome is Outcome.PASSED
    assert outcome.emulated == ("call_key", "has_call_ts", "has_call_ts_nn")
