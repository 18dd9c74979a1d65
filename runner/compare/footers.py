"""Compares footers: the number of rows, and the counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.compare.verdict import Kind, Mismatch
from runner.render.footer import COUNTER_LABELS, NO_ROWS

if TYPE_CHECKING:
    from runner.render.footer import Footer

UPDATE = (
    "If the result is right, `runner update` rewrites the block; else mend the query or its data."
)


def footer_mismatches(
    footer: Footer, actual: Footer, shown: int | None, *, rows_told: bool
) -> list[Mismatch]:
    """What a footer says that is not so.

    `shown` is the number of rows of its own block, None where the block leaves rows out.
    `rows_told` is whether missing or extra rows are mismatches of their own already.
    """
    found = []
    own_rows = 0 if footer.rows is None else footer.rows
    agrees = shown is None or shown == own_rows
    if not agrees:
        found.append(_disagreement(footer, shown or 0))
    same_form = (footer.rows is None) == (actual.rows is None)
    if agrees and footer.rows != actual.rows and same_form and not rows_told:
        message = f"footer: expected {footer.rows_text}, actual {actual.rows_text}"
        found.append(
            Mismatch(
                Kind.ROW_COUNT,
                message,
                footer.line,
                expected=footer.rows_text,
                actual=actual.rows_text,
                advice=UPDATE,
            )
        )
    found.extend(_counter_mismatches(footer, actual))
    return found


def _disagreement(footer: Footer, shown: int) -> Mismatch:
    rows = "1 row" if shown == 1 else f"{shown} rows"
    says = f"`{footer.rows_text}`"
    return Mismatch(
        Kind.FOOTER,
        f"the footer says {says}, but the block itself shows {rows}",
        footer.line,
        expected=footer.rows_text,
        actual=rows,
        advice="`runner update` corrects the footer. Where rows are left out of a table on "
        "purpose, a line `| … |` stands for them.",
    )


def _counter_mismatches(footer: Footer, actual: Footer) -> list[Mismatch]:
    found = []
    for name, label in COUNTER_LABELS.items():
        expected, count = footer.counters.get(name, 0), actual.counters.get(name, 0)
        if expected == count:
            continue
        message = f"{label}: expected {expected}, actual {count}"
        if not expected:
            message += " (the footer does not name this counter, which means 0)"
        found.append(
            Mismatch(
                Kind.COUNTER,
                message,
                footer.line,
                expected=f"{label}: {expected}",
                actual=f"{label}: {count}",
                advice=UPDATE,
            )
        )
    return found


def missing_header(footer: Footer, columns: tuple[str, ...]) -> str:
    """What is wrong with a block without header whose result has columns, or the reverse."""
    names = ", ".join(f"`{column}`" for column in columns)
    if footer.rows is None:
        return f"the page shows `{NO_ROWS}` without columns, the result has the columns {names}"
    return f"the block has no header, the result has the columns {names}"
