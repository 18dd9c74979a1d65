"""Random writes followed by a rollback leave graph, schema and indexes exactly as before."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from runner.cypher.store.definitions import (
    create_constraint,
    create_index,
    new_constraint,
    new_index,
)
from runner.cypher.store.graph import Graph
from runner.cypher.store.indexes import RangeIndex
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.store.transaction import Transaction
from runner.errors import EngineError

LABELS = st.sampled_from(["A", "B", "C"])
TYPES = st.sampled_from(["R", "S"])
KEYS = st.sampled_from(["p", "q", "u"])
VALUES = st.sampled_from([None, 1, 1.0, 2, "x", "xy", True, [1, 2], float("nan")])
PROPERTIES = st.dictionaries(KEYS, VALUES, max_size=3)
PICK = st.integers(0, 30)


def entity_state(entity: NodeRecord | RelationshipRecord) -> tuple[Any, ...]:
    """All of an entity but its links, orders included."""
    name = list(entity.labels) if isinstance(entity, NodeRecord) else entity.type
    return name, repr(list(entity.properties.items())), entity.deleted


def links(by_type: dict[str, dict[int, RelationshipRecord]]) -> list[tuple[str, list[int]]]:
    """Relationships by type, orders included."""
    return [(type_, list(found)) for type_, found in by_type.items()]


def state(graph: Graph) -> tuple[Any, ...]:
    """Everything in a graph that a rollback restores."""
    return (
        [
            (i, entity_state(n), links(n.outgoing), links(n.incoming))
            for i, n in graph.nodes.items()
        ],
        [(i, entity_state(r), r.start.id, r.end.id) for i, r in graph.relationships.items()],
        sorted((label, sorted(found)) for label, found in graph.by_label.items()),
        sorted((type_, list(found)) for type_, found in graph.by_type.items()),
        list(graph.schema.constraints),
        # Dictionaries, not their texts: 1 and 1.0 are one key, and either may stand for it.
        [
            (name, index.snapshot() if isinstance(index, RangeIndex) else None)
            for name, index in graph.schema.indexes.items()
        ],
    )


def check_indexes(graph: Graph) -> None:
    """Each index holds exactly what its label's entities say, and finds it in order."""
    for index in graph.schema.indexes.values():
        if not isinstance(index, RangeIndex):
            continue
        label = index.labels[0]
        found = (
            graph.by_label.get(label, {})
            if index.entity == "NODE"
            else graph.by_type.get(label, {})
        )
        expected = {i for i, entity in found.items() if index.key(entity.properties) is not None}
        assert {entity.id for entity in index.entities()} == expected
        if len(index.properties) == 1:
            numbers = [e.properties[index.properties[0]] for e in index.range(lower=0)]
            assert numbers == sorted(numbers)


class Rollback(RuleBasedStateMachine):
    """Writes in one transaction after another; each is committed or undone."""

    @initialize()
    def start(self) -> None:
        self.graph = Graph()
        schema = self.graph.schema
        setup = Transaction(self.graph)
        create_constraint(setup, new_constraint(schema, "u", "UNIQUENESS", "NODE", "A", ("u",)))
        create_constraint(
            setup, new_constraint(schema, "k", "KEY", "RELATIONSHIP", "R", ("u", "q"))
        )
        create_index(setup, new_index(schema, "p", "RANGE", "NODE", ("B",), ("p",)))
        create_index(setup, new_index(schema, "pq", "RANGE", "NODE", ("A",), ("p", "q")))
        setup.commit()
        self.transaction = Transaction(self.graph)
        self.before = state(self.graph)

    def node(self, pick: int) -> NodeRecord | None:
        nodes = list(self.graph.nodes.values())
        return nodes[pick % len(nodes)] if nodes else None

    def attempt(self, function: Any, *arguments: Any) -> None:
        """Write; a write that is refused must leave no trace."""
        before = state(self.graph)
        try:
            function(*arguments)
        except EngineError:
            assert state(self.graph) == before

    @rule(labels=st.lists(LABELS, max_size=2), properties=PROPERTIES)
    def create_node(self, labels: list[str], properties: dict[str, Any]) -> None:
        self.attempt(self.transaction.create_node, labels, properties)

    @rule(type_=TYPES, a=PICK, b=PICK, properties=PROPERTIES)
    def create_relationship(self, type_: str, a: int, b: int, properties: dict[str, Any]) -> None:
        start, end = self.node(a), self.node(b)
        if start is not None and end is not None:
            self.attempt(self.transaction.create_relationship, type_, start, end, properties)

    @rule(pick=PICK, changes=PROPERTIES)
    def set_node(self, pick: int, changes: dict[str, Any]) -> None:
        node = self.node(pick)
        if node is not None:
            self.attempt(self.transaction.set_properties, node, changes)

    @rule(pick=PICK, key=KEYS, value=VALUES)
    def set_relationship(self, pick: int, key: str, value: Any) -> None:
        found = list(self.graph.relationships.values())
        if found:
            self.attempt(self.transaction.set_property, found[pick % len(found)], key, value)

    @rule(pick=PICK, label=LABELS, add=st.booleans())
    def change_label(self, pick: int, label: str, add: bool) -> None:
        node = self.node(pick)
        if node is not None:
            change = self.transaction.add_label if add else self.transaction.remove_label
            self.attempt(change, node, label)

    @rule(pick=PICK)
    def delete_node(self, pick: int) -> None:
        node = self.node(pick)
        if node is not None:
            assert self.transaction.delete_node(node)
            assert not self.transaction.delete_node(node)

    @rule(pick=PICK)
    def delete_relationship(self, pick: int) -> None:
        found = list(self.graph.relationships.values())
        if found:
            assert self.transaction.delete_relationship(found[pick % len(found)])

    @rule()
    def statement(self) -> None:
        """A statement that fails in the middle of a transaction."""
        before = state(self.graph)
        mark = self.transaction.savepoint()
        node = self.transaction.create_node(["C"], {"p": 1})
        self.transaction.create_relationship("S", node, node, {})
        for other in list(self.graph.nodes.values())[:2]:
            self.transaction.delete_node(other)
        for relationship in list(self.graph.relationships.values()):
            self.transaction.delete_relationship(relationship)
        self.transaction.rollback_to(mark)
        assert state(self.graph) == before

    @rule()
    def rollback(self) -> None:
        self.transaction.rollback()
        assert state(self.graph) == self.before

    @rule()
    @precondition(lambda self: self.transaction.savepoint() > 3)
    def commit(self) -> None:
        try:
            self.transaction.commit()
        except EngineError:
            assert state(self.graph) == self.before
        self.before = state(self.graph)

    @invariant()
    def indexes_agree(self) -> None:
        check_indexes(self.graph)


TestRollback = Rollback.TestCase
TestRollback.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
