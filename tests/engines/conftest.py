"""The engines that the suite of the contract runs on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine, Session


@pytest.fixture(params=["embedded", "neo4j"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine; the real server's tests are skipped where there is none."""
    url = "embedded:"
    if request.param == "neo4j":
        url = request.getfixturevalue("neo4j_url")
    with runner.connect(url) as opened:
        yield opened


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """A session on an empty database, for statements of Cypher 25."""
    with engine.scratch("25") as opened:
        yield opened
