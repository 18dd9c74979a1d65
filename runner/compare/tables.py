"""Judges a ``table`` block by the result of its cell."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from runner.compare.align import MATCH, MOST_LIKE, Step, align, match_in_order
from runner.compare.cells import Row, bare_names, column_map
from runner.compare.footers import footer_mismatches
from runner.compare.table_mismatches import (
    column_mismatches,
    order_mismatch,
    row_mismatches,
    undecided,
)
from runner.compare.unordered import TooManyTrials, match_unordered, pair_leftovers
from runner.compare.verdict import Kind, failed, format_notice, passed
from runner.render.footer import footer_of
from runner.render.literal import escape_controls, format_value
from runner.render.table import AnyRows, any_rows_texts, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.compare.unordered import Matching
    from runner.compare.verdict import Judgement, Mismatch, Options
    from runner.render.footer import Footer
    from runner.render.table import TableBlock
    from runner.result import Result


def judge_table(
    text: str, block: TableBlock, footer: Footer, result: Result, options: Options
) -> Judgement:
    """The judgement on a block that shows rows, and whose footer is `footer`.

    Raises `ValueTooDeep`.
    """
    return TableComparison(text, block, footer, result, options).judge()


class TableComparison:
    """One block beside one result; rows and columns are known by their numbers, from 0."""

    def __init__(
        self, text: str, block: TableBlock, footer: Footer, result: Result, options: Options
    ) -> None:
        self.text = text
        self.block = block
        self.footer = footer
        self.unordered = options.unordered
        self.approx = options.approx
        self.columns = tuple(escape_controls(column) for column in result.columns)
        self.values = result.rows
        self.texts = [tuple([format_value(value) for value in row]) for row in result.rows]
        self.actual_footer = footer_of(result)
        self.rows = [Row(row, self.approx) for row in block.rows]
        self.any_rows = {n for n, row in enumerate(self.rows) if row.any_rows is not None}
        self.column_of = column_map(block.columns, self.columns)
        """For each column of the result its number in the block, or None."""

    @cached_property
    def row_numbers(self) -> list[int]:
        """For each line of rows the number of its row in the block, from 1."""
        numbers, number = [], 0
        for row in range(len(self.rows)):
            number += row not in self.any_rows
            numbers.append(number)
        return numbers

    def judge(self) -> Judgement:
        """Compare columns, then rows, then the footer."""
        if bare_names(self.block.columns) != bare_names(self.columns):
            return self._judge_columns()
        if self.unordered:
            return self._judge_unordered()
        steps = self._match_in_order()
        if steps is not None:
            return self._judge_footer(steps)
        return self._judge_in_order()

    def _judge_columns(self) -> Judgement:
        found = column_mismatches(self.block.columns, self.columns, self.footer)
        found += self._footer_mismatches(rows_told=True)
        steps = self._aligned()
        return failed(found, lambda: self._rewritten(steps))

    def _judge_unordered(self) -> Judgement:
        try:
            matching = self._matching()
        except TooManyTrials:
            in_order = self._match_in_order()
            if in_order is not None:
                return self._judge_footer(in_order)
            return failed([undecided()], lambda: self.text)
        partners = {} if self.any_rows else pair_leftovers(matching, self._likeness)
        all_pairs = matching.pairs | partners
        steps: list[Step] = [(row, all_pairs.get(row)) for row in range(len(self.rows))]
        if matching.complete:
            return self._judge_footer(steps)
        if not self.any_rows:
            taken = set(all_pairs.values())
            steps += [(None, other) for other in matching.left_over if other not in taken]
        rows = row_mismatches(self, steps, unordered=True)
        kept: list[Step] = [
            (row, matching.pairs.get(row))
            for row in range(len(self.rows))
            if row in matching.pairs or row in self.any_rows
        ]
        if not self.any_rows:
            row_of = {other: row for row, other in partners.items()}
            kept += [(row_of.get(other), other) for other in matching.left_over]
        return self._failed(rows, kept)

    def _judge_in_order(self) -> Judgement:
        matching = self._matching_if_all_are_there()
        if matching is None:
            steps = self._aligned()
            return self._failed(row_mismatches(self, steps, unordered=False), steps)
        row_of = {other: row for row, other in matching.pairs.items()}
        steps = [(row_of[other], other) for other in range(len(self.texts))]
        number = next(n for n in range(len(self.rows)) if not self._matches(n, n))
        rows = [order_mismatch(self.rows[number], number + 1, self.texts[number])]
        return self._failed(rows, steps)

    def _judge_footer(self, steps: Sequence[Step]) -> Judgement:
        """The judgement where columns and rows hold."""
        found = self._footer_mismatches(rows_told=False)
        written = self._rewritten(steps)
        if found:
            return failed(found, lambda: written)
        if written == self.text or (self._has_wildcard() and self._same_but_padding(steps)):
            return passed(self.text)
        return passed(self.text, format_notice(self.text, written))

    def _failed(self, rows: list[Mismatch], steps: Sequence[Step]) -> Judgement:
        told = any(m.kind in (Kind.MISSING_ROW, Kind.EXTRA_ROW, Kind.ORDER) for m in rows)
        found = [*rows, *self._footer_mismatches(rows_told=told)]
        return failed(found, lambda: self._rewritten(steps))

    def _footer_mismatches(self, *, rows_told: bool) -> list[Mismatch]:
        shown = None if self.any_rows else len(self.rows)
        return footer_mismatches(self.footer, self.actual_footer, shown, rows_told=rows_told)

    # What matches.

    def _matches(self, row: int, other: int) -> bool:
        """Whether rows match; the columns are the same."""
        cells = zip(self.rows[row].cells, self.texts[other], self.values[other], strict=True)
        return all(cell.accepts(text, value, self.approx) for cell, text, value in cells)

    def _likeness(self, row: int, other: int) -> int:
        """How much of two rows is the same, whatever the columns."""
        cells, texts, values = self.rows[row].cells, self.texts[other], self.values[other]
        equal = sum(
            column is not None and cells[column].accepts(texts[number], values[number], self.approx)
            for number, column in enumerate(self.column_of)
        )
        if equal == len(texts) == len(cells):
            return MATCH
        return 1 + (MOST_LIKE - 1) * equal // max(len(texts), len(cells), 1)

    def _match_in_order(self) -> list[Step] | None:
        return match_in_order(len(self.rows), len(self.texts), self._matches, self.any_rows)

    def _aligned(self) -> list[Step]:
        return align(len(self.rows), len(self.texts), self._likeness, self.any_rows)

    def _matching(self) -> Matching:
        keys = [None if n in self.any_rows else row.key for n, row in enumerate(self.rows)]
        patterns = [tuple([cell.text for cell in row.cells]) for row in self.rows]
        return match_unordered(keys, patterns, self.texts, self._matches)

    def _matching_if_all_are_there(self) -> Matching | None:
        """Which rows are which, where the same rows came in another order."""
        if self.any_rows or len(self.rows) != len(self.texts):
            return None
        try:
            matching = self._matching()
        except TooManyTrials:
            return None
        return matching if matching.complete else None

    # The block as it would be rewritten.

    def _rewritten(self, steps: Sequence[Step]) -> str:
        return write_table(self.columns, self._written_rows(steps), str(self.actual_footer))

    def _written_rows(self, steps: Sequence[Step]) -> list[list[str]]:
        """The cells of all lines: what a wildcard or `approx` accepts stays as written."""
        lines: list[list[str]] = []
        previous: int | None = None
        for row, other in steps:
            marker = None if row is None else self.block.rows[row]
            if isinstance(marker, AnyRows):
                if row != previous:
                    lines.append(any_rows_texts(marker, len(self.columns)))
            elif other is not None:
                lines.append(self._row_texts(row, other))
            previous = row
        return lines

    def _row_texts(self, row: int | None, other: int) -> list[str]:
        texts, values = list(self.texts[other]), self.values[other]
        if row is None:
            return texts
        for number, column in enumerate(self.column_of):
            if column is not None:
                cell = self.rows[row].cells[column]
                if cell.flexible and cell.accepts(texts[number], values[number], self.approx):
                    loosely = cell.text != texts[number]
                    texts[number] = cell.written if loosely else texts[number]
        return texts

    def _has_wildcard(self) -> bool:
        return any(row.wildcard for row in self.rows)

    def _same_but_padding(self, steps: Sequence[Step]) -> bool:
        written = [
            any_rows_texts(row, len(self.columns))
            if isinstance(row, AnyRows)
            else [cell.written for cell in row.cells]
            for row in self.block.rows
        ]
        footer = self.text.rstrip().rpartition("\n")[2].strip()
        return written == self._written_rows(steps) and footer == str(self.actual_footer)
