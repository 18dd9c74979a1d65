"""``runner shell`` from a pipe, and in a terminal where the prompt cannot be had."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runner.errors import UsageError

PROJECT = Path(__file__).resolve().parents[2]
PAGE = """\
```cypher cell=hut
CREATE (:Hut {name: "Birch Hut"})
```

```cypher cell=huts
MATCH (h:Hut) RETURN h.name AS hut
```

```cypher cell=broken
RETRUN 1
```
"""


def shell(folder: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, with a text on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "runner", "shell", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1"},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_statements_from_a_pipe(tmp_path: Path) -> None:
    done = shell(tmp_path, "CREATE (:A);\nMATCH (a)\nRETURN count(a) AS n\n\n:exit\nRETURN 1 / 0;")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "(no rows) · nodes created: 1, labels added: 1\n| n |\n|---|\n| 1 |\n1 row\n"
    )


def test_a_failure_in_a_pipe_is_told_by_the_exit_status(tmp_path: Path) -> None:
    done = shell(tmp_path, "RETURN 1 / 0;\nRETURN 1 AS x")
    assert done.returncode == 1
    assert done.stdout == "error: type error: / by zero\n| x |\n|---|\n| 1 |\n1 row\n"


def test_a_page_up_to_a_cell(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE)
    done = shell(tmp_path, ":run huts", "page.md", "--until", "hut")
    assert (done.returncode, done.stderr) == (0, "")
    assert '| "Birch Hut" |' in done.stdout
    done = shell(tmp_path, ":params", "page.md")
    assert done.returncode == 1
    assert done.stderr.startswith("the cell broken failed, and none after it has run\n")


def test_pages_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("```cypher cell=a unordred\nRETURN 1\n```\n")
    done = shell(tmp_path, "", "page.md")
    assert done.returncode == 2
    assert done.stderr == (
        "page.md:1:18: error: unknown flag `unordred`; did you mean `unordered`? [unknown-flag]\n"
    )
    (tmp_path / "notes.md").write_text("No page.\n")
    assert (
        shell(tmp_path, "", "notes.md").stderr == "runner: notes.md is no page: it has no cells\n"
    )
    assert "--until needs a PAGE" in shell(tmp_path, "", "--until", "a").stderr


def test_the_prompt_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from runner.cli import cli
    from runner.cli import shell as command

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    with pytest.raises(UsageError, match=r"^the prompt needs prompt_toolkit: pip install"):
        cli.main(["shell"], standalone_mode=False)
