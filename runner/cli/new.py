"""``runner new``: write a first page."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from runner.cli.options import NamedPath
from runner.errors import UsageError
from runner.outcome import ExitCode


@click.command("new")
@click.argument("path", type=NamedPath())
def command(path: Path) -> int:
    """Write a first page to PATH, one that passes at once, to start from.

    Its title is made from the file's name. A name without an ending gets .md; folders that are
    missing are made. Nothing that is there already is overwritten.
    """
    from runner.report.base import one_line
    from runner.template import first_page
    from runner.write import NotWritten, create_file

    if path.is_dir():
        raise UsageError(f"{path} is a folder; name the page to write in it")
    if not path.suffix:
        path = path.with_name(f"{path.name}.md")
    try:
        create_file(path, first_page(path.stem))
    except NotWritten as error:
        raise UsageError(str(error)) from error
    shown = str(path)
    named = shlex.quote(f"./{shown}" if shown.startswith("-") else shown)
    click.echo(f"{one_line(path)}: written; see what it says: runner check {one_line(named)}")
    return int(ExitCode.TRUE)
