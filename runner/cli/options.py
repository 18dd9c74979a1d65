"""Options that several commands have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable


class NamedPath(click.Path):
    """The path of an argument. One that is empty is refused: it would stand for this folder.

    It comes of a variable that is not set, as in ``runner update "$PAGES"``.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """See `click.ParamType.convert`."""
        if value == "":
            self.fail("a path is empty; this folder is called `.`", param, ctx)
        return super().convert(value, param, ctx)


def color_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command ``--color``, for `what` it shows."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help=f"Colour {what}; auto heeds NO_COLOR.",
    )
