"""Section 8 of the page format, row by row, as each engine makes its line of a real error."""

# ruff: noqa: E501  (a case is a statement and its line)

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from runner.errors import EngineError
from runner.render import error_text, is_outcome

if TYPE_CHECKING:
    from runner.engines.base import Engine

UNIQUE = "CREATE CONSTRAINT book_isbn FOR (b:Book) REQUIRE b.isbn IS UNIQUE"
VIOLATION = "error: semantic error: ConstraintValidationFailed: "


class Case(NamedTuple):
    statement: str
    line: str
    setup: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}  # noqa: RUF012  (read only)


CASES = {
    "syntax": Case("RETRUN 1", "error: syntax error: Invalid input 'RETRUN'"),
    "syntax, at its end": Case("MATCH (n) RETURN", "error: syntax error: Invalid input ''"),
    "a name that is not there": Case(
        "RETURN foo", "error: syntax error: Variable `foo` not defined"
    ),
    "types that cannot go together": Case(
        "RETURN 1 - 'a' AS x",
        "error: syntax error: Type mismatch: expected Float or Integer but was String",
    ),
    "a type of a parameter": Case(
        "RETURN NOT $x AS x",
        "error: syntax error: Type mismatch for parameter 'x': expected Boolean but was String",
        parameters={"x": "a"},
    ),
    "a date that is none": Case(
        "RETURN date('2026-13-01') AS d",
        "error: syntax error: Invalid value for MonthOfYear (valid values 1 - 12): 13",
    ),
    "a type at run time": Case(
        "UNWIND [1, 'a'] AS x RETURN x - 1 AS y",
        "error: type error: Cannot subtract `Long` from `String`",
    ),
    "arithmetic": Case("RETURN 1 / 0 AS x", "error: type error: / by zero"),
    "overflow": Case("RETURN 9223372036854775807 + 1 AS x", "error: type error: long overflow"),
    "an argument": Case(
        "RETURN left('abc', -1) AS x",
        "error: type error: Function argument to 'left()' is out of range",
    ),
    "uniqueness": Case(
        "CREATE (:Book {isbn: 1})",
        VIOLATION + "`book_isbn` uniqueness",
        (UNIQUE, "CREATE (:Book {isbn: 1.0})"),
    ),
    "uniqueness of several properties": Case(
        "CREATE (:Cmp {a: 1, b: 'x = `b`'})",
        VIOLATION + "`both` uniqueness",
        (
            "CREATE CONSTRAINT one FOR (n:Cmp) REQUIRE (n.b, n.c) IS UNIQUE",
            "CREATE CONSTRAINT both FOR (n:Cmp) REQUIRE (n.a, n.b) IS UNIQUE",
            "CREATE (:Cmp {a: 1, b: 'x = `b`'})",
        ),
    ),
    "uniqueness of relationships": Case(
        "CREATE ()-[:T {o: 1}]->()",
        VIOLATION + "`t_o` uniqueness",
        (
            "CREATE CONSTRAINT n_o FOR (n:T) REQUIRE n.o IS UNIQUE",
            "CREATE CONSTRAINT t_o FOR ()-[r:T]-() REQUIRE r.o IS UNIQUE",
            "CREATE ()-[:T {o: 1}]->()",
        ),
    ),
    "uniqueness, every name odd": Case(
        "CREATE (:`a ``b` {`p ``q`: 'it''s'})".replace("''", "\\'"),
        VIOLATION + "`an ``odd`` one` uniqueness",
        (
            "CREATE CONSTRAINT `an ``odd`` one` FOR (n:`a ``b`) REQUIRE n.`p ``q` IS UNIQUE",
            "CREATE (:`a ``b` {`p ``q`: 'it\\'s'})",
        ),
    ),
    "a merge between two constraints": Case(
        "MERGE (b:Book {isbn: 1, ean: 9})",
        VIOLATION
        + "Merge did not find a matching node b and can not create a new node due to conflicts with existing unique nodes",
        (
            UNIQUE,
            "CREATE CONSTRAINT book_ean FOR (b:Book) REQUIRE b.ean IS UNIQUE",
            "CREATE (:Book {isbn: 1})",
        ),
    ),
    "a node that still has relationships": Case(
        "MATCH (a:A) DELETE a",
        VIOLATION + "node still has relationships",
        ("CREATE (:A)-[:T]->(:B)",),
    ),
    "a node that still has relationships, of the same statement": Case(
        "CREATE (a:A)-[:T]->(:B) DELETE a", VIOLATION + "node still has relationships"
    ),
    "a missing parameter": Case(
        "RETURN $a, $b", "error: semantic error: ParameterMissing: Expected parameter(s): a, b"
    ),
    "a deleted entity": Case(
        "MATCH (n:A) DELETE n RETURN n.x AS x",
        "error: semantic error: EntityNotFound: Node has been deleted in this transaction",
        ("CREATE (:A {x: 1})",),
    ),
    "an entity that cannot be loaded": Case(
        "MATCH (n:A) DELETE n CREATE (n)-[:T]->(:B)",
        "error: semantic error: EntityNotFound: Unable to load NODE.",
        ("CREATE (:A)",),
    ),
    "a merge with null": Case(
        "MERGE (n:A {x: null})",
        "error: semantic error: SemanticError: Cannot merge the following node because of null property value for 'x': (:A {x: null})",
    ),
    "a regular expression": Case(
        "UNWIND ['['] AS x RETURN 'a' =~ x AS y",
        "error: semantic error: SemanticError: Invalid Regex: Unclosed character class near index 0",
    ),
    "an unknown procedure": Case(
        "CALL no.such()",
        "error: semantic error: ProcedureNotFound: There is no procedure with the name `no.such` registered for this database instance. Please ensure you've spelled the procedure name correctly and that the procedure is properly deployed.",
    ),
    "a rule that is there already": Case(
        UNIQUE,
        "error: semantic error: EquivalentSchemaRuleAlreadyExists: An equivalent constraint already exists, 'Constraint( name='book_isbn', type='NODE PROPERTY UNIQUENESS', schema=(:Book {isbn}) )'.",
        (UNIQUE,),
    ),
    "a constraint that data break": Case(
        UNIQUE,
        "error: semantic error: ConstraintCreationFailed: Unable to create Constraint( name='book_isbn', type='NODE PROPERTY UNIQUENESS', schema=(:Book {isbn}) ):",
        ("CREATE (:Book {isbn: 1}), (:Book {isbn: 1})",),
    ),
    "a constraint that is not there": Case(
        "DROP CONSTRAINT nothing",
        "error: semantic error: ConstraintDropFailed: Unable to drop constraint `nothing`: No such constraint nothing.",
    ),
    "a database error of a statement": Case(
        "MATCH (a:A) MATCH p = shortestPath((a)-[*]-(a)) RETURN p",
        "error: semantic error: ExecutionFailed: The shortest path algorithm does not work when the start and end nodes are the same. …",
        ("CREATE (:A)",),
    ),
    "an option of the language": Case(
        "CYPHER 4 RETURN 1",
        "error: type error: 4 is not a valid option for cypher version. Valid options are: 25, 5",
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_a_line_is_the_same_on_every_engine(engine: Engine, title: str) -> None:
    case = CASES[title]
    with engine.scratch("25") as session:
        for statement in case.setup:
            session.run(statement)
        with pytest.raises(EngineError) as caught:
            session.run(case.statement, case.parameters)
    line = error_text(caught.value)
    if case.line.endswith("…"):
        assert line.startswith(case.line.removesuffix("…"))
    else:
        assert line == case.line
    assert is_outcome(caught.value)


def test_a_constraint_is_looked_up_anew_when_the_schema_changes(engine: Engine) -> None:
    with engine.scratch("25") as session:
        for name in ("first", "second"):
            session.run(f"CREATE CONSTRAINT {name} FOR (b:Book) REQUIRE b.isbn IS UNIQUE")
            session.run("MERGE (:Book {isbn: 1})")
            with pytest.raises(EngineError) as caught:
                session.run("CREATE (:Book {isbn: 1})")
            assert caught.value.constraint == name
            session.run(f"DROP CONSTRAINT {name}")
