"""A search from both ends finds what the search from one end finds."""

from __future__ import annotations

from random import Random

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import operators, rows, session_with

PATTERNS = [
    "-[:R]->+",
    "-[:R|S]-{2,4}",
    "-[*0..3]-",
    "((x)-[:R]->(y)-[:S]->(z))+",
    "((x)-[:R]->(y)-[:S]-(z)){0,2}",
    "-[:R]->(m:Even)-[:R|S]-*",
    "-[:S]->*(m:Even)<-[:R]-+",
    "((x)-[r:R]->(y) WHERE x.n < y.n){1,3}(m)-[:S]->",
    "((x)-[r:R]-(y) WHERE x.n < y.n AND r.w > 2)+",
]


def _graph(seed: int) -> DatabaseSession:
    random = Random(seed)
    session = session_with("UNWIND range(0, 7) AS n CREATE (:N {n: n})")
    session.run("MATCH (x:N) WHERE x.n % 2 = 0 SET x:Even")
    for _ in range(random.randint(8, 16)):
        ends = {"a": random.randrange(8), "b": random.randrange(8), "w": random.randrange(6)}
        create = f"CREATE (a)-[:{random.choice('RS')} {{w: $w}}]->(b)"
        text = f"MATCH (a:N {{n: $a}}), (b:N {{n: $b}}) {create}"
        session.run(text, ends)
    return session


def _found(session: DatabaseSession, selector: str, pattern: str, ends: str, wanted: str) -> object:
    """Per pair of ends what `wanted` says of each of the paths; `ends` says which are bound."""
    text = f"MATCH {ends} MATCH p = {selector} (a){pattern}(b) RETURN a.n, b.n, {wanted}"
    return sorted(rows(session, text))


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("seed", range(4))
def test_both_ends_bound_or_one(pattern: str, seed: int) -> None:
    session = _graph(seed)
    length = "length(p)"
    path = "[n IN nodes(p) | n.n], [r IN relationships(p) | id(r)]"
    for selector, wanted in (
        ("ANY", length),
        ("SHORTEST 3", length),
        ("ALL SHORTEST", path),
        ("SHORTEST 2 GROUPS", path),
    ):
        one = _found(session, selector, pattern, "(a:N)", wanted)
        both = _found(session, selector, pattern, "(a:N), (b:N)", wanted)
        assert both == one


def test_the_operators_are_those_that_are_compared() -> None:
    session = _graph(0)
    text = "MATCH {} MATCH p = SHORTEST 1 (a)-[:R]->+(b) RETURN p"
    assert "StatefulShortestPath(Into)" in operators(session, text.format("(a:N), (b:N)"))
    assert "StatefulShortestPath(All)" in operators(session, text.format("(a:N)"))


def test_of_many_ways_only_those_that_lead_there_soon_are_gone() -> None:
    """Sixty layers of two nodes have 2^60 ways through; the tenth best comes at once."""
    session = session_with(
        "UNWIND range(0, 60) AS l UNWIND [0, 1] AS n CREATE (:L {l: l, n: n})",
        "MATCH (a:L), (b:L) WHERE b.l = a.l + 1 CREATE (a)-[:R]->(b)",
        "MATCH (a:L {l: 0, n: 0}), (b:L {l: 60, n: 0}) CREATE (a)-[:R]->(b)",
        "MATCH (a:L {l: 0, n: 0}) CREATE (a)-[:R]->(:L {l: -1})-[:R]->(:L {l: -2})",
    )
    text = (
        "MATCH p = SHORTEST 10 (:L {l: 0, n: 0})-[:R]->+(:L {l: 60, n: 0}) RETURN length(p) AS hops"
    )
    session.run("CREATE INDEX FOR (x:L) ON (x.l, x.n)")
    assert rows(session, text) == [(1,)] + [(60,)] * 9
