"""``runner update`` as a user types it: what is shown, what is written, exit codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

TRUE = """\
```cypher cell=one
RETURN 1 AS x
```

```table
| x |
|---|
| 1 |
1 row
```
"""
FALSE = TRUE.replace("| 1 |", "| 2 |")
OTHER = FALSE.replace("cell=one", "cell=two")
SHOWN = """\
page.md:8: cell one: row 1, column `x`: expected 2, actual 1
    @@ -6,4 +6,4 @@
     | x |
     |---|
    -| 2 |
    +| 1 |
     1 row
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def environment(**more: str) -> dict[str, str]:
    """That of a user, whatever surrounds the tests."""
    kept = {key: value for key, value in os.environ.items() if key not in ("RUNNER_ENGINE", "CI")}
    return {**kept, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1", **more}


def update(*arguments: str, **variables: str) -> tuple[int, str]:
    """The exit status and the output of an update in a process of its own, without a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "runner", "update", *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=environment(**variables),
    )
    return done.returncode, done.stdout + done.stderr


def write(text: str | bytes, name: str = "page.md") -> None:
    data = text if isinstance(text, bytes) else text.encode()
    Path(name).write_bytes(data)


def read(name: str = "page.md") -> str:
    return Path(name).read_bytes().decode()


def test_a_block_that_is_not_true_is_shown_and_rewritten() -> None:
    write(FALSE)
    status, output = update("page.md")
    assert (status, output) == (
        0,
        SHOWN + "page.md: written: 1 block changed, 0 stayed\n1 page: 1 block changed, 0 stayed\n",
    )
    assert read() == TRUE
    assert update("page.md") == (0, "1 page: 0 blocks changed, 1 stayed\n")


def test_check_writes_nothing() -> None:
    write(FALSE)
    status, output = update("--check", "page.md")
    assert (status, output) == (
        1,
        SHOWN + "page.md: would be written: 1 block would be changed, 0 stayed\n"
        "1 page: 1 block would be changed, 0 stayed\n",
    )
    assert read() == FALSE
    write(TRUE)
    assert update("--check", "page.md")[0] == 0


def test_in_ci_nothing_is_written_without_yes() -> None:
    write(FALSE)
    status, output = update("page.md", CI="true")
    assert status == 1
    assert output.endswith("CI is set: nothing is written without --yes\n")
    assert read() == FALSE
    assert update("page.md", CI="false")[0] == 0
    assert read() == TRUE
    write(FALSE)
    assert update("--yes", "page.md", CI="true")[0] == 0
    assert read() == TRUE


def test_fill_cell_and_all() -> None:
    bare = "```cypher cell=two\nRETURN 2 AS y\n```"
    write(FALSE + "\n" + bare)
    assert update("--fill", "--cell", "two", "page.md")[0] == 0
    filled = FALSE + "\n" + bare + "\n\n```table\n| y |\n|---|\n| 2 |\n1 row\n```"
    assert read() == filled
    assert update("--cell", "tow", "page.md") == (
        2,
        "runner: no page has a cell called tow; did you mean two?\n",
    )
    write(TRUE.replace("| 1 |", "|1|"))
    assert update("page.md") == (0, "1 page: 0 blocks changed, 1 stayed\n")
    status, output = update("--all", "page.md")
    assert (status, read()) == (0, TRUE)
    assert output.startswith("page.md:5: cell one: the block is not in canonical form\n")


def test_what_cannot_be_mended_is_named_and_the_rest_is_written() -> None:
    write(
        FALSE + "\n```cypher cell=ought expect=error\nRETURN 1 AS x\n```\n\n"
        "```cypher cell=number\nRETURN 1 AS x\n```\n\n```gram\n// 1 row\n(n0)\n```\n"
    )
    status, output = update("page.md")
    assert status == 1
    assert (
        "page.md:12: cell ought: cannot be mended by rewriting: the cell was to fail "
        "(`expect=error`), but it gave 1 row\n" in output
    )
    assert re.search(
        r"^page\.md:2\d: cell number: cannot be mended by rewriting: row 1, .* a gram block shows",
        output,
        re.MULTILINE,
    )
    assert output.endswith("1 page: 1 block changed, 0 stayed, 2 cannot be mended\n")
    assert read().startswith(TRUE)


ENDLESS = """\
```cypher cell=bad timeout=0.05
UNWIND range(1, 1000000) AS x UNWIND range(1, 1000) AS y RETURN count(y)
```
"""


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("```cypher cell=bad\nRETURN 1 / 0 AS x\n```\n", "type error: / by zero"),
        (ENDLESS, "did not end within 0.05 s"),
    ],
)
def test_a_page_with_an_unexpected_error_is_never_written(cell: str, said: str) -> None:
    """Nor one with a time-out; what is wrong is told as a check tells it."""
    write(FALSE + "\n" + cell)
    status, output = update("--yes", "page.md")
    assert status == 1
    assert said in output
    assert "page.md: not written: the cell bad did not end as it should\n" in output
    assert output.endswith("1 page: 0 blocks changed, 0 stayed, 1 skipped\n")
    assert read() == FALSE + "\n" + cell


def test_a_malformed_page_is_not_written_and_keeps_no_other_from_it() -> None:
    write(FALSE)
    write(FALSE + "\n```cypher cell=one\nRETURN 1\n```\n", "bad.md")
    status, output = update(".")
    assert status == 2
    assert "bad.md:12:16: error: the cell `one` exists already, on line 1" in output
    assert "bad.md: not written: it is malformed\n" in output
    assert read() == TRUE


def test_conflict_markers_keep_a_page_from_being_written() -> None:
    text = "<<<<<<< HEAD\n" + FALSE
    write(text)
    status, output = update("page.md")
    assert status == 1
    assert "page.md: not written: line 1 holds a marker of an unresolved merge\n" in output
    assert output.endswith("1 page: 0 blocks changed, 0 stayed, 1 skipped\n")
    assert read() == text


def test_no_page_is_exit_4_and_a_missing_one_2() -> None:
    write("# Nothing\n", "plain.md")
    status, output = update(".")
    assert status == 4
    assert output.startswith("nothing to update: no page at the given paths")
    assert update("none.md") == (2, "runner: no such file or folder: none.md\n")


def test_a_skipped_page_is_told() -> None:
    text = "---\nrequires:\n  engine: neo4j\n---\n" + FALSE
    write(text)
    status, output = update("page.md")
    assert status == 0
    assert output.startswith("page.md: skipped (1 cell): needs the engine neo4j")
    assert output.endswith("1 page: 0 blocks changed, 0 stayed, 1 skipped\n")
    assert read() == text


# On a terminal.


PROMPT = "accept, skip, show whole, quit [a/s/w/q]? "


def take_terminal() -> None:
    """Make the standard input the terminal that sends signals to this process."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def answered(answers: list[str], *arguments: str) -> tuple[int, str]:
    """The exit status and the output of an update at a terminal where a user types.

    Each answer is typed once it is asked for.
    """
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "runner", "update", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(),
        start_new_session=True,
        preexec_fn=take_terminal,  # noqa: PLW1509
    ) as process:
        os.close(theirs)
        output, waiting = "", list(answers)
        while data := read_terminal(ours):
            output += data
            if waiting and output.count(PROMPT) > len(answers) - len(waiting):
                os.write(ours, waiting.pop(0).encode())
        os.close(ours)
    return process.returncode, output.replace("\r\n", "\n")


