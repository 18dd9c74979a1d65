"""Compares how statements fail on both engines: the line on the page, the place, the causes."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

import runner
from runner.errors import EngineError, EngineFailure
from runner.render.error import error_text
from tests.fuzz.grammar.draw import Draw
from tests.fuzz.grammar.graphs import graph
from tests.fuzz.grammar.statements import Statements
from tests.fuzz.mutating import mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from runner.engines.base import Engine, Session
    from runner.errors import Cause

TIMEOUT = 5.0
"""Seconds that a statement may take."""
GRAPH_EVERY = 250
"""Statements that run on one graph; what they write is undone."""
EXAMPLES = 3
"""Statements of one kind of difference that a report shows."""
_PART = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+")
# Messages that show places of the server's plan, which the plan decides and no page can count on.
_INTERNAL = re.compile(r"\bslot \d|FromSlot\(")


@dataclass(frozen=True)
class Failure:
    """How a statement failed on one side."""

    code: str
    status: str
    line: str
    place: tuple[int, ...] | None
    causes: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.line}\n         {self.status} {self.causes} at {self.place}"


@dataclass
class Texts:
    """What a campaign found: of how many failures on both sides how many agree in what."""

    statements: int = 0
    failed: int = 0
    broken: int = 0
    """Statements over which the server broke down."""
    agreeing: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    kinds: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    numbers: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def differences(self) -> int:
        """Statements on which the sides differ, each counted once a kind."""
        return sum(self.numbers.values())

    def note(self, kind: str, example: str) -> None:
        """Counts one difference."""
        self.numbers[kind] += 1
        if len(self.kinds[kind]) < EXAMPLES:
            self.kinds[kind].append(example)

    def __str__(self) -> str:
        agreed = ", ".join(f"{count} in {what}" for what, count in self.agreeing.items())
        head = f"{self.statements} statements, {self.failed} fail on both sides, of which agree: "
        lines = [head + agreed]
        if self.broken:
            lines.append(f"{self.broken} over which the server itself broke down")
        for kind, number in sorted(self.numbers.items(), key=lambda item: -item[1]):
            lines.append(f"\n== {number} {kind}")
            lines.extend(self.kinds[kind])
        return "\n".join(lines)


def compare_texts(
    seed: str,
    uri: str,
    statements: int,
    *,
    minutes: float = 600,
    tell: Callable[[str], object] = lambda _text: None,
) -> Texts:
    """Compare the failures of statements made from `seed` on the embedded engine and at `uri`.

    Each statement is undone; the server's database is one that pages may run on. What code and
    status both sides share is compared further: the line that a page shows, the place in the
    statement, and the statuses of the causes. `tell` hears of each difference.
    """
    draw = Draw(f"texts {seed}")
    found = Texts()
    end = monotonic() + minutes * 60
    with runner.connect() as ours, runner.connect(uri) as theirs:
        made = mutants(draw, Statements(draw))
        while found.statements < statements and monotonic() < end:
            setup = graph(draw)
            number = min(GRAPH_EVERY, statements - found.statements)
            _one_graph(ours, theirs, setup, [next(made) for _ in range(number)], found, tell)
    return found


def _one_graph(
    ours: Engine,
    theirs: Engine,
    setup: str,
    statements: list[tuple[str, dict[str, object]]],
    found: Texts,
    tell: Callable[[str], object],
) -> None:
    with ours.scratch() as here, theirs.scratch() as there:
        for session in (here, there):
            session.run(setup, timeout=TIMEOUT)
        for text, parameters in statements:
            found.statements += 1
            try:
                theirs_failed = _fails(there, text, parameters)
            except EngineFailure:
                # The server breaks down over the statement, which is no outcome of a cell.
                found.broken += 1
                continue
            for kind, detail in differences(_fails(here, text, parameters), theirs_failed, found):
                example = f"{text}\n  {detail}"
                tell(f"{kind}: {example}")
                found.note(kind, example)


def _fails(session: Session, text: str, parameters: Mapping[str, object]) -> Failure | None:
    session.begin()
    try:
        session.run(text, parameters, timeout=TIMEOUT)
    except EngineError as error:
        return Failure(
            error.code,
            error.gql_status,
            error_text(error),
            tuple(error.position) if error.position else None,
            _statuses(error.cause),
            error.message,
        )
    finally:
        session.rollback()
    return None


def _statuses(cause: Cause | None) -> tuple[str, ...]:
    return (cause.gql_status, *_statuses(cause.cause)) if cause else ()


def differences(
    ours: Failure | None, theirs: Failure | None, found: Texts
) -> list[tuple[str, str]]:
    """The kinds of differences of two outcomes, each with what both sides say."""
    if ours is None and theirs is None:
        return []
    detail = f"ours   {ours}\n  theirs {theirs}"
    if ours is None or theirs is None:
        side, line = ("refused", ours) if ours else ("accepted", theirs)
        return [(f"{side}: {_PART.sub('_', line.line if line else '')}", detail)]
    if "TimedOut" in ours.code + theirs.code or _INTERNAL.search(theirs.message):
        # Nothing that the statement decides.
        return []
    found.failed += 1
    pairs = {
        "code and status": ((ours.code, ours.status), (theirs.code, theirs.status)),
        "line": (ours.line, theirs.line),
        "place": (ours.place, theirs.place),
        "causes": (ours.causes, theirs.causes),
    }
    same = {what: one == other for what, (one, other) in pairs.items()}
    for what, agrees in same.items():
        found.agreeing[what] += agrees
    found.agreeing["all"] += all(same.values())
    wrong = [what for what, agrees in same.items() if not agrees]
    if not wrong:
        return []
    lines = " FOR ".join(_PART.sub("_", line) for line in dict.fromkeys((ours.line, theirs.line)))
    return [(f"{', '.join(wrong)}: {lines}", detail)]
