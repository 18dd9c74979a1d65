"""The command: ``python -m recall_lab URL --demo``; it ends at Ctrl-C."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from importlib import import_module
from typing import TYPE_CHECKING

from agent_memory import Memory

import runner
from recall_lab.demo import ABOUT, DIMENSIONS, fill, words
from recall_lab.server import Lab

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main() -> int:
    """Serve the page until somebody stops it; the exit status."""
    parser = argparse.ArgumentParser(prog="recall_lab", description=__doc__)
    parser.add_argument("url", help="embedded:PATH, or a Neo4j as bolt://HOST:PORT")
    parser.add_argument("--demo", action="store_true", help="with the example's memories and words")
    parser.add_argument("--embed", metavar="MODULE:FUNCTION", help="what embeds a question")
    parser.add_argument("--dimensions", type=int, help="how many numbers an embedding has")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    if given.demo == bool(given.embed and given.dimensions):
        parser.error("give either --demo, or both --embed and --dimensions")
    try:
        embed = words if given.demo else _function(given.embed)
        with runner.connect(given.url) as engine:
            memory = Memory(engine, dimensions=DIMENSIONS if given.demo else given.dimensions)
            if given.demo:
                fill(memory)
            about = ABOUT if given.demo else f"Embeddings are made by {given.embed}."
            with Lab(memory, embed, about=about, host=given.host, port=given.port) as lab:
                sys.stdout.write(f"{lab.url}\n")
                sys.stdout.flush()
                _await_end()
    except (runner.RunnerError, ValueError, OverflowError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _await_end() -> None:
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    # On some systems a wait without an end is not interrupted by a signal.
    while not ended.wait(0.5):
        pass


def _function(name: str) -> Callable[[str], Sequence[float]]:
    module, _, function = name.partition(":")
    try:
        found: Callable[[str], Sequence[float]] = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{name!r} names no function: {error}") from error
    return found


if __name__ == "__main__":
    sys.exit(main())
