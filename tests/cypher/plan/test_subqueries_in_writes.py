"""What CREATE stores, and lone nodes that are null."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, rows, session_with


def test_a_query_in_create_sees_nothing_that_the_clause_makes() -> None:
    session = session_with()
    session.run(
        "CREATE (:Z)-[:R]->(:Z {c: COUNT { (:Z) }}), "
        "(:Z {c: COUNT { (:Z) }})-[:R {c: COUNT { (:Z) }}]->(:Z)"
    )
    assert column(session, "MATCH (n:Z) WHERE n.c IS NOT NULL RETURN n.c") == [0, 0]


def test_nor_what_it_makes_for_other_rows() -> None:
    session = session_with("CREATE (:Z)")
    session.run("UNWIND [1, 2, 3] AS x CREATE (:Z {c: COUNT { (:Z) }})")
    assert column(session, "MATCH (n:Z) WHERE n.c IS NOT NULL RETURN n.c") == [1, 1, 1]
    session.run("UNWIND [1, 2] AS x CREATE (:Y {c: any(x IN [1] WHERE EXISTS { (:Y) })})")
    assert column(session, "MATCH (n:Y) RETURN n.c") == [False, False]


def test_but_an_item_of_foreach_sees_the_items_before() -> None:
    session = session_with()
    session.run("FOREACH (y IN [1, 2, 3] | CREATE (:Z {c: COUNT { (:Z) }}))")
    assert column(session, "MATCH (n:Z) RETURN n.c ORDER BY n.c") == [0, 1, 2]


@pytest.mark.parametrize(
    "statement",
    [
        "OPTIONAL MATCH (n:X) MATCH (n) RETURN 1",
        "OPTIONAL MATCH (n:X) MATCH (n), (n) RETURN 1",
        "OPTIONAL MATCH (n:X) MATCH p = (n) RETURN p",
        "OPTIONAL MATCH (n:X) MATCH (n) WHERE n IS NULL RETURN 1",
    ],
)
def test_a_node_that_is_null_matches_nothing(statement: str) -> None:
    assert rows(session_with("CREATE (:Y)"), statement) == []


def test_nor_in_an_expression() -> None:
    statement = "OPTIONAL MATCH (n:X) RETURN EXISTS { (n) } AS e, COUNT { (n) } AS c"
    assert rows(session_with("CREATE (:Y)"), statement) == [(False, 0)]


def test_a_star_after_show_keeps_the_order_of_yield() -> None:
    result = session_with().run("SHOW CONSTRAINTS YIELD type, name RETURN *")
    assert result.columns == ("type", "name")


def test_a_step_of_set_waits_for_all_rows_of_the_step_before() -> None:
    session = session_with(
        "CREATE (a:Q {k: 1})-[:R {k: 10}]->(b:Q {k: 2})-[:R {k: 11}]->(c:Q {k: 3}), "
        "(a)-[:R {k: 12}]->(c)"
    )
    session.run("MATCH (a)-[r]->(b) WITH a, b ORDER BY r.k SET a.i = 1, b.i = coalesce(b.i, 5) + 1")
    assert column(session, "MATCH (n) RETURN n.i ORDER BY n.k") == [1, 2, 7]


def test_a_deletion_waits_for_all_rows_that_change_what_it_may_delete() -> None:
    session = session_with("CREATE (:A {i: 1}), (:A {i: 1})")
    counters = session.run(
        "UNWIND [1, 2, 3] AS u MERGE (n:A {i: 1}) WITH u, n ORDER BY u "
        "SET n.s = 1, n:B:C DETACH DELETE n"
    ).counters
    assert counters.as_dict() == {"nodes_deleted": 2, "properties_set": 6, "labels_added": 4}


def test_the_list_of_foreach_is_made_before_its_body_runs_for_any_row() -> None:
    session = session_with()
    counters = session.run(
        "UNWIND [1, 2] AS u CREATE (:Z) "
        "FOREACH (v IN COLLECT { MATCH (n:Z) RETURN 1 AS c } | CREATE (:Z))"
    ).counters
    assert counters.nodes_created == 6
    counters = session.run(
        "UNWIND [1, 2] AS u FOREACH (v IN [x IN [1] WHERE NOT EXISTS { (:X) }] | CREATE (:X))"
    ).counters
    assert counters.nodes_created == 1


def test_an_optional_call_keeps_what_it_imports() -> None:
    statement = "LET x = 1 OPTIONAL CALL (x) { MATCH (n:None) RETURN x AS c } RETURN x, c"
    assert rows(session_with(), statement) == [(1, None)]
