"""Finds an engine by its URL; an engine's module is loaded only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.engines.base import Engine


def connect(url: str = "embedded:") -> Engine:
    """Open the engine at `url`.

    Raises `UsageError` for a URL that names no engine and `EngineFailure` when the engine cannot
    be reached.
    """
    scheme, colon, rest = url.partition(":")
    if scheme == "embedded" and colon:
        if rest:
            raise UsageError(
                f"cannot open {url!r}: the embedded engine keeps its graph in memory only, "
                "so its URL is 'embedded:' with nothing after it"
            )
        from runner.engines.embedded import EmbeddedEngine

        return EmbeddedEngine()
    raise UsageError(f"no engine is known by the URL {url!r}; there is: embedded:")
