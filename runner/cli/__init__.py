"""The command ``runner``: arguments, wiring and exit codes. One command a module."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import Any

import click

from runner import __version__
from runner.cli.streams import prepare_streams, writing
from runner.errors import EngineFailure, UsageError
from runner.outcome import ExitCode

_COMMANDS = {
    "check": "Run pages and say whether they still tell the truth.",
    "update": "Rewrite the blocks of pages that are no longer true.",
    "run": "Run a page, a cell or a statement, and print what it gives.",
    "new": "Write a first page that passes at once.",
    "fmt": "Put the blocks of pages in canonical form.",
    "lint": "Say what is doubtful about pages, though they may be true.",
    "shell": "Run Cypher by hand, on the state that a page leaves.",
    "watch": "Run pages again whenever they are saved.",
    "export": "Write a whole graph to a file.",
    "import": "Read a whole graph from a file.",
    "completion": "Print the script that completes this command in a shell.",
}

_MODULES = {"import": "import_"}
"""The modules of commands whose name no module can have."""


COLLECTION_THRESHOLDS = (10_000, 5, 5)
"""When Python searches for cycles of objects that nothing needs.

Modules, pages and graphs are many objects that stay, so that the 700 new ones of Python's own
choice let it search again and again for what it cannot find: a twentieth of the time of a short
run. What a page leaves behind goes as soon as with Python's choice.
"""


class _LazyGroup(click.Group):
    """A group that imports a command's module only when that command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"runner.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        with writing():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="runner %(version)s")
def cli() -> None:
    """Keep Cypher documentation true.

    A page is a Markdown file whose `cypher` fences with `cell=NAME` are run, and whose `table`
    and `gram` fences say what each must give.

    \b
    Exit status: 0 all as written; 1 a page no longer tells the truth; 2 a page or
    the command line is malformed; 3 the engine failed or could not be reached;
    4 there was nothing to run; 130 stopped from the keyboard.
    """


def main() -> None:
    """Run the command and leave with its exit status."""
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    prepare_streams()
    try:
        status = cli.main(prog_name="runner", standalone_mode=False)
    except click.exceptions.Abort:
        status = ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        status = ExitCode.MALFORMED
    except UsageError as error:
        _complain(str(error))
        status = ExitCode.MALFORMED
    except EngineFailure as error:
        _complain(f"the engine failed: {error}")
        status = ExitCode.ENGINE_FAILURE
    raise SystemExit(int(status or 0))


def _complain(text: str) -> None:
    from runner.report.base import visible

    click.echo(f"runner: {visible(text)}", err=True)
