"""What commits tell a journal makes the same graph again; changes set aside come back as they were.

Both hold for random writes: after every commit a second graph, to which only the journal's
records were done, is the same in everything, the order of relationship types at nodes included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.stateful import initialize, invariant, rule

from runner.cypher.store.graph import Graph
from runner.cypher.store.redo import changes_schema, creation, operations, replay
from runner.cypher.store.schema_records import dump_schema, load_schema
from runner.durable.codec import decode, encode
from tests.cypher.store.test_rollback_machine import Rollback, check_indexes, state


def through_text(done: list[list[Any]]) -> list[list[Any]]:
    """Operations as they are after they were kept."""
    found: list[list[Any]] = decode(encode({"operations": done}))["operations"]
    return found


class Redo(Rollback):
    """The machine of rollbacks, with a journal and a graph that follows it."""

    @initialize()
    def start(self) -> None:
        super().start()
        self.copy = Graph()
        load_schema(self.copy, dump_schema(self.graph.schema))
        self.graph.journal = self.journal

    def journal(self, graph: Graph, log: Sequence[tuple[Any, Any, Any]]) -> None:
        assert not changes_schema(log)
        replay(self.copy, through_text(operations(log)))

    @rule()
    def read_what_is_committed(self) -> None:
        """Another session reads while this transaction is open, which then goes on."""
        now = state(self.graph)
        self.transaction.set_aside()
        assert state(self.graph) == self.before
        check_indexes(self.graph)
        self.transaction.take_up()
        assert state(self.graph) == now
        check_indexes(self.graph)

    @rule()
    def rollback_of_what_is_aside(self) -> None:
        self.transaction.set_aside()
        self.transaction.rollback()
        assert state(self.graph) == self.before

    @invariant()
    def the_copy_is_the_same(self) -> None:
        if self.transaction.savepoint() == 0:
            assert state(self.copy) == state(self.graph)
            check_indexes(self.copy)

    @invariant()
    def a_graph_can_be_made_anew(self) -> None:
        if self.transaction.savepoint() > 0:
            return
        made = Graph()
        replay(made, through_text(list(creation(self.graph))))
        load_schema(made, dump_schema(self.graph.schema))
        assert state(made) == state(self.graph)


TestRedo = Redo.TestCase
TestRedo.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
