"""Names of pages that are the same on every machine that has the project."""

from __future__ import annotations

import os
from pathlib import Path

from runner.page.include import project_root


def working_root() -> Path:
    """The root of the project in which the program was started, links resolved."""
    return project_root(Path.cwd() / "page.md")


def stable_name(path: Path, root: Path) -> str:
    """The path of a page from `root` (`working_root`), with slashes, however it was named.

    A link is called as it is named where that lies below `root`; else what it leads to is.
    """
    named = Path(os.path.abspath(path))  # noqa: PTH100 (links stay as they are named)
    if not named.is_relative_to(root):
        named = Path(os.path.realpath(path))
    return Path(os.path.relpath(named, root)).as_posix()
