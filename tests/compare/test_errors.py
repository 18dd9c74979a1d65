"""Cells that fail, with and without being asked to."""

from __future__ import annotations

import pytest

from runner.compare import Kind, Options, Passed, judge
from runner.errors import Cause, EngineError, StatementTimeout
from tests.support.judging import judged, only_mismatch, result

DIVISION = EngineError("Neo.ClientError.Statement.ArithmeticError", "22012", "/ by zero")
VIOLATION = EngineError(
    "Neo.ClientError.Schema.ConstraintValidationFailed",
    "22N79",
    "Node(1) already exists with label `E` and property `k` = 1",
    cause=Cause("22N80", ""),
    constraint="entity_key",
)
LINE = "error: type error: / by zero"
ROWS = result("x", (1,))


@pytest.mark.parametrize(
    "text", [LINE, "error: type error…", "error: …", "error: type error: / by ..."]
)
def test_an_error_line_matches_whole_or_by_its_start(text: str) -> None:
    judgement = judged(text, DIVISION, expect_error=True)
    assert judgement.verdict == Passed()
    assert judgement.rewritten_text == text


def test_padding_of_an_error_line_is_a_notice() -> None:
    verdict = judged(f"  {LINE}", DIVISION, expect_error=True).verdict
    assert isinstance(verdict, Passed)
    assert [notice.code for notice in verdict.notices] == ["format"]


def test_another_error_names_both() -> None:
    text = "error: semantic error: ConstraintValidationFailed: `other` uniqueness"
    judgement = judged(text, VIOLATION, expect_error=True)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == (
        "the cell fails by another error: expected semantic error: ConstraintValidationFailed: "
        "`other` uniqueness, actual semantic error: ConstraintValidationFailed: `entity_key` "
        "uniqueness"
    )
    assert (mismatch.kind, mismatch.line) == (Kind.ERROR_TEXT, 1)
    assert judgement.rewritten_text == (
        "error: semantic error: ConstraintValidationFailed: `entity_key` uniqueness"
    )


def test_rows_in_the_block_of_a_cell_that_fails_as_it_should() -> None:
    judgement = judged("| x |\n|---|\n| 1 |\n1 row", DIVISION, expect_error=True)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == (
        "the cell fails, as `expect=error` asks, but the block shows 1 row: actual " + LINE
    )
    assert mismatch.kind is Kind.ROWS_IN_BLOCK
    assert judgement.rewritten_text == LINE


@pytest.mark.parametrize("language", ["table", "gram"])
def test_an_error_line_in_the_block_of_a_cell_that_gives_rows(language: str) -> None:
    judgement = judged(LINE, result("x", (None,)), language=language)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "the block says that the cell fails, but it gave 1 row"
    assert mismatch.kind is Kind.ERROR_IN_BLOCK
    written = {"table": "| x    |\n|------|\n| null |\n1 row", "gram": "// 1 row\nnull"}
    assert judgement.rewritten_text == written[language]


def test_a_cell_that_was_to_fail_and_did_not() -> None:
    judgement = judged(LINE, ROWS, expect_error=True)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "the cell was to fail (`expect=error`), but it gave 1 row"
    assert mismatch.kind is Kind.NO_ERROR
    assert judgement.rewritten_text == LINE


def test_a_cell_that_failed_and_was_not_to() -> None:
    judgement = judged("(no rows)", DIVISION)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "the cell failed: type error: / by zero"
    assert mismatch.advice == (
        "Correct the query or its data; or add `expect=error`, if the cell is to fail."
    )
    assert judgement.rewritten_text == "(no rows)"


def test_a_cell_whose_block_says_that_it_fails_is_told_what_it_lacks() -> None:
    assert only_mismatch(judged(LINE, DIVISION)).advice == (
        "The block says that the cell fails: add `expect=error` to the cell's info string."
    )


def test_running_out_of_time_is_never_the_wanted_error() -> None:
    mismatch = only_mismatch(judged("error: …", StatementTimeout(1), expect_error=True))
    assert mismatch.kind is Kind.UNEXPECTED_ERROR


def test_an_empty_block_of_a_cell_that_fails_is_written() -> None:
    judgement = judged("", DIVISION, expect_error=True)
    assert only_mismatch(judgement).kind is Kind.EMPTY_BLOCK
    assert judgement.rewritten_text == LINE


def test_a_cell_without_block_has_only_to_end_as_it_should() -> None:
    passing = judge(None, ROWS)
    assert passing.verdict == Passed()
    assert passing.rewritten_text == "| x |\n|---|\n| 1 |\n1 row"
    failing = judge(None, DIVISION, Options(expect_error=True))
    assert failing.verdict == Passed()
    assert failing.rewritten_text == LINE
    assert only_mismatch(judge(None, DIVISION)).kind is Kind.UNEXPECTED_ERROR
    assert only_mismatch(judge(None, ROWS, Options(expect_error=True))).kind is Kind.NO_ERROR
