"""``runner run``: run a page, a cell or a statement, and print what it gives."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.connecting import engine_options
from runner.cli.options import NamedPath
from runner.cli.signals import stop_in_order
from runner.errors import EngineError, UsageError
from runner.outcome import ExitCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.cli.connecting import Connection
    from runner.engines.base import Engine
    from runner.page.model import Page
    from runner.play import Played
    from runner.result import Result
    from runner.values import Value


@click.command("run")
@click.argument("page", required=False, type=NamedPath())
@click.option(
    "--cell", metavar="NAME", help="Run the page up to this cell, and print what this one gives."
)
@click.option("-e", "statement", metavar="CYPHER", help="Run these statements instead of a page.")
@click.option(
    "--param",
    "params",
    metavar="NAME=VALUE",
    multiple=True,
    help="A parameter, its value a Cypher literal. May be given several times.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json", "csv", "gram"]),
    default="table",
    show_default=True,
    help="How to print results.",
)
@engine_options
def command(
    page: Path | None,
    cell: str | None,
    statement: str | None,
    params: tuple[str, ...],
    format_: str,
    connection: Connection,
) -> int:
    """Run PAGE, one of its cells, or a statement, and print what it gives. Nothing is judged.

    Without PAGE and -e the statements come from standard input. A page runs on an empty
    database of its own; statements run on the engine's database, each in its own transaction.

    JSON is one object a result, on a line of its own. Values that JSON lacks look as in data
    blocks: {"$date": "2026-03-02"}.

    \b
    Exit status: 0 all ran; 1 a statement failed; 2 the page or the command line
    is malformed; 3 the engine failed; 4 there was nothing to run.
    """
    from runner.config import load_settings

    if statement is not None and page is not None:
        raise UsageError("give a page or -e, not both")
    if cell is not None and page is None:
        raise UsageError("--cell needs a page")
    parameters = _parameters(params)
    settings = load_settings(Path.cwd())
    with stop_in_order() as stop, connection.open(settings) as engine:
        try:
            if page is not None:
                return int(_run_page(page, cell, parameters, engine, format_))
            text = _standard_input() if statement is None else statement
            return int(_run_script(text, parameters, engine, format_))
        except KeyboardInterrupt:
            return stop.exit_status


def _standard_input() -> str:
    if sys.stdin.isatty():
        click.echo("reading Cypher from the terminal; end it with Ctrl-D", err=True)
    return sys.stdin.read()


def _parameters(pairs: tuple[str, ...]) -> dict[str, Value]:
    from runner.render.literal import parse_value
    from runner.render.syntax import BlockSyntaxError

    found: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--param takes NAME=VALUE, and this is {pair!r}")
        try:
            found[name.strip()] = parse_value(text.strip())
        except BlockSyntaxError as error:
            message = f"--param {name}: {text!r} is no Cypher literal: {error.message}"
            raise UsageError(message) from error
    return found


def _run_script(
    text: str, parameters: Mapping[str, Value], engine: Engine, format_: str
) -> ExitCode:
    from runner.play import play_script

    status = ExitCode.NOTHING
    with engine.session() as session:
        try:
            for result in play_script(text, session, parameters):
                _print(_written(result, format_, None), format_, first=status is ExitCode.NOTHING)
                status = ExitCode.TRUE
        except EngineError as error:
            _complain(f"{error.code}: {error.message}")
            return ExitCode.NOT_TRUE
    if status is ExitCode.NOTHING:
        _complain("nothing to run: there is no statement")
    return status


def _run_page(
    path: Path, until: str | None, parameters: Mapping[str, Value], engine: Engine, format_: str
) -> ExitCode:
    from runner.execute import check_cell_exists, read_page
    from runner.page.include import resolve
    from runner.play import play, unmet
    from runner.report.base import one_line

    page = read_page(path)
    included, more = resolve(page)
    errors = [each for each in (*page.problems, *more) if each.severity.value == "error"]
    for problem in errors:
        place = f"{one_line(path)}:{problem.line}:{problem.column}"
        click.echo(f"{place}: error: {problem.text} [{problem.code}]", err=True)
    if errors:
        return ExitCode.MALFORMED
    if until is not None:
        check_cell_exists([path], until)
    reason = unmet(page, included, engine.capabilities)
    if reason is not None:
        _complain(f"nothing was run: {one_line(path)} {reason}")
        return ExitCode.NOTHING
    first = True
    from runner.requires import asked_features

    features = asked_features([page, *included])
    with engine.scratch(page.front_matter.cypher, features=features) as session:
        played = play(
            page, included, session, engine.capabilities, until=until, parameters=parameters
        )
        for each in played:
            if each.is_failure:
                return _failed(each)
            if until in (None, each.cell.name):
                _print(_page_text(each, format_, named=until is None), format_, first=first)
                first = False
    if first:
        _complain(f"nothing was run: {_why_nothing(page, until, engine)}")
        return ExitCode.NOTHING
    return ExitCode.TRUE


def _why_nothing(page: Page, until: str | None, engine: Engine) -> str:
    from runner.report.base import one_line
    from runner.steps import reason_to_skip

    cell = page.cell(until) if until is not None else None
    if cell is None:
        return f"{one_line(page.path)} has no cell that runs"
    reason = reason_to_skip(cell, engine.capabilities.name)
    return f"the cell {cell.name} is skipped: {reason}"


def _failed(played: Played) -> ExitCode:
    from runner.render.error import error_text
    from runner.report.base import one_line

    assert isinstance(played.given, EngineError)
    line, column = played.place
    text = error_text(played.given)
    place = f"{one_line(played.page.path)}:{line}:{column}"
    click.echo(f"{place}: cell {played.cell.name}: {text}", err=True)
    return ExitCode.NOT_TRUE


def _page_text(played: Played, format_: str, *, named: bool) -> str:
    text = _written(played.given, format_, played.cell.name if named else None)
    if named and format_ in ("table", "gram"):
        return f"{played.cell.name} (line {played.cell.line})\n{text}"
    return text


def _written(given: Result | EngineError, format_: str, cell: str | None) -> str:
    """A result, or the error that was wanted, in a format."""
    from runner.render.data import result_csv, result_json
    from runner.render.error import error_text

    if format_ == "json":
        return result_json(given, cell)
    if isinstance(given, EngineError):
        return error_text(given)
    if format_ == "csv":
        return result_csv(given)
    if format_ == "gram":
        return _gram(given)
    from runner.render.table import render_table

    return render_table(given)


def _gram(result: Result) -> str:
    from runner.render.gram import NotGraph, render_gram

    try:
        return render_gram(result)
    except NotGraph as error:
        raise UsageError(
            f"gram shows only nodes, relationships, paths, lists of them and null; {error}. "
            "Use another --format"
        ) from error


def _print(text: str, format_: str, *, first: bool) -> None:
    """Print a result; a blank line stands between two, but in JSON."""
    if not first and format_ != "json":
        click.echo()
    click.echo(text)


def _complain(text: str) -> None:
    click.echo(f"runner: {text}", err=True)
