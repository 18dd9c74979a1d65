"""Where several engines answer the same page differently, cell by cell."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from runner.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome

_ANSWERED = (Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED)
"""Of a cell that ran. One that was skipped or not reached says nothing about its engine."""


class Answer(NamedTuple):
    """What one engine made of a cell."""

    engine: str
    """The engine as `engine_labels` names it."""
    outcome: Outcome
    text: str
    """The block that its answer would be written as; the error's message where there is none."""


class Difference(NamedTuple):
    """A cell to which not all engines gave the same answer."""

    cell: str
    line: int
    """The line of the page at which the cell, or what differs in its block, stands."""
    answers: tuple[Answer, ...]
    """One an engine that ran the cell, in the order of the engines; at least two."""


def engine_labels(engines: Sequence[Capabilities]) -> tuple[str, ...]:
    """A name for each engine, as short as tells them apart, in their order."""
    by_name = [engine.name for engine in engines]
    whole = [f"{engine.name} {engine.version} {engine.edition}" for engine in engines]
    often, often_whole = Counter(by_name), Counter(whole)
    seen: Counter[str] = Counter()
    labels = []
    for name, full in zip(by_name, whole, strict=True):
        if often[name] == 1:
            labels.append(name)
        elif often_whole[full] == 1:
            labels.append(full)
        else:
            seen[full] += 1
            labels.append(f"{full} ({seen[full]})")
    return tuple(labels)


def differences(outcomes: Sequence[PageOutcome]) -> tuple[Difference, ...]:
    """The cells of a page to which the engines that ran them gave different answers.

    `outcomes` are of one page, one an engine. Answers are compared as the page would show them:
    what wildcards, ``unordered`` and ``approx`` allow is no difference.
    """
    labels = engine_labels([outcome.engine for outcome in outcomes])
    by_cell: dict[str, list[tuple[str, CellOutcome]]] = {}
    for label, page in zip(labels, outcomes, strict=True):
        for cell in page.cells:
            if cell.outcome in _ANSWERED:
                by_cell.setdefault(cell.cell, []).append((label, cell))
    found = []
    for name, cells in by_cell.items():
        answers = tuple(Answer(label, cell.outcome, _text(cell)) for label, cell in cells)
        if len({(answer.outcome, answer.text) for answer in answers}) > 1:
            # A cell that is not as written says best where to look.
            line = min((cell for _, cell in cells), key=_as_written).line
            found.append(Difference(name, line, answers))
    return tuple(found)


def _text(cell: CellOutcome) -> str:
    return cell.message if cell.actual is None else cell.actual


def _as_written(cell: CellOutcome) -> bool:
    return cell.outcome is Outcome.PASSED
