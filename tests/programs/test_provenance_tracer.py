"""The tracer: the page's twelve calls end in the page's audits, and no call leaves half of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from provenance_tracer import (
    AUDITS,
    CALLS,
    AlreadyRecorded,
    Call,
    Reply,
    Tracer,
    cost_table,
    open_engine,
    replay,
)
from provenance_tracer.classify import is_write
from provenance_tracer.touched import Snapshot, written
from provenance_tracer.tracer import SCHEMA

import runner
from runner.compare import Renaming
from tests.programs.pages import assert_as_written, cell_of, page_of, run_cells

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

    from runner.engines.base import Engine, Session

PAGE = page_of("tool-call-provenance")
TABLES = ("per-tool", "rolled-back", "latest", "wrote-it", "per-node")
GRAPHS = ("call-7-touched", "lineage")


def count(session: Session, pattern: str) -> int:
    """How often a pattern is found."""
    return int(session.run(f"MATCH {pattern} RETURN count(*) AS n").single()["n"])


def recorded(session: Session, seq: int) -> dict[str, Any]:
    """The properties of a recorded call."""
    (row,) = session.run(
        "MATCH (:Session {id: $id})-[:HAS_CALL]->(c:ToolCall {seq: $seq}) RETURN properties(c)",
        {"id": "s1", "seq": seq},
    ).rows
    assert isinstance(row[0], dict)
    return row[0]


def make(tracer: Tracer, seq: int, cypher: str, **arguments: object) -> Reply:
    """One call whose words do not matter."""
    return tracer.call(Call(seq, "tool", "?", 1772442060000 + seq, cypher, arguments))


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """The database, opened as the program opens it."""
    with open_engine(url) as opened:
        yield opened


def test_the_twelve_calls_end_in_the_audits_of_the_page(
    url: str, command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """Made in one process and audited in others: by the program, and by the page's own cells."""
    done = command("provenance_tracer", "replay", url)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(CALLS) == 12

    audited = command("provenance_tracer", "audit", url)
    assert (audited.returncode, audited.stderr) == (0, "")
    with open_engine(url) as engine, engine.session() as session:
        shown = []
        for name in TABLES:
            audit = AUDITS[name]
            result = session.run(audit.statement, dict(audit.parameters))
            assert_as_written(PAGE, name, result)
            assert_as_written(PAGE, name, run_cells(session, PAGE, name))
            shown += [audit.title, f"  {' | '.join(result.columns)}"]
            shown += [f"  {' | '.join(map(runner.format_value, row))}" for row in result.rows]
        assert audited.stdout.splitlines() == shown
        check_cost(session)
        check_graphs(session)


def check_cost(session: Session) -> None:
    """The audit of the page with the time beside it."""
    frame = cost_table(session)
    assert frame.columns == ["tool", "calls", "rows", "seconds", "touched"]
    assert frame.drop("seconds").rows() == [("recall", 7, 13, 19), ("remember", 5, 3, 8)]
    assert all(isinstance(each, float) and each > 0 for each in frame["seconds"].to_list())


def check_graphs(session: Session) -> None:
    """As the page draws them, once what only the program keeps of a call is out of the way."""
    session.begin()
    session.run("MATCH (c:ToolCall) REMOVE c.cypher, c.arguments, c.counters, c.seconds")
    for name in GRAPHS:
        assert_as_written(PAGE, name, run_cells(session, PAGE, name), Renaming())
    session.rollback()


def test_a_call_is_recorded_with_all_that_was_sent(engine: Engine) -> None:
    replies = [reply for _, reply in replay(engine)]
    with engine.session() as session:
        kept = recorded(session, 7)
        assert json.loads(kept["cypher"]) == CALLS[6].cypher
        assert json.loads(kept["arguments"]) == CALLS[6].arguments
        counters = {
            "nodes_created": 3,
            "relationships_created": 4,
            "properties_set": 6,
            "labels_added": 3,
        }
        assert json.loads(kept["counters"]) == replies[6].counters == counters
        assert kept["seconds"] == replies[6].seconds
        failed = recorded(session, 5)
        assert json.loads(failed["arguments"])["reviewers"] == 0
        assert json.loads(failed["counters"]) == {}
        assert "seconds" not in failed
        assert count(session, "(:Decision)") == 1
    assert replies[2] == Reply("read", replies[2].columns, seconds=replies[2].seconds)
    assert (replies[6].columns, replies[6].rows) == (
        ("decision", "approval"),
        (("Publish OrderPlaced events to Kafka", 66),),
    )


