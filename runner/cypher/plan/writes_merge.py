"""MERGE: match the whole pattern, or make the whole pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.writes_create import (
    Creation,
    NodeCommand,
    RelationshipCommand,
    plan_creation,
)
from runner.cypher.plan.writes_set import plan_set
from runner.cypher.store.violations import merge_conflict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.clauses import Merge as MergeClause
    from runner.cypher.syntax.clauses import Set


class Merge(Operator):
    """Per row: every match of the pattern, or the pattern newly made.

    Matches are all found before ON MATCH changes anything. The sources are the rows, the match
    and what is done to a match and to a new pattern; the last three start from an `Argument`.
    """

    __slots__ = ("creation", "shown")
    name = "Merge"

    def __init__(
        self,
        source: Operator,
        match: Operator,
        on_match: Operator,
        on_create: Operator,
        creation: Creation,
        shown: str,
    ) -> None:
        super().__init__(source, match, on_match, on_create)
        self.creation = creation
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        source, match, on_match, on_create = self.sources
        for row in source.rows(state, argument):
            state.tick()
            found = list(match.rows(state, row))
            if found:
                for matched in found:
                    yield from on_match.rows(state, matched)
                continue
            self._create(row, state)
            yield from on_create.rows(state, row)

    def _create(self, row: Row, state: State) -> None:
        if len(self.creation.nodes) == 1 and not self.creation.relationships:
            _check_unique_nodes(self.creation.nodes[0], row, state)
        self.creation.run(row, state, _check_properties)

    def details(self) -> str:
        return self.shown


def plan_merge(planner: Planner, clause: MergeClause, source: Operator, scope: Scope) -> Operator:
    """Plan ``MERGE pattern …``; the pattern's new variables are declared in `scope`."""
    bound = set(scope.slots)
    match = planner.match((clause.pattern,), None, scope, Argument())
    creation = plan_creation(planner, (clause.pattern,), scope, bound, "MERGE")
    return Merge(
        source,
        match,
        _plan_sets(planner, clause.on_match, scope),
        _plan_sets(planner, clause.on_create, scope),
        creation,
        planner.text[clause.pattern.start : clause.pattern.end],
    )


def _plan_sets(planner: Planner, clauses: Sequence[Set], scope: Scope) -> Operator:
    operator: Operator = Argument()
    for clause in clauses:
        operator = plan_set(planner, clause, operator, scope)
    return operator


def _check_properties(
    command: NodeCommand | RelationshipCommand, names: Any, properties: dict[str, Any]
) -> None:
    """Refuse to make what could never be matched: null and NaN properties (facts 1.2)."""
    for key, value in properties.items():
        if value is None:
            bad = "null"
        elif isinstance(value, float) and value != value:
            bad = "NaN"
        else:
            continue
        if isinstance(command, NodeCommand):
            what = "node"
            shown = f"({':' if names else ''}{':'.join(names)} {{{key}: {bad}}})"
        else:
            what = "relationship"
            shown = f"({command.start_name})-[:{names} {{{key}: {bad}}}]->({command.end_name})"
        message = (
            f"Cannot merge the following {what} because of {bad} property value for "
            f"'{key}': {shown}"
        )
        cause = (
            f"The {what} property `{key}` in '{shown}' is invalid. 'MERGE' cannot be used with a "
            f"graph element property value that is {bad}."
        )
        raise client_error("Statement.SemanticError", "22G03", message, ("22N31", cause))


def _check_unique_nodes(command: NodeCommand, row: Row, state: State) -> None:
    """Raise if several unique indexes would find the node, and do not agree on which.

    With one such index, making the node raises the plain error of the constraint.
    """
    by_label = state.transaction.graph.schema.node_indexes
    if not by_label:
        return
    properties = command.properties(row, state)
    indexes = [
        index
        for label in command.labels(row, state)
        for index in by_label.get(label, ())
        if index.unique and all(properties.get(name) is not None for name in index.properties)
    ]
    if len(indexes) < 2:
        return
    found = [index.seek([properties[name] for name in index.properties]) for index in indexes]
    holders = {nodes[0].id if nodes else None for nodes in found}
    if len(holders) > 1:
        taken = next(index for index, nodes in zip(indexes, found, strict=True) if nodes)
        raise merge_conflict(command.variable, taken.owner)
