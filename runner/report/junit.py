"""JUnit XML, as the schema of Jenkins' xunit plugin has it (``junit-10.xsd``).

A page is a suite and a cell a case, so that a server's history follows cells by name. What is
about a page as a whole is a case of its own, called ``(page)``; what is about the run a suite.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from runner.agreement import differences, engine_labels
from runner.outcome import Outcome
from runner.report.base import cell_note, engine_name, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from runner.agreement import Difference
    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, PageOutcome, PageRun
    from runner.tally import Summary

_PAGE = "(page)"
_COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


class JUnitReporter:
    """Writes ``testsuites``, a ``testsuite`` for each page on each engine."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        encoding = (getattr(out, "encoding", None) or "utf-8").lower()
        self._encoding = "utf-8" if encoding in ("utf-8", "utf8") else "us-ascii"
        # The counts stand in front of the suites.
        self._suites = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._counts = dict.fromkeys(("tests", "failures", "errors"), 0)
        self._seconds = 0.0
        self._several = False

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._several = len(engines) > 1

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        labels = engine_labels([outcome.engine for outcome in run.outcomes])
        for number, (outcome, label) in enumerate(zip(run.outcomes, labels, strict=True), 1):
            suite = _suite_of(outcome, label if self._several else None)
            if number == len(run.outcomes) > 1:
                _append_differences(suite, differences(run.outcomes))
            self._seconds += outcome.seconds
            self._write(suite)

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        cases = list(_of_run(summary))
        if cases:
            self._write(_suite("runner", "runner", 0.0, cases))
        counts = "".join(f' {name}="{number}"' for name, number in self._counts.items())
        self._out.write(f'<?xml version="1.0" encoding="{self._encoding}"?>\n')
        self._out.write(f'<testsuites name="runner"{counts} time="{self._seconds:.3f}">\n')
        self._suites.seek(0)
        for line in self._suites:
            self._out.write(line)
        self._suites.close()
        self._out.write("</testsuites>\n")

    def _write(self, suite: ET.Element) -> None:
        for name in self._counts:
            self._counts[name] += int(suite.get(name, "0"))
        ET.indent(suite, "  ", level=1)
        self._suites.write("  ")
        self._suites.write(ET.tostring(suite, self._encoding, xml_declaration=False).decode())
        self._suites.write("\n")


def _suite_of(page: PageOutcome, engine: str | None) -> ET.Element:
    path = page.path.as_posix()
    dotted = path.removesuffix(page.path.suffix).replace(".", "_").strip("/").replace("/", ".")
    classname = f"{engine}.{dotted}" if engine else dotted
    cases = [_page_case(page, classname), *(_cell_case(cell, classname) for cell in page.cells)]
    name = f"{path} on {engine}" if engine else path
    suite = _suite(name, classname, page.seconds, [case for case in cases if case is not None])
    properties = ET.Element("properties")
    _add(properties, "property", name="engine", value=engine_name(page.engine))
    for constraint in page.emulated:
        _add(properties, "property", name="emulated", value=constraint)
    suite.insert(0, properties)
    suite.set("file", visible(path))
    return suite


def _suite(name: str, package: str, seconds: float, cases: list[ET.Element]) -> ET.Element:
    counts = dict.fromkeys(("tests", *_COUNTED.values()), 0)
    for case in cases:
        counts["tests"] += 1
        for child in case:
            if child.tag in _COUNTED:
                counts[_COUNTED[child.tag]] += 1
    suite = ET.Element("testsuite", {"name": visible(name), "package": visible(package)})
    for attribute, number in counts.items():
        suite.set(attribute, str(number))
    suite.set("time", f"{seconds:.3f}")
    suite.extend(cases)
    return suite


