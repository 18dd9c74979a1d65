"""UNION, NEXT, WHEN, CALL subqueries and procedures, EXISTS, COUNT and COLLECT, SHOW."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, failure, operators, rows, session_with


@pytest.fixture
def session() -> DatabaseSession:
    return session_with("CREATE (:P {i: 1})-[:R]->(:P {i: 2})-[:R]->(:P {i: 3})")


def test_union_matches_columns_by_name_and_drops_duplicates(session: DatabaseSession) -> None:
    text = "RETURN 1 AS a, 2 AS b UNION RETURN 2 AS b, 1.0 AS a UNION RETURN 3 AS a, 3 AS b"
    assert rows(session, text) == [(1, 2), (3, 3)]
    assert operators(session, text)[1:3] == ["Distinct", "Union"]


def test_order_after_union_all_belongs_to_the_last_branch(session: DatabaseSession) -> None:
    text = "RETURN 3 AS x UNION ALL UNWIND [2, 1] AS x RETURN x ORDER BY x LIMIT 1"
    assert column(session, text) == [3, 1]


def test_next_hands_its_columns_on(session: DatabaseSession) -> None:
    text = "UNWIND [1, 2] AS x RETURN x NEXT RETURN sum(x) AS s NEXT RETURN s + 1 AS t"
    assert column(session, text) == [4]
    text = "UNWIND [1, 2] AS x RETURN x NEXT RETURN x AS y UNION ALL RETURN -x AS y"
    assert sorted(column(session, text)) == [-2, -1, 1, 2]


def test_when_runs_the_first_branch_that_is_true(session: DatabaseSession) -> None:
    text = (
        "UNWIND [0, 1, 2] AS x CALL (x) { WHEN null THEN RETURN 'null' AS r "
        "WHEN x = 1 THEN RETURN 'one' AS r WHEN x > 1 THEN UNWIND [1, 2] AS k RETURN 'many' AS r } "
        "RETURN x, r"
    )
    assert rows(session, text) == [(1, "one"), (2, "many"), (2, "many")]


def test_a_subquery_sees_only_what_it_imports(session: DatabaseSession) -> None:
    assert rows(
        session, "WITH 1 AS a, 2 AS b CALL (a) { WITH 5 AS b RETURN a + b AS c } RETURN *"
    ) == [(1, 2, 6)]
    assert column(session, "WITH 1 AS a CALL () { WITH 2 AS a RETURN a AS b } RETURN a + b") == [3]
    assert column(session, "WITH 1 AS a CALL (*) { RETURN a AS b } RETURN b") == [1]


def test_imports_survive_a_with_inside(session: DatabaseSession) -> None:
    text = "WITH 1 AS g CALL (g) { UNWIND [] AS x WITH count(*) AS n RETURN n + g AS v } RETURN v"
    assert column(session, text) == [1]


def test_only_an_importing_with_sees_out_of_a_subquery_without_scope(
    session: DatabaseSession,
) -> None:
    text = (
        "MATCH (p:P {i: 1}) CALL { MATCH (p:P) RETURN count(*) AS n "
        "UNION ALL WITH p RETURN p.i AS n } RETURN n"
    )
    assert column(session, text) == [3, 1]


def test_optional_call_keeps_rows_without_result(session: DatabaseSession) -> None:
    text = "MATCH (p:P) OPTIONAL CALL (p) { MATCH (p)-->(q) RETURN q.i AS i } RETURN p.i, i"
    assert rows(session, text) == [(1, 2), (2, 3), (3, None)]


def test_a_unit_subquery_gives_each_row_once(session: DatabaseSession) -> None:
    text = "UNWIND [1, 2] AS x CALL (x) { UNWIND [1, 2, 3] AS y CREATE (:U) } RETURN x"
    assert column(session, text) == [1, 2]
    assert operators(session, text)[1] == "SubqueryForeach"


def test_a_subquery_sees_what_earlier_rows_of_it_changed(session: DatabaseSession) -> None:
    text = (
        "UNWIND [1, 2, 3] AS x CALL (x) { MATCH (n:C) RETURN count(n) AS c } "
        "CALL (x) { CREATE (:C) } RETURN c"
    )
    assert column(session, text) == [0, 0, 0]
    text = (
        "UNWIND [1, 2, 3] AS x CALL (x) { OPTIONAL MATCH (n:D) WITH count(n) AS c "
        "CREATE (:D) RETURN c } RETURN c"
    )
    assert column(session, text) == [0, 1, 2]


def test_subquery_expressions_see_outer_variables(session: DatabaseSession) -> None:
    text = (
        "MATCH (p:P) RETURN p.i, EXISTS { (p)-->() } AS e, COUNT { (p)--(q) WHERE q.i > 1 } AS c, "
        "COLLECT { MATCH (p)--(q) RETURN q.i ORDER BY q.i } AS l ORDER BY p.i"
    )
    assert rows(session, text) == [
        (1, True, 1, [2]),
        (2, True, 1, [1, 3]),
        (3, False, 1, [2]),
    ]


def test_a_union_in_a_subquery_expression(session: DatabaseSession) -> None:
    text = "RETURN COUNT { MATCH (p:P) RETURN p.i AS x UNION UNWIND [3, 4] AS x RETURN x } AS n"
    assert column(session, text) == [4]


@pytest.mark.parametrize(("language", "expected"), [("5", []), ("25", [1])])
def test_a_correlated_aggregation_without_rows(
    session: DatabaseSession, language: str, expected: list[int]
) -> None:
    text = (
        f"CYPHER {language} WITH 1 AS g RETURN COLLECT {{ UNWIND [1, 2] AS x WITH * WHERE x < 0 "
        "WITH count(*) AS n RETURN n + g } AS l"
    )
    assert column(session, text) == [expected]


def test_a_pattern_comprehension_declares_its_own_variables(session: DatabaseSession) -> None:
    text = "MATCH (p:P {i: 1}) RETURN [k = (p)-[*]->(q) WHERE q.i > 2 | [q.i, length(k)]]"
    assert column(session, text) == [[[3, 2]]]


def test_a_pattern_is_a_predicate(session: DatabaseSession) -> None:
    assert column(session, "MATCH (p:P) WHERE NOT (p)-->(:P) RETURN p.i") == [3]


def test_a_standalone_call_returns_what_the_procedure_yields(session: DatabaseSession) -> None:
    result = session.run("CALL db.labels")
    assert (result.columns, result.rows) == (("label",), [("P",)])
    assert session.run("CALL db.awaitIndexes()").columns == ()


def test_a_call_inside_a_query_yields_per_row(session: DatabaseSession) -> None:
    text = "UNWIND [1, 2] AS x CALL db.labels() YIELD label AS l WHERE x = 2 RETURN x, l"
    assert rows(session, text) == [(2, "P")]
    text = "UNWIND [1, 2] AS x OPTIONAL CALL db.labels() YIELD label AS l WHERE x = 2 RETURN x, l"
    assert rows(session, text) == [(1, None), (2, "P")]


def test_show_goes_through_a_pipeline(session: DatabaseSession) -> None:
    session.run("CREATE INDEX b FOR (p:P) ON (p.i)")
    session.run("CREATE INDEX a FOR (p:P) ON (p.j)")
    text = "SHOW INDEXES YIELD name AS n, type ORDER BY n DESC WHERE type = 'RANGE' RETURN n"
    assert column(session, text) == ["b", "a"]
    assert session.run("SHOW INDEXES WHERE type = 'RANGE'").columns[:3] == ("id", "name", "state")
    text = "SHOW INDEXES YIELD name, type WITH name WHERE name < 'b' MATCH (p:P {i: 1}) RETURN name"
    assert column(session, text) == ["a"]


def test_use_of_the_one_database(session: DatabaseSession) -> None:
    assert column(session, "USE neo4j RETURN 1") == [1]
    error = failure(session, "USE other RETURN 1")
    assert (error.code, error.gql_status, error.message) == (
        "Neo.ClientError.Database.DatabaseNotFound",
        "42001",
        "Graph not found: other",
    )


def test_what_is_not_supported_is_refused_with_its_place(session: DatabaseSession) -> None:
    error = failure(session, "RETURN 1 AS x NEXT CALL dbms.queryJmx('*')")
    assert error.message.startswith(
        "The embedded engine does not support the procedure dbms.queryJmx() "
        "(line 1, column 20 (offset: 19))"
    )
    assert error.position is not None
    assert error.position.offset == 19
