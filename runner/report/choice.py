"""Chooses reports by name, and feeds them all from one run.

A format is one module of this room and one line of `_FORMATS`; only what is asked for is loaded.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runner.errors import UsageError
from runner.report.targets import File, Standard, check_files
from runner.write import NotWritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities
    from runner.outcome import PageRun
    from runner.report.base import Reporter
    from runner.report.targets import Target
    from runner.tally import Summary

STANDARD = "-"
"""The file's name that stands for standard output."""

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
_STEP_SUMMARY_BYTES = 900 * 1024
"""GitHub drops the summary of a step that is longer than 1 MiB."""


class TerminalOptions(NamedTuple):
    """How the report for people looks."""

    color: str = "auto"
    diff: bool = False
    verbose: bool = False
    quiet: bool = False


class Choice(NamedTuple):
    """One report that is asked for."""

    name: str
    file: Path | None
    """None is standard output."""


def parse_choices(
    format_: str | None, reports: Sequence[str], environment: Mapping[str, str] = os.environ
) -> list[Choice]:
    """The reports that ``--format`` and ``--report NAME[:FILE]`` ask for.

    What is not said goes to standard output; nothing said there is the terminal report.
    Raises `UsageError` for an unknown name, and for two reports in one place.
    """
    choices = [_parse(text, environment) for text in reports]
    if format_ is not None or all(choice.file is not None for choice in choices):
        choices.insert(0, Choice(format_ or "terminal", None))
    standard = [choice.name for choice in choices if choice.file is None]
    if len(standard) > 1:
        first, second = standard[:2]
        raise UsageError(
            f"the reports {first} and {second} would both go to standard output: give one of them "
            f"a file, as in --report {second}:FILE"
        )
    seen: dict[str, Choice] = {}
    for choice in choices:
        if choice.file is not None:
            place = os.path.realpath(choice.file)
            if place in seen:
                first = seen[place].name
                raise UsageError(
                    f"the reports {first} and {choice.name} would both go to {choice.file}"
                )
            seen[place] = choice
    return choices


def _parse(text: str, environment: Mapping[str, str]) -> Choice:
    name, colon, file = text.partition(":")
    if name not in _FORMATS:
        from runner.page.problems import nearest

        near = nearest(name, list(_FORMATS))
        hint = f"; did you mean {near}?" if near else ""
        raise UsageError(f"there is no report {name!r}{hint}; there are: {', '.join(_FORMATS)}")
    if colon and not file:
        raise UsageError(f"the report {name} names no file behind the colon")
    if file == STANDARD:
        return Choice(name, None)
    if file:
        return Choice(name, Path(file))
    if name == "summary":
        given = environment.get(STEP_SUMMARY)
        if not given:
            raise UsageError(
                f"the report summary goes to the file that {STEP_SUMMARY} names, and that is not "
                "set: name a file, as in --report summary:FILE"
            )
        return Choice(name, Path(given))
    return Choice(name, None)


class Reports:
    """Several reports on one run."""

    def __init__(
        self,
        choices: Iterable[Choice],
        terminal: TerminalOptions,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._reports: list[tuple[Reporter, Target, Choice]] = []
        self._broken: OSError | None = None
        for choice in choices:
            step = choice.name == "summary" and str(choice.file) == environment.get(STEP_SUMMARY)
            target: Target = Standard() if choice.file is None else File(choice.file, append=step)
            reporter = _FORMATS[choice.name](target.out, terminal)
            self._reports.append((reporter, target, choice))
        # Files first: standard output may be a pipe that nobody reads any more.
        self._reports.sort(key=lambda each: not each[2].file)

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._tell(lambda reporter: reporter.start(engines, pages))

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        self._tell(lambda reporter: reporter.page(run))

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`.

        Each file is written whole or left as it was. Raises `UsageError` where one cannot be
        written, when all others are, and `OSError` where standard output took no more.
        """
        problems = []
        for reporter, target, choice in [each for each in self._reports if each[2].file]:
            reporter.finish(summary)
            try:
                target.commit()
            except NotWritten as error:
                problems.append(
                    f"the report {choice.name} is not written to {choice.file}: {error}"
                )
        if self._broken is not None and not problems:
            raise self._broken
        for reporter, target, choice in self._reports:
            if choice.file is None and self._broken is None:
                reporter.finish(summary)
                target.commit()
        if problems:
            raise UsageError("; ".join(problems))

    def _tell(self, what: Callable[[Reporter], None]) -> None:
        """Tell each report something.

        Where standard output takes no more the run goes on for the sake of the files, if there
        are any, and is told of it at its end.
        """
        for reporter, _, choice in self._reports:
            if choice.file is None and self._broken is not None:
                continue
            try:
                what(reporter)
            except OSError as error:
                if choice.file is not None or len(self._reports) == 1:
                    raise
                self._broken = error


def open_reports(
    choices: Sequence[Choice], terminal: TerminalOptions, pages: Iterable[Path]
) -> Reports:
    """Open the reports on a run over `pages`. Raises `UsageError`, see `check_files`."""
    check_files([choice.file for choice in choices if choice.file is not None], pages)
    return Reports(choices, terminal)


def _terminal(out: TextIO, options: TerminalOptions) -> Reporter:
    from runner.report.terminal import TerminalReporter

    return TerminalReporter(
        out,
        color=options.color,
        diff=options.diff,
        verbose=options.verbose,
        quiet=options.quiet,
    )


def _json(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.json import JsonReporter

    return JsonReporter(out)


def _junit(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.junit import JUnitReporter

    return JUnitReporter(out)


def _github(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.github import GitHubReporter

    return GitHubReporter(out)


def _summary(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.markdown import MarkdownReporter

    return MarkdownReporter(out, limit=_STEP_SUMMARY_BYTES)


def _tap(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.tap import TapReporter

    return TapReporter(out)


def _markdown(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.markdown import MarkdownReporter

    return MarkdownReporter(out)


def _durations(out: TextIO, _options: TerminalOptions) -> Reporter:
    from runner.report.durations import DurationsReporter

    return DurationsReporter(out)


_FORMATS: dict[str, Callable[[TextIO, TerminalOptions], Reporter]] = {
    "terminal": _terminal,
    "json": _json,
    "junit": _junit,
    "github": _github,
    "summary": _summary,
    "tap": _tap,
    "markdown": _markdown,
    "durations": _durations,
}

NAMES = tuple(_FORMATS)
