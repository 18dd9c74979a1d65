"""Runs the checks on one statement and gives what they raised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from runner.cypher.check import check
from runner.cypher.parser import parse
from runner.cypher.procedures.table import Procedure, lookup
from runner.errors import EngineError


def find_procedure(name: str) -> Procedure | None:
    """The built-in procedures of Cypher 25."""
    return lookup(name, None, "25")


def judge(
    statement: str, parameters: Mapping[str, Any] | None = None, language: str = "25"
) -> None:
    """Check a statement that must parse."""
    check(parse(statement, language), language, parameters, find_procedure)


def failure(
    statement: str, parameters: Mapping[str, Any] | None = None, language: str = "25"
) -> tuple[str, str | None, int | None, str]:
    """GQLSTATUS, that of the cause, the offset and the first part of the message."""
    with pytest.raises(EngineError) as caught:
        judge(statement, parameters, language)
    error = caught.value
    assert error.code == "Neo.ClientError.Statement.SyntaxError"
    message, _, _ = error.message.partition(" (line ")
    offset = error.position.offset if error.position is not None else None
    if offset is not None:
        assert f"(offset: {offset}))" in error.message
    return error.gql_status, error.cause.gql_status if error.cause else None, offset, message
