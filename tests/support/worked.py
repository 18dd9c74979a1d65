"""Examples of documents that tests run: a page in a long fence, the shell session behind it."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runner.page.parse import parse_page

if TYPE_CHECKING:
    from collections.abc import Mapping

PROJECT = Path(__file__).resolve().parents[2]
PROMPT = "$ "
GOES_ON = "> "


class Worked(NamedTuple):
    """A page that a document shows, and what it says happens when commands run beside it."""

    line: int
    """The document's line where the session starts."""
    page: str
    name: str
    """What the page's file is called: the first command names it last."""
    session: str
    """Commands behind a prompt, each with its output, and a line end at the end."""


def worked_examples(document: Path) -> list[Worked]:
    """The ``console`` fences of a document, each with the ``markdown`` fence right before it."""
    fences = parse_page(document).fences
    found = []
    for before, fence in pairwise(fences):
        if fence.info == "console":
            assert before.info == "markdown", f"{document}:{fence.line}: no page stands before it"
            session = fence.content.text + "\n"
            name = session.partition("\n")[0].split()[-1]
            found.append(Worked(fence.line, before.content.text + "\n", name, session))
    return found


def run_session(example: Worked, folder: Path) -> str:
    """Run the commands of a session in a folder that holds the page; the session as it went."""
    (folder / example.name).write_text(example.page, "utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "RUNNER_ENGINE"}
    environment |= {"PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1"}
    return replay(example.session, folder, environment, {"runner": "-m runner"})


def replay(
    session: str, folder: Path, environment: Mapping[str, str], commands: Mapping[str, str]
) -> str:
    """Run the commands of a session in a folder; the session as it went, with a line end.

    A command stands behind a prompt, and may go on in lines that start with ``> ``. `commands`
    are those that are not to be had otherwise: by name, what this Python is started with.
    """
    found = folder / "bin"
    found.mkdir()
    for name, arguments in commands.items():
        script = found / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        script.chmod(0o755)
    path = f"{found}{os.pathsep}{environment['PATH']}"
    went, status = "", 0
    for part in f"\n{session}".split(f"\n{PROMPT}")[1:]:
        first, *rest = part.split("\n")
        typed = [first, *takewhile(lambda line: line.startswith(GOES_ON), rest)]
        script_text = "\n".join([first, *(line.removeprefix(GOES_ON) for line in typed[1:])])
        done = subprocess.run(
            ["sh", "-c", f"(exit {status}); {script_text}"],
            cwd=folder,
            env={**environment, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        status = done.returncode
        went += PROMPT + "\n".join(typed) + f"\n{done.stdout}"
    return went
