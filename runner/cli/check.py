"""``runner check``: run pages and judge them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.signals import stop_in_order

if TYPE_CHECKING:
    from runner.cli.connecting import Connection
    from runner.report.base import Reporter


@click.command("check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@engine_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    show_default=True,
    help="How to report.",
)
@click.option("--diff", is_flag=True, help="Show the whole block of a mismatch as a unified diff.")
@click.option("--strict", is_flag=True, help="Let notices and skipped pages fail.")
@click.option("--keep-going", is_flag=True, help="Go on with a page after an unexpected error.")
@click.option(
    "--fail-fast", is_flag=True, help="End the run after the first page that is not true."
)
@click.option(
    "--cell", metavar="NAME", help="Run up to this cell of each page; judge and report only it."
)
@click.option("-v", "--verbose", is_flag=True, help="Name every cell and how long pages took.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about pages that are true.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the terminal report; auto heeds NO_COLOR.",
)
def command(
    paths: tuple[Path, ...],
    connection: Connection,
    format_: str,
    diff: bool,
    strict: bool,
    keep_going: bool,
    fail_fast: bool,
    cell: str | None,
    verbose: bool,
    quiet: bool,
    color: str,
) -> int:
    """Run the pages at PATHS and say, cell by cell, whether they still tell the truth.

    A folder means every page below it: each *.md file that has cells, data or expected blocks,
    hidden and git-ignored files aside.
    """
    from runner.config import load_settings
    from runner.execute import RunOptions, check_cell_exists, run_pages
    from runner.outcome import PageOutcome, run_exit_code
    from runner.page.discover import find_likely_pages

    files = find_likely_pages(paths)
    settings = load_settings(Path.cwd())
    reporter = _reporter(format_, color, diff=diff, verbose=verbose, quiet=quiet)
    options = RunOptions(strict=strict, keep_going=keep_going, cell=cell)
    if cell is not None:
        check_cell_exists(files, cell)
    outcomes: list[PageOutcome] = []
    interrupted = False
    with stop_in_order() as stop, connection.open(settings.engine) as opened:
        reporter.start(opened.capabilities)
        try:
            for outcome in run_pages(files, opened, options):
                outcomes.append(outcome)
                reporter.page(outcome)
                interrupted = interrupted or outcome.interrupted
                if interrupted or (fail_fast and outcome.exit_code):
                    break
        except KeyboardInterrupt:
            interrupted = True
        reporter.finish(outcomes, interrupted=interrupted)
    return stop.exit_status if interrupted else int(run_exit_code(outcomes))


def _reporter(format_: str, color: str, *, diff: bool, verbose: bool, quiet: bool) -> Reporter:
    if format_ == "json":
        from runner.report.json import JsonReporter

        return JsonReporter(sys.stdout)
    from runner.report.terminal import TerminalReporter

    return TerminalReporter(sys.stdout, color=color, diff=diff, verbose=verbose, quiet=quiet)
