"""Remarks on what stands before a statement: ``CYPHER runtime=pipelined``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.cypher.notify.remarks import Remark, replaced, to_be_removed, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENTERPRISE_RUNTIMES = ("pipelined", "parallel")
_TO_BE_REMOVED = {
    "connectcomponentsplanner": "connectComponentsPlanner",
    "eageranalyzer": "eagerAnalyzer",
}


def on_options(text: str, options: tuple[tuple[str, str], ...]) -> Iterator[Remark]:
    """Runtimes that are not there or have another name, and options on their way out."""
    for name, value in options:
        key, choice = name.lower(), value.lower()
        if key == "runtime" and choice in _ENTERPRISE_RUNTIMES:
            yield warning(
                "Statement.RuntimeUnsupportedWarning",
                "01N40",
                f"The query cannot be executed with 'runtime={choice}'; instead, "
                "'runtime=slotted' is used. Cause: This version of Neo4j does not support the "
                f"requested runtime: `{choice}`.",
                None,
                "UNSUPPORTED",
            )
        elif key == "runtime" and choice == "interpreted":
            yield replaced("runtime=interpreted", "runtime=slotted", None)
        elif key in _TO_BE_REMOVED:
            found = re.search(re.escape(name), text)
            yield to_be_removed(_TO_BE_REMOVED[key], found.start() if found else None)
