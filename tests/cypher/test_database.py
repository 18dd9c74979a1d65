"""Sessions on a database: transactions, parameters, results, EXPLAIN and PROFILE, time-outs."""

from __future__ import annotations

import re

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import EngineError, StatementTimeout, UsageError
from runner.values import Node, Path, Relationship
from tests.cypher.running import column, failure, rows, session_with


@pytest.fixture
def session() -> DatabaseSession:
    return Database().session()


def count(session: DatabaseSession) -> int:
    """How many nodes there are."""
    (found,) = column(session, "MATCH (n) RETURN count(n)")
    assert isinstance(found, int)
    return found


def test_entities_come_as_copies_with_ids(session: DatabaseSession) -> None:
    text = "CREATE p = (a:B:A {k: [1, 2]})-[r:T {w: 1}]->(b) RETURN a, r, p"
    ((a, r, p),) = session.run(text).rows
    assert isinstance(a, Node)
    assert isinstance(r, Relationship)
    assert isinstance(p, Path)
    assert (a.labels, a.properties) == (("B", "A"), {"k": [1, 2]})
    assert re.fullmatch(r"4:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:0", a.element_id)
    assert r.element_id == a.element_id.replace("4:", "5:", 1)
    assert (r.type, r.start, r.end, r.properties) == ("T", 0, 1, {"w": 1})
    assert p == Path((a, p.nodes[1]), (r,))


def test_rows_show_what_entities_are_in_the_end(session: DatabaseSession) -> None:
    ((node,),) = session.run("CREATE (a {x: 1}) WITH a, 1 AS one SET a.x = 2 RETURN a").rows
    assert isinstance(node, Node)
    assert node.properties == {"x": 2}


def test_deleted_entities_come_back_empty(session: DatabaseSession) -> None:
    session.run("CREATE (:A {x: 1})-[:R {w: 1}]->(:B)")
    ((a, r),) = session.run("MATCH (a:A)-[r]->() DETACH DELETE a RETURN a, r").rows
    assert isinstance(a, Node)
    assert isinstance(r, Relationship)
    assert (a.id, a.labels, a.properties) == (0, (), {})
    assert (r.type, r.properties) == ("", {})


def test_a_failed_statement_leaves_nothing_behind(session: DatabaseSession) -> None:
    error = failure(session, "UNWIND [1, 0] AS x CREATE (:A {x: 1 / x})")
    assert (error.code, error.gql_status) == ("Neo.ClientError.Statement.ArithmeticError", "22012")
    assert count(session) == 0


def test_what_fails_at_commit_is_undone(session: DatabaseSession) -> None:
    session.run("CREATE (:A)-[:R]->(:B)")
    error = failure(session, "MATCH (a:A) DELETE a")
    assert error.gql_status == "G1001"
    assert column(session, "MATCH (:A)-[r:R]->() RETURN count(r)") == [1]


def test_a_transaction_is_kept_or_undone_as_a_whole(session: DatabaseSession) -> None:
    session.begin()
    session.run("CREATE (:A)")
    assert session.in_transaction
    assert count(session) == 1
    session.rollback()
    assert count(session) == 0
    session.begin()
    session.run("CREATE (:A)")
    session.commit()
    assert count(session) == 1


def test_after_an_error_a_transaction_runs_nothing_more(session: DatabaseSession) -> None:
    session.begin()
    session.run("CREATE (:A)")
    failure(session, "RETRUN 1")
    error = failure(session, "RETURN 1")
    assert error.code == "Neo.ClientError.Transaction.TransactionMarkedAsFailed"
    with pytest.raises(EngineError, match="has failed and can only be rolled back"):
        session.commit()
    assert not session.in_transaction
    assert count(session) == 0


def test_schema_and_data_do_not_mix_in_a_transaction(session: DatabaseSession) -> None:
    session.begin()
    session.run("CREATE INDEX i FOR (n:L) ON (n.p)")
    error = failure(session, "CREATE (:A)")
    assert (error.code, error.gql_status, error.message) == (
        "Neo.ClientError.Transaction.ForbiddenDueToTransactionType",
        "25N01",
        "Tried to execute Write query after executing Schema modification",
    )
    session.rollback()
    assert column(session, "SHOW RANGE INDEXES YIELD name") == []


def test_closing_a_session_undoes_its_transaction(session: DatabaseSession) -> None:
    session.begin()
    session.run("CREATE (:A)")
    session.close()
    assert count(session.database.session()) == 0


def test_transactions_are_begun_and_ended_in_turn(session: DatabaseSession) -> None:
    with pytest.raises(UsageError, match="no transaction is open"):
        session.commit()
    session.begin()
    with pytest.raises(UsageError, match="a transaction is open already"):
        session.begin()


def test_subqueries_in_transactions_keep_what_was_committed(session: DatabaseSession) -> None:
    text = "UNWIND [1, 2, 0, 4] AS x CALL (x) { CREATE (:T {x: 4 / x}) } IN TRANSACTIONS OF 1 ROW"
    error = failure(session, text)
    assert error.message == "/ by zero (Transactions committed: 2)"
    assert column(session, "MATCH (t:T) RETURN t.x") == [4, 2]
    result = session.run(
        text + " ON ERROR BREAK REPORT STATUS AS s RETURN x, s.started, s.committed"
    )
    assert result.rows == [(1, True, True), (2, True, True), (0, True, False), (4, False, False)]
    assert result.counters.nodes_created == 2


