"""Plays pages and statements: runs them for what they give, and judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.errors import EngineError
from runner.needs import unmet_page_need
from runner.requires import unmet_need
from runner.steps import DEFAULT_TIMEOUT, PageCells, reason_to_skip, unexpected_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from runner.engines.base import Capabilities, Session
    from runner.page.model import Cell, Page
    from runner.result import Result
    from runner.values import Value


class Played(NamedTuple):
    """What one cell gave."""

    page: Page
    """Its page: the one that is played, or one that it includes."""
    cell: Cell
    given: Result | EngineError
    place: tuple[int, int]
    """The line and the column of the page where the last statement stands, or failed."""
    is_failure: bool
    """Whether it failed and was not to: it is the last that is played."""


def unmet(page: Page, included: Iterable[Page], engine: Capabilities) -> str | None:
    """What a page needs and the engine lacks, as a reason not to play it."""
    for each in (page, *included):
        reason = unmet_need(each.front_matter.requires, engine)
        if reason is not None:
            return reason
    return unmet_page_need(page, included, engine)


def play(
    page: Page,
    included: Sequence[Page],
    session: Session,
    engine: Capabilities,
    *,
    until: str | None = None,
    parameters: Mapping[str, Value] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Iterator[Played]:
    """Run the cells of a page on a session, up to the cell `until` and with it.

    The setup cells of `included` pages run first; of them only one that fails is given. Cells
    that are to be skipped are passed over. `parameters` come before those of data blocks. The
    session then has the state behind the last cell that ran.
    """
    with PageCells(session, page, included) as runner:
        for other in included:
            for cell in other.cells:
                if cell.setup and reason_to_skip(cell, engine.name) is None:
                    played = _play(runner, other, cell, timeout, None)
                    if played.is_failure:
                        yield played
                        return
        for cell in page.cells:
            if reason_to_skip(cell, engine.name) is None:
                played = _play(runner, page, cell, timeout, parameters)
                yield played
                if played.is_failure:
                    return
            if cell.name == until:
                return


def _play(
    runner: PageCells,
    page: Page,
    cell: Cell,
    timeout: float,
    parameters: Mapping[str, Value] | None,
) -> Played:
    step = runner.run(page, cell, timeout, parameters)
    offset = step.piece.start if step.piece else 0
    if isinstance(step.given, EngineError) and step.given.position is not None:
        offset += step.given.position.offset
    failure = unexpected_error(cell, step)
    return Played(page, cell, step.given, cell.place(offset), failure is not None)


def play_script(
    text: str, session: Session, parameters: Mapping[str, Value], timeout: float | None = None
) -> Iterator[Result]:
    """Run the statements of a script, each in its own transaction, and give what each gave.

    Raises `EngineError` where one fails; those before it stay committed.
    """
    from runner.cypher.lexer import split

    for piece in split(text):
        yield session.run(piece.text, parameters, timeout=timeout)
