"""Engines that go wrong in ways that a real one does not on demand. They can travel to workers."""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.engines.embedded import EmbeddedEngine, EmbeddedSession
from runner.errors import EngineFailure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine
    from runner.result import Result


class OddSession(EmbeddedSession):
    """Does what a comment in a statement says."""

    def run(self, statement: str, *arguments: Any, **options: Any) -> Result:
        """Run a statement, or not."""
        for word in statement.split():
            name, _, value = word.partition(":")
            if name == "//exit":
                os._exit(int(value))
            elif name == "//kill":
                os.kill(os.getpid(), signal.SIGKILL)
            elif name == "//fail":
                raise EngineFailure("the server is gone")
            elif name == "//bug":
                raise ZeroDivisionError("a defect")
            elif name == "//sleep":
                time.sleep(float(value))
            elif name == "//touch":
                Path(value).touch()
            elif name == "//log":
                with Path(value).open("a") as file:
                    file.write(f"{os.getpid()}\n")
        return super().run(statement, *arguments, **options)


class OddEngine(EmbeddedEngine):
    """The embedded engine with odd sessions."""

    def scratch(self, *arguments: Any, **options: Any) -> EmbeddedSession:
        """See `Engine.scratch`."""
        session = super().scratch(*arguments, **options)
        session.__class__ = OddSession
        return session


class RefusingEngine(EmbeddedEngine):
    """Says that it makes databases, and finds that it does not when it is to make one."""

    def scratch(self, *arguments: Any, **options: Any) -> EmbeddedSession:
        """See `Engine.scratch`."""
        self.capabilities = self.capabilities._replace(scratch_databases=False)
        return super().scratch(*arguments, **options)


class UnreachableEngine(EmbeddedEngine):
    """Cannot be made."""

    def __init__(self) -> None:
        raise EngineFailure("no connection is left")


@contextmanager
def open_odd() -> Iterator[list[Engine]]:
    """One odd engine."""
    with OddEngine() as engine:
        yield [engine]


@contextmanager
def open_none() -> Iterator[list[Engine]]:
    """An engine that cannot be opened."""
    with UnreachableEngine() as engine:
        yield [engine]


@contextmanager
def open_leaving(file: str) -> Iterator[list[Engine]]:
    """An odd engine that writes to a file when it is closed."""
    with OddEngine() as engine:
        yield [engine]
    with Path(file).open("a") as out:
        out.write("closed\n")
