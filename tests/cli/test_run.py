"""``runner run`` as a user types it: pages, cells, statements; formats; exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

PAGE = """\
```json data=d
{"y": 1832}
```

```cypher cell=people
CREATE (:Person {name: "Ada"})-[:KNOWS {since: 1832}]->(:Person {name: "Mary"})
```

```cypher cell=friends params=d
MATCH (a)-[k:KNOWS]->(b) WHERE k.since = $y
RETURN a, b
```

```cypher cell=wanted expect=error
RETURN 1 / 0 AS x
```

```cypher cell=skipped skip=later
RETURN 1 AS x
```
"""
BAD = """
```cypher cell=bad
RETURN 1 AS x;
RETURN 1 / 0 AS x
```

```cypher cell=last
RETURN 1
```
"""
MADE = "(no rows) · nodes created: 2, relationships created: 1, properties set: 3, labels added: 2"
FRIENDS = """\
| a                       | b                        |
|-------------------------|--------------------------|
| (:Person {name: "Ada"}) | (:Person {name: "Mary"}) |
1 row
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_bytes(PAGE.encode())


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """The exit status, the output and the errors in a process of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "RUNNER_ENGINE"}
    done = subprocess.run(
        [sys.executable, "-m", "runner", "run", *arguments],
        capture_output=True,
        text=True,
        check=False,
        input=typed,
        env={**environment, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_page_gives_what_each_of_its_cells_gives() -> None:
    """Also the error that a cell is to end with; a skipped cell gives nothing."""
    assert run("page.md") == (
        0,
        (
            f"people (line 5)\n{MADE}\n\nfriends (line 9)\n{FRIENDS}\n"
            "wanted (line 14)\nerror: type error: / by zero\n"
        ),
        "",
    )


def test_one_cell_runs_with_those_before_it() -> None:
    """Only what it gives is printed; a parameter of the command line wins."""
    assert run("page.md", "--cell", "friends") == (0, FRIENDS, "")
    assert run("page.md", "--cell", "friends", "--param", "y=1833") == (
        0,
        "| a | b |\n|---|---|\n0 rows\n",
        "",
    )
    assert run("page.md", "--cell", "skipped") == (
        4,
        "",
        "runner: nothing was run: the cell skipped is skipped: later\n",
    )
    assert run("page.md", "--cell", "freinds") == (
        2,
        "",
        "runner: no page has a cell called freinds; did you mean friends?\n",
    )


def test_an_unexpected_error_ends_a_page() -> None:
    """It is told with its place on the page; what came before was printed."""
    Path("page.md").write_bytes((PAGE + BAD).encode())
    status, output, errors = run("page.md")
    assert status == 1
    assert output.endswith("error: type error: / by zero\n")
    assert errors == "page.md:24:1: cell bad: error: type error: / by zero\n"


def test_a_malformed_page_does_not_run() -> None:
    Path("page.md").write_bytes(b"```cypher cell=a params=none\nRETURN 1\n```\n")
    assert run("page.md") == (
        2,
        "",
        "page.md:1:25: error: no data block is called `none` [unknown-params]\n",
    )


def test_setup_cells_of_included_pages_run_first() -> None:
    Path("setup.md").write_bytes(b"```cypher cell=s setup\nCREATE (:A)\n```\n")
    text = "---\ninclude: [setup.md]\n---\n\n```cypher cell=a\nMATCH (a:A) RETURN a\n```\n"
    Path("other.md").write_bytes(text.encode())
    assert run("other.md", "--format", "gram") == (0, "a (line 5)\n// 1 row\n(n0:A)\n", "")
    Path("setup.md").write_bytes(b"```cypher cell=s setup\nRETURN 1 / 0\n```\n")
    assert run("other.md") == (
        1,
        "",
        f"{Path.cwd()}/setup.md:2:1: cell s: error: type error: / by zero\n",
    )


def test_a_page_that_needs_another_engine_does_not_run() -> None:
    Path("other.md").write_bytes(("---\nrequires:\n  engine: neo4j\n---\n" + PAGE).encode())
    assert run("other.md") == (
        4,
        "",
        "runner: nothing was run: other.md needs the engine neo4j, and this is embedded\n",
    )


def test_statements_come_from_the_command_line_or_standard_input() -> None:
    """They share one database; each is a transaction of its own."""
    wanted = "(no rows) · nodes created: 1, labels added: 1\n\n| n |\n|---|\n| 1 |\n1 row\n"
    script = "CREATE (:A); MATCH (:A) RETURN count(*) AS n;"
    assert run("-e", script) == (0, wanted, "")
    assert run(typed=script) == (0, wanted, "")
    assert run(typed="// nothing\n") == (4, "", "runner: nothing to run: there is no statement\n")


def test_a_statement_that_fails_is_told_as_the_engine_tells_it() -> None:
    status, output, errors = run("-e", "RETURN 1 AS x; RETURN 1 +")
    assert (status, output) == (1, "| x |\n|---|\n| 1 |\n1 row\n")
    assert errors.startswith("runner: Neo.ClientError.Statement.SyntaxError: Invalid input ''")
    assert errors.endswith('"RETURN 1 +"\n           ^\n')


def test_json_is_one_object_a_result() -> None:
    status, output, _ = run("page.md", "--format", "json")
    made, friends, wanted = map(json.loads, output.splitlines())
    assert status == 0
    assert made["counters"]["nodes_created"] == 2
    assert friends == {
        "cell": "friends",
        "columns": ["a", "b"],
        "rows": [
            [
                {"labels": ["Person"], "properties": {"name": "Ada"}},
                {"labels": ["Person"], "properties": {"name": "Mary"}},
            ]
        ],
        "counters": {},
    }
    assert wanted["error"] == {
        "code": "Neo.ClientError.Statement.ArithmeticError",
        "message": "/ by zero",
    }


def test_csv_and_gram() -> None:
    query = ("-e", "RETURN $s AS s, null AS n, 1.0 AS f", "--param", 's="a, \\"b\\""')
    assert run(*query, "--format", "csv") == (0, 's,n,f\n"a, ""b""",,1.0\n', "")
    assert run("page.md", "--cell", "friends", "--format", "gram")[1] == (
        '// 1 row\n(n0:Person {name: "Ada"}), (n1:Person {name: "Mary"})\n'
    )
    status, output, errors = run("-e", "RETURN 1 AS x", "--format", "gram")
    assert (status, output) == (2, "")
    assert errors == (
        "runner: gram shows only nodes, relationships, paths, lists of them and null; "
        "row 1, column x: no graph value. Use another --format\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("page.md", "-e", "RETURN 1"), "give a page or -e, not both"),
        (("--cell", "a"), "--cell needs a page"),
        (("-e", "RETURN 1", "--param", "x"), "--param takes NAME=VALUE, and this is 'x'"),
        (("none.md",), "cannot read none.md: No such file or directory"),
    ],
)
def test_a_command_line_that_makes_no_sense(arguments: tuple[str, ...], message: str) -> None:
    assert run(*arguments) == (2, "", f"runner: {message}\n")


def test_a_parameter_is_a_literal() -> None:
    status, _, errors = run("-e", "RETURN 1", "--param", "x=Ada")
    assert status == 2
    assert errors.startswith("runner: --param x: 'Ada' is no Cypher literal: ")
    assert run("-e", "RETURN $d AS d", "--param", 'd={a: [date("2026-03-02")]}')[1] == (
        "| d                         |\n|---------------------------|\n"
        '| {a: [date("2026-03-02")]} |\n1 row\n'
    )
