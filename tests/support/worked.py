"""Examples of documents that tests run: a page in a long fence, the shell session behind it."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from runner.page.parse import parse_page

PROJECT = Path(__file__).resolve().parents[2]
PROMPT = "$ "


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
    commands = folder / "bin"
    commands.mkdir()
    command = commands / "runner"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m runner "$@"\n')
    command.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key != "RUNNER_ENGINE"}
    environment["PATH"] = f"{commands}{os.pathsep}{environment['PATH']}"
    environment["PYTHONPATH"] = str(PROJECT)
    environment["PYTHONUTF8"] = "1"
    lines, status = [], 0
    for line in example.session.splitlines():
        if not line.startswith(PROMPT):
            continue
        done = subprocess.run(
            ["sh", "-c", f"(exit {status}); {line.removeprefix(PROMPT)}"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        status = done.returncode
        lines.append(f"{line}\n{done.stdout}")
    return "".join(lines)
