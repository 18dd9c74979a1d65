"""The public Python surface, beside values and errors; see the package's own docstring."""

from __future__ import annotations

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
    be reached.
    """
    from runner.execute import RunOptions, run_pages
    from runner.page.discover import find_pages

    given = [paths] if isinstance(paths, (str, PathLike)) else paths
    files = find_pages([Path(path) for path in given])
    options = RunOptions(strict=strict, keep_going=keep_going)
    if isinstance(engine, str):
        with connect(engine) as opened:
            return list(run_pages(files, opened, options))
    return list(run_pages(files, engine, options))
