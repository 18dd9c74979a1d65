"""The statements that are measured: what a page or a small program asks of its graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from benchmarks.generate import People

    Parameters: TypeAlias = dict[str, Any]
    MakeParameters: TypeAlias = Callable[[People, Random], Parameters]

FRESH = "§"
"""Stands in a statement where a fresh name makes its text a new one."""
BATCH = 500
"""Rows of a batched write."""
NEAREST = 10
"""Rows of a search by vector."""


class Kind(Enum):
    """What decides how much work a statement is."""

    ANCHORED = "anchored"
    """It starts at nodes that an index finds and goes a bounded way."""
    WHOLE = "whole graph"
    """It looks at every node."""
    WRITE = "write"
    VECTOR = "vector"


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One statement, in Neo4j's Cypher and where an engine spells it otherwise in its own."""

    name: str
    kind: Kind
    text: str
    parameters: MakeParameters
    """New parameters each time, from a source of chance that all engines share."""
    dialects: Mapping[str, str | None] = field(default_factory=dict)
    """By dialect the text there; None where it has no such statement."""
    ordered: bool = False
    """Whether the order of the rows belongs to the answer."""
    approximate: bool = False
    """Whether half of the right rows will do: an index that is quick may miss some."""
    restore: str | None = None
    """Takes back what it wrote."""

    def spelled(self, dialect: str, fresh: str = "") -> str | None:
        """Its text in a dialect; `fresh` makes it one that was never run before."""
        text = self.dialects.get(dialect, self.text)
        return None if text is None else text.replace(FRESH, fresh)


def _someone(people: People, random: Random) -> Parameters:
    return {"id": random.randrange(people.size)}


def _two(people: People, random: Random) -> Parameters:
    one, other = random.sample(range(people.size), 2)
    return {"one": one, "other": other}


def _older(_people: People, random: Random) -> Parameters:
    return {"age": random.randint(85, 95)}


def _nothing(_people: People, _random: Random) -> Parameters:
    return {}


def _someone_old_or_new(people: People, random: Random) -> Parameters:
    return {"id": random.randrange(2 * people.size), "name": f"name {random.randrange(1000)}"}


def _events(_people: People, random: Random) -> Parameters:
    rows = [{"id": number, "weight": random.random()} for number in range(BATCH)]
    return {"rows": rows}


def _pairs(people: People, random: Random) -> Parameters:
    chosen = [random.sample(range(people.size), 2) for _ in range(BATCH)]
    return {"rows": [{"source": source, "target": target} for source, target in chosen]}


def _vector(people: People, random: Random) -> Parameters:
    near = people.vectors[random.randrange(people.size)]
    return {"vector": [number + random.gauss(0.0, 0.1) for number in near]}


