"""Old and new ways to write labels and lengths do not meet in one clause."""

from __future__ import annotations

import pytest

from tests.cypher.running import column, failure, session_with

MIXED_LABELS = (
    "Mixing label expression symbols ('|', '&', '!', and '%') with colon (':') between labels is "
    "not allowed."
)
MIXED_LENGTHS = "Mixing variable-length relationships ('-[*]-') with quantified relationships"


@pytest.mark.parametrize(
    ("statement", "offset"),
    [
        ("MATCH ()-[:%]-(n) WHERE n:A:B RETURN 1", 27),
        ("MATCH (n)-[r:R&S]-() WHERE n:A:B RETURN n", 30),
        ("RETURN [()<-[:%]-(n:A:B) | 1]", 21),
        ("MATCH (n:A|B) WHERE n:A:B RETURN 1", 23),
        ("MATCH (n) WHERE n:A|B AND n:A:B RETURN 1", 29),
        ("MATCH (n) RETURN n:A:B, n:A|B", 20),
    ],
)
def test_symbols_and_colons(statement: str, offset: int) -> None:
    error = failure(session_with(), statement)
    assert error.gql_status == "42001"
    assert error.cause is not None
    assert error.cause.gql_status == "42I10"
    assert error.message.startswith(MIXED_LABELS)
    assert error.position is not None
    assert error.position.offset == offset


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n)-[r]-() WHERE n:A:B AND r:A|B RETURN n",
        "MATCH (n)-[r:A|B]-() WHERE n:A:B RETURN n",
        "MATCH (n) WHERE n:A:B RETURN n:A|B",
        "MATCH (n:$('A')) WHERE n:A:B RETURN n",
    ],
)
def test_types_and_other_clauses_may_have_bars(statement: str) -> None:
    assert column(session_with(), statement) == []


@pytest.mark.parametrize(
    ("statement", "rewritten"),
    [
        (
            "MATCH (n) SET n IS C, n:B:C",
            "`SET`. Rewrite the expression as `n IS C, n IS B, n IS C`",
        ),
        (
            "MATCH (n) REMOVE n.x, n IS C:D",
            "`REMOVE`. Rewrite the expression as `n.x, n IS C, n IS D`",
        ),
    ],
)
def test_is_and_several_labels(statement: str, rewritten: str) -> None:
    error = failure(session_with(), statement)
    assert error.cause is not None
    assert (error.gql_status, error.cause.gql_status) == ("42001", "42I29")
    assert error.message.startswith(
        "It is not supported to use the `IS` keyword together with multiple labels in "
        f"{rewritten}. (line 1, column 11 (offset: 10))"
    )


def test_is_and_single_labels_may_meet() -> None:
    session = session_with("CREATE (:A)")
    assert session.run("MATCH (n) SET n IS C, n:B").counters.labels_added == 2


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (a)(()-[]-()){2}(b) WHERE (b)-[*0..1]->(:C) RETURN 1",
        "MATCH (a)((x)-[]-() WHERE (x)-[*0..1]->(:C)){2}(b) RETURN 1",
        "MATCH (a)-->+(b) WHERE shortestPath((a)-[*]->(b)) IS NOT NULL RETURN 1",
        "RETURN EXISTS { MATCH (a)-->+(b) WHERE (b)-[*0..1]->(:C) }",
    ],
)
def test_old_lengths_in_the_predicate_of_a_quantified_pattern(statement: str) -> None:
    error = failure(session_with(), statement)
    assert error.cause is not None
    assert (error.gql_status, error.cause.gql_status) == ("42001", "42I41")
    assert error.message.startswith(MIXED_LENGTHS)


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (a)(()-[]-()){2}(b) WHERE EXISTS { (b)-[*0..1]->(:C) } RETURN 1",
        "MATCH (a)(()-[]-()){2}(b) WITH * WHERE (b)-[*0..1]->(:C) RETURN 1",
    ],
)
def test_old_lengths_elsewhere(statement: str) -> None:
    assert column(session_with(), statement) == []


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("MATCH p = (a)((b)-[]-() WHERE p IS NULL){,1}(c) RETURN 1", "quantified"),
        ("MATCH p = ((a)-[:S]->(b) WHERE p IS NULL) RETURN 1", "parenthesized"),
    ],
)
def test_a_part_of_a_path_does_not_see_the_path(statement: str, kind: str) -> None:
    error = failure(session_with(), statement)
    assert error.cause is not None
    assert (error.gql_status, error.cause.gql_status) == ("42001", "42I21")
    assert error.message.startswith(
        f"From within a {kind} path pattern, one may only reference variables, that are already "
        "bound in a previous `MATCH` clause.\nIn this case, `p` is defined in the same `MATCH` "
    )
    assert error.position is not None
    assert error.position.offset == 6


def test_labels_of_a_literal_null_are_no_mixture() -> None:
    assert column(session_with(), "MATCH (n:!A) WHERE null:A:B RETURN 1") == []


@pytest.mark.parametrize(
    ("pattern", "refused"),
    [
        ("(:A {z: n:A:B}), (:A&B)", True),
        ("(:A {z: n:A:B, y: n:A&B})", True),
        ("(:A&B {z: n:A:B})", False),
        ("(:A:B {z: n:!A})", False),
    ],
)
def test_labels_in_the_properties_of_what_is_made(pattern: str, refused: bool) -> None:
    session = session_with("CREATE (:N)")
    statement = f"MATCH (n:N) CREATE {pattern}"
    if refused:
        assert failure(session, statement).message.startswith(MIXED_LABELS)
    else:
        assert session.run(statement).counters.nodes_created == 1
