"""Fulltext indexes through their procedures; scores are those of a real Neo4j 2026.08."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cypher.running import failure, rows, session_with

if TYPE_CHECKING:
    from runner.cypher.database import DatabaseSession

INDEX = "CREATE FULLTEXT INDEX f FOR (d:D|N) ON EACH [d.t, d.b]"
DATA = (
    "CREATE (:D {id: 1, t: 'Graph memory', b: 'agents remember facts in a graph'}), "
    "(:D {id: 2, t: 'Vector search', b: 'similar text is found by embeddings'}), "
    "(:N {id: 3, b: 'a graph of decisions'})"
)
MORE = (
    "(:D {id: 4, t: 'Untitled'}), (:O {id: 5, t: 'graph'}), "
    "(:D {id: 6, t: ['The quick brown fox', 'jumps'], b: 'over 12 lazy dogs'}), "
    "(:D {id: 7, t: 12, b: 'quick fox, brown'}), (:D {id: 8, b: ''})"
)


@pytest.fixture
def session() -> DatabaseSession:
    return session_with(INDEX, f"{DATA}, {MORE}")


def found(session: DatabaseSession, query: str, options: str = "{}") -> list[tuple[int, float]]:
    return rows(
        session,
        f"CALL db.index.fulltext.queryNodes('f', $query, {options}) YIELD node, score "
        "RETURN node.id, score",
        query=query,
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("graph", [(1, 0.9499062299728394), (3, 0.4203711748123169)]),
        ("graph memory", [(1, 1.5459322929382324), (3, 0.4203711748123169)]),
        ("b:graph", [(3, 0.4203711748123169), (1, 0.3538801670074463)]),
        ("+graph -memory", [(3, 0.4203711748123169)]),
        ('"brown fox"', [(6, 0.7767566442489624)]),
        ('"quick fox"~1', [(7, 1.4693442583084106), (6, 0.46306657791137695)]),
        ('"fox quick"~4', [(7, 0.7573580741882324), (6, 0.25616455078125)]),
        ("qui*", [(6, 1.0), (7, 1.0)]),
        ("grapj~", [(1, 0.7599250078201294), (3, 0.336296945810318)]),
        ("t:graph^3 b:graph", [(1, 2.141958475112915), (3, 0.4203711748123169)]),
        ("(graph OR memory) AND agents", [(1, 2.106297254562378)]),
        ("-graph", []),
        ("x:graph", []),
    ],
)
def test_scores(session: DatabaseSession, query: str, expected: list[tuple[int, float]]) -> None:
    assert found(session, query) == expected


def test_options(session: DatabaseSession) -> None:
    assert found(session, "graph", "{limit: 1}") == [(1, 0.9499062299728394)]
    assert found(session, "graph", "{skip: 1}") == [(3, 0.4203711748123169)]
    assert found(session, "Graph", "{analyzer: 'keyword'}") == []


def test_a_transaction_finds_what_it_wrote_and_old_texts_still_count() -> None:
    session = session_with(INDEX, DATA)
    session.begin()
    session.run("CREATE (:D {id: 4, t: 'graph'})")
    assert found(session, "graph") == [
        (1, 0.4007253050804138),
        (4, 0.2554367184638977),
        (3, 0.23797652125358582),
    ]
    session.run("MATCH (d:D {id: 1}) DELETE d")
    assert found(session, "graph") == [(4, 0.2554367184638977), (3, 0.23797652125358582)]
    session.rollback()
    assert [identity for identity, _ in found(session, "graph")] == [1, 3]


def test_deleted_documents_count_until_the_next_commit() -> None:
    session = session_with(INDEX, DATA, "CREATE (:D {id: 9, t: 'graph graph graph'})")
    session.run("MATCH (d:D {id: 1}) SET d.t = 'zzz'")
    assert found(session, "graph") == [
        (9, 0.4471917152404785),
        (3, 0.18248483538627625),
        (1, 0.15631172060966492),
    ]
    session.run("MATCH (d {id: 9}) DELETE d")
    assert found(session, "graph") == [(3, 0.23797652125358582), (1, 0.20324480533599854)]


def test_relationships() -> None:
    session = session_with(
        "CREATE FULLTEXT INDEX r FOR ()-[x:SAID]-() ON EACH [x.text]",
        "CREATE (:A)-[:SAID {text: 'hello graph', i: 1}]->(:B)<-[:SAID {text: 'bye'}]-(:C)",
    )
    query = "CALL db.index.fulltext.queryRelationships('r', 'graph') YIELD relationship AS x "
    assert rows(session, query + "RETURN x.i") == [(1,)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "'nope', 'x'",
            "java.lang.IllegalArgumentException: There is no such fulltext schema index: nope",
        ),
        (
            "'r', 'x'",
            (
                "java.lang.IllegalArgumentException: The 'r' index (Index( id=4, name='r', "
                "type='FULLTEXT', schema=()-[:RelationshipType[0] {PropertyKey[2]}]-(), "
                "indexProvider='fulltext-2.0' )) is an index on RELATIONSHIP, so it cannot be "
                "queried for nodes."
            ),
        ),
        (
            "'f', 'x', {limit: -1}",
            "java.lang.IllegalStateException: Limit argument cannot be negative: -1.",
        ),
        ("'f', null", "java.lang.NullPointerException"),
        (
            "'f', 'a)'",
            (
                "org.apache.lucene.queryparser.classic.ParseException: "
                'Encountered " ")" ") "" at line 1, column 1.'
            ),
        ),
    ],
)
def test_errors(session: DatabaseSession, arguments: str, message: str) -> None:
    session.run("CREATE FULLTEXT INDEX r FOR ()-[x:R]-() ON EACH [x.id]")
    error = failure(session, f"CALL db.index.fulltext.queryNodes({arguments})")
    assert error.code == "Neo.ClientError.Procedure.ProcedureCallFailed"
    assert error.gql_status == "52N37"
    assert error.cause is not None
    assert error.cause.gql_status == "52U00"
    prefix = "Failed to invoke procedure `db.index.fulltext.queryNodes`: Caused by: "
    assert error.message == prefix + message


def test_an_analyzer_that_is_not_there_is_refused_by_name() -> None:
    session = session_with(
        "CREATE FULLTEXT INDEX f FOR (d:D) ON EACH [d.t] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'german'}}"
    )
    error = failure(session, "CALL db.index.fulltext.queryNodes('f', 'x')")
    assert error.message.endswith("the embedded engine does not support the analyzer 'german'")
    listed = rows(session, "CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer")
    assert ("english",) in listed
    assert ("german",) not in listed
