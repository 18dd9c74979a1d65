"""CREATE and INSERT: what a pattern asks to be made, and the operator that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error, type_error, unsupported
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.rows import Eager, Projection
from runner.cypher.plan.writes_names import compile_names
from runner.cypher.store.records import MISSING, NodeRecord, PathRecord
from runner.cypher.syntax.base import children, walk
from runner.cypher.syntax.expressions import (
    AllReduce,
    ListComprehension,
    MapLiteral,
    PatternComprehension,
    PatternPredicate,
    Quantified,
    Reduce,
    Subquery,
    Variable,
)
from runner.cypher.syntax.patterns import NodePattern, RelationshipPattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from runner.cypher.eval.runtime import Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.plan.writes_names import Names
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Create as CreateClause
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import PathPattern
    from runner.errors import EngineError

_QUERIES = (PatternComprehension, PatternPredicate, Subquery)
_PER_ELEMENT = (AllReduce, ListComprehension, Quantified, Reduce)

Properties: TypeAlias = "Callable[[Row, State], dict[str, Any]]"


class NodeCommand:
    """A node to create. `variable` is its name in messages, empty where it has none."""

    __slots__ = ("labels", "properties", "slot", "variable")

    def __init__(self, slot: int, variable: str, labels: Names, properties: Properties) -> None:
        self.slot = slot
        self.variable = variable
        self.labels = labels
        self.properties = properties


class RelationshipCommand:
    """A relationship to create between the nodes in two slots; names are for messages."""

    __slots__ = ("end", "end_name", "name", "properties", "slot", "start", "start_name", "types")

    def __init__(
        self,
        slot: int,
        name: str,
        types: Names,
        start: tuple[int, str],
        end: tuple[int, str],
        properties: Properties,
    ) -> None:
        self.slot = slot
        self.name = name
        self.types = types
        self.start, self.start_name = start
        self.end, self.end_name = end
        self.properties = properties


class PathCommand:
    """A path variable to bind: the slots of its nodes and of its relationships."""

    __slots__ = ("nodes", "relationships", "slot")

    def __init__(self, slot: int, nodes: Sequence[int], relationships: Sequence[int]) -> None:
        self.slot = slot
        self.nodes = nodes
        self.relationships = relationships


class Creation:
    """All that a CREATE or MERGE pattern makes, in order: nodes, relationships, paths."""

    __slots__ = ("nodes", "paths", "relationships", "verb")

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.nodes: list[NodeCommand] = []
        self.relationships: list[RelationshipCommand] = []
        self.paths: list[PathCommand] = []

    def run(
        self,
        row: Row,
        state: State,
        check: Callable[[NodeCommand | RelationshipCommand, Any, dict[str, Any]], None]
        | None = None,
    ) -> None:
        """Make it all and write it into `row`; `check` sees names and properties first."""
        transaction, counters = state.transaction, state.counters
        for node in self.nodes:
            labels = node.labels(row, state)
            properties = node.properties(row, state)
            if check is not None:
                check(node, labels, properties)
            created = transaction.create_node(labels, properties)
            row[node.slot] = created
            counters.nodes_created += 1
            counters.labels_added += len(created.labels)
            counters.properties_set += len(created.properties)
        for relationship in self.relationships:
            type_ = self._type(relationship.types(row, state))
            properties = relationship.properties(row, state)
            if check is not None:
                check(relationship, type_, properties)
            start = _end(row[relationship.start], relationship.start_name, relationship.name)
            end = _end(row[relationship.end], relationship.end_name, relationship.name)
            made = transaction.create_relationship(type_, start, end, properties)
            row[relationship.slot] = made
            counters.relationships_created += 1
            counters.properties_set += len(made.properties)
        for path in self.paths:
            row[path.slot] = PathRecord(
                [row[slot] for slot in path.nodes], [row[slot] for slot in path.relationships]
            )

    def _type(self, names: Sequence[str]) -> str:
        if len(names) != 1:
            message = f"Exactly one relationship type must be specified for {self.verb}."
            raise client_error("Statement.SyntaxError", "42001", message, ("42I14", message))
        return names[0]


class Create(Operator):
    """Makes a pattern once per row."""

    __slots__ = ("creation", "shown")
    name = "Create"

    def __init__(self, source: Operator, creation: Creation, shown: str) -> None:
        super().__init__(source)
        self.creation = creation
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        run = self.creation.run
        tick = state.tick
        for row in self.sources[0].rows(state, argument):
            tick()
            run(row, state)
            yield row

    def details(self) -> str:
        return self.shown


def plan_create(planner: Planner, clause: CreateClause, source: Operator, scope: Scope) -> Operator:
    """Plan ``CREATE pattern``; the pattern's new variables are declared in `scope`."""
    bound = set(scope.slots)
    for part in clause.pattern:
        declare_pattern(part, scope)
    source, known = _queried_first(planner, clause, source, scope, bound)
    creation = plan_creation(planner, clause.pattern, scope, bound, "CREATE", known)
    first, last = clause.pattern[0], clause.pattern[-1]
    return Create(source, creation, planner.text[first.start : last.end])


def holds_query(value: Expression) -> bool:
    """Whether a value holds a query outside of what is evaluated for each element of a list."""
    stack: list[Syntax] = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, _QUERIES):
            return True
        if not isinstance(part, _PER_ELEMENT):
            stack.extend(children(part))
    return False


