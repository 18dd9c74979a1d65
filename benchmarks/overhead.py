"""``python -m benchmarks.overhead``: what `runner` itself takes of a page's time, a cell.

That is all but the time inside the engine: reading the page, rendering and comparing results.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from benchmarks.pages import SAMPLE
from runner.cypher.database import Database, DatabaseSession
from runner.engines.embedded import EmbeddedEngine
from runner.execute import RunOptions, read_page, run_on_engines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
def engine_clock() -> Iterator[Clock]:
    """A clock of the time inside databases of the embedded engine, while the context lasts."""
    clock = Clock()
    timed = [(DatabaseSession, name) for name in ("run", "begin", "commit", "close")]
    places: list[tuple[type, str]] = [*timed, (Database, "__init__")]
    before = [(owner, name, getattr(owner, name)) for owner, name in places]
    try:
        for owner, name, function in before:
            setattr(owner, name, clock.around(function))
        yield clock
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


@click.command()
@click.option("--repeat", default=40, show_default=True, help="How often each page is run.")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
def main(repeat: int, paths: tuple[Path, ...]) -> None:
    """Run each of PATHS again and again, in milliseconds a cell: minimum/median/maximum."""
    with engine_clock() as clock, EmbeddedEngine() as engine:
        for path in paths or (SAMPLE,):
            whole, own, reading = [], [], []
            for number in range(WARMING + repeat):
                before = clock.seconds
                begun = perf_counter()
                page = read_page(path)
                read = perf_counter()
                run = run_on_engines(page, [engine], RunOptions())
                seconds = perf_counter() - begun
                if run.exit_code:
                    raise click.ClickException(f"{path}: {run.outcomes[0].outcome.value}")
                if number >= WARMING:
                    cells = len(page.cells)
                    whole.append(seconds / cells)
                    own.append((seconds - (clock.seconds - before)) / cells)
                    reading.append((read - begun) / cells)
            click.echo(
                f"{path.name}, {len(page.cells)} cells: {_shown(whole)} ms a cell, of which "
                f"{_shown(own)} are not the engine's: {_shown(reading)} to read the page"
            )


def _shown(seconds: list[float]) -> str:
    return "/".join(f"{each * 1e3:.2f}" for each in (min(seconds), median(seconds), max(seconds)))


if __name__ == "__main__":
    main()
