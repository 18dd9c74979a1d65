"""How many processes a run may use on the engines that it has."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from runner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.engines.base import Capabilities, Engine

AUTO = "auto"
_MOST = 512


class Jobs(NamedTuple):
    """How many processes are asked for."""

    number: int
    is_auto: bool = False
    """Whether fewer will do where the engine cannot serve as many."""


ONE = Jobs(1)


def parse_jobs(text: str) -> Jobs:
    """The jobs that ``--jobs`` names: a number, or ``auto`` for one a processor.

    Raises `UsageError`.
    """
    if text == AUTO:
        return Jobs(usable_processors(), is_auto=True)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST):
        raise UsageError(
            f"--jobs {text}: how many processes is a number from 1 to {_MOST}, or {AUTO} for one "
            "a processor"
        )
    return Jobs(int(text))


def usable_jobs(jobs: Jobs, engines: Sequence[Engine], files: int) -> tuple[int, str | None]:
    """How many processes to use for so many files, and a note where they are fewer than wanted.

    Raises `UsageError` where several were asked for and an engine cannot serve several, and
    `EngineFailure`.
    """
    wanted = min(jobs.number, files)
    if wanted <= 1:
        return 1, None
    for engine in engines:
        why = _why_not(engine.capabilities)
        if why is None:
            # Whether a server makes databases shows when it is to make one.
            engine.scratch().close()
            why = _why_not(engine.capabilities)
        if why is not None:
            text = f"{why}, so pages run one after another"
            if jobs.is_auto:
                return 1, f"--jobs {AUTO}: {text}"
            raise UsageError(f"--jobs {jobs.number}: {text}: leave --jobs out, or say {AUTO}")
    return wanted, None


def _why_not(engine: Capabilities) -> str | None:
    """Why not more than one process can use an engine; None where they can."""
    name = f"{engine.name} {engine.version} {engine.edition}"
    if engine.exclusive:
        return f"one process at a time can have the database file of {name} open"
    if not engine.scratch_databases:
        return f"pages on {name} share its one database"
    return None


def usable_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1
