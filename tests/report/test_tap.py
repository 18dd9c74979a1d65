"""TAP 14: what a strict reader of the specification makes of the reports."""

from __future__ import annotations

import re
from io import StringIO

import pytest
import yaml

from runner.report.tap import TapReporter
from tests.report.sample import RUNS, feed

POINT = re.compile(
    r"(?P<ok>ok|not ok) (?P<number>\d+) - (?P<name>(?:\\\\|\\#|[^\\#])*?)"
    r"(?: # (?P<directive>SKIP|TODO) (?P<why>(?:\\\\|\\#|[^\\#])*))?"
)


def report(run: str) -> list[str]:
    """The lines of a report."""
    out = StringIO()
    feed(TapReporter(out), RUNS[run])
    assert out.getvalue().endswith("\n")
    return out.getvalue().split("\n")[:-1]


def read(lines: list[str]) -> list[tuple[bool, str, str | None]]:
    """The test points of a level: true or not, name, why skipped. Asserts that all is in order."""
    points: list[tuple[bool, str, str | None]] = []
    inner: list[str] = []
    children: list[tuple[bool, str, str | None]] | None = None
    plan = None
    waiting = list(lines)
    while waiting:
        line = waiting.pop(0)
        if line.startswith("    "):
            inner.append(line[4:])
        elif inner:
            children, inner = read(inner), []
            waiting.insert(0, line)
        elif line == "  ---":
            end = waiting.index("  ...")
            document = yaml.safe_load("\n".join(each[2:] for each in waiting[:end]))
            assert isinstance(document, dict)
            assert points
            waiting = waiting[end + 1 :]
        elif line.startswith("1.."):
            assert plan is None
            plan = int(line[3:].partition(" ")[0])
        elif line.startswith("Bail out!"):
            assert len(line) > len("Bail out! ")
        elif not line.startswith("#"):
            match = POINT.fullmatch(line)
            assert match, line
            assert int(match["number"]) == len(points) + 1
            true = match["ok"] == "ok"
            if children is not None:
                # A subtest stands before the point that it belongs to, and decides with it.
                assert true <= all(ok for ok, _, _ in children)
                children = None
            points.append((true, match["name"], match["why"]))
    assert plan == len(points)
    return points


@pytest.mark.parametrize("run", RUNS)
def test_a_report_is_valid(run: str) -> None:
    version, *lines = report(run)
    assert version == "TAP version 14"
    points = read(lines)
    summary = RUNS[run].summary
    stopped = any(line.startswith("Bail out!") for line in lines)
    assert all(ok for ok, _, _ in points) == (summary.exit_code == 0 or (stopped and not points))


def test_pages_are_points_with_their_reasons() -> None:
    points = {name: (ok, why) for ok, name, why in read(report("all-kinds")[1:])}
    assert points["docs/true.md"] == (True, None)
    assert points["docs/false.md"] == (False, None)
    assert points["docs/enterprise.md"] == (True, "needs the engine neo4j, and this is embedded")
    assert points["docs/empty.md"] == (True, "the page has no cells")
    assert points["docs/dead.md"] == (False, None)


def test_a_bare_hash_in_a_reason_starts_no_directive() -> None:
    assert "    ok 1 - later # SKIP needs the plugin \\#1" in report("all-kinds")
