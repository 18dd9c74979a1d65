"""The parts of emulation that need no server: what is checked, asked, rewritten and told."""

# ruff: noqa: E501  (a case is a statement and what becomes of it)

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.parser import parse
from runner.cypher.store.property_types import PropertyType
from runner.cypher.store.schema import EXISTENCE, KEY, TYPE, Constraint
from runner.cypher.syntax.clauses import Query
from runner.engines.bolt_statements import changes_counts, read_statement
from runner.engines.emulated_checks import check_statement, creation_violation, violation
from runner.engines.emulated_rules import Rules, change_of
from runner.engines.emulated_show import Rewriting, only_columns, shown_in, table
from runner.engines.emulated_statements import (
    Writes,
    own_transactions,
    without_profile,
)
from runner.errors import EngineError
from runner.result import Result
from runner.values import Node, Relationship

NODE_E = Constraint(3, "e", EXISTENCE, "NODE", "L", ("c",))
NODE_K = Constraint(5, "k", KEY, "NODE", "L", ("a", "b`"))
NODE_T = Constraint(6, "t", TYPE, "NODE", "M", ("d",), type_=PropertyType(("STRING", "DATE")))
REL_E = Constraint(7, "re", EXISTENCE, "RELATIONSHIP", "T x", ("c",))
ALL = (NODE_E, NODE_K, NODE_T, REL_E)


def query(text: str) -> Query:
    body = parse(text, "25").body
    assert isinstance(body, Query)
    return body


TOUCHED = {
    "MATCH (n:L) RETURN n.c AS c": "",
    "CALL db.labels()": "",
    "CREATE (:X {c: 1})": "",
    "CREATE (:L)": "e k",
    "CREATE (:X&L)": "e k",
    "CREATE (:$($label))": "e k t",
    "MERGE (:M {d: 1})": "t",
    "MATCH (n) SET n:M": "t",
    "MATCH (n) SET n:$($label)": "e k t",
    "MATCH (n) REMOVE n:L": "e k",
    "MATCH (n) SET n.c = 1": "e re",
    "MATCH (n) SET n.`b``` = 1": "k",
    "MATCH (n) REMOVE n.d": "t",
    "MATCH (n) SET n[$key] = 1": "e k t re",
    "MATCH (n) SET n = {}": "e k t re",
    "MATCH (n) SET n += {d: 1}": "t",
    "MATCH (n) SET n += $map": "e k t re",
    "CREATE ()-[:T]->()": "",
    "CREATE ()-[:`T x`]->()": "re",
    "CREATE ()-[:$($type)]->()": "re",
    "MATCH (a), (b) MERGE (a)-[:`T x`]->(b) ON CREATE SET a.d = 1": "t re",
    "MATCH (n) DETACH DELETE n": "",
    "UNWIND [1] AS x CALL (x) { FOREACH (y IN [x] | CREATE (:M)) } RETURN x": "t",
    "MATCH (n) CALL db.create.setNodeVectorProperty(n, 'z', [1.0])": "e k t re",
    "CALL apoc.create.node(['L'], {})": "e k t re",
}


@pytest.mark.parametrize("text", TOUCHED)
def test_what_a_statement_may_break(text: str) -> None:
    writes = Writes(query(text))
    assert [each.name for each in ALL if writes.may_break(each)] == TOUCHED[text].split()


def test_one_statement_asks_for_all() -> None:
    assert check_statement(ALL) == (
        "MATCH (n:`L`) WHERE n.`c` IS NULL RETURN 0 AS place, n AS entity LIMIT 1"
        " UNION ALL MATCH (n:`L`) WHERE n.`a` IS NULL OR n.`b``` IS NULL RETURN 1 AS place, n AS entity LIMIT 1"
        " UNION ALL MATCH (n:`M`) WHERE NOT n.`d` IS :: STRING | DATE RETURN 2 AS place, n AS entity LIMIT 1"
        " UNION ALL MATCH ()-[n:`T x`]->() WHERE n.`c` IS NULL RETURN 3 AS place, n AS entity LIMIT 1"
    )


def node(identity: int, *labels: str, **properties: Any) -> Node:
    return Node(identity, f"4:x:{identity}", labels, properties)


LINK = Relationship(9, "5:x:9", "T x", 0, 1, {})


