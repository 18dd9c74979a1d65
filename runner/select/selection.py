"""What a way to select pages gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Selection(NamedTuple):
    """The files that are left, in their order."""

    files: list[Path]
    said: str
    """What was selected, for whoever reads the run."""
