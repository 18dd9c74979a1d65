"""Literals, access, CASE, iteration, types, labels."""

from __future__ import annotations

from typing import Any

import pytest

from runner.cypher.eval.compiler import Compiler
from runner.cypher.eval.scope import Frame, Scope
from runner.cypher.parser import parse
from runner.cypher.store.records import NodeRecord, PathRecord, RelationshipRecord
from runner.errors import Cause, EngineError
from runner.values import Date, Duration, Point, Vector
from tests.cypher.evaluation import NoPlanner, evaluate, new_state, returned


def node(identity: int, *labels: str, **properties: Any) -> NodeRecord:
    """A node outside any graph."""
    record = NodeRecord(identity)
    record.labels = dict.fromkeys(labels)
    record.properties = properties
    return record


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{a: {b: 2}}.a.b", 2),
        ("{a: 1}.zzz", None),
        ("{a: {b: null}}.a.b.c", None),
        ("null.a", None),
        ("{a: 1}['a']", 1),
        ("{a: 1}[null]", None),
        ("[1, 2][-1]", 2),
        ("[1, 2][2]", None),
        ("[1, 2][-3]", None),
        ("[1, 2, 3][-3..-1]", [1, 2]),
        ("[1, 2, 3][-5..5]", [1, 2, 3]),
        ("[1, 2, 3][2..1]", []),
        ("[1, 2, 3][..2]", [1, 2]),
        ("[1, 2, 3][1..]", [2, 3]),
        ("[1, 2, 3][1..null]", None),
        ("[1, 2, 3][..-5]", []),
        ("$p.x", 1.0),
        ("$p.crs", "cartesian"),
        ("$p.srid", 7203),
        ("[m IN [{a: 1, b: 2}] | m {.*, b: 3}][0]", {"a": 1, "b": 3}),
    ],
)
def test_access(text: str, expected: Any) -> None:
    """Facts 5.2: out of bounds and missing are null, slices are cut."""
    assert evaluate(text, {"p": Point(7203, (1.0, 2.0))}) == expected


