"""What the command says can be written anywhere, or it ends in order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

PAGE = """\
```cypher cell=größe
RETURN "é…😀" AS x
```

```table
| x   |
|-----|
| "ö" |
1 row
```
"""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text(PAGE, "utf-8")


def in_shell(line: str, environment: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a line of shell; RUNNER is the command."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("RUNNER", f"{sys.executable} -m runner")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **(environment or {})},
    )
    return done.returncode, done.stdout, done.stderr


def test_what_an_encoding_lacks_is_written_as_an_escape() -> None:
    status, out, err = in_shell("RUNNER check page.md", ASCII)
    assert (status, err) == (1, "")
    assert (
        "page.md:8: cell gr\\xf6\\xdfe: failed: row 1, column `x`: "
        'expected "\\xf6", actual "\\xe9\\u2026\\U0001f600"' in out
    )


def test_json_is_valid_in_any_encoding() -> None:
    status, out, err = in_shell("RUNNER check --format json page.md", ASCII)
    assert (status, err) == (1, "")
    assert out.isascii()
    cell = json.loads(out)["pages"][0]["cells"][0]
    assert (cell["cell"], '"é…😀"' in cell["actual"]) == ("größe", True)


@pytest.mark.parametrize("options", ["", "--format json", "--diff -v"])
def test_a_reader_that_has_gone_ends_the_run_in_silence(options: str) -> None:
    """141 is what a shell makes of SIGPIPE: neither true nor untrue."""
    assert in_shell(f"RUNNER check {options} page.md | true") == (141, "", "")


def test_a_closed_output_is_no_error() -> None:
    assert in_shell("RUNNER check page.md >&-") == (1, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("options", ["", "--format json"])
def test_a_full_device_is_told(options: str) -> None:
    status, out, err = in_shell(f"RUNNER check {options} page.md >/dev/full")
    message = "runner: cannot write the report: No space left on device\n"
    assert (status, out, err) == (2, "", message)


def test_a_reader_that_has_gone_keeps_no_report_from_its_file() -> None:
    status, out, err = in_shell("RUNNER check -v --report tap:page.tap page.md | true")
    assert (status, out, err) == (141, "", "")
    assert Path("page.tap").read_text("utf-8").startswith("TAP version 14\n")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system names no streams")
def test_a_report_goes_to_a_stream_by_its_name() -> None:
    """A pipe as well as a file, which keeps what else is written to it."""
    status, out, _ = in_shell("RUNNER check --report tap:/dev/stderr page.md 2>&1 >out | cat")
    assert (status, out.startswith("TAP version 14\n")) == (1, True)
    status, out, _ = in_shell("RUNNER check -q --report tap:>(cat >tap; echo >done) page.md; wait")
    assert Path("out").read_text("utf-8").startswith("page.md: failed")
    line = (
        "echo before >log; RUNNER check --report tap:/dev/stderr page.md 2>>log; echo after >>log"
    )
    in_shell(line)
    lines = Path("log").read_text("utf-8").splitlines()
    assert (lines[0], lines[1], lines[-1]) == ("before", "TAP version 14", "after")


def test_what_is_complained_of_is_text() -> None:
    """What a terminal would obey is shown as an escape."""
    status, out, err = in_shell("RUNNER check $'no\\e[2Jpage.md'")
    assert (status, out, err) == (2, "", "runner: no such file or folder: no\\x1b[2Jpage.md\n")


@pytest.mark.parametrize("command", ["check", "update", "fmt", "lint", "watch", "run", "new"])
def test_an_empty_path_is_no_folder(command: str) -> None:
    """It comes of a variable that is not set."""
    status, out, err = in_shell(f"RUNNER {command} ''")
    assert (status, out) == (2, "")
    assert err.endswith(": a path is empty; this folder is called `.`\n")


def test_a_key_press_while_the_command_loads_ends_it_in_silence() -> None:
    """As one at any later moment."""
    code = (
        "import builtins, runner.__main__\n"
        "find = builtins.__import__\n"
        "def press(name, *rest):\n"
        "    if name == 'runner.cli':\n"
        "        raise KeyboardInterrupt\n"
        "    return find(name, *rest)\n"
        "builtins.__import__ = press\n"
        "runner.__main__.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
