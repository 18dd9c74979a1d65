"""``python -m benchmarks.overhead``: what `runner` itself takes of a page's time, a cell.

That is all but the time inside the engine: reading the page, rendering and comparing results.
What the engine's adapter does around a statement (turns, limits of time) is told apart, too.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from benchmarks.pages import SAMPLE
from runner.cli import COLLECTION_THRESHOLDS
from runner.cypher.database import Database, DatabaseSession
from runner.engines.embedded import EmbeddedEngine, EmbeddedSession
from runner.execute import RunOptions, read_page, run_on_engines
from runner.render.gram import gram_and_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WARMING = 5
"""Runs before any is timed."""


class Clock:
    """Adds up the seconds inside the functions that it is put around."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function`, timed."""

        def timed(*arguments: Any, **named: Any) -> Any:
            begun = perf_counter()
            try:
                return function(*arguments, **named)
            finally:
                self.seconds += perf_counter() - begun

        return timed


@contextmanager
def clock_around(*places: tuple[type, str]) -> Iterator[Clock]:
    """A clock of the time inside some functions, known by owner and name."""
    clock = Clock()
    before = [(owner, name, getattr(owner, name)) for owner, name in places]
    try:
        for owner, name, function in before:
            setattr(owner, name, clock.around(function))
        yield clock
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


ENGINE = (
    *((EmbeddedSession, name) for name in ("run", "begin", "commit", "close")),
    (EmbeddedEngine, "scratch"),
)
"""What pages know of the engine."""

DATABASE = (
    *((DatabaseSession, name) for name in ("run", "begin", "commit", "close")),
    (Database, "__init__"),
)
"""What the engine's adapter knows of the database: limits of time and turns are around that."""


@contextmanager
def collecting_as_the_command() -> Iterator[None]:
    """Have Python search for cycles of objects as rarely as under the command."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@click.command()
@click.option("--repeat", default=40, show_default=True, help="How often each page is run.")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
def main(repeat: int, paths: tuple[Path, ...]) -> None:
    """Run each of PATHS again and again, in milliseconds a cell: minimum/median/maximum."""
    clocks = clock_around(*ENGINE), clock_around(*DATABASE)
    with (
        collecting_as_the_command(),
        clocks[0] as engine_clock,
        clocks[1] as clock,
        EmbeddedEngine() as engine,
    ):
        for path in paths or (SAMPLE,):
            cells = len(read_page(path).cells)
            found = [_run(path, engine, engine_clock, clock) for _ in range(WARMING + repeat)]
            times = ([each / cells for each in part] for part in zip(*found[WARMING:], strict=True))
            whole, own, with_adapter, reading = times
            click.echo(
                f"{path.name}, {cells} cells: {_shown(whole)} ms a cell, of which {_shown(own)} "
                f"are not the engine's: {_shown(reading)} to read the page; "
                f"{_shown(with_adapter)} with what is done around a statement"
            )


def _run(
    path: Path, engine: EmbeddedEngine, engine_clock: Clock, clock: Clock
) -> tuple[float, float, float, float]:
    """Seconds of all, of what is not the engine's, nor the database's, and to read the page."""
    gram_and_problems.cache_clear()  # a command reads a page once
    engine_clock.seconds = clock.seconds = 0.0
    begun = perf_counter()
    page = read_page(path)
    read = perf_counter()
    run = run_on_engines(page, [engine], RunOptions())
    seconds = perf_counter() - begun
    own, with_adapter = seconds - engine_clock.seconds, seconds - clock.seconds
    if run.exit_code:
        raise click.ClickException(f"{path}: {run.outcomes[0].outcome.value}")
    return seconds, own, with_adapter, read - begun


def _shown(seconds: Sequence[float]) -> str:
    return "/".join(f"{each * 1e3:.2f}" for each in (min(seconds), median(seconds), max(seconds)))


if __name__ == "__main__":
    main()
