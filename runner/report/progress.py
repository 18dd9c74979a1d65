"""A bar at the foot of a terminal: how far a long run is, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from typing import TextIO


class Bar:
    """Counts pages while they are done; other lines are written above it."""

    def __init__(self, out: TextIO, pages: int, *, color: bool) -> None:
        self._console = Console(
            file=out,
            force_terminal=True,
            no_color=not color,
            color_system="auto" if color else None,
            highlight=False,
        )
        self._progress = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("pages {task.description}"),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            refresh_per_second=4,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("", total=pages)
        self._progress.start()

    def advance(self, done: int, described: str) -> None:
        """So many pages are done, and stand so."""
        self._progress.update(self._task, completed=done, description=described)

    def line(self, text: str) -> None:
        """Write one line above the bar; it may hold colours."""
        self._console.print(Text.from_ansi(text), soft_wrap=True)

    def stop(self) -> None:
        """Take the bar away."""
        self._progress.stop()
