"""SHORTEST, ANY and shortestPath(): which paths are selected, and how they are planned."""

from __future__ import annotations

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import column, failure, operators, rows, session_with

STOPS = (
    "CREATE (a:Stop {n: 'A'}), (b:Stop {n: 'B'}), (c:Stop {n: 'C'}), (d:Stop {n: 'D'}), "
    "(e:Stop {n: 'E'}), (:Stop {n: 'X'}), (a)-[:L {km: 1}]->(b), (b)-[:L {km: 1}]->(c), "
    "(c)-[:L {km: 1}]->(d), (a)-[:L {km: 9}]->(e), (e)-[:L {km: 9}]->(d), (b)-[:L {km: 5}]->(d)"
)


@pytest.fixture
def stops() -> DatabaseSession:
    return session_with(STOPS)


@pytest.mark.parametrize(
    ("selector", "lengths"),
    [
        ("ANY", [2]),
        ("ANY 2", [2, 2]),
        ("ANY SHORTEST", [2]),
        ("ALL SHORTEST", [2, 2]),
        ("SHORTEST 1", [2]),
        ("SHORTEST 3", [2, 2, 3]),
        ("SHORTEST 9", [2, 2, 3]),
        ("SHORTEST GROUP", [2, 2]),
        ("SHORTEST 2 GROUPS", [2, 2, 3]),
        ("ALL", [2, 2, 3]),
    ],
)
def test_a_selector_chooses_per_pair_of_ends(
    stops: DatabaseSession, selector: str, lengths: list[int]
) -> None:
    text = f"MATCH p = {selector} ({{n: 'A'}})-[:L]->+({{n: 'D'}}) RETURN length(p) AS n ORDER BY n"
    assert column(stops, text) == lengths


def test_without_a_second_end_every_reached_node_has_its_path(stops: DatabaseSession) -> None:
    text = "MATCH p = SHORTEST 1 ({n: 'A'})-[:L]->*(e) RETURN e.n, length(p) ORDER BY e.n"
    assert rows(stops, text) == [("A", 0), ("B", 1), ("C", 2), ("D", 2), ("E", 1)]


def test_a_search_against_the_arrow_gives_paths_in_the_order_of_the_pattern(
    stops: DatabaseSession,
) -> None:
    text = (
        "MATCH (e {n: 'C'}) MATCH p = ANY SHORTEST (s) ((x)-[r]->(y))+ (e) "
        "RETURN [n IN nodes(p) | n.n], [n IN x | n.n], [k IN r | k.km] ORDER BY s.n"
    )
    assert rows(stops, text) == [(["A", "B", "C"], ["A", "B"], [1, 1]), (["B", "C"], ["B"], [1])]


def test_a_path_of_several_parts_is_searched_as_one(stops: DatabaseSession) -> None:
    text = (
        "MATCH p = SHORTEST 1 ({n: 'A'})-[r:L]->(m:Stop WHERE m.n <> 'E')-[:L]->+({n: 'D'}) "
        "RETURN [n IN nodes(p) | n.n], r.km, m.n"
    )
    assert rows(stops, text) == [(["A", "B", "D"], 1, "B")]


def test_a_predicate_inside_the_parentheses_is_met_before_the_choice(
    stops: DatabaseSession,
) -> None:
    text = (
        "MATCH p = SHORTEST 1 ((a {n: 'A'})-[r:L]->+(d {n: 'D'}) WHERE all(x IN r WHERE x.km = 1)) "
        "RETURN length(p)"
    )
    assert column(stops, text) == [3]


def test_a_predicate_of_the_match_is_met_after_the_choice(stops: DatabaseSession) -> None:
    text = "MATCH p = SHORTEST 1 ({n: 'A'})-[:L]->+({n: 'D'}) WHERE length(p) > 2 RETURN p"
    assert rows(stops, text) == []


def test_a_shortest_walk_that_is_no_trail_is_not_an_answer() -> None:
    session = session_with("CREATE (:A)-[:R]->(:B)-[:R]->(:C)")
    assert rows(session, "MATCH p = ANY SHORTEST (a:A)-[:R]-+(a) RETURN p") == []
    text = "MATCH p = ANY SHORTEST (:A)-[:R]-{3,}(x) RETURN length(p)"
    assert column(session, text) == []


def test_shortest_path_prefers_the_shortest_that_satisfies_where(stops: DatabaseSession) -> None:
    text = (
        "MATCH p = shortestPath((:Stop {n: 'A'})-[:L*]->(:Stop {n: 'D'})) "
        "WHERE all(r IN relationships(p) WHERE r.km = 1) RETURN length(p)"
    )
    assert column(stops, text) == [3]


def test_all_shortest_paths_have_one_length(stops: DatabaseSession) -> None:
    text = "MATCH p = allShortestPaths(({n: 'A'})-[:L*]->({n: 'D'})) RETURN length(p)"
    assert column(stops, text) == [2, 2]
    assert rows(stops, text.replace("L*", "L*..1")) == []


def test_shortest_path_as_a_value(stops: DatabaseSession) -> None:
    text = (
        "MATCH (a {n: 'A'}), (x) WHERE x.n IN ['C', 'X'] "
        "RETURN length(shortestPath((a)-[:L*]->(x))) ORDER BY x.n"
    )
    assert column(stops, text) == [2, None]


def test_shortest_path_refuses_equal_ends(stops: DatabaseSession) -> None:
    error = failure(stops, "MATCH (a {n: 'A'}) MATCH p = shortestPath((a)-[*]->(a)) RETURN p")
    assert (error.code, error.gql_status) == (
        "Neo.DatabaseError.Statement.ExecutionFailed",
        "51N23",
    )
    assert error.message.startswith("The shortest path algorithm does not work when the start")


def test_the_number_of_paths_may_be_a_parameter(stops: DatabaseSession) -> None:
    text = "MATCH p = SHORTEST $k ({n: 'A'})-[:L]->+({n: 'D'}) RETURN length(p)"
    assert column(stops, text, k=2) == [2, 2]


def test_an_end_that_an_index_finds_is_found_first(stops: DatabaseSession) -> None:
    stops.run("CREATE CONSTRAINT stop FOR (s:Stop) REQUIRE s.n IS UNIQUE")
    text = "MATCH p = SHORTEST 1 (:Stop {n: 'A'})-[:L]->+(:Stop {n: 'D'}) RETURN p"
    assert operators(stops, text) == [
        "ProduceResults",
        "StatefulShortestPath(Into)",
        "CartesianProduct",
        "NodeUniqueIndexSeek",
        "NodeUniqueIndexSeek",
    ]
    text = "MATCH p = SHORTEST 1 (:Stop {n: 'A'})-[:L]->+(:Stop) RETURN p"
    assert operators(stops, text)[1:] == ["StatefulShortestPath(All)", "NodeUniqueIndexSeek"]
