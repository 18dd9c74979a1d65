"""``runner import``: read a whole graph from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.options import NamedPath
from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.cli.connecting import Connection


@click.command("import")
@click.argument("file", type=NamedPath())
@click.option(
    "--format",
    "format_",
    type=click.Choice(["cypher", "jsonl"]),
    help="What the file holds.  [default: by its name, or cypher]",
)
@click.option("--add", is_flag=True, help="Add to what is in the database already.")
@engine_options
def command(file: Path, format_: str | None, add: bool, connection: Connection) -> int:
    """Read the graph in FILE, as `runner export` writes it, into the database of an engine.

    The database has to be empty, unless --add is given. Of lines of JSON all data is read or
    none; a script is run statement by statement, and those before one that fails are kept.
    """
    from runner.config import load_settings
    from runner.transfer.lines import read_lines
    from runner.transfer.script import run_script
    from runner.transfer.whole import check_empty

    settings = load_settings(Path.cwd())
    url = connection.engine or settings.engine
    if url == "embedded:":
        raise UsageError(
            "the graph would be gone at once: name a database, as --engine embedded:FILE"
        )
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"cannot read {file}: {reason}") from error
    if format_ is None:
        format_ = "jsonl" if file.suffix in (".jsonl", ".ndjson") else "cypher"
    with connection.open(settings) as engine, engine.session("25") as session:
        if not add:
            check_empty(session)
        try:
            if format_ == "jsonl":
                counts = read_lines(session, text.split("\n"))
            else:
                counts = {"statements": run_script(session, text)}
        except UsageError as error:
            raise UsageError(f"{file}: {error}") from error
        emulated = session.emulated
    click.echo(f"{file}: {', '.join(f'{name} {count}' for name, count in counts.items())}")
    if emulated:
        click.echo(
            "runner: constraints that were emulated end with this command, and are not in the "
            f"database: {', '.join(emulated)}",
            err=True,
        )
    return 0