def test_point_without_the_component() -> None:
    """Facts 1.7."""
    with pytest.raises(EngineError) as caught:
        evaluate("$p.z", {"p": Point(7203, (1.0, 2.0))})
    message = "Field: z is not available on point: point({x: 1.0, y: 2.0, crs: 'cartesian'})"
    assert caught.value.code == "Neo.ClientError.Statement.ArgumentError"
    assert caught.value.message == message
    cause = Cause("22N58", "Cannot read the specified 'z' component from $value.")
    assert (caught.value.gql_status, caught.value.cause) == ("22000", cause)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CASE WHEN 1 < 2 THEN 'a' WHEN 1/0 THEN 'b' END", "a"),
        ("CASE WHEN null THEN 1 END", None),
        ("CASE 5 WHEN 1 THEN 'one' END", None),
        ("CASE 1 WHEN 1.0 THEN 'same' ELSE 'different' END", "same"),
        ("CASE null WHEN null THEN 'n' ELSE 'not' END", "not"),
        ("CASE null WHEN IS NULL THEN 'n' ELSE 'not' END", "n"),
        ("CASE 15 WHEN < 10 THEN 's' WHEN 11, > 14 THEN 'm' END", "m"),
        ("CASE 'abc' WHEN STARTS WITH 'ab' THEN 1 ELSE 2 END", 1),
        ("CASE 1 WHEN CASE 2 WHEN 2 THEN 1 END THEN 'inner' END", "inner"),
        ("CASE 2 WHEN 2 THEN CASE 3 WHEN 3 THEN 'x' END END", "x"),
        ("coalesce(null, 1, 1/0)", 1),
        ("coalesce(null, null)", None),
    ],
)
def test_case(text: str, expected: Any) -> None:
    """What is not chosen is not evaluated."""
    assert evaluate(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x IN range(1, 10) WHERE x % 3 = 0 | x * 10]", [30, 60, 90]),
        ("[x IN null | x]", None),
        ("[x IN 5 | x]", [5]),
        ("[x IN [1, 2] | [y IN [10] | x * y]]", [[10], [20]]),
        ("[x IN [1] | [x IN [2] | x] + x]", [[2, 1]]),
        ("all(x IN [] WHERE false)", True),
        ("all(x IN [1, null] WHERE x > 0)", None),
        ("all(x IN [null, -1] WHERE x > 0)", False),
        ("any(x IN [] WHERE true)", False),
        ("any(x IN [null, 1] WHERE x = 2)", None),
        ("any(x IN [1, 0] WHERE 1 / x = 1)", True),
        ("none(x IN [1, null] WHERE x > 5)", None),
        ("none(x IN [1, 6] WHERE x > 5)", False),
        ("single(x IN [1, null] WHERE x = 1)", None),
        ("single(x IN [1, 1, null] WHERE x = 1)", False),
        ("single(x IN [1, 2] WHERE x = 2)", True),
        ("single(x IN null WHERE true)", None),
        ("reduce(a = 0, x IN [1, 2, 3] | a + x)", 6),
        ("reduce(a = 7, x IN [] | a + x)", 7),
        ("reduce(a = 0, x IN null | a + x)", None),
        ("reduce(a = 0, x IN [1, null] | a + x)", None),
        ("allReduce(a = 0, x IN [5, 6] | a + x, a < 10)", False),
        ("allReduce(a = 0, x IN [5, 4] | a + x, a < 10)", True),
        ("allReduce(a = 0, x IN [] | a + x, a < 10)", True),
    ],
)
def test_iteration(text: str, expected: Any) -> None:
    """Comprehensions, quantifiers and folds; null lists are null, other values are lists of one."""
    assert evaluate(text) == expected


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        (None, "INTEGER", True),
        (None, "INTEGER NOT NULL", False),
        (None, "NOTHING", False),
        (None, "NULL", True),
        (1, "NULL", False),
        (1, "INTEGER", True),
        (1, "INT", True),
        (1, "FLOAT", False),
        (True, "INTEGER", False),
        (1, "INTEGER | FLOAT", True),
        ("a", "INTEGER | FLOAT", False),
        ([], "LIST<STRING>", True),
        ([1, None], "LIST<INTEGER>", True),
        ([1, None], "LIST<INTEGER NOT NULL>", False),
        ([1, "a"], "LIST<INTEGER | STRING>", True),
        ([1], "LIST<ANY>", True),
        ({"a": 1}, "MAP", True),
        ({"a": 1}, "ANY NOT NULL", True),
        ([1, 2], "PROPERTY VALUE", True),
        ([1, "a"], "PROPERTY VALUE", False),
        ({}, "PROPERTY VALUE", False),
        (Date(0), "DATE", True),
        (Duration(0, 0, 0, 0), "DURATION", True),
        (Vector((1, 2), "INTEGER8"), "VECTOR<INTEGER8>(2)", True),
        (Vector((1, 2), "INTEGER8"), "VECTOR<INTEGER8>(3)", False),
        (b"ab", "LIST<INTEGER NOT NULL> NOT NULL", True),
        (b"ab", "LIST<ANY>", True),
        (b"ab", "LIST<FLOAT>", False),
        (b"ab", "INTEGER", False),
        (b"ab", "PROPERTY VALUE", True),
        (b"", "LIST<STRING>", True),
        ([b"ab"], "LIST<LIST<INTEGER>>", True),
        ([b"ab"], "PROPERTY VALUE", False),
    ],
)
def test_types(value: Any, type_: str, expected: bool) -> None:
    """``IS ::`` and its negation."""
    assert evaluate(f"$v IS :: {type_}", {"v": value}) is expected
    assert evaluate(f"$v IS NOT :: {type_}", {"v": value}) is not expected


def test_labels_and_types() -> None:
    """Label expressions on nodes, types on relationships, null on null."""
    ada, bob = node(1, "Person", "Admin"), node(2)
    knows = RelationshipRecord(1, "KNOWS", ada, bob)
    entities = {"a": ada, "b": bob, "r": knows, "n": None, "x": 5}
    answers = {
        "a:Person": True,
        "a:Person:Nope": False,
        "a:Person&Admin": True,
        "a:Nope|Admin": True,
        "a:!Nope": True,
        "a:%": True,
        "b:%": False,
        "a IS Person": True,
        "r:KNOWS": True,
        "r:LIKES": False,
        "n:Person": None,
        "a:$($one)": True,
        "a:$($both)": True,
        "a:$($some)": False,
        "a:$any($some)": True,
    }
    parameters = {"one": "Person", "both": ["Person", "Admin"], "some": ["Person", "Nope"]}
    for text, expected in answers.items():
        assert evaluate(text, parameters, variables=entities) is expected, text
    with pytest.raises(EngineError) as caught:
        evaluate("x:Person", variables=entities)
    assert caught.value.code == "Neo.ClientError.Statement.TypeError"
    assert caught.value.message == (
        "Expected Long(5) to be a Node or Relationship, but it was a "
        "org.neo4j.values.storable.LongValue"
    )
    with pytest.raises(EngineError) as caught:
        evaluate("a:$($label)", {"label": None}, variables=entities)
    assert caught.value.message == "Expected node label to be a string or list of strings."


