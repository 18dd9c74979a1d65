"""Where a pattern starts and how it goes on, pinned by the operators that EXPLAIN shows."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, operators, plan, session_with


@pytest.fixture
def session() -> DatabaseSession:
    return session_with(
        "UNWIND range(0, 19) AS i CREATE (:Person {id: i, name: 'n' + i, age: i % 5})",
        "UNWIND range(0, 4) AS i CREATE (:City {code: i})",
        "MATCH (p:Person), (c:City {code: p.age}) CREATE (p)-[:LIVES_IN {since: p.id}]->(c)",
        "CREATE CONSTRAINT person_id FOR (p:Person) REQUIRE p.id IS UNIQUE",
        "CREATE INDEX person_age FOR (p:Person) ON (p.age)",
        "CREATE INDEX person_both FOR (p:Person) ON (p.name, p.age)",
        "CREATE INDEX since FOR ()-[r:LIVES_IN]-() ON (r.since)",
    )


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("(n)", ["AllNodesScan"]),
        ("(n:City)", ["NodeByLabelScan"]),
        ("(n:City|Person)", ["UnionNodeByLabelsScan"]),
        ("(n:City {code: 1})", ["Filter", "NodeByLabelScan"]),
        ("(n:Person {id: 1})", ["NodeUniqueIndexSeek"]),
        ("(n:Person {id: 1, age: 1})", ["Filter", "NodeUniqueIndexSeek"]),
        ("(n:Person {age: 1})", ["NodeIndexSeek"]),
        ("(n:Person {age: 1, name: 'a'})", ["NodeIndexSeek"]),
        ("(n:Person) WHERE n.age IN [1, 2]", ["NodeIndexSeek"]),
        ("(n:Person) WHERE 1 = n.id", ["NodeUniqueIndexSeek"]),
        ("(n) WHERE n:Person AND n.id = 1", ["NodeUniqueIndexSeek"]),
        ("(n:Person) WHERE n.age > 1 AND n.age <= 3", ["Filter", "NodeIndexSeekByRange"]),
        ("(n:Person) WHERE n.age STARTS WITH 'x'", ["Filter", "NodeIndexSeekByRange"]),
        ("(n:Person) WHERE n.id < 3", ["Filter", "NodeUniqueIndexSeekByRange"]),
        ("(n) WHERE elementId(n) = 'x'", ["NodeByElementIdSeek"]),
        ("(n) WHERE id(n) IN [1, 2]", ["NodeByIdSeek"]),
        ("(n:Person) WHERE n.id = 1 OR n.age = 2", ["Filter", "NodeByLabelScan"]),
        ("(n:Person) WHERE n.id = n.age", ["Filter", "NodeByLabelScan"]),
    ],
)
def test_a_node_is_found_by_its_cheapest_anchor(
    session: DatabaseSession, pattern: str, expected: list[str]
) -> None:
    text = f"MATCH {pattern} RETURN n"
    assert operators(session, text) == ["ProduceResults", *expected]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("()-[r:LIVES_IN]->()", ["DirectedRelationshipTypeScan"]),
        ("()-[r:LIVES_IN]-()", ["UndirectedRelationshipTypeScan"]),
        ("()-[r]->()", ["DirectedAllRelationshipsScan"]),
        ("()-[r:LIVES_IN {since: 3}]->()", ["Filter", "DirectedRelationshipIndexSeek"]),
        ("()-[r]-() WHERE id(r) = 3", ["DirectedRelationshipByIdSeek"]),
        ("(:City {code: 1})<-[r:LIVES_IN]-()", ["Expand(All)", "Filter", "NodeByLabelScan"]),
        ("(a)-[r:LIVES_IN]->(a)", ["Expand(Into)", "AllNodesScan"]),
    ],
)
def test_a_relationship_is_found_by_its_cheapest_anchor(
    session: DatabaseSession, pattern: str, expected: list[str]
) -> None:
    assert operators(session, f"MATCH {pattern} RETURN r") == ["ProduceResults", *expected]


def test_a_pattern_starts_at_the_seek_and_expands_against_the_arrow(
    session: DatabaseSession,
) -> None:
    assert plan(session, "MATCH (c:City)<-[:LIVES_IN]-(p:Person {id: $id}) RETURN c") == [
        "ProduceResults c",
        "Filter c:City",
        "Expand(All) (c)<-[:LIVES_IN]-(p)",
        "NodeUniqueIndexSeek p:Person WHERE p.id = $id",
    ]


def test_a_seek_takes_its_value_from_earlier_rows(session: DatabaseSession) -> None:
    text = "UNWIND $rows AS row MATCH (p:Person {id: row.id}) RETURN p.name"
    assert operators(session, text)[2:] == ["Apply", "NodeUniqueIndexSeek", "Unwind", "Argument"]
    assert column(session, text, rows=[{"id": 3}, {"id": 99}, {"id": None}, {"id": 5.0}]) == [
        "n3",
        "n5",
    ]


def test_a_seek_waits_for_the_variable_of_the_same_match(session: DatabaseSession) -> None:
    text = "MATCH (p:Person {id: c.code}), (c:City) RETURN p.id"
    assert operators(session, text)[2:] == ["Apply", "NodeUniqueIndexSeek", "NodeByLabelScan"]
    assert column(session, text) == [0, 1, 2, 3, 4]


def test_parts_that_only_a_value_connects_are_hash_joined(session: DatabaseSession) -> None:
    text = "MATCH (a:City), (b:City) WHERE a.code = b.code AND b.code > 2 RETURN a.code"
    assert operators(session, text)[2:] == [
        "ValueHashJoin",
        "Filter",
        "NodeByLabelScan",
        "NodeByLabelScan",
    ]
    assert column(session, text) == [3, 4]


def test_what_rows_name_by_a_value_is_found_by_one_scan(session: DatabaseSession) -> None:
    text = "UNWIND [4, 1, null, 9, 1.0] AS x MATCH (c:City {code: x}) RETURN c.code"
    assert operators(session, text)[2:] == [
        "ValueHashJoin",
        "NodeByLabelScan",
        "Unwind",
        "Argument",
    ]
    assert column(session, text) == [4, 1, 1]


def test_a_scan_that_differs_from_row_to_row_is_made_for_each(session: DatabaseSession) -> None:
    text = "UNWIND [['City', 1], ['Person', 2]] AS x MATCH (n:$(x[0]) {code: x[1]}) RETURN n.code"
    assert "ValueHashJoin" not in operators(session, text)
    assert column(session, text) == [1]


def test_what_is_about_one_part_alone_is_asked_below_a_product(session: DatabaseSession) -> None:
    text = "MATCH (a:City), (b:City) WHERE b.code > 2 AND a.code < 1 RETURN a.code, b.code"
    assert operators(session, text)[2:] == [
        "CartesianProduct",
        "Filter",
        "NodeByLabelScan",
        "Filter",
        "NodeByLabelScan",
    ]


def test_parts_that_nothing_connects_are_multiplied(session: DatabaseSession) -> None:
    text = "MATCH (a:City), (b:City) RETURN count(*)"
    assert operators(session, text)[2:] == [
        "CartesianProduct",
        "NodeByLabelScan",
        "NodeByLabelScan",
    ]
    assert column(session, text) == [25]


def test_predicates_stand_as_early_as_their_variables_are_bound(session: DatabaseSession) -> None:
    text = (
        "MATCH (p:Person)-[r:LIVES_IN]->(c) WHERE c.code = 1 AND p.id > 3 AND r.since < 9 RETURN p"
    )
    assert plan(session, text) == [
        "ProduceResults p",
        "Filter c.code = 1 AND r.since < 9",
        "Expand(All) (p)-[r:LIVES_IN]->(c)",
        "Filter p.id > 3",
        "NodeUniqueIndexSeekByRange p:Person WHERE p.id > 3",
    ]


def test_a_plan_follows_the_schema(session: DatabaseSession) -> None:
    text = "MATCH (c:City {code: 1}) RETURN c.code"
    assert operators(session, text)[2:] == ["Filter", "NodeByLabelScan"]
    session.run("CREATE INDEX city FOR (c:City) ON (c.code)")
    assert operators(session, text)[2:] == ["NodeIndexSeek"]
    session.run("DROP INDEX city")
    assert operators(session, text)[2:] == ["Filter", "NodeByLabelScan"]
    assert column(session, text) == [1]
