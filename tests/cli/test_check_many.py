"""``runner check`` on many pages: reports, jobs, shards, what changed, what failed, limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

TRUE = "```cypher cell=one\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"
FALSE = TRUE.replace("| 1 |", "| 2 |")
SKIPPED = f"---\nrequires:\n  engine: neo4j\n---\n\n{TRUE}"
NO_BLOCK = "```cypher cell=made\nCREATE (:A)\n```\n"
NO_CELLS = "```json data=d\n{}\n```\n"
SLOW = (
    "```cypher cell=first\nRETURN 1 AS x\n```\n\n```cypher cell=slow\n"
    "UNWIND range(1, 1000000000) AS a WITH a WHERE a < 0 RETURN count(*) AS n\n```\n"
)
NOBODY = "bolt://127.0.0.1:1"


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").touch()
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("RUNNER_ENGINE", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "runner", "check", *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"}


def check(*arguments: str) -> tuple[int, str, str]:
    """The exit status and both outputs of a check in a process of its own."""
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, check=False, env=environment()
    )
    return done.returncode, done.stdout, done.stderr


def write(**pages: str) -> None:
    """Pages by their names without the ending."""
    for name, text in pages.items():
        Path(f"{name}.md").write_text(text, "utf-8")


# Reports.


def test_several_reports_come_from_one_run() -> None:
    write(a=TRUE, b=FALSE)
    names = ("junit", "json", "tap", "markdown", "github", "summary", "durations", "terminal")
    reports = [f"--report={name}:out/{name}" for name in names]
    status, output, _ = check(*reports, ".")
    assert status == 1
    assert Path("out/terminal").read_text("utf-8") == output
    assert {path.name for path in Path("out").iterdir()} == set(names)
    assert ET.parse("out/junit").getroot().get("failures") == "1"
    assert json.loads(Path("out/json").read_bytes())["totals"]["failed"] == 1
    assert "::error file=b.md,line=8,title=cell one%3A failed::" in Path("out/github").read_text()
    assert list(json.loads(Path("out/durations").read_bytes())["seconds"]) == ["a.md", "b.md"]
    assert {path.name for path in Path().iterdir()} == {"a.md", "b.md", "out", "pyproject.toml"}


def test_two_reports_on_standard_output_are_refused() -> None:
    write(a=TRUE)
    status, output, errors = check("--report", "json", "--report", "tap", ".")
    assert (status, output) == (2, "")
    assert "the reports json and tap would both go to standard output" in errors
    assert check("--report", "github", ".")[1] == "::notice::1 page, 1 cell: 1 passed\n"


def test_an_engine_that_cannot_be_reached_is_in_every_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And no login is in any of them."""
    monkeypatch.setenv("NEO4J_PASSWORD", "s3cret")
    write(a=TRUE)
    names = ("junit", "json", "tap", "markdown", "github", "summary")
    reports = [f"--report={name}:out/{name}" for name in names]
    status, output, errors = check("--engine", NOBODY, "--user", "ann", *reports, ".")
    assert (status, output) == (3, "")
    assert f"runner: the engine failed: cannot connect to Neo4j at {NOBODY}" in errors
    for name in names:
        text = (Path("out") / name).read_text("utf-8")
        assert f"cannot connect to Neo4j at {NOBODY}" in text, name
        assert "s3cret" not in text + output + errors


def test_ctrl_c_leaves_whole_reports_of_what_is_known() -> None:
    write(a=TRUE, b=SLOW)
    process = subprocess.Popen(
        command("--report=json:out.json", "--report=junit:out.xml", "."),
        stdout=subprocess.PIPE,
        text=True,
        env={**environment(), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "a.md: passed (1 cell)\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130
    report = json.loads(Path("out.json").read_bytes())
    assert report["interrupted"] is True
    assert [page["outcome"] for page in report["pages"]] == ["passed", "not_run"]
    assert ET.parse("out.xml").getroot().get("errors") == "2"


def test_what_was_not_checked_is_said() -> None:
    write(a=TRUE, b=SKIPPED, c=NO_BLOCK, d=NO_CELLS)
    status, output, _ = check(".")
    assert status == 0
    assert output.splitlines()[-2:] == [
        "not checked: 1 page skipped, 1 page without cells, 1 cell without an expected block",
        "4 pages, 3 cells: 2 passed, 1 skipped",
    ]


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("--max-skips=0", "1 cell was skipped, and --max-skips allows 0"),
        ("--min-cells=3", "2 cells ran, and --min-cells wants at least 3"),
    ],
)
def test_a_limit_that_is_not_kept_is_exit_1(limit: str, message: str) -> None:
    write(a=TRUE, b=SKIPPED, c=NO_BLOCK)
    status, output, _ = check(limit, ".")
    assert status == 1
    assert output.endswith(f"{message}\n")
    assert check("--max-skips=1", "--min-cells=2", ".")[0] == 0


