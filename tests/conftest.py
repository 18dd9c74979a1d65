"""What all tests share: the conformance report, printed with pytest's summary."""

from __future__ import annotations

import pytest

REPORT: pytest.StashKey[list[str]] = pytest.StashKey()


@pytest.fixture(scope="session")
def conformance_report(request: pytest.FixtureRequest) -> list[str]:
    """Lines added to this are printed at the end of the run, whatever captures output."""
    return request.config.stash.setdefault(REPORT, [])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the conformance report, where conformance tests ran."""
    lines = config.stash.get(REPORT, [])
    if lines:
        terminalreporter.section("conformance")
        for line in lines:
            terminalreporter.write_line(line)
