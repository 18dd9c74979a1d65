"""How long each page took: the file by which shards are balanced, see `runner.select.shards`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from runner.outcome import Outcome
from runner.page.names import stable_name, working_root

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities
    from runner.outcome import PageRun
    from runner.tally import Summary

FORMAT = 1

_RAN = (Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED)


class DurationsReporter:
    """Writes the seconds of each page that ran, by its name in the project."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._root = working_root()
        self._seconds: dict[str, float] = {}

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        if not run.interrupted and all(outcome.outcome in _RAN for outcome in run.outcomes):
            seconds = sum(outcome.seconds for outcome in run.outcomes)
            self._seconds[stable_name(run.path, self._root)] = round(seconds, 3)

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        document = {"format": FORMAT, "seconds": self._seconds}
        json.dump(document, self._out, indent=2, sort_keys=True)
        self._out.write("\n")
