"""Watches pages and reruns those that a save affects.

Whatever wakes the watcher, what changed is found by comparing files with what they were: that
copes with editors that save by renaming another file into place, with new and deleted files and
folders, and with saves that no event tells of.
"""

from __future__ import annotations

import os
import stat
from importlib.util import find_spec
from time import sleep
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runner.errors import UsageError
from runner.execute import read_page
from runner.page.discover import find_pages
from runner.page.include import resolve
from runner.page.uses import files_below, may_use, reads_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from runner.page.model import Page

    Stamp: TypeAlias = tuple[int, int, int] | None
    """What changes when a file or folder does: time, size and number; None where nothing is."""

    Wait: TypeAlias = Callable[[set[Path]], None]
    """Returns when something may have changed in one of some folders, or after a while."""

POLL_SECONDS = 0.4
"""How often folders are looked at where no event tells of changes."""
SETTLE_SECONDS = 0.05
"""How long a file must stay as it is: some editors write it in several steps."""
_MOST_SETTLING = 40

_HIDDEN = "."


class Batch(NamedTuple):
    """What a round of changes asks for."""

    run: list[Path]
    """The pages to run, sorted."""
    saved: list[Path]
    """The files that are new or changed, sorted."""
    gone: list[Path]
    """The pages that are no more, sorted."""


class Watcher:
    """Knows the pages at some paths and what each depends on.

    Attributes:
        pages: The pages, each with the files that it includes, near and far, and those that its
            cells may read, as absolute paths.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = tuple(paths)
        self.pages: dict[Path, frozenset[Path]] = {}
        self._stamps: dict[Path, Stamp] = {}

    def start(self) -> list[Path]:
        """Look at everything for the first time; the pages there are.

        Raises `UsageError` where a path is not there or cannot be read.
        """
        self._look()
        return sorted(self.pages)

    @property
    def folders(self) -> set[Path]:
        """The folders that hold what is watched."""
        return {path if path.is_dir() else path.parent for path in self._stamps}

    def changes(self) -> Batch | None:
        """What has changed since the last look; None where nothing has, or nothing that counts."""
        if not self._differs():
            return None
        for _ in range(_MOST_SETTLING):
            before = self._current()
            sleep(SETTLE_SECONDS)
            if self._current() == before:
                break
        old_stamps, old_pages = self._stamps, self.pages
        try:
            self._look()
        except UsageError:
            # A path that was named is gone, or is being replaced: it may come back.
            self._stamps = self._current()
            self.pages = {page: files for page, files in old_pages.items() if page.exists()}
        changed = {
            _real(path)
            for path, stamp in old_stamps.items()
            if not path.is_dir() and stamp != self._stamps.get(path, _stamp(path))
        }
        changed |= {_real(page) for page in self.pages if page not in old_pages}
        run = [
            page
            for page, used in self.pages.items()
            if page not in old_pages
            or _real(page) in changed
            or (used | old_pages[page]) & changed
            or used - old_pages[page]
        ]
        gone = [page for page in old_pages if page not in self.pages]
        if not run and not gone:
            return None
        known = {_real(page): page for page in self.pages}
        saved = [known.get(path, path) for path in changed if path.exists()]
        return Batch(sorted(run), sorted(saved), sorted(gone))

    def _look(self) -> None:
        """Find the pages, what they include, and all that must be looked at for changes."""
        found = find_pages(self._paths)
        pages = {}
        folders: set[Path] = set()
        for path in found:
            try:
                pages[path] = frozenset(_used(read_page(path), folders))
            except UsageError:
                continue  # gone between two looks
        watched: set[Path] = set(self._paths) | set(pages) | folders
        for path in self._paths:
            watched |= set(_below(path)) if path.is_dir() else {path.parent}
        for included in pages.values():
            watched |= included
        self.pages = pages
        self._stamps = {path: _stamp(path) for path in watched}

    def _current(self) -> dict[Path, Stamp]:
        return {path: _stamp(path) for path in self._stamps}

    def _differs(self) -> bool:
        return any(_stamp(path) != stamp for path, stamp in self._stamps.items())


def _below(folder: Path) -> Iterator[Path]:
    """The folders below a folder and their Markdown files, hidden ones aside."""
    for name, folders, files in os.walk(folder):
        here = folder / name
        folders[:] = [each for each in folders if not each.startswith(_HIDDEN)]
        yield here
        yield from (here / each for each in files if each.lower().endswith(".md"))


def _used(page: Page, folders: set[Path]) -> Iterator[Path]:
    """The files that a page includes, those that are missing too, and those that it may read.

    The folders in which such files can appear are added to `folders`.
    """
    included, _ = resolve(page)
    for each in (page, *included):
        for include in each.front_matter.include:
            yield _real(each.path.parent / include.path)
        if not reads_files(each.text):
            continue
        # LOAD CSV reads beside the page itself, SQL beside the page that it stands in.
        for folder in {_real(page.path.parent), _real(each.path.parent)}:
            for path in files_below(folder):
                if path.is_dir():
                    folders.add(path)
                elif may_use(each.text, [path]):
                    yield _real(path)


def _real(path: Path) -> Path:
    return path.__class__(os.path.realpath(path))


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    # A folder's size and time change with the names in it.
    number = 0 if stat.S_ISDIR(status.st_mode) else status.st_ino
    return status.st_mtime_ns, status.st_size, number


def waiter(*, poll: bool) -> Wait:
    """What waits for changes: for events where `watchfiles` is installed, else for a while."""
    if poll or find_spec("watchfiles") is None:
        return lambda _folders: sleep(POLL_SECONDS)
    return _EventWaiter()


class _EventWaiter:
    """Waits for an event of the system, or for a second: not every file system tells."""

    def __init__(self) -> None:
        self._folders: set[Path] = set()
        self._events: Iterator[object] | None = None

    def __call__(self, folders: set[Path]) -> None:
        from watchfiles import watch

        if self._events is None or folders != self._folders:
            self._folders = folders
            self._events = watch(
                *(folder for folder in folders if folder.is_dir()),
                watch_filter=None,
                debounce=100,
                step=20,
                rust_timeout=1000,
                yield_on_timeout=True,
                recursive=False,
                raise_interrupt=True,
            )
        try:
            next(self._events)
        except (StopIteration, OSError):
            # A folder that was watched is gone.
            self._events = None
            sleep(POLL_SECONDS)


def batches(watcher: Watcher, wait: Wait) -> Iterator[Batch]:
    """One batch after another, for ever."""
    while True:
        wait(watcher.folders)
        batch = watcher.changes()
        if batch is not None:
            yield batch
