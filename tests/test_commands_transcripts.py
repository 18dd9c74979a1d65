"""The sessions at a terminal that the page on the commands shows, typed again."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from runner.page.parse import parse_page
from tests.support.worked import PROJECT

pytest.importorskip("pyte", reason="terminals are emulated by pyte")
pytest.importorskip("prompt_toolkit")

from tests.support.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGE = PROJECT / "pages" / "commands.md"
PROMPTS = ("cypher> ", "     -> ")
TRUE = "```cypher cell=a\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"


def transcript(command: str) -> list[str]:
    """The lines of the session that starts with a command, that line aside."""
    for fence in parse_page(PAGE).fences:
        first, *lines = fence.content.text.split("\n")
        if first.startswith(f"$ runner {command} "):
            return [first, *lines]
    raise AssertionError(f"the page shows no session of {command}")


def terminal(folder: Path, line: str, *options: str) -> Terminal:
    """A terminal in which a command line of the page was typed."""
    words = line.removeprefix("$ runner ").split()
    environment = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
        "XDG_STATE_HOME": str(folder / "state"),
    }
    environment.pop("RUNNER_ENGINE", None)
    return Terminal([sys.executable, "-m", "runner", *words, *options], folder, environment)


def long_as(expected: list[str]) -> Callable[[list[str]], bool]:
    """Whether a screen has as many lines as it is to have."""
    return lambda lines: len(lines) >= len(expected)


def test_the_shell(tmp_path: Path) -> None:
    first, *shown = transcript("shell")
    shutil.copytree(PROJECT / "pages", tmp_path / "pages")
    with terminal(tmp_path, first) as screen:
        screen.wait_until(lambda lines: lines[-1:] == ["cypher>"])
        for number, line in enumerate(shown):
            if line.startswith(PROMPTS):
                screen.type(line[len(PROMPTS[0]) :] + "\r")
                until = number + 1
                while until < len(shown) and not shown[until].startswith(PROMPTS):
                    until += 1
                following = shown[until][: len(PROMPTS[0])] if until < len(shown) else "cypher>"
                expected = [*shown[:until], following.rstrip()]
                assert screen.wait_until(long_as(expected)) == expected
        screen.type("\x04")
        screen.wait_until(lambda _: screen.process.poll() is not None)
        assert screen.process.returncode == 0


def test_the_watch(tmp_path: Path) -> None:
    first, *shown = transcript("watch")
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("huts.md", "trails.md"):
        shutil.copy(PROJECT / "pages" / "include" / name, folder)
    (folder / "one.md").write_text(TRUE)
    saved = shown.index("")
    with terminal(tmp_path, first, "--poll") as screen:
        watching = [line for line in shown[:saved] if line.startswith("watching")]
        assert screen.wait_until(lambda lines: lines[-1:] == watching) == shown[:saved]
        (folder / "one.md").write_text(TRUE.replace("| 1 |", "| 2 |"))
        ended = screen.wait_until(lambda lines: lines.count(watching[0]) == 2)
        assert ended == shown
        screen.interrupt()
        screen.process.wait(60)
        assert screen.process.returncode == 0