def _queried_first(
    planner: Planner,
    clause: CreateClause,
    source: Operator,
    scope: Scope,
    bound: Collection[str],
) -> tuple[Operator, dict[Syntax, int]]:
    """The values that hold queries, computed for all rows before anything is made.

    Gives the operator that does it and the slots of the values.
    """
    maps = (
        element.properties
        for part in clause.pattern
        for element in part.elements
        if isinstance(element, (NodePattern, RelationshipPattern))
    )
    new = set(scope.slots).difference(bound)
    known: dict[Syntax, int] = {}
    computed = []
    for properties in maps:
        if not isinstance(properties, MapLiteral):
            continue
        for _, value in properties.entries:
            parts = list(walk(value))
            if any(isinstance(part, _QUERIES) for part in parts) and not any(
                isinstance(part, Variable) and part.name in new for part in parts
            ):
                known[value] = scope.frame.allocate()
                computed.append((known[value], planner.compiler(scope).compile(value)))
    if not computed:
        return source, known
    shown = ", ".join(planner.text[value.start : value.end] for value in known)
    return Eager(Projection(source, tuple(computed), shown)), known


def declare_pattern(pattern: PathPattern, scope: Scope) -> None:
    """Declare the variables of a pattern that `scope` does not have yet."""
    for element in pattern.elements:
        variable = getattr(element, "variable", None)
        if variable is not None and variable.name not in scope:
            scope.declare(variable.name)
    if pattern.variable is not None and pattern.variable.name not in scope:
        scope.declare(pattern.variable.name)


def plan_creation(
    planner: Planner,
    patterns: Sequence[PathPattern],
    scope: Scope,
    bound: Collection[str],
    verb: str,
    known: dict[Syntax, int] | None = None,
) -> Creation:
    """What the patterns make. `bound` are the variables that exist already; `scope` has all.

    `known` are the slots of values that are computed before.
    """
    builder = _Builder(planner, scope, bound, verb, known)
    for pattern in patterns:
        builder.add_path(pattern)
    return builder.creation


class _Builder:
    """Collects the commands of one clause."""

    def __init__(
        self,
        planner: Planner,
        scope: Scope,
        bound: Collection[str],
        verb: str,
        known: dict[Syntax, int] | None,
    ) -> None:
        self.planner = planner
        self.known = known
        self.scope = scope
        self.done = set(bound)
        self.creation = Creation(verb)
        self.anonymous = 0

    def add_path(self, pattern: PathPattern) -> None:
        nodes: list[tuple[int, str]] = []
        steps: list[tuple[RelationshipPattern, int, str]] = []
        for element in pattern.elements:
            if isinstance(element, NodePattern):
                nodes.append(self._node(element))
            elif isinstance(element, RelationshipPattern) and element.quantifier is None:
                steps.append((element, *self._place(element)))
            else:
                raise unsupported(
                    self.planner.text, element.start, f"this pattern in {self.creation.verb}"
                )
        for (element, slot, name), left, right in zip(steps, nodes, nodes[1:], strict=False):
            self._relationship(element, slot, name, left, right)
        if pattern.variable is not None:
            slot = self.scope[pattern.variable.name]
            path = PathCommand(slot, [at for at, _ in nodes], [at for _, at, _ in steps])
            self.creation.paths.append(path)

    def _place(self, element: NodePattern | RelationshipPattern) -> tuple[int, str]:
        """The slot of an element and its name in messages."""
        if element.variable is not None:
            return self.scope[element.variable.name], element.variable.name
        self.anonymous += 1
        return self.scope.frame.allocate(), f"  UNNAMED{self.anonymous - 1}"

    def _node(self, element: NodePattern) -> tuple[int, str]:
        slot, name = self._place(element)
        if name in self.done:
            return slot, name
        self.done.add(name)
        written = () if element.labels is None else (element.labels,)
        labels = compile_names(self.planner, written, self.scope, "node label")
        variable = "" if element.variable is None else name
        properties = self._properties(element.properties, "node")
        self.creation.nodes.append(NodeCommand(slot, variable, labels, properties))
        return slot, name

    def _relationship(
        self,
        element: RelationshipPattern,
        slot: int,
        name: str,
        left: tuple[int, str],
        right: tuple[int, str],
    ) -> None:
        written = () if element.types is None else (element.types,)
        types = compile_names(self.planner, written, self.scope, "relationship type")
        start, end = (right, left) if element.direction == "<-" else (left, right)
        properties = self._properties(element.properties, "relationship")
        self.creation.relationships.append(
            RelationshipCommand(slot, name, types, start, end, properties)
        )

    def _properties(self, written: Expression | None, what: str) -> Properties:
        if written is None:
            return _no_properties
        compiler = self.planner.compiler(self.scope, self.known)
        if isinstance(written, MapLiteral):
            entries = [(key, compiler.compile(value)) for key, value in written.entries]
            return lambda row, state: {key: value(row, state) for key, value in entries}
        evaluate = compiler.compile(written)

        def properties(row: Row, state: State) -> dict[str, Any]:
            value = evaluate(row, state)
            if not isinstance(value, dict):
                raise type_error(f"Parameter provided for {what} creation is not a Map")
            return value

        return properties


def _no_properties(_row: Row, _state: State) -> dict[str, Any]:
    return {}


def _end(value: Any, variable: str, relationship: str) -> NodeRecord:
    if value is None or value is MISSING:
        raise _missing_node(variable, relationship)
    if isinstance(value, NodeRecord):
        return value
    raise type_error(f"Expected to find a node at '{variable}' but found {describe(value)} instead")


def _missing_node(variable: str, relationship: str) -> EngineError:
    message = (
        f"Failed to create relationship `{relationship}`, node `{variable}` is missing. If you "
        "prefer to simply ignore rows where a relationship node is missing, set "
        "'dbms.cypher.lenient_create_relationship = true' in neo4j.conf"
    )
    return client_error("Statement.ArgumentError", "22G03", message, ("22N01", message))
