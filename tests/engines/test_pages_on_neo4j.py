"""The project's pages and the seed page on a real Neo4j, and that both engines agree on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.agreement import differences
from runner.execute import RunOptions, read_page, run_on_engines
from runner.outcome import Outcome
from tests.support.shared import SHARED, needs_shared
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runner.engines.base import Engine

FOLDER = PROJECT / "pages"
PAGES = runner.pages(FOLDER)
SEED = SHARED / "seed" / "tool-call-provenance.md"


@pytest.fixture(scope="module")
def engines(neo4j_url: str) -> Iterator[list[Engine]]:
    """The embedded engine, and a Community server that has Enterprise's constraints emulated."""
    with (
        runner.connect("embedded:") as embedded,
        runner.connect(neo4j_url, emulate_enterprise=True) as server,
    ):
        yield [embedded, server]


def check(path: Path, engines: list[Engine]) -> None:
    """Fail unless a page is true on both, or asks for what this server is not."""
    page = read_page(path)
    run = run_on_engines(page, engines, RunOptions())
    embedded, server = run.outcomes
    needs = page.front_matter.requires
    if needs is not None and (needs.engine == "embedded" or needs.features):
        assert server.outcome is Outcome.SKIPPED, server
        return
    for outcome in (embedded, server):
        untrue = {cell.cell: cell.message for cell in outcome.cells if cell.message}
        assert outcome.outcome is Outcome.PASSED, (outcome.reason, untrue)
    assert differences(run.outcomes) == ()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_page_is_true_on_both_engines(path: Path, engines: list[Engine]) -> None:
    check(path, engines)


@needs_shared
def test_the_seed_page_is_true_on_both_engines(engines: list[Engine]) -> None:
    """Though a Community server keeps none of the constraints that it has."""
    check(SEED, engines)
