"""The JSON report, format 1: one document, written as the pages come."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from runner.agreement import differences

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from runner.agreement import Difference
    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, Notice, PageOutcome, PageRun
    from runner.page.model import Problem
    from runner.tally import Summary

FORMAT = 1

_SURROGATE = re.compile("[\ud800-\udfff]")
"""What no UTF-8 can hold: a byte in the name of a file that is none, half of a pair in a string."""


class JsonReporter:
    """Writes the whole run as one JSON document."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        encoding = getattr(out, "encoding", None) or "utf-8"
        self._ascii = encoding.lower() not in ("utf-8", "utf8")
        self._several = False
        self._begun = False
        self._pages = 0
        self._differences: list[dict[str, Any]] = []

    def start(self, engines: Sequence[Capabilities], pages: int) -> None:
        """See `Reporter.start`."""
        self._several = len(engines) > 1
        self._begin(_engine(engines[0]))

    def page(self, run: PageRun) -> None:
        """See `Reporter.page`."""
        for outcome in run.outcomes:
            text = self._dumps(_page(outcome, named=self._several))
            self._out.write(("," if self._pages else "") + "\n    " + text.replace("\n", "\n    "))
            self._pages += 1
        if self._several:
            self._differences += [
                {"path": str(run.path), **_difference(found)} for found in differences(run.outcomes)
            ]

    def finish(self, summary: Summary) -> None:
        """See `Reporter.finish`."""
        if not self._begun:
            self._begin(None)
        self._out.write("\n  ]" if self._pages else "]")
        rest: dict[str, Any] = {"totals": summary.totals}
        if self._several:
            rest["engines"] = [_engine(engine) for engine in summary.engines]
            rest["differences"] = self._differences
        if summary.interrupted:
            rest["interrupted"] = True
        if summary.failure is not None:
            rest["failure"] = summary.failure
        if summary.complaints:
            rest["complaints"] = list(summary.complaints)
        if summary.nothing is not None:
            rest["nothing"] = summary.nothing
        for name, value in rest.items():
            text = self._dumps(value).replace("\n", "\n  ")
            self._out.write(f',\n  "{name}": {text}')
        self._out.write("\n}\n")

    def _begin(self, engine: dict[str, str] | None) -> None:
        self._begun = True
        named = self._dumps(engine).replace("\n", "\n  ")
        self._out.write(f'{{\n  "format": {FORMAT},\n  "engine": {named},\n  "pages": [')

    def _dumps(self, value: Any) -> str:
        text = json.dumps(value, ensure_ascii=self._ascii, indent=2)
        return text if text.isascii() else _SURROGATE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _engine(engine: Capabilities) -> dict[str, str]:
    return {"name": engine.name, "version": engine.version, "edition": engine.edition}


def _difference(found: Difference) -> dict[str, Any]:
    answers = [
        {"engine": answer.engine, "outcome": answer.outcome.value, "text": answer.text}
        for answer in found.answers
    ]
    return {"cell": found.cell, "line": found.line, "answers": answers}


def _page(page: PageOutcome, *, named: bool) -> dict[str, Any]:
    engine = {"engine": _engine(page.engine)} if named else {}
    return {
        "path": str(page.path),
        **engine,
        "outcome": page.outcome.value,
        "reason": page.reason,
        "seconds": round(page.seconds, 3),
        "emulated": list(page.emulated),
        "problems": [_problem(problem) for problem in page.problems],
        "cells": [_cell(cell) for cell in page.cells],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "severity": problem.severity.value,
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": problem.text,
    }


def _cell(cell: CellOutcome) -> dict[str, Any]:
    return {
        "cell": cell.cell,
        "line": cell.line,
        "outcome": cell.outcome.value,
        "statement": cell.statement,
        "message": cell.message,
        "notices": [_notice(notice) for notice in cell.notices],
        "notifications": [_notice(notice) for notice in cell.notifications],
        "expected": cell.expected,
        "actual": cell.actual,
    }


def _notice(notice: Notice) -> dict[str, Any]:
    return {"code": notice.code, "message": notice.message, "line": notice.line}
