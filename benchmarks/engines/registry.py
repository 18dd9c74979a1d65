"""Finds an engine by what the command line names."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.engines.base import Engine

ENGINES = {
    "embedded": ("embedded", "Embedded"),
    "bolt": ("bolt", "Bolt"),
    "kuzu": ("kuzu", "Kuzu"),
    "ladybug": ("kuzu", "Ladybug"),
    "grandcypher": ("grandcypher", "GrandCypher"),
    "kglite": ("kglite", "KGLite"),
}
"""By scheme the module and its class."""


def open_engine(url: str) -> Engine:
    """The engine at `url`, as ``embedded:`` or ``bolt://localhost:7687``.

    Raises `ValueError` for one that is not known and `ImportError` where its package is missing.
    """
    scheme = url.partition(":")[0]
    if scheme not in ENGINES:
        raise ValueError(f"no engine is known by {url!r}; there are: {', '.join(ENGINES)}")
    module, kind = ENGINES[scheme]
    engine: Engine = getattr(import_module(f"benchmarks.engines.{module}"), kind)(url)
    return engine