def test_map_projection_of_entities() -> None:
    """Properties that are missing are null; a null subject is null."""
    ada = node(1, "Person", name="Ada", age=36)
    names = {"p": ada, "q": None, "k": 9}
    text = "p {.name, .none, k, both: p.age + 1}"
    expected = {"name": "Ada", "none": None, "k": 9, "both": 37}
    assert evaluate(text, variables=names) == expected
    assert evaluate("p {.*, name: 1}", variables=names) == {"name": 1, "age": 36}
    assert evaluate("q {.name}", variables=names) is None


def test_what_the_planner_has_computed_is_read_from_its_slot() -> None:
    """Aggregates reach expressions as slots, by the identity of their node."""
    statement = parse("RETURN 10 * sum(1) + count(*)", "25")
    (expression,) = returned(statement)
    total, rows = _aggregates(expression)
    frame = Frame()
    replaced = {total: frame.allocate(), rows: frame.allocate()}
    compiler = Compiler(Scope(frame), statement.text, "25", NoPlanner(), replaced)
    assert compiler.compile(expression)([6, 3], new_state()) == 63


def _aggregates(expression: Any) -> tuple[Any, Any]:
    return expression.left.right, expression.right


def test_an_aggregate_that_nobody_computed_is_refused() -> None:
    """42I24 at the place of the call."""
    with pytest.raises(EngineError) as caught:
        evaluate("[x IN [1] WHERE count(x) > 1 | x]")
    assert caught.value.cause is not None
    assert caught.value.cause.gql_status == "42I24"
    assert caught.value.position is not None
    assert caught.value.position.column == 24


def test_unknown_functions_and_wrong_arity() -> None:
    """The checks before the run say the same; here it is the last guard."""
    for text, status, message in (
        ("noSuch(1)", "42N48", "Unknown function 'noSuch'"),
        ("toUpper()", "42I13", "Insufficient parameters for function 'toUpper'"),
        ("toUpper('a', 'b')", "42I13", "Too many parameters for function 'toUpper'"),
    ):
        with pytest.raises(EngineError) as caught:
            evaluate(text)
        assert caught.value.code == "Neo.ClientError.Statement.SyntaxError"
        assert caught.value.message.startswith(message)
        assert caught.value.cause is not None
        assert caught.value.cause.gql_status == status


def test_missing_parameter() -> None:
    """Only where the check before the run was not made."""
    with pytest.raises(EngineError) as caught:
        evaluate("$nope")
    assert caught.value.code == "Neo.ClientError.Statement.ParameterMissing"
    assert caught.value.message == "Expected parameter(s): nope"


def test_path_is_no_truth_value() -> None:
    """Neither a path of length 0 nor any other."""
    here, there = node(1), node(2)
    step = RelationshipRecord(1, "R", here, there)
    paths = {"long": PathRecord([here, there], [step]), "short": PathRecord([here], [])}
    for name in paths:
        with pytest.raises(EngineError) as caught:
            evaluate(f"NOT {name}", variables=paths)
        assert caught.value.message.startswith("Don't know how to treat that as a predicate: Path{")


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        (b"ab", "LIST<INTEGER NOT NULL> NOT NULL"),
        (b"", "LIST<INTEGER NOT NULL> NOT NULL"),
        ([b"ab", 1], "LIST<INTEGER NOT NULL | LIST<INTEGER NOT NULL> NOT NULL> NOT NULL"),
        ([b"ab", [1]], "LIST<LIST<INTEGER NOT NULL> NOT NULL> NOT NULL"),
    ],
)
def test_bytes_are_lists_of_integers(value: Any, type_: str) -> None:
    assert evaluate("valueType($v)", {"v": value}) == type_
