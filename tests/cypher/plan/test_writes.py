"""The write clauses: what they change, what they count, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import Cause, EngineError
from runner.result import Result


@pytest.fixture
def session() -> DatabaseSession:
    return Database().session()


def counted(result: Result) -> dict[str, int]:
    """The counters of a result under short names."""
    return result.counters.as_dict()


def refused(session: DatabaseSession, text: str, parameters: dict[str, Any] | None = None) -> str:
    """The message of the error that a statement fails with; nothing must be left behind."""
    before = session.run("MATCH (n) RETURN n").rows
    with pytest.raises(EngineError) as caught:
        session.run(text, parameters)
    assert session.run("MATCH (n) RETURN n").rows == before
    return caught.value.message


# CREATE


def test_create_counts_all_that_it_makes(session: DatabaseSession) -> None:
    result = session.run("CREATE (n:A:B {x: 1, y: null})-[:R {z: 1}]->(:C) RETURN n.x AS x")
    assert counted(result) == {
        "nodes_created": 2,
        "relationships_created": 1,
        "properties_set": 2,
        "labels_added": 3,
    }
    assert result.rows == [(1,)]


def test_create_then_delete_counts_both(session: DatabaseSession) -> None:
    result = session.run("CREATE (n:X) DELETE n")
    assert counted(result) == {"nodes_created": 1, "nodes_deleted": 1, "labels_added": 1}


def test_create_binds_paths_and_uses_bound_nodes(session: DatabaseSession) -> None:
    session.run("CREATE (:A {k: 1})")
    result = session.run(
        "MATCH (a:A) CREATE p = (a)<-[r:R]-(b:B {k: a.k + 1}) "
        "RETURN length(p) AS n, startNode(r).k AS s, [x IN nodes(p) | x.k] AS ks"
    )
    assert result.rows == [(1, 2, [1, 2])]
    assert counted(result) == {
        "nodes_created": 1,
        "relationships_created": 1,
        "properties_set": 1,
        "labels_added": 1,
    }


def test_create_with_a_map_parameter(session: DatabaseSession) -> None:
    result = session.run("CREATE (n:L $p) RETURN properties(n) AS p", {"p": {"a": 1, "b": None}})
    assert result.rows == [({"a": 1},)]
    message = refused(session, "CREATE (n:L $p)", {"p": None})
    assert message == "Parameter provided for node creation is not a Map"


def test_create_from_a_missing_node(session: DatabaseSession) -> None:
    message = refused(session, "OPTIONAL MATCH (a:Nope) CREATE (a)-[r:R]->(:B)")
    assert message.startswith("Failed to create relationship `r`, node `a` is missing. If you")


def test_dynamic_labels_and_types(session: DatabaseSession) -> None:
    result = session.run(
        "CREATE (n:$($a):B)-[r:$($t)]->(:$(['X', 'Y'])) RETURN labels(n) AS l, type(r) AS t",
        {"a": ["A"], "t": "T"},
    )
    assert result.rows == [(["A", "B"], "T")]
    assert counted(result)["labels_added"] == 4
    message = refused(session, "CREATE (n:$($a))", {"a": None})
    assert message == "Expected node label to be a string or list of strings."
    message = refused(session, "CREATE (n:$($a))", {"a": ""})
    assert message == (
        "'' is not a valid token name. Token names cannot be empty or contain any null-bytes."
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{x: 1}", "Property values can only be of primitive types or arrays thereof. "),
        ("[1, null]", "Collections containing null values can not be stored in properties."),
        ("[[1]]", "Collections containing collections can not be stored in properties."),
        ("[1, 'a']", "Neo4j only supports a subset of Cypher types for storage as "),
    ],
)
@pytest.mark.parametrize(
    "template", ["CREATE ({p: $v})", "MERGE (n:M) SET n.p = $v", "MERGE (n:M) SET n += {p: $v}"]
)
def test_what_cannot_be_stored(
    session: DatabaseSession, template: str, value: str, message: str
) -> None:
    assert refused(session, template.replace("$v", value)).startswith(message)


# SET and REMOVE


def test_integers_beside_floats_are_stored_as_floats(session: DatabaseSession) -> None:
    result = session.run("CREATE (n {l: [1, 2.5]}) RETURN n.l AS l")
    assert repr(result.rows) == "[([1.0, 2.5],)]"


@pytest.mark.parametrize(
    ("clause", "count"),
    [
        ("SET n.k = 5", 1),
        ("SET n.k = n.k", 1),
        ("SET n.k = null", 1),
        ("SET n.nope = null", 0),
        ("SET n.known = null", 0),
        ("REMOVE n.k", 1),
        ("REMOVE n.k, n.p, n.nope", 2),
        ("SET n.k = 5, n.k = 6, n.k = 7", 1),
        ("SET n.known = null, n.known2 = null", 2),
        ("SET n.nope = null, n.nope2 = null", 0),
        ("SET n.k = 1, n['nope'] = null", 1),
        ("SET n.k = 1, n['p'] = null", 2),
        ("SET n.known = null SET n.known2 = null", 0),
        ("SET n.known = null, n:L, n.known2 = null", 0),
        ("SET n = {k: 3, p: 1, q: 2}", 3),
        ("SET n = {k: 3, r: null}", 3),
        ("SET n = {k: 3, known: null}", 4),
        ("SET n = {}", 3),
        ("SET n += {}", 0),
        ("SET n += {k: null, known: null, r: null}", 2),
        ("SET n += {k: 1, s: 2}", 2),
    ],
)
def test_properties_set(session: DatabaseSession, clause: str, count: int) -> None:
    session.run("CREATE ({known: 1, known2: 2})")
    session.run("CREATE (:N {k: 1, p: 1, q: 1})")
    result = session.run(f"MATCH (n:N) {clause}")
    assert result.counters.properties_set == count


def test_a_group_reads_before_it_writes(session: DatabaseSession) -> None:
    session.run("CREATE (:P {i: 3})")
    result = session.run("MATCH (p:P) SET p.i = 30, p.b = p.i RETURN p.i AS i, p.b AS b")
    assert result.rows == [(30, 3)]
    result = session.run("MATCH (p:P) SET p.i = p.i + 1, p.i = p.i + 1 RETURN p.i AS i")
    assert result.rows == [(31,)]
    result = session.run("MATCH (p:P) SET p.i = 1 SET p.b = p.i RETURN p.b AS b")
    assert result.rows == [(1,)]
    result = session.run("MATCH (p:P) SET p.i = 2, p:L, p.b = p.i RETURN p.b AS b")
    assert result.rows == [(2,)]


def test_two_variables_are_set_left_to_right(session: DatabaseSession) -> None:
    session.run("CREATE (:P {i: 1}), (:Q {i: 2})")
    result = session.run("MATCH (p:P), (q:Q) SET p.i = q.i, q.i = p.i RETURN p.i AS p, q.i AS q")
    assert result.rows == [(2, 2)]


def test_set_from_maps_and_entities(session: DatabaseSession) -> None:
    session.run("CREATE (:P {i: 1, old: 1}), (:Q {j: 2})")
    result = session.run("CYPHER 5 MATCH (p:P), (q:Q) SET p = q RETURN properties(p) AS p")
    assert result.rows == [({"j": 2},)]
    message = refused(session, "MATCH (p:P) SET p = $m", {"m": None})
    assert message == "Expected $m to be a map, but it was :`NO_VALUE`"
    message = refused(session, "MATCH (p:P) SET p += null")
    assert message == "Expected Null() to be a map, but it was :`NO_VALUE`"


def test_dynamic_keys(session: DatabaseSession) -> None:
    session.run("CREATE (:P {i: 1})")
    result = session.run(
        "MATCH (p:P) SET p[$a] = 1 REMOVE p[$b] RETURN properties(p) AS p", {"a": "x", "b": "i"}
    )
    assert result.rows == [({"x": 1},)]
    assert result.counters.properties_set == 2
    message = refused(session, "MATCH (p:P) SET p[$a] = 1", {"a": None})
    assert message == (
        "Expected NO_VALUE to be a org.neo4j.values.storable.TextValue, but it was a "
        "org.neo4j.values.storable.NoValue"
    )


def test_labels_count_only_real_changes(session: DatabaseSession) -> None:
    session.run("CREATE (:A)")
    assert counted(session.run("MATCH (n:A) SET n:A")) == {}
    assert counted(session.run("MATCH (n:A) SET n:A:B:C")) == {"labels_added": 2}
    assert counted(session.run("MATCH (n:A) REMOVE n:B:X")) == {"labels_removed": 1}
    result = session.run("MATCH (n:A) SET n:E REMOVE n:E")
    assert counted(result) == {"labels_added": 1, "labels_removed": 1}


def test_null_targets_are_skipped(session: DatabaseSession) -> None:
    result = session.run(
        "OPTIONAL MATCH (n:Nope) SET n.x = 1, n:L, n += {a: 1} REMOVE n.y, n:M "
        "SET n = {b: 1} DETACH DELETE n RETURN n"
    )
    assert result.rows == [(None,)]
    assert counted(result) == {}


# DELETE


def test_delete_counts_each_entity_once(session: DatabaseSession) -> None:
    session.run("CREATE (:A)-[:R]->(:B)")
    result = session.run("MATCH (x)-[r]-(y) DELETE r, r, x, y")
    assert counted(result) == {"nodes_deleted": 2, "relationships_deleted": 1}


def test_detach_delete_counts_shared_relationships_once(session: DatabaseSession) -> None:
    session.run("CREATE (a:A)-[:R]->(:B), (a)-[:S]->(a)")
    result = session.run("MATCH (n) DETACH DELETE n")
    assert counted(result) == {"nodes_deleted": 2, "relationships_deleted": 2}


def test_delete_path_and_null(session: DatabaseSession) -> None:
    session.run("CREATE (:A)-[:R]->(:B)")
    result = session.run("MATCH p = (:A)-->() DELETE p, null RETURN length(p) AS n")
    assert result.rows == [(1,)]
    assert counted(result) == {"nodes_deleted": 2, "relationships_deleted": 1}


def test_delete_of_a_connected_node_fails_at_commit(session: DatabaseSession) -> None:
    session.run("CREATE (:A)-[:R]->(:B)")
    message = refused(session, "MATCH (a:A) DELETE a RETURN 1 AS one")
    assert message == (
        "Cannot delete node<0>, because it still has relationships. To delete this node, you must "
        "first delete its relationships."
    )
    session.begin()
    assert session.run("MATCH (a:A) DELETE a").counters.nodes_deleted == 1
    session.run("MATCH ()-[r]->(:B) DELETE r")
    session.commit()
    assert session.run("MATCH (n) RETURN count(*) AS n").rows == [(1,)]


def test_after_delete(session: DatabaseSession) -> None:
    session.run("CREATE (:A {k: 1})")
    result = session.run("MATCH (a:A) DELETE a SET a.k = 2 REMOVE a.k DELETE a RETURN keys(a) AS k")
    assert result.rows == [([],)]
    assert counted(result) == {"nodes_deleted": 1, "properties_set": 1}
    session.run("CREATE (:A {k: 1})")
    for clause in ("SET a:B", "CREATE (a)-[:R]->()", "MERGE (a)-[:R]->(:X)"):
        message = refused(session, f"MATCH (a:A) DELETE a {clause}")
        assert message.startswith("Unable to load NODE 4:")
    message = refused(session, "MATCH (a:A) DELETE a RETURN a.k AS k")
    assert message == "Node with id 1 has been deleted in this transaction"


# MERGE


def test_merge_counts_as_create_or_as_set(session: DatabaseSession) -> None:
    text = "MERGE (n:M {k: 1}) ON CREATE SET n.c = 1, n:New ON MATCH SET n.m = 1, n.c = null"
    assert counted(session.run(text)) == {
        "nodes_created": 1,
        "properties_set": 2,
        "labels_added": 2,
    }
    assert counted(session.run(text)) == {"properties_set": 2}
    assert session.run("MATCH (n:New) RETURN properties(n) AS p").rows == [({"k": 1, "m": 1},)]


def test_merge_sees_its_own_rows(session: DatabaseSession) -> None:
    result = session.run(
        "UNWIND [1, 1, 2] AS x MERGE (n:M {k: x}) ON CREATE SET n.c = 1 ON MATCH SET n.c = n.c + 1 "
        "RETURN n.k AS k, n.c AS c"
    )
    assert result.rows == [(1, 2), (1, 2), (2, 1)]
    assert result.counters.nodes_created == 2


def test_merge_gives_every_match(session: DatabaseSession) -> None:
    session.run("UNWIND [1, 2, 3] AS x CREATE (:L {x: x})")
    result = session.run("MERGE (n:L) ON MATCH SET n.seen = true RETURN n.x AS x ORDER BY x")
    assert result.rows == [(1,), (2,), (3,)]
    assert counted(result) == {"properties_set": 3}


def test_merge_makes_the_whole_pattern(session: DatabaseSession) -> None:
    session.run("CREATE (:A {k: 1})")
    result = session.run("MERGE p = (a:A {k: 1})-[r:R {w: 1}]->(b:B) RETURN length(p) AS n")
    assert result.rows == [(1,)]
    assert counted(result) == {
        "nodes_created": 2,
        "relationships_created": 1,
        "properties_set": 2,
        "labels_added": 2,
    }
    assert counted(session.run("MERGE (a:A {k: 1})-[r:R {w: 1}]->(b:B)")) == {}


def test_merge_without_direction(session: DatabaseSession) -> None:
    session.run("CREATE (:A), (:B)")
    text = "MATCH (a:A), (b:B) MERGE (b)-[r:R]-(a) RETURN labels(startNode(r)) AS s"
    assert session.run(text).rows == [(["B"],)]
    text = "MATCH (a:A), (b:B) MERGE (a)-[r:R]-(b) RETURN labels(startNode(r)) AS s"
    result = session.run(text)
    assert (result.rows, counted(result)) == ([(["B"],)], {})


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [
        ("(n:MM {x: null})", "node because of null property value for 'x': (:MM {x: null})"),
        ("(n {a: 1, num: null})", "node because of null property value for 'num': ( {num: null})"),
        ("(:A:B {x: 0.0 / 0.0})", "node because of NaN property value for 'x': (:A:B {x: NaN})"),
        (
            "(a)-[:R {x: null}]->(b)",
            "relationship because of null property value for 'x': (a)-[:R {x: null}]->(b)",
        ),
        (
            "(a)<-[:R {x: null}]-(b)",
            "relationship because of null property value for 'x': (b)-[:R {x: null}]->(a)",
        ),
    ],
)
def test_merge_refuses_what_it_could_not_find(
    session: DatabaseSession, pattern: str, shown: str
) -> None:
    session.run("CREATE (:S), (:E)")
    bound = "MATCH (a:S), (b:E) " if "(a)" in pattern else ""
    with pytest.raises(EngineError) as caught:
        session.run(f"{bound}MERGE {pattern}")
    error = caught.value
    assert (error.gql_status, error.message) == ("22G03", f"Cannot merge the following {shown}")
    entity, _, rest = shown.partition(" because of ")
    bad, key, written = rest.split(" ", 1)[0], rest.split("'")[1], rest.partition(": ")[2]
    assert error.cause == Cause(
        "22N31",
        f"The {entity} property `{key}` in '{written}' is invalid. 'MERGE' cannot be used with a "
        f"graph element property value that is {bad}.",
    )


def test_merge_between_several_unique_properties(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT c1 FOR (b:Book) REQUIRE b.isbn IS UNIQUE")
    session.run("CREATE CONSTRAINT c2 FOR (b:Book) REQUIRE b.oth IS UNIQUE")
    session.run("CREATE (:Book {isbn: 1, oth: 1}), (:Book {isbn: 2, oth: 2, x: 1})")
    message = refused(session, "MERGE (b:Book {isbn: 1, oth: 9})")
    assert message == (
        "Merge did not find a matching node b and can not create a new node due to conflicts with "
        "existing unique nodes"
    )
    assert "conflicts" in refused(session, "MERGE (b:Book {isbn: 1, oth: 2})")
    message = refused(session, "MERGE (b:Book {isbn: 2, oth: 2, x: 2})")
    assert message == "Node(1) already exists with label `Book` and property `isbn` = 2"
    message = refused(session, "MERGE (b:Book {isbn: 1, x: 2})")
    assert message == "Node(0) already exists with label `Book` and property `isbn` = 1"
    assert counted(session.run("MERGE (b:Book {isbn: 1, oth: 1})")) == {}


def test_merge_after_delete(session: DatabaseSession) -> None:
    session.run("CREATE (:A {num: 1}), (:A {num: 2})")
    result = session.run("MATCH (a:A) DELETE a MERGE (a2:A) RETURN a2.num AS n")
    assert result.rows == [(None,), (None,)]
    assert counted(result) == {"nodes_created": 1, "nodes_deleted": 2, "labels_added": 1}


# FOREACH


def test_foreach(session: DatabaseSession) -> None:
    result = session.run(
        "WITH 5 AS i FOREACH (i IN [1, 2] | MERGE (a:F {i: i}) FOREACH (j IN i | "
        "CREATE (a)-[:R {j: j}]->(:G))) RETURN i"
    )
    assert result.rows == [(5,)]
    assert counted(result) == {
        "nodes_created": 4,
        "relationships_created": 2,
        "properties_set": 4,
        "labels_added": 4,
    }
    assert counted(session.run("FOREACH (i IN null | CREATE (:F))")) == {}
    assert counted(session.run("FOREACH (i IN 5 | CREATE (:F))"))["nodes_created"] == 1


def test_foreach_groups_like_set(session: DatabaseSession) -> None:
    session.run("CREATE (:P {i: 3, known: 1})")
    session.run("MATCH (p:P) REMOVE p.known")
    result = session.run("MATCH (p:P) FOREACH (_ IN [1] | SET p.i = 30, p.known = null)")
    assert result.counters.properties_set == 2


# Between clauses and in transactions


def test_a_failing_statement_leaves_nothing(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT c FOR (n:U) REQUIRE n.k IS UNIQUE")
    session.run("CREATE (:U {k: 1})")
    message = refused(session, "UNWIND [3, 2, 1] AS k CREATE (:U {k: k})-[:R]->(:V)")
    assert message == "Node(0) already exists with label `U` and property `k` = 1"
    assert session.run("CREATE (n:U {k: 2}) RETURN n.k AS k").rows == [(2,)]


def test_unique_values_are_checked_in_row_order(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT c FOR (n:U) REQUIRE n.k IS UNIQUE")
    session.run("CREATE (:U {k: 1}), (:U {k: 2})")
    swap = "MATCH (a:U {k: 1}), (b:U {k: 2}) SET a.k = 2, b.k = 1"
    assert refused(session, swap) == "Node(1) already exists with label `U` and property `k` = 2"
    free = "MATCH (a:U {k: 1}), (b:U {k: 2}) SET a.k = 3, b.k = 1, a.k = 2"
    assert session.run(free).counters.properties_set == 3


def test_limit_does_not_limit_writes(session: DatabaseSession) -> None:
    session.run("UNWIND range(1, 3) AS i CREATE (:W {i: i})")
    result = session.run("MATCH (n:W) SET n.x = 1 RETURN n.i AS i LIMIT 1")
    assert (len(result.rows), result.counters.properties_set) == (1, 3)
    result = session.run("MATCH (n:W) WITH n LIMIT 2 SET n.x = 2")
    assert result.counters.properties_set == 2
    result = session.run("MATCH (n:W) DELETE n RETURN 42 AS x LIMIT 0")
    assert (result.rows, result.counters.nodes_deleted) == ([], 3)


def test_plan_names_of_write_operators(session: DatabaseSession) -> None:
    plan = session.run(
        "EXPLAIN MATCH (n) SET n.a = 1 SET n.a = 1, n.b = 2 SET n += {} SET n:L REMOVE n:L "
        "MERGE (m:M) FOREACH (x IN [1] | CREATE (:X)) DETACH DELETE n"
    ).plan
    text = str(plan)
    for name in (
        "SetProperty",
        "SetProperties",
        "SetPropertiesFromMap",
        "SetLabels",
        "RemoveLabels",
        "Merge",
        "Foreach",
        "Create",
        "DetachDelete",
    ):
        assert f"+{name}" in text