def test_a_retried_call_is_refused_and_not_made(engine: Engine) -> None:
    """A write, a read, and one that fails by itself: none is made or recorded twice."""
    with Tracer(engine, "s1") as tracer, engine.session() as session:
        make(tracer, 1, "CREATE (:Decision {text: 'once'})")
        for cypher in ("CREATE (:Decision {text: 'once'})", "MATCH (n) RETURN n", "RETURN 1 / 0"):
            with pytest.raises(AlreadyRecorded, match="call 1 of session 's1' is recorded") as told:
                make(tracer, 1, cypher)
            assert (told.value.session, told.value.seq) == ("s1", 1)
        assert (count(session, "(:Decision)"), count(session, "(:ToolCall)")) == (1, 1)
        assert recorded(session, 1)["status"] == "committed"
        # The session goes on, and another one may have the same number.
        assert make(tracer, 2, "MATCH (d:Decision) RETURN d").status == "read"
        with Tracer(engine, "s2") as other:
            assert make(other, 1, "MATCH (d:Decision) RETURN d").status == "read"


def test_what_was_written_is_touched_though_nothing_is_returned(engine: Engine) -> None:
    """Made, changed, labelled, connected and disconnected; what was only matched is not."""
    with Tracer(engine, "s1") as tracer, engine.session() as session:
        make(tracer, 1, "UNWIND ['a', 'b', 'c', 'd', 'e'] AS key CREATE (:Entity {key: key})")
        for seq, cypher in enumerate(
            (
                "MATCH (n:Entity {key: 'a'}) SET n.kind = 'x'",
                "MATCH (n:Entity {key: 'b'}), (:Entity {key: 'a'}) SET n:Seen",
                "MATCH (c:Entity {key: 'c'}), (d:Entity {key: 'd'}) CREATE (c)-[:ABOUT]->(d)",
                "MATCH (c:Entity)-[r:ABOUT]->() SET r.since = 1",
                "MATCH (:Entity)-[r:ABOUT]->() DELETE r",
                "MATCH (n:Entity {key: 'e'}) DETACH DELETE n",
                "MATCH (n:Entity {key: 'a'}) SET n.kind = 'x'",
            ),
            start=2,
        ):
            assert make(tracer, seq, cypher).status == "committed"
        shown = session.run(
            "MATCH (c:ToolCall) RETURN c.seq, COLLECT { MATCH (c)-[:TOUCHED]->(n) "
            "RETURN n.key ORDER BY n.key } ORDER BY c.seq"
        )
        assert shown.rows == [
            (1, ["a", "b", "c", "d"]),  # e is gone by now
            (2, ["a"]),
            (3, ["b"]),
            (4, ["c", "d"]),
            (5, ["c", "d"]),
            (6, ["c", "d"]),
            (7, []),
            (8, []),  # it had that kind already
        ]


def test_what_was_returned_is_touched_wherever_it_is(engine: Engine) -> None:
    """Within lists, maps, paths, and these within each other; once, though it is there twice."""
    with Tracer(engine, "s1") as tracer:
        make(tracer, 1, "CREATE (:Entity {key: 'a'})-[:ABOUT]->(:Entity {key: 'b'}), (:Fact)")
        for seq, (returned, touched) in enumerate(
            {
                "a": 1,
                "[a, [b, null]]": 2,
                "{x: {y: [a]}, z: a}": 1,
                "p": 2,
                "[{path: p}, a]": 2,
                "r": 0,
                "a.key": 0,
            }.items(),
            start=2,
        ):
            reply = make(tracer, seq, f"MATCH p = (a)-[r:ABOUT]->(b) RETURN {returned} AS x")
            assert (reply.status, len(reply.touched)) == ("read", touched), returned


