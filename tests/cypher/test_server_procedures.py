"""Procedures about statistics and the server, the maker of vector indexes, and graph functions."""

from __future__ import annotations

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import EngineError

_VECTOR = "CALL db.index.vector.createNodeIndex('v', 'A', 'p', 3, 'Cosine')"


def failure(session: DatabaseSession, text: str) -> EngineError:
    with pytest.raises(EngineError) as caught:
        session.run(text)
    return caught.value


def test_the_names_in_use_are_statistics() -> None:
    session = Database().session()
    session.run("CREATE (:B {q: 1})-[:R]->(:A {p: 1})")
    data = {"labels": ["B", "A"], "propertyKeys": ["q", "p"], "relationshipTypes": ["R"]}
    assert session.run("CALL db.stats.retrieve('tokens')").rows == [("TOKENS", data)]


def test_no_statement_is_recorded() -> None:
    session = Database().session()
    assert session.run("CALL db.stats.status()").rows == [("QUERIES", "idle", {})]
    assert session.run("CALL db.stats.retrieve('QUERIES')").rows == []
    stopped = session.run("CALL db.stats.stop('QUERIES')").rows
    assert stopped == [("QUERIES", True, "Collector is idle, no collection ongoing.")]
    assert session.run("CALL db.stats.clear('QUERIES')").rows == [
        ("QUERIES", True, "Data cleared.")
    ]


@pytest.mark.parametrize("section", ["META", "graph counts"])
def test_what_only_a_server_measures_is_refused(section: str) -> None:
    error = failure(Database().session(), f"CALL db.stats.retrieve('{section}')")
    assert error.code == "Neo.ClientError.Procedure.ProcedureCallFailed"
    assert error.message == (
        "Failed to invoke procedure `db.stats.retrieve`: the embedded engine does not support the "
        f"section '{section.upper()}'"
    )


def test_the_server_has_an_id_that_stays() -> None:
    session = Database().session()
    [[identity, name, created]] = session.run("CALL dbms.info()").rows
    assert isinstance(identity, str)
    assert (len(identity), name, created) == (64, "system", None)
    assert session.run("CALL dbms.info() YIELD id").rows == [(identity,)]


def test_cypher_5_makes_a_vector_index_by_a_procedure() -> None:
    session = Database().session("5")
    made = session.run(_VECTOR)
    assert made.counters.as_dict() == {}
    shown = "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options WHERE name = 'v'"
    [[*rule, options]] = session.run(shown).rows
    assert rule == ["v", "VECTOR", ["A"], ["p"]]
    assert isinstance(options, dict)
    config = options["indexConfig"]
    assert isinstance(config, dict)
    assert config["vector.dimensions"] == 3
    assert config["vector.similarity_function"] == "COSINE"


def test_an_index_that_there_is_is_not_made_again() -> None:
    session = Database().session("5")
    session.run(_VECTOR)
    for text, status, exception in (
        (_VECTOR, "22N70", "EquivalentSchemaRuleAlreadyExistsException"),
        (_VECTOR.replace("'v'", "'w'"), "22N70", "AlreadyIndexedException"),
        (_VECTOR.replace("'A'", "'B'"), "22N71", "IndexWithNameAlreadyExistsException"),
    ):
        error = failure(session, text)
        assert error.gql_status == "52N37"
        assert error.cause is not None
        assert error.cause.gql_status == status
        assert f"Caused by: org.neo4j.kernel.api.exceptions.schema.{exception}: " in error.message


def test_cypher_25_has_no_such_procedure() -> None:
    error = failure(Database().session(), _VECTOR)
    assert error.code == "Neo.ClientError.Procedure.ProcedureNotFound"


def test_use_finds_the_database_of_an_element_id() -> None:
    session = Database().session()
    [[identity]] = session.run("CREATE (n) RETURN elementId(n)").rows
    assert isinstance(identity, str)
    assert session.run(f"USE graph.byElementId('{identity}') MATCH (n) RETURN count(n)").rows == [
        (1,)
    ]
    other = "4:af6fd6c4-0e5d-4e68-96e1-4f3bb9b7a4c5:1"
    error = failure(session, f"USE graph.byElementId('{other}') RETURN 1")
    assert error.code == "Neo.ClientError.Database.DatabaseNotFound"
    assert error.message == (
        f"No database is corresponding to `graph.byElementId({other})`. Verify that the elementId "
        "is correct."
    )


def test_use_of_an_element_id_that_is_no_text_is_refused() -> None:
    error = failure(Database().session(), "USE graph.byElementId($id) RETURN 1")
    assert error.message.startswith(
        "The embedded engine does not support this argument of graph.byElementId() (line 1, column "
    )


def test_use_of_a_name_that_is_computed_is_for_composite_databases() -> None:
    error = failure(Database().session(), "USE graph.byName('neo4j') RETURN 1")
    assert error.cause is not None
    assert error.cause.gql_status == "42N72"
    assert error.message.startswith(
        "Dynamic graph lookup not allowed here. This feature is only available on composite "
        'databases.\nAttempted to access graph graph.byName("neo4j") (line 1, column 1 (offset: 0))'
    )
