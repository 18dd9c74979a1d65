"""Takes times: every engine in turn, each time with the same parameters, answers first."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from itertools import count
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.answers import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from benchmarks.engines.base import Engine, Rows
    from benchmarks.generate import People
    from benchmarks.statements import Statement

CHECKS = 3
"""How many answers are compared before a statement is timed."""
WARMING_PER_TIME = 12
"""How often a statement is run before it is timed warm, for each time that it is timed."""
WARMING = 2.0
"""Seconds that each engine may run a statement before it is timed warm."""
SLOWEST = 20.0
"""Seconds after which an engine is not asked again: it has shown that it is too slow."""

_fresh = count()


@dataclass(slots=True)
class Timing:
    """What one engine made of one statement.

    Attributes:
        refusal: Why there are no times, or None: ``differs`` for another answer than that of the
            first engine, else the error.
        cold: Seconds of each run with a text that was never run before.
        warm: Seconds of each run with the text as before and other parameters.
    """

    engine: str
    refusal: str | None = None
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)


def measure(
    statement: Statement, engines: Sequence[Engine], people: People, repeat: int, seed: int = 1
) -> list[Timing]:
    """The timings of every engine, in their order; `repeat` 0 only compares the answers."""
    timings = [Timing(engine.name) for engine in engines]
    random = Random(f"{statement.name} {seed}")
    for _ in range(CHECKS):
        _compare(statement, engines, timings, statement.parameters(people, random), people)
    for warm in (False, True):
        if warm and repeat:
            several = [
                statement.parameters(people, random) for _ in range(repeat * WARMING_PER_TIME)
            ]
            _warm_up(statement, engines, timings, people, several)
        for number in range(repeat):
            parameters = statement.parameters(people, random)
            fresh = "" if warm else f"_{next(_fresh)}"
            for engine, timing in _in_turn(engines, timings, number):
                _time(statement, engine, timing, parameters, people, fresh)
    return timings


def _warm_up(
    statement: Statement,
    engines: Sequence[Engine],
    timings: Sequence[Timing],
    people: People,
    several: Sequence[Mapping[str, Any]],
) -> None:
    """Let every engine compile what it compiles of a statement that is run again and again."""
    for engine, _ in _in_turn(engines, timings, 0):
        text = statement.spelled(engine.dialect)
        assert text is not None
        begun = perf_counter()
        for parameters in several:
            engine.run(text, parameters)
            _restore(statement, engine, people)
            if perf_counter() - begun > WARMING:
                break


def _compare(
    statement: Statement,
    engines: Sequence[Engine],
    timings: Sequence[Timing],
    parameters: Mapping[str, Any],
    people: People,
) -> None:
    expected: Rows | None = None
    for engine, timing in zip(engines, timings, strict=True):
        if timing.refusal is not None:
            continue
        text = statement.spelled(engine.dialect)
        if text is None:
            timing.refusal = "it has no such statement"
            continue
        begun = perf_counter()
        try:
            rows = engine.run(text, parameters)
            _restore(statement, engine, people)
        except Exception as error:  # noqa: BLE001 - each engine has errors of its own
            timing.refusal = f"{type(error).__name__}: {error}"
            continue
        if perf_counter() - begun > SLOWEST:
            timing.refusal = f"it takes more than {SLOWEST:.0f} seconds"
        elif expected is None:
            expected = rows
        elif not same(statement, expected, rows):
            timing.refusal = f"differs: {_some(rows)} where {_some(expected)} is expected"


def _some(rows: Rows) -> str:
    shown = str(rows[:3])
    return f"{len(rows)} rows {shown[:200]}"


def _in_turn(
    engines: Sequence[Engine], timings: Sequence[Timing], first: int
) -> Iterator[tuple[Engine, Timing]]:
    """Those that answer, each time beginning with another one."""
    able = [pair for pair in zip(engines, timings, strict=True) if pair[1].refusal is None]
    turn = first % len(able) if able else 0
    yield from able[turn:] + able[:turn]


def _time(
    statement: Statement,
    engine: Engine,
    timing: Timing,
    parameters: Mapping[str, Any],
    people: People,
    fresh: str,
) -> None:
    text = statement.spelled(engine.dialect, fresh)
    assert text is not None
    seconds = _seconds(lambda: engine.run(text, parameters))
    (timing.cold if fresh else timing.warm).append(seconds)
    _restore(statement, engine, people)


def _seconds(work: Callable[[], object]) -> float:
    """How long `work` takes, without a collection of garbage that others have made."""
    gc.collect(0)
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _restore(statement: Statement, engine: Engine, people: People) -> None:
    if statement.restore is not None:
        size = {"size": people.size} if "$size" in statement.restore else {}
        engine.run(statement.restore, size)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How the first engine's times stand to another's, pair by pair: below 1 it is ahead."""

    least: float
    median: float
    most: float


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio | None:
    """The ratio of times that were taken in turn; None where one of them has none."""
    if not ours or not theirs:
        return None
    found = [one / other for one, other in zip(ours, theirs, strict=True)]
    return Ratio(min(found), median(found), max(found))
