"""``python -m tests.fuzz.guided [--runs N | --seconds N]``: texts that coverage leads to.

Atheris changes texts of Cypher, and keeps those that reach new code of the lexer, the parser and
the check. Nothing but `EngineError` may escape, with a place inside the text, and no text may take
long. A text that breaks this is printed, and the process ends with a status of its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

with atheris.instrument_imports(include=["runner.cypher"]):
    from runner.cypher.check import check
    from runner.cypher.lexer import split, tokenize
    from runner.cypher.parser import parse

from runner.errors import EngineError
from tests.fuzz.crashing import texts
from tests.fuzz.grammar.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 2_000
"""Bytes of a text."""
SECONDS_A_TEXT = 20
"""More than any text of that length may take, on a machine that has other work to do."""
START = 400
"""Statements of the grammar that the search starts from."""


def judge(text: str) -> None:
    """Take a text through all stages before planning; raises what should not escape."""
    stages: tuple[Callable[[str], object], ...] = (tokenize, split, _checked_5, _checked_25)
    for stage in stages:
        try:
            stage(text)
        except EngineError as error:
            place = error.position
            if place is not None and not 0 <= place.offset <= len(text):
                raise AssertionError(f"the place {place} is outside of the text") from error


def _checked_5(text: str) -> None:
    check(parse(text, "5"), "5", None)


def _checked_25(text: str) -> None:
    check(parse(text, "25"), "25", None)


def _one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        judge(text)
    except BaseException:
        print(f"the text: {text!r}", file=sys.stderr, flush=True)
        raise


class _Words:
    """Changes texts by whole words, some of them from other texts."""

    def __init__(self, corpus: list[str]) -> None:
        self._corpus = [_words(text) for text in corpus]

    def __call__(self, data: bytes, size: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.4:
            changed: bytes = atheris.Mutate(data, size)
            return changed
        words = _words(data.decode("utf-8", "replace"))
        at = chance.randrange(len(words) + 1)
        until = at + chance.randrange(4)
        other = chance.choice(self._corpus)
        start = chance.randrange(len(other) + 1)
        piece = other[start : start + chance.randrange(6)]
        return " ".join(words[:at] + piece + words[until:]).encode("utf-8", "replace")[:size]


def _words(text: str) -> list[str]:
    try:
        return [text[token.start : token.end] for token in tokenize(text)]
    except EngineError:
        return text.split()


def main() -> int:
    """Search; 0 where nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("--runs", type=int, default=-1, help="how many texts (default: no end)")
    parser.add_argument("--seconds", type=int, default=0, help="how long (default: no end)")
    parser.add_argument("--seed", type=int, default=1, help="what the search starts from")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    corpus = [text for text, _ in islice(texts(Draw(f"guided {arguments.seed}")), START)]
    if arguments.folder is None:
        return _in_a_folder(corpus)
    options = [
        f"-runs={arguments.runs}",
        f"-max_total_time={arguments.seconds}",
        f"-seed={arguments.seed}",
        f"-max_len={LONGEST}",
        f"-timeout={SECONDS_A_TEXT}",
        f"-artifact_prefix={arguments.folder}/",
        "-print_final_stats=1",
    ]
    command = [sys.argv[0], str(arguments.folder), *options]
    atheris.Setup(command, _one_input, custom_mutator=_Words(corpus))
    atheris.Fuzz()
    return 0


def _in_a_folder(corpus: list[str]) -> int:
    """Search in a process of its own, which the library ends, with a folder for what it keeps."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(corpus):
            Path(folder, str(number)).write_bytes(text.encode("utf-8", "replace"))
        command = [sys.executable, "-m", "tests.fuzz.guided", *sys.argv[1:], "--folder", folder]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
