"""A summary in Markdown: the counts first, then every page that is not true."""

from __future__ import annotations

import re
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from runner.agreement import differences, engine_labels
from runner.outcome import ExitCode, Outcome
from runner.report.base import counted, engine_name, not_checked, remarks, verdict, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from runner.agreement import Difference
    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome, PageRun
    from runner.tally import Summary


class MarkdownReporter:
    """Writes headings, lists and fenced blocks.

    `limit` is how many bytes the parts on single pages may take; None for any number.
    """

    def __init__(self, out: TextIO, limit: int | None = None) -> None:
        self._out = out
        self._limit = limit
        # The counts stand in front of the pages.
        self._parts = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._size = 0
        self._omitted = 0
        self._several = False

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._several = len(engines) > 1

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        lines: list[str] = []
        labels = engine_labels([outcome.engine for outcome in run.outcomes])
        for outcome, label in zip(run.outcomes, labels, strict=True):
            part = list(_page(outcome, f" on {label}" if self._several else ""))
            lines += part[:-1] if part and not part[-1] else part
        for difference in differences(run.outcomes):
            lines += list(_difference(run, difference))
        text = "".join(f"{line}\n" for line in lines)
        size = len(text.encode())
        if self._limit is not None and self._size + size > self._limit:
            self._omitted += 1
            return
        self._size += size
        self._parts.write(text)

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        for line in _head(summary):
            self._out.write(f"{line}\n")
        self._parts.seek(0)
        for line in self._parts:
            self._out.write(line)
        self._parts.close()
        if self._omitted:
            pages = counted(self._omitted, "more page")
            self._out.write(f"\n{pages} with something to say left out: the report is too long.\n")


def _head(summary: Summary) -> Iterator[str]:
    yield f"## Cypher pages: {_title(summary)}"
    if summary.failure is not None:
        yield from ("", "The engine failed:", "", *_fenced("text", summary.failure))
    if summary.interrupted:
        yield from ("", "**The run was stopped before its end.**")
    for complaint in summary.complaints:
        yield from ("", f"**{_prose(complaint)}**")
    if not summary.pages:
        if summary.failure is None and not summary.interrupted:
            yield from ("", _prose(summary.nothing or "There was no page to run."))
        return
    yield from ("", f"{counted(summary.pages, 'page')}, {verdict(summary.totals)}", "")
    left_out = not_checked(summary.totals)
    if left_out:
        yield f"- not checked: {left_out}"
    for engine in summary.engines:
        yield f"- engine: {_prose(engine_name(engine))}"
    if len(summary.engines) > 1:
        differ = "differs" if summary.differing == 1 else "differ"
        yield f"- {counted(summary.differing, 'cell')} {differ} between the engines"
    if summary.slowest:
        yield from ("", "| slowest pages | seconds | slowest cell |", "| --- | --: | --- |")
    for slow in summary.slowest:
        name = f"{slow.path.as_posix()}{f' on {slow.engine}' if slow.engine else ''}"
        cell = f"{_code(slow.cell)} {slow.cell_seconds:.2f} s" if slow.cell else ""
        yield f"| {_in_table(_code(name))} | {slow.seconds:.2f} | {_in_table(cell)} |"


def _title(summary: Summary) -> str:
    if summary.interrupted:
        return "interrupted"
    if summary.failure is not None:
        return "engine failure"
    return {
        ExitCode.TRUE: "all true" if summary.pages else "nothing to do",
        ExitCode.NOT_TRUE: "not true",
        ExitCode.MALFORMED: "malformed",
        ExitCode.ENGINE_FAILURE: "engine failure",
    }.get(summary.exit_code, "nothing to run")


def _page(page: PageOutcome, on: str) -> Iterator[str]:
    """The part on a page; nothing where there is nothing to say of it."""
    said = list(remarks(page))
    if not said and page.outcome is Outcome.PASSED:
        return
    name = page.path.as_posix()
    outcome = page.outcome.value.replace("_", " ")
    yield from ("", f"### {_code(name)}: {outcome}{_prose(on)}", "")
    by_name = {f"cell {cell.cell}": cell for cell in page.cells}
    for remark in said:
        column = "" if remark.column is None else f":{remark.column}"
        about, _, cell = remark.about.partition(" ")
        named = f"{about} {_code(cell)}" if cell else about
        code = f" [{remark.code}]" if remark.code else ""
        yield f"- line {remark.line}{column}, {named}, {remark.kind}{code}"
        text = f"{remark.text}\n{remark.advice}" if remark.advice else remark.text
        if text:
            yield from ("", *(f"  {line}" for line in _fenced("text", text)), "")
        if remark.kind == "failed" and remark.about in by_name:
            yield from (f"  {line}" if line else "" for line in _diff(by_name[remark.about]))


def _diff(cell: CellOutcome) -> Iterator[str]:
    from difflib import unified_diff

    if cell.expected is None or cell.actual is None or cell.expected == cell.actual:
        return
    lines = list(unified_diff(cell.expected.split("\n"), cell.actual.split("\n"), lineterm="", n=2))
    # The names of the sides say nothing here.
    yield from (*_fenced("diff", "\n".join(lines[2:])), "")


def _difference(run: PageRun, difference: Difference) -> Iterator[str]:
    where = f"{run.path.as_posix()}:{difference.line}"
    yield from (
        "",
        f"### {_code(where)}: cell {_code(difference.cell)} differs between the engines",
    )
    for answer in difference.answers:
        yield from ("", f"{_prose(answer.engine)}, {answer.outcome.value}:", "")
        yield from _fenced("text", answer.text)


def _fenced(language: str, text: str) -> Iterator[str]:
    """A fenced block, its fence longer than any inside."""
    shown = visible(text)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from shown.split("\n")
    yield fence


def _code(text: str) -> str:
    """A code span on one line."""
    shown = visible(text, keep="")
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if longest and (shown.startswith("`") or shown.endswith("`")) else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def _prose(text: str) -> str:
    """Text on one line in which nothing is markup."""
    return re.sub(r"([\\`*_<>\[\]&|#~])", r"\\\1", visible(text, keep=""))


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")
