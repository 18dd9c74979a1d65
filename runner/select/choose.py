"""Puts the ways to select pages one behind another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from runner.history import History


class Wanted(NamedTuple):
    """Which of the pages at the given paths are to run. Each that is set leaves fewer."""

    changed: bool = False
    """Those that changed in git since `base`."""
    base: str | None = None
    last_failed: bool = False
    shard: str | None = None
    """``i/n``."""
    durations: tuple[Path, ...] = ()
    """The files by which shards are balanced."""


class Chosen(NamedTuple):
    """The files that are left, and what was said on the way."""

    files: list[Path]
    said: list[str]


def choose(files: Sequence[Path], wanted: Wanted, history: History) -> Chosen:
    """Of `files` those that are wanted. Raises `UsageError`, see the modules of this room."""
    left, said = list(files), []
    if wanted.durations and wanted.shard is None:
        raise UsageError("--durations-file is for --shard: it says how shards are balanced")
    if wanted.changed:
        from runner.select.changed import changed

        selection = changed(left, wanted.base)
        left = selection.files
        said.append(selection.said)
    if wanted.last_failed:
        from runner.select.failed import last_failed

        selection = last_failed(left, history)
        left = selection.files
        said.append(selection.said)
    if wanted.shard is not None:
        from runner.select.shards import parse_shard, read_durations, take_shard

        shard = parse_shard(wanted.shard)
        durations = read_durations(wanted.durations) if wanted.durations else None
        selection = take_shard(left, shard, durations)
        left = selection.files
        said.append(selection.said)
    return Chosen(left, said)
