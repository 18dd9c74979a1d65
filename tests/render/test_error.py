"""Section 8 of the page format: the line that says how a cell fails."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

import json

import pytest

from runner.errors import Cause, EngineError, StatementTimeout
from runner.render import error_text, is_outcome
from tests.support.shared import SHARED, needs_shared

CLIENT = "Neo.ClientError."
VIOLATION = "Neo.ClientError.Schema.ConstraintValidationFailed"


def error(
    code: str,
    message: str,
    status: str = "50N42",
    cause: str | None = None,
    name: str | None = None,
) -> EngineError:
    chain = Cause(cause, "") if cause else None
    return EngineError(code, status, message, cause=chain, constraint=name)


CASES = [
    (
        "syntax error: the position and the caret lines go",
        error(
            CLIENT + "Statement.SyntaxError",
            'Variable `x` not defined (line 1, column 8 (offset: 7))\n"RETURN x"\n        ^',
        ),
        "error: syntax error: Variable `x` not defined",
    ),
    (
        "Invalid input loses the list of what was expected",
        error(
            CLIENT + "Statement.SyntaxError",
            "Invalid input 'RETRUN': expected 'CALL', 'CREATE' or 'RETURN' (line 1, column 1 (offset: 0))",
        ),
        "error: syntax error: Invalid input 'RETRUN'",
    ),
    (
        "Invalid input that is a quote",
        error(CLIENT + "Statement.SyntaxError", "Invalid input ''': expected an expression"),
        "error: syntax error: Invalid input '''",
    ),
    (
        "a type mismatch keeps what was expected",
        error(
            CLIENT + "Statement.SyntaxError",
            "Type mismatch: expected Boolean but was Integer (line 1, column 12 (offset: 11))",
        ),
        "error: syntax error: Type mismatch: expected Boolean but was Integer",
    ),
    (
        "arithmetic is a type error",
        error(CLIENT + "Statement.ArithmeticError", "/ by zero", "22012", "22N28"),
        "error: type error: / by zero",
    ),
    (
        "a type error",
        error(CLIENT + "Statement.TypeError", "Cannot subtract `Long` from `String`"),
        "error: type error: Cannot subtract `Long` from `String`",
    ),
    (
        "an argument is a type error",
        error(CLIENT + "Statement.ArgumentError", "day must be specified\r\nmore"),
        "error: type error: day must be specified",
    ),
    (
        "uniqueness",
        error(
            VIOLATION,
            "Node(12) already exists with label `E` and property `key` = 'x'",
            "22N79",
            "22N80",
            "entity_key",
        ),
        "error: semantic error: ConstraintValidationFailed: `entity_key` uniqueness",
    ),
    (
        "existence and the presence half of a key",
        error(
            VIOLATION,
            "Node(0) with label `ToolCall` must have the properties (`session`, `seq`)",
            "22N77",
            None,
            "call_key",
        ),
        "error: semantic error: ConstraintValidationFailed: `call_key` requires properties",
    ),
    (
        "property type",
        error(
            VIOLATION,
            "Relationship(9) with type `T` required the property `ts` to be of type `INTEGER`, but was of type `STRING`.",
            "22N78",
            None,
            "ts",
        ),
        "error: semantic error: ConstraintValidationFailed: `ts` property type",
    ),
    (
        "a node that still has relationships",
        error(
            VIOLATION,
            "Cannot delete node<24>, because it still has relationships. To delete this node, you must first delete its relationships.",
            "G1001",
        ),
        "error: semantic error: ConstraintValidationFailed: node still has relationships",
    ),
    (
        "a server before GQL statuses says the kind in its message",
        error(
            VIOLATION,
            "Node(12) already exists with label `E` and property `key` = 'x'",
            name="entity_key",
        ),
        "error: semantic error: ConstraintValidationFailed: `entity_key` uniqueness",
    ),
    (
        "a violation that names no one constraint",
        error(
            VIOLATION,
            "Merge did not find a matching node n and can not create a new node due to conflicts with existing unique nodes",
            "22G03",
            "22N41",
        ),
        "error: semantic error: ConstraintValidationFailed: Merge did not find a matching node n and can not create a new node due to conflicts with existing unique nodes",
    ),
    (
        "a name with a backtick",
        error(VIOLATION, "", "22N79", None, "a`b"),
        "error: semantic error: ConstraintValidationFailed: `a``b` uniqueness",
    ),
    (
        "every other client error has its code",
        error(CLIENT + "Statement.ParameterMissing", "Expected parameter(s): a, b"),
        "error: semantic error: ParameterMissing: Expected parameter(s): a, b",
    ),
    (
        "numbers of entities go",
        error(
            CLIENT + "Statement.EntityNotFound",
            "Node with id 24 has been deleted in this transaction",
        ),
        "error: semantic error: EntityNotFound: Node has been deleted in this transaction",
    ),
    (
        "element ids go",
        error(
            CLIENT + "Statement.EntityNotFound",
            "Unable to load NODE 4:12345678-abcd-1234-abcd-0123456789ab:7.",
        ),
        "error: semantic error: EntityNotFound: Unable to load NODE.",
    ),
    (
        "numbers of rules go",
        error(
            CLIENT + "Schema.EquivalentSchemaRuleAlreadyExists",
            "An equivalent constraint already exists, 'Constraint( id=4, name='c1', type='NODE PROPERTY UNIQUENESS', schema=(:L {p}), ownedIndex=3 )'.",
        ),
        "error: semantic error: EquivalentSchemaRuleAlreadyExists: An equivalent constraint already exists, 'Constraint( name='c1', type='NODE PROPERTY UNIQUENESS', schema=(:L {p}) )'.",
    ),
    (
        "schema errors of the database",
        error(
            "Neo.DatabaseError.Schema.ConstraintCreationFailed",
            "Unable to create Constraint( name='ud' ):\nBoth Node(10) and Node(11) have …",
            "50N11",
            "22N79",
        ),
        "error: semantic error: ConstraintCreationFailed: Unable to create Constraint( name='ud' ):",
    ),
]


@pytest.mark.parametrize(("failure", "text"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_an_error_has_the_same_line_on_every_engine(failure: EngineError, text: str) -> None:
    assert error_text(failure) == text
    assert is_outcome(failure)


@pytest.mark.parametrize(
    "code",
    [
        "Neo.ClientError.Security.Unauthorized",
        "Neo.ClientError.Database.DatabaseNotFound",
        "Neo.ClientError.Transaction.TransactionTimedOut",
        "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
        "Neo.TransientError.General.OutOfMemoryError",
        "Neo.DatabaseError.General.UnknownError",
    ],
)
def test_failures_of_the_engine_are_no_outcome(code: str) -> None:
    assert not is_outcome(error(code, "no"))


def test_a_timeout_is_no_outcome() -> None:
    assert not is_outcome(StatementTimeout(2.5))


@needs_shared
def test_recorded_errors_lose_their_positions_and_numbers() -> None:
    """Over all recorded cases: one line, no place, no number of an entity or a rule."""
    lines = (SHARED / "reference" / "neo4j-observed.jsonl").read_text("utf-8").split("\n")
    recorded = [json.loads(line)["error"] for line in lines if line]
    for case in recorded:
        if case is None:
            continue
        failure = error(
            case["code"],
            case["message"].replace("<id>", "417"),
            case["gql_status"],
            case["gql_status_cause"],
            "c",
        )
        text = error_text(failure)
        assert "\n" not in text
        assert "(offset:" not in text
        assert "417" not in text.replace("ReferenceFromSlot(417)", "")
