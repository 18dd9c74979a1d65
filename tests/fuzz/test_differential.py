"""The embedded engine and a real Neo4j answer alike, on statements that nobody wrote.

More of them: ``python -m tests.fuzz --uri bolt://… --import-folder FOLDER --seed NAME``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fuzz.campaign import campaign
from tests.fuzz.sides import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STATEMENTS = 200
"""For each seed."""


@pytest.fixture(scope="module")
def server(neo4j_and_folder: tuple[str, Path | None]) -> Iterator[Server]:
    found = Server(*neo4j_and_folder)
    yield found
    found.close()


@pytest.mark.parametrize("seed", ["ash", "beech", "chestnut"])
def test_both_answer_alike(server: Server, seed: str) -> None:
    report = campaign(seed, server, STATEMENTS, most=5)
    assert not report.findings, str(report)
