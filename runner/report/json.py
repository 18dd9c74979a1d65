"""The JSON report, format 1: one document at the end of the run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runner.report.base import totals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from runner.engines.base import Capabilities
    from runner.outcome import CellOutcome, Notice, PageOutcome
    from runner.page.model import Problem

FORMAT = 1


class JsonReporter:
    """Writes the whole run as one JSON document."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._engine: Capabilities | None = None

    def start(self, engine: Capabilities) -> None:
        """See `Reporter.start`."""
        self._engine = engine

    def page(self, outcome: PageOutcome) -> None:
        """See `Reporter.page`."""

    def finish(self, outcomes: Sequence[PageOutcome], *, interrupted: bool) -> None:
        """See `Reporter.finish`."""
        document = {
            "format": FORMAT,
            "engine": _engine(self._engine),
            "pages": [_page(outcome) for outcome in outcomes],
            "totals": totals(outcomes),
        }
        unicode = (getattr(self._out, "encoding", None) or "utf-8").lower() in ("utf-8", "utf8")
        json.dump(document, self._out, ensure_ascii=not unicode, indent=2)
        self._out.write("\n")


def _engine(engine: Capabilities | None) -> dict[str, str] | None:
    if engine is None:
        return None
    return {"name": engine.name, "version": engine.version, "edition": engine.edition}


def _page(page: PageOutcome) -> dict[str, Any]:
    return {
        "path": str(page.path),
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
