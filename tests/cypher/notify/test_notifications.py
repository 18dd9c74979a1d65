"""What the engine says about statements that run, as Neo4j 2026.08 was seen to say it.

A case is a statement and, per notification, its status, its offset (``-`` for none) and its
message; ``notifications.txt`` beside this file has them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.result import Notification

CASES = Path(__file__).with_name("notifications.txt")


def cases() -> list[tuple[str, str, list[str]]]:
    """The language, the statement and the expected lines of each case."""
    found = []
    for block in CASES.read_text("utf-8").split("\n=== ")[1:]:
        language, _, rest = block.partition("\n")
        statement, _, expected = rest.partition("\n---\n")
        found.append((language, statement, expected.strip().splitlines()))
    return found


def line(notification: Notification) -> str:
    """A notification as the file writes it."""
    place = "-" if notification.position is None else str(notification.position.offset)
    return f"{notification.gql_status} {place} {notification.message}"


@pytest.fixture
def session() -> DatabaseSession:
    """A session on a database that knows the labels A and B, the type R and the keys x and y."""
    opened = Database().session()
    opened.run("CREATE (:A {x: 1, y: 2})-[:R {x: 1}]->(:B {x: 2})")
    return opened


@pytest.mark.parametrize(
    ("language", "statement", "expected"), cases(), ids=[statement for _, statement, _ in cases()]
)
def test_a_statement_draws_these_remarks(
    session: DatabaseSession, language: str, statement: str, expected: list[str]
) -> None:
    notes = session.run(statement, language=language).notifications
    assert sorted(map(line, notes)) == sorted(expected)


@pytest.mark.parametrize(
    ("statement", "title", "severity", "category"),
    [
        ("MATCH (n:Nope) RETURN n", "Statement.UnknownLabelWarning", "WARNING", "UNRECOGNIZED"),
        (
            "MATCH ()-[r:NOPE]->() RETURN r",
            "Statement.UnknownRelationshipTypeWarning",
            "WARNING",
            "UNRECOGNIZED",
        ),
        (
            "MATCH (n) RETURN n.nope",
            "Statement.UnknownPropertyKeyWarning",
            "WARNING",
            "UNRECOGNIZED",
        ),
        (
            "MATCH (n) RETURN id(n)",
            "Statement.FeatureDeprecationWarning",
            "WARNING",
            "DEPRECATION",
        ),
        ("MATCH (a), (b) RETURN 1", "Statement.CartesianProduct", "INFORMATION", "PERFORMANCE"),
        (
            "CYPHER runtime=pipelined RETURN 1",
            "Statement.RuntimeUnsupportedWarning",
            "WARNING",
            "UNSUPPORTED",
        ),
        ("DROP INDEX i IF EXISTS", "Schema.IndexOrConstraintDoesNotExist", "INFORMATION", "SCHEMA"),
    ],
)
def test_each_kind_has_its_code_severity_and_category(
    session: DatabaseSession, statement: str, title: str, severity: str, category: str
) -> None:
    (note,) = session.run(statement).notifications
    assert note.code == f"Neo.ClientNotification.{title}"
    assert (note.severity, note.category) == (severity, category)


def test_a_name_is_known_once_any_statement_has_written_it(session: DatabaseSession) -> None:
    """Neo4j never forgets a name, not by a delete and not by a rollback."""
    question = "MATCH (n:New {key: 1}) RETURN n"
    assert [note.gql_status for note in session.run(question).notifications] == ["01N50", "01N52"]
    session.begin()
    session.run("CREATE (:New {key: 1})")
    session.rollback()
    assert session.run(question).notifications == ()


def test_explain_says_what_running_would_say(session: DatabaseSession) -> None:
    said = session.run("MATCH (n:Nope) RETURN id(n)").notifications
    explained = session.run("EXPLAIN MATCH (n:Nope) RETURN id(n)").notifications
    assert [note.message for note in explained] == [note.message for note in said]


def test_a_hinted_index_is_looked_for_in_the_schema_of_the_moment(
    session: DatabaseSession,
) -> None:
    question = "MATCH (n:A) USING INDEX n:A(x) WHERE n.x = 1 RETURN n"
    assert [note.gql_status for note in session.run(question).notifications] == ["01N31"]
    session.run("CREATE INDEX FOR (n:A) ON (n.x)")
    assert session.run(question).notifications == ()
