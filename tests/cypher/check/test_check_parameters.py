"""Parameters that a statement needs and does not get."""

from __future__ import annotations

import pytest

from runner.errors import EngineError
from tests.cypher.check.judging import judge


def test_missing_parameters_are_named_in_their_order() -> None:
    with pytest.raises(EngineError) as caught:
        judge("RETURN $a + $b + $c AS x", {"a": 1})
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.ParameterMissing"
    assert error.gql_status == "42001"
    assert error.message == "Expected parameter(s): b, c"
    assert error.position is None
    assert error.cause is not None
    assert error.cause.gql_status == "42N81"
    assert error.cause.message == "Expected $`b` and $`c`, but got $`a`."


def test_a_parameter_in_a_branch_that_is_never_reached_counts() -> None:
    with pytest.raises(EngineError, match=r"Expected parameter\(s\): missing"):
        judge("RETURN CASE WHEN true THEN 1 ELSE $missing END AS x", {})


def test_explain_needs_no_parameters() -> None:
    judge("EXPLAIN RETURN $a AS x", {})


def test_nothing_is_missing_where_parameters_are_not_known_yet() -> None:
    judge("RETURN $a - 1 AS x", None)


def test_the_type_of_a_float_is_left_to_the_run() -> None:
    judge("RETURN 1 AS x LIMIT $l", {"l": 1.5})


def test_an_unknown_procedure_is_no_syntax_error() -> None:
    with pytest.raises(EngineError) as caught:
        judge("CALL db.nothere()")
    assert caught.value.code == "Neo.ClientError.Procedure.ProcedureNotFound"
    assert caught.value.gql_status == "42001"
    assert caught.value.cause is not None
    assert caught.value.cause.gql_status == "42N08"
    assert caught.value.message.startswith("There is no procedure with the name `db.nothere` ")


def test_a_function_of_the_other_version_is_pointed_out() -> None:
    with pytest.raises(EngineError, match=r"Unknown function 'string\.join'") as caught:
        judge("RETURN string.join(['a'], ',') AS x", None, "5")
    cause = caught.value.cause
    assert cause is not None
    assert cause.gql_status == "42N48"
    assert cause.cause is not None
    assert cause.cause.gql_status == "42I78"


def test_the_status_of_a_problem_decides_before_its_place() -> None:
    with pytest.raises(EngineError, match="Variable `b` not defined"):
        judge("MATCH (n) RETURN b AS x RETURN 1 AS y")
