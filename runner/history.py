"""What earlier runs in a project found: how long each page took, and which were not true.

It lies in the user's cache folder, one file a project. It helps and is never relied on: a file
that is damaged or gone means that nothing is known. Of two runs that end at the same moment one
may be forgotten.
"""

from __future__ import annotations

import json
import math
import os
from binascii import crc32
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.folders import cache_folder
from runner.outcome import ExitCode
from runner.page.names import stable_name, working_root

if TYPE_CHECKING:
    from pathlib import Path

    from runner.outcome import PageRun

FORMAT = 1


class Entry(NamedTuple):
    """What the last run of a page was."""

    seconds: float
    is_true: bool


class History:
    """The history of the project in which the program was started.

    Attributes:
        file: Where it lies; None where the user has no folder for it.
        trouble: Why it cannot be read or written; None while all is well.
    """

    def __init__(self) -> None:
        self._root = working_root()
        self.trouble: str | None = None
        self.file: Path | None = None
        try:
            # Short and quickly had; the file says itself which project it is of.
            key = crc32(os.fsencode(self._root))
            self.file = cache_folder() / "history" / f"{key:08x}.json"
        except RuntimeError:
            self.trouble = "there is no home folder to keep the history of runs in"
        self._known: dict[str, Entry] | None = None
        self._fresh: dict[str, Entry] = {}

    def seconds(self, path: Path) -> float | None:
        """How long a page took on its last run; None where that is not known."""
        entry = self._entries().get(stable_name(path, self._root))
        return None if entry is None else entry.seconds

    def was_untrue(self, path: Path) -> bool:
        """Whether a page was not true, or did not run to its end, on its last run."""
        entry = self._entries().get(stable_name(path, self._root))
        return entry is not None and not entry.is_true

    def add(self, run: PageRun) -> None:
        """Remember what became of a page. One that was interrupted says nothing."""
        if run.interrupted:
            return
        seconds = sum(outcome.seconds for outcome in run.outcomes)
        entry = Entry(round(seconds, 3), run.exit_code is ExitCode.TRUE)
        self._fresh[stable_name(run.path, self._root)] = entry

    def save(self) -> None:
        """Write what this run added to what is there. Failing that `trouble` says why."""
        if self.file is None or not self._fresh:
            return
        # Read again: another run may have ended meanwhile.
        known = {**_read(self.file, self._root)[0], **self._fresh}
        there = {name: entry for name, entry in known.items() if (self._root / name).exists()}
        document = {
            "format": FORMAT,
            "root": str(self._root),
            "pages": {name: [e.seconds, e.is_true] for name, e in sorted(there.items())},
        }
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(self.file, json.dumps(document, indent=0).encode())
        except OSError as error:
            reason = error.strerror or str(error)
            self.trouble = f"cannot keep the history of runs in {self.file}: {reason}"

    def _entries(self) -> dict[str, Entry]:
        if self._known is None:
            self._known = {}
            if self.file is not None:
                self._known, self.trouble = _read(self.file, self._root)
        return self._known


def _write(file: Path, data: bytes) -> None:
    """Write a file whole. It is not flushed to the disk: what a crash takes is not missed."""
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _read(file: Path, root: Path) -> tuple[dict[str, Entry], str | None]:
    """The entries of a file on the project at `root`, and what is wrong with it."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return {}, None
    except OSError as error:
        return {}, f"cannot read the history of runs in {file}: {error.strerror or error}"
    try:
        document: Any = json.loads(data)
        if document["format"] != FORMAT:
            return {}, f"the history of runs in {file} is of another version and is not used"
        if document["root"] != str(root):
            return {}, None
        pages = {name: _entry(*value) for name, value in document["pages"].items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}, f"the history of runs in {file} is damaged and is not used"
    return pages, None


def _entry(seconds: Any, is_true: Any) -> Entry:
    if not isinstance(seconds, (int, float)) or not math.isfinite(seconds) or seconds < 0:
        raise ValueError
    return Entry(float(seconds), bool(is_true))
