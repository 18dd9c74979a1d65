"""What a page needs of its engine, read from its cells before anything runs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from runner.errors import EngineError
from runner.requires import version_numbers
from runner.values import Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.engines.base import Capabilities
    from runner.page.model import Cell, Page, StatementPiece

ALL_CONSTRAINTS = {
    "UNIQUE": "uniqueness",
    "KEY": "key",
    "NOT NULL": "existence",
    "TYPED": "property type",
}
"""The engines' names of the kinds of constraint, by those of the syntax tree."""

_EMULATION = "; with --emulate-enterprise runner keeps them in its place"
_VECTORS_SINCE = (2025, 10)


def unmet_page_need(page: Page, included: Iterable[Page], engine: Capabilities) -> str | None:
    """What the cells that would run need and the engine lacks, as a reason to skip the page.

    `included` are the pages whose setup cells run first. None where nothing is lacking.
    """
    for other in included:
        cells = [cell for cell in other.cells if cell.setup]
        reason = _unmet(cells, other.front_matter.cypher, engine)
        if reason is not None:
            return f"{reason} (included from {other.path.name})"
    return _unmet(page.cells, page.front_matter.cypher, engine)


def _unmet(cells: Iterable[Cell], language: str, engine: Capabilities) -> str | None:
    has_all = _has_all(engine)
    for cell in cells:
        if has_all and cell.language.name == "cypher":
            continue
        if cell.skip is None and cell.engine in (None, engine.name):
            for reason in _NEEDS[cell.language.name](cell, language, engine):
                return reason
    return None


def unmet_language_need(cell: Cell) -> str | None:
    """What a cell's language needs and is not installed, as a reason to skip it."""
    if cell.language.name != "sql":
        return None
    from runner.sql.installed import lacking

    return lacking()


def refusal_advice(error: EngineError) -> str | None:
    """What an author can do about a statement that runner itself refuses while it emulates."""
    if not error.code.startswith("Runner.Emulation."):
        return None
    return (
        "No page can expect this refusal. Give the cell engine=embedded, so that it is skipped "
        "here, or run the page without --emulate-enterprise on Neo4j Enterprise."
    )


def _language_needs(cell: Cell, _language: str, _engine: Capabilities) -> Iterator[str]:
    reason = unmet_language_need(cell)
    if reason is not None:
        yield reason


def _cypher_needs(cell: Cell, language: str, engine: Capabilities) -> Iterator[str]:
    this = f"{engine.name} {engine.version} {engine.edition}"
    kinds = set(ALL_CONSTRAINTS.values()) - engine.constraint_kinds
    may_emulate = engine.edition == "community" and "key" in kinds
    hint = _EMULATION if may_emulate else ""
    for number, piece in enumerate(cell.statements, 1):
        if "25" not in engine.languages and _needs_cypher_25(piece, language):
            yield f"needs Cypher 25 (line {piece.line}), which {this} does not know"
        # The last statement of a cell that wants an error may be the one that is to be refused.
        wanted = cell.expect_error and number == len(cell.statements)
        kind = _constraint_kind(piece, language) if kinds and not wanted else None
        if kind in kinds:
            yield f"needs {kind} constraints (line {piece.line}), which {this} does not keep{hint}"
    if not _takes_vectors(engine) and _has_vector(cell.data):
        yield f"needs vectors as parameters (line {cell.line}), which {this} does not take"


@lru_cache(maxsize=8)
def _has_all(engine: Capabilities) -> bool:
    """Whether no cell of Cypher can need anything that an engine lacks."""
    has_kinds = engine.constraint_kinds.issuperset(ALL_CONSTRAINTS.values())
    return has_kinds and "25" in engine.languages and _takes_vectors(engine)


def _takes_vectors(engine: Capabilities) -> bool:
    return version_numbers(engine.version)[:2] >= _VECTORS_SINCE


def _constraint_kind(piece: StatementPiece, language: str) -> str | None:
    """The kind of the constraint that a statement creates; None for any other statement."""
    if "CONSTRAINT" not in piece.text.upper():
        return None
    from runner.cypher.parser import parse
    from runner.cypher.syntax.commands import CreateConstraint

    try:
        body = parse(piece.text, language).body
    except EngineError:
        # What is wrong with it shows when it runs.
        return None
    return ALL_CONSTRAINTS[body.kind] if isinstance(body, CreateConstraint) else None


def _needs_cypher_25(piece: StatementPiece, language: str) -> bool:
    """Whether a statement says or shows that it is Cypher 25; decided by our own parser."""
    from runner.cypher.parser import parse

    try:
        return parse(piece.text, "5").language == "25"
    except EngineError as error:
        cause = error.cause
        while cause is not None:
            if cause.gql_status == "42I67":
                return language == "25"
            cause = cause.cause
        return False


def _has_vector(value: Any) -> bool:
    if isinstance(value, Vector):
        return True
    if isinstance(value, dict):
        return any(_has_vector(item) for item in value.values())
    return isinstance(value, list) and any(_has_vector(item) for item in value)


_NEEDS: dict[str, Callable[[Cell, str, Capabilities], Iterator[str]]] = {
    "cypher": _cypher_needs,
    "sql": _language_needs,
}
"""What the cells of a language need, by its name."""
