"""Finds the pages at and below files and folders."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HINT = re.compile(
    rb"(?:`{3}|~{3})[^\n]*(?:=|:|\bcell|\bdata|\btable|\bgram)|runner:", re.IGNORECASE
)
"""What every page holds somewhere, and most other Markdown files do not."""

_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def find_pages(paths: Iterable[Path]) -> list[Path]:
    """The pages among the named files, and among the ``*.md`` files below the named folders.

    Sorted, each file once, by whatever way it is reached. Below a folder, hidden files and
    folders are left out, and what git ignores.

    Raises `UsageError` for a path that is not there or cannot be read.
    """
    from runner.page.parse import parse_page

    return [path for path in find_likely_pages(paths) if parse_page(path).is_page]


def find_likely_pages(paths: Iterable[Path]) -> list[Path]:
    """As `find_pages`, and a few more files that look like pages: for those who parse each anyway.

    Raises `UsageError` for a path that is not there or cannot be read.
    """
    found: dict[str, Path] = {}
    for path in paths:
        for candidate in _candidates(path):
            found.setdefault(os.path.realpath(candidate), candidate)
    return sorted(path for path in found.values() if _looks_like_a_page(path))


def _looks_like_a_page(path: Path) -> bool:
    from runner.page.parse import read_bytes

    data = read_bytes(path)
    # A file in UTF-16 shows its words only when decoded.
    return b"\0" in data or _HINT.search(data) is not None


def _candidates(path: Path) -> Iterator[Path]:
    mode = _mode(path)
    if mode is None:
        raise UsageError(f"no such file or folder: {path}")
    if stat.S_ISDIR(mode):
        yield from _markdown_files(path)
    else:
        yield path


def _mode(path: Path) -> int | None:
    """What kind of thing a path leads to; None where it leads to nothing."""
    try:
        return path.stat().st_mode
    except OSError as error:
        if error.errno in _NOTHING_THERE:
            return None
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


def _markdown_files(root: Path) -> Iterator[Path]:
    """The ``*.md`` files below a folder. Links to folders are followed, each folder once."""
    ignored = git_ignored(root)
    entered = {os.path.realpath(root)}
    folders = [root]
    while folders:
        folder = folders.pop()
        names = _names_in(folder)
        if folder != root and ".git" in names:
            ignored |= git_ignored(folder)
        for path in (folder / name for name in names if not name.startswith(".")):
            if path in ignored:
                continue
            mode = _mode(path)
            if mode is None:
                continue
            if stat.S_ISDIR(mode):
                target = os.path.realpath(path)
                if target not in entered:
                    entered.add(target)
                    folders.append(path)
            elif path.suffix.lower() == ".md" and stat.S_ISREG(mode):
                yield path


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {error.strerror or error}") from error


def git_ignored(folder: Path) -> set[Path]:
    """The files and folders below `folder` that git ignores.

    Empty where `folder` is in no work tree, or git is not there or will not answer.
    """
    if not _is_in_work_tree(folder):
        return set()
    import subprocess

    # A hook runs with the repository of its own in the environment.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    options = ["-z", "--others", "--ignored", "--exclude-standard", "--directory"]
    try:
        answer = subprocess.run(
            ["git", "ls-files", *options],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=30,
        )
    except (OSError, subprocess.TimeoutExpired):
        return set()
    if answer.returncode:
        return set()
    names = (os.fsdecode(name).rstrip("/") for name in answer.stdout.split(b"\0"))
    return {folder / name for name in names if name not in ("", ".")}


def _is_in_work_tree(folder: Path) -> bool:
    # The method of Path raises where a folder is closed to us.
    real = Path(os.path.realpath(folder))
    folders = (real, *real.parents)
    return any(os.path.exists(folder / ".git") for folder in folders)  # noqa: PTH110
