"""What all tests share: the conformance report, printed with pytest's summary, and a Neo4j."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support import neo4j_server

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control starts what is to run behind it so, and tests press Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if TYPE_CHECKING:
    from collections.abc import Iterator

# How long an example takes says more about the machine than about the code.
settings.register_profile("runner", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("runner")

collect_ignore_glob = ["*.md"]
"""Pages among the files of tests are their material; the plugin would make tests of them."""

REPORT: pytest.StashKey[list[str]] = pytest.StashKey()


@pytest.fixture(scope="session")
def conformance_report(request: pytest.FixtureRequest) -> list[str]:
    """Lines added to this are printed at the end of the run, whatever captures output."""
    return request.config.stash.setdefault(REPORT, [])


@pytest.fixture(scope="session")
def neo4j_url(neo4j_and_folder: tuple[str, Path | None]) -> str:
    """The URL of a real Neo4j Community without login, started for this run of the tests."""
    return neo4j_and_folder[0]


@pytest.fixture(scope="session")
def neo4j_and_folder() -> Iterator[tuple[str, Path | None]]:
    """The URL of `neo4j_url`, and the folder that its LOAD CSV reads, None where that is unknown.

    RUNNER_TEST_NEO4J names one that runs already, and RUNNER_TEST_NEO4J_IMPORT its folder;
    ``required`` makes it a failure that none can be had, where the tests that need it are skipped
    otherwise.
    """
    wanted = os.environ.get("RUNNER_TEST_NEO4J", "")
    if "://" in wanted:
        folder = os.environ.get("RUNNER_TEST_NEO4J_IMPORT")
        yield wanted, Path(folder) if folder else None
        return
    try:
        server = neo4j_server.start()
        server.await_start()
        server.warm_up()
    except neo4j_server.Unavailable as error:
        if wanted == "required":
            pytest.fail(f"a real Neo4j is required and cannot be had: {error}")
        pytest.skip(f"no real Neo4j: {error}")
    yield server.url, server.import_folder
    server.stop()


@pytest.fixture(scope="session", autouse=True)
def state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests' locks, marks and history out of the user's folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        for name in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
            patch.delenv(name, raising=False)
        yield


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the conformance report, where conformance tests ran."""
    lines = config.stash.get(REPORT, [])
    if lines:
        terminalreporter.section("conformance")
        for line in lines:
            terminalreporter.write_line(line)
