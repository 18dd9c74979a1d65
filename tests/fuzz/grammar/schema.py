"""Commands on constraints and indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzz.grammar.draw import Draw

_NAMES = ("c1", "c2", "i1")
_COMMANDS = (
    "CREATE CONSTRAINT {n} {ine}FOR (x:{l}) REQUIRE x.{p} IS UNIQUE",
    "CREATE CONSTRAINT {n} {ine}FOR (x:{l}) REQUIRE (x.{p}, x.{q}) IS UNIQUE",
    "CREATE CONSTRAINT {n} {ine}FOR ()-[x:R]-() REQUIRE x.{p} IS UNIQUE",
    # Existence, keys and types: the embedded engine has them, Neo4j Community refuses them.
    "CREATE INDEX {n} {ine}FOR (x:{l}) ON (x.{p})",
    "CREATE INDEX {n} {ine}FOR (x:{l}) ON (x.{p}, x.{q})",
    "CREATE RANGE INDEX {n} {ine}FOR ()-[x:R]-() ON (x.{p})",
    "CREATE TEXT INDEX {n} {ine}FOR (x:{l}) ON (x.s)",
    "CREATE POINT INDEX {n} {ine}FOR (x:{l}) ON (x.p)",
    "DROP CONSTRAINT {n} {ie}",
    "DROP INDEX {n} {ie}",
    "SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties, ownedIndex",
    "SHOW INDEXES YIELD name, type, properties, owningConstraint WHERE size(name) = 2",
    "SHOW CONSTRAINTS YIELD name, createStatement WHERE name STARTS WITH 'c' RETURN *",
)


class Schema:
    """Makes commands over few names, so that they meet."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def command(self) -> str:
        draw = self.draw
        keys = draw.random.sample(("i", "s", "k"), 2)
        return (
            draw.one(_COMMANDS)
            .format(
                n=draw.one(_NAMES),
                l=draw.one(("A", "B")),
                p=keys[0],
                q=keys[1],
                ine=draw.one(("", "", "IF NOT EXISTS ")),
                ie=draw.one(("", "IF EXISTS")),
            )
            .strip()
        )