def test_a_call_that_fails_leaves_its_record_alone(engine: Engine) -> None:
    """Whatever it is that fails; the memory is as it was."""
    with Tracer(engine, "s1") as tracer, engine.session() as session:
        make(tracer, 1, "CREATE (:Entity {key: 'a'})")
        errors = []
        for seq, cypher in enumerate(
            (
                "CREATE (:Fact {text: 'x'}) WITH 1 AS one RETURN one / 0",
                "MATCH (n:Entity",
                "CREATE (:Entity {key: 'a'})",
                "CREATE INDEX of_kind FOR (n:Entity) ON (n.kind)",
                "MATCH (n) DETACH DELETE n",
                "MATCH (c:ToolCall) SET c.ask = 'nothing'",
                "CREATE (:ToolCall {session: 's1', seq: 99})",
            ),
            start=2,
        ):
            reply = make(tracer, seq, cypher)
            assert (reply.status, reply.rows, reply.touched) == ("rolled_back", (), frozenset())
            assert recorded(session, seq)["error"] == reply.error
            errors.append(str(reply.error))
        assert errors[0] == "type error: / by zero"
        assert errors[1].startswith("syntax error: Invalid input ''")
        assert errors[2] == "semantic error: ConstraintValidationFailed: `entity_key` uniqueness"
        assert errors[4:] == ["semantic error: the trace is not for a tool to change"] * 3
        assert (count(session, "(:Entity)"), count(session, "(:Fact)")) == (1, 0)
        assert (count(session, "(:ToolCall)"), count(session, "()-[:TOUCHED]->()")) == (8, 1)
        indexes = session.run("SHOW INDEXES YIELD name WHERE name = 'of_kind' RETURN count(*)")
        assert indexes.rows == [(0,)]


@pytest.mark.parametrize(
    ("cypher", "writes"),
    [
        ("MATCH (n)-->(m) WHERE EXISTS { (m)--() } RETURN DISTINCT n ORDER BY n.key", False),
        ("UNWIND range(1, 3) AS i CALL (i) { RETURN i AS j UNION RETURN 0 AS j } RETURN j", False),
        ("SHOW CONSTRAINTS", False),
        ("CALL db.labels() YIELD label RETURN label", False),
        ("MATCH (n) SET n.x = 1", True),
        ("MATCH (n) SET n += {x: 1}", True),
        ("MATCH (n) REMOVE n:Seen", True),
        ("MATCH (n) DETACH DELETE n", True),
        ("MERGE (:Entity {key: 1})", True),
        ("FOREACH (i IN [1] | CREATE ())", True),
        ("MATCH (n) CALL (n) { SET n.x = 1 } RETURN n", True),
        ("RETURN 1 AS x UNION CREATE (n) RETURN 1 AS x", True),
        ("CALL db.createLabel('New')", True),
        ("MATCH (n) CALL db.create.setNodeVectorProperty(n, 'v', [1.0])", True),
        ("CREATE INDEX FOR (n:Entity) ON (n.kind)", True),
        ("DROP INDEX of_kind IF EXISTS", True),
    ],
)
def test_the_plan_says_whether_a_statement_writes(cypher: str, writes: bool) -> None:
    with runner.connect("embedded:") as engine, engine.session() as session:
        assert is_write(session, cypher, {}) is writes


def test_the_plans_of_a_server_say_the_same(neo4j_url: str) -> None:
    """Its operators have more names."""
    marks = test_the_plan_says_whether_a_statement_writes.pytestmark  # type: ignore[attr-defined]
    with runner.connect(neo4j_url, timeout=60.0) as engine, engine.session() as session:
        for cypher, writes in marks[0].args[1]:
            assert is_write(session, cypher, {}) is writes, cypher


