"""Transactions: what each write keeps up, what it refuses, what commit refuses."""

from __future__ import annotations

import pytest

from runner.cypher.store.definitions import (
    create_constraint,
    create_index,
    new_constraint,
    new_index,
)
from runner.cypher.store.graph import Graph
from runner.cypher.store.property_types import PropertyType
from runner.cypher.store.transaction import Transaction
from runner.errors import EngineError
from runner.values import Date, Duration, Point


@pytest.fixture
def graph() -> Graph:
    return Graph()


def constrain(graph: Graph, *arguments: object, **options: object) -> None:
    """Add a constraint in a transaction of its own."""
    transaction = Transaction(graph)
    create_constraint(transaction, new_constraint(graph.schema, *arguments, **options))  # type: ignore[arg-type]
    transaction.commit()


def test_ids_count_from_zero_and_are_not_given_again(graph: Graph) -> None:
    transaction = Transaction(graph)
    first = transaction.create_node(["A"], {})
    mark = transaction.savepoint()
    transaction.create_node(["A"], {})
    transaction.rollback_to(mark)
    third = transaction.create_node(["A"], {})
    assert (first.id, third.id) == (0, 2)
    assert list(graph.nodes) == [0, 2]


def test_null_properties_are_left_out(graph: Graph) -> None:
    node = Transaction(graph).create_node([], {"a": 1, "b": None})
    assert node.properties == {"a": 1}
    assert list(graph.property_keys) == ["a"]


def test_label_scan_is_in_order_of_id(graph: Graph) -> None:
    transaction = Transaction(graph)
    nodes = [transaction.create_node([], {}) for _ in range(3)]
    for node in reversed(nodes):
        assert transaction.add_label(node, "L")
    assert not transaction.add_label(nodes[0], "L")
    assert list(graph.nodes_with_label("L")) == [0, 1, 2]
    assert graph.nodes_with_label("None") == {}


def test_adjacency_by_type_in_both_directions(graph: Graph) -> None:
    transaction = Transaction(graph)
    a, b = transaction.create_node([], {}), transaction.create_node([], {})
    knows = transaction.create_relationship("KNOWS", a, b, {"since": 1})
    loop = transaction.create_relationship("SELF", a, a, {})
    assert a.outgoing == {"KNOWS": {knows.id: knows}, "SELF": {loop.id: loop}}
    assert b.incoming == {"KNOWS": {knows.id: knows}}
    assert a.incoming == {"SELF": {loop.id: loop}}
    assert transaction.delete_relationship(knows)
    assert not transaction.delete_relationship(knows)
    assert b.incoming == {}
    assert (knows.type, knows.properties, knows.deleted) == ("KNOWS", {}, True)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"p": 1}, "property `p` = 1"),
        ({"p": 1.0}, "property `p` = 1.0"),
        ({"p": "it's"}, "property `p` = 'it's'"),
        ({"p": [1, 2]}, "property `p` = [1, 2]"),
        ({"p": ["a"]}, "property `p` = ['a']"),
        ({"p": True}, "property `p` = true"),
        ({"p": Date(0)}, "property `p` = 1970-01-01"),
        ({"p": Duration(0, 1, 0, 0)}, "property `p` = P1D"),
        (
            {"p": Point(7203, (1.0, 2.0))},
            (
                'property `p` = {geometry: {type: "Point", coordinates: [1.0, 2.0], crs: '
                '{type: link, properties: {href: "https://spatialreference.org/ref/sr-org/7203/", '
                "code: 7203}}}}"
            ),
        ),
    ],
)
def test_uniqueness_message(graph: Graph, values: dict[str, object], shown: str) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("p",))
    transaction = Transaction(graph)
    transaction.create_node(["L"], values)
    with pytest.raises(EngineError) as caught:
        transaction.create_node(["L"], values)
    error = caught.value
    assert error.message == f"Node(0) already exists with label `L` and {shown}"
    assert error.code == "Neo.ClientError.Schema.ConstraintValidationFailed"
    assert (error.gql_status, error.constraint) == ("22N79", "c")
    assert error.cause is not None
    assert error.cause.gql_status == "22N80"


def test_uniqueness_prints_the_existing_entity_and_the_new_value(graph: Graph) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("p",))
    transaction = Transaction(graph)
    transaction.create_node(["L"], {"p": 2})
    with pytest.raises(EngineError, match=r"^Node\(0\) already .* `p` = 2\.0$"):
        transaction.create_node(["L"], {"p": 2.0})


