"""``runner check``: run pages and judge them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import several_engines_options
from runner.cli.many import ChangedCommand, many_pages_options
from runner.cli.options import NamedPath, color_option
from runner.cli.signals import stop_in_order
from runner.errors import EngineFailure

if TYPE_CHECKING:
    from runner.cli.connecting import Connections
    from runner.select.choose import Wanted


@click.command("check", cls=ChangedCommand)
@click.argument("paths", nargs=-1, required=True, type=NamedPath())
@several_engines_options
@many_pages_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["terminal", "json"]),
    help="How to report on standard output.  [default: terminal, unless a --report goes there]",
)
@click.option(
    "--report",
    "reports",
    metavar="NAME[:FILE]",
    multiple=True,
    help="Report to a file too, or to standard output; may be given several times. NAME is "
    "terminal, json, junit, github, summary, tap, markdown or durations.",
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
@click.option(
    "--durations",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="Name the N slowest pages, and the slowest cell of each.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name every cell and how long pages took.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about pages that are true.")
@color_option("the terminal report")
def command(
    paths: tuple[Path, ...],
    connections: Connections,
    wanted: Wanted,
    jobs: str,
    max_skips: int | None,
    min_cells: int | None,
    format_: str | None,
    reports: tuple[str, ...],
    diff: bool,
    strict: bool,
    keep_going: bool,
    fail_fast: bool,
    cell: str | None,
    durations: int,
    verbose: bool,
    quiet: bool,
    color: str,
) -> int:
    """Run the pages at PATHS and say, cell by cell, whether they still tell the truth.

    A folder means every page below it: each *.md file that has cells, data or expected blocks,
    hidden and git-ignored files aside.
    """
    from runner.checking import Check, check
    from runner.config import load_settings
    from runner.execute import RunOptions, check_cell_exists
    from runner.history import History
    from runner.page.discover import find_likely_pages
    from runner.report.choice import TerminalOptions, open_reports, parse_choices
    from runner.select.choose import choose
    from runner.tally import Limits
    from runner.workers.jobs import parse_jobs

    choices = parse_choices(format_, reports)
    asked = parse_jobs(jobs)
    found = find_likely_pages(paths)
    settings = load_settings(Path.cwd())
    if cell is not None:
        check_cell_exists(found, cell)
    history = History()
    files, said = choose(found, wanted, history)
    terminal = TerminalOptions(color=color, diff=diff, verbose=verbose, quiet=quiet)
    reporter = open_reports(choices, terminal, found)
    for line in said:
        _say(line)
    what = Check(
        files,
        RunOptions(strict=strict, keep_going=keep_going, cell=cell),
        left_out=sorted(set(found) - set(files)),
        fail_fast=fail_fast,
        jobs=asked,
        limits=Limits(max_skips, min_cells, strict),
        slowest=durations,
    )
    with stop_in_order() as stop:
        summary = check(what, connections.resolved(settings), reporter, history, _say)
    if summary.failure is not None:
        raise EngineFailure(summary.failure)
    return stop.exit_status if summary.interrupted else int(summary.exit_code)


def _say(line: str) -> None:
    click.echo(line, err=True)
