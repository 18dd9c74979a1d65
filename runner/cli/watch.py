"""``runner watch``: rerun pages when they are saved."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.options import NamedPath, color_option

if TYPE_CHECKING:
    from runner.cli.connecting import Connection
    from runner.engines.base import Engine
    from runner.report.terminal import TerminalReporter
    from runner.watch import Batch


@click.command("watch")
@click.argument("paths", nargs=-1, required=True, type=NamedPath())
@click.option("--diff", is_flag=True, help="Show the whole block of a mismatch as a unified diff.")
@click.option("--poll", is_flag=True, help="Look again and again; do not wait for events.")
@click.option("-v", "--verbose", is_flag=True, help="Name every cell and how long pages took.")
@color_option("what is shown")
@engine_options
def command(
    paths: tuple[Path, ...],
    diff: bool,
    poll: bool,
    verbose: bool,
    color: str,
    connection: Connection,
) -> int:
    """Run the pages at PATHS, and again whenever one is saved.

    A page is run when it is saved, and when a page that it includes is, or a file that its
    cells may read. Below a folder, new pages are run and deleted ones named. Ctrl-C ends it,
    with exit status 0.

    With watchfiles installed (pip install 'cypher-pages[watch]') a save is seen at once;
    without, or with --poll, within half a second.
    """
    from runner.config import load_settings
    from runner.report.terminal import TerminalReporter
    from runner.watch import Watcher, batches, waiter

    watcher = Watcher(paths)
    settings = load_settings(Path.cwd())
    try:
        found = watcher.start()
        with connection.open(settings) as engine:
            reporter = TerminalReporter(sys.stdout, color=color, diff=diff, verbose=verbose)
            reporter.start([engine.capabilities], len(found))
            going = not found or _run(found, engine, reporter)
            _watching(len(watcher.pages))
            for batch in batches(watcher, waiter(poll=poll)) if going else ():
                _announce(batch)
                if batch.run and not _run(batch.run, engine, reporter):
                    break
                _watching(len(watcher.pages))
    except KeyboardInterrupt:
        pass
    click.echo()
    return 0


def _run(pages: list[Path], engine: Engine, reporter: TerminalReporter) -> bool:
    """Run pages and report; whether to go on."""
    from runner.execute import RunOptions, run_pages
    from runner.tally import Tally

    tally = Tally([engine.capabilities])
    for run in run_pages(pages, [engine], RunOptions()):
        if run.interrupted:
            return False
        tally.add(run)
        reporter.page(run)
    if tally.pages != 1:
        reporter.finish(tally.summary())
    return True


def _announce(batch: Batch) -> None:
    from runner.report.base import one_line

    click.echo()
    for path in batch.gone:
        click.echo(f"{one_line(path)}: gone")
    others = [path for path in batch.saved if path not in batch.run]
    for path in others:
        click.echo(f"{one_line(_shown(path))}: saved")


def _shown(path: Path) -> Path:
    """A path as short as it can be named from here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _watching(pages: int) -> None:
    counted = "1 page" if pages == 1 else f"{pages} pages"
    click.echo(f"watching {counted}; Ctrl-C ends")