def test_the_slowest_pages_are_named() -> None:
    write(a=TRUE, b=TRUE, c=TRUE)
    _, output, _ = check("--durations", "2", ".")
    lines = output.splitlines()
    assert lines[3] == "the slowest pages:"
    assert all(" s  " in line and "(cell one, line 1: " in line for line in lines[4:6])
    assert lines[6] == "3 pages, 3 cells: 3 passed"


# Jobs.


def test_workers_make_no_difference_to_what_is_said() -> None:
    write(a=TRUE, b=FALSE, c=SKIPPED, d="```cypher cell=a\nRETURN 1 / 0\n```\n", e=NO_BLOCK, f=TRUE)
    alone = check(".")
    assert alone[0] == 1
    assert check("--jobs", "2", ".") == alone
    assert check("-j", "auto", "--fail-fast", ".") == check("--fail-fast", ".")
    assert check("-j", "2", "nothing")[0] == 2


def children(pid: int) -> list[int]:
    """The workers of a run."""
    return [
        int(child)
        for entry in Path(f"/proc/{pid}/task").glob("*/children")
        for child in entry.read_text().split()
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


BUSY_TICKS = 300
"""Hundredths of a second of processor time after which a worker has long loaded what it needs."""


def started(*arguments: str, busy: int) -> subprocess.Popen[str]:
    """A run, when so many of its workers are on pages that take for ever."""
    process = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        times = [processor_time(pid) for pid in children(process.pid)]
        if sum(ticks > BUSY_TICKS for ticks in times) == busy:
            break
        time.sleep(0.1)
    return process


def processor_time(pid: int) -> int:
    """How many hundredths of a second a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids: list[int]) -> bool:
    """Whether processes are gone, within a while."""
    deadline = time.monotonic() + 20
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(is_running, pids))


def test_a_killed_worker_is_its_page_s_failure_and_exit_3() -> None:
    write(a=TRUE, b=SLOW, c=TRUE, d=TRUE)
    process = started("-j", "2", ".", busy=1)
    busy = max(children(process.pid), key=processor_time)
    os.kill(busy, signal.SIGKILL)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    killed = "the worker process that ran the page was killed by SIGKILL"
    assert output.splitlines() == [
        "a.md: passed (1 cell)",
        f"b.md: engine failure (0 cells): {killed}",
        "c.md: passed (1 cell)",
        "d.md: passed (1 cell)",
        "4 pages, 3 cells: 3 passed",
    ]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("to_all", [False, True], ids=["the-run", "its-group"])
def test_a_signal_stops_the_workers_and_tells_what_is_known(name: str, to_all: bool) -> None:
    """A key press in a terminal reaches the workers too."""
    write(a=TRUE, b=SLOW, c=SLOW, d=TRUE)
    process = started("-j", "2", ".", busy=2)
    workers = children(process.pid)
    number = getattr(signal, name)
    (os.killpg if to_all else os.kill)(process.pid, number)
    output, errors = process.communicate(timeout=60)
    assert errors == ""
    assert process.returncode == 128 + number
    assert output.splitlines() == [
        "a.md: passed (1 cell)",
        "b.md: not run (2 cells)",
        "c.md: not run (2 cells)",
        "interrupted; what is known so far:",
        "not checked: 2 cells without an expected block",
        "3 pages, 5 cells: 3 passed, 2 not run",
    ]
    assert gone(workers)


def test_workers_of_a_killed_run_end() -> None:
    """Though nobody tells them."""
    write(a=SLOW, b=SLOW)
    process = started("-j", "2", ".", busy=2)
    workers = children(process.pid)
    process.kill()
    process.communicate(timeout=60)
    assert len(workers) == 2
    assert gone(workers)


# Which pages.


def cases(*files: str) -> list[str]:
    """The cases of several JUnit reports, as a server that gets them all would count them."""
    return sorted(
        f"{case.get('classname')} {case.get('name')}"
        for file in files
        for case in ET.parse(file).getroot().iter("testcase")
    )


@pytest.mark.parametrize("balanced", [False, True], ids=["hash", "durations"])
def test_the_junit_of_two_shards_is_that_of_the_whole(balanced: bool) -> None:
    write(**{f"page{number}": FALSE if number == 3 else TRUE for number in range(12)})
    options = []
    check("--report=junit:whole.xml", "--report=durations:durations.json", ".")
    if balanced:
        options = ["--durations-file", "durations.json"]
    statuses, said = [], []
    for number in (1, 2):
        shard = (f"--shard={number}/2", f"--report=junit:{number}.xml", *options)
        status, _, errors = check(*shard, ".")
        statuses.append(status)
        said.append(errors)
    assert cases("1.xml", "2.xml") == cases("whole.xml")
    assert len(cases("whole.xml")) == 12
    assert sorted(statuses) == [0, 1]
    if balanced:
        fingerprints = {line.split(", ")[-1] for line in said}
        assert len(fingerprints) == 1
        assert all("balanced by 12 durations" in line for line in said)


def test_a_shard_without_pages_is_in_order_and_says_so() -> None:
    write(a=TRUE)
    results = [check(f"--shard={number}/3", ".") for number in (1, 2, 3)]
    assert sorted(status for status, _, _ in results) == [0, 0, 0]
    outputs = [output for _, output, _ in results]
    nothing = "nothing to run: none of the pages at the given paths was chosen\n"
    assert outputs.count(nothing) == 2
    Path("a.md").write_text("```text\ncell=a but no page\n```\n", "utf-8")
    assert [check(f"--shard={number}/2", ".")[0] for number in (1, 2)] == [4, 4]


def test_last_failed_runs_those_and_then_all() -> None:
    write(a=TRUE, b=FALSE, c=TRUE)
    every = "no page here is known to have failed last time: all are run\n"
    status, output, errors = check("--last-failed", ".")
    assert (status, errors) == (1, every)
    assert "3 pages" in output
    status, output, errors = check("--last-failed", ".")
    assert (status, errors) == (1, "1 page that failed last time\n")
    assert output.startswith("b.md: failed")
    write(b=TRUE)
    assert check("--last-failed", ".")[1].splitlines()[-1] == "1 page, 1 cell: 1 passed"
    assert check("--last-failed", ".")[2] == every


def test_one_cell_says_nothing_of_its_page() -> None:
    write(a=FALSE)
    check(".")
    check("--cell", "one", ".")
    assert check("--last-failed", ".")[2] == "1 page that failed last time\n"


def test_a_cache_that_cannot_be_used_is_named_and_borne(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    write(a=TRUE)
    status, output, errors = check(".")
    assert (status, output) == (0, "a.md: passed (1 cell)\n1 page, 1 cell: 1 passed\n")
    assert errors.startswith(f"cannot keep the history of runs in {tmp_path / 'file'}/")


def test_changed_takes_a_base_and_never_a_path_for_one() -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
        subprocess.run(["git", *who, *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    write(a=TRUE, b=TRUE)
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    Path("main").mkdir()
    Path("main/c.md").write_text(TRUE, "utf-8")
    git("add", "-A")
    git("commit", "-q", "-m", "two")
    write(b=TRUE + "\n")
    assert check("--changed", ".")[2] == "1 of 3 files changed since HEAD\n"
    assert check(".", "--changed")[2] == "1 of 3 files changed since HEAD\n"
    assert check("--changed", "HEAD~1", ".")[2] == "2 of 3 files changed since HEAD~1\n"
    assert check("--changed", "main")[2] == "0 of 1 file changed since HEAD\n"
    assert check("--changed=main", ".")[2] == "1 of 3 files changed since main\n"
    assert check("--changed", "--", "a.md")[0] == 0
    status, _, errors = check("--changed", "nowhere", ".")
    assert status == 2
    assert errors.startswith("runner: --changed nowhere: there is no such commit in ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--jobs", "none"), "--jobs none: how many processes is a number"),
        (("--shard", "3/2"), "--shard 3/2: shards count from 1 to their number"),
        (("--report", "xml"), "there is no report 'xml'"),
        (("--report", "json:a.md"), "the report a.md would overwrite a page"),
        (("--durations-file", "x", "--shard", "1/2"), "cannot read the durations x: No such file"),
    ],
)
def test_what_makes_no_sense_is_exit_2(options: tuple[str, ...], message: str) -> None:
    write(a=TRUE)
    status, output, errors = check(*options, ".")
    assert (status, output) == (2, "")
    assert message in errors
