"""Commands on constraints and indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.calling import (
    FULLTEXT,
    FULLTEXT_OF_RELATIONSHIPS,
    VECTOR,
    VECTOR_OF_RELATIONSHIPS,
)

if TYPE_CHECKING:
    from tests.fuzz.grammar.draw import Draw

# Names of indexes are theirs alone, so that searches find them often.
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
    "CREATE LOOKUP INDEX {n} {ine}FOR (x) ON EACH labels(x)",
    "CREATE FULLTEXT INDEX {ft} {ine}FOR (x:A|B) ON EACH [x.s]",
    "CREATE FULLTEXT INDEX {ft} {ine}FOR (x:A|B) ON EACH [x.s]",
    "CREATE FULLTEXT INDEX {ftr} {ine}FOR ()-[x:R|S]-() ON EACH [x.s]",
    "CREATE FULLTEXT INDEX {n} {ine}FOR ()-[x:R]-() ON EACH [x.s, x.{q}]",
    (
        "CREATE VECTOR INDEX {v} {ine}FOR (x:A) ON (x.v) "
        "OPTIONS {{indexConfig: {{`vector.dimensions`: 2, "
        "`vector.similarity_function`: 'euclidean'}}}}"
    ),
    (
        "CREATE VECTOR INDEX {v} {ine}FOR (x:A) ON (x.v) OPTIONS "
        "{{indexConfig: {{`vector.dimensions`: 2}}}}"
    ),
    (
        "CREATE VECTOR INDEX {vr} {ine}FOR ()-[x:R]-() ON (x.v) OPTIONS "
        "{{indexConfig: {{`vector.dimensions`: 2}}}}"
    ),
    "CREATE VECTOR INDEX {n} {ine}FOR (x:{l}) ON (x.v)",
    "DROP INDEX {v} {ie}",
    "DROP INDEX {ft} {ie}",
    "DROP CONSTRAINT {n} {ie}",
    "DROP INDEX {n} {ie}",
    "SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties, ownedIndex",
    "SHOW INDEXES YIELD name, type, properties, owningConstraint WHERE size(name) = 2",
    "SHOW CONSTRAINTS YIELD name, createStatement WHERE name STARTS WITH 'c' RETURN *",
    "SHOW INDEXES YIELD name, type, state, createStatement WHERE name IN ['c1', 'i1', 'ft1', 'v1']",
    "SHOW FULLTEXT INDEXES YIELD name, labelsOrTypes, properties, entityType, options",
    "SHOW VECTOR INDEXES YIELD name, labelsOrTypes, properties, populationPercent, failureMessage",
    "SHOW RANGE INDEXES YIELD name AS n, type ORDER BY n WHERE type = 'RANGE' RETURN collect(n)",
    "SHOW UNIQUE CONSTRAINTS YIELD name, type, ownedIndex, propertyType, options",
    "SHOW NODE KEY CONSTRAINTS YIELD name",
    (
        "SHOW SETTINGS 'dbms.cypher.lenient_create_relationship' "
        "YIELD name, isDynamic, defaultValue, isExplicitlySet"
    ),
    "SHOW TRANSACTIONS YIELD database, status WHERE status = 'Running' RETURN DISTINCT database",
    "SHOW FUNCTIONS YIELD name, category WHERE name STARTS WITH 'to' RETURN name, category",
    "SHOW BUILT IN FUNCTIONS YIELD name WHERE name < 'b' RETURN count(*)",
    "SHOW PROCEDURES YIELD name, mode WHERE name STARTS WITH 'db.schema' RETURN name, mode",
    (
        "SHOW CONSTRAINTS YIELD name RETURN name AS x UNION "
        "SHOW INDEXES YIELD name WHERE size(name) = 2 RETURN name AS x"
    ),
    "SHOW INDEXES YIELD name WHERE name = '{n}' SHOW CONSTRAINTS YIELD name AS m RETURN name, m",
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
                ft=FULLTEXT,
                v=VECTOR,
                ftr=FULLTEXT_OF_RELATIONSHIPS,
                vr=VECTOR_OF_RELATIONSHIPS,
                l=draw.one(("A", "B")),
                p=keys[0],
                q=keys[1],
                ine=draw.one(("", "", "IF NOT EXISTS ")),
                ie=draw.one(("", "IF EXISTS")),
            )
            .strip()
        )
