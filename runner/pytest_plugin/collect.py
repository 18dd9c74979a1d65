"""Collects a Markdown file: one test for the page, or one for each of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from runner.errors import UsageError
from runner.execute import read_page
from runner.page.discover import git_ignored
from runner.pytest_plugin import summary
from runner.pytest_plugin.items import CellItem, PageItem
from runner.pytest_plugin.marks import mark, markers_of
from runner.pytest_plugin.suite import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_IGNORED: pytest.StashKey[set[Path]] = pytest.StashKey()


class CellPlace(NamedTuple):
    """A cell as it is collected."""

    name: str
    line: int


def page_file(path: Path, parent: pytest.Collector) -> PageFile | None:
    """The collector of a file that looks like a page; None where it is none, or git ignores it."""
    if not parent.session.isinitpath(path) and _is_left_out(path, parent.config):
        return None
    summary.register(parent.config)
    try:
        page = read_page(path)
    except UsageError as error:
        return PageFile.from_parent(parent, path=path, unreadable=str(error))
    if not page.is_page:
        return None
    # A malformed page has no cells that one could rely on.
    cells = () if page.is_malformed else tuple(CellPlace(c.name, c.line) for c in page.cells)
    markers = markers_of(page.front_matter)
    return PageFile.from_parent(parent, path=path, cells=cells, markers=markers)


def _is_left_out(path: Path, config: pytest.Config) -> bool:
    """Whether a file that nobody named is hidden, or ignored by git: `runner check` leaves both."""
    if path.name.startswith("."):
        return True
    if _IGNORED not in config.stash:
        config.stash[_IGNORED] = git_ignored(config.rootpath)
    ignored = config.stash[_IGNORED]
    return bool(ignored) and not ignored.isdisjoint((path, *path.parents))


class PageFile(pytest.File):
    """A page."""

    def __init__(
        self,
        *,
        cells: tuple[CellPlace, ...] = (),
        markers: tuple[str, ...] = (),
        unreadable: str | None = None,
        **given: object,
    ) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self._cells = cells
        self._unreadable = unreadable
        self.add_marker("runner_page")
        mark(self, markers)

    def collect(self) -> Iterator[pytest.Item]:
        """See `pytest.Collector.collect`."""
        if self._unreadable is not None:
            raise self.CollectError(self._unreadable)
        if self._cells and chosen(self.config, "runner_per_cell"):
            for name, line in self._cells:
                yield CellItem.from_parent(self, name=name, line=line)
            return
        item: PageItem = PageItem.from_parent(self, name=PageItem.NAME)
        # `-k CELL` finds the pages that have a cell of that name.
        item.extra_keyword_matches.update(name for name, _ in self._cells)
        yield item