@pytest.mark.parametrize(
    ("rows", "created", "message"),
    [
        ([], False, None),
        ([(0, node(4, "L"))], False, "Node(4) with label `L` must have the property `c`"),
        ([(1, node(4, "L"))], False, "Node(4) with label `L` must have the properties (`a`, `b``)"),
        (
            [(2, node(4, "M", d=[1]))],
            False,
            "Node(4) with label `M` required the property `d` to be of type `STRING | DATE`, but was of type `LIST<INTEGER NOT NULL>`.",
        ),
        ([(2, node(1, "M", d=1)), (0, node(4, "L"))], False, "Node(4) with label `L` must have the property `c`"),
        ([(1, node(1, "L")), (0, node(4, "L"))], False, "Node(4) with label `L` must have the property `c`"),
        ([(0, node(4, "L")), (3, LINK)], False, "Node(4) with label `L` must have the property `c`"),
        ([(0, node(4, "L")), (3, LINK)], True, "Relationship(9) with type `T x` must have the property `c`"),
    ],
)  # fmt: skip
def test_the_violation_that_is_told(
    rows: list[tuple[int, Any]], created: bool, message: str | None
) -> None:
    error = violation(ALL, rows, relationships_created=created)
    assert (error.message if error else None) == message
    if error is not None:
        assert error.code == "Neo.ClientError.Schema.ConstraintValidationFailed"


def test_data_that_is_there_already() -> None:
    assert creation_violation(NODE_E, []) is None
    missing = creation_violation(NODE_K, [(0, node(4, "L", a=1))])
    assert missing is not None
    assert missing.message == (
        "Unable to create Constraint( name='k', type='NODE KEY', schema=(:L {a, b`}) ):\n"
        "Node(4) with label `L` must have the properties (`a`, `b``). "
        "Note that only the first found violation is shown."
    )
    typed = creation_violation(NODE_T, [(0, node(4, "M", d=b""))])
    assert typed is not None
    assert typed.message.endswith(
        "Node(4) property `d` is of type `LIST<NOTHING>`.. "
        "Note that only the first found violation is shown."
    )
    assert (typed.code, typed.gql_status) == (
        "Neo.DatabaseError.Schema.ConstraintCreationFailed",
        "50N11",
    )


ROW = "`cypher-pages rows 0`"
REWRITTEN = {
    "SHOW CONSTRAINTS": f"UNWIND ${ROW} AS {ROW} WITH {ROW}.`name` AS `name`, {ROW}.`type` AS `type` RETURN `name`",
    "SHOW CONSTRAINTS WHERE (type) = 'x';": f"UNWIND ${ROW} AS {ROW} WITH {ROW}.`name` AS `name`, {ROW}.`type` AS `type` WHERE (type) = 'x' RETURN `name`;",
    "SHOW CONSTRAINTS YIELD * RETURN name": f"UNWIND ${ROW} AS {ROW} WITH {ROW}.`name` AS `name`, {ROW}.`type` AS `type` WITH * RETURN name",
    "CYPHER 25 SHOW KEY CONSTRAINTS /* … */ YIELD name AS n ORDER BY n WHERE n > 'a'": f"CYPHER 25 UNWIND ${ROW} AS {ROW} WITH {ROW}.`name` AS `name` WITH name AS n ORDER BY n WHERE n > 'a' RETURN `n`",
    "UNWIND [1] AS x SHOW CONSTRAINTS YIELD name AS n, type ORDER BY name WHERE x = 1 RETURN *": f"UNWIND [1] AS x UNWIND ${ROW} AS {ROW} WITH *, {ROW}.`name` AS `n`, {ROW}.`type` AS `type` ORDER BY {ROW}.`name` WHERE x = 1 RETURN *",
}


@pytest.mark.parametrize("text", REWRITTEN)
def test_show_takes_its_rows_from_a_parameter(text: str) -> None:
    rewriting = Rewriting(text, ["name"])
    [shown] = shown_in(query(text))
    rewriting.replace(shown, ["name", "type"], [{"name": "e", "type": "x"}])
    assert rewriting.text() == REWRITTEN[text]
    assert rewriting.parameters == {"cypher-pages rows 0": [{"name": "e", "type": "x"}]}
    parse(rewriting.text(), "25")


COLUMNS = (
    "id", "name", "type", "entityType", "labelsOrTypes", "properties", "enforcedLabel",
    "ownedIndex", "propertyType", "brand new",
)  # fmt: skip


def real(_: str) -> Result:
    """What a server has: a uniqueness constraint and that of a key."""
    both = (("u", ["p"], 4), ("k", ["a", "b`"], 8))
    rows: list[tuple[Any, ...]] = [
        (id_, name, "NODE_PROPERTY_UNIQUENESS", "NODE", ["L"], properties, None, name, None, 1)
        for name, properties, id_ in both
    ]
    return Result(COLUMNS, rows)