@pytest.mark.parametrize(
    ("first", "second"),
    [(True, 1), ("x", "X"), (float("nan"), float("nan")), (1, "1"), (None, None)],
)
def test_values_that_do_not_clash(graph: Graph, first: object, second: object) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("p",))
    transaction = Transaction(graph)
    transaction.create_node(["L"], {"p": first})
    transaction.create_node(["L"], {"p": second})
    transaction.commit()
    assert len(graph.nodes) == 2


def test_composite_uniqueness_needs_all_properties(graph: Graph) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("a", "b"))
    transaction = Transaction(graph)
    transaction.create_node(["L"], {"a": 1})
    node = transaction.create_node(["L"], {"a": 1})
    transaction.create_node(["L"], {"a": 1, "b": "x"})
    with pytest.raises(EngineError) as caught:
        transaction.set_property(node, "b", "x")
    expected = "Node(2) already exists with label `L` and properties `a` = 1, `b` = 'x'"
    assert caught.value.message == expected
    assert node.properties == {"a": 1}


def test_relationship_uniqueness(graph: Graph) -> None:
    constrain(graph, "c", "UNIQUENESS", "RELATIONSHIP", "T", ("o",))
    transaction = Transaction(graph)
    node = transaction.create_node([], {})
    transaction.create_relationship("T", node, node, {"o": 1})
    with pytest.raises(EngineError) as caught:
        transaction.create_relationship("T", node, node, {"o": 1})
    expected = "Relationship(0) already exists with type `T` and property `o` = 1"
    assert caught.value.message == expected


def test_values_can_be_freed_and_taken_again(graph: Graph) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("p",))
    transaction = Transaction(graph)
    deleted, changed, unlabelled = (
        transaction.create_node(["L"], {"p": number}) for number in range(3)
    )
    transaction.delete_node(deleted)
    transaction.set_property(changed, "p", 9)
    transaction.remove_label(unlabelled, "L")
    for number in range(3):
        transaction.create_node(["L"], {"p": number})
    with pytest.raises(EngineError, match=r"^Node\(5\) already exists"):
        transaction.add_label(unlabelled, "L")


def test_several_properties_are_checked_in_one_step(graph: Graph) -> None:
    constrain(graph, "c", "UNIQUENESS", "NODE", "L", ("a", "b"))
    transaction = Transaction(graph)
    transaction.create_node(["L"], {"a": 2, "b": 1})
    node = transaction.create_node(["L"], {"a": 1, "b": 1})
    transaction.set_properties(node, {"a": 2, "b": 2})
    assert node.properties == {"a": 2, "b": 2}


@pytest.mark.parametrize(
    ("kind", "properties", "message"),
    [
        ("EXISTENCE", ("name",), "Node(0) with label `Author` must have the property `name`"),
        ("KEY", ("name",), "Node(0) with label `Author` must have the property `name`"),
        (
            "KEY",
            ("name", "surname"),
            "Node(0) with label `Author` must have the properties (`name`, `surname`)",
        ),
    ],
)
def test_presence_is_checked_at_commit(
    graph: Graph, kind: str, properties: tuple[str, ...], message: str
) -> None:
    constrain(graph, "c", kind, "NODE", "Author", properties)
    transaction = Transaction(graph)
    transaction.create_node(["Author"], {"surname": "x"})
    with pytest.raises(EngineError) as caught:
        transaction.commit()
    assert caught.value.message == message
    assert (caught.value.gql_status, caught.value.constraint) == ("22N77", "c")
    assert graph.nodes == {}


def test_presence_may_come_before_commit(graph: Graph) -> None:
    constrain(graph, "c", "EXISTENCE", "NODE", "Author", ("name",))
    transaction = Transaction(graph)
    node = transaction.create_node(["Author"], {})
    transaction.set_property(node, "name", "x")
    transaction.commit()
    transaction = Transaction(graph)
    transaction.set_property(node, "name", None)
    with pytest.raises(EngineError, match="must have the property `name`"):
        transaction.commit()
    assert node.properties == {"name": "x"}


def test_relationship_presence(graph: Graph) -> None:
    constrain(graph, "c", "EXISTENCE", "RELATIONSHIP", "WROTE", ("name",))
    transaction = Transaction(graph)
    node = transaction.create_node([], {})
    transaction.create_relationship("WROTE", node, node, {})
    with pytest.raises(EngineError) as caught:
        transaction.commit()
    expected = "Relationship(0) with type `WROTE` must have the property `name`"
    assert caught.value.message == expected


