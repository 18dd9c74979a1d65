"""``runner fmt`` as a user types it: what is written and what stays, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

LOOSE = """\
```json data=d
{ "b":1,
 "a":2 }
```

```cypher cell=one params=d
match (n) return $a as x, n order by x
```

> ```table
> |x|n|
> |-|-|
> |2|…|
> | … | |
> 1 row · properties set: 1, nodes created: 2
> ```

```table example
|x|
```
"""
BLOCKS = (
    LOOSE.replace('{ "b":1,\n "a":2 }', '{"b": 1,\n "a": 2}')
    .replace("> |x|n|\n> |-|-|\n> |2|…|\n", "> | x | n |\n> |---|---|\n> | 2 | … |\n")
    .replace("> | … | |", "> | … |   |")
    .replace("properties set: 1, nodes created: 2", "nodes created: 2, properties set: 1")
)
CYPHER = BLOCKS.replace(
    "match (n) return $a as x, n order by x", "MATCH (n)\nRETURN $a AS x, n\nORDER BY x"
)


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fmt(*arguments: str) -> tuple[int, str]:
    """The exit status and the output in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "runner", "fmt", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout + done.stderr


def write(text: str, name: str = "page.md") -> None:
    Path(name).write_bytes(text.encode())


def read(name: str = "page.md") -> str:
    return Path(name).read_bytes().decode()


def test_blocks_are_put_in_canonical_form_and_cypher_is_left_alone() -> None:
    write(LOOSE.replace("\n", "\r\n"))
    assert fmt("page.md") == (
        0,
        (
            "page.md:1: the data block d: formatted\n"
            "page.md:10: the expected block of cell one: formatted\n"
            "1 page: 2 formatted\n"
        ),
    )
    assert read() == BLOCKS.replace("\n", "\r\n")
    assert fmt("page.md") == (0, "1 page: 0 formatted\n")


def test_check_writes_nothing() -> None:
    write(LOOSE)
    status, output = fmt("--check", "--cypher", "page.md")
    assert status == 1
    assert "page.md:6: the cell one: not in canonical form\n" in output
    assert output.endswith("1 page: 3 not in canonical form\n")
    assert read() == LOOSE
    write(CYPHER)
    assert fmt("--check", "--cypher", "page.md") == (0, "1 page: 0 formatted\n")


def test_cypher_is_laid_out_on_demand() -> None:
    write(LOOSE)
    assert fmt("--cypher", "page.md")[0] == 0
    assert read() == CYPHER
    assert fmt("--cypher", "page.md") == (0, "1 page: 0 formatted\n")


def test_a_cell_in_a_quote_keeps_its_last_blank_line_out() -> None:
    write("> ```cypher cell=a\n>   return 1 as x\n>\n> ```\n")
    assert fmt("--cypher", "page.md")[0] == 0
    assert read() == "> ```cypher cell=a\n> RETURN 1 AS x\n> ```\n"


def test_a_malformed_page_and_one_in_a_merge_are_left_alone() -> None:
    bad = LOOSE + "\n```cypher cell=one\nRETURN 1\n```\n"
    write(bad)
    status, output = fmt("page.md")
    assert (status, read()) == (2, bad)
    assert "the cell `one` exists already" in output
    assert "page.md: not written: it is malformed\n" in output
    merging = LOOSE + "<<<<<<< HEAD\n"
    write(merging)
    status, output = fmt("page.md")
    assert (status, read()) == (1, merging)
    assert "not written: line 21 holds a marker of an unresolved merge\n" in output


def test_no_page_is_exit_4() -> None:
    status, output = fmt(".")
    assert status == 4
    assert output.startswith("nothing to format: no page at the given paths")
