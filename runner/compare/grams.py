"""Judges a ``gram`` block by the result of its cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.compare.align import Step, align, assign
from runner.compare.equality import clip
from runner.compare.footers import footer_mismatches
from runner.compare.gram_mismatches import (
    conflict_mismatches,
    contradiction_mismatches,
    order_mismatch,
    row_mismatches,
)
from runner.compare.gram_rows import NOTHING, GramRows
from runner.compare.identity import Choice, bind_in_order
from runner.compare.renaming import FailedBlock
from runner.compare.table_mismatches import undecided
from runner.compare.unordered import Matching, TooManyTrials, pair_leftovers
from runner.compare.verdict import Judgement, Kind, Mismatch, failed, format_notice, passed
from runner.render.footer import footer_of
from runner.render.gram import NotGraph, gram_rows, parse_gram, write_gram
from runner.render.literal import format_value, join_description, labels_text, name_text
from runner.render.syntax import ValueTooDeep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runner.compare.renaming import Entity, Names, Renaming
    from runner.compare.verdict import Options
    from runner.render.footer import Footer
    from runner.render.gram import GramRow, Mention
    from runner.render.table import ErrorLine
    from runner.result import Result


def judge_gram(
    text: str,
    result: Result,
    options: Options,
    renaming: Renaming,
    no_rows: Callable[[ErrorLine | None], Mismatch],
) -> Judgement:
    """The judgement on a block; `no_rows` says what is wrong with one that shows no rows.

    Raises `ValueTooDeep`, and `runner.render.syntax.BlockSyntaxError` for a block that cannot be
    read.
    """
    block = parse_gram(text)
    renaming.note(text)
    try:
        actual = gram_rows(result)
    except NotGraph as error:
        return failed([_not_graph(error)], lambda: text)
    places = [mention.entity for row in block.rows for mention in row.mentions()]
    if not options.unordered and _is_written_so(text, places, actual, result, renaming):
        return passed(text)
    both = GramRows(block.rows, actual, options.approx)
    comparison = GramComparison(text, both, result, options, renaming)
    if block.footer is None:
        return comparison.replaced([no_rows(block.error)])
    return comparison.judge(block.footer)


def _is_written_so(
    text: str,
    places: Sequence[Entity],
    actual: Sequence[GramRow],
    result: Result,
    renaming: Renaming,
) -> bool:
    """Whether the runner would write the result just so, under the ids that stand at its places.

    `places` are the entities of the block. Then the block holds, whatever else is to be compared,
    and `renaming` adopts its ids. False says nothing of it.
    """
    names = renaming.names.copy()
    others = [mention.entity for row in actual for mention in row.mentions()]
    if len(places) != len(others):
        return False
    pairs = [*zip(places, others, strict=True)]
    for page, engine in pairs:
        if page[0] != engine[0] or not names.agrees(page, engine):
            return False
        names.bind(page, engine)
    footer = str(footer_of(result))
    try:
        written = write_gram(actual, footer, lambda kind, number: names.page_of[kind, number][1])
    except ValueTooDeep:
        return False
    if written != text:
        return False
    renaming.adopt_pairs(names, pairs)
    return True


def _not_graph(error: NotGraph) -> Mismatch:
    text = clip(format_value(error.value))
    return Mismatch(
        Kind.NOT_GRAPH,
        f"row {error.row}, column `{error.column}` of the result is {text}: a gram block shows "
        f"only nodes, relationships, paths, lists of them and null",
        row=error.row,
        column=error.column,
        actual=text,
        advice="Make the expected block a `table`, which shows any value; or return graph "
        "values only.",
    )


class GramComparison:
    """One block beside one result; rows are known by their numbers, from 0."""

    def __init__(
        self, text: str, rows: GramRows, result: Result, options: Options, renaming: Renaming
    ) -> None:
        self.text = text
        self.rows = rows
        self.unordered = options.unordered
        self.renaming = renaming
        self.actual_footer = footer_of(result)

    def judge(self, footer: Footer) -> Judgement:
        """Compare rows, then ids, then the footer."""
        try:
            steps, found, candidates = self._match_rows()
            choices = [Choice(self.rows, row, others) for row, others in enumerate(candidates)]
            identified = None if found else self.renaming.identify(choices)
        except TooManyTrials:
            return failed([undecided()], lambda: self.text)
        names: Names | None = None
        if identified is not None:
            names, chosen = identified
            steps = [*enumerate(chosen)]
        elif not found:
            found = self._conflicts(steps)
        found = [*contradiction_mismatches(self.rows), *found]
        told = any(m.kind in (Kind.MISSING_ROW, Kind.EXTRA_ROW, Kind.ORDER) for m in found)
        count = len(self.rows.expected)
        found += footer_mismatches(footer, self.actual_footer, count, rows_told=told)
        if found or names is None:
            return self._failed(found, steps)
        self.renaming.adopt(names, choices)
        return self._passed(steps, names)

    def replaced(self, mismatches: list[Mismatch]) -> Judgement:
        """The judgement on a block of which nothing can stay."""
        return self._failed(mismatches, [(None, n) for n in range(len(self.rows.actual))])

    # Rows.

    def _match_rows(self) -> tuple[list[Step], list[Mismatch], list[list[int]]]:
        """The rows side by side as they would be written, and what differs, ids aside.

        Where nothing does, also the rows of the result that each row of the block may be.
        Raises `TooManyTrials`.
        """
        rows = self.rows
        count, others = len(rows.expected), len(rows.actual)
        in_order = count == others and all(rows.matches(row, row) for row in range(count))
        if not self.unordered and not in_order:
            return *self._match_in_order(), []
        steps: list[Step] = [(row, row) for row in range(count)]
        candidates = [[row] for row in range(count)]
        if self.unordered:
            try:
                candidates = rows.candidates()
            except TooManyTrials:
                if not in_order:
                    raise
            matching = Matching(count, others, 0)
            pairs = enumerate(assign(candidates))
            matching.pairs = {row: other for row, other in pairs if other is not None}
            if not matching.complete:
                return *self._unmatched(matching), []
            steps = [*matching.pairs.items()]
        return steps, [], candidates

    def _conflicts(self, steps: Sequence[Step]) -> list[Mismatch]:
        """The ids that make rows differ that are else the same."""
        names = self.renaming.names.copy()
        conflicts = bind_in_order(self.rows, steps, names)
        return conflict_mismatches(self.rows, conflicts, names, self.renaming.names)

    def _match_in_order(self) -> tuple[list[Step], list[Mismatch]]:
        """Rows that are not all the same in their order."""
        rows = self.rows
        count, others = len(rows.expected), len(rows.actual)
        try:
            chosen = assign(rows.candidates()) if count == others else [None]
        except TooManyTrials:
            chosen = [None]
        if None not in chosen:
            row_of = {other: row for row, other in enumerate(chosen)}
            steps: list[Step] = [(row_of[other], other) for other in range(others)]
            number = next(n for n in range(count) if not rows.matches(n, n))
            return steps, [order_mismatch(rows, number)]
        steps = align(count, others, rows.likeness)
        return steps, row_mismatches(rows, steps, unordered=False)

    def _unmatched(self, matching: Matching) -> tuple[list[Step], list[Mismatch]]:
        partners = pair_leftovers(matching, self.rows.likeness)
        all_pairs = matching.pairs | partners
        steps: list[Step] = [(row, all_pairs.get(row)) for row in range(matching.expected)]
        taken = set(all_pairs.values())
        steps += [(None, other) for other in matching.left_over if other not in taken]
        row_of = {other: row for row, other in partners.items()}
        written: list[Step] = [*matching.pairs.items()]
        written += [(row_of.get(other), other) for other in matching.left_over]
        return written, row_mismatches(self.rows, steps, unordered=True)

    # The block as it would be rewritten.

    def _passed(self, steps: Sequence[Step], names: Names) -> Judgement:
        written = self._written(steps, names)
        if self.text in (written, self._own_spelling() if self.unordered else written):
            return passed(self.text)
        if self.rows.has_wildcard() and _without_blanks(written) == _without_blanks(self.text):
            return passed(self.text)
        return passed(self.text, format_notice(self.text, written))

    def _own_spelling(self) -> str:
        """The block written anew: in any order, which of two like rows is which is free."""
        return write_gram(self.rows.expected, str(self.actual_footer), lambda _, number: number)

    def _failed(self, mismatches: list[Mismatch], steps: Sequence[Step]) -> Judgement:
        rows = self.rows
        pairs = [(row, other) for row, other in steps if row is not None and other is not None]
        pairs.sort(key=lambda pair: not rows.matches(*pair))  # what holds claims its ids first
        claims = [
            (place.actual.entity, place.expected.entity)
            for row, other in pairs
            for place in rows.row_places(row, other)
        ]
        block = FailedBlock(
            {mention.entity for row in rows.expected for mention in row.mentions()},
            claims,
            [m.entity for _, n in steps if n is not None for m in rows.actual[n].mentions()],
            lambda names: self._written(steps, names),
        )
        return failed(mismatches, self.renaming.rewrite_later(block))

    def _written(self, steps: Sequence[Step], names: Names) -> str:
        actual = tuple(self.rows.actual[other] for _, other in steps if other is not None)
        return write_gram(
            actual,
            str(self.actual_footer),
            lambda kind, number: names.page_of[kind, number][1],
            lambda mention: self._description_text(mention, names),
        )

    def _description_text(self, mention: Mention, names: Names) -> str:
        """A full mention; properties that the block accepts stay as it writes them."""
        actual = mention.description or NOTHING
        page: Entity = names.page_of[mention.entity]
        kept = self.rows.written_properties(page, actual)
        entries = [
            f"{name_text(key)}: {kept.get(key) or format_value(value)}"
            for key, value in sorted(actual.properties.items())
        ]
        return join_description(labels_text(actual.names), f"{{{', '.join(entries)}}}")


def _without_blanks(text: str) -> str:
    return "".join(text.split(" "))
