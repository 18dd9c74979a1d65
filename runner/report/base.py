"""The contract of reporters: told the engine, each page as it is done, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from runner.outcome import Outcome
from runner.tally import has_no_cells, ran_unjudged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome, PageRun
    from runner.tally import Summary


class Reporter(Protocol):
    """One format of the report on a run.

    A reporter holds on to nothing that grows with the number of pages: it writes as they come.
    """

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """The run begins on `engines`; `pages` are to be run, at most.

        Not called where the engines cannot be opened.
        """

    def page(self, run: PageRun) -> None:
        """A page is done on every engine; pages come in their order, whatever ran first."""

    def finish(self, summary: Summary) -> None:
        """The run is over, was stopped, or could not begin. Always the last call, and always one.

        Why engines failed is for the reports of machines: the command says it to people.
        """


class Remark(NamedTuple):
    """One thing to say of a page or a cell, in any format."""

    line: int
    """The line of the page at which a reader should look."""
    column: int | None
    about: str
    """What it is about: ``cell NAME``, or ``page``."""
    kind: str
    """An outcome, ``notice``, or the severity of a problem."""
    text: str
    """Of several things that are wrong each has a line."""
    advice: str = ""
    code: str = ""
    """The name of the kind of problem or notice."""


_UNTRUE = (Outcome.FAILED, Outcome.ERRORED)


def remarks(page: PageOutcome) -> Iterator[Remark]:
    """What a reader must know of a page: what is not true, was left out, or is worth a notice."""
    for problem in page.problems:
        severity = problem.severity.value
        yield Remark(
            problem.line, problem.column, "page", severity, problem.text, code=problem.code
        )
    if page.outcome is Outcome.ENGINE_FAILURE:
        yield Remark(1, None, "page", "engine failure", page.reason or "")
    elif page.reason is not None:
        yield Remark(1, None, "page", page.outcome.value, page.reason)
    elif page.interrupted:
        yield Remark(1, None, "page", "not run", "stopped before its end")
    elif has_no_cells(page):
        yield Remark(1, None, "page", "notice", "the page has no cells: nothing was run")
    if page.emulated:
        text = (
            f"the runner kept these constraints in the engine's place: {', '.join(page.emulated)}"
        )
        yield Remark(1, None, "page", "notice", text, code="emulated")
    for cell in page.cells:
        yield from _of_cell(page, cell)


def _of_cell(page: PageOutcome, cell: CellOutcome) -> Iterator[Remark]:
    about = f"cell {cell.cell}"
    skipped = cell.outcome is Outcome.SKIPPED and page.reason is None
    # That the cells behind an error were not run needs no saying for each.
    explained = cell.outcome is Outcome.NOT_RUN and cell.message
    if cell.outcome in _UNTRUE or skipped or explained:
        kind = cell.outcome.value.replace("_", " ")
        yield Remark(cell.line, None, about, kind, cell.message, cell.advice)
    for notice in cell.notices:
        yield Remark(notice.line, None, about, "notice", notice.message, code=notice.code)


def cell_note(cell: CellOutcome) -> str:
    """What is to be said of a cell that passed, though nothing of it was compared; or nothing."""
    return "it has no expected block: nothing was compared" if ran_unjudged(cell) else ""


def not_checked(totals: Mapping[str, int]) -> str:
    """What of a run was left out or had nothing to compare, in words; empty where nothing."""
    parts = (
        ("skipped_pages", "page", "skipped"),
        ("pages_without_cells", "page", "without cells"),
        ("cells_without_block", "cell", "without an expected block"),
    )
    return ", ".join(
        f"{counted(totals[name], noun)} {what}" for name, noun, what in parts if totals[name]
    )


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form."""
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def verdict(totals: Mapping[str, int]) -> str:
    """The counts of a run's cells in words, those that are not zero, and of those that passed."""
    parts = [
        f"{totals[name]} {name.replace('_', ' ')}"
        for name in ("passed", "failed", "errored", "skipped", "not_run")
        if totals[name] or name == "passed"
    ]
    malformed = f"{totals['malformed']} malformed, " if totals["malformed"] else ""
    return f"{malformed}{counted(totals['cells'], 'cell')}: {', '.join(parts)}"


def engine_name(engine: Capabilities) -> str:
    """Name, version and edition."""
    return f"{engine.name} {engine.version} {engine.edition}"


def visible(text: str, keep: str = "\n\t") -> str:
    """`text` with every character that is no text, `keep` aside, as an escape that can be read.

    Control characters, lone surrogates and the two characters that are none: what no XML can hold
    and what would tear a line.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character in keep or _is_text(character) else _escape(character)
        for character in text
    )


def one_line(text: object) -> str:
    """As `visible`, on one line: for the name of a file, that may hold what would tear a line."""
    return visible(str(text), keep="")


def _is_text(character: str) -> bool:
    number = ord(character)
    return not (
        number < 0x20
        or 0x7F <= number < 0xA0
        or 0xD800 <= number <= 0xDFFF
        or number in (0x2028, 0x2029)
        or number & 0xFFFE == 0xFFFE
    )


def _escape(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
