"""Which rows, and which lists in them, are in a settled order, as far as a statement tells."""

from __future__ import annotations

import pytest

from runner.cypher.parser import parse
from runner.lint.anchors import UniqueKeys
from runner.lint.rows import Rows, Taint, row_report

UNIQUE: UniqueKeys = frozenset({("Hut", frozenset({"name"})), ("Bed", frozenset({"hut", "no"}))})


def rows_of(text: str) -> Rows:
    report = row_report(parse(text), UNIQUE)
    assert report is not None
    return report.rows


@pytest.mark.parametrize(
    "text",
    [
        "RETURN 1 AS x",
        "CREATE (n:A) RETURN n",
        "MERGE (n:A {x: 1}) RETURN n",
        "MATCH (n) RETURN count(*) AS n",
        "MATCH (n) WITH collect(n) AS all RETURN size(all) AS size",
        "MATCH (n) RETURN 1 AS one, max(n.x) AS most",
        "MATCH (n) WITH n ORDER BY n.x LIMIT 1 RETURN n",
        "MATCH (n) RETURN n LIMIT 1",
        "MATCH (h:Hut {name: 'a'}) RETURN h",
        "MATCH (h:Hut WHERE h.name = 'a') RETURN h",
        "MATCH (h) WHERE elementId(h) = $id RETURN h",
        "MATCH (h:Hut&Open) WHERE h.open AND 'a' = h.name RETURN h",
        "MATCH (a:Hut {name: 'a'}), (b:Bed {hut: 'a', no: 1}) RETURN a, b",
        "MATCH p = SHORTEST 1 (:Hut {name: 'a'})--+(:Hut {name: 'b'}) RETURN count(p) AS paths",
        "MATCH p = shortestPath((:Hut {name: 'a'})-[*]-(:Hut {name: 'b'})) RETURN p",
        "MATCH (h:Hut {name: 'a'}) MATCH (h) RETURN h",
        "MATCH (h:Hut {name: 'a'}) MATCH (x)--(h) WITH h, count(x) AS n RETURN h, n",
        "MATCH (h:Hut {name: 'a'}) MATCH (x)--(h) RETURN DISTINCT h",
        "WITH 1 AS x CALL (x) { MATCH (n) RETURN count(n) AS n } RETURN n",
        "CALL { MATCH (n) DETACH DELETE n } RETURN 1 AS x",
    ],
)
def test_one_row_at_most(text: str) -> None:
    assert rows_of(text) is Rows.ONE


@pytest.mark.parametrize(
    "text",
    [
        "UNWIND [1, 2] AS x RETURN x",
        "FOR x IN [1, 2] RETURN x",
        "MATCH (n) RETURN n ORDER BY n.x",
        "MATCH (n) RETURN n.x AS x ORDER BY x SKIP 1 LIMIT 2",
        "MATCH (n) ORDER BY n.x RETURN n",
        "MATCH (n) WITH n ORDER BY n.x RETURN n.x AS x",
        "MATCH (n) WITH n ORDER BY n.x OPTIONAL MATCH (h:Hut {name: n.x}) RETURN n, h",
        "MATCH (n) WITH n.x AS x, count(*) AS c ORDER BY x RETURN x, c",
        "MATCH (n) WITH n ORDER BY n.x WITH collect(n) AS all UNWIND all AS n RETURN n",
        "CALL () { MATCH (n) RETURN n.x AS x ORDER BY x } RETURN x",
        "CALL () { MATCH (n) RETURN n.x AS x ORDER BY x } WITH x WHERE x > 1 RETURN x",
        "RETURN 1 AS x UNION ALL RETURN 2 AS x",
        "MATCH (n) RETURN n.x AS x ORDER BY x NEXT RETURN x + 1 AS y",
        "UNWIND COLLECT { MATCH (n) RETURN n.x ORDER BY n.x } AS x RETURN x",
        "SHOW CONSTRAINTS YIELD name ORDER BY name",
        "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
    ],
)
def test_several_rows_in_a_settled_order(text: str) -> None:
    assert rows_of(text) is Rows.SETTLED


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "MATCH (h:Hut) RETURN h",
        "MATCH (b:Bed {hut: 'a'}) RETURN b",
        "MATCH (b:Bed {hut: 'a'}) WHERE b.no > 1 RETURN b",
        "MATCH (h:Hut|Bed {name: 'a'}) RETURN h",
        "MATCH (h:Hut {name: 'a'})--(x) RETURN x",
        "MATCH (n) RETURN n.x AS x, count(*) AS c",
        "MATCH (n) WITH n ORDER BY n.x RETURN n.x AS x, count(*) AS c",
        "MATCH (n) WITH n ORDER BY n.x MATCH (n)--(m) RETURN m",
        "MATCH (n) WITH collect(n) AS all UNWIND all AS n RETURN n",
        "MATCH (n) UNWIND [1, 2] AS x RETURN x",
        "UNWIND labels($n) AS label RETURN label",
        "CALL () { MATCH (n) RETURN n } RETURN n",
        "UNWIND [1, 2] AS x CALL (x) { MATCH (n) RETURN n } RETURN n",
        "UNWIND [1, 2] AS x CALL (x) { RETURN 1 AS y } IN 2 CONCURRENT TRANSACTIONS RETURN y",
        "RETURN 1 AS x UNION ALL MATCH (n) RETURN n.x AS x",
        "MATCH (n) RETURN n NEXT RETURN n.x AS x",
        "SHOW CONSTRAINTS",
        "CALL db.labels()",
        "CALL db.labels() YIELD label RETURN label",
        "MATCH p = ALL SHORTEST (:Hut {name: 'a'})--+(:Hut {name: 'b'}) RETURN p",
    ],
)
def test_several_rows_in_no_settled_order(text: str) -> None:
    assert rows_of(text) is Rows.UNSETTLED


