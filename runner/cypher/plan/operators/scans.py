"""Leaves that find nodes: scans and seeks.

A leaf gives a copy of its argument per entity found. In a statement that changes data it goes
over a copy of what it found (`held`), since the index may change under it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.labels import check_name, label_names
from runner.cypher.ordering import group_key
from runner.cypher.plan.operator import Operator
from runner.cypher.store.values import storable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.store.graph import Graph
    from runner.cypher.store.indexes import RangeIndex


class Scan(Operator):
    """A leaf that binds `slot` to each entity that `found` gives."""

    __slots__ = ("held", "shown", "slot")

    def __init__(self, slot: int, shown: str, *, held: bool) -> None:
        super().__init__()
        self.slot = slot
        self.shown = shown
        self.held = held

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        """The entities, each once."""
        raise NotImplementedError

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        slot, tick = self.slot, state.tick
        found = self.found(state, argument)
        for entity in list(found) if self.held else found:
            tick()
            row = argument.copy()
            row[slot] = entity
            yield row

    def details(self) -> str:
        return self.shown


class AllNodesScan(Scan):
    """Every node."""

    __slots__ = ()
    name = "AllNodesScan"

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        return state.transaction.graph.nodes.values()


class NodeByLabelScan(Scan):
    """The nodes with a label."""

    __slots__ = ("label",)
    name = "NodeByLabelScan"

    def __init__(self, slot: int, label: str, shown: str, *, held: bool) -> None:
        super().__init__(slot, shown, held=held)
        self.label = label

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        return state.transaction.graph.nodes_with_label(self.label).values()


class UnionNodeByLabelsScan(Scan):
    """The nodes with any of some labels, in order of id."""

    __slots__ = ("labels",)
    name = "UnionNodeByLabelsScan"

    def __init__(self, slot: int, labels: tuple[str, ...], shown: str, *, held: bool) -> None:
        super().__init__(slot, shown, held=held)
        self.labels = labels

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        graph = state.transaction.graph
        union: dict[int, Any] = {}
        for label in self.labels:
            union.update(graph.nodes_with_label(label))
        return [union[identity] for identity in sorted(union)]


class DynamicLabelNodeLookup(Scan):
    """The nodes with all, or with any, of some labels that are computed; in order of id.

    Since Neo4j looks for an index then, what properties are compared with (`sought`: the key and
    the value) has to be storable.
    """

    __slots__ = ("any_of", "names", "sought")
    name = "DynamicLabelNodeLookup"

    def __init__(
        self,
        slot: int,
        names: Eval,
        sought: Sequence[tuple[str, Eval]],
        shown: str,
        *,
        any_of: bool,
        held: bool,
    ) -> None:
        super().__init__(slot, shown, held=held)
        self.names = names
        self.sought = sought
        self.any_of = any_of

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        graph = state.transaction.graph
        for key, value in self.sought:
            if key in graph.property_keys:
                storable(value(argument, state))
        wanted = label_names(self.names(argument, state))
        for name in wanted:
            check_name(name)
        if not wanted:
            return () if self.any_of else graph.nodes.values()
        if len(wanted) == 1:
            return graph.nodes_with_label(wanted[0]).values()
        by_label = [graph.nodes_with_label(label) for label in wanted]
        if self.any_of:
            union: dict[int, Any] = {}
            for nodes in by_label:
                union.update(nodes)
            return [union[identity] for identity in sorted(union)]
        fewest, *others = sorted(by_label, key=len)
        return [n for n in fewest.values() if all(n.id in other for other in others)]


class NodeByIdSeek(Scan):
    """The nodes whose ``id()`` is a value, or among the values of a list."""

    __slots__ = ("many", "value")
    name = "NodeByIdSeek"

    def __init__(self, slot: int, value: Eval, shown: str, *, many: bool, held: bool) -> None:
        super().__init__(slot, shown, held=held)
        self.value = value
        self.many = many

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        graph = state.transaction.graph
        for key in distinct_values(self.value(argument, state), many=self.many):
            entity = self.entity(graph, key)
            if entity is not None:
                yield entity

    def entity(self, graph: Graph, key: Any) -> Any:
        """The entity that `key` names, or None."""
        if isinstance(key, float) and key.is_integer():
            key = int(key)
        return graph.nodes.get(key) if type(key) is int else None


class NodeByElementIdSeek(NodeByIdSeek):
    """The nodes whose ``elementId()`` is a value, or among the values of a list."""

    __slots__ = ()
    name = "NodeByElementIdSeek"

    def entity(self, graph: Graph, key: Any) -> Any:
        entities: Mapping[int, Any] = graph.nodes
        return by_element_id(graph, entities, key)


def by_element_id(graph: Graph, entities: Mapping[int, Any], key: Any) -> Any:
    """The one of `entities` that has the element id `key`, or None."""
    if not isinstance(key, str):
        return None
    number = key.rpartition(":")[2]
    if not (number.isascii() and number.isdigit()):
        return None
    entity = entities.get(int(number))
    return entity if entity is not None and graph.element_id(entity) == key else None


def distinct_values(value: Any, *, many: bool) -> Iterable[Any]:
    """`value` alone, or where `many`, the different elements of the list that it is."""
    if not many:
        return (value,)
    if value is None:
        return ()
    if not isinstance(value, (list, tuple, range)):
        value = [value]
    return {group_key(element): element for element in value}.values()


class NodeIndexSeek(Scan):
    """The nodes that an index finds under given values.

    `values` are in the order of the index's properties; `many` is whether the one value is a
    list, any of whose elements will do. A plan never outlives its index: it is cached by the
    schema's version.
    """

    __slots__ = ("index", "many", "values")
    name = "NodeIndexSeek"

    def __init__(
        self,
        slot: int,
        index: RangeIndex,
        values: tuple[Eval, ...],
        shown: str,
        *,
        many: bool,
        held: bool,
    ) -> None:
        super().__init__(slot, shown, held=held)
        self.index = index
        self.values = values
        self.many = many

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        if self.many:
            yield from super().rows(state, argument)
            return
        state.tick()
        slot = self.slot
        # The list is this operator's own, so that there is no need to hold it.
        for entity in self.index.seek([value(argument, state) for value in self.values]):
            row = argument.copy()
            row[slot] = entity
            yield row

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        index = self.index
        values = [value(argument, state) for value in self.values]
        elements = distinct_values(values[0], many=True)
        return [entity for element in elements for entity in index.seek([element])]


class NodeUniqueIndexSeek(NodeIndexSeek):
    """A `NodeIndexSeek` through the index of a constraint: one node at most per value."""

    __slots__ = ()
    name = "NodeUniqueIndexSeek"


class NodeIndexSeekByRange(Scan):
    """The nodes whose value in an index of one property is within bounds, or has a prefix."""

    __slots__ = ("index", "lower", "prefix", "upper")
    name = "NodeIndexSeekByRange"

    def __init__(
        self,
        slot: int,
        index: RangeIndex,
        bounds: tuple[tuple[Eval, bool] | None, tuple[Eval, bool] | None],
        prefix: Eval | None,
        shown: str,
        *,
        held: bool,
    ) -> None:
        super().__init__(slot, shown, held=held)
        self.index = index
        self.lower, self.upper = bounds
        """Each a value and whether it is within, or None for no bound."""
        self.prefix = prefix

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        index = self.index
        if self.prefix is not None:
            text = self.prefix(argument, state)
            return index.prefix(text) if isinstance(text, str) else ()
        lower = upper = None
        lower_in = upper_in = True
        if self.lower is not None:
            lower, lower_in = self.lower[0](argument, state), self.lower[1]
        if self.upper is not None:
            upper, upper_in = self.upper[0](argument, state), self.upper[1]
        if (self.lower and lower is None) or (self.upper and upper is None):
            return ()
        if isinstance(lower, list) or isinstance(upper, list):
            # A list that holds NaN is in no index, and may yet be within.
            return state.transaction.graph.nodes_with_label(index.labels[0]).values()
        return index.range(lower, lower_in, upper, upper_in)


class NodeUniqueIndexSeekByRange(NodeIndexSeekByRange):
    """A `NodeIndexSeekByRange` through the index of a constraint."""

    __slots__ = ()
    name = "NodeUniqueIndexSeekByRange"
