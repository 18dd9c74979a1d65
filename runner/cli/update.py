"""``runner update``: rewrite the blocks of pages that are no longer true."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.options import NamedPath, color_option
from runner.cli.signals import stop_in_order

if TYPE_CHECKING:
    from runner.cli.connecting import Connection


@click.command("update")
@click.argument("paths", nargs=-1, required=True, type=NamedPath())
@engine_options
@click.option("--fill", is_flag=True, help="Give cells without an expected block one.")
@click.option("--all", "all_", is_flag=True, help="Put blocks that are true in canonical form too.")
@click.option("--cell", metavar="NAME", help="Write the block of this cell only.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if something would change.")
@click.option("-y", "--yes", is_flag=True, help="Write without asking, also where CI is set.")
@color_option("what is shown")
def command(
    paths: tuple[Path, ...],
    connection: Connection,
    fill: bool,
    all_: bool,
    cell: str | None,
    check: bool,
    yes: bool,
    color: str,
) -> int:
    """Run the pages at PATHS and rewrite the expected blocks that are no longer true.

    Nothing else in a file changes, not one byte. Every change is shown first. On a terminal you
    are asked for each, unless you say --yes; elsewhere all are written. Where CI is set in the
    environment nothing is written without --yes.

    A page with an unexpected error or a time-out is left as it is. So is a block that no rewrite
    makes true; its cell is named, and the exit status is 1.
    """
    from runner.config import load_settings
    from runner.execute import check_cell_exists
    from runner.page.discover import find_pages
    from runner.rewrite import Wanted
    from runner.update import Decide, Decision, PageUpdate, update_exit_code, update_pages
    from runner.update.ask import Asker
    from runner.update.terminal import UpdateReporter

    files = find_pages(paths)
    settings = load_settings(Path.cwd())
    if cell is not None:
        check_cell_exists(files, cell)
    in_ci = not yes and _is_set("CI")
    write = not check and not in_ci
    reporter = UpdateReporter(sys.stdout, color, check=not write)

    def show_and_accept(update: PageUpdate) -> Decision:
        for change in update.changes:
            reporter.change(update, change)
        return Decision(update.changes)

    asks = write and not yes and sys.stdin.isatty() and sys.stdout.isatty()
    decide: Decide = Asker(reporter, sys.stdin) if asks else show_and_accept
    updates: list[PageUpdate] = []
    interrupted = False
    with stop_in_order() as stop, connection.open(settings) as opened:
        wanted = Wanted(fill, all_, cell)
        try:
            for update in update_pages(files, opened, wanted, decide, write=write):
                updates.append(update)
                reporter.page(update)
                interrupted = interrupted or update.outcome.interrupted
        except KeyboardInterrupt:
            click.echo()
            interrupted = True
    reporter.finish(updates, interrupted=interrupted)
    if in_ci and not check and any(update.accepted for update in updates):
        click.echo("CI is set: nothing is written without --yes")
    return stop.exit_status if interrupted else int(update_exit_code(updates))


def _is_set(name: str) -> bool:
    """Whether a variable of the environment says yes."""
    return os.environ.get(name, "").lower() not in ("", "0", "false", "no")
