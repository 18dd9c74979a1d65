"""Vector indexes: their procedures and SEARCH; scores are those of a real Neo4j 2026.08."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cypher.running import column, failure, operators, rows, session_with

if TYPE_CHECKING:
    from runner.cypher.database import DatabaseSession

INDEX = (
    "CREATE VECTOR INDEX mem FOR (m:M) ON m.e WITH [m.year] "
    "OPTIONS {indexConfig: {`vector.dimensions`: 3}}"
)
DATA = (
    "CREATE (:M {id: 'x', e: [1.0, 0, 0], year: 2000}), (:M {id: 'y', e: [0.0, 1, 0], year: 2001}),"
    " (:M {id: 'xy', e: [1.0, 1, 0]}), (:M {id: 'neg', e: [-1.0, 0, 0]}), "
    "(:M {id: 'i', e: [1, 2, 3]}), (:M {id: 'zero', e: [0.0, 0, 0]}), "
    "(:M {id: 'short', e: [1.0]}), (:M {id: 'none'}), (:M {id: 'text', e: 'abc'})"
)
QUERY = "CALL db.index.vector.queryNodes('mem', {}, {}) YIELD node, score RETURN node.id, score"


@pytest.fixture
def session() -> DatabaseSession:
    return session_with(INDEX, DATA)


def test_best_first_and_what_is_no_vector_is_not_indexed(session: DatabaseSession) -> None:
    assert rows(session, QUERY.format(10, "[1.0, 0, 0]")) == [
        ("x", 1.0),
        ("xy", 0.8535534143447876),
        ("i", 0.633630633354187),
        ("y", 0.5),
        ("neg", 0.0),
    ]
    assert rows(session, QUERY.format(1, "[1e-50, 0, 0]")) == [("x", 1.0)]


def test_euclidean_takes_vectors_of_any_length_without_dimensions() -> None:
    session = session_with(
        "CREATE VECTOR INDEX mem FOR (m:M) ON (m.e) "
        "OPTIONS {indexConfig: {`vector.similarity_function`: 'euclidean'}}",
        DATA,
        "CREATE (:M {id: 'big', e: [1e30, 0, 0]}), (:M {id: 'too big', e: [1e39, 0, 0]})",
    )
    assert rows(session, QUERY.format(2, "[1.0, 0, 0]")) == [("x", 1.0), ("xy", 0.5)]
    assert rows(session, QUERY.format(2, "[0.5]")) == [("short", 0.800000011920929)]
    assert ("big", 0.0) in rows(session, QUERY.format(10, "[1, 0, 0]"))
    assert "too big" not in column(session, QUERY.format(10, "[1, 0, 0]").replace(", score", ""))


def test_a_transaction_sees_what_was_committed_but_for_what_it_deleted(
    session: DatabaseSession,
) -> None:
    query = QUERY.format(2, "[1.0, 0, 0]")
    session.begin()
    session.run("CREATE (:M {id: 'new', e: [1.0, 0, 0]})")
    session.run("MATCH (m:M {id: 'xy'}) SET m.e = [0.0, 0, 1]")
    assert rows(session, query) == [("x", 1.0), ("xy", 0.8535534143447876)]
    session.run("MATCH (m:M {id: 'x'}) DELETE m")
    assert rows(session, query) == [("xy", 0.8535534143447876)]
    session.commit()
    assert rows(session, query) == [("new", 1.0), ("i", 0.633630633354187)]


def test_relationships() -> None:
    session = session_with(
        "CREATE VECTOR INDEX rel FOR ()-[r:R]-() ON (r.e)",
        "CREATE (a:A)-[:R {e: [1.0, 0], i: 1}]->(b)-[:R {e: [0.0, 1], i: 2}]->(a)",
    )
    query = (
        "CALL db.index.vector.queryRelationships('rel', 2, [1, 0]) YIELD relationship AS r, score"
    )
    assert rows(session, f"{query} RETURN r.i, score") == [(1, 1.0), (2, 0.5)]
    search = "MATCH {} SEARCH r IN (VECTOR INDEX rel FOR [1, 0] LIMIT 5) RETURN r.i"
    assert column(session, search.format("()-[r:R]->()")) == [1, 2]
    assert column(session, search.format("()-[r]-()")) == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("(m:M) SEARCH m IN (VECTOR INDEX mem FOR [1, 0, 0] LIMIT 2)", ["x", "xy"]),
        ("(m:M) SEARCH m IN (VECTOR INDEX mem FOR [1, 0, 0] LIMIT 0)", []),
        ("(m:M) SEARCH m IN (VECTOR INDEX mem FOR null LIMIT 2)", []),
        ("(m:X) SEARCH m IN (VECTOR INDEX mem FOR [1, 0, 0] LIMIT 2)", []),
        ("(m:M) WHERE m.id = 'y' SEARCH m IN (VECTOR INDEX mem FOR [1, 0, 0] LIMIT 2)", []),
        ("(m) SEARCH m IN (VECTOR INDEX mem FOR [1, 0, 0] LIMIT 2) WHERE m.id = 'xy'", ["xy"]),
        ("(m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] LIMIT 9) SCORE AS s WHERE s > .9", ["x"]),
        ("(m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] WHERE m.year > 2000 LIMIT 9)", ["y"]),
        ("(m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] WHERE m.year IN [2000] LIMIT 9)", ["x"]),
        (
            "(m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] WHERE m.year IS NULL LIMIT 9)",
            ["xy", "i", "neg"],
        ),
    ],
)
def test_search(session: DatabaseSession, clause: str, expected: list[str]) -> None:
    assert column(session, f"MATCH {clause} RETURN m.id") == expected


def test_search_per_row_for_a_known_node_and_optional(session: DatabaseSession) -> None:
    search = "SEARCH m IN (VECTOR INDEX mem FOR {} LIMIT {}) SCORE AS s"
    query = f"UNWIND [[1, 0, 0], [0, 1, 0]] AS v MATCH (m:M) {search.format('v', 1)} RETURN m.id, s"
    assert rows(session, query) == [("x", 1.0), ("y", 1.0)]
    query = f"MATCH (m:M) MATCH (m) {search.format('[1, 0, 0]', 2)} RETURN m.id"
    assert column(session, query) == ["x", "xy"]
    query = f"OPTIONAL MATCH (m:Q) {search.format('[1, 0, 0]', 2)} RETURN m, s"
    assert rows(session, query) == [(None, None)]
    assert "NodeVectorIndexSearch" in operators(session, query)


@pytest.mark.parametrize(
    ("clause", "status", "cause", "message"),
    [
        (
            "(m:M)-->(x) SEARCH m IN (VECTOR INDEX mem FOR [1] LIMIT 1)",
            "42001",
            "42I70",
            "In order to have a search clause, a MATCH statement can only have one bound variable.",
        ),
        (
            "()-[m {a: 1}]->(:X) SEARCH m IN (VECTOR INDEX mem FOR [1] LIMIT 1)",
            "42001",
            "42I71",
            (
                "In order to have a search clause, a MATCH statement can only have predicates on "
                "the bound variable."
            ),
        ),
        (
            "(m:M), (b) SEARCH m IN (VECTOR INDEX mem FOR [1] LIMIT 1)",
            "42001",
            "42I72",
            (
                "In order to have a search clause, a MATCH statement can only have a single node "
                "or relationship pattern and no selectors."
            ),
        ),
        (
            "(m:M) SEARCH m IN (VECTOR INDEX mem FOR m.e LIMIT 1)",
            "42001",
            "42I75",
            "Vector search query vector referencing the search binding variable",
        ),
        (
            "(m:M) SEARCH m IN (VECTOR INDEX mem FOR [1] LIMIT -1)",
            "42001",
            "42N31",
            (
                "Invalid input. '-1' is not a valid value. Must be a non-negative integer smaller "
                "than or equal to 2147483647."
            ),
        ),
        (
            "(m:M) SEARCH m IN (VECTOR INDEX nope FOR [1] LIMIT 1)",
            "22N69",
            None,
            "22N69: The index 'nope' does not exist.",
        ),
        (
            "()-[m]->() SEARCH m IN (VECTOR INDEX mem FOR [1] LIMIT 1)",
            "22G03",
            "22N01",
            "22N01: Expected the value `m` to be of type NODE, but was of type RELATIONSHIP.",
        ),
        (
            "(m) SEARCH m IN (VECTOR INDEX mem FOR [1, 0] LIMIT 1)",
            "51N65",
            None,
            (
                "Vector index 'mem' has a configured dimensionality of 3, but the provided vector "
                "has dimension 2."
            ),
        ),
        (
            "(m) SEARCH m IN (VECTOR INDEX mem FOR [0, 0, null] LIMIT 1)",
            "22NBG",
            None,
            (
                "Vector must only contain finite values, and have positive and finite l2-norm. "
                "Provided: List{Long(0), Long(0), NO_VALUE}"
            ),
        ),
        (
            "(m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] WHERE m.id = 1 LIMIT 1)",
            "22ND3",
            None,
            (
                "22ND3: The property `id` is not an additional property for vector search with "
                "filters on the vector index `mem`."
            ),
        ),
    ],
)
def test_search_errors(
    session: DatabaseSession, clause: str, status: str, cause: str | None, message: str
) -> None:
    error = failure(session, f"MATCH {clause} RETURN m")
    assert error.message.split(" (line")[0] == message
    assert (error.gql_status, error.cause and error.cause.gql_status) == (status, cause)


@pytest.mark.parametrize(
    "condition", ["m.year <> 1", "m.year = 1 OR m.year = 2", "m.year > 1 AND m.year > 2"]
)
def test_filters_that_no_index_can_answer(session: DatabaseSession, condition: str) -> None:
    query = (
        f"MATCH (m) SEARCH m IN (VECTOR INDEX mem FOR [1,0,0] WHERE {condition} LIMIT 1) RETURN m"
    )
    error = failure(session, query)
    assert error.cause is not None
    assert error.cause.gql_status == "42I73"
    assert error.message.startswith(
        f"The vector search filter predicate '{condition}' must consist"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "cause", "message"),
    [
        (
            "'nope', 1, [1]",
            "Procedure.ProcedureCallFailed",
            "52U00",
            "There is no such vector schema index: nope",
        ),
        (
            "'mem', 0, [1]",
            "Procedure.ProcedureCallFailed",
            "52U00",
            "'numberOfNearestNeighbours' must be positive",
        ),
        (
            "'mem', 1, 'a'",
            "Procedure.ProcedureCallFailed",
            "52U00",
            "'query' must be a non-null numerical array",
        ),
        ("'mem', 1, [1]", "Statement.TypeError", "51N65", "the provided vector has dimension 1."),
        (
            "'mem', 1, [0,0,0]",
            "Statement.ArgumentError",
            "22NBG",
            "List{Long(0), Long(0), Long(0)}",
        ),
    ],
)
def test_procedure_errors(
    session: DatabaseSession, arguments: str, code: str, cause: str, message: str
) -> None:
    error = failure(session, f"CALL db.index.vector.queryNodes({arguments})")
    assert error.code == f"Neo.ClientError.{code}"
    assert error.gql_status == "52N37"
    assert error.cause is not None
    assert error.cause.gql_status == cause
    assert error.message.endswith(message)


def test_setting_vectors_rounds_to_32_bits_and_counts_nothing(session: DatabaseSession) -> None:
    result = session.run(
        "MATCH (m:M {id: 'x'}) CALL db.create.setNodeVectorProperty(m, 'v', [0.1, 2]) RETURN m.v"
    )
    assert list(result.rows) == [([0.10000000149011612, 2.0],)]
    assert result.counters.as_dict() == {}
    error = failure(session, "MATCH (m:M) CALL db.create.setNodeVectorProperty(m, 'v', []) FINISH")
    assert error.message == "Vector must only contain finite values. Provided: List{}"
