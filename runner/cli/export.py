"""``runner export``: write a whole graph to a file."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.cli.connecting import Connection


@click.command("export")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["cypher", "jsonl"]),
    help="A script of Cypher statements, or lines of JSON.  [default: by the name of the file, "
    "or cypher]",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file; it is replaced when everything is there.  [default: standard output]",
)
@engine_options
def command(format_: str | None, output: Path | None, connection: Connection) -> int:
    """Write the graph of an engine, with its constraints and indexes, to a file.

    What is written is read by `runner import`; a script of Cypher by whatever else runs Cypher,
    too. Nodes are numbered only where relationships need it.
    """
    from runner.config import load_settings
    from runner.transfer.lines import write_lines
    from runner.transfer.script import write_script
    from runner.transfer.whole import read_whole

    settings = load_settings(Path.cwd())
    url = connection.engine or settings.engine
    if url == "embedded:":
        raise UsageError("there is nothing to export: name a database, as --engine embedded:FILE")
    if url.startswith("embedded:") and "?" not in url:
        # Another process may be writing to it, and a name that is mistaken makes no file.
        url += "?mode=read"
    with replace(connection, engine=url).open(settings) as engine, engine.session("25") as session:
        whole = read_whole(session)
    if format_ is None:
        named = output is not None and output.suffix in (".jsonl", ".ndjson")
        format_ = "jsonl" if named else "cypher"
    text = "".join(write_lines(whole) if format_ == "jsonl" else write_script(whole))
    if output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        click.echo(text, nl=False)
        return 0
    _write(output, text.encode("utf-8"))
    click.echo(
        f"{output}: nodes {len(whole.nodes)}, relationships {len(whole.relationships)}, "
        f"statements of schema {len(whole.schema)}"
    )
    return 0


def _write(path: Path, data: bytes) -> None:
    from runner.write import NotWritten, write_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, [data])
    except NotWritten as error:
        raise UsageError(f"the graph is not written to {path}: {error}") from error
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
