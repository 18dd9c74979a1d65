"""SET and REMOVE, and what each of their items counts (facts 2).

Property items on one variable that stand together in one SET are one step: the values are all
computed before anything is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error, type_error
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.writes_names import check_key, compile_names, not_a_node
from runner.cypher.store.records import MISSING, NodeRecord, RelationshipRecord
from runner.cypher.store.violations import entity_not_loaded
from runner.cypher.syntax import clauses as syntax
from runner.cypher.syntax.expressions import Literal, PropertyAccess, Subscript, Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.plan.writes_names import Names
    from runner.cypher.store.graph import Graph
    from runner.cypher.syntax.expressions import Expression

Key: TypeAlias = "Callable[[Row, State], str]"
Entity: TypeAlias = NodeRecord | RelationshipRecord


class Writer(Operator):
    """Does one thing per row and gives the row on."""

    __slots__ = ("shown",)

    def __init__(self, source: Operator, shown: str) -> None:
        super().__init__(source)
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        write = self.write
        tick = state.tick
        for row in self.sources[0].rows(state, argument):
            tick()
            write(row, state)
            yield row

    def write(self, row: Row, state: State) -> None:
        """Do it."""
        raise NotImplementedError

    def details(self) -> str:
        return self.shown


class SetProperty(Writer):
    """Sets one property; null removes it and counts only if it was there."""

    __slots__ = ("key", "target", "value")
    name = "SetProperty"

    def __init__(self, source: Operator, shown: str, target: Eval, key: Key, value: Eval) -> None:
        super().__init__(source, shown)
        self.target = target
        self.key = key
        self.value = value

    def write(self, row: Row, state: State) -> None:
        entity = self.target(row, state)
        if entity is None:
            return
        key = self.key(row, state)
        value = self.value(row, state)
        if value is not None or key in entity.properties:
            state.counters.properties_set += 1
            state.transaction.set_property(entity, key, value)


class SetProperties(Writer):
    """Sets several properties of one entity in one step, each distinct key counted once.

    Null counts where the key is known anywhere in the database.
    """

    __slots__ = ("items", "target")
    name = "SetProperties"

    def __init__(
        self, source: Operator, shown: str, target: Eval, items: Sequence[tuple[Key, Eval]]
    ) -> None:
        super().__init__(source, shown)
        self.target = target
        self.items = items

    def write(self, row: Row, state: State) -> None:
        entity = self.target(row, state)
        if entity is None:
            return
        changes = {key(row, state): value(row, state) for key, value in self.items}
        state.counters.properties_set += _known_count(changes, state.transaction.graph)
        state.transaction.set_properties(entity, changes)


class SetPropertiesFromMap(Writer):
    """``SET n = map`` and ``SET n += map``."""

    __slots__ = ("additive", "entities_are_maps", "source_text", "target", "value")
    name = "SetPropertiesFromMap"

    def __init__(
        self,
        source: Operator,
        shown: str,
        target: Eval,
        value: Eval,
        *,
        additive: bool,
        entities_are_maps: bool,
        source_text: str,
    ) -> None:
        super().__init__(source, shown)
        self.target = target
        self.value = value
        self.additive = additive
        self.entities_are_maps = entities_are_maps
        self.source_text = source_text

    def write(self, row: Row, state: State) -> None:
        entity = self.target(row, state)
        if entity is None:
            return
        value = self.value(row, state)
        if isinstance(value, Entity) and self.entities_are_maps:
            value = value.properties
        if not isinstance(value, dict):
            raise type_error(
                f"Expected {self.source_text} to be a map, but it was :`{describe(value)}`"
            )
        changes: dict[str, Any] = dict(value)
        for key in changes:
            check_key(key)
        count = _known_count(changes, state.transaction.graph)
        if not self.additive:
            removed = [key for key in entity.properties if key not in changes]
            changes.update(dict.fromkeys(removed))
            count += len(removed)
        state.counters.properties_set += count
        state.transaction.set_properties(entity, changes)


class SetLabels(Writer):
    """Adds labels; only those that the node lacks count."""

    __slots__ = ("labels", "target")
    name = "SetLabels"

    def __init__(self, source: Operator, shown: str, target: Eval, labels: Names) -> None:
        super().__init__(source, shown)
        self.target = target
        self.labels = labels

    def write(self, row: Row, state: State) -> None:
        node = _node(self.target(row, state), state)
        if node is not None:
            for label in self.labels(row, state):
                state.counters.labels_added += state.transaction.add_label(node, label)


class RemoveLabels(SetLabels):
    """Removes labels; only those that the node has count."""

    __slots__ = ()
    name = "RemoveLabels"

    def write(self, row: Row, state: State) -> None:
        node = _node(self.target(row, state), state)
        if node is not None:
            for label in self.labels(row, state):
                state.counters.labels_removed += state.transaction.remove_label(node, label)


def plan_set(planner: Planner, clause: syntax.Set, source: Operator, scope: Scope) -> Operator:
    """Plan ``SET items``: one operator per step, left to right."""
    operator = source
    for step in set_steps(clause.items):
        first = step[0]
        shown = planner.text[first.start : step[-1].end]
        if isinstance(first, syntax.SetProperty):
            pairs = [item for item in step if isinstance(item, syntax.SetProperty)]
            operator = _plan_properties(planner, pairs, operator, scope, shown)
        elif isinstance(first, syntax.SetProperties):
            operator = _plan_map(planner, first, operator, scope, shown)
        else:
            operator = SetLabels(operator, shown, *_label_parts(planner, first, scope))
    return operator


def plan_remove(
    planner: Planner, clause: syntax.Remove, source: Operator, scope: Scope
) -> Operator:
    """Plan ``REMOVE items``: one operator per item."""
    operator = source
    for item in clause.items:
        shown = planner.text[item.start : item.end]
        if isinstance(item, syntax.SetLabels):
            operator = RemoveLabels(operator, shown, *_label_parts(planner, item, scope))
        else:
            target, key = _target_parts(planner, item, scope)
            operator = SetProperty(operator, shown, target, key, _null)
    return operator


_SetItem: TypeAlias = syntax.SetProperty | syntax.SetProperties | syntax.SetLabels


def set_steps(items: Sequence[_SetItem]) -> list[list[_SetItem]]:
    """The items of a SET that are done together: property items on one variable in a row."""
    steps: list[list[_SetItem]] = []
    previous: str | None = None
    for item in items:
        variable = None
        if isinstance(item, syntax.SetProperty) and isinstance(item.target.subject, Variable):
            variable = item.target.subject.name
        if variable is not None and variable == previous:
            steps[-1].append(item)
        else:
            steps.append([item])
        previous = variable
    return steps


def _plan_properties(
    planner: Planner,
    items: Sequence[syntax.SetProperty],
    source: Operator,
    scope: Scope,
    shown: str,
) -> Operator:
    compiler = planner.compiler(scope)
    targets = [_target_parts(planner, item.target, scope) for item in items]
    values = [compiler.compile(item.value) for item in items]
    target, key = targets[0]
    if len(items) == 1:
        return SetProperty(source, shown, target, key, values[0])
    pairs = [(key, value) for (_, key), value in zip(targets, values, strict=True)]
    return SetProperties(source, shown, target, pairs)


def _plan_map(
    planner: Planner, item: syntax.SetProperties, source: Operator, scope: Scope, shown: str
) -> Operator:
    compiler = planner.compiler(scope)
    return SetPropertiesFromMap(
        source,
        shown,
        _entity(planner, item.variable, scope),
        compiler.compile(item.value),
        additive=item.additive,
        entities_are_maps=planner.language == "5",
        source_text=_message_text(planner, item.value),
    )


def _message_text(planner: Planner, value: Expression) -> str:
    """How the message about a value that is no map names the expression."""
    if isinstance(value, Literal) and value.value is None:
        return "Null()"
    return planner.text[value.start : value.end]


def _target_parts(
    planner: Planner, target: PropertyAccess | Subscript, scope: Scope
) -> tuple[Eval, Key]:
    compiler = planner.compiler(scope)
    subject = _entity(planner, target.subject, scope)
    if isinstance(target, PropertyAccess):
        name = target.key
        return subject, lambda _row, _state: name
    index = compiler.compile(target.index)
    return subject, lambda row, state: check_key(index(row, state))


def _label_parts(planner: Planner, item: syntax.SetLabels, scope: Scope) -> tuple[Eval, Names]:
    target = planner.compiler(scope).compile(item.variable)
    return target, compile_names(planner, item.labels, scope, "node label")


def _null(_row: Row, _state: State) -> None:
    return None


def _known_count(changes: dict[str, Any], graph: Graph) -> int:
    known = graph.property_keys
    return sum(value is not None or key in known for key, value in changes.items())


def _entity(planner: Planner, expression: Expression, scope: Scope) -> Eval:
    """Compile what must give a node or a relationship; what was deleted is none, as null is."""
    subject = planner.compiler(scope).compile(expression)
    shown = planner.text[expression.start : expression.end]

    def entity(row: Row, state: State) -> Entity | None:
        value = subject(row, state)
        if value is None or value is MISSING:
            return None
        if isinstance(value, Entity):
            return value
        found = describe(value)
        raise client_error(
            "Statement.ArgumentError",
            "22G03",
            f"The expression {shown} should have been a node or a relationship, but got {found}",
            ("22N27", f"Invalid input '{found}' for {shown}. Expected to be NODE or RELATIONSHIP."),
        )

    return entity


def _node(value: Any, state: State) -> NodeRecord | None:
    if value is MISSING:
        raise entity_not_loaded("NODE", state.transaction.graph.element_id(value))
    if value is None or isinstance(value, NodeRecord):
        return value
    raise not_a_node(value)
