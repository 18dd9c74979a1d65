"""The one run of a page that the tests of its cells share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from runner.pytest_plugin.suite import suite_of

if TYPE_CHECKING:
    from runner.outcome import PageOutcome
    from runner.pytest_plugin.items import CellItem


@dataclass(slots=True)
class _Run:
    """A page that ran, and the tests that have not asked for it yet."""

    outcome: PageOutcome
    waiting: set[str]


class _Runs:
    """The runs of a session that tests still wait for."""

    def __init__(self, session: pytest.Session) -> None:
        self.selected: dict[pytest.Collector, tuple[str, ...]] = {}
        """The cells of each page that are tests of this session, in the page's order."""
        places: dict[pytest.Collector, list[tuple[int, str]]] = {}
        for item in session.items:
            line = getattr(item, "line", None)
            if line is not None and isinstance(item.parent, pytest.File):
                places.setdefault(item.parent, []).append((line, item.name))
        for page, found in places.items():
            self.selected[page] = tuple(name for _, name in sorted(found))
        self.runs: dict[pytest.Collector, _Run] = {}


_RUNS: pytest.StashKey[_Runs] = pytest.StashKey()


def shared_run(item: CellItem) -> tuple[PageOutcome, tuple[str, ...]]:
    """What became of the page of a cell, and which of its cells are tests of this session.

    The page runs when the first of its tests asks, whichever that is, from its first cell to its
    last; to the one cell alone that is a test, if there is but one. It runs again for a test that
    asks again. Raises as `Suite.run` does.
    """
    stash = item.session.stash
    if _RUNS not in stash:
        stash[_RUNS] = _Runs(item.session)
    runs = stash[_RUNS]
    page = item.parent
    assert page is not None, "a cell is collected from its page"
    selected = runs.selected[page]
    run = runs.runs.get(page)
    if run is None or item.name not in run.waiting:
        only = selected[0] if len(selected) == 1 else None
        run = _Run(suite_of(item.config).run(item.path, only), set(selected))
        runs.runs[page] = run
    run.waiting.discard(item.name)
    if not run.waiting:
        # Outcomes of many pages are not to pile up.
        del runs.runs[page]
    return run.outcome, selected