def test_subqueries_in_transactions_need_no_open_transaction(session: DatabaseSession) -> None:
    session.begin()
    error = failure(session, "UNWIND [1] AS x CALL (x) { CREATE (:T) } IN TRANSACTIONS")
    assert (error.code, error.gql_status) == (
        "Neo.DatabaseError.Transaction.TransactionStartFailed",
        "25N17",
    )


def test_a_missing_parameter_is_named(session: DatabaseSession) -> None:
    error = failure(session, "RETURN $a + $b", c=1)
    assert (error.code, error.message) == (
        "Neo.ClientError.Statement.ParameterMissing",
        "Expected parameter(s): a, b",
    )
    assert error.cause is not None
    assert (error.cause.gql_status, error.cause.message) == (
        "42N81",
        "Expected $`a` and $`b`, but got $`c`.",
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (2**63, "parameter $p: 9223372036854775808 does not fit in 64 bits"),
        ([{"k": -(2**63) - 1}], "parameter $p: -9223372036854775809 does not fit in 64 bits"),
        ({1: 2}, "parameter $p: the key 1 of a map is no string"),
        ({1, 2}, "parameter $p: set is no type of Cypher"),
    ],
)
def test_a_value_that_no_parameter_can_be_is_refused(
    session: DatabaseSession, value: object, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        session.run("RETURN $p", {"p": value})  # type: ignore[dict-item]
    assert str(caught.value) == message


def test_results_share_nothing_with_parameters_and_properties(session: DatabaseSession) -> None:
    given: list[int] = [1, 2]
    ((returned, node),) = session.run("CREATE (n {l: $l}) RETURN $l, n", {"l": given}).rows  # type: ignore[dict-item]
    assert isinstance(node, Node)
    returned.append(3)  # type: ignore[union-attr]
    node.properties["l"].append(4)  # type: ignore[union-attr]
    given.append(5)
    assert rows(session, "MATCH (n) RETURN n.l") == [([1, 2],)]


def test_tuples_are_lists(session: DatabaseSession) -> None:
    assert rows(session, "RETURN $p", p=(1, (2,))) == [([1, [2]],)]


def test_explain_plans_and_runs_nothing(session: DatabaseSession) -> None:
    result = session.run("EXPLAIN CREATE (n:A {x: $missing}) RETURN n.x AS x")
    assert (result.columns, result.rows, result.counters.as_dict()) == (("x",), [], {})
    assert str(result.plan).splitlines()[0] == "+ProduceResults x"
    assert count(session) == 0


def test_profile_counts_the_rows_of_every_operator() -> None:
    session = session_with("UNWIND [1, 2, 3] AS x CREATE (:A {x: x})")
    text = "PROFILE MATCH (a:A) WHERE a.x > 1 OPTIONAL MATCH (a)-->(b) RETURN a.x"
    for _ in range(2):
        result = session.run(text)
        assert str(result.plan).splitlines() == [
            "+ProduceResults a.x [2 rows]",
            "+Projection a.x [2 rows]",
            "+Apply [2 rows]",
            "| +Optional b [2 rows]",
            "| +Expand(All) (a)-->(b) [0 rows]",
            "| +Argument [2 rows]",
            "+Filter a.x > 1 [2 rows]",
            "+NodeByLabelScan a:A [3 rows]",
        ]
        assert result.rows == [(2,), (3,)]


def test_a_statement_that_takes_too_long_is_undone(session: DatabaseSession) -> None:
    text = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b CREATE (:A)"
    with pytest.raises(StatementTimeout, match=r"time limit of 0\.05 s"):
        session.run(text, timeout=0.05)
    assert count(session) == 0


def test_the_moment_is_the_same_throughout_a_statement(session: DatabaseSession) -> None:
    text = "WITH datetime() AS t UNWIND range(1, 2000) AS i RETURN count(DISTINCT datetime()), t"
    ((different, moment),) = session.run(text).rows
    assert different == 1
    assert moment.nanos % 1_000_000 == 0  # type: ignore[union-attr]


def test_a_session_has_a_language(session: DatabaseSession) -> None:
    old = session.database.session("5")
    error = failure(old, "LET a = 1 RETURN a")
    assert (error.gql_status, error.position is not None) == ("42001", True)
    assert column(old, "CYPHER 25 LET a = 1 RETURN a") == [1]


def test_plans_depend_on_the_types_of_parameters(session: DatabaseSession) -> None:
    assert column(session, "RETURN $x - 1", x=3) == [2]
    error = failure(session, "RETURN $x - 1", x="a")
    assert (error.code, error.gql_status) == ("Neo.ClientError.Statement.SyntaxError", "22G03")
    assert column(session, "RETURN $x - 1", x=4) == [3]


@pytest.mark.parametrize(
    "text",
    [
        "RETURN reduce(list = [], i IN range(1, 5000) | [list]) AS deep",
        "WITH 1 AS one, reduce(list = [], i IN range(1, 5000) | [list]) AS deep RETURN deep = deep",
    ],
)
def test_a_value_that_is_nested_too_deeply_is_an_error(text: str, session: DatabaseSession) -> None:
    """In the rows of a result as in an expression; nothing of the statement is kept."""
    error = failure(session, f"CREATE (:Kept) {text}")
    assert error.code == "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
    assert error.message == (
        "The embedded engine's limit would be exceeded: this statement, or a value of it, is "
        "nested too deeply."
    )
    assert count(session) == 0


def test_a_parameter_that_holds_itself_is_refused(session: DatabaseSession) -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(UsageError) as caught:
        session.run("RETURN $x", {"x": endless})  # type: ignore[dict-item]
    assert str(caught.value) == "a parameter is nested too deeply, or holds itself"
