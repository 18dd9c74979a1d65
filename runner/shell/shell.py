"""The shell without its prompt: gets a text, gives the lines that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import EngineError, UsageError
from runner.render.error import error_text
from runner.result import Result
from runner.shell.commands import COMMANDS
from runner.source import caret

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.shell.stage import Stage


class Shell:
    """Answers what is typed.

    Attributes:
        stage: What statements run on.
        failed: Whether a statement or a command has failed.
        ended: Whether the user asked to leave.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.failed = False
        self.ended = False

    def answer(self, text: str) -> Iterator[str]:
        """The lines that answer a command or some statements."""
        text = text.strip()
        if text.startswith(":"):
            yield from self._command(text)
            return
        from runner.cypher.lexer import split

        try:
            pieces = split(text)
        except EngineError as error:
            yield from self._error(error, text)
            return
        for piece in pieces:
            try:
                result = self.stage.run(piece.text)
            except EngineError as error:
                yield from self._error(error, piece.text)
                return
            yield from self.result(result)

    def _command(self, text: str) -> Iterator[str]:
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word)
        if command is None:
            from runner.page.problems import nearest

            self.failed = True
            near = nearest(word, COMMANDS)
            hint = f"did you mean {near}?" if near else ":help lists the commands"
            yield f"there is no command {word}; {hint}"
            return
        try:
            yield from command.run(self, rest.strip())
        except UsageError as error:
            self.failed = True
            yield str(error)

    def result(self, result: Result) -> Iterator[str]:
        """A result as a page would show it, and what the engine remarked."""
        from runner.render.blocks import render_block
        from runner.render.syntax import ValueTooDeep

        if result.plan is not None:
            yield from str(result.plan).split("\n")
        try:
            yield from render_block("table", result).split("\n")
        except ValueTooDeep as error:
            self.failed = True
            yield str(error)
        for note in result.notifications:
            yield f"note: {note.message}"

    def _error(self, error: EngineError, text: str) -> Iterator[str]:
        """The line of an error, and where it is in what was typed."""
        self.failed = True
        position = error.position
        lines = text.split("\n")
        if position is not None and position.line <= len(lines):
            yield from caret(lines[position.line - 1], position.column).split("\n")
        yield error_text(error)

    def outcome(self, given: Result | EngineError, text: str) -> Iterator[str]:
        """What a cell or a statement gave."""
        if isinstance(given, Result):
            yield from self.result(given)
        else:
            yield from self._error(given, text)


def is_complete(text: str) -> bool:
    """Whether what is typed is to be run now, and not gone on with on the next line.

    A command is one line. Statements end with a semicolon, or with an empty line, which also
    ends what has no end: an open string, an open comment.
    """
    if not text.strip() or text.lstrip().startswith(":"):
        return True
    if not text.rpartition("\n")[2].strip():
        return True
    from runner.cypher.lexer import tokenize

    try:
        tokens = tokenize(text)
    except EngineError:
        return False
    return len(tokens) > 1 and tokens[-2].kind == ";"
