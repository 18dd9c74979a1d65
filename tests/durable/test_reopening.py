"""What is committed to a file is there when it is opened again, exactly, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.cypher.store.graph import Graph
from runner.durable import stored
from runner.durable.stored import StoredDatabase
from runner.engines.base import Engine
from runner.engines.registry import connect
from runner.errors import DamagedDatabase, EngineError
from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Node,
    Point,
    Time,
    Value,
    Vector,
)
from tests.cypher.store.test_rollback_machine import state

VALUES: dict[str, Value] = {
    "boolean": True,
    "integer": -(2**63),
    "float": -0.0,
    "tiny": 5e-324,
    "infinite": float("-inf"),
    "text": 'naïve "text"\n\x00 \ud800 🎈 <>&',
    "bytes": bytes(range(256)),
    "date": Date(-365_243_219_162),
    "time": Time(86_399_999_999_999, -3208),
    "localtime": LocalTime(1),
    "datetime": DateTime(20_000, 123_456_789, 7200, "Europe/Stockholm"),
    "overlap": DateTime(20_023, 9_000_000_000_000, 3600, "Europe/Stockholm"),
    "offset": DateTime(20_000, 0, -3600),
    "localdatetime": LocalDateTime(-1, 999),
    "duration": Duration(-14, 3, -9_000_000_000, 1),
    "point": Point(4979, (1.5, -2.25, 1e-300)),
    "vector": Vector((1, -2, 3), "INTEGER8"),
    "floats": Vector((0.5, -1.0), "FLOAT32"),
    "empty": [],
    "dates": [Date(0), Date(1)],
    "texts": ["", "a"],
    "numbers": [1.0, 2.5],
    "strange `key`": 1,
}


def url(path: Path) -> str:
    return f"embedded:{path}"


def graph_of(engine: Engine) -> Graph:
    """The graph in memory behind an engine on a file."""
    database = engine._file.database  # type: ignore[attr-defined]
    graph: Graph = database.graph
    return graph


def everything(graph: Graph) -> tuple[object, ...]:
    """All that must survive: data, orders, names, ids, schema."""
    schema = graph.schema
    return (
        graph.database_id,
        state(graph),
        list(graph.by_type),
        list(graph.label_names),
        list(graph.type_names),
        list(graph.property_keys),
        graph.next_node_id,
        graph.next_relationship_id,
        schema.next_id,
        [(i.id, i.name, i.kind, i.labels, i.properties, dict(i.config), i.owner, i.extra_properties)
         for i in schema.indexes.values()],
        [(c.id, c.name, c.kind, c.entity, c.label, c.properties, c.type)
         for c in schema.constraints.values()],
    )  # fmt: skip


@pytest.mark.parametrize("rewritten", [False, True], ids=["log", "rewritten log"])
def test_every_type_of_value_comes_back(tmp_path: Path, rewritten: bool) -> None:
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        session.run("CREATE (n:A) SET n = $values", {"values": VALUES})
        session.run("CREATE ()-[r:R]->() SET r = $values", {"values": VALUES})
        if rewritten:
            engine._file._stored.rewrite()  # type: ignore[attr-defined]
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        for text in ("MATCH (n:A) RETURN properties(n)", "MATCH ()-[r]->() RETURN properties(r)"):
            found = session.run(text).single()[0]
            assert list(found) == list(VALUES)
            assert repr(found) == repr(VALUES)


@pytest.mark.parametrize("rewritten", [False, True], ids=["log", "rewritten log"])
def test_schema_ids_names_and_orders_come_back(tmp_path: Path, rewritten: bool) -> None:
    statements = [
        "CREATE CONSTRAINT key FOR (p:Person) REQUIRE (p.a, p.b) IS NODE KEY",
        "CREATE CONSTRAINT FOR ()-[k:KNOWS]-() REQUIRE k.since IS :: DATE | LIST<STRING NOT NULL>",
        "CREATE CONSTRAINT named FOR (p:Person) REQUIRE p.c IS NOT NULL",
        "CREATE CONSTRAINT gone FOR (p:Person) REQUIRE p.d IS UNIQUE",
        "CREATE INDEX ages FOR (p:Person) ON (p.age)",
        "CREATE TEXT INDEX FOR (p:Person) ON (p.text)",
        "CREATE POINT INDEX FOR (p:Person) ON (p.place)",
        "CREATE FULLTEXT INDEX words FOR (n:Person|Dog) ON EACH [n.text, n.name]",
        (
            "CREATE VECTOR INDEX near FOR (n:Person) ON (n.v) OPTIONS {indexConfig: "
            "{`vector.dimensions`: 2, `vector.similarity_function`: 'cosine'}}"
        ),
        "DROP CONSTRAINT gone",
        "DROP INDEX index_343aff4e",
        (
            "UNWIND range(1, 9) AS n CREATE (:Person:Dog {a: n, b: 1, c: n, age: n % 3, "
            "text: 'word ' + n, v: [1.0, n]})"
        ),
        "MATCH (p:Person {a: 3}) REMOVE p:Person SET p:Cat:Person, p.b = null, p.b = 2",
        (
            "MATCH (p:Person {a: 4}), (q:Person {a: 5}) CREATE (p)-[:B]->(q), (p)-[:A]->(q), "
            "(q)-[:A]->(p), (p)-[:KNOWS {since: date()}]->(p)"
        ),
        "MATCH ()-[b:B]->() DELETE b",
        "MATCH (p:Person {a: 4}), (q:Person {a: 5}) CREATE (p)-[:B]->(q)",
        "MATCH (p:Person {a: 9}) DETACH DELETE p",
    ]
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        for statement in statements:
            session.run(statement)
        with pytest.raises(EngineError):
            session.run("CREATE (:Ghost {spirit: 1}) CREATE (:Person)")
        before = everything(graph_of(engine))
        searches = [
            "CALL db.index.fulltext.queryNodes('words', 'word') YIELD node RETURN node.a",
            (
                "CALL db.index.vector.queryNodes('near', 3, [1.0, 2.0]) YIELD node, score "
                "RETURN node.a, score"
            ),
            "MATCH (p:Person) WHERE p.age > 1 RETURN p",
        ]
        answers = [session.run(search).rows for search in searches]
        if rewritten:
            engine._file._stored.rewrite()  # type: ignore[attr-defined]
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        assert everything(graph_of(engine)) == before
        assert [session.run(search).rows for search in searches] == answers
        with pytest.raises(EngineError) as caught:
            session.run("CREATE (:Person {a: 4, b: 1, c: 1})")
        assert caught.value.constraint == "key"


def test_element_ids_stay_and_are_never_given_again(tmp_path: Path) -> None:
    seen = []
    for _ in range(3):
        with connect(url(tmp_path / "g")) as engine, engine.session() as session:
            seen.append(session.run("CREATE (n) RETURN elementId(n)").single()[0])
            session.begin()
            seen.append(session.run("CREATE (n) RETURN elementId(n)").single()[0])
            session.rollback()
            seen.append(session.run("CREATE (n) DELETE n RETURN elementId(n)").single()[0])
    assert len(set(seen)) == 9
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        rows = session.run("MATCH (n) RETURN n").rows
        assert [node.element_id for (node,) in rows if isinstance(node, Node)] == seen[::3]


def test_what_was_not_committed_is_not_there(tmp_path: Path) -> None:
    with connect(url(tmp_path / "g")) as engine:
        session = engine.session()
        session.run("CREATE (:Kept)")
        session.begin()
        session.run("CREATE (:Lost)")
        with engine.session() as other:
            other.run("MATCH (n) RETURN n")
        # The engine is closed while the transaction is open.
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        assert session.run("MATCH (n) RETURN labels(n)").rows == [(["Kept"],)]


def test_transactions_in_a_call_are_kept_one_by_one(tmp_path: Path) -> None:
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        with pytest.raises(EngineError) as caught:
            session.run(
                "UNWIND [1, 2, 3, 0] AS n CALL (n) { CREATE (:N {n: 1 / n}) } "
                "IN TRANSACTIONS OF 1 ROW"
            )
        assert caught.value.message.endswith("(Transactions committed: 3)")
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        assert session.run("MATCH (n:N) RETURN count(n)").rows == [(3,)]


def test_a_long_log_is_rewritten_and_stays_in_proportion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LEAST_GROWTH", 20_000)
    path = tmp_path / "g"
    with connect(url(path)) as engine, engine.session() as session:
        session.run("CREATE (:Counter {n: 0, text: $text})", {"text": "x" * 1000})
        for _ in range(300):
            session.run("MATCH (c:Counter) SET c.n = c.n + 1")
    assert path.stat().st_size < 100_000
    with connect(url(path)) as engine, engine.session() as session:
        assert session.run("MATCH (c:Counter) RETURN c.n").rows == [(300,)]


def test_an_open_transaction_is_not_in_a_rewritten_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is due to be rewritten, but what a transaction has done so far is not committed."""
    path = tmp_path / "g"
    with connect(url(path)) as engine, engine.session() as session:
        session.run("CREATE (:Kept)")
        session.begin()
        monkeypatch.setattr(stored, "LEAST_GROWTH", 1)
        session.run("CREATE (:Lost)")
        session.rollback()
    with connect(url(path)) as engine, engine.session() as session:
        assert session.run("MATCH (n) RETURN labels(n)").rows == [(["Kept"],)]


def test_scratch_sessions_leave_the_file_alone(tmp_path: Path) -> None:
    with connect(url(tmp_path / "g")) as engine:
        with engine.scratch() as session:
            session.run("CREATE (:Elsewhere)")
        with engine.session() as session:
            assert session.run("MATCH (n) RETURN n").rows == []


def test_a_closed_database_is_one_file(tmp_path: Path) -> None:
    with connect(url(tmp_path / "g")) as engine, engine.session() as session:
        session.run("CREATE ()")
    assert [each.name for each in tmp_path.iterdir()] == ["g"]


def test_a_broken_record_of_a_good_file_is_found_on_loading(tmp_path: Path) -> None:
    """Not by the checksum: a relationship whose nodes are not there."""
    path = str(tmp_path / "g")
    database = StoredDatabase(path)
    database._append(database.database.graph, {"operations": [["r", 0, "R", 7, 8, {}]]})
    database.close()
    with pytest.raises(DamagedDatabase, match="a record does not fit: KeyError"):
        StoredDatabase(path)
