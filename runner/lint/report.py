"""How findings are told: to a person at a terminal, or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from runner.page.model import Severity
from runner.report.base import one_line
from runner.report.paint import Painter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from runner.lint.process import Found, PageLint

FORMAT = 1


class LintReporter(Protocol):
    """One format of the report on linting."""

    def page(self, lint: PageLint) -> None:
        """A page is done."""

    def finish(self, pages: Sequence[PageLint]) -> None:
        """All are done."""


class TerminalLintReporter:
    """A line for each finding, and a sum."""

    def __init__(self, out: TextIO, *, color: str = "auto", quiet: bool = False) -> None:
        painter = Painter(out, color)
        self._paint = painter.paint
        self._line = painter.line
        self._quiet = quiet

    def page(self, lint: PageLint) -> None:
        """See `LintReporter.page`."""
        for problem in lint.problems:
            severity = self._paint("error", "red")
            place = f"{one_line(lint.path)}:{problem.line}:{problem.column}"
            self._line(f"{place}: {severity}: {problem.text} [{problem.code}]")
        for found in lint.fixed:
            self._line(self._text(lint, found, self._paint("fixed", "green")))
        for found in lint.findings:
            color = "red" if found.rule.severity is Severity.ERROR else "yellow"
            word = self._paint(found.rule.severity.value, color)
            self._line(self._text(lint, found, word))
        if lint.refusal is not None:
            self._line(
                f"{one_line(lint.path)}: {self._paint('not written', 'red')}: {lint.refusal}"
            )

    def _text(self, lint: PageLint, found: Found, word: str) -> str:
        finding = found.finding
        cell = f"cell {finding.cell}: " if finding.cell else ""
        place = f"{one_line(lint.path)}:{finding.line}:{finding.column}"
        return f"{place}: {cell}{word}: {finding.message} [{found.rule.code}]"

    def finish(self, pages: Sequence[PageLint]) -> None:
        """See `LintReporter.finish`."""
        if not pages:
            self._line(
                "nothing to lint: no page at the given paths (a page is a Markdown file with "
                "a ```cypher fence that has cell=NAME)"
            )
            return
        counts = totals(pages)
        clean = not counts["findings"] and not counts["malformed"] and not counts["fixed"]
        if self._quiet and clean:
            return
        parts = [_counted(counts["findings"], "finding") if counts["findings"] else "no findings"]
        if counts["malformed"]:
            parts.append(f"{counts['malformed']} malformed")
        if counts["fixed"]:
            parts.append(f"{counts['fixed']} fixed")
        if counts["silenced"]:
            parts.append(f"{counts['silenced']} silenced")
        self._line(f"{_counted(counts['pages'], 'page')}: {', '.join(parts)}")
        if counts["fixable"]:
            them = "1 of them" if counts["fixable"] == 1 else f"{counts['fixable']} of them"
            self._line(f"runner lint --fix mends {them}")
        elif counts["findings"] and not counts["fixed"]:
            self._line("runner lint --explain CODE says more about a finding")


class JsonLintReporter:
    """One JSON document at the end."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def page(self, lint: PageLint) -> None:
        """See `LintReporter.page`."""

    def finish(self, pages: Sequence[PageLint]) -> None:
        """See `LintReporter.finish`."""
        document = {
            "format": FORMAT,
            "pages": [_page(page) for page in pages],
            "totals": totals(pages),
        }
        json.dump(document, self._out, ensure_ascii=False, indent=2)
        self._out.write("\n")


def totals(pages: Sequence[PageLint]) -> dict[str, int]:
    """The counts of a run under the names of the JSON report."""
    findings = [found for page in pages for found in page.findings]
    return {
        "pages": len(pages),
        "malformed": sum(bool(page.problems) for page in pages),
        "findings": len(findings),
        "fixable": sum(found.finding.fix is not None for found in findings),
        "fixed": sum(len(page.fixed) for page in pages),
        "silenced": sum(page.silenced for page in pages),
    }


def _page(page: PageLint) -> dict[str, Any]:
    return {
        "path": str(page.path),
        "problems": [
            {
                "severity": problem.severity.value,
                "line": problem.line,
                "column": problem.column,
                "code": problem.code,
                "message": problem.text,
            }
            for problem in page.problems
        ],
        "findings": [_finding(found) for found in page.findings],
        "fixed": [_finding(found) for found in page.fixed],
        "silenced": page.silenced,
        "refusal": page.refusal,
    }


def _finding(found: Found) -> dict[str, Any]:
    finding = found.finding
    return {
        "code": found.rule.code,
        "severity": found.rule.severity.value,
        "line": finding.line,
        "column": finding.column,
        "cell": finding.cell,
        "message": finding.message,
        "fixable": finding.fix is not None,
    }


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
