"""Procedures, searches in indexes, and subqueries in transactions of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.draw import Scope

if TYPE_CHECKING:
    from tests.fuzz.grammar.reading import Reading

FULLTEXT, VECTOR = "ft1", "v1"
FULLTEXT_OF_RELATIONSHIPS, VECTOR_OF_RELATIONSHIPS = "ft2", "v2"
"""Names of the indexes that procedures and SEARCH ask; commands make and drop them."""

# A server knows property keys for ever: only those that both sides know are asked for.
_READING: tuple[tuple[str, dict[str, str]], ...] = (
    ("CALL db.labels() YIELD label AS {0}", {"0": "STR"}),
    ("CALL db.labels() YIELD label AS {0} WHERE {0} <> 'B'", {"0": "STR"}),
    ("CALL db.relationshipTypes() YIELD relationshipType AS {0}", {"0": "STR"}),
    (
        "CALL db.propertyKeys() YIELD propertyKey AS {0} WHERE {0} IN ['i', 's', 'k', 'nothing']",
        {"0": "STR"},
    ),
    (
        (
            "CALL db.schema.nodeTypeProperties() YIELD nodeType AS {0}, propertyName AS {1}, "
            "mandatory AS {2}"
        ),
        {"0": "STR", "1": "STR", "2": "BOOL"},
    ),
    (
        (
            "CALL () {{ CALL db.schema.nodeTypeProperties() YIELD nodeType, nodeLabels, "
            "propertyTypes RETURN nodeType AS {0}, size(nodeLabels) AS {1}, "
            "size(propertyTypes) AS {2} }}"
        ),
        {"0": "STR", "1": "INT", "2": "INT"},
    ),
    (
        (
            "CALL db.schema.relTypeProperties() YIELD relType AS {0}, propertyName AS {1}, "
            "mandatory AS {2}"
        ),
        {"0": "STR", "1": "STR", "2": "BOOL"},
    ),
    (
        "CALL () {{ CALL db.schema.visualization() YIELD nodes RETURN size(nodes) AS {0} }}",
        {"0": "INT"},
    ),
    ("CALL dbms.components() YIELD name AS {0}", {"0": "STR"}),
    ("CALL db.info() YIELD name AS {0}", {"0": "STR"}),
    ("CALL db.ping() YIELD success AS {0}", {"0": "BOOL"}),
    ("OPTIONAL CALL db.labels() YIELD label AS {0} WHERE {0} = 'nothing'", {"0": "STR"}),
    ("CALL db.awaitIndexes()", {}),
    ("CALL db.awaitIndex('nothing')", {}),
    ("CALL db.nothing() YIELD x AS {0}", {"0": "ANY"}),
    ("CALL db.labels() YIELD nothing AS {0}", {"0": "ANY"}),
    ("CALL db.labels(1) YIELD label AS {0}", {"0": "STR"}),
)
_SEARCHES: tuple[tuple[str, dict[str, str]], ...] = (
    (f"CALL db.index.fulltext.queryNodes('{FULLTEXT}', '{{text}}') YIELD node AS {{0}}",
     {"0": "NODE"}),
    ((f"CALL db.index.fulltext.queryNodes('{FULLTEXT}', '{{text}}', {{{{limit: 1000}}}}) "
     "YIELD node AS {0}, score AS {1}"), {"0": "NODE"}),
    ((f"CALL db.index.fulltext.queryRelationships('{FULLTEXT_OF_RELATIONSHIPS}', '{{text}}') "
     "YIELD relationship AS {0}"), {"0": "REL"}),
    ((f"CALL db.index.vector.queryRelationships('{VECTOR_OF_RELATIONSHIPS}', 20, [{{x}}, 1.0]) "
     "YIELD relationship AS {0}"), {"0": "REL"}),
    (f"CALL db.index.vector.queryNodes('{VECTOR}', 20, [{{x}}, 1.0]) YIELD node AS {{0}}",
     {"0": "NODE"}),
    (f"MATCH ({{0}}:A) SEARCH {{0}} IN (VECTOR INDEX {VECTOR} FOR [{{x}}, 1.0] LIMIT 20)",
     {"0": "NODE"}),
    ((f"MATCH ({{0}}) SEARCH {{0}} IN (VECTOR INDEX {VECTOR} FOR [{{x}}, 0.5] LIMIT 20) "
     "SCORE AS {1} WITH *, {1} > 0.5 AS {2}"), {"0": "NODE", "2": "BOOL"}),
)  # fmt: skip
"""All that is found is less than the limits: which of equal hits are left out is free."""
_TEXTS = (
    "a",
    "hello",
    "abc OR world",
    "hel*",
    "s:aaa",
    "+x -y",
    '"hello world"',
    "b",
    "aaaa~",
    "[",
)

_BODIES = (
    "CREATE (:{label} {{t: {x}}})",
    "MERGE (:{label} {{t: coalesce({x}, 0)}})",
    "MATCH (m {{k: {x}}}) SET m.z = {x}",
    "CREATE (:{label} {{t: 6 / {x}}})",
    "MATCH (m {{k: {x}}}) DETACH DELETE m",
    "CREATE (q:{label} {{t: {x}}}) RETURN q.t AS {c}",
    "UNWIND [1, {x}] AS y CREATE (:{label} {{t: y % {x}}}) RETURN y AS {c}",
    "MATCH (m) WHERE m.k < {x} SET m:{label} RETURN count(*) AS {c}",
    "WITH {x} AS y WHERE y > 1 CREATE (:{label})",
)
_NODE_BODIES = (
    "SET q.z = {x}",
    "SET q.z = 6 / q.k",
    "SET q.k = 6 / (q.k - 1)",
    "DETACH DELETE q",
    "CREATE (q)-[:R {{t: 3 / q.k}}]->(:{label})",
    "SET q:{label} RETURN q.k AS {c}",
    "MERGE (m:{label} {{t: q.k % 2}})",
    "REMOVE q.i RETURN 1 AS {c}",
)
_ENDS = (
    "IN TRANSACTIONS",
    "IN TRANSACTIONS OF 1 ROW",
    "IN TRANSACTIONS OF 2 ROWS",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR CONTINUE",
    "IN TRANSACTIONS OF 1 ROW ON ERROR CONTINUE",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR BREAK",
    "IN TRANSACTIONS OF 1 ROW ON ERROR BREAK",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR FAIL",
    "IN TRANSACTIONS OF 1 ROW ON ERROR CONTINUE REPORT STATUS AS {s}",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR BREAK REPORT STATUS AS {s}",
    "IN TRANSACTIONS REPORT STATUS AS {s}",
    "IN TRANSACTIONS OF 1 ROW ON ERROR RETRY FOR 0.1 SECONDS THEN CONTINUE",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR RETRY FOR 0.1 SEC THEN BREAK REPORT STATUS AS {s}",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR RETRY THEN FAIL",
    "IN TRANSACTIONS OF 0 ROWS",
    "IN TRANSACTIONS OF -1 ROWS ON ERROR CONTINUE",
    "IN 2 CONCURRENT TRANSACTIONS OF 100 ROWS",
)
_LISTS = ("[1, 2, 3]", "[3, 0, 2, 1]", "[1, 0]", "[0]", "[]", "[2, null, 1]", "range(1, 5)")


class Calling:
    """Makes calls; each method returns text and changes the scope it is given."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.expressions = reading.expressions
        self.draw = reading.draw

    def clause(self, scope: Scope) -> str:
        """A call of a procedure that reads, or a search."""
        draw = self.draw
        template, types = draw.one(_SEARCHES if draw.chance(0.25) else _READING)
        names = [draw.name("y") for _ in range(3)]
        text = template.format(*names, text=draw.one(_TEXTS), x=draw.one(("0.5", "1.0", "-1.0")))
        scope.types.update({names[int(number)]: kind for number, kind in types.items()})
        scope.ordered = False
        return text

    def query(self, scope: Scope) -> tuple[str, bool]:
        """A statement with calls of procedures."""
        draw = self.draw
        if draw.chance(0.15):
            return self.clause(scope), False
        clauses = [self.clause(scope)]
        if draw.chance(0.5):
            clauses.insert(draw.integer(0, 1), self.reading.clause(scope))
            if not clauses[0].startswith(("CALL db", "OPTIONAL CALL db", "MATCH (y")):
                # The first clause may have taken the call's names for its own.
                clauses.reverse()
        if draw.chance(0.3):
            clauses.append(self.clause(scope))
        text, ordered = self.reading.return_(scope)
        return " ".join([*clauses, text]), ordered

    def transactions(self, _scope: Scope) -> tuple[str, bool]:
        """A statement with a CALL in transactions."""
        draw = self.draw
        x, column, status = draw.name("x"), draw.name("c"), draw.name("s")
        body = draw.one(_BODIES).format(x=x, c=column, label=draw.one(("A", "B")))
        end = draw.one(_ENDS).format(s=status)
        text = f"UNWIND {draw.one(_LISTS)} AS {x} CALL ({x}) {{ {body} }} {end}"
        if draw.chance(0.4):
            body = draw.one(_NODE_BODIES).format(x="q.k + 1", c=column, label=draw.one(("A", "B")))
            # The order of the nodes decides what is done before an error.
            text = f"MATCH (q) WITH q, q.k AS {x} ORDER BY {x} CALL (q) {{ {body} }} {end}"
        if draw.chance(0.2):
            text = text.replace(f"CALL ({x})", f"OPTIONAL CALL ({x})")
        columns = [f"{x} AS a"]
        if f"AS {column}" in body:
            columns.append(f"{column} AS b")
        if f"AS {status}" in end:
            columns.append(f"{status}.started AS d, {status}.committed AS e")
            columns.append(f"{status}.errorMessage IS NULL AS f")
        if draw.chance(0.7) or f"AS {column}" in body:
            text += f" RETURN {', '.join(columns)}"
        return text, False
