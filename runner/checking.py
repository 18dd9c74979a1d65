"""A whole run: engines are opened, pages run on them, reports and history fed, all closed."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from runner.errors import EngineFailure
from runner.execute import RunOptions, read_page, run_pages
from runner.tally import NO_LIMITS, Limits, Summary, Tally
from runner.workers.jobs import ONE, Jobs, usable_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from pathlib import Path

    from runner.engines.base import Engine
    from runner.history import History
    from runner.outcome import PageRun
    from runner.report.base import Reporter
    from runner.workers.process import OpenEngines


class Check(NamedTuple):
    """What is to be run, and how."""

    files: Sequence[Path]
    """Files that may be pages, in their order."""
    options: RunOptions
    left_out: Sequence[Path] = ()
    """Files that were not chosen: without them `files` being empty would be an error."""
    fail_fast: bool = False
    """Whether the first page that is not true is the last."""
    jobs: Jobs = ONE
    limits: Limits = NO_LIMITS
    slowest: int = 0
    """How many of the slowest pages the summary names."""


def check(
    what: Check,
    open_engines: OpenEngines,
    reporter: Reporter,
    history: History,
    say: Callable[[str], None],
) -> Summary:
    """Run the pages and report; the run in numbers.

    `reporter` is told the end whatever happens to the engines, and after a key press. `say` is
    told what concerns the run and no page. Raises `UsageError`.
    """
    tally = Tally((), what.limits)
    interrupted = False
    failure: str | None = None
    try:
        with open_engines() as engines:
            capabilities = tuple(engine.capabilities for engine in engines)
            tally = Tally(capabilities, what.limits, what.slowest)
            number, note = usable_jobs(what.jobs, engines, len(what.files))
            if note is not None:
                say(note)
            reporter.start(capabilities, len(what.files))
            with closing(_runs(what, open_engines, engines, number, history)) as runs:
                for run in runs:
                    tally.add(run)
                    history.add(run)
                    reporter.page(run)
                    interrupted = interrupted or run.interrupted
                    if what.fail_fast and run.exit_code:
                        break
    except KeyboardInterrupt:
        interrupted = True
    except EngineFailure as error:
        failure = str(error)
    if what.options.cell is None:
        history.save()
    if history.trouble is not None:
        say(history.trouble)
    nothing = None
    if not tally.pages and not interrupted and failure is None:
        nothing = _why_nothing(what)
    summary = tally.summary(interrupted=interrupted, failure=failure, nothing=nothing)
    reporter.finish(summary)
    return summary


def _runs(
    what: Check,
    open_engines: OpenEngines,
    engines: Sequence[Engine],
    number: int,
    history: History,
) -> Generator[PageRun, None, None]:
    if number == 1:
        yield from run_pages(what.files, engines, what.options)
        return
    from runner.workers.pool import Pool

    capabilities = [engine.capabilities for engine in engines]
    pool = Pool(what.files, open_engines, capabilities, what.options, number, history.seconds)
    yield from pool.run()


def _why_nothing(what: Check) -> str | None:
    """Why it is in order that nothing ran: there are pages, and none of them was chosen."""
    if any(read_page(file).is_page for file in what.left_out):
        return "nothing to run: none of the pages at the given paths was chosen"
    return None
