"""Errors of chDB as errors of pages: their name, the first line of their text, nothing else."""

# ruff: noqa: ISC004  (a case is a text)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.errors import EngineError, StatementTimeout
from runner.render.error import error_text, is_outcome
from runner.sql.failures import SqlError, name_and_text

if TYPE_CHECKING:
    from tests.sql.conftest import Run

RAW = [
    (
        "Code: 47. DB::Exception: Unknown expression identifier `x`. In scope SELECT x. "
        "(UNKNOWN_IDENTIFIER)",
        ("UNKNOWN_IDENTIFIER", "Unknown expression identifier `x`. In scope SELECT x", None),
    ),
    (
        "Code: 452. DB::Exception: Code: 452. DB::Exception: Setting a should not be changed. "
        "(SETTING_CONSTRAINT_VIOLATION) (version 26.9.2.1). (SETTING_CONSTRAINT_VIOLATION)",
        ("SETTING_CONSTRAINT_VIOLATION", "Setting a should not be changed", None),
    ),
    (
        "Code: 62. DB::Exception: Syntax error: failed at position 10 (end of query) "
        "(line 1, col 10): . Expected one of: token, OR, AND. (SYNTAX_ERROR) (version 25.1)",
        ("SYNTAX_ERROR", "Syntax error: failed (end of query)", 9),
    ),
    (
        "Code: 62. DB::Exception: Syntax error: failed at position 3 ()): ) x. Expected one of: a, "
        "b: In scope SELECT parseQueryToJSON('1 ) x'). (SYNTAX_ERROR)",
        ("SYNTAX_ERROR", "Syntax error: failed ())", 2),
    ),
    (
        "Code: 395. DB::Exception: first line\nsecond line. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)",
        ("FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", "first line", None),
    ),
    (
        "Code: 210. DB::NetException: Connection refused (127.0.0.1:1). (NETWORK_ERROR)",
        ("NETWORK_ERROR", "Connection refused (127.0.0.1:1)", None),
    ),
    ("something else", ("UNKNOWN_EXCEPTION", "something else", None)),
]


@pytest.mark.parametrize(("raw", "expected"), RAW, ids=[expected[0] for _, expected in RAW])
def test_what_an_exception_says(raw: str, expected: tuple[str, str, int | None]) -> None:
    """Without code, name, version, position and what was expected in its place."""
    assert name_and_text(raw) == expected


def test_the_line_of_an_error_on_a_page() -> None:
    """Section 11 of the format."""
    error = SqlError("UNKNOWN_IDENTIFIER", "Unknown `a`\tb")
    assert error_text(error) == "error: sql error: UNKNOWN_IDENTIFIER: Unknown `a`\\tb"
    assert is_outcome(error)


def test_what_no_cell_can_ask_for() -> None:
    """Time, memory and a chDB that is gone say nothing about a statement."""
    for error in (
        StatementTimeout(1),
        SqlError("MEMORY_LIMIT_EXCEEDED", "too much"),
        SqlError("CHDB_ENDED", "it is gone"),
    ):
        assert not is_outcome(error)


STATEMENTS = [
    ("SELECT nope", "UNKNOWN_IDENTIFIER: Unknown expression identifier `nope`", None),
    ("SELECT * FROM missing", "UNKNOWN_TABLE: Unknown table expression identifier 'missing'", None),
    ("SELECT nofunction(1)", "UNKNOWN_FUNCTION: Function with name `nofunction` does not", None),
    ("SELECT 'é' +\n  (1,", "SYNTAX_ERROR: Syntax error: failed (end of query)", (2, 6)),
    ("SELECT 1 1", "SYNTAX_ERROR: Syntax error: failed (1)", (1, 10)),
    ("SELECT toInt8('x')", "CANNOT_PARSE_TEXT: Cannot parse string 'x' as Int8", None),
    ("SELECT throwIf(1, 'boom')", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO: boom", None),
    ("SELECT intDiv(1, 0)", "ILLEGAL_DIVISION: Division by zero", None),
    ("SELECT {p:UInt8}", "UNKNOWN_QUERY_PARAMETER: Substitution `p` is not set", None),
    ("SELECT {q:UInt8}", "BAD_QUERY_PARAMETER: Value x cannot be parsed as UInt8", None),
    ("SELECT 1; SELECT 2", "SYNTAX_ERROR: Syntax error (Multi-statements are not allowed)", (1, 9)),
    ("SELECT 1\0", "SYNTAX_ERROR: a statement holds a character U+0000", (1, 9)),
    ("SELECT 1 AS a, 2 AS a", "MULTIPLE_EXPRESSIONS_FOR_ALIAS: Multiple expressions", None),
    ("SELECT sumState(1) AS s", "NOT_IMPLEMENTED: a page cannot show values of the type", None),
    ("SELECT map('a', 1, 'a', 2)", "NOT_IMPLEMENTED: a page cannot show a map with two", None),
]


@pytest.mark.parametrize(("statement", "line", "place"), STATEMENTS)
def test_how_statements_fail(
    run: Run, statement: str, line: str, place: tuple[int, int] | None
) -> None:
    """The line of a page, and where in the statement, where ClickHouse tells."""
    with pytest.raises(EngineError) as caught:
        run(statement, {"q": "x"})
    assert error_text(caught.value).startswith(f"error: sql error: {line}")
    position = caught.value.position
    assert (position and (position.line, position.column)) == place
    assert run("SELECT 1 AS a").rows == [(1,)]
