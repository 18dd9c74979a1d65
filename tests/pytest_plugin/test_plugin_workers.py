"""Pages under pytest-xdist: their cells stay together, and workers take turns where they must."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from runner.engines.bolt_state import Lock
from runner.pytest_plugin.scheduling import PageScheduling
from runner.pytest_plugin.turns import Turns
from tests.support import suites
from tests.support.suites import run, write
from tests.support.worked import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

pytest_plugins = ["pytester"]
CONFTEST = """
import pytest

@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    return 2

def pytest_runtest_logreport(report):
    node = getattr(report, "node", None)
    if node is not None and report.when == "teardown":
        with open("workers.txt", "a") as file:
            print(node.gateway.id, report.nodeid, file=file)
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite with pages and other tests, which notes the worker of each test."""
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    write(
        pytester.path,
        birds=suites.TRUE,
        huts=suites.UNTRUE,
        more=suites.TRUE,
        one=suites.ERRORED,
    )
    pytester.makepyfile(
        test_own="import pytest\n@pytest.mark.parametrize('n', range(8))\ndef test_own(n): pass\n"
    )
    pytester.makeconftest(CONFTEST)
    return pytester


def workers_of(suite: pytest.Pytester) -> dict[str, set[str]]:
    """The workers that ran the tests of each file."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in (suite.path / "workers.txt").read_text().splitlines():
        worker, test = line.split(" ")
        found[test.partition("::")[0]].add(worker)
    return found


def test_pages_are_shared_out(suite: pytest.Pytester) -> None:
    result = run(suite, "-n2", "-v")
    result.assert_outcomes(passed=10, failed=2)
    result.stdout.fnmatch_lines(
        [
            "  line 15: cell beds: failed: row 2, column `beds`: expected 41, actual 40",
            "huts.md:15: cell beds: failed: row 2, column `beds`: expected 41, actual 40",
            "4 pages, 12 cells: 6 passed, 2 failed, 1 errored, 1 skipped, 2 not run",
            "FAILED huts.md::page - line 15: cell beds: row 2, column `beds`: *",
        ]
    )


@pytest.mark.parametrize("dist", [[], ["--dist=loadfile"], ["--dist=loadscope"]], ids=str)
def test_the_cells_of_a_page_stay_on_one_worker(suite: pytest.Pytester, dist: list[str]) -> None:
    run(suite, "-n2", "--runner-per-cell", *dist).assert_outcomes(passed=14, failed=3, skipped=3)
    workers = workers_of(suite)
    del workers["test_own.py"]
    assert {name: len(used) for name, used in workers.items()} == {
        "birds.md": 1,
        "huts.md": 1,
        "more.md": 1,
        "one.md": 1,
    }


def test_other_tests_are_shared_out_one_by_one() -> None:
    scope_of: Any = PageScheduling._split_scope
    assert scope_of(None, "docs/one.md::cell") == "docs/one.md"
    for other in ("tests/test_a.py::test_b", "tests/test_a.py::test_b[docs/one.md::page]"):
        assert scope_of(None, other) == other


@pytest.mark.parametrize("dist", ["worksteal", "each", "loadgroup"])
def test_cells_that_are_spread_are_true_all_the_same(suite: pytest.Pytester, dist: str) -> None:
    """Each worker runs what its cells need."""
    times = 2 if dist == "each" else 1
    specs = ["--tx=2*popen"] if dist == "each" else ["-n2"]
    result = run(suite, *specs, f"--dist={dist}", "--runner-per-cell")
    result.assert_outcomes(passed=14 * times, failed=3 * times, skipped=3 * times)


def test_random_order_changes_nothing(suite: pytest.Pytester) -> None:
    order = ["--random-order-bucket=global", "--random-order-seed=7"]
    result = run(suite, "-n2", "--runner-per-cell", *order)
    result.assert_outcomes(passed=14, failed=3, skipped=3)
    assert all(len(used) == 1 for name, used in workers_of(suite).items() if name.endswith(".md"))


def test_turns_are_taken_one_after_another(tmp_path: Path) -> None:
    """By two that hold locks on one file; within its turn one may begin another."""
    path = tmp_path / "turns.lock"
    inside = threading.Event()
    order = []

    def second() -> None:
        inside.wait()
        with Turns(Lock(path)).turn():
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    turns = Turns(Lock(path))
    with turns.turn():
        with turns.turn():
            inside.set()
            other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]


def test_workers_take_turns_on_a_database_that_they_share(
    suite: pytest.Pytester, neo4j_url: str
) -> None:
    """Community has one for users: a page that runs there has it to itself."""
    suite.makepyfile(
        test_own="""
        import pytest

        @pytest.mark.parametrize("number", range(4))
        def test_session(runner_session, number):
            runner_session.run("CREATE (:Node)")
            assert runner_session.run("MATCH (n) RETURN count(n) AS n").rows == [(1,)]
        """
    )
    result = run(suite, "-n2", "--runner-engine", neo4j_url, "--runner-connect-timeout=120")
    result.assert_outcomes(passed=6, failed=2)
