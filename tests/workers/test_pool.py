"""Worker processes: the order of pages, deaths, failures, defects, and stopping."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runner.engines.embedded import CAPABILITIES
from runner.execute import RunOptions, run_pages
from runner.outcome import Outcome, PageRun
from runner.workers.pool import Pool
from tests.support.odd_engines import open_leaving, open_none, open_odd
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.workers.process import OpenEngines

CELL = (
    "```cypher cell=a\n{comment}\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"
)


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Whatever happens, a pool leaves nothing behind."""
    before = children()
    yield
    assert children() == before


def children() -> set[int]:
    """The workers that this process has started, whatever else it has started."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            parent = int(status.rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"--multiprocessing-fork" in command:
                found.add(int(entry.name))
    return found


def pages(*comments: str) -> list[Path]:
    """A page for each comment in its cell, in order."""
    files = []
    for number, comment in enumerate(comments):
        file = Path(f"{number:03}.md")
        file.write_text(CELL.format(comment=comment), "utf-8")
        files.append(file)
    return files


def pool(files: list[Path], jobs: int = 2, open_engines: OpenEngines = open_odd) -> Pool:
    return Pool(files, open_engines, [CAPABILITIES], RunOptions(), jobs)


def shown(runs: list[PageRun]) -> list[tuple[str, str, str | None]]:
    return [(run.path.name, run.outcomes[0].outcome.value, run.outcomes[0].reason) for run in runs]


def test_pages_come_in_their_order_and_as_from_one_process() -> None:
    """The first page is the slowest; what is no page is passed over."""
    files = pages("//sleep:0.5", *[""] * 9)
    files[4].write_text("no page", "utf-8")
    files[6].write_text("```cypher cell=a\nRETURN 1 / 0\n```\n", "utf-8")
    runs = list(pool(files, 3).run())
    with open_odd() as engines:
        alone = list(run_pages(files, engines, RunOptions()))
    assert shown(runs) == shown(alone)
    assert [run.outcomes[0].cells[0].message for run in runs] == [
        run.outcomes[0].cells[0].message for run in alone
    ]


def test_several_processes_share_the_pages() -> None:
    files = pages(*["//sleep:0.05 //log:pids"] * 20)
    list(pool(files, 2).run())
    pids = Path("pids").read_text().splitlines()
    assert len(pids) == 20
    assert len(set(pids)) == 2
    assert str(os.getpid()) not in pids


def test_a_page_known_to_take_long_goes_first() -> None:
    files = pages("//log:{}", "", "//sleep:0.2")
    files[0].write_text(CELL.format(comment="//log:order"), "utf-8")
    files[2].write_text(CELL.format(comment="//touch:long"), "utf-8")
    waiting = pool(files, 1)
    waiting.seconds = {files[2]: 9.0}.get
    runs = waiting.run()
    first = next(runs)
    assert first.path == files[0]
    assert Path("long").exists()
    assert len(list(runs)) == 2


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("//kill", "the worker process that ran the page was killed by SIGKILL"),
        ("//exit:7", "the worker process that ran the page ended with the exit status 7"),
        ("//exit:0", "the worker process that ran the page ended with the exit status 0"),
    ],
)
def test_a_worker_that_dies_is_the_failure_of_its_page(comment: str, reason: str) -> None:
    """The others go on, however many die."""
    files = pages("", comment, "", comment, "", "")
    assert shown(list(pool(files).run())) == [
        ("000.md", "passed", None),
        ("001.md", "engine_failure", reason),
        ("002.md", "passed", None),
        ("003.md", "engine_failure", reason),
        ("004.md", "passed", None),
        ("005.md", "passed", None),
    ]


def test_an_engine_that_fails_ends_the_run() -> None:
    """What is begun is finished; with one worker that is the page itself."""
    files = pages("", "//fail", "", "")
    assert shown(list(pool(files, 1).run())) == [
        ("000.md", "passed", None),
        ("001.md", "engine_failure", "the server is gone"),
    ]
    files = pages("", "//fail", *["//sleep:0.1"] * 40)
    several = shown(list(pool(files, 2).run()))
    assert several[1] == ("001.md", "engine_failure", "the server is gone")
    assert len(several) < 42


def test_an_engine_that_cannot_be_opened_is_the_failure_of_a_page() -> None:
    runs = shown(list(pool(pages("", "", ""), 1, open_none).run()))
    assert runs == [("000.md", "engine_failure", "no connection is left")]


def test_a_defect_propagates_with_its_trace() -> None:
    with pytest.raises(ZeroDivisionError, match="a defect") as caught:
        list(pool(pages("", "//bug", "")).run())
    assert "odd_engines.py" in str(caught.value.__cause__)


def test_engines_are_closed_at_the_end() -> None:
    list(pool(pages("", "", ""), 2, partial(open_leaving, "log")).run())
    assert set(Path("log").read_text().splitlines()) == {"closed"}


def test_a_run_that_is_left_stops_its_workers() -> None:
    """In the middle of a page too; their engines are closed."""
    files = pages("", "//touch:one //sleep:60", "//touch:two //sleep:60", "")
    with closing(pool(files, 2, partial(open_leaving, "log")).run()) as runs:
        next(runs)
        while not (Path("one").exists() and Path("two").exists()):
            time.sleep(0.02)
    assert Path("log").read_text() == "closed\nclosed\n"


def test_a_key_press_stops_workers_and_yields_what_is_known() -> None:
    """Pages that ran, in order, then those that were stopped, then the interrupt."""
    files = pages("//touch:begun //sleep:60", "", "//touch:reached //sleep:60", "")

    def press() -> None:
        # A worker that was stopped before its first page began would have nothing to tell.
        while not (Path("begun").exists() and Path("reached").exists()):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    runs: list[PageRun] = []

    def go() -> None:
        for run in pool(files, 2, partial(open_leaving, "log")).run():
            runs.append(run)  # noqa: PERF402 (those before the interrupt must stay)

    with pytest.raises(KeyboardInterrupt):
        go()
    assert [(run.path.name, run.outcomes[0].outcome, run.interrupted) for run in runs] == [
        ("000.md", Outcome.NOT_RUN, True),
        ("001.md", Outcome.PASSED, False),
        ("002.md", Outcome.NOT_RUN, True),
    ]
    assert Path("log").read_text() == "closed\nclosed\n"


def test_a_worker_that_is_told_to_stop_by_others_is_a_failure() -> None:
    """Nobody interrupted the run."""
    files = pages("//touch:reached //sleep:60", "")
    mine = pool(files, 1)

    def end() -> None:
        while not Path("reached").exists():
            time.sleep(0.02)
        (worker,) = children()
        os.kill(worker, signal.SIGTERM)

    threading.Thread(target=end).start()
    assert shown(list(mine.run())) == [
        ("000.md", "engine_failure", "the worker process that ran the page was told to stop"),
        ("001.md", "passed", None),
    ]


def test_no_more_is_begun_than_fits_ahead_of_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Outcomes that wait for a slow page are few, whatever the number of pages."""
    monkeypatch.setattr("runner.workers.pool._AHEAD", 2)
    files = pages("//sleep:1", *["//log:log"] * 30)
    runs = pool(files, 2).run()
    next(runs)
    assert len(Path("log").read_text().splitlines()) <= 4
    assert len(list(runs)) == 30


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="has no masks of signals")
def test_the_first_worker_loads_without_key_presses_too() -> None:
    """With it `multiprocessing` starts a process of its own, and some versions then lift masks."""
    code = (
        "import signal\n"
        "from multiprocessing import resource_tracker\n"
        "from runner.workers.pool import _no_key_presses\n"
        "with _no_key_presses():\n"
        "    resource_tracker.ensure_running()\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == "True\n"
