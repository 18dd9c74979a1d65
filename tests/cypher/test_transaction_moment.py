"""The clocks of a statement and of its transaction."""

from __future__ import annotations

from time import sleep

from runner.cypher.database import Database


def test_a_transaction_has_one_moment_and_each_later_statement_its_own() -> None:
    """The first statement has the transaction's, however late it comes."""
    session = Database().session()
    moments = "RETURN datetime.transaction() AS t, datetime.statement() AS s"
    session.begin()
    sleep(0.005)
    (first,) = session.run(moments).rows
    sleep(0.005)
    (second,) = session.run(moments).rows
    session.rollback()
    assert first[0] == first[1] == second[0]
    assert second[1] != first[1]


def test_outside_a_transaction_both_are_the_same() -> None:
    (row,) = Database().session().run("RETURN datetime.transaction() = datetime() AS same").rows
    assert row == (True,)