_KUZU_SHORTEST = (
    "MATCH path = (a:Person {id: $one})-[:KNOWS* SHORTEST 1..20]->(b:Person {id: $other}) "
    "RETURN length(path) AS hops§"
)

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "key lookup",
        Kind.ANCHORED,
        "MATCH (p:Person {id: $id}) RETURN p.name AS name§, p.age AS age",
        _someone,
    ),
    Statement(
        "1 hop",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS]->(f:Person) RETURN f.id AS friend§",
        _someone,
    ),
    Statement(
        "2 hops",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS]->(:Person)-[:KNOWS]->(f:Person) RETURN f.id AS friend§",
        _someone,
    ),
    Statement(
        "3 hops",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS]->(:Person)-[:KNOWS]->(:Person)-[:KNOWS]->(f:Person) "
        "RETURN f.id AS friend§, f.name AS name",
        _someone,
        {
            # There a path may go along a relationship twice.
            "kuzu": "MATCH (:Person {id: $id})-[r:KNOWS]->(:Person)-[s:KNOWS]->(:Person)"
            "-[t:KNOWS]->(f:Person) WHERE id(r) <> id(t) AND id(r) <> id(s) AND id(s) <> id(t) "
            "RETURN f.id AS friend§, f.name AS name",
        },
    ),
    Statement(
        "variable length",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS*1..4]->(f:Person) "
        "RETURN count(*) AS ways§, count(DISTINCT f) AS people",
        _someone,
        {
            # A variable length part has to be a walk that may repeat there, unless it says TRAIL.
            "kuzu": "MATCH (:Person {id: $id})-[:KNOWS* TRAIL 1..4]->(f:Person) "
            "RETURN count(*) AS ways§, count(DISTINCT f.id) AS people",
        },
    ),
    Statement(
        "within reach",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS*1..5]->(f:Person) RETURN DISTINCT f.id AS friend§",
        _someone,
    ),
    Statement(
        "quantified pattern",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id}) "
        "((a:Person)-[:KNOWS]->(b:Person) WHERE a.age < b.age){1,4} (f:Person) "
        "RETURN count(*) AS ways§",
        _someone,
        {"kuzu": None},
    ),
    Statement(
        "shortest path",
        Kind.ANCHORED,
        "MATCH path = SHORTEST 1 (a:Person {id: $one})-[:KNOWS]->+(b:Person {id: $other}) "
        "RETURN length(path) AS hops§",
        _two,
        {"kuzu": _KUZU_SHORTEST},
    ),
    Statement(
        "shortestPath()",
        Kind.ANCHORED,
        "MATCH (a:Person {id: $one}), (b:Person {id: $other}) "
        "MATCH path = shortestPath((a)-[:KNOWS*..20]->(b)) RETURN length(path) AS hops§",
        _two,
        {"kuzu": _KUZU_SHORTEST},
    ),
    Statement(
        "EXISTS, anchored",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS]->(f:Person) "
        "WHERE EXISTS { MATCH (f)-[:KNOWS]->(g:Person) WHERE g.age > 80 } RETURN f.id AS friend§",
        _someone,
    ),
    Statement(
        "COUNT, anchored",
        Kind.ANCHORED,
        "MATCH (:Person {id: $id})-[:KNOWS]->(f:Person) "
        "RETURN f.id AS friend§, COUNT { MATCH (f)<-[:KNOWS]-(g:Person) } AS known_by",
        _someone,
    ),
    Statement(
        "filtered scan",
        Kind.WHOLE,
        "MATCH (p:Person) WHERE p.age > $age AND p.name ENDS WITH '7' RETURN p.id AS id§",
        _older,
    ),
    Statement(
        "top-k",
        Kind.WHOLE,
        "MATCH (p:Person) WHERE p.age < $age RETURN p.id AS id§ ORDER BY p.score DESC LIMIT 10",
        _older,
        ordered=True,
    ),
    Statement(
        "grouped aggregate",
        Kind.WHOLE,
        "MATCH (p:Person) RETURN p.city AS city§, count(*) AS people, avg(p.age) AS age",
        _nothing,
    ),
    Statement(
        "EXISTS, whole graph",
        Kind.WHOLE,
        "MATCH (p:Person) WHERE EXISTS { MATCH (p)-[:KNOWS]->(f:Person) WHERE f.age > $age } "
        "RETURN count(*) AS people§",
        _older,
    ),
    Statement(
        "COUNT, whole graph",
        Kind.WHOLE,
        "MATCH (p:Person) RETURN COUNT { MATCH (p)<-[:KNOWS]-(f:Person) } AS known_by§, "
        "count(*) AS people",
        _nothing,
    ),
    Statement(
        "MERGE upsert",
        Kind.WRITE,
        "MERGE (p:Person {id: $id}) "
        "ON CREATE SET p.name = $name, p.visits = 1 ON MATCH SET p.visits = 2 "
        "RETURN p.id AS id§, p.visits AS visits",
        _someone_old_or_new,
        restore="MATCH (p:Person) WHERE p.id >= $size DETACH DELETE p",
    ),
    Statement(
        f"UNWIND, {BATCH} nodes",
        Kind.WRITE,
        "UNWIND $rows AS row§ CREATE (:Event {id: row§.id, weight: row§.weight})",
        _events,
        restore="MATCH (e:Event) DETACH DELETE e",
    ),
    Statement(
        f"UNWIND, {BATCH} relationships",
        Kind.WRITE,
        "UNWIND $rows AS row§ "
        "MATCH (a:Person {id: row§.source}) MATCH (b:Person {id: row§.target}) "
        "CREATE (a)-[:MET]->(b)",
        _pairs,
        {
            "kuzu": "UNWIND $rows AS row§ "
            "MATCH (a:Person), (b:Person) WHERE a.id = row§.source AND b.id = row§.target "
            "CREATE (a)-[:MET]->(b)",
        },
        restore="MATCH ()-[m:MET]->() DELETE m",
    ),
    Statement(
        f"vector top-{NEAREST}",
        Kind.VECTOR,
        "CYPHER 25 MATCH (p:Person) "
        f"SEARCH p IN (VECTOR INDEX person_vector FOR $vector LIMIT {NEAREST}) "
        "RETURN p.id AS id§",
        _vector,
        {
            "kuzu": "MATCH (p:Person) RETURN p.id AS id§ "
            "ORDER BY array_cosine_similarity(p.vector, CAST($vector AS FLOAT[64])) DESC "
            f"LIMIT {NEAREST}",
            "opencypher": None,
        },
        approximate=True,
    ),
)
