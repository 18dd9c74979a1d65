"""The grammar makes each clause and operator that is to be compared with a server.

Left out, with the reason: constraints of existence, type and key for relationships, which
Community refuses and the embedded engine has; hints, which change no answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.fuzz.grammar.csv_files import DRAWN, ODD, write_files
from tests.fuzz.grammar.draw import Draw, Scope
from tests.fuzz.grammar.statements import Statements

if TYPE_CHECKING:
    from pathlib import Path

STATEMENTS = 5000
COMMANDS = 1000
"""Beside them, and as many that load files: of all statements few are either."""
TYPES = (
    "BOOLEAN",
    "STRING",
    "INTEGER",
    "FLOAT",
    "DATE",
    "LOCAL TIME",
    "ZONED TIME",
    "LOCAL DATETIME",
    "ZONED DATETIME",
    "DURATION",
    "POINT",
    "NODE",
    "RELATIONSHIP",
    "PATH",
    "MAP",
    "LIST<",
    "ANY",
    "NOTHING",
    "NULL",
    "PROPERTY VALUE",
    "UUID",
    "VECTOR",
)
WORDS = (
    *("MATCH", "OPTIONAL MATCH", "UNWIND", "WITH", "RETURN", "DISTINCT", "FINISH", "FILTER"),
    *("LET", "NEXT", "WHEN", "THEN", "ELSE", "UNION", "UNION ALL", "USE neo4j", "EXPLAIN"),
    *("PROFILE", "CYPHER 5", "SKIP", "OFFSET", "LIMIT", "CREATE", "INSERT", "MERGE"),
    *("ON CREATE SET", "ON MATCH SET", "SET", "REMOVE", "DELETE", "DETACH DELETE"),
    *("NODETACH DELETE", "FOREACH", "OPTIONAL CALL", "IN TRANSACTIONS", "OF 2 ROWS"),
    *("CONCURRENT TRANSACTIONS", "ON ERROR CONTINUE", "ON ERROR BREAK", "ON ERROR FAIL"),
    *("ON ERROR RETRY", "REPORT STATUS AS", "DIFFERENT RELATIONSHIPS", "REPEATABLE ELEMENTS"),
    *("ANY", "ALL", "ANY SHORTEST", "ALL SHORTEST", "SHORTEST 2", "SHORTEST GROUP"),
    *("SHORTEST 2 GROUPS", "WALK", "TRAIL", "ACYCLIC", "AND", "OR", "XOR", "NOT", "IN"),
    *("STARTS WITH", "ENDS WITH", "CONTAINS", "IS NULL", "IS NOT NULL", "IS NORMALIZED"),
    *("IS LABELED", "IS TYPED", "IS NOT ::", "CASE", "SEARCH", "LOAD CSV FROM"),
    *("LOAD CSV WITH HEADERS FROM", "FIELDTERMINATOR", "CREATE CONSTRAINT", "IS UNIQUE"),
    *("CREATE INDEX", "RANGE INDEX", "TEXT INDEX", "POINT INDEX", "FULLTEXT INDEX"),
    *("VECTOR INDEX", "LOOKUP INDEX", "OPTIONS", "IF NOT EXISTS", "IF EXISTS"),
    *("DROP CONSTRAINT", "DROP INDEX", "SHOW CONSTRAINTS", "SHOW INDEXES", "SHOW FUNCTIONS"),
    *("SHOW PROCEDURES", "SHOW SETTINGS", "SHOW TRANSACTIONS", "CYPHER 5 SHOW"),
)
CALLS = (
    *("shortestPath", "allShortestPaths", "format", "percentileDisc", "percentileCont", "stDev"),
    *("stDevP", "btrim", "normalize", "char_length", "toIntegerOrNull", "toFloatOrNull"),
    *("toBooleanOrNull", "toStringOrNull", "toIntegerList", "toFloatList", "toStringList"),
    *("toBooleanList", "randomUUID", "elementId", "vector", "vector.similarity.cosine"),
    *("vector_distance", "point", "point.distance", "point.withinBBox", "reduce", "allReduce"),
    *("all", "any", "none", "single", "properties", "nodes", "relationships", "linenumber"),
    *("file", "coll.sort", "coll.insert", "coll.flatten", "duration.between", "date.truncate"),
    *("datetime.fromepoch", "db.labels", "db.relationshipTypes", "db.propertyKeys"),
    *("db.schema.nodeTypeProperties", "db.schema.relTypeProperties", "db.schema.visualization"),
    *("db.index.vector.queryNodes", "db.index.vector.queryRelationships"),
    *("db.index.fulltext.queryNodes", "db.index.fulltext.queryRelationships"),
    *("db.create.setNodeVectorProperty", "db.awaitIndexes", "dbms.components", "db.ping"),
)
FORMS = {
    "quantified path pattern": r"\(\(n\d*(:[^()]*)?\)[^()]*\([^()]*\)\)(\{|\+|\*)",
    "quantified relationship": r"\](->|-)(\{|\+|\*)",
    "variable length": r"\[\w*(:\w+)?\*\d",
    "label disjunction": r":A\|B",
    "label conjunction": r":A&B",
    "label negation": r":!A",
    "any label": r"\(\w*:%",
    "dynamic label": r"\(\w*:\$\(",
    "dynamic label of any": r":\$any\(",
    "dynamic label of all": r":\$all\(",
    "dynamic type": r"\[\w*:\$\(",
    "dynamic label made": r"(CREATE|INSERT) \(\w+:\$\(",
    "dynamic type made": r"(CREATE|INSERT) .*\[\w+:\$\(",
    "dynamic label set": r"SET .*\w:\$\(",
    "dynamic property read": r"\(?\w\)?\['i'\]",
    "dynamic property set": r"SET .*\w\['[iz]'\] =",
    "dynamic property removed": r"REMOVE .*\w\['",
    "properties added": r"SET .*\w \+= ",
    "properties replaced": r"SET \w+ = \{",
    "FOR": r"\bFOR \w+ IN ",
    "ORDER BY of its own": r"\) ORDER BY ",
    "UNION in a subquery": r"CALL \([^)]*\) \{ .* UNION ",
    "call with imports": r"CALL \(\w+",
    "call that imports all": r"CALL \(\*\)",
    "call that imports by WITH": r"CALL \{ WITH ",
    "EXISTS": r"EXISTS \{",
    "COUNT": r"COUNT \{",
    "COLLECT": r"COLLECT \{",
    "list comprehension": r"\[\w+ IN [^|]* \| ",
    "pattern comprehension": r"\[\(\w*[^)]*\)[-<].* \| ",
    "map projection": r"\{\.\*",
    "slice": r"\[[^\]]*\.\.[^\]]*\]",
    "comparison of a case": r"WHEN > ",
    "chain of comparisons": r"\S+ < \S+ <= \S+",
    "regular expression": r"=~",
    "power": r" \^ ",
    "remainder": r" % ",
    "concatenation": r" \|\| ",
    "inequality": r" <> ",
    "parameter": r"\$p\d",
    "file by parameter": r"LOAD CSV .*FROM \$p\d",
    "file by expression": r"LOAD CSV .*FROM 'file:///' \+ ",
    "file in a subquery": r"CALL \([^)]*\) \{ LOAD CSV",
    "file in an expression": r"(EXISTS|COUNT|COLLECT) \{ LOAD CSV",
    "file before transactions": r"LOAD CSV .* CALL \(\w+\) \{ .* \} IN TRANSACTIONS",
    "file in Cypher 5": r"^CYPHER 5 (\w+ )?LOAD CSV",
    **{f"type {name}": rf"(::|TYPED)[^,]*{name}" for name in TYPES},
    **{word: rf"(?<!\w){re.escape(word)}(?!\w)" for word in WORDS},
    **{name: rf"(?<![\w.]){re.escape(name)}\(" for name in CALLS},
}
"""What a statement has in it, as a regular expression."""


@pytest.fixture(scope="module")
def statements() -> list[str]:
    made = Statements(Draw("each form"), files=True)
    texts = [made.statement().text for _ in range(STATEMENTS)]
    texts += [made.schema.command() for _ in range(COMMANDS)]
    return texts + [made.loading.query(Scope())[0] for _ in range(COMMANDS)]


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_made(statements: list[str], form: str) -> None:
    pattern = re.compile(FORMS[form], re.DOTALL)
    assert any(pattern.search(text) for text in statements)


def test_each_file_is_read(statements: list[str]) -> None:
    text = "\n".join(statements).replace("%20", " ")
    missing = [
        name for name in (*DRAWN, *ODD) if f"{name}.csv" not in text and f"'{name}'" not in text
    ]
    assert not missing


def test_without_known_files_nothing_is_loaded() -> None:
    made = Statements(Draw("each form"))
    assert not any("LOAD CSV" in made.statement().text for _ in range(1000))


def test_a_seed_makes_the_same_statements_and_files(tmp_path: Path) -> None:
    made = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        draw = Draw("same")
        write_files(folder, draw)
        maker = Statements(draw, files=True)
        texts = [maker.statement() for _ in range(200)]
        files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        made.append((texts, files))
    assert made[0] == made[1]
