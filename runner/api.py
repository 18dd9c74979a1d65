"""The public Python surface, beside values and errors; see the package's own docstring."""

from __future__ import annotations

from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from runner.engines.registry import connect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.engines.base import Engine
    from runner.outcome import PageOutcome

__all__ = ["check", "connect", "pages"]


def pages(path: str | PathLike[str]) -> list[Path]:
    """The sorted paths of the pages at or below `path`.

    Raises `UsageError` where nothing is there.
    """
    from runner.page.discover import find_pages

    return find_pages([Path(path)])


def check(
    paths: Iterable[str | PathLike[str]] | str | PathLike[str],
    engine: Engine | str = "embedded:",
    *,
    strict: bool = False,
    keep_going: bool = False,
) -> list[PageOutcome]:
    """Run the pages at `paths` (files and folders) and judge them; the outcome of each page.

    `engine` is a URL or an engine that is open already, which stays open. `strict` lets every
    notice fail its cell; `keep_going` goes on after an unexpected error on a page.

    Raises `UsageError` for a path that is not there and `EngineFailure` when the engine cannot
    be reached; `KeyboardInterrupt` when a key press stops it, after the page's database is left.
    """
    from runner.execute import RunOptions, run_pages
    from runner.page.discover import find_pages

    given = [paths] if isinstance(paths, (str, PathLike)) else paths
    files = find_pages([Path(path) for path in given])
    options = RunOptions(strict=strict, keep_going=keep_going)
    with nullcontext(engine) if not isinstance(engine, str) else connect(engine) as opened:
        outcomes = [run.outcomes[0] for run in run_pages(files, [opened], options)]
    if any(outcome.interrupted for outcome in outcomes):
        raise KeyboardInterrupt
    return outcomes
