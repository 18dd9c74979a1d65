"""Reads a whole graph from an engine, and looks whether there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runner.errors import UsageError

if TYPE_CHECKING:
    from runner.engines.base import Session
    from runner.values import Node, Relationship

_LOOKUP_NAMES = {"NODE": "index_343aff4e", "RELATIONSHIP": "index_f7700477"}
"""The lookup indexes that every new database of Neo4j has."""


@dataclass(frozen=True, slots=True)
class Whole:
    """All of a graph."""

    nodes: list[Node]
    """In order of id."""
    relationships: list[Relationship]
    """In order of id."""
    schema: list[str]
    """Statements that make the indexes and constraints in a new database, in order of creation."""

    def ends(self) -> set[int]:
        """The ids of the nodes that a relationship has."""
        return {end for each in self.relationships for end in (each.start, each.end)}


def read_whole(session: Session) -> Whole:
    """The graph of a session's database, as it is at one moment where the engine can tell."""
    session.begin()
    try:
        nodes: list[Any] = [row[0] for row in session.run("MATCH (n) RETURN n").rows]
        found = session.run("MATCH ()-[r]->() RETURN r").rows
        relationships: list[Any] = [row[0] for row in found]
        schema = _schema(session)
    finally:
        session.rollback()
    nodes.sort(key=lambda node: node.id)
    relationships.sort(key=lambda relationship: relationship.id)
    return Whole(nodes, relationships, schema)


def _schema(session: Session) -> list[str]:
    rules: list[tuple[Any, str]] = []
    lookups: dict[Any, Any] = {}
    indexes = session.run(
        "SHOW INDEXES YIELD id, name, type, entityType, owningConstraint, createStatement "
        "RETURN id, name, type, entityType, owningConstraint, createStatement"
    )
    for identity, name, kind, entity, owner, statement in indexes.rows:
        if kind == "LOOKUP":
            lookups[entity] = name
            if _LOOKUP_NAMES.get(str(entity)) == name:
                continue
        if owner is None:
            rules.append((identity, str(statement)))
    constraints = session.run(
        "SHOW CONSTRAINTS YIELD id, createStatement RETURN id, createStatement"
    )
    rules += [(identity, str(statement)) for identity, statement in constraints.rows]
    dropped = [
        f"DROP INDEX {name} IF EXISTS"
        for entity, name in _LOOKUP_NAMES.items()
        if lookups.get(entity) != name
    ]
    return dropped + [statement for _, statement in sorted(rules)]


def check_empty(session: Session) -> None:
    """Raise `UsageError` where there is data, or a constraint or an index already."""
    rows = session.run("MATCH (n) RETURN 1 LIMIT 1").rows
    rows += session.run("SHOW CONSTRAINTS YIELD name RETURN 1 LIMIT 1").rows
    rows += session.run("SHOW INDEXES YIELD type WHERE type <> 'LOOKUP' RETURN 1 LIMIT 1").rows
    if rows:
        raise UsageError(
            "there is something in this database already; to add to it all the same, use --add"
        )
