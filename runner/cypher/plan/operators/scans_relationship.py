"""Leaves that find relationships, and with them their nodes: scans and seeks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.plan.operators.scans import Scan, by_element_id, distinct_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.store.indexes import RangeIndex


class RelationshipScan(Scan):
    """A leaf that binds a relationship and its ends.

    `ends` are the slots of the pattern's left and right node; `both` ways round where the
    pattern has no direction, and then a loop counts once.
    """

    __slots__ = ("both", "ends")

    def __init__(
        self, slot: int, ends: tuple[int, int], shown: str, *, both: bool, held: bool
    ) -> None:
        super().__init__(slot, shown, held=held)
        self.ends = ends
        self.both = both

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        slot, tick, both = self.slot, state.tick, self.both
        left, right = self.ends
        found = self.found(state, argument)
        for relationship in list(found) if self.held else found:
            tick()
            row = argument.copy()
            row[slot] = relationship
            row[left] = relationship.start
            row[right] = relationship.end
            if both and relationship.start is not relationship.end:
                copy = row.copy()
                copy[left] = relationship.end
                copy[right] = relationship.start
                yield row
                yield copy
            else:
                yield row


class RelationshipTypeScan(RelationshipScan):
    """The relationships of one of some types, or of any where there are none."""

    __slots__ = ("types",)
    name = "DirectedRelationshipTypeScan"

    def __init__(
        self,
        slot: int,
        ends: tuple[int, int],
        types: tuple[str, ...],
        shown: str,
        *,
        both: bool,
        held: bool,
    ) -> None:
        super().__init__(slot, ends, shown, both=both, held=held)
        self.types = types

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        graph = state.transaction.graph
        if not self.types:
            yield from graph.relationships.values()
        for type_ in self.types:
            yield from graph.relationships_of_type(type_).values()


class UndirectedRelationshipTypeScan(RelationshipTypeScan):
    """A `RelationshipTypeScan` of a pattern without direction."""

    __slots__ = ()
    name = "UndirectedRelationshipTypeScan"


class DirectedAllRelationshipsScan(RelationshipTypeScan):
    """A `RelationshipTypeScan` of every type."""

    __slots__ = ()
    name = "DirectedAllRelationshipsScan"


class UndirectedAllRelationshipsScan(RelationshipTypeScan):
    """A `RelationshipTypeScan` of every type and without direction."""

    __slots__ = ()
    name = "UndirectedAllRelationshipsScan"


class RelationshipIndexSeek(RelationshipScan):
    """The relationships that an index finds under given values, as `NodeIndexSeek`."""

    __slots__ = ("index", "values")
    name = "DirectedRelationshipIndexSeek"

    def __init__(
        self,
        slot: int,
        ends: tuple[int, int],
        index: RangeIndex,
        values: tuple[Eval, ...],
        shown: str,
        *,
        both: bool,
        held: bool,
    ) -> None:
        super().__init__(slot, ends, shown, both=both, held=held)
        self.index = index
        self.values = values

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        return self.index.seek([value(argument, state) for value in self.values])


class RelationshipByIdSeek(RelationshipScan):
    """The relationships whose ``id()`` or ``elementId()`` is a value, or among those of a list."""

    __slots__ = ("element", "many", "value")
    name = "DirectedRelationshipByIdSeek"

    def __init__(
        self,
        slot: int,
        ends: tuple[int, int],
        value: Eval,
        shown: str,
        *,
        element: bool,
        many: bool,
        both: bool,
        held: bool,
    ) -> None:
        super().__init__(slot, ends, shown, both=both, held=held)
        self.value = value
        self.element = element
        self.many = many

    def found(self, state: State, argument: Row) -> Iterable[Any]:
        graph = state.transaction.graph
        for key in distinct_values(self.value(argument, state), many=self.many):
            if self.element:
                found = by_element_id(graph, graph.relationships, key)
            else:
                found = graph.relationships.get(key) if type(key) is int else None
            if found is not None:
                yield found
