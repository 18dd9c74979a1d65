"""The table of procedures and what the SHOW commands list, without a planner around them."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.eval.runtime import State
from runner.cypher.procedures.show import show_table
from runner.cypher.procedures.table import Registry, lookup
from runner.cypher.store.definitions import (
    create_constraint,
    create_index,
    new_constraint,
    new_index,
)
from runner.cypher.store.graph import Graph
from runner.cypher.store.property_types import PropertyType
from runner.cypher.store.transaction import Transaction
from runner.errors import EngineError
from runner.result import Counters
from runner.values import DateTime


@pytest.fixture
def state() -> State:
    return State(Transaction(Graph()), {}, DateTime(0, 0, 0), Counters())


def call(state: State, name: str, *arguments: Any, language: str = "25") -> list[tuple[Any, ...]]:
    """The rows of a built-in procedure."""
    procedure = lookup(name, None, language)
    assert procedure is not None
    return [tuple(row) for row in procedure.call(state, *arguments)]


def show(
    state: State, what: str, words: str | None = None, language: str = "25"
) -> list[dict[str, Any]]:
    """The rows of a SHOW command by column, all columns."""
    table = show_table(what, words, language)
    assert table is not None
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows(state)]


def constrain(state: State) -> None:
    """One constraint of every kind."""
    transaction = state.transaction
    schema = transaction.graph.schema
    type_ = PropertyType(("STRING", "LIST<STRING NOT NULL>"))
    for name, kind, entity, label, properties in (
        ("uniq", "UNIQUENESS", "NODE", "L", ("a", "b")),
        ("rel_uniq", "UNIQUENESS", "RELATIONSHIP", "T", ("p",)),
        ("key", "KEY", "NODE", "K", ("k",)),
        ("rel_key", "KEY", "RELATIONSHIP", "RK", ("k",)),
        ("exists", "EXISTENCE", "NODE", "L", ("e",)),
        ("rel_exists", "EXISTENCE", "RELATIONSHIP", "T", ("e",)),
        ("typed", "TYPE", "NODE", "L", ("t",)),
        ("rel_typed", "TYPE", "RELATIONSHIP", "T", ("t",)),
    ):
        of_type = type_ if kind == "TYPE" else None
        create_constraint(
            transaction, new_constraint(schema, name, kind, entity, label, properties, of_type)
        )


def test_names_in_use(state: State) -> None:
    transaction = state.transaction
    a = transaction.create_node(["Zeta"], {"p": 1})
    b = transaction.create_node(["Alpha"], {"q": 1})
    transaction.create_relationship("R", a, b, {"w": 1})
    gone = transaction.create_node(["Gone"], {})
    transaction.delete_node(gone)
    transaction.set_property(a, "p", None)
    assert call(state, "db.labels") == [("Zeta",), ("Alpha",)]
    assert call(state, "db.relationshipTypes") == [("R",)]
    assert call(state, "db.propertyKeys") == [("p",), ("q",), ("w",)]


def test_property_types(state: State) -> None:
    transaction = state.transaction
    a = transaction.create_node(["Q", "P"], {"name": "A", "age": 1})
    transaction.create_node(["P", "Q"], {"name": "B", "age": 1.5})
    transaction.create_node(["P", "Q"], {"name": ["B"]})
    transaction.create_node([], {})
    transaction.create_relationship("R", a, a, {"w": 1.5})
    assert call(state, "db.schema.nodeTypeProperties") == [
        (
            ":`P`:`Q`",
            ["P", "Q"],
            "name",
            ["LIST<STRING NOT NULL> NOT NULL", "STRING NOT NULL"],
            True,
        ),
        (":`P`:`Q`", ["P", "Q"], "age", ["FLOAT NOT NULL", "INTEGER NOT NULL"], False),
        ("", [], None, None, False),
    ]
    assert call(state, "db.schema.nodeTypeProperties", language="5")[:2] == [
        (":`P`:`Q`", ["P", "Q"], "name", ["String", "StringArray"], True),
        (":`P`:`Q`", ["P", "Q"], "age", ["Double", "Long"], False),
    ]
    assert call(state, "db.schema.relTypeProperties") == [(":`R`", "w", ["FLOAT NOT NULL"], True)]


def test_visualization(state: State) -> None:
    transaction = state.transaction
    a, b = transaction.create_node(["A"], {}), transaction.create_node(["B"], {})
    for _ in range(2):
        transaction.create_relationship("R", a, b, {})
    ((nodes, relationships),) = call(state, "db.schema.visualization")
    assert [list(node.labels) for node in nodes] == [["A"], ["B"]]
    assert nodes[0].properties == {"name": "A", "indexes": [], "constraints": []}
    assert [(r.type, r.start, r.end) for r in relationships] == [("R", *nodes)]
    assert all(node.id < 0 for node in nodes)


def test_waiting_for_indexes(state: State) -> None:
    assert call(state, "db.awaitIndexes") == []
    assert call(state, "db.awaitIndexes", 10) == []
    assert call(state, "db.awaitIndex", "index_343aff4e", 10) == []
    for name in ("db.awaitIndex", "db.resampleIndex"):
        with pytest.raises(EngineError) as caught:
            call(state, name, "nope")
        assert caught.value.message == "No such index 'nope'"
        assert caught.value.code == "Neo.ClientError.Schema.IndexNotFound"
        assert caught.value.gql_status == "22N69"
        assert caught.value.cause is not None
        assert caught.value.cause.gql_status == "52N02"


def test_about_the_database(state: State) -> None:
    assert call(state, "db.ping") == [(True,)]
    assert call(state, "dbms.components") == [
        ("Neo4j Kernel", ["2026.08.1"], "enterprise"),
        ("Cypher", ["5", "25"], ""),
    ]
    assert [row[1] for row in call(state, "db.info")] == ["neo4j"]
    assert [row[0] for row in call(state, "dbms.listConfig", "default_language")] == [
        "db.query.default_language"
    ]


def test_lookup_knows_versions_and_case() -> None:
    found = lookup("DB.LABELS")
    assert found is not None
    assert found.signature == "db.labels() :: (label :: STRING)"
    found = lookup("db.awaitIndex")
    assert found is not None
    assert found.signature == (
        "db.awaitIndex(indexName :: STRING, timeOutSeconds = 300 :: INTEGER)"
    )
    assert lookup("db.indexes") is None


def test_procedures_of_ones_own(state: State) -> None:
    registry = Registry()
    registry.register_table(
        "test.my.proc(name :: STRING?, id :: NUMBER?) :: (city :: STRING?, code :: INTEGER?)",
        [["Andres", 1, "Malmö", 46], ["Tobias", 1, "Malmö", 46], ["Andres", 1, "Lund", None]],
    )
    found = lookup("test.my.proc", registry)
    assert found is not None
    assert [p.type for p in found.parameters] == ["STRING", "INTEGER | FLOAT"]
    assert list(found.call(state, "Andres", 1.0)) == [("Malmö", 46), ("Lund", None)]
    assert list(found.call(state, None, 1)) == []
    registry.register_table("test.doNothing() :: VOID", [])
    found = lookup("test.doNothing", registry)
    assert found is not None
    assert found.yields == ()
    with pytest.raises(ValueError, match="not the signature of a procedure: nonsense"):
        registry.register_table("nonsense", [])


def test_show_constraints(state: State) -> None:
    constrain(state)
    rows = {row["name"]: row for row in show(state, "CONSTRAINTS")}
    assert list(rows) == sorted(rows)
    assert rows["uniq"] == {
        "id": 4,
        "name": "uniq",
        "type": "NODE_PROPERTY_UNIQUENESS",
        "entityType": "NODE",
        "labelsOrTypes": ["L"],
        "properties": ["a", "b"],
        "enforcedLabel": None,
        "classification": "undesignated",
        "ownedIndex": "uniq",
        "propertyType": None,
        "options": {"indexConfig": {}},
        "createStatement": "CREATE CONSTRAINT `uniq` FOR (n:`L`) REQUIRE (n.`a`, n.`b`) IS UNIQUE",
    }
    assert {name: row["type"] for name, row in rows.items()} == {
        "uniq": "NODE_PROPERTY_UNIQUENESS",
        "rel_uniq": "RELATIONSHIP_PROPERTY_UNIQUENESS",
        "key": "NODE_KEY",
        "rel_key": "RELATIONSHIP_KEY",
        "exists": "NODE_PROPERTY_EXISTENCE",
        "rel_exists": "RELATIONSHIP_PROPERTY_EXISTENCE",
        "typed": "NODE_PROPERTY_TYPE",
        "rel_typed": "RELATIONSHIP_PROPERTY_TYPE",
    }
    assert rows["typed"]["propertyType"] == "STRING | LIST<STRING NOT NULL>"
    assert rows["typed"]["options"] is None
    statements = [rows[name]["createStatement"] for name in ("rel_key", "exists", "rel_typed")]
    assert statements == [
        "CREATE CONSTRAINT `rel_key` FOR ()-[r:`RK`]-() REQUIRE (r.`k`) IS RELATIONSHIP KEY",
        "CREATE CONSTRAINT `exists` FOR (n:`L`) REQUIRE (n.`e`) IS NOT NULL",
        (
            "CREATE CONSTRAINT `rel_typed` FOR ()-[r:`T`]-() REQUIRE (r.`t`) IS :: "
            "STRING | LIST<STRING NOT NULL>"
        ),
    ]


def test_show_constraints_in_cypher_5(state: State) -> None:
    constrain(state)
    rows = {row["name"]: row for row in show(state, "CONSTRAINTS", language="5")}
    assert "enforcedLabel" not in rows["uniq"]
    assert rows["uniq"]["type"] == "UNIQUENESS"
    assert rows["rel_uniq"]["type"] == "RELATIONSHIP_UNIQUENESS"
    assert rows["key"]["type"] == "NODE_KEY"
    assert rows["uniq"]["options"] == {"indexConfig": {}, "indexProvider": "range-1.0"}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("ALL", 8),
        ("UNIQUE", ["rel_uniq", "uniq"]),
        ("UNIQUENESS", ["rel_uniq", "uniq"]),
        ("NODE UNIQUE", ["uniq"]),
        ("PROPERTY UNIQUENESS", ["rel_uniq", "uniq"]),
        ("RELATIONSHIP PROPERTY UNIQUENESS", ["rel_uniq"]),
        ("KEY", ["key", "rel_key"]),
        ("NODE KEY", ["key"]),
        ("REL KEY", ["rel_key"]),
        ("EXIST", ["exists", "rel_exists"]),
        ("NODE PROPERTY EXISTENCE", ["exists"]),
        ("RELATIONSHIP PROPERTY EXIST", ["rel_exists"]),
        ("PROPERTY TYPE", ["rel_typed", "typed"]),
        ("RELATIONSHIP PROPERTY TYPE", ["rel_typed"]),
    ],
)
def test_filters_of_show_constraints(state: State, words: str, names: list[str] | int) -> None:
    constrain(state)
    found = [row["name"] for row in show(state, "CONSTRAINTS", words)]
    assert (found if isinstance(names, list) else len(found)) == names


def test_filters_that_there_are_not() -> None:
    assert show_table("CONSTRAINTS", "PROPERTY UNIQUENESS", "5") is None
    assert show_table("CONSTRAINTS", "RANGE", "25") is None
    assert show_table("CONSTRAINTS", "NODE", "25") is None
    assert show_table("INDEXES", "UNIQUE", "25") is None
    assert show_table("USERS", "DEFAULT", "25") is None


def test_show_indexes(state: State) -> None:
    transaction = state.transaction
    schema = transaction.graph.schema
    create_constraint(
        transaction, new_constraint(schema, "c", "UNIQUENESS", "NODE", "P", ("email",))
    )
    for name, kind, labels, properties in (
        ("i1", "RANGE", ("P",), ("name", "age")),
        ("i2", "TEXT", ("P",), ("bio",)),
        ("ft", "FULLTEXT", ("M", "D"), ("text", "title")),
    ):
        create_index(transaction, new_index(schema, name, kind, "NODE", labels, properties))
    rows = {row["name"]: row for row in show(state, "INDEXES")}
    assert list(rows) == ["c", "ft", "i1", "i2", "index_343aff4e", "index_f7700477"]
    assert rows["i1"] == {
        "id": 5,
        "name": "i1",
        "state": "ONLINE",
        "populationPercent": 100.0,
        "type": "RANGE",
        "entityType": "NODE",
        "labelsOrTypes": ["P"],
        "properties": ["name", "age"],
        "indexProvider": "range-1.0",
        "owningConstraint": None,
        "lastRead": None,
        "readCount": 0,
        "trackedSince": None,
        "options": {"indexConfig": {}},
        "failureMessage": "",
        "createStatement": "CREATE RANGE INDEX `i1` FOR (n:`P`) ON (n.`name`, n.`age`)",
    }
    assert rows["c"]["owningConstraint"] == "c"
    assert rows["c"]["createStatement"].startswith("CREATE CONSTRAINT `c` ")
    lookups = [row for row in rows.values() if row["type"] == "LOOKUP"]
    assert [
        (row["entityType"], row["labelsOrTypes"], row["properties"], row["indexProvider"])
        for row in lookups
    ] == [
        ("NODE", None, None, "token-lookup-1.0"),
        ("RELATIONSHIP", None, None, "token-lookup-1.0"),
    ]
    assert lookups[0]["createStatement"] == (
        "CREATE LOOKUP INDEX `index_343aff4e` FOR (n) ON EACH labels(n)"
    )
    assert [row["name"] for row in show(state, "INDEX", "FULLTEXT")] == ["ft"]
    assert [row["name"] for row in show(state, "INDEXES", "RANGE")] == ["c", "i1"]
    assert rows["ft"]["createStatement"].startswith(
        "CREATE FULLTEXT INDEX `ft` FOR (n:`M`|`D`) ON EACH [n.`text`, n.`title`]"
    )


def test_show_functions(state: State) -> None:
    rows = {row["name"]: row for row in show(state, "FUNCTIONS")}
    assert list(rows) == sorted(rows)
    assert {
        name: rows[name]["category"] for name in ("toUpper", "count", "coalesce", "reduce")
    } == {
        "toUpper": "String",
        "count": "Aggregating",
        "coalesce": "Scalar",
        "reduce": "List",
    }
    assert rows["count"]["aggregating"]
    assert show(state, "FUNCTIONS", "USER DEFINED") == []


def test_show_procedures(state: State) -> None:
    rows = {row["name"]: row for row in show(state, "PROCEDURES")}
    assert list(rows) == sorted(rows)
    assert rows["db.labels"]["mode"] == "READ"
    assert rows["dbms.components"]["worksOnSystem"]
    assert rows["db.labels"]["signature"] == "db.labels() :: (label :: STRING)"


def test_show_what_a_server_has(state: State) -> None:
    assert next(row["name"] for row in show(state, "SETTINGS")) == "db.query.default_language"
    (transaction,) = show(state, "TRANSACTIONS")
    assert (transaction["database"], transaction["startTime"]) == ("neo4j", state.now)
    (database,) = show(state, "DATABASES")
    assert (database["name"], database["currentStatus"]) == ("neo4j", "online")
