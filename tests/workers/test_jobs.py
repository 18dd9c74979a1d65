"""How many processes a run may have, by what its engines say."""

from __future__ import annotations

from pathlib import Path

import pytest

import runner
from runner.engines.embedded import EmbeddedEngine
from runner.errors import UsageError
from runner.workers.jobs import Jobs, parse_jobs, usable_jobs, usable_processors
from tests.support.odd_engines import RefusingEngine

NAME = "embedded 2026.08 enterprise"


def test_jobs_are_a_number_or_auto() -> None:
    assert parse_jobs("3") == Jobs(3)
    assert parse_jobs("auto") == Jobs(usable_processors(), is_auto=True)
    assert usable_processors() >= 1


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "1.5", "513", "²", "99999999999"])
def test_other_numbers_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_jobs(text)
    assert str(caught.value) == (
        f"--jobs {text}: how many processes is a number from 1 to 512, or auto for one a processor"
    )


def test_there_are_never_more_than_files() -> None:
    engine = EmbeddedEngine()
    assert usable_jobs(Jobs(4), [engine], 9) == (4, None)
    assert usable_jobs(Jobs(4), [engine], 2) == (2, None)
    assert usable_jobs(Jobs(4), [engine], 0) == (1, None)


def test_an_engine_with_one_database_serves_one_process() -> None:
    """What it says of itself may be wrong until a database is made."""
    engines = [EmbeddedEngine(), RefusingEngine()]
    why = f"pages on {NAME} share its one database, so pages run one after another"
    with pytest.raises(UsageError) as caught:
        usable_jobs(Jobs(2), engines, 9)
    assert str(caught.value) == f"--jobs 2: {why}: leave --jobs out, or say auto"
    assert usable_jobs(Jobs(2, is_auto=True), engines, 9) == (1, f"--jobs auto: {why}")
    assert usable_jobs(Jobs(2), engines, 1) == (1, None)


def test_a_database_file_is_open_in_one_process(tmp_path: Path) -> None:
    url = f"embedded:{tmp_path / 'graph.db'}"
    with runner.connect(url) as engine, pytest.raises(UsageError) as caught:
        usable_jobs(Jobs(2), [engine], 9)
    assert str(caught.value).startswith(
        f"--jobs 2: one process at a time can have the database file of {NAME} open, so pages"
    )
    with runner.connect(f"{url}?mode=read") as engine:
        assert usable_jobs(Jobs(2), [engine], 9) == (2, None)
