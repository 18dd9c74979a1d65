"""The built-in procedures, gathered from the modules that declare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.procedures import (
    database,
    fulltext,
    schema,
    server,
    statistics,
    vector,
    vector_index,
)

if TYPE_CHECKING:
    from runner.cypher.procedures.table import Procedure

_ALL = (
    *database.PROCEDURES,
    *fulltext.PROCEDURES,
    *schema.PROCEDURES,
    *server.PROCEDURES,
    *statistics.PROCEDURES,
    *vector.PROCEDURES,
    *vector_index.PROCEDURES,
)
_by_language: dict[str, dict[str, Procedure]] = {}


def by_name(language: str) -> dict[str, Procedure]:
    """The procedures that a version of Cypher knows, by name, in order of name."""
    table = _by_language.get(language)
    if table is None:
        known = sorted((p for p in _ALL if language in p.languages), key=lambda p: p.name)
        table = _by_language[language] = {p.name: p for p in known}
    return table
