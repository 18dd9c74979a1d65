"""What is committed by CALL … IN TRANSACTIONS before an error, and where an Eager stands for it."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database
from runner.errors import EngineError
from tests.cypher.running import operators

ROW = "IN TRANSACTIONS OF 1 ROW"


def _has_eager(statement: str) -> bool:
    return "Eager" in operators(Database().session("25"), statement)


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (q:A) WITH q, 6 / q.k AS x CALL (q) { SET q.k = 1 }",
        "MATCH (q:A) LET x = 6 / q.k CALL (q) { SET q += {k: 1} RETURN 1 AS one }",
        "OPTIONAL MATCH (q) FILTER 6 / q.k > 1 CALL (q) { REMOVE q.k }",
        "MATCH (q:A) LET x = 6 / q.k CALL (q) { DETACH DELETE q }",
        "MATCH (q:A) LET x = q:B CALL (q) { SET q:B }",
    ],
)
def test_the_node_of_the_row_alone_needs_none(statement: str) -> None:
    tail = " RETURN one" if "RETURN" in statement else ""
    assert not _has_eager(f"{statement} {ROW}{tail}")


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (q:A) LET x = 6 / q.k, p = q CALL (p) { SET p.k = 1 }",
        "MATCH (q:A)--(p) LET x = 6 / q.k CALL (q) { SET q.k = 1 }",
        "MATCH (q:A), (p:B) LET x = 6 / q.k CALL (q) { SET q.k = 1 }",
        "MATCH (q:A) LET x = 6 / q.k CALL (q) { MATCH (m:A) SET m.k = 1 }",
        "MATCH (q:A) LET x = 6 / q.k CALL (q) { CREATE (:A {k: 1}) }",
        "MATCH (q:A) LET x = COUNT { (n) WHERE n.k = 1 } CALL (q) { SET q.k = 1 }",
    ],
)
def test_other_nodes_need_one(statement: str) -> None:
    assert _has_eager(f"{statement} {ROW}")


def test_what_earlier_rows_did_stays() -> None:
    session = Database().session("25")
    session.run("UNWIND [3, 2, 0, 1] AS k CREATE (:A {k: k})")
    with pytest.raises(EngineError) as caught:
        session.run(f"MATCH (q:A) LET x = 6 / q.k CALL (q, x) {{ SET q.k = x }} {ROW}")
    assert caught.value.message == "/ by zero (Transactions committed: 2)"
    assert session.run("MATCH (q:A) RETURN q.k").rows == [(2,), (3,), (0,), (1,)]


def test_writes_after_transactions_of_their_own_are_in_none_of_them() -> None:
    session = Database().session("25")
    with pytest.raises(EngineError) as caught:
        session.run(f"UNWIND [1, 0] AS k CALL (k) {{ CREATE (:B) }} {ROW} CREATE (:C {{i: 6 / k}})")
    assert caught.value.message == "/ by zero (Transactions committed: 2)"
    assert session.run("MATCH (n) RETURN labels(n)").rows == [(["B"],), (["B"],)]


def test_what_another_transaction_deleted_has_nothing() -> None:
    session = Database().session("25")
    start = f"MATCH p = (q:A)-[r]->() CALL (q) {{ DETACH DELETE q }} {ROW} RETURN "
    for value, expected in (
        ("q.k", None),
        ("labels(q)", []),
        ("q {.k, .*}", {"k": None}),
        ("type(r)", None),
        ("properties(r)", {}),
        ("keys(r)", []),
        ("length(p)", 1),
    ):
        session.run("CREATE (:A {k: 1})-[:R {w: 2}]->(:B)")
        assert session.run(f"{start}{value} AS x").rows == [(expected,)], value
    session.run("CREATE (:A {k: 1})-[:R {w: 2}]->(:B)")
    with pytest.raises(EngineError) as caught:
        session.run(f"{start}[q] AS x")
    assert (caught.value.code, caught.value.gql_status) == (
        "Neo.TransientError.Transaction.Outdated",
        "25N11",
    )
