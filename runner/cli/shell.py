"""``runner shell``: Cypher typed by hand, on the state that a page leaves."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.options import NamedPath
from runner.errors import UsageError
from runner.outcome import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cli.connecting import Connection
    from runner.page.model import Page
    from runner.shell.shell import Shell
    from runner.shell.stage import Stage


@click.command("shell")
@click.argument("page", required=False, type=NamedPath())
@click.option("--until", metavar="CELL", help="Run the page up to this cell, with it.")
@engine_options
def command(page: Path | None, until: str | None, connection: Connection) -> int:
    """Run Cypher by hand, on the state that the cells of PAGE leave.

    Without PAGE the database is empty. Nothing that is typed changes the page, and all of it is
    gone at the end.

    A statement ends with a semicolon, or with an empty line. What begins with a colon is a
    command of the shell: :help lists them. Tab completes labels, types, keys, functions and the
    names of cells.

    Input that is no terminal is run as it comes, without a prompt; the exit status is 1 when
    something of it failed.
    """
    if until is not None and page is None:
        raise click.UsageError("--until needs a PAGE")
    interactive = sys.stdin.isatty()
    if interactive and find_spec("prompt_toolkit") is None:
        raise UsageError(
            "the prompt needs prompt_toolkit: pip install 'cypher-pages[shell]' "
            "(statements from a pipe or a file need nothing)"
        )
    from runner.config import load_settings
    from runner.execute import read_page
    from runner.shell.shell import Shell
    from runner.shell.stage import MalformedPage, Stage

    read = read_page(page) if page is not None else None
    if read is not None and not read.is_page:
        raise UsageError(f"{page} is no page: it has no cells")
    settings = load_settings(Path.cwd())
    with connection.open(settings) as engine:
        stage = Stage(engine, read)
        with stage.session, stage.cells:
            try:
                remarks = list(stage.prepare(until))
            except MalformedPage as error:
                for problem in error.problems:
                    place = f"{page}:{problem.line}:{problem.column}"
                    click.echo(f"{place}: error: {problem.text} [{problem.code}]", err=True)
                return int(ExitCode.MALFORMED)
            for remark in remarks:
                click.echo(remark, err=True)
            shell = Shell(stage)
            if interactive:
                _greet(stage, read)
                _converse(shell)
                return 0
            _obey(shell)
            return int(ExitCode.NOT_TRUE if shell.failed or remarks else ExitCode.TRUE)


def _greet(stage: Stage, page: Page | None) -> None:
    what = stage.capabilities
    state = "an empty database"
    if page is not None:
        after = f"after {stage.ran[-1]}" if stage.ran else "before its cells"
        state = f"{page.path.name} {after}"
    click.echo(f"{state}; Cypher {stage.language} on {what.name} {what.version}. :help for help")


def _converse(shell: Shell) -> None:
    """Answer what is typed at a terminal until the user leaves."""
    from runner.shell.prompt import Prompt

    prompt = Prompt(shell.stage)
    while not shell.ended:
        text = prompt.read()
        if text is None:
            return
        _answer(shell, text)


def _answer(shell: Shell, text: str) -> None:
    try:
        for line in shell.answer(text):
            click.echo(line)
    except KeyboardInterrupt:
        click.echo("interrupted; the statement was undone")


def _obey(shell: Shell) -> None:
    """Answer what comes from a pipe or a file."""
    for text in _inputs():
        for line in shell.answer(text):
            click.echo(line)
        if shell.ended:
            return


def _inputs() -> Iterator[str]:
    """The commands and statements of the standard input, each as soon as it is complete."""
    from runner.shell.shell import is_complete

    waiting = ""
    for line in sys.stdin:
        waiting += line
        if is_complete(waiting.removesuffix("\n")) or not line.strip():
            yield waiting
            waiting = ""
    yield waiting
