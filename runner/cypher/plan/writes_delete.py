"""DELETE, DETACH DELETE and NODETACH DELETE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.plan.operator import Operator
from runner.cypher.plan.writes_names import wrong_entity
from runner.cypher.store.records import MISSING, NodeRecord, PathRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.clauses import Delete as DeleteClause


class Delete(Operator):
    """Deletes entities, per row. Nodes that keep relationships are found out at commit."""

    __slots__ = ("expressions", "shown")
    name = "Delete"

    def __init__(self, source: Operator, expressions: Sequence[Eval], shown: str) -> None:
        super().__init__(source)
        self.expressions = expressions
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        expressions = self.expressions
        for row in self.sources[0].rows(state, argument):
            state.tick()
            for evaluate in expressions:
                self._delete(evaluate(row, state), state)
            yield row

    def details(self) -> str:
        return self.shown

    def _delete(self, value: Any, state: State) -> None:
        if value is None or value is MISSING:
            return
        if isinstance(value, NodeRecord):
            self._delete_node(value, state)
        elif isinstance(value, RelationshipRecord):
            _delete_relationship(value, state)
        elif isinstance(value, PathRecord):
            for relationship in value.relationships:
                _delete_relationship(relationship, state)
            for node in value.nodes:
                self._delete_node(node, state)
        else:
            raise wrong_entity("a Node, Relationship or Path", value)

    def _delete_node(self, node: NodeRecord, state: State) -> None:
        state.counters.nodes_deleted += state.transaction.delete_node(node)


class DetachDelete(Delete):
    """Deletes entities, and the relationships of nodes with them."""

    __slots__ = ()
    name = "DetachDelete"

    def _delete_node(self, node: NodeRecord, state: State) -> None:
        links = (*node.outgoing.values(), *node.incoming.values())
        for relationship in [r for by_id in links for r in by_id.values()]:
            _delete_relationship(relationship, state)
        super()._delete_node(node, state)


def _delete_relationship(relationship: RelationshipRecord, state: State) -> None:
    state.counters.relationships_deleted += state.transaction.delete_relationship(relationship)


def plan_delete(planner: Planner, clause: DeleteClause, source: Operator, scope: Scope) -> Operator:
    """Plan ``[DETACH | NODETACH] DELETE expressions``."""
    compiler = planner.compiler(scope)
    expressions = [compiler.compile(expression) for expression in clause.expressions]
    first, last = clause.expressions[0], clause.expressions[-1]
    operator = DetachDelete if clause.detach else Delete
    return operator(source, expressions, planner.text[first.start : last.end])
