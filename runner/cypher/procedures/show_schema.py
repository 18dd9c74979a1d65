"""SHOW CONSTRAINTS and SHOW INDEXES."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.store.rule_texts import PROVIDERS, create_statement, options
from runner.cypher.store.schema import EXISTENCE, KEY, TYPE, UNIQUENESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.store.indexes import Index
    from runner.cypher.store.schema import Constraint

    Made = tuple[tuple[tuple[str, bool], ...], Callable[[State], Iterator[tuple[Any, ...]]]]

_KIND_WORDS = {
    "UNIQUE": UNIQUENESS,
    "UNIQUENESS": UNIQUENESS,
    "KEY": KEY,
    "EXIST": EXISTENCE,
    "EXISTENCE": EXISTENCE,
    "TYPE": TYPE,
}

_INDEX_KINDS = frozenset({"RANGE", "TEXT", "POINT", "LOOKUP", "FULLTEXT", "VECTOR"})

_COLUMNS_5 = (
    ("id", True),
    ("name", True),
    ("type", True),
    ("entityType", True),
    ("labelsOrTypes", True),
    ("properties", True),
    ("ownedIndex", True),
    ("propertyType", True),
    ("options", False),
    ("createStatement", False),
)

_COLUMNS_25 = (
    *_COLUMNS_5[:6],
    ("enforcedLabel", True),
    ("classification", False),
    *_COLUMNS_5[6:],
)

_INDEX_COLUMNS = (
    ("id", True),
    ("name", True),
    ("state", True),
    ("populationPercent", True),
    ("type", True),
    ("entityType", True),
    ("labelsOrTypes", True),
    ("properties", True),
    ("indexProvider", True),
    ("owningConstraint", True),
    ("lastRead", True),
    ("readCount", True),
    ("trackedSince", False),
    ("options", False),
    ("failureMessage", False),
    ("createStatement", False),
)


def constraints(words: frozenset[str], language: str) -> Made | None:
    """SHOW CONSTRAINTS; `words` are those of its filter. None for a filter there is not."""
    is_wanted = constraint_filter(words, language)
    if is_wanted is None:
        return None

    def rows(state: State) -> Iterator[tuple[Any, ...]]:
        found = state.transaction.graph.schema.constraints
        for _, constraint in sorted(found.items()):
            if is_wanted(constraint):
                yield constraint_row(constraint, language)

    return constraint_columns(language), rows


def constraint_columns(language: str) -> tuple[tuple[str, bool], ...]:
    """The columns of SHOW CONSTRAINTS, and of each whether it is shown without YIELD."""
    return _COLUMNS_5 if language == "5" else _COLUMNS_25


def constraint_filter(words: frozenset[str], language: str) -> Callable[[Constraint], bool] | None:
    """Which constraints a filter keeps, by its words. None for a filter there is not."""
    entity, rest = _entity_filter(words)
    kinds = {_KIND_WORDS[word] for word in rest if word in _KIND_WORDS}
    if rest - set(_KIND_WORDS) - {"PROPERTY"} or len(kinds) > 1:
        return None
    # "PROPERTY UNIQUENESS" is a spelling of Cypher 25; of Cypher 5 it is none.
    if "PROPERTY" in rest and (KEY in kinds or (UNIQUENESS in kinds and language == "5")):
        return None
    if entity is not None and not kinds:
        return None

    def is_wanted(constraint: Constraint) -> bool:
        return (not kinds or constraint.kind in kinds) and entity in (None, constraint.entity)

    return is_wanted


def indexes(words: frozenset[str], language: str) -> Made | None:
    """SHOW INDEXES; `words` are those of its filter. None for a filter there is not."""
    if words - _INDEX_KINDS or len(words) > 1:
        return None

    def rows(state: State) -> Iterator[tuple[Any, ...]]:
        schema = state.transaction.graph.schema
        for _, index in sorted(schema.indexes.items()):
            if not words or index.kind in words:
                owner = None if index.owner is None else schema.constraints[index.owner]
                yield _index_row(index, owner, language)

    return _INDEX_COLUMNS, rows


def _entity_filter(words: frozenset[str]) -> tuple[str | None, frozenset[str]]:
    """The entity that a filter names, and its other words."""
    if "NODE" in words:
        return "NODE", words - {"NODE"}
    if words & {"RELATIONSHIP", "REL"}:
        return "RELATIONSHIP", words - {"RELATIONSHIP", "REL"}
    return None, words


def constraint_row(constraint: Constraint, language: str) -> tuple[Any, ...]:
    """The row of a constraint: a value for each of `constraint_columns`."""
    index = constraint.index
    row = [
        constraint.id,
        constraint.name,
        _type_name(constraint, language),
        constraint.entity,
        [constraint.label],
        list(constraint.properties),
        None if index is None else index.name,
        None if constraint.type is None else str(constraint.type),
        None if index is None else options(index, language),
        create_statement(constraint),
    ]
    if language != "5":
        row[6:6] = [None, "undesignated"]
    return tuple(row)


def _type_name(constraint: Constraint, language: str) -> str:
    if constraint.kind == KEY:
        return f"{constraint.entity}_KEY"
    if constraint.kind == UNIQUENESS and language == "5":
        return "UNIQUENESS" if constraint.entity == "NODE" else "RELATIONSHIP_UNIQUENESS"
    return f"{constraint.entity}_PROPERTY_{constraint.kind}"


def _index_row(index: Index, owner: Constraint | None, language: str) -> tuple[Any, ...]:
    lookup = index.kind == "LOOKUP"
    return (
        index.id,
        index.name,
        "ONLINE",
        100.0,
        index.kind,
        index.entity,
        None if lookup else list(index.labels),
        None if lookup else list(index.properties),
        PROVIDERS[index.kind],
        index.owner,
        None,
        0,
        None,
        options(index, language),
        "",
        create_statement(index if owner is None else owner),
    )
