"""Ways to select pages, one behind another."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.errors import UsageError
from runner.history import History
from runner.outcome import Outcome
from runner.select.choose import Wanted, choose
from runner.select.failed import last_failed
from tests.test_history import in_folder, remember, run  # noqa: F401 (a fixture)

FILES = [Path("a.md"), Path("b.md"), Path("c.md")]


def test_nothing_wanted_is_everything() -> None:
    assert choose(FILES, Wanted(), History()) == (FILES, [])


def test_those_that_failed_last_time_are_left() -> None:
    remember(run("a.md", Outcome.PASSED), run("b.md", Outcome.MALFORMED))
    assert last_failed(FILES, History()) == ([Path("b.md")], "1 page that failed last time")


def test_where_none_failed_all_are_run_and_that_is_said() -> None:
    remember(run("a.md", Outcome.PASSED), run("elsewhere.md", Outcome.FAILED))
    said = "no page here is known to have failed last time: all are run"
    assert last_failed(FILES, History()) == (FILES, said)


def test_a_shard_is_of_what_is_left() -> None:
    wanted = Wanted(last_failed=True, shard="1/1")
    files, said = choose(FILES, wanted, History())
    assert files == FILES
    assert said[1] == "shard 1/1: 3 of 3 files, by a hash of their names"


def test_durations_without_shards_make_no_sense() -> None:
    with pytest.raises(UsageError, match="--durations-file is for --shard"):
        choose(FILES, Wanted(durations=(Path("x.json"),)), History())
