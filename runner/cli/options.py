"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable


def color_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command ``--color``, for `what` it shows."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help=f"Colour {what}; auto heeds NO_COLOR.",
    )
