"""Which files stand beside a page."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath, PureWindowsPath

_GLOB = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"\d+\.\.\d+")
_STREAMS = frozenset({"-", "stdin", "stdout", "stderr"})
"""Names that chDB takes for open files."""
_MOST_ENTRIES = 100_000
_MOST_ALTERNATIVES = 1_000
_LONGEST = 4096
"""Bytes of a path, as Linux counts them."""
_ARCHIVES = (
    ".zip",
    ".zipx",
    ".tar",
    ".tar.gz",
    ".tgz",
    ".tar.bz2",
    ".tar.lzma",
    ".tar.xz",
    ".tar.zst",
    ".tzst",
    ".7z",
)

_OUT = "leads out of the page's folder"


def leads_out(name: str, folder: str, *, is_table: bool = True) -> str | None:
    """How the name of a file, or a pattern of names, leads out of a folder; None: it does not.

    Links are followed. A table's file may stand in an archive, whose name ends before `` :: ``.
    What ClickHouse takes for a pattern, or for an archive, depends on the place and on what is
    there, and so every reading of a name is looked at.
    """
    if len(os.fsencode(name)) > _LONGEST:
        return "is too long for the name of a file"
    if not name.strip() or name.strip().lower() in _STREAMS:
        return "names no file"
    if "\0" in name or "\\" in name or "://" in name:
        return "is no plain name of a file"
    readings = [name]
    if "::" in name:
        outer = _outer(name)
        if not is_table or not outer.lower().endswith(_ARCHIVES):
            return "names no archive before `::`"
        readings.append(outer)
    base = Path(os.path.realpath(folder))
    for reading in readings:
        patterns = _alternatives(reading)
        if patterns is None:
            return "has more alternatives in braces than can be looked at"
        # A function takes braces as they are.
        reasons = (_leads_out(pattern, base) for pattern in patterns)
        reason = next((each for each in reasons if each is not None), None) or (
            _leads_out(reading, base, is_literal=True) if "{" in reading else None
        )
        if reason is not None:
            return reason
    return None


def is_missing(name: str, folder: str) -> bool:
    """Whether a name that does not lead out names no file; a pattern may name none."""
    outer = _outer(name)
    return not _GLOB.search(outer) and "{" not in outer and not Path(folder, outer).exists()


def _outer(name: str) -> str:
    """The name of the archive that a name begins with, or the name."""
    outer, inside, _ = name.partition("::")
    return outer.rstrip() if inside else name


def _alternatives(pattern: str) -> list[str] | None:
    """A pattern with each choice in braces made; None where they nest, or are too many.

    A range of numbers, as ``{1..9}``, may mean as many names as ``*`` does.
    """
    done: list[str] = []
    waiting = [pattern]
    while waiting:
        text = waiting.pop()
        match = _BRACES.search(text)
        if match is None:
            if "{" in text or "}" in text:
                return None
            done.append(text)
        else:
            inner = match[1]
            choices = ["*"] if _RANGE.fullmatch(inner) else inner.split(",")
            waiting += [text[: match.start()] + each + text[match.end() :] for each in choices]
        if len(done) + len(waiting) > _MOST_ALTERNATIVES:
            return None
    return done


def _leads_out(pattern: str, base: Path, *, is_literal: bool = False) -> str | None:
    if PurePosixPath(pattern).is_absolute() or PureWindowsPath(pattern).drive or pattern[:1] == "~":
        return _OUT
    parts = pattern.split("/")
    if any(part == ".." if is_literal else ".." in part for part in parts):
        return _OUT
    fixed = 0
    while fixed < len(parts) and not _GLOB.search(parts[fixed]):
        fixed += 1
    start = base.joinpath(*parts[:fixed])
    if not _inside(start, base):
        return "is a link that leads out of the page's folder"
    if fixed == len(parts) and not start.is_dir():
        # To open a pipe waits for ever.
        is_special = start.exists() and not start.is_file()
        return "is a device or a pipe" if is_special else None
    return _link_out(start, base, None if "**" in pattern else len(parts) - fixed)


def _inside(path: Path, base: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(base)


def _link_out(start: Path, base: Path, depth: int | None) -> str | None:
    """Whether a link below `start`, to a depth, leads out of `base`: a pattern may mean it."""
    seen = 0
    waiting = [(os.path.realpath(start), 0)]
    visited: set[str] = set()
    while waiting:
        folder, level = waiting.pop()
        if folder in visited:
            continue
        visited.add(folder)
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        seen += len(entries)
        if seen > _MOST_ENTRIES:
            return "may mean too many files"
        for entry in entries:
            if entry.is_symlink() and not _inside(Path(entry.path), base):
                return f"may mean {entry.name}, a link that leads out of the page's folder"
            # One level more than the pattern has: a folder stands for the files in it.
            below = depth is None or level <= depth
            if below and entry.is_dir():
                waiting.append((os.path.realpath(entry.path), level + 1))
    return None
