"""The languages of cells: what a page must know of each to read its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.page.model import CellLanguage
from runner.page.sql_text import missing_sql_parameters, read_sql
from runner.page.statements import missing_parameters, read_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from runner.page.model import Content, StatementPiece
    from runner.page.problems import Problems


class LanguageReader(NamedTuple):
    """How the cells of one language are read."""

    language: CellLanguage
    statements: Callable[[Content, Problems], tuple[StatementPiece, ...]]
    """The statements in the text of a cell, with what is wrong with them reported."""
    missing: Callable[[tuple[StatementPiece, ...], Container[str]], dict[str, int]]
    """The parameters that statements use and that are not given, each with its first offset."""
    parameter: str
    """How a parameter is written, its name as ``{}``."""


READERS = {
    reader.language.name: reader
    for reader in (
        LanguageReader(CellLanguage("cypher"), read_statements, missing_parameters, "${}"),
        LanguageReader(
            CellLanguage("sql", blocks=("table",), exact_numbers=True, has_tables=True),
            read_sql,
            missing_sql_parameters,
            "{{{}:…}}",
        ),
    )
}
"""By the language of the fence."""
