"""Plans SEARCH: the nearest entries of a vector index first, then the pattern on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.combine import Apply, Optional
from runner.cypher.plan.operators.rows import Filter, row_count
from runner.cypher.store.committed import VectorIndex
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import PropertyAccess, Variable
from runner.cypher.syntax.patterns import NodePattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.store.committed import VectorEntry
    from runner.cypher.syntax import clauses as syntax


class VectorSearch(Operator):
    """A leaf that binds an entity and its score to each of the entries nearest to a vector.

    `keep` is the filter, judged with a stand-in for the entity in its slot that has the
    properties as of the last commit.
    """

    __slots__ = ("index", "keep", "limit", "score", "shown", "slot", "vector")

    def __init__(
        self,
        index: VectorIndex,
        slot: int,
        score: int | None,
        vector: Eval,
        limit: Eval,
        keep: Callable[[Row, State], bool] | None,
        shown: str,
    ) -> None:
        super().__init__()
        self.index = index
        self.slot = slot
        self.score = score
        self.vector = vector
        self.limit = limit
        self.keep = keep
        self.shown = shown

    @property
    def name(self) -> str:  # type: ignore[override]
        """Neo4j's name, by what is searched."""
        node = self.index.entity == "NODE"
        return "NodeVectorIndexSearch" if node else "DirectedRelationshipVectorIndexSearch"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        from runner.cypher.procedures.vector import coordinates_of

        count = row_count(self.limit(argument, state), "LIMIT")
        value = self.vector(argument, state)
        if value is None or not count:
            return
        query = coordinates_of(self.index, value)
        keep = None if self.keep is None else self._entry_test(state, argument)
        for entity, score in self.index.nearest(query, count, keep, state.tick):
            row = argument.copy()
            row[self.slot] = entity
            if self.score is not None:
                row[self.score] = score
            yield row

    def _entry_test(self, state: State, argument: Row) -> Callable[[VectorEntry], bool]:
        test, row, slot = self.keep, argument.copy(), self.slot
        assert test is not None

        def keep(entry: VectorEntry) -> bool:
            row[slot] = _stand_in(entry)
            return test(row, state)

        return keep

    def details(self) -> str:
        return self.shown


def _stand_in(entry: VectorEntry) -> Any:
    entity = entry.entity
    if isinstance(entity, NodeRecord):
        made: NodeRecord | RelationshipRecord = NodeRecord(entity.id)
    else:
        made = RelationshipRecord(entity.id, entity.type, entity.start, entity.end)
    made.properties = entry.properties
    return made


def plan_search(
    planner: Planner, clause: syntax.Search, source: Operator, scope: Scope
) -> Operator:
    """``MATCH … SEARCH``. Raises `EngineError` for an index that does not fit."""
    match, name = clause.match, clause.variable.name
    index = _index(planner, clause)
    before = dict(scope.slots)
    compiler = planner.compiler(scope)
    vector = compiler.compile(clause.vector)
    limit = compiler.compile(clause.limit)
    slot = scope.declare(name)
    score = None if clause.score is None else scope.declare(clause.score.name)
    keep = None
    if clause.filter is not None:
        keep = planner.compiler(scope).predicate(clause.filter)
    shown = planner.text[clause.start : clause.end]
    found: Operator = VectorSearch(index, slot, score, vector, limit, keep, shown)
    if name in before:
        # The entity is known already: it is only asked whether it is among the nearest.
        known, new = before[name], slot
        scope.slots[name] = known
        found = Filter(found, (lambda row, _state: row[new] is row[known],), name)
    found = planner.match(match.pattern, match.predicate, scope, found, mode=match.mode)
    if match.optional:
        names = [new for new in scope.slots if new not in before]
        found = Optional(found, tuple(scope[new] for new in names), ", ".join(names))
    return found if isinstance(source, Argument) else Apply(source, found)


def _index(planner: Planner, clause: syntax.Search) -> VectorIndex:
    """The index that is searched."""
    name = clause.index
    assert isinstance(name, str)
    index = planner.graph.schema.indexes.get(name)
    if index is None:
        raise client_error(
            "Schema.IndexNotFound", "22N69", f"22N69: The index '{name}' does not exist."
        )
    if not isinstance(index, VectorIndex):
        message = (
            f"22NCG: Expected the index `{name}` to be a vector index but was a "
            f"{index.kind.lower()} index."
        )
        raise client_error("Statement.ArgumentError", "22NCG", message)
    kind = "NODE" if _is_node(clause) else "RELATIONSHIP"
    if index.entity != kind:
        text = (
            f"Expected the value `{clause.variable.name}` to be of type {index.entity}, but was of "
            f"type {kind}."
        )
        raise client_error("Statement.TypeError", "22G03", f"22N01: {text}", ("22N01", text))
    _check_properties(clause, index)
    return index


def _is_node(clause: syntax.Search) -> bool:
    name = clause.variable.name
    return any(
        isinstance(part, NodePattern) and part.variable is not None and part.variable.name == name
        for pattern in clause.match.pattern
        for part in pattern.elements
    )


def _check_properties(clause: syntax.Search, index: VectorIndex) -> None:
    for part in () if clause.filter is None else walk(clause.filter):
        if (
            isinstance(part, PropertyAccess)
            and isinstance(part.subject, Variable)
            and part.subject.name == clause.variable.name
            and part.key not in index.extra_properties
        ):
            message = (
                f"22ND3: The property `{part.key}` is not an additional property for vector search "
                f"with filters on the vector index `{index.name}`."
            )
            raise client_error("Statement.PropertyNotFound", "22ND3", message)
