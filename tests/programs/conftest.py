"""The programs beside the pages: found by import, each on a database that is empty before."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import runner
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from runner.engines.base import Session

PROGRAMS = PROJECT / "pages" / "programs"
if str(PROGRAMS) not in sys.path:
    sys.path.insert(0, str(PROGRAMS))


@pytest.fixture(params=["embedded", "neo4j"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with nothing in it: a file that is not there yet, or a server's."""
    if request.param == "embedded":
        yield f"embedded:{tmp_path / 'memory.graph'}"
        return
    server: str = request.getfixturevalue("neo4j_url")
    with runner.connect(server, timeout=60.0) as engine, engine.session() as session:
        assert left_in(session) == []
    yield server
    with runner.connect(server, timeout=60.0) as engine, engine.session() as session:
        session.run("MATCH (n) DETACH DELETE n")
        for name in left_in(session):
            kind = "INDEX" if name.startswith("index ") else "CONSTRAINT"
            session.run(f"DROP {kind} `{name.partition(' ')[2]}`")
        assert left_in(session) == []


def left_in(session: Session) -> list[str]:
    """Nodes, constraints and indexes; those of constraints are not counted."""
    nodes = session.run("MATCH (n) RETURN elementId(n) AS id")
    constraints = session.run("SHOW CONSTRAINTS YIELD name")
    indexes = session.run(
        "SHOW INDEXES YIELD name, type, owningConstraint "
        "WHERE type <> 'LOOKUP' AND owningConstraint IS NULL RETURN name"
    )
    return [
        *(f"node {record['id']}" for record in nodes),
        *(f"constraint {record['name']}" for record in constraints),
        *(f"index {record['name']}" for record in indexes),
    ]


def environment_of_programs() -> dict[str, str]:
    """In which a process finds the programs, and `runner`."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(PROGRAMS), str(PROJECT))),
        "PYTHONUTF8": "1",
    }


@pytest.fixture
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a program in a process of its own."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            env=environment_of_programs(),
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=180,
        )

    return run
