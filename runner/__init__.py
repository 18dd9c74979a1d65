"""Keeps Cypher documentation true.

The public Python surface: `connect`, `check`, `pages`, `format_value`, `parse_value`, the errors,
and the types of what they give, for annotations. Each is loaded when it is first used, so importing
`runner` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runner.api import check, connect, pages
    from runner.engines.base import Engine, Session
    from runner.errors import EngineError, EngineFailure, RunnerError, UsageError
    from runner.render.literal import format_value, parse_value
    from runner.result import Result

__version__ = "0.1.0"

__all__ = [
    "Engine",
    "EngineError",
    "EngineFailure",
    "Result",
    "RunnerError",
    "Session",
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
    "Engine": "runner.engines.base",
    "Session": "runner.engines.base",
    "Result": "runner.result",
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
