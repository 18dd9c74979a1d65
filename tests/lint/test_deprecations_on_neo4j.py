"""What `lint` calls deprecated is what a real Neo4j warns of, in the same places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.cypher.parser import parse
from runner.lint.deprecations import deprecations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine

STATEMENTS = [
    "MATCH (n) RETURN id(n)",
    "MATCH (n)-[r]->() RETURN ID(r), elementId(r)",
    "CALL {MATCH (n) RETURN n} RETURN n",
    "MATCH (m) CALL {WITH m RETURN m AS x} RETURN x",
    "MATCH (m) CALL (m) {RETURN m AS x} RETURN x",
    "MATCH (n) CALL {WITH n CREATE (:X)} IN TRANSACTIONS",
    "MATCH ()-[r:A|:B]->() RETURN r",
    "MATCH ()-[r:A|B]->() RETURN r",
    "MATCH p = shortestPath((a)-[:X]->(b)) RETURN p",
    "MATCH p = shortestPath((a:A)-[:X*]->(b:B)) RETURN p",
    "MATCH p = shortestPath((a:A)-[:X*1..1]->(b:B)) RETURN p",
    "MATCH p = allShortestPaths((a)-[:X]->(b)) RETURN p",
    "CALL db.index.vector.queryNodes('i', 1, [1.0]) YIELD node RETURN node",
    "CALL db.index.vector.queryRelationships('i', 1, [1.0]) YIELD relationship RETURN 1",
    "MATCH (n) CALL db.create.setVectorProperty(n, 'e', [1.0]) YIELD node RETURN node",
    "MATCH (n) CALL db.create.setNodeVectorProperty(n, 'e', [1.0]) RETURN 1",
    "MATCH ()-[r]->() CALL db.create.setRelationshipVectorProperty(r, 'e', [1.0]) RETURN 1",
    "CALL db.index.vector.createNodeIndex('i2', 'L', 'p', 3, 'cosine')",
    "CALL db.index.fulltext.queryNodes('a', 'b')",
    "CREATE (a {p: 1}), (b {p: a.p})",
    "MERGE (a {p: 1})-[:X]->(b {q: a.p})",
    "MATCH (a {p: 1}) MERGE (a)-[:X]->(b {q: a.p})",
    "MATCH (a), (b) SET a = b",
    "MATCH (a), (b) SET a += b",
    "MATCH (a)-[r]->(b) SET a = r",
    "MATCH (a), (b) SET a = properties(b)",
    "MATCH (a) WHERE a.p IS NOT NULL RETURN a",
    "MATCH (n:A:B) RETURN n",
    "MATCH (n) WHERE n:A|B RETURN n",
    "MATCH (n) RETURN size([(n)--() | 1])",
    "MATCH (n) RETURN n.p AS n ORDER BY n.p",
    "MATCH (n) RETURN n.p AS p ORDER BY n.p",
    "MATCH (n) WITH n.p + 1 AS n ORDER BY n.p + 1 RETURN n",
    "MATCH ()-[r]->() WITH [r] AS rs MATCH (a)-[rs*]->(b) RETURN a",
    "SHOW INDEXES",
    "SHOW UNIQUE CONSTRAINTS",
    "SHOW EXISTENCE CONSTRAINTS",
    "CYPHER runtime=slotted RETURN 1",
    "CYPHER runtime=interpreted RETURN 1",
    "CYPHER connectComponentsPlanner=greedy RETURN 1",
    "RETURN datetime.truncate('day')",
    "RETURN timestamp(), toInteger('1')",
    "RETURN 1 AS a, 2 AS b UNION RETURN 2 AS b, 3 AS a",
]


@pytest.fixture(scope="module")
def server(neo4j_url: str) -> Iterator[Engine]:
    with runner.connect(neo4j_url) as engine:
        yield engine


def warned(engine: Engine, statement: str, language: str) -> set[int] | None:
    """The places in the statement of which a server warns; None where it refuses the statement."""
    prefix = f"CYPHER {language} "
    text = f"{prefix}EXPLAIN {statement}"
    before = len(text) - len(statement)
    if statement.startswith("CYPHER "):
        text, before = prefix + statement.removeprefix("CYPHER "), len(prefix) - len("CYPHER ")
    with engine.scratch(language) as session:
        try:
            remarks = session.run(text).notifications
        except runner.EngineError:
            return None
    return {
        0 if remark.position is None else remark.position.offset - before
        for remark in remarks
        if remark.category == "DEPRECATION"
    }


@pytest.mark.parametrize("language", ["5", "25"])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_lint_finds_what_the_server_warns_of(server: Engine, statement: str, language: str) -> None:
    expected = warned(server, statement, language)
    if expected is not None:
        found = {each.offset for each in deprecations(parse(statement, language), language)}
        assert found == expected


def test_an_index_provider_is_warned_of_without_a_place(server: Engine) -> None:
    """Only when it runs; `lint` gives it the place of the options."""
    statement = "CREATE INDEX x FOR (n:A) ON (n.p) OPTIONS {indexProvider: 'range-1.0'}"
    for language, places in (("5", [None]), ("25", [])):
        with server.scratch(language) as session:
            try:
                remarks = session.run(statement).notifications
            except runner.EngineError:
                remarks = ()
        assert [each.position for each in remarks if each.category == "DEPRECATION"] == places
        found = [each.offset for each in deprecations(parse(statement, language), language)]
        assert len(found) == len(places)