def test_a_write_that_its_plan_hides_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken for a question may change nothing."""
    monkeypatch.setattr("provenance_tracer.tracer.is_write", lambda *_: False)
    with runner.connect("embedded:") as engine, engine.session() as session:
        with Tracer(engine, "s1") as tracer:
            reply = make(tracer, 1, "CREATE (:Fact {text: 'x'})")
        assert reply.error == (
            "semantic error: the plan of the statement did not say that it writes"
        )
        assert (count(session, "(:Fact)"), recorded(session, 1)["status"]) == (0, "rolled_back")


def test_a_statement_can_be_held_to_limits() -> None:
    with runner.connect("embedded:") as engine, engine.session() as session:
        with Tracer(engine, "s1", timeout=0.2, max_rows=10) as tracer:
            many = make(tracer, 1, "UNWIND range(1, 11) AS i CREATE (:Fact {text: i}) RETURN i")
            long = make(tracer, 2, "UNWIND range(1, 1000000000) AS i RETURN sum(i)")
            assert make(tracer, 3, "UNWIND range(1, 10) AS i RETURN i").status == "read"
        assert "The statement gave more than the 10 rows" in str(many.error)
        assert "did not end within its time limit of 0.2 s" in str(long.error)
        assert (count(session, "(:Fact)"), count(session, "(:ToolCall)")) == (0, 3)


def test_a_statement_with_more_around_it(engine: Engine) -> None:
    """A version, a comment, a mode, a second statement, transactions of its own, or nothing."""
    with Tracer(engine, "s1") as tracer, engine.session() as session:
        for seq, (cypher, status) in enumerate(
            {
                "CYPHER 25 RETURN 1": "read",
                "// a comment\nRETURN 1;": "read",
                "EXPLAIN CREATE (:Fact)": "committed",
                "PROFILE RETURN 1": "rolled_back",
                "RETURN 1; CREATE (:Fact)": "rolled_back",
                "CALL () { CREATE (:Fact) } IN TRANSACTIONS": "rolled_back",
                "": "rolled_back",
            }.items(),
            start=1,
        ):
            assert make(tracer, seq, cypher).status == status, cypher
            assert recorded(session, seq)["status"] == status
        assert count(session, "(:Fact)") == 0


def test_what_others_commit_meanwhile_is_not_touched() -> None:
    """It is the same inside of the transaction and in one of the two looks from outside."""

    def seen(**nodes: str) -> Snapshot:
        return Snapshot(nodes, {}, {}, frozenset())

    before = seen(mine="1", theirs="1", gone="1")
    after = seen(mine="1", theirs="2", new="1")
    for inside in (
        seen(mine="2", theirs="1", gone="1"),
        seen(mine="2", theirs="2", gone="1"),
        seen(mine="2", theirs="2", new="1"),
    ):
        assert written(inside, (before, after)).nodes == {"mine"}


def test_the_schema_is_that_of_the_page() -> None:
    """Statement by statement, but for the session that the page makes at its end."""
    pieces = [" ".join(piece.text.split()) for piece in cell_of(PAGE, "schema").statements]
    assert [" ".join(statement.split()) for statement in SCHEMA] == pieces[:-1]


def test_arguments_that_json_has_no_form_for_are_literals() -> None:
    with runner.connect("embedded:") as engine, engine.session() as session:
        with Tracer(engine, "s1") as tracer:
            day = runner.parse_value('date("2026-03-02")')
            assert make(tracer, 1, "RETURN $day AS day", day=day).rows == ((day,),)
            reply = make(tracer, 2, "RETURN $x AS x", x=1j)
            assert reply.error == "argument error: parameter $x: complex is no type of Cypher"
        assert recorded(session, 1)["arguments"] == '{"day": "date(\\"2026-03-02\\")"}'
        assert recorded(session, 2)["arguments"] == '{"x": "1j"}'


def test_a_wrong_command_line_says_what_is_wrong(
    command: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = command("provenance_tracer", "audit", "sqlite:x")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("no engine is known by the URL 'sqlite:x'; there are: ")
