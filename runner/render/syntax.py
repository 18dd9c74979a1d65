"""What the readers of expected blocks share: their errors, and the wildcard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from runner.errors import RunnerError
from runner.values import Value

MAX_DEPTH = 100
"""Levels of lists, maps and entities inside each other, in reading, writing and comparing."""


class BlockSyntaxError(RunnerError):
    """A text is no expected block or no value; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{message} (line {line}, column {column})")
        self.message = message
        self.line = line
        self.column = column


class ValueTooDeep(RunnerError):
    """A value is nested in more levels than can be written."""

    def __init__(self) -> None:
        super().__init__(f"The value is nested more than {MAX_DEPTH} levels deep")


@dataclass(frozen=True, slots=True)
class Wildcard:
    """Stands for any one value in an expected block."""

    written: str
    """How the block spells it: ``…`` or ``...``."""


WILDCARDS = ("…", "...")

Pattern: TypeAlias = Value | Wildcard
"""A value as an expected block writes it: with wildcards at any depth.

Its nodes, relationships and paths have no identity: their `id` and the ends of a relationship
are negative numbers that only tell a path's direction.
"""
