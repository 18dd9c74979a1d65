"""Keeps Cypher documentation true.

The public Python surface: `connect`, `check`, `pages`, `format_value`, `parse_value` and the
errors. Each is loaded when it is first used, so importing `runner` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runner.api import check, connect, pages
    from runner.errors import EngineError, EngineFailure, RunnerError, UsageError
    from runner.render.literal import format_value, parse_value

__version__ = "0.1.0"

__all__ = [
    "EngineError",
    "EngineFailure",
    "RunnerError",
    "UsageError",
    "__version__",
    "check",
    "connect",
    "format_value",
    "pages",
    "parse_value",
]

_HOMES = {
    "check": "runner.api",
    "connect": "runner.api",
    "pages": "runner.api",
    "EngineError": "runner.errors",
    "EngineFailure": "runner.errors",
    "RunnerError": "runner.errors",
    "UsageError": "runner.errors",
    "format_value": "runner.render.literal",
    "parse_value": "runner.render.literal",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