def read_terminal(descriptor: int) -> str:
    """What comes next; nothing once the other end is closed, which Linux tells by an error."""
    try:
        return os.read(descriptor, 4096).decode()
    except OSError:
        return ""


def test_each_block_is_asked_for() -> None:
    """One is accepted, one is left, and the status tells that the page is not yet true."""
    write(FALSE + OTHER)
    status, output = answered(["a\n", "s\n"], "page.md")
    assert status == 1
    assert SHOWN + f"(1/2) {PROMPT}" in output
    assert "page.md: written: 1 block changed, 0 stayed, 1 skipped\n" in output
    assert read() == TRUE + OTHER


def test_quit_keeps_what_was_accepted_and_leaves_other_pages() -> None:
    write(FALSE + OTHER)
    write(FALSE, "second.md")
    status, output = answered(["y\n", "q\n"], "page.md", "second.md")
    assert status == 1
    assert read() == TRUE + OTHER
    assert read("second.md") == FALSE
    assert output.endswith("1 page: 1 block changed, 0 stayed, 1 skipped\n")


def test_the_whole_block_is_shown_on_demand_and_unknown_answers_are_explained() -> None:
    rows = "".join(f"| {n:<2} |\n" for n in range(1, 21))
    text = (
        "```cypher cell=one\nUNWIND range(1, 20) AS x RETURN x\n```\n\n"
        f"```table\n| x  |\n|----|\n{rows}20 rows\n```\n"
    )
    write(text.replace("| 10 |", "| 99 |"))
    status, output = answered(["\n", "w\n", "a\n"], "page.md")
    assert (status, read()) == (0, text)
    assert "a  accept: write this block" in output
    assert output.count("+| 10 |") == 2
    assert output.count("     | 20 |") == 1


