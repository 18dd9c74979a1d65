"""Whether chDB is there; the one place that knows how to tell."""

from __future__ import annotations

from importlib.util import find_spec

MISSING = "needs chDB for its sql cells, which is not installed: pip install 'cypher-pages[sql]'"


def lacking() -> str | None:
    """Why ``sql`` cells cannot run here, as a reason to skip a page; None where they can."""
    return MISSING if find_spec("chdb") is None else None