@pytest.mark.parametrize(
    ("value", "actual"),
    [
        (1, "INTEGER"),
        ([1], "LIST<INTEGER NOT NULL>"),
        (1.5, "FLOAT"),
        (Date(0), "DATE"),
        (True, "BOOLEAN"),
    ],
)
def test_property_types_are_checked_at_commit(graph: Graph, value: object, actual: str) -> None:
    type_ = PropertyType(("STRING", "LIST<STRING NOT NULL>"))
    constrain(graph, "t", "TYPE", "NODE", "Author", ("name",), type_)
    transaction = Transaction(graph)
    for allowed in ("x", ["x"], [], None):
        transaction.create_node(["Author"], {"name": allowed})
    transaction.commit()
    transaction = Transaction(graph)
    transaction.create_node(["Author"], {"name": value})
    with pytest.raises(EngineError) as caught:
        transaction.commit()
    assert caught.value.message == (
        "Node(4) with label `Author` required the property `name` to be of type "
        f"`STRING | LIST<STRING NOT NULL>`, but was of type `{actual}`."
    )
    assert (caught.value.gql_status, caught.value.constraint) == ("22N78", "t")


def test_deleted_node_with_relationships(graph: Graph) -> None:
    transaction = Transaction(graph)
    a, b = transaction.create_node(["A"], {"p": 1}), transaction.create_node([], {})
    relationship = transaction.create_relationship("R", a, b, {})
    transaction.commit()
    transaction = Transaction(graph)
    assert transaction.delete_node(a)
    assert not transaction.delete_node(a)
    assert (a.labels, a.properties) == ({}, {})
    with pytest.raises(EngineError) as caught:
        transaction.commit()
    assert caught.value.message == (
        "Cannot delete node<0>, because it still has relationships. To delete this node, you "
        "must first delete its relationships."
    )
    assert caught.value.gql_status == "G1001"
    assert (list(a.labels), a.properties, a.deleted) == (["A"], {"p": 1}, False)
    transaction = Transaction(graph)
    transaction.delete_node(a)
    transaction.delete_relationship(relationship)
    transaction.commit()
    assert list(graph.nodes) == [1]


def test_deleted_node_of_this_transaction_with_relationships(graph: Graph) -> None:
    transaction = Transaction(graph)
    a = transaction.create_node([], {})
    transaction.create_relationship("R", a, a, {})
    transaction.delete_node(a)
    with pytest.raises(EngineError) as caught:
        transaction.commit()
    assert caught.value.message == (
        "Cannot delete node that was created in this transaction, because it still has "
        "relationships."
    )


def test_writes_to_deleted_entities(graph: Graph) -> None:
    transaction = Transaction(graph)
    a, b = transaction.create_node([], {}), transaction.create_node([], {})
    transaction.delete_node(a)
    transaction.set_property(a, "p", 1)
    assert a.properties == {}
    for attempt in (
        lambda: transaction.add_label(a, "L"),
        lambda: transaction.remove_label(a, "L"),
        lambda: transaction.create_relationship("R", b, a, {}),
    ):
        with pytest.raises(EngineError) as caught:
            attempt()
        expected = "Unable to load NODE 4:00000000-0000-0000-0000-000000000000:0."
        assert caught.value.message == expected
        assert caught.value.gql_status == "50N00"


def test_schema_and_data_do_not_mix(graph: Graph) -> None:
    transaction = Transaction(graph)
    transaction.create_node([], {})
    with pytest.raises(EngineError) as caught:
        transaction.change_schema()
    expected = "Tried to execute Schema modification after executing Write query"
    assert caught.value.message == expected
    assert caught.value.gql_status == "25N01"
    transaction.rollback()
    transaction.change_schema()
    with pytest.raises(EngineError) as caught:
        transaction.create_node([], {})
    expected = "Tried to execute Write query after executing Schema modification"
    assert caught.value.message == expected


def test_schema_is_rolled_back(graph: Graph) -> None:
    version = graph.schema.version
    transaction = Transaction(graph)
    create_index(transaction, new_index(graph.schema, "i", "RANGE", "NODE", ("A",), ("p",)))
    create_constraint(
        transaction, new_constraint(graph.schema, "c", "UNIQUENESS", "NODE", "B", ("p",))
    )
    assert graph.schema.index_for("NODE", "B", {"p", "q"}) is not None
    transaction.rollback()
    assert list(graph.schema.indexes) == ["index_343aff4e", "index_f7700477"]
    assert graph.schema.constraints == {}
    assert graph.schema.index_for("NODE", "B", {"p", "q"}) is None
    assert graph.schema.version > version


def test_element_id_tells_kind_and_number(graph: Graph) -> None:
    transaction = Transaction(graph)
    node = transaction.create_node([], {})
    relationship = transaction.create_relationship("R", node, node, {})
    assert graph.element_id(node) == "4:00000000-0000-0000-0000-000000000000:0"
    assert graph.element_id(relationship) == "5:00000000-0000-0000-0000-000000000000:0"
