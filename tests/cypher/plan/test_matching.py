"""What MATCH answers: uniqueness, bound variables, optional parts, quantified parts."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, failure, operators, rows, session_with

CHAIN = (
    "CREATE (:N {i: 1})-[:NEXT {w: 1}]->(:N {i: 2})-[:NEXT {w: 2}]->(:N {i: 3})"
    "-[:NEXT {w: 3}]->(:N {i: 4})"
)


@pytest.fixture
def chain() -> DatabaseSession:
    return session_with(CHAIN)


def test_relationships_differ_across_the_parts_of_one_match(chain: DatabaseSession) -> None:
    assert column(chain, "MATCH ()-[a:NEXT]->(), ()-[b:NEXT]->() RETURN count(*)") == [6]
    assert column(chain, "MATCH ()-[a:NEXT]->() MATCH ()-[b:NEXT]->() RETURN count(*)") == [9]


def test_repeatable_elements_lets_relationships_repeat(chain: DatabaseSession) -> None:
    text = "MATCH REPEATABLE ELEMENTS ({i: 1})-[:NEXT]-{1,3}(b) RETURN b.i ORDER BY b.i"
    assert column(chain, text) == [1, 2, 2, 2, 3, 4]


def test_a_loop_matches_once_in_either_direction() -> None:
    session = session_with("CREATE (a:A)-[:R]->(a)")
    assert column(session, "MATCH (a)-[r]-(b) RETURN a = b") == [True]
    assert column(session, "MATCH (a)-[r]-(a) RETURN count(r)") == [1]
    assert column(session, "MATCH ()-[r:R]-() RETURN count(r)") == [1]


def test_the_same_relationship_twice_in_a_pattern_has_no_rows(chain: DatabaseSession) -> None:
    assert rows(chain, "MATCH (a)-[r]->()-[r]->(b) RETURN a") == []


def test_a_bound_relationship_gives_its_ends(chain: DatabaseSession) -> None:
    text = "MATCH ()-[r {w: 2}]->() MATCH (a)-[r]-(b) RETURN a.i, b.i ORDER BY a.i"
    assert rows(chain, text) == [(2, 3), (3, 2)]
    assert rows(chain, "MATCH ()-[r {w: 2}]->() MATCH (a)<-[r]-(b) RETURN a.i, b.i") == [(3, 2)]


def test_an_optional_match_without_match_gives_nulls(chain: DatabaseSession) -> None:
    text = "MATCH (a:N) OPTIONAL MATCH (a)-[r]->(b) WHERE b.i > 2 RETURN a.i, b.i ORDER BY a.i"
    assert rows(chain, text) == [(1, None), (2, 3), (3, 4), (4, None)]


def test_nothing_expands_from_null(chain: DatabaseSession) -> None:
    text = "OPTIONAL MATCH (a:None) MATCH (a)-[r]->(b) RETURN a"
    assert rows(chain, text) == []
    assert rows(chain, "OPTIONAL MATCH (a:None) OPTIONAL MATCH (a)--(b) RETURN a, b") == [
        (None, None)
    ]


def test_expanding_from_what_is_no_node_fails(chain: DatabaseSession) -> None:
    error = failure(chain, "UNWIND $list AS a MATCH (a)-->(b) RETURN b", list=[1])
    assert (error.code, error.gql_status) == ("Neo.ClientError.Statement.TypeError", "22G03")
    assert error.message == "Expected to find a node at (a)-->(b) but found Long(1) instead"


def test_variable_length_collects_relationships_and_allows_zero(chain: DatabaseSession) -> None:
    text = "MATCH ({i: 1})-[r:NEXT*0..2]->(b) RETURN b.i, [x IN r | x.w] ORDER BY b.i"
    assert rows(chain, text) == [(1, []), (2, [1]), (3, [1, 2])]


def test_properties_of_a_variable_length_hold_for_every_step(chain: DatabaseSession) -> None:
    assert column(chain, "MATCH ({i: 1})-[:NEXT* {w: 1}]->(b) RETURN b.i") == [2]


def test_an_empty_interval_has_no_rows(chain: DatabaseSession) -> None:
    assert rows(chain, "MATCH (a)-[*2..1]->(b) RETURN a") == []


def test_a_bound_list_of_relationships_is_followed(chain: DatabaseSession) -> None:
    text = "MATCH (a {i: 1})-[rs*2]->() WITH a, rs MATCH (a)-[rs*]->(b) RETURN b.i"
    assert column(chain, text) == [3]


def test_group_variables_are_lists_in_the_order_of_the_pattern(chain: DatabaseSession) -> None:
    text = "MATCH (s) ((a)-[r]->(b)){2} (e {i: $end}) RETURN s.i, [x IN a | x.i], [x IN r | x.w]"
    assert rows(chain, text, end=4) == [(2, [2, 3], [2, 3])]


def test_a_part_of_several_steps_groups_each_of_its_variables() -> None:
    session = session_with(
        "CREATE (:S {i: 0})" + "".join(f"-[:R]->({{i: {i}}})" for i in range(1, 5))
    )
    text = "MATCH (:S) ((a)-[p]->(b)-[q]->(c)){2} RETURN [n IN b | n.i], [n IN c | n.i], size(q)"
    assert rows(session, text) == [([1, 3], [2, 4], 2)]


def test_a_predicate_inside_sees_one_iteration(chain: DatabaseSession) -> None:
    text = "MATCH (:N {i: 1}) ((a)-[r]->(b) WHERE a.i + b.i < 6)+ (e) RETURN e.i ORDER BY e.i"
    assert column(chain, text) == [2, 3]


def test_two_quantified_parts_meet_at_a_node(chain: DatabaseSession) -> None:
    text = "MATCH (s {i: 1}) (()-[:NEXT]->()){1,2} (()-[:NEXT {w: 3}]->())+ (e) RETURN s.i, e.i"
    assert rows(chain, text) == [(1, 4)]


def test_a_quantified_part_may_stand_alone(chain: DatabaseSession) -> None:
    assert column(chain, "MATCH (()-[:NEXT]->()){3} RETURN count(*)") == [1]


def test_trails_end_in_a_cycle() -> None:
    session = session_with("CREATE (a:A)-[:R]->(b:B)-[:R]->(a)")
    assert column(session, "MATCH p = (:A)-[:R]->+() RETURN length(p)") == [1, 2]


def test_a_path_variable_has_nodes_and_relationships_in_order(chain: DatabaseSession) -> None:
    text = "MATCH p = (a {i: 4})<-[:NEXT*2]-()--({i: 1}) RETURN [n IN nodes(p) | n.i]"
    assert column(chain, text) == [[4, 3, 2, 1]]


def test_both_ends_bound_expands_into(chain: DatabaseSession) -> None:
    text = "MATCH (a {i: 1}), (b {i: 3}) MATCH (a)-[:NEXT*]->(b) RETURN a.i"
    assert "VarLengthExpand(Into)" in operators(chain, text)
    assert column(chain, text) == [1]


def test_properties_of_a_part_may_come_from_another_part(chain: DatabaseSession) -> None:
    text = "MATCH (a)-[:NEXT* {w: b.i}]->(x), (b {i: 2}) RETURN a.i, x.i"
    assert rows(chain, text) == [(2, 3)]


@pytest.mark.parametrize(("mode", "ends"), [("", [1, 2]), ("WALK", [1, 2]), ("ACYCLIC", [2])])
def test_an_acyclic_path_has_no_node_twice(mode: str, ends: list[int]) -> None:
    session = session_with("CREATE (a:A {i: 1})-[:R]->(b:B {i: 2})-[:R]->(a)")
    text = f"MATCH {mode} (:A)-[:R]->+(e) RETURN e.i AS i ORDER BY i"
    assert column(session, text) == ends
    text = f"MATCH p = {mode} (:A)-[:R]->()-[:R]->{{0,1}}(e) RETURN e.i AS i ORDER BY i"
    assert column(session, text) == ends
    text = f"MATCH p = ALL SHORTEST {mode} (:A)-[:R]->+(e) RETURN e.i AS i ORDER BY i"
    assert column(session, text) == ends