@pytest.mark.parametrize(
    ("words", "names"),
    [("", "e k re t u"), ("KEY", "k"), ("UNIQUE", "u"), ("REL EXIST", "re"), ("NODE EXIST", "e")],
)
def test_rows_of_a_show(words: str, names: str) -> None:
    [shown] = shown_in(query(f"SHOW {words} CONSTRAINTS YIELD name"))
    columns, rows = table(shown.clause, real, {each.name: each for each in ALL})
    assert columns == COLUMNS
    assert [row["name"] for row in rows] == names.split()
    by_name = {row["name"]: row for row in rows}
    if "k" in by_name:
        assert (by_name["k"]["id"], by_name["k"]["type"]) == (8, "NODE_KEY")
        # A column of a later server is there, without a value.
        assert by_name["k"]["brand new"] is None


def test_what_a_rewritten_clause_leaves_behind_is_dropped() -> None:
    result = Result(("a", "x", "b"), [(1, 2, 3)])
    assert only_columns(result, ["b", "a"]) == Result(("b", "a"), [(3, 1)])


def test_a_command_runs_on_rules_without_data() -> None:
    rules = Rules([NODE_E])
    rules.read_real(
        lambda show: (
            [(9, "u", "NODE", ["L"], ["p"])]
            if show.startswith("SHOW CONSTRAINTS")
            else [(8, "u", "RANGE", "NODE", ["L"], ["p"], "u", {"indexConfig": {}})]
        )
    )
    change = change_of(rules, "CREATE CONSTRAINT x FOR (n:L) REQUIRE n.y IS KEY", None, "25")
    assert [(each.name, each.kind, each.id) for each in change.added] == [("x", KEY, 11)]
    assert (change.removed, change.is_nothing) == ((), False)
    assert change.result.counters.as_dict() == {"constraints_added": 1}
    with pytest.raises(EngineError) as caught:
        change_of(rules, "CREATE CONSTRAINT x FOR (n:L) REQUIRE n.p IS KEY", None, "25")
    assert caught.value.message == (
        "Conflicting constraint already exists: Constraint( id=9, name='u', "
        "type='NODE PROPERTY UNIQUENESS', schema=(:L {p}), ownedIndex=8 )"
    )
    again = change_of(
        rules, "CREATE CONSTRAINT u IF NOT EXISTS FOR (n:M) REQUIRE n.y IS NOT NULL", None, "25"
    )
    assert again.is_nothing
    assert [each.gql_status for each in again.result.notifications] == ["00NA0"]
    dropped = change_of(rules, "DROP CONSTRAINT e", None, "5")
    assert dropped.removed == (NODE_E,)


def test_statements_are_read_in_either_language() -> None:
    cypher_5 = "CREATE (a {x: 1}) WITH a MATCH (b) RETURN size(keys(b)) AS n"
    assert read_statement(cypher_5, "5") is not None
    assert read_statement("RETURN 1 NEXT RETURN 2 AS x", "5") is None
    assert read_statement("LET x = 1 RETURN x", None) is not None
    assert read_statement("ALTER DATABASE neo4j SET OPTION x 1", None) is None


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("CREATE (:L)", True),
        ("CYPHER 5 MATCH (a {x: 1}) DETACH DELETE a", True),
        ("INSERT (:L)", True),
        ("UNWIND [1] AS x CALL (x) { MERGE (:L {x: x}) }", True),
        ("FOREACH (x IN [1] | CREATE (:L))", True),
        ("PROFILE CREATE (:L)", True),
        ("CREATE INDEX FOR (n:L) ON (n.p)", True),
        ("DROP CONSTRAINT c IF EXISTS", True),
        ("EXPLAIN CREATE (:L)", False),
        ("MATCH (n:Created) SET n.p = 'CREATE'", False),
        ("UNWIND [1] AS x CALL (x) { CREATE (:L) } IN TRANSACTIONS", False),
        ("USE other CREATE (:L)", False),
        ("CREATE DATABASE other", False),
        ("CREATE (", False),
    ],
)
def test_what_changes_how_much_there_is(text: str, changes: bool) -> None:
    assert changes_counts(text) is changes


def test_places_stay_where_profile_goes() -> None:
    text = "CYPHER 25 PROFILE /* PROFILE */ MATCH (profile) RETURN profile"
    assert without_profile(parse(text)) == text.replace("PROFILE", "       ", 1)
    assert without_profile(parse("MATCH (n) RETURN n")) == "MATCH (n) RETURN n"


def test_batches_are_found_at_their_place() -> None:
    text = "UNWIND [1] AS x CALL (x) { CREATE (:M) } IN 2 CONCURRENT TRANSACTIONS OF 5 ROWS"
    found = own_transactions(parse(text))
    assert found is not None
    assert text[found.start :].startswith("IN 2 CONCURRENT")
    assert own_transactions(parse("CALL () { CREATE (:M) }")) is None
