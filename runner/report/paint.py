"""Coloured lines on a terminal, plain ones everywhere else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing import TextIO


class Painter:
    """Writes lines to a stream, and colours where it takes them.

    `color` is ``always``, ``never`` or ``auto``: on a terminal, unless NO_COLOR is set.
    """

    def __init__(self, out: TextIO, color: str = "auto") -> None:
        self._out = out
        auto = out.isatty() and not os.environ.get("NO_COLOR")
        self._color = color == "always" or (color == "auto" and auto)

    @property
    def colors(self) -> bool:
        """Whether there are colours."""
        return self._color

    def paint(self, text: str, color: str) -> str:
        """`text` in a colour, where there are colours."""
        return click.style(text, fg=color) if self._color else text

    def line(self, text: str, *, end: bool = True) -> None:
        """Write one line; without `end`, the start of one that the user completes."""
        click.echo(text, file=self._out, nl=end, color=self._color)
