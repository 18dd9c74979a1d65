"""Variable length parts whose ways do not count: only the nodes that they lead to."""

from __future__ import annotations

from random import Random

import pytest

from runner.cypher.database import DatabaseSession
from tests.cypher.running import operators, rows, session_with

PRUNED = "VarLengthExpand(Pruning,BFS,All)"
PRUNED_INTO = "VarLengthExpand(Pruning,BFS,Into)"
EVERY = "VarLengthExpand(All)"
EVERY_INTO = "VarLengthExpand(Into)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (a:A)-[:R*1..4]->(b) RETURN DISTINCT b", PRUNED),
        ("MATCH (a:A)-[:R*0..4]-(b) RETURN DISTINCT b", PRUNED),
        ("MATCH (a:A)<-[:R]-+(b) RETURN DISTINCT a, b.n", PRUNED),
        ("MATCH (a:A) ((x)-[:R]->(y) WHERE y.n > 1)+ (b) RETURN DISTINCT b", EVERY),
        ("MATCH (a:A) (()-[:R]->({n: 1}))+ (b) RETURN DISTINCT b", PRUNED),
        ("MATCH (a:A)-[:R*]->(b) RETURN count(DISTINCT b), max(b.n)", PRUNED),
        ("MATCH (a:A)-[:R*]->(b) WITH a, min(b.n) AS least RETURN least", PRUNED),
        ("MATCH (a:A)-[:R*]->(b) UNWIND b.l AS l MATCH (c {l: l}) RETURN DISTINCT c", PRUNED),
        ("MATCH (a:A)-[:R*]->(b) WITH b WHERE b.n > 1 RETURN DISTINCT b", PRUNED),
        ("MATCH (a:A), (b:B) MATCH (a)-[:R*]->(b) RETURN DISTINCT b", PRUNED_INTO),
        ("MATCH (a:A) WHERE EXISTS { (a)-[:R*]->(:B) } RETURN a", PRUNED),
        ("MATCH (a:A) WHERE (a)-[:R*]->(:B) RETURN a", PRUNED),
        ("MATCH (a:A) WHERE EXISTS { MATCH (a)-[:R*]->(b:B) RETURN b.n } RETURN a", PRUNED),
        # How often a row comes, or the way it came, is seen.
        ("MATCH (a:A)-[:R*1..4]->(b) RETURN b", EVERY),
        ("MATCH (a:A)-[:R*1..4]->(b) RETURN DISTINCT b, count(*)", EVERY),
        ("MATCH (a:A)-[:R*1..4]->(b) RETURN DISTINCT sum(b.n)", EVERY),
        ("MATCH (a:A)-[:R*1..4]->(b) WITH b LIMIT 3 RETURN DISTINCT b", EVERY),
        ("MATCH (a:A)-[:R*1..4]->(b) RETURN DISTINCT b, rand()", EVERY),
        ("MATCH (a:A)-[r:R*1..4]->(b) RETURN DISTINCT b, r", EVERY),
        ("MATCH p = (a:A)-[:R*1..4]->(b) RETURN DISTINCT b, p", EVERY),
        ("MATCH (a:A) WHERE COUNT { (a)-[:R*]->(:B) } > 1 RETURN a", EVERY),
        ("MATCH (a:A) WHERE EXISTS { MATCH (a)-[:R*]->(b) RETURN b SKIP 3 } RETURN a", EVERY),
        # A node may be reached only by a way that is longer than need be.
        ("MATCH (a:A)-[:R*2..4]->(b) RETURN DISTINCT b", EVERY),
        ("MATCH (a:A)-[:R*1..4]-(b) RETURN DISTINCT b", EVERY),
        ("MATCH (a:A) (()-[:R]->()-[:R]->())+ (b) RETURN DISTINCT b", EVERY),
        ("MATCH (a:A)-[:R*]->(b)-[:R]->(c) RETURN DISTINCT c", EVERY),
        ("MATCH (a:A)-[:R*]->(b)-[:S]->(c) RETURN DISTINCT c", PRUNED),
        ("MATCH (a:A), (b:B) MATCH (a)-[r:R*]->(b) RETURN DISTINCT b, r", EVERY_INTO),
    ],
)  # fmt: skip
def test_where_ways_are_pruned(text: str, expected: str) -> None:
    session = session_with("CREATE (:A {n: 1, l: [1]})-[:R]->(:B {n: 2})-[:S]->(:C)")
    assert [name for name in operators(session, text) if "VarLength" in name] == [expected]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "pattern",
    ["-[{}:R*]->", "-[{}:R*0..2]-", "<-[{}:R*1..3]-", "-[{}:R|S*0..]->", "-[{}*1..2]->"],
)
def test_the_nodes_are_those_of_all_ways(pattern: str, seed: int) -> None:
    """With a name for the relationships every way is gone; without one only the nodes are found."""
    random = Random(seed)
    session = session_with("UNWIND range(0, 7) AS n CREATE (:N {n: n})")
    for _ in range(10):
        create = f"CREATE (a)-[:{random.choice('RRS')}]->(b)"
        ends = {"a": random.randrange(8), "b": random.randrange(8)}
        session.run(f"MATCH (a:N {{n: $a}}), (b:N {{n: $b}}) {create}", ends)
    for match in ("MATCH (a:N){}(b)", "MATCH (a:N), (b:N) MATCH (a){}(b)"):
        text = match.format(pattern) + " RETURN DISTINCT a.n, b.n"
        pruned, whole = text.format(""), text.format("r").replace("DISTINCT", "DISTINCT r,")
        assert sorted(rows(session, pruned)) == sorted({tuple(r[1:]) for r in rows(session, whole)})
        assert any("Pruning" in name for name in operators(session, pruned))
        assert not any("Pruning" in name for name in operators(session, whole))


def test_ways_without_number_are_not_gone() -> None:
    """Sixty layers of two nodes have 2^60 ways through."""
    session: DatabaseSession = session_with(
        "UNWIND range(0, 60) AS l UNWIND [0, 1] AS n CREATE (:L {l: l, n: n})",
        "MATCH (a:L), (b:L) WHERE b.l = a.l + 1 CREATE (a)-[:R]->(b)",
    )
    text = "MATCH (:L {l: 0, n: 0})-[:R*]->(b) RETURN count(DISTINCT b)"
    assert rows(session, text) == [(120,)]
    text = "MATCH (a:L) WHERE EXISTS { (a)-[:R*]->(:M) } RETURN a"
    assert rows(session, text) == []
