"""What the page on the commands shows is what happens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from click import Command, Context

from runner.cli import cli
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

if TYPE_CHECKING:
    from pathlib import Path

PAGE = PROJECT / "pages" / "commands.md"
EXAMPLES = worked_examples(PAGE)
COMMANDS = ("check", "update", "fmt", "run", "new", "lint", "shell", "watch", "export", "import")


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_an_example_gives_what_the_page_shows(
    example: Worked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each session, command by command, outside of any continuous integration."""
    monkeypatch.delenv("CI", raising=False)
    assert run_session(example, tmp_path) == example.session


def command(name: str) -> Command:
    """A command as the program has it."""
    found = cli.get_command(Context(cli), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns_and_names_every_option(name: str) -> None:
    """Each option says what it does."""
    context = Context(command(name), info_name=f"runner {name}", terminal_width=80)
    text = command(name).get_help(context)
    assert max(map(len, text.splitlines())) <= 80
    for parameter in command(name).params:
        if parameter.param_type_name == "option":
            assert getattr(parameter, "help", None)


@pytest.mark.parametrize("name", ["update", "fmt", "run", "shell", "watch"])
def test_the_page_names_the_options_of_its_commands(name: str) -> None:
    """Those that all commands share aside."""
    text = PAGE.read_text("utf-8")
    part = re.split(r"^## ", text, flags=re.MULTILINE)
    shown = next(each for each in part if each.startswith(f"{name}\n"))
    shared = {parameter.name for parameter in command("check").params} - {"cell", "format_"}
    for parameter in command(name).params:
        if parameter.param_type_name == "option" and parameter.name not in shared | {"color"}:
            assert any(option in shown for option in parameter.opts), parameter.name