def _page_case(page: PageOutcome, classname: str) -> ET.Element | None:
    """The case of what is about the page as a whole; None where its cells say all."""
    case = _case(_PAGE, classname, 0.0)
    if page.outcome is Outcome.MALFORMED:
        lines = [
            f"{page.path.as_posix()}:{problem.line}:{problem.column}: {problem.severity.value}: "
            f"{problem.text} [{problem.code}]"
            for problem in page.problems
        ]
        _add(case, "error", "\n".join(lines), type="malformed", message="the page is malformed")
    elif page.outcome is Outcome.ENGINE_FAILURE:
        _add(case, "error", type="engine failure", message=page.reason or "")
    elif page.interrupted:
        _add(case, "error", type="interrupted", message="the run was stopped before its end")
    elif page.outcome is Outcome.FAILED and page.reason is not None:
        _add(case, "failure", type="skipped", message=page.reason)
    elif not page.cells:
        reason = page.reason or "the page has no cells: nothing was run"
        _add(case, "skipped", message=reason)
    else:
        return None
    return case


def _cell_case(cell: CellOutcome, classname: str) -> ET.Element:
    case = _case(cell.cell, classname, cell.seconds)
    first = cell.message.partition("\n")[0]
    if cell.outcome is Outcome.FAILED:
        _add(case, "failure", _details(cell), type="mismatch", message=f"line {cell.line}: {first}")
    elif cell.outcome is Outcome.ERRORED:
        kind = "timeout" if cell.timed_out else "error"
        _add(case, "error", _details(cell), type=kind, message=first)
    elif cell.outcome is Outcome.SKIPPED:
        _add(case, "skipped", type="skipped", message=first)
    elif cell.outcome is Outcome.NOT_RUN:
        _add(case, "skipped", type="not run", message=first or "not run")
    notes = [f"line {notice.line}: {notice.message} [{notice.code}]" for notice in cell.notices]
    notes += [f"line {note.line}: {note.message} [{note.code}]" for note in cell.notifications]
    notes += [note for note in [cell_note(cell)] if note]
    if notes:
        _add(case, "system-out", "\n".join(notes))
    return case


def _details(cell: CellOutcome) -> str:
    parts = [cell.message]
    if cell.advice:
        parts.append(cell.advice)
    if cell.outcome is Outcome.FAILED and cell.expected is not None and cell.actual is not None:
        parts += ["", "the page:", cell.expected, "", "the engine's answer:", cell.actual]
    return "\n".join(parts)


def _append_differences(suite: ET.Element, found: Sequence[Difference]) -> None:
    if not found:
        return
    lines = []
    for difference in found:
        lines.append(f"line {difference.line}: cell {difference.cell} differs between the engines")
        for answer in difference.answers:
            lines.append(f"{answer.engine}: {answer.outcome.value}")
            lines += [f"    {line}" for line in answer.text.split("\n")]
    _add(suite, "system-out", "\n".join(lines))


def _of_run(summary: Summary) -> Iterator[ET.Element]:
    """Cases of what is about no page: a server must not take their absence for success."""
    if summary.failure is not None:
        case = _case("engine", "runner", 0.0)
        _add(case, "error", type="engine failure", message=summary.failure)
        yield case
    if summary.interrupted:
        case = _case("interrupted", "runner", 0.0)
        _add(case, "error", type="interrupted", message="the run was stopped before its end")
        yield case
    for number, complaint in enumerate(summary.complaints, 1):
        case = _case(f"limit {number}", "runner", 0.0)
        _add(case, "failure", type="limit", message=complaint)
        yield case
    if not summary.pages and summary.failure is None and not summary.interrupted:
        case = _case("pages", "runner", 0.0)
        if summary.nothing is None:
            _add(case, "error", type="nothing", message="there was no page to run")
        else:
            _add(case, "skipped", message=summary.nothing)
        yield case


def _case(name: str, classname: str, seconds: float) -> ET.Element:
    attributes = {"name": visible(name), "classname": visible(classname)}
    return ET.Element("testcase", {**attributes, "time": f"{seconds:.3f}"})


def _add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> None:
    child = ET.SubElement(parent, tag, {key: visible(text) for key, text in attributes.items()})
    if text:
        child.text = visible(text)
