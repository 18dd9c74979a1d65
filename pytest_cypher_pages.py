"""The pytest plugin: Markdown pages with Cypher are collected and checked beside other tests.

It stands beside the package and not inside it: pytest loads it in every suite, and a suite without
pages shall load nothing of `runner`, nor have a module of its own by that name hidden by ours. All
that needs the package is in `runner.pytest_plugin`, and is loaded when the first page is found.

It asserts nothing, so pytest need not rewrite it: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import re
import warnings
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike
    from pathlib import Path

    from runner.engines.base import Engine, Session

_SUFFIXES = (".md", ".markdown")

_FENCES = tuple(
    rb"%s[^\n]*(?:=|:|\bcell|\bdata|\btable|\bgram)" % mark for mark in (b"```", b"~~~")
)
"""A fence with words that a page may have; each starts with a literal, which `re` finds fast."""

_unavailable = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options and the keys of the ini-file."""
    group = parser.getgroup("cypher-pages", "Cypher pages")
    group.addoption(
        "--no-runner", action="store_true", dest="runner_off", help="Collect no Cypher pages."
    )
    group.addoption(
        "--runner-pages",
        action="append",
        metavar="PATTERN",
        help="Collect only pages whose name, or path from the root folder where the pattern has a "
        "slash, is like this; may be given several times. It replaces the ini key runner_pages.",
    )
    group.addoption(
        "--runner-per-cell",
        action="store_true",
        default=None,
        help="Make each cell of a page a test, and not the page as a whole.",
    )
    group.addoption(
        "--runner-engine",
        metavar="URL",
        help="The engine that pages run on: embedded:, the URL of a Neo4j server, or neo4j for the "
        "one that NEO4J_URI names. Default: RUNNER_ENGINE, then [tool.runner], then embedded:.",
    )
    group.addoption(
        "--runner-connect-timeout",
        type=float,
        metavar="SECONDS",
        help="How long a server may take to connect, and to react at all. Default: 10.",
    )
    group.addoption(
        "--runner-wait",
        type=float,
        metavar="SECONDS",
        help="Wait for a server that is starting.",
    )
    group.addoption(
        "--runner-strict",
        action="store_true",
        default=None,
        help="Let notices and skipped pages fail.",
    )
    group.addoption(
        "--runner-emulate-enterprise",
        action="store_true",
        help="Keep the constraints that a server's Community edition lacks in its place.",
    )
    parser.addini(
        "runner_pages",
        "Patterns of Cypher pages, as for --runner-pages; empty turns collecting off.",
        type="args",
        default=["*.md"],
    )
    parser.addini("runner_per_cell", "As --runner-per-cell.", type="bool", default=False)
    parser.addini("runner_strict", "As --runner-strict.", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that every page has, and see the reports on pages."""
    config.addinivalue_line("markers", "runner_page: a Markdown page with Cypher.")
    config.pluginmanager.register(_Cells(config), "cypher-pages-cells")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a Markdown file if it is a page; others are left to whoever wants them."""
    if file_path.suffix.lower() not in _SUFFIXES or not _is_wanted(file_path, parent):
        return None
    if not looks_like_a_page(file_path) or not _package_is_there(parent):
        return None
    from runner.pytest_plugin.collect import page_file

    return page_file(file_path, parent)


def _is_wanted(path: Path, parent: pytest.Collector) -> bool:
    """Whether options and ini-file ask for this file, should it be a page."""
    config = parent.config
    if config.getoption("runner_off"):
        return False
    patterns = config.getoption("runner_pages") or config.getini("runner_pages")
    if not patterns:
        return False
    if parent.session.isinitpath(path):
        return True
    root = config.rootpath
    whole = path.relative_to(root) if path.is_relative_to(root) else path
    return any(
        fnmatchcase(whole.as_posix() if "/" in pattern else path.name, pattern)
        for pattern in patterns
    )


def looks_like_a_page(path: Path) -> bool:
    """Whether a file holds what every page holds: the test of `runner.page.discover`, unloaded."""
    try:
        text = path.read_bytes().lower()
    except OSError:
        # That it cannot be read is told when it is collected.
        return True
    return b"\0" in text or b"runner:" in text or any(re.search(each, text) for each in _FENCES)


def _package_is_there(parent: pytest.Collector) -> bool:
    """Whether `runner` is our package; a project's own module of that name is left alone."""
    from importlib.util import find_spec

    stash = parent.config.stash
    if _unavailable not in stash:
        try:
            spec = find_spec("runner")
        except ValueError:
            spec = None
        places = spec.submodule_search_locations if spec is not None else None
        stash[_unavailable] = not any(_holds_the_rest(place) for place in places or ())
        if stash[_unavailable]:
            found = spec.origin if spec is not None else None
            warnings.warn(
                pytest.PytestCollectionWarning(
                    "Cypher pages are not collected: the module `runner` is "
                    f"{found or 'missing'} here, and not that of cypher-pages. --no-runner, or an "
                    "empty runner_pages in the ini-file, turns collecting and this warning off."
                ),
                stacklevel=2,
            )
    return not stash[_unavailable]


def _holds_the_rest(place: str) -> bool:
    from pathlib import Path

    return Path(place, "pytest_plugin", "collect.py").is_file()


class _Cells:
    """Shows the cells of pages, where a report has any."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the report of a page, which may come from a worker."""
        if hasattr(report, "runner_totals"):
            from runner.pytest_plugin.summary import register

            register(self._config).add(report)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the cells of a page on one worker, where pytest-xdist would spread them."""
    if config.getoption("dist", "no") != "load" or not (
        config.getoption("runner_per_cell") or config.getini("runner_per_cell")
    ):
        return None
    from runner.pytest_plugin.scheduling import PageScheduling

    return PageScheduling(config, log)


@pytest.fixture(scope="session")
def runner_engine(pytestconfig: pytest.Config) -> Engine:
    """The engine that pages run on: one connection for the run, or for each worker of it."""
    from runner.pytest_plugin.suite import engine_of

    return engine_of(pytestconfig)


@pytest.fixture
def runner_session(pytestconfig: pytest.Config) -> Iterator[Session]:
    """A session on an empty database, which is gone when the test is over."""
    from runner.pytest_plugin.suite import scratch_of

    with scratch_of(pytestconfig) as session:
        yield session


@pytest.fixture
def runner_check(pytestconfig: pytest.Config) -> Callable[[str | PathLike[str]], None]:
    """A function that fails the test unless the page at a path is true."""
    from runner.pytest_plugin.suite import checker_of

    return checker_of(pytestconfig)
