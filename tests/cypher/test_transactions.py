"""SHOW TRANSACTIONS lists the open transactions of a database; TERMINATE TRANSACTIONS ends them."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import EngineError, LockTimeout
from runner.values import Value

OWN = "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery AS q WHERE q <> '' RETURN id"


def one(session: DatabaseSession, text: str, **parameters: object) -> object:
    """The one value of a statement's one row."""
    [[value]] = session.run(text, parameters).rows  # type: ignore[arg-type]
    return value


def assert_terminated(error: EngineError) -> None:
    assert error.code == "Neo.ClientError.Transaction.Terminated"
    assert error.gql_status == "25N14"
    assert error.message.startswith("The transaction has been terminated. Retry your operation")


def test_a_statement_sees_itself_and_the_open_transactions_of_others() -> None:
    database = Database()
    other, session = database.session(), database.session()
    other.begin()
    other.run("CREATE (:A)")
    text = "SHOW TRANSACTIONS YIELD transactionId, currentQuery, status, currentQueryStatus"
    found = session.run(text).rows
    assert found == [
        ("neo4j-transaction-1", None, "Running", None),
        ("neo4j-transaction-2", text, "Running", "running"),
    ]
    other.commit()
    assert session.run(text).rows == [("neo4j-transaction-3", text, "Running", "running")]


def test_to_cypher_5_a_transaction_without_a_statement_has_empty_texts() -> None:
    database = Database()
    other, session = database.session(), database.session("5")
    other.begin()
    text = "SHOW TRANSACTION 'neo4j-transaction-1' YIELD currentQuery, currentQueryId, parameters"
    assert session.run(text).rows == [("", "", {})]


def test_the_columns_are_those_of_the_language() -> None:
    session = Database().session()
    modern = session.run("SHOW TRANSACTIONS YIELD *").columns
    old = session.run("SHOW TRANSACTIONS YIELD *", language="5").columns
    assert len(old) == 39
    assert modern == (*old, "currentQueryProgress")


def test_what_a_statement_did_so_far_is_its_progress() -> None:
    text = "CREATE (:A {p: 1}) WITH * SHOW TRANSACTIONS YIELD currentQueryProgress AS p RETURN p"
    progress = one(Database().session(), text)
    assert isinstance(progress, dict)
    assert {name: count for name, count in progress.items() if count} == {
        "nodesCreated": 1,
        "labelsAdded": 1,
        "propertiesSet": 1,
    }


def test_parameters_and_metadata_are_shown() -> None:
    session = Database().session()
    session.begin()
    session.run("CALL tx.setMetaData({a: 1})")
    text = "SHOW TRANSACTIONS YIELD metaData, parameters RETURN metaData.a + parameters.x AS sum"
    assert one(session, text, x=2) == 3


def test_a_terminated_transaction_is_undone_and_lets_others_write() -> None:
    database = Database()
    other, session = database.session(), database.session()
    other.begin()
    other.run("CREATE (:A)")
    with pytest.raises(LockTimeout):
        session.run("CREATE (:B)")
    found = session.run("TERMINATE TRANSACTION 'neo4j-transaction-1'")
    assert found.columns == ("transactionId", "username", "message")
    assert found.rows == [("neo4j-transaction-1", "", "Transaction terminated.")]
    session.run("CREATE (:B)")
    status = one(session, "SHOW TRANSACTION 'neo4j-transaction-1' YIELD status RETURN status")
    assert status == ("Terminated with reason: Status.Code[Neo.ClientError.Transaction.Terminated]")
    with pytest.raises(EngineError) as caught:
        other.run("RETURN 1")
    assert_terminated(caught.value)
    other.rollback()
    assert one(session, "MATCH (n) RETURN labels(n) AS l") == ["B"]


def test_a_terminated_transaction_cannot_be_committed() -> None:
    database = Database()
    other, session = database.session(), database.session()
    other.begin()
    other.run("CREATE (:A)")
    session.run("TERMINATE TRANSACTIONS 'neo4j-transaction-1'")
    with pytest.raises(EngineError) as caught:
        other.commit()
    assert_terminated(caught.value)
    assert one(session, "MATCH (n) RETURN count(n)") == 0
    assert one(session, OWN) == "neo4j-transaction-4"


def test_a_transaction_that_ends_itself_keeps_nothing() -> None:
    session = Database().session()
    text = "SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t YIELD message"
    with pytest.raises(EngineError) as caught:
        session.run(f"CREATE (:A) WITH * {text} RETURN message")
    assert_terminated(caught.value)
    assert one(session, "MATCH (n) RETURN count(n)") == 0


def test_the_statement_that_ends_its_transaction_is_the_last_of_it() -> None:
    session = Database().session()
    session.begin()
    name = one(session, OWN)
    text = "TERMINATE TRANSACTIONS $id YIELD message RETURN message"
    assert one(session, text, id=name) == "Transaction terminated."
    with pytest.raises(EngineError) as caught:
        session.run("RETURN 1")
    assert_terminated(caught.value)


def test_ids_are_given_by_parameters_and_lists() -> None:
    session = Database().session()
    names: list[Value] = ["neo4j-transaction-91", "NEO4J-transaction-092", "neo4j-transaction-91"]
    found = session.run("TERMINATE TRANSACTIONS $ids", {"ids": names}).rows
    assert found == [
        ("neo4j-transaction-91", None, "Transaction not found."),
        ("neo4j-transaction-92", None, "Transaction not found."),
    ]