@pytest.mark.parametrize("text", ["EXPLAIN MATCH (n) RETURN n", "CREATE INDEX FOR (n:A) ON (n.x)"])
def test_statements_without_rows(text: str) -> None:
    assert row_report(parse(text), UNIQUE) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (n) RETURN collect(n.x) AS a", Taint.LIST),
        ("MATCH (n) RETURN size(collect(n.x)) AS a", None),
        ("MATCH (n) RETURN coll.sort(collect(n.x)) AS a", None),
        ("MATCH (n) RETURN {list: collect(n.x)} AS a", Taint.LIST),
        ("MATCH (n) RETURN collect(n.x)[0] AS a", Taint.VALUE),
        ("MATCH (n) RETURN collect(n.x)[..2] AS a", Taint.VALUE),
        ("MATCH (n) RETURN max(n.x) AS a", None),
        ("MATCH (n) WITH n ORDER BY n.x RETURN collect(n.x) AS a", None),
        (
            "MATCH (n) WITH n ORDER BY n.x WITH n.y AS y, collect(n.x) AS a RETURN a ORDER BY y",
            None,
        ),
        ("UNWIND [1, 2] AS x RETURN collect(x) AS a", None),
        ("MATCH (n) WITH collect(n) AS c RETURN [x IN c | x.y] AS a", Taint.LIST),
        ("MATCH (n) WITH collect(n) AS c RETURN 1 IN c AS a", None),
        ("MATCH (n) WITH collect(n) AS c RETURN reduce(s = 0, x IN c | s + x.y) AS a", None),
        ("MATCH (n) WITH collect(n) AS c RETURN reduce(s = [], x IN c | s + x.y) AS a", Taint.LIST),
        ("MATCH (n {x: 1}) RETURN labels(n) AS a", Taint.NAMES),
        ("MATCH (n {x: 1}) RETURN labels(n)[0] AS a", None),
        ("MATCH (n {x: 1}) RETURN head(keys(n)) AS a", None),
        ("RETURN COLLECT { MATCH (n) RETURN n.x } AS a", Taint.LIST),
        ("RETURN COLLECT { MATCH (n) RETURN n.x ORDER BY n.x } AS a", None),
        ("RETURN COUNT { MATCH (n) RETURN n.x } AS a", None),
        ("MATCH (h:Hut {name: 'a'}) RETURN [(h)--(x) | x.y] AS a", Taint.LIST),
        ("CALL () { MATCH (n) RETURN collect(n.x) AS a } RETURN a", Taint.LIST),
    ],
)
def test_values_that_are_not_settled(text: str, expected: Taint | None) -> None:
    report = row_report(parse(text), UNIQUE)
    assert report is not None
    assert {column.name: column.taint for column in report.columns}.get("a") is expected


def test_where_the_rows_and_columns_come_from() -> None:
    """Offsets of the last RETURN, of its items, and of what cuts."""
    text = "MATCH (n) WITH n SKIP 2 RETURN n.x AS x, collect(n) AS c LIMIT 3"
    report = row_report(parse(text), UNIQUE)
    assert report is not None
    assert text[report.start :].startswith("RETURN")
    assert [text[column.start :] for column in report.columns] == ["collect(n) AS c LIMIT 3"]
    assert [text[cut:].split(" ")[0] for cut in report.cuts] == ["2", "3"]
