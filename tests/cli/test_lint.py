"""``runner lint`` as a user types it: output, exit codes, options, settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BARE = "```cypher cell=a\nCALL { RETURN 1 AS x } RETURN x\n```\n"


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "runner", "lint", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_findings_and_the_exit_status(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(BARE)
    done = lint(tmp_path, ".")
    assert done.returncode == 1
    assert done.stdout == (
        "a.md:1:4: cell a: warning: this cell has no expected block: whatever it gives is right "
        "[missing-block]\n"
        "a.md:2:1: cell a: warning: `CALL {…}` without a scope clause is deprecated: write "
        "`CALL (…) {…}` [deprecated]\n"
        "1 page: 2 findings\n"
        "runner lint --fix mends 1 of them\n"
    )


def test_json(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(BARE)
    (tmp_path / "b.md").write_text("```cypher cell=a unordred\nRETURN 1\n```\n")
    done = lint(tmp_path, "--format", "json", "--ignore", "missing-block", ".")
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert document["format"] == 1
    assert document["totals"] == {
        "pages": 2, "malformed": 1, "findings": 1, "fixable": 1, "fixed": 0, "silenced": 0,
    }  # fmt: skip
    good, bad = document["pages"]
    assert good == {
        "path": "a.md",
        "problems": [],
        "findings": [
            {
                "code": "deprecated",
                "severity": "warning",
                "line": 2,
                "column": 1,
                "cell": "a",
                "message": "`CALL {…}` without a scope clause is deprecated: write `CALL (…) {…}`",
                "fixable": True,
            }
        ],
        "fixed": [],
        "silenced": 0,
        "refusal": None,
    }
    assert [problem["code"] for problem in bad["problems"]] == ["unknown-flag"]


def test_fix_writes_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(BARE)
    done = lint(tmp_path, "--fix", "--select", "deprecated", "a.md")
    assert done.returncode == 0
    assert done.stdout == (
        "a.md:2:1: cell a: fixed: `CALL {…}` without a scope clause is deprecated: write "
        "`CALL (…) {…}` [deprecated]\n"
        "1 page: no findings, 1 fixed\n"
    )
    assert (tmp_path / "a.md").read_text() == BARE.replace("CALL {", "CALL () {")


def test_settings_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(BARE)
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.runner.lint]\nignore = ["deprecated", "missing-block"]\n')
    assert lint(tmp_path, "a.md").stdout == "1 page: no findings\n"
    settings.write_text('[tool.runner.lint]\nselect = ["deprecated"]\n')
    assert lint(tmp_path, "a.md").stdout.splitlines()[-2] == "1 page: 1 finding"
    assert "missing-block" in lint(tmp_path, "--select", "missing-block", "a.md").stdout
    settings.write_text('[tool.runner.lint]\nselect = ["deprecatd"]\n')
    done = lint(tmp_path, "a.md")
    assert done.returncode == 2
    assert done.stderr == "runner: no rule has the code deprecatd; did you mean deprecated?\n"
    for text, message in (
        ("[tool.runner]\nlint = 1\n", "[tool.runner.lint] must be a table"),
        (
            "[tool.runner.lint]\nonly = []\n",
            "unknown setting 'only' in [tool.runner.lint]; there are: select, ignore",
        ),
        (
            '[tool.runner.lint]\nignore = "x"\n',
            "the setting ignore of [tool.runner.lint] must be a list of codes",
        ),
    ):
        settings.write_text(text)
        done = lint(tmp_path, "a.md")
        assert done.returncode == 2
        assert done.stderr == f"runner: {settings}: {message}\n"


def test_list_and_explain(tmp_path: Path) -> None:
    listed = lint(tmp_path, "--list")
    assert listed.returncode == 0
    assert "unused-feature       a feature that is named and not used (--fix)\n" in listed.stdout
    explained = lint(tmp_path, "--explain", "bare-error")
    assert explained.stdout.startswith("bare-error: `expect=error` without an expected block\n\n")
    unknown = lint(tmp_path, "--explain", "bare-eror")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr == "runner: no rule has the code bare-eror; did you mean bare-error?\n"


def test_no_page_no_path_and_quiet(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# No page\n")
    none = lint(tmp_path, "a.md")
    assert none.returncode == 4
    assert none.stdout.startswith("nothing to lint: no page at the given paths")
    missing = lint(tmp_path)
    assert missing.returncode == 2
    assert "Missing argument 'PATHS...'" in missing.stderr
    (tmp_path / "b.md").write_text("```cypher cell=a setup\nRETURN 1 AS x\n```\n")
    quiet = lint(tmp_path, "-q", ".")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