def test_yes_does_not_ask_and_the_end_of_input_quits() -> None:
    write(FALSE)
    status, output = answered(["\x04"], "page.md")
    assert status == 1
    assert "page.md: not written: no change was accepted\n" in output
    assert read() == FALSE
    assert answered([], "--yes", "page.md")[0] == 0
    assert read() == TRUE


def test_interrupted_while_asking_nothing_of_the_page_is_written() -> None:
    write(FALSE + OTHER)
    status, output = answered(["a\n", "\x03"], "page.md")
    assert status == 130
    assert "interrupted" in output
    assert read() == FALSE + OTHER


# What other tools of this kind got wrong.


def test_line_ends_the_mark_and_a_missing_last_newline_stay() -> None:
    """CRLF is not turned to LF, and no newline is added at the end."""
    text = b"\xef\xbb\xbf# T\r\n\r\n" + FALSE.rstrip("\n").replace("\n", "\r\n").encode()
    write(text)
    assert update("page.md")[0] == 0
    assert Path("page.md").read_bytes() == text.replace(b"| 2 |", b"| 1 |")


def test_an_embedded_newline_breaks_no_row() -> None:
    """It is an escape in one line of the table, and rows keep their order."""
    write(
        "```cypher cell=a\nUNWIND ['b\\na', 'a'] AS x RETURN x\n```\n\n```table\n| x |\n|---|\n"
        '| "a" |\n| "b\\na" |\n2 rows\n```\n'
    )
    assert update("page.md")[0] == 0
    assert '| x      |\n|--------|\n| "b\\na" |\n| "a"    |\n2 rows\n' in read()


def test_blocks_in_nested_fences_are_not_taken_for_real() -> None:
    nested = "````markdown\n" + FALSE + "````\n\n"
    write(nested + FALSE)
    assert update("page.md")[0] == 0
    assert read() == nested + TRUE


def test_the_hint_for_words_of_other_tools_shows_the_comment_form() -> None:
    write('```cypher cell=a title="Schema"\nRETURN 1\n```\n\n```{.cypher cell=b}\nRETURN 1\n```\n')
    status, output = update("page.md")
    assert status == 2
    assert (
        "page.md:1:18: error: unknown key `title`; if it is for another tool, write "
        "`<!-- runner: cell=a -->` on the line before the fence [unknown-key]\n" in output
    )
    assert "page.md:5:13: error: words in braces are the renderer's: write `<!-- runner: " in output
