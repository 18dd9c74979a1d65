"""Judging one block in a test, in few words."""

from __future__ import annotations

from typing import Any

from runner.compare import Expected, Failed, Judgement, Mismatch, Options, Renaming, judge
from runner.page.model import Approx
from runner.result import Counters, Result


def result(columns: str, *rows: tuple[Any, ...], **counters: int) -> Result:
    """A result; `columns` are names with blanks between them."""
    return Result(tuple(columns.split()), list(rows), Counters(**counters))


def lines(*parts: str) -> str:
    """The text of a block."""
    return "\n".join(parts)


def judged(
    text: str,
    given: Any,
    *,
    language: str = "table",
    unordered: bool = False,
    expect_error: bool = False,
    approx: float | None = None,
    absolute: bool = False,
    renaming: Renaming | None = None,
) -> Judgement:
    """The judgement on a block with this text."""
    tolerance = None if approx is None else Approx(approx, absolute)
    options = Options(expect_error, unordered, tolerance)
    return judge(Expected(language, text), given, options, renaming)


def mismatches(judgement: Judgement) -> tuple[Mismatch, ...]:
    """Those of a judgement on a block that does not hold."""
    assert isinstance(judgement.verdict, Failed), judgement.verdict
    return judgement.verdict.mismatches


def only_mismatch(judgement: Judgement) -> Mismatch:
    """The one mismatch of a judgement."""
    (mismatch,) = mismatches(judgement)
    return mismatch
