"""The statements of a cell, and the parameters that they use.

`runner.cypher.lexer` is the one part of the engine that pages may import: what ends a statement
and what is a parameter is decided there, for pages and engine alike.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.errors import EngineError
from runner.page.model import StatementPiece

if TYPE_CHECKING:
    from collections.abc import Container

    from runner.cypher.lexer import Token
    from runner.page.model import Content
    from runner.page.problems import Problems

_SHELL_WORD = re.compile(r":[ \t]*[\w-]*")
_USE = re.compile(r"\$(\w*)")


def read_statements(content: Content, problems: Problems) -> tuple[StatementPiece, ...]:
    """The statements in the text of a cell.

    Strings, escaped names and comments without an end, and commands of shells, are reported.
    """
    from runner.cypher.lexer import split

    try:
        pieces = split(content.text)
    except EngineError as error:
        offset = error.position.offset if error.position is not None else 0
        if content.text.startswith("/*", offset - 1):
            # Neo4j points at the star of an open comment.
            offset -= 1
        message = error.message.partition("\n")[0].partition(" (line ")[0]
        problems.error(content.place(offset), "unterminated", message)
        return ()
    statements = []
    line = content.line
    behind = 0
    for piece in pieces:
        line += content.text.count("\n", behind, piece.start)
        behind = piece.start
        command = _shell_word(piece.text)
        if command is not None:
            place = content.place(piece.start + command.start())
            message = f"`{command.group()}` is a command of a shell, not Cypher"
            problems.error(place, "shell-command", message)
        statements.append(StatementPiece(piece.text, piece.start, line))
    return tuple(statements)


def missing_parameters(
    statements: tuple[StatementPiece, ...], given: Container[str]
) -> dict[str, int]:
    """The parameters that statements use and `given` lacks, each with where it is first used."""
    if all(_has_all(each.text, given) for each in statements):
        return {}
    used = used_parameters(statements)
    return {name: offset for name, offset in used.items() if name not in given}


def _has_all(text: str, given: Container[str]) -> bool:
    """Whether all that may be a parameter in a statement is given, also in strings and comments.

    A `$` without a name right behind it has the name "" here, which is never given.
    """
    if "\\u" in text:
        return False  # it may write a `$`
    return "$" not in text or all(name in given for name in _USE.findall(text))


def used_parameters(statements: tuple[StatementPiece, ...]) -> dict[str, int]:
    """The parameters that statements use, each with the offset of its first use in the cell."""
    from runner.cypher.lexer import tokenize

    found: dict[str, int] = {}
    for statement in statements:
        if "$" not in statement.text:
            continue
        try:
            tokens = tokenize(statement.text)
        except EngineError:
            # What is no token fails when the statement runs, as its cell may expect.
            continue
        for index, token in enumerate(tokens):
            name = _parameter(tokens, index)
            if name is not None:
                found.setdefault(name, statement.start + token.start)
    return found


def _shell_word(text: str) -> re.Match[str] | None:
    """The command of a shell at the start of a statement."""
    if text[0].isalpha():
        return None
    return _SHELL_WORD.match(text, _first_token(text))


def _first_token(text: str) -> int:
    """The offset of the first character that is neither blank nor comment."""
    at = 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if text.startswith("//", at):
            end = text.find("\n", at)
        elif text.startswith("/*", at):
            end = text.find("*/", at + 2)
            end = end + 2 if end != -1 else end
        else:
            return at
        if end == -1:
            return len(text)
        at = end


def _parameter(tokens: list[Token], index: int) -> str | None:
    """The name of the parameter whose ``$`` stands at `index`, or None where none stands there."""
    if tokens[index].kind != "$":
        return None
    name, behind = tokens[index + 1], tokens[index + 2 : index + 3]
    if name.kind in ("ANY", "ALL") and behind and behind[0].kind == "(":
        # `:$any(…)` and `:$all(…)` are dynamic labels.
        return None
    if name.kind in ("integer", "extended"):
        return name.text
    return name.name
