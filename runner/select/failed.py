"""The pages that were not true when they last ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.report.base import counted
from runner.select.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from runner.history import History


def last_failed(files: Sequence[Path], history: History) -> Selection:
    """Of `files` those that were not true on their last run; all where none is known to be."""
    failed = [file for file in files if history.was_untrue(file)]
    if failed:
        return Selection(failed, f"{counted(len(failed), 'page')} that failed last time")
    return Selection(list(files), "no page here is known to have failed last time: all are run")
