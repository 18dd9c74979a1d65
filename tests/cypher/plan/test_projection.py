"""WITH, RETURN and their kin: columns, order, DISTINCT, grouping, LIMIT."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, failure, operators, rows, session_with


@pytest.fixture
def session() -> DatabaseSession:
    return session_with("UNWIND [[1, 'a'], [2, 'b'], [3, 'a']] AS p CREATE (:P {i: p[0], s: p[1]})")


def test_star_is_every_variable_in_alphabetical_order_then_the_items(
    session: DatabaseSession,
) -> None:
    result = session.run("WITH 1 AS b, 2 AS a RETURN *, a + b AS c")
    assert (result.columns, result.rows) == (("a", "b", "c"), [(2, 1, 3)])


def test_order_by_sees_old_and_new_names(session: DatabaseSession) -> None:
    assert column(session, "MATCH (p:P) RETURN p.s + p.i AS t ORDER BY p.s DESC, t") == [
        "b2",
        "a1",
        "a3",
    ]
    assert column(session, "MATCH (p:P) WITH p.i AS i WHERE p.s = 'a' RETURN i") == [1, 3]


def test_an_alias_hides_the_variable_it_takes_the_name_of(session: DatabaseSession) -> None:
    text = "WITH 1 AS a, 2 AS b UNWIND [1, 2] AS x WITH b AS a, -x AS b ORDER BY b RETURN a, b"
    assert rows(session, text) == [(2, -2), (2, -1)]


def test_after_distinct_order_by_may_repeat_what_is_returned(session: DatabaseSession) -> None:
    assert column(session, "MATCH (p:P) RETURN DISTINCT p.s AS s ORDER BY p.s DESC") == ["b", "a"]


def test_sorting_is_stable_and_descending_is_its_reverse(session: DatabaseSession) -> None:
    text = "UNWIND [[1, 1], [0, 2], [1, 3], [0, 4]] AS p RETURN p[1] ORDER BY p[0] DESC"
    assert column(session, text) == [1, 3, 2, 4]
    assert column(session, text + " SKIP 1 LIMIT 2") == [3, 2]
    mixed = "UNWIND [[1, 1], [0, 2], [1, 3], [0, 4]] AS p RETURN p[1] ORDER BY p[0] DESC, p[1] ASC"
    assert column(session, mixed + " LIMIT 3") == [1, 3, 2]


def test_order_with_a_limit_is_one_operator(session: DatabaseSession) -> None:
    text = "MATCH (p:P) RETURN p ORDER BY p.i"
    assert operators(session, text)[1] == "Sort"
    assert operators(session, text + " SKIP 1 LIMIT 1")[1] == "Top"
    assert operators(session, "MATCH (p:P) RETURN p SKIP 1 LIMIT 1")[1:3] == ["Limit", "Skip"]


@pytest.mark.parametrize(("value", "shown"), [(-1, "-1"), (1.5, "1.5")])
def test_a_limit_that_is_no_number_of_rows_fails(
    session: DatabaseSession, value: object, shown: str
) -> None:
    error = failure(session, "RETURN 1 LIMIT $l", l=value)
    assert (error.code, error.gql_status) == ("Neo.ClientError.Statement.ArgumentError", "22003")
    assert error.message == (
        f"LIMIT: Invalid input. '{shown}' is not a valid value. Must be a non-negative integer."
    )


def test_limit_pulls_no_more_than_it_needs(session: DatabaseSession) -> None:
    assert column(session, "UNWIND [1, 2, 0] AS x RETURN 2 / x LIMIT 2") == [2, 1]


def test_limit_does_not_limit_writes(session: DatabaseSession) -> None:
    result = session.run("MATCH (p:P) SET p.done = true RETURN p.i LIMIT 1")
    assert (len(result.rows), result.counters.properties_set) == (1, 3)
    result = session.run("MATCH (p:P) WITH p LIMIT 1 SET p.done = false")
    assert result.counters.properties_set == 1
    result = session.run("UNWIND [1, 2] AS x CALL (x) { CREATE (:Q) } RETURN x LIMIT 0")
    assert result.counters.nodes_created == 2


def test_grouping_keys_and_aggregates_mix_in_one_item(session: DatabaseSession) -> None:
    text = "MATCH (p:P) RETURN p.s AS s, p.s + count(*) + sum(p.i) AS t ORDER BY s"
    assert rows(session, text) == [("a", "a24"), ("b", "b12")]


def test_aggregates_over_nothing(session: DatabaseSession) -> None:
    text = "MATCH (x:None) RETURN count(*), count(x), sum(x.i), collect(x), min(x.i), avg(x.i)"
    assert rows(session, text) == [(0, 0, 0, [], None, None)]
    assert rows(session, "MATCH (x:None) RETURN x.i, count(*)") == []


def test_distinct_aggregates_skip_what_they_have_seen(session: DatabaseSession) -> None:
    text = "UNWIND [1, 1.0, null, 2, null] AS x RETURN count(DISTINCT x), sum(DISTINCT x), count(x)"
    assert rows(session, text) == [(2, 3, 3)]


def test_groups_follow_equivalence(session: DatabaseSession) -> None:
    text = "UNWIND [1, 1.0, null, null, 'a'] AS x RETURN x, count(*) AS n"
    assert rows(session, text) == [(1, 2), (None, 2), ("a", 1)]


def test_order_by_may_aggregate_what_is_not_returned(session: DatabaseSession) -> None:
    text = "MATCH (p:P) WITH p.s AS s, min(p.i) AS m ORDER BY sum(p.i) RETURN s, m"
    assert rows(session, text) == [("b", 2), ("a", 1)]


def test_an_aggregate_inside_a_comprehension_is_the_projections(session: DatabaseSession) -> None:
    text = "MATCH (p:P) RETURN [x IN collect(p.i) WHERE x > 1 | x * 10] AS xs"
    assert column(session, text) == [[20, 30]]


def test_an_aggregate_in_a_subquery_is_its_own(session: DatabaseSession) -> None:
    text = (
        "MATCH (p:P) RETURN p.i, COLLECT { MATCH (q:P {s: p.s}) RETURN count(*) } AS n ORDER BY p.i"
    )
    assert rows(session, text) == [(1, [2]), (2, [1]), (3, [2])]


def test_group_by_names_keys_that_are_not_returned(session: DatabaseSession) -> None:
    text = "MATCH (p:P) RETURN count(*) AS n GROUP BY p.s ORDER BY n"
    assert column(session, text) == [1, 2]


def test_let_items_do_not_see_each_other_and_filter_keeps_what_is_true(
    session: DatabaseSession,
) -> None:
    text = "FOR x IN [1, 2, null] LET y = x, z = x + 1 FILTER y < 2 RETURN x, y, z"
    assert rows(session, text) == [(1, 1, 2)]


def test_order_by_and_limit_stand_alone(session: DatabaseSession) -> None:
    assert column(session, "MATCH (p:P) ORDER BY p.i DESC OFFSET 1 LIMIT 1 RETURN p.i") == [2]
