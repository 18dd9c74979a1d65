"""The commands of the shell: what begins with a colon."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.page.model import Cell
    from runner.shell.shell import Shell
    from runner.shell.stage import Stage
    from runner.values import Value


class Command(NamedTuple):
    """A command: what stands behind it, what it does, and how."""

    arguments: str
    help: str
    run: Callable[[Shell, str], Iterator[str]]


def _help(_shell: Shell, _rest: str) -> Iterator[str]:
    yield "Type Cypher. A statement ends with a semicolon, or with an empty line."
    yield ""
    names = {f"{word} {command.arguments}".strip(): command for word, command in COMMANDS.items()}
    width = max(map(len, names))
    for name, command in names.items():
        yield f"{name:{width}}  {command.help}"
    yield ""
    yield "Tab completes; the arrows go through what was typed before; Ctrl-C drops a"
    yield "line or stops a statement; Ctrl-D leaves."


def _cells(shell: Shell, _rest: str) -> Iterator[str]:
    page = shell.stage.page
    if page is None or not page.cells:
        yield "there are no cells"
        return
    width = max(len(cell.name) for cell in page.cells)
    for cell in page.cells:
        mark = "+" if cell.name in shell.stage.ran else " "
        yield f"{mark} {cell.name:{width}}  line {cell.line:<4}  {_first_line(cell)}"
    yield "+ has run"


def _first_line(cell: Cell) -> str:
    text = cell.source.strip().partition("\n")[0]
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


_MOST = 44
"""Characters of a cell that a list of cells shows."""


def _run(shell: Shell, rest: str) -> Iterator[str]:
    if not rest:
        raise UsageError("which cell? :cells lists them")
    cell = shell.stage.cell(rest)
    step = shell.stage.run_cell(cell)
    text = step.piece.text if step.piece is not None else ""
    yield from shell.outcome(step.given, text)


def _params(shell: Shell, rest: str) -> Iterator[str]:
    if rest == "clear":
        shell.stage.parameters = {}
    elif rest.startswith("{"):
        shell.stage.parameters = {**shell.stage.parameters, **_from_json(rest)}
    elif rest:
        shell.stage.parameters = _from_blocks(shell.stage, rest.replace(",", " ").split())
    yield from _shown(shell.stage)


def _shown(stage: Stage) -> Iterator[str]:
    from runner.render.literal import format_value

    if not stage.parameters:
        yield "there are no parameters"
    for name, value in stage.parameters.items():
        yield f"${name} = {format_value(value)}"


def _from_json(text: str) -> dict[str, Value]:
    from runner.page.json_text import read_parameters

    problems: list[str] = []

    def report(offset: int, _code: str, message: str, suggestion: str | None) -> None:
        hint = f"; did you mean {suggestion}?" if suggestion else ""
        problems.append(f"character {offset + 1}: {message}{hint}")

    values = read_parameters(text, report)
    if problems or values is None:
        raise UsageError("; ".join(problems))
    return dict(values)


def _from_blocks(stage: Stage, names: list[str]) -> dict[str, Value]:
    from runner.page.problems import nearest

    blocks = {block.name: block for block in stage.page.data_blocks} if stage.page else {}
    values: dict[str, Value] = {}
    for name in names:
        if name not in blocks:
            near = nearest(name, blocks)
            hint = f"; did you mean {near}?" if near else ""
            raise UsageError(f"no data block is called {name}{hint}")
        values |= blocks[name].values or {}
    return values


_SCHEMA = (
    ("labels", "CALL db.labels() YIELD label RETURN label ORDER BY label"),
    (
        "relationship types",
        "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ORDER BY type",
    ),
    ("property keys", "CALL db.propertyKeys() YIELD propertyKey AS key RETURN key ORDER BY key"),
)
_RULES = (
    "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties "
    "RETURN name, type, labelsOrTypes AS `on`, properties ORDER BY name"
)
_INDEXES = (
    "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint "
    "WHERE owningConstraint IS NULL AND type <> 'LOOKUP' "
    "RETURN name, type, labelsOrTypes AS `on`, properties ORDER BY name"
)


def _schema(shell: Shell, _rest: str) -> Iterator[str]:
    for what, statement in _SCHEMA:
        names = shell.stage.names(statement)
        yield f"{what}: {', '.join(names) if names else 'none'}"
    for what, statement in (("constraints", _RULES), ("indexes", _INDEXES)):
        result = shell.stage.session.run(statement, language="25")
        if not result.rows:
            yield f"{what}: none"
            continue
        yield f"{what}:"
        yield from shell.result(result)


def _exit(shell: Shell, _rest: str) -> Iterator[str]:
    shell.ended = True
    return iter(())


COMMANDS: dict[str, Command] = {
    ":help": Command("", "Show this.", _help),
    ":cells": Command("", "List the page's cells, and which have run.", _cells),
    ":run": Command("CELL", "Run a cell, here and now.", _run),
    ":params": Command(
        "[BLOCK… | {…} | clear]",
        "Show the parameters, or set them.",
        _params,
    ),
    ":schema": Command("", "Show labels, types, keys and the schema.", _schema),
    ":exit": Command("", "Leave.", _exit),
}
