"""Runs one cell on an open session, unjudged: what checking and playing pages share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from runner.errors import EngineError
from runner.outcome import Notice
from runner.render.error import is_outcome
from runner.result import Counters, Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.engines.base import Session
    from runner.page.model import Cell, StatementPiece
    from runner.values import Value

DEFAULT_TIMEOUT = 60.0
"""Seconds that a cell may take unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Step:
    """What running a cell gave: the last result with all counters, or the error that ended it."""

    given: Result | EngineError
    notifications: tuple[Notice, ...]
    number: int
    """The number of the last statement that ran, from 1; 0 where the cell has none."""
    piece: StatementPiece | None


def run_statements(
    session: Session,
    cell: Cell,
    timeout: float,
    language: str | None = None,
    parameters: Mapping[str, Value] | None = None,
) -> Step:
    """Run a cell's statements until one fails; one that has none gives no rows.

    `timeout` is in seconds, for a cell that says nothing of its own; `parameters` come before
    those of its data blocks.
    """
    deadline = monotonic() + (cell.timeout if cell.timeout is not None else timeout)
    data = {**cell.data, **parameters} if parameters else cell.data
    counters = Counters()
    notifications: list[Notice] = []
    step = Step(Result((), []), (), 0, None)
    for number, piece in enumerate(cell.statements, 1):
        try:
            left = max(deadline - monotonic(), 0.001)
            result = session.run(piece.text, data, timeout=left, language=language)
        except EngineError as error:
            return Step(error, tuple(notifications), number, piece)
        counters.add(result.counters)
        for note in result.notifications:
            offset = note.position.offset if note.position else 0
            line, _ = cell.place(piece.start + offset)
            notifications.append(Notice(note.code, note.message, line))
        step = Step(replace(result, counters=counters), tuple(notifications), number, piece)
    return step


def unexpected_error(cell: Cell, step: Step) -> EngineError | None:
    """The error by which a cell ended that was not to end so."""
    if not isinstance(step.given, EngineError):
        return None
    return None if cell.expect_error and is_outcome(step.given) else step.given


def reason_to_skip(cell: Cell, engine: str) -> str | None:
    """Why a cell is not run on the engine of this name; None where it is."""
    if cell.skip is not None:
        return cell.skip
    if cell.engine is not None and cell.engine != engine:
        return f"runs on {cell.engine} only, and this is {engine}"
    return None
