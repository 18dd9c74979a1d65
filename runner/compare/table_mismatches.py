"""Says what differs between the columns and rows of a table block and those of a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.compare.cells import bare_names, row_text
from runner.compare.equality import clip, differences
from runner.compare.footers import UPDATE, missing_header
from runner.compare.verdict import MOST_MISMATCHES, Kind, Mismatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.compare.align import Step
    from runner.compare.cells import Row
    from runner.compare.tables import TableComparison
    from runner.render.footer import Footer

ORDER_ADVICE = (
    "Unless the query fixes the order of all its rows, give it an ORDER BY that does; or the cell "
    "the flag `unordered`, if the order does not matter. Where the order is fixed and right, "
    "`runner update` writes the rows in it."
)


def column_mismatches(
    expected: Sequence[str], actual: Sequence[str], footer: Footer
) -> list[Mismatch]:
    """What differs between the headers of a block and of a result that are not the same."""
    here, there = bare_names(expected), bare_names(actual)
    texts = (", ".join(here) or None, ", ".join(there) or None)
    if not here:
        message = missing_header(footer, there)
    elif not there:
        message = "the page shows columns, but the last statement returns none: `(no rows)`"
    elif sorted(here) == sorted(there):
        names = [", ".join(f"`{name}`" for name in side) for side in (here, there)]
        message = (
            "the columns are the same, but in another order: "
            f"expected {names[0]}, actual {names[1]}"
        )
    else:
        return _renamed(here, there)
    return [Mismatch(Kind.COLUMNS, message, expected=texts[0], actual=texts[1], advice=UPDATE)]


def _renamed(expected: tuple[str, ...], actual: tuple[str, ...]) -> list[Mismatch]:
    """One mismatch for each column that is called otherwise, missing or new."""
    pairs: list[tuple[str | None, str | None]] = [*zip(expected, actual, strict=False)]
    if len(expected) != len(actual):
        pairs = [(name, None) for name in expected if name not in actual]
        pairs += [(None, name) for name in actual if name not in expected]
        if not pairs:  # one name stands several times
            pairs = [(", ".join(expected), ", ".join(actual))]
    found = []
    for number, (one, other) in enumerate(pairs, 1):
        if one == other:
            continue
        if one is None:
            message = f"the result has a column that the page lacks: `{other}`"
        elif other is None:
            message = f"the result has no column `{one}`"
        else:
            message = f"column {number}: expected `{one}`, actual `{other}`"
        found.append(
            Mismatch(Kind.COLUMNS, message, column=one, expected=one, actual=other, advice=UPDATE)
        )
    return found


def order_mismatch(row: Row, number: int, texts: Sequence[str]) -> Mismatch:
    """The same rows in another order; `number` is that of the first row out of place, from 1."""
    expected, actual = row.line_text(), row_text(texts)
    message = (
        f"the rows are the same, but in another order: row {number} is "
        f"{clip(expected)} on the page and {clip(actual)} in the result"
    )
    return Mismatch(
        Kind.ORDER,
        message,
        row.line,
        number,
        expected=expected,
        actual=actual,
        advice=ORDER_ADVICE,
    )


def undecided() -> Mismatch:
    """The rows of an unordered block cannot be matched in reasonable time."""
    return Mismatch(
        Kind.UNDECIDED,
        "the rows are so many and so alike that it takes too long to compare them in any order",
        advice="Give the query an ORDER BY and the cell no `unordered`; or fewer wildcards, or "
        "values that tell the rows apart.",
    )


def row_mismatches(
    comparison: TableComparison, steps: Sequence[Step], *, unordered: bool
) -> list[Mismatch]:
    """What differs between rows that were put side by side."""
    found: list[Mismatch] = []
    line, number = 2, 0
    numbers = comparison.row_numbers
    for row, other in steps:
        if row is None:
            if other is not None:
                place = _place_of_extra(other, number, unordered=unordered)
                found.append(_extra_row(comparison.texts[other], other, line, place))
            continue
        if not (unordered and other is None):
            line, number = comparison.rows[row].line, numbers[row]
        if row in comparison.any_rows:
            continue
        if other is None:
            found.append(_missing_row(comparison.rows[row], numbers[row]))
        else:
            brief = len(found) >= MOST_MISMATCHES
            found.extend(_cell_mismatches(comparison, row, other, brief=brief))
    return found


def _place_of_extra(other: int, after: int, *, unordered: bool) -> str:
    if unordered:
        return f"its row {other + 1}"
    return f"after row {after}" if after else "before the first"


def _extra_row(texts: Sequence[str], other: int, line: int, place: str) -> Mismatch:
    text = row_text(texts)
    message = f"the result has a row that the page lacks, {place}: {clip(text)}"
    return Mismatch(Kind.EXTRA_ROW, message, line, other + 1, actual=text, advice=UPDATE)


def _missing_row(row: Row, number: int) -> Mismatch:
    text = row.line_text()
    message = f"row {number} is not in the result: {clip(text)}"
    return Mismatch(Kind.MISSING_ROW, message, row.line, number, expected=text, advice=UPDATE)


def _look_alike(expected: str, actual: str) -> bool:
    """Whether texts differ only in how Unicode composes their characters."""
    from unicodedata import normalize

    return normalize("NFC", expected) == normalize("NFC", actual)


def _cell_mismatches(
    comparison: TableComparison, row: int, other: int, *, brief: bool
) -> list[Mismatch]:
    """The cells of one row that differ; `brief` leaves out where inside they do."""
    found = []
    number, line = comparison.row_numbers[row], comparison.rows[row].line
    for column, cell in enumerate(comparison.rows[row].cells):
        actual, value = comparison.texts[other][column], comparison.values[other][column]
        if cell.accepts(actual, value, comparison.approx):
            continue
        expected, name = cell.written, comparison.block.columns[column]
        what = f": expected {clip(expected, actual)}, actual {clip(actual, expected)}"
        inner = [] if brief else differences(cell.value, value, comparison.approx)
        if inner and inner[0].place:
            what = ", " + "; ".join(map(str, inner[:3])) + (" …" if len(inner) > 3 else "")
            if len(inner) == 1 and inner[0].expected and inner[0].actual:
                expected, actual = inner[0].expected, inner[0].actual
        if _look_alike(expected, actual):
            what += " (they look alike, but their code points differ)"
        message = f"row {number}, column `{name}`{what}"
        found.append(Mismatch(Kind.CELL, message, line, number, name, expected, actual, UPDATE))
    return found
