"""Asks at a terminal, cell by cell, what may be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.update.process import Decision

if TYPE_CHECKING:
    from typing import TextIO

    from runner.rewrite import Change
    from runner.update.process import PageUpdate
    from runner.update.terminal import UpdateReporter

_WORDS = {
    "a": "accept",
    "accept": "accept",
    "y": "accept",
    "yes": "accept",
    "s": "skip",
    "skip": "skip",
    "n": "skip",
    "no": "skip",
    "w": "whole",
    "whole": "whole",
    "show": "whole",
    "q": "quit",
    "quit": "quit",
}

_HELP = """\
    a  accept: write this block (y does the same)
    s  skip: leave this block as it is (n does the same)
    w  whole: show all lines of the block
    q  quit: write what was accepted on this page, and leave all else as it is"""


class Asker:
    """Decides by asking; `answers` is where the user types."""

    def __init__(self, reporter: UpdateReporter, answers: TextIO) -> None:
        self._reporter = reporter
        self._answers = answers

    def __call__(self, update: PageUpdate) -> Decision:
        """Show each change of a page and ask for it; the end of input quits."""
        accepted: list[Change] = []
        count = len(update.changes)
        for number, change in enumerate(update.changes, 1):
            self._reporter.change(update, change)
            answer = self._ask(update, change, f"{number}/{count}")
            if answer == "quit":
                return Decision(tuple(accepted), go_on=False)
            if answer == "accept":
                accepted.append(change)
        return Decision(tuple(accepted))

    def _ask(self, update: PageUpdate, change: Change, counted: str) -> str:
        painter = self._reporter.painter
        question = f"({counted}) accept, skip, show whole, quit [a/s/w/q]? "
        while True:
            painter.line(question, end=False)
            line = self._answers.readline()
            if not line:
                painter.line("")
                return "quit"
            answer = _WORDS.get(line.strip().lower(), "")
            if answer == "whole":
                self._reporter.change(update, change, whole=True)
            elif answer:
                return answer
            else:
                painter.line(_HELP)
