"""Judges the expected block of one cell by what the cell gave (sections 7 and 9 of the format)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.compare.footers import UPDATE
from runner.compare.renaming import Renaming
from runner.compare.verdict import (
    Expected,
    Judgement,
    Kind,
    Mismatch,
    Options,
    failed,
    format_notice,
    passed,
)
from runner.errors import EngineError
from runner.render.error import error_text, is_outcome
from runner.render.footer import footer_of
from runner.render.syntax import WILDCARDS, ValueTooDeep
from runner.render.table import ERROR_PREFIX, parse_table, render_table

if TYPE_CHECKING:
    from runner.render.footer import Footer
    from runner.render.gram import GramBlock
    from runner.render.table import ErrorLine, TableBlock
    from runner.result import Result

_WANTED = Options()


def judge(
    expected: Expected | None,
    outcome: Result | EngineError,
    options: Options = _WANTED,
    renaming: Renaming | None = None,
) -> Judgement:
    """Judge what a cell gave: its last statement's rows with the counters of all, or its error.

    `expected` is its expected block, None where it has none: then the cell only has to end as
    it should, and the rewritten text is a table. `renaming` is the page's, one for all its
    blocks in their order. A block that cannot be read raises
    `runner.render.syntax.BlockSyntaxError`: the page is malformed and should not have run.
    """
    text = None if expected is None else expected.text
    try:
        if isinstance(outcome, EngineError):
            return _judge_error(expected, outcome, options)
        if options.expect_error:
            return failed([_no_error(outcome)], lambda: text)
        if expected is None:
            return passed(render_table(outcome))
        return _judge_rows(expected, outcome, options, renaming or Renaming())
    except ValueTooDeep as error:
        message = f"{error}, too deep for a page to show"
        advice = "Return less deeply nested values."
        return failed([Mismatch(Kind.TOO_DEEP, message, advice=advice)], lambda: text)


def _judge_rows(
    expected: Expected, result: Result, options: Options, renaming: Renaming
) -> Judgement:
    if expected.language == "gram":
        from runner.compare.grams import judge_gram  # most pages have no gram block

        return judge_gram(
            expected.text,
            result,
            options,
            renaming,
            lambda written: _no_rows_in_block(written, result),
        )
    if not options.exact_numbers and expected.text == render_table(result):
        # A wildcard is never in a rendering: so the block says just this.
        return passed(expected.text)
    block = parse_table(expected.text, exact=options.exact_numbers)
    if block.footer is None:
        written = render_table(result)
        return failed([_no_rows_in_block(block.error, result)], lambda: written)
    from runner.compare.tables import judge_table

    return judge_table(expected.text, block, block.footer, result, options)


def _judge_error(expected: Expected | None, error: EngineError, options: Options) -> Judgement:
    text = None if expected is None else expected.text
    line = error_text(error)
    block = None if expected is None else _parse(expected)
    if not options.expect_error or not is_outcome(error):
        wanted = block.error if block is not None else None
        mismatch = _unexpected(error, line, wanted, options)
        return failed([mismatch], lambda: text)
    if expected is None or block is None:
        return passed(line)
    if block.error is None:
        return failed([_no_error_in_block(block.footer, line)], lambda: line)
    written = block.error.text
    if not _accepts(written, line):
        return failed([_another_error(block.error, line)], lambda: line)
    if expected.text == written:
        return passed(expected.text)
    return passed(expected.text, format_notice(expected.text, written))


def _parse(expected: Expected) -> TableBlock | GramBlock:
    from runner.render.gram import parse_gram

    return parse_gram(expected.text) if expected.language == "gram" else parse_table(expected.text)


def _accepts(written: str, line: str) -> bool:
    """Whether an error line of a block says `line`: all of it, or what stands before ``…``."""
    return written == line or any(
        written.endswith(wildcard) and line.startswith(written.removesuffix(wildcard))
        for wildcard in WILDCARDS
    )


def _no_error(result: Result) -> Mismatch:
    gave = str(footer_of(result))
    return Mismatch(
        Kind.NO_ERROR,
        f"the cell was to fail (`expect=error`), but it gave {gave}",
        actual=gave,
        advice="If it should no longer fail, remove `expect=error`; then `runner update` writes "
        "its rows.",
    )


def _unexpected(
    error: EngineError, line: str, wanted: ErrorLine | None, options: Options
) -> Mismatch:
    text = line.removeprefix(ERROR_PREFIX)
    message = f"the cell failed: {text}"
    advice = "Correct the query or its data; or add `expect=error`, if the cell is to fail."
    if options.expect_error:
        message = f"the cell failed, but not by what it says: {text}"
        advice = "Such a failure is never the one that `expect=error` asks for."
    elif error.is_timeout:
        advice = "Make the query faster, or give the cell more time with `timeout=SECONDS`."
    elif wanted is not None:
        advice = "The block says that the cell fails: add `expect=error` to the cell's info string."
    return Mismatch(Kind.UNEXPECTED_ERROR, message, actual=line, advice=advice)


def _no_error_in_block(footer: Footer | None, line: str) -> Mismatch:
    if footer is None:
        return _empty(line)
    return Mismatch(
        Kind.ROWS_IN_BLOCK,
        f"the cell fails, as `expect=error` asks, but the block shows {footer.rows_text}: "
        f"actual {line}",
        expected=footer.rows_text,
        actual=line,
        advice="`runner update` writes the error into the block; or remove `expect=error` and "
        "correct the query, if it should give rows.",
    )


def _another_error(written: ErrorLine, line: str) -> Mismatch:
    expected, actual = (text.removeprefix(ERROR_PREFIX) for text in (written.text, line))
    return Mismatch(
        Kind.ERROR_TEXT,
        f"the cell fails by another error: expected {expected}, actual {actual}",
        written.line,
        expected=expected,
        actual=actual,
        advice=UPDATE,
    )


def _no_rows_in_block(written: ErrorLine | None, result: Result) -> Mismatch:
    gave = str(footer_of(result))
    if written is None:
        return _empty(gave)
    return Mismatch(
        Kind.ERROR_IN_BLOCK,
        f"the block says that the cell fails, but it gave {gave}",
        written.line,
        expected=written.text,
        actual=gave,
        advice="`runner update` writes the rows into the block. A cell that is to fail needs "
        "`expect=error`, and a query that does.",
    )


def _empty(gave: str) -> Mismatch:
    return Mismatch(
        Kind.EMPTY_BLOCK,
        f"the block is empty: actual {gave}",
        actual=gave,
        advice="`runner update` writes what the cell gives.",
    )
