"""Expanding along one relationship from a bound node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.failures import type_error
from runner.cypher.plan.operator import Argument, Operator
from runner.cypher.plan.operators.degree import count_of_hops, has_hops, type_degree
from runner.cypher.store.records import NodeRecord, RelationshipRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from runner.cypher.eval.runtime import Eval, Row, State

    Hops = list[tuple[RelationshipRecord, NodeRecord]]


def hops(types: tuple[str, ...] | None, direction: str) -> Callable[[NodeRecord], Hops]:
    """A function that gives the relationships of a node, each with the node at its other end.

    `types` None is any type; `direction` is ``->``, ``<-`` or ``-``. A loop comes once.
    """
    if types is not None and len(types) == 1 and direction != "-":
        return _one_way_of_type(types[0], direction)

    def of(node: NodeRecord) -> Hops:
        found: Hops = []
        if direction != "<-":
            groups = node.outgoing
            for type_ in groups if types is None else types:
                if type_ in groups:
                    found += [(r, r.end) for r in groups[type_].values()]
        if direction != "->":
            groups = node.incoming
            loops = direction == "<-"
            for type_ in groups if types is None else types:
                if type_ in groups:
                    found += [
                        (r, r.start)
                        for r in groups[type_].values()
                        if loops or r.start is not r.end
                    ]
        return found

    return of


def _one_way_of_type(type_: str, direction: str) -> Callable[[NodeRecord], Hops]:
    def forward(node: NodeRecord) -> Hops:
        found = node.outgoing.get(type_)
        return [(r, r.end) for r in found.values()] if found else []

    def backward(node: NodeRecord) -> Hops:
        found = node.incoming.get(type_)
        return [(r, r.start) for r in found.values()] if found else []

    return forward if direction == "->" else backward


def node_at(row: Row, slot: int, shown: str) -> NodeRecord | None:
    """The node in `slot` to start from; None for null and for a deleted node.

    Raises `EngineError` for what is no node.
    """
    node = row[slot]
    if node.__class__ is NodeRecord:
        return None if node.deleted else node
    if node is None:
        return None
    raise type_error(f"Expected to find a node at {shown} but found {describe(node)} instead")


class Unique:
    """Which relationships of the row one more relationship must differ from.

    `singles` are slots of relationships, `lists` slots of lists of them: those of the same
    MATCH (facts 5.4).
    """

    __slots__ = ("lists", "singles")

    def __init__(self, singles: tuple[int, ...] = (), lists: tuple[int, ...] = ()) -> None:
        self.singles = singles
        self.lists = lists

    def __bool__(self) -> bool:
        return bool(self.singles or self.lists)

    def taken(self, row: Row) -> set[RelationshipRecord]:
        """The relationships of `row` that are taken."""
        taken = {row[slot] for slot in self.singles}
        for slot in self.lists:
            taken.update(row[slot])
        return taken

    def free(self, relationship: RelationshipRecord, row: Row) -> bool:
        """Whether `relationship` differs from all that `row` has."""
        for slot in self.singles:
            if row[slot] is relationship:
                return False
        return all(relationship not in row[slot] for slot in self.lists)


class ExpandAll(Operator):
    """A row per relationship of a bound node, which binds the relationship and its other end."""

    __slots__ = ("direction", "hops", "node", "other", "relationship", "shown", "types", "unique")
    name = "Expand(All)"

    def __init__(
        self,
        source: Operator,
        slots: tuple[int, int, int],
        types: tuple[str, ...] | None,
        direction: str,
        unique: Unique,
        shown: str,
    ) -> None:
        super().__init__(source)
        self.node, self.relationship, self.other = slots
        self.types = types
        self.direction = direction
        self.hops = hops(types, direction)
        self.unique = unique
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        tick, of, unique = state.tick, self.hops, self.unique
        single = unique.singles[0] if len(unique.singles) == 1 and not unique.lists else None
        checked = bool(unique)
        at, relationship_slot, other_slot = self.node, self.relationship, self.other
        plain = not checked and self.direction != "-" and self.types is not None
        if plain and len(self.types or ()) == 1:
            yield from self._plainly(state, argument)
            return
        for row in self.sources[0].rows(state, argument):
            tick()
            node = node_at(row, at, self.shown)
            if node is None:
                continue
            found = of(node)
            if single is not None:
                taken = row[single]
                found = [hop for hop in found if hop[0] is not taken]
            elif checked:
                found = [hop for hop in found if unique.free(hop[0], row)]
            for relationship, other in found:
                copy = row.copy()
                copy[relationship_slot] = relationship
                copy[other_slot] = other
                yield copy

    def _plainly(self, state: State, argument: Row) -> Iterator[Row]:
        """The rows where one type is followed one way, and nothing has to differ: the commonest."""
        tick, at = state.tick, self.node
        relationship_slot, other_slot = self.relationship, self.other
        (type_,) = self.types or ()
        forth = self.direction == "->"
        for row in self.sources[0].rows(state, argument):
            tick()
            node = row[at]
            if node.__class__ is not NodeRecord:
                node = node_at(row, at, self.shown)
                if node is None:
                    continue
            found = (node.outgoing if forth else node.incoming).get(type_)
            if not found or node.deleted:
                continue
            for relationship in list(found.values()):
                copy = row.copy()
                copy[relationship_slot] = relationship
                copy[other_slot] = relationship.end if forth else relationship.start
                yield copy

    @property
    def is_degree(self) -> bool:
        """Whether its rows are as many as the relationships of a node in the outer row."""
        return isinstance(self.sources[0], Argument) and not self.unique

    def compile_exists(self) -> Eval:
        if not self.is_degree:
            return super().compile_exists()
        at, shown, has = self.node, self.shown, has_hops(self.types, self.direction)

        def evaluate(row: Row, state: State) -> bool:
            state.tick()
            node = node_at(row, at, shown)
            return node is not None and has(node)

        return evaluate

    def compile_count(self) -> Eval:
        if not self.is_degree:
            return super().compile_count()
        at, shown, count = self.node, self.shown, count_of_hops(self.types, self.direction)

        def evaluate(row: Row, state: State) -> int:
            state.tick()
            node = node_at(row, at, shown)
            return 0 if node is None else count(node)

        return evaluate

    def show_degrees(self, slots: Mapping[str, int]) -> tuple[str, ...]:
        names = [name for name, slot in slots.items() if slot == self.node]
        if not self.is_degree or not names:
            return ()
        node = "" if names[0].startswith(" ") else names[0]
        return tuple(type_degree(node, type_, self.direction) for type_ in self.types or (None,))

    def details(self) -> str:
        return self.shown


class ExpandInto(Operator):
    """A row per relationship between two bound nodes; it starts at the one with fewer."""

    __slots__ = ("forth", "left", "relationship", "right", "shown", "unique")
    name = "Expand(Into)"

    def __init__(
        self,
        source: Operator,
        slots: tuple[int, int, int],
        types: tuple[str, ...] | None,
        direction: str,
        unique: Unique,
        shown: str,
    ) -> None:
        super().__init__(source)
        self.left, self.relationship, self.right = slots
        self.forth = _between(types, direction)
        self.unique = unique
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        tick, between, unique = state.tick, self.forth, self.unique
        for row in self.sources[0].rows(state, argument):
            tick()
            left = node_at(row, self.left, self.shown)
            right = node_at(row, self.right, self.shown)
            if left is None or right is None:
                continue
            for relationship in between(left, right):
                if unique and not unique.free(relationship, row):
                    continue
                copy = row.copy()
                copy[self.relationship] = relationship
                yield copy

    def details(self) -> str:
        return self.shown


def _between(
    types: tuple[str, ...] | None, direction: str
) -> Callable[[NodeRecord, NodeRecord], list[RelationshipRecord]]:
    def one_way(start: NodeRecord, end: NodeRecord) -> list[RelationshipRecord]:
        leaving, arriving = start.outgoing, end.incoming
        found: list[RelationshipRecord] = []
        for type_ in leaving if types is None else types:
            out, into = leaving.get(type_), arriving.get(type_)
            if not out or not into:
                continue
            if len(out) <= len(into):
                found += [r for r in out.values() if r.end is end]
            else:
                found += [r for r in into.values() if r.start is start]
        return found

    def either_way(left: NodeRecord, right: NodeRecord) -> list[RelationshipRecord]:
        found = one_way(left, right)
        return found if left is right else found + one_way(right, left)

    if direction == "->":
        return one_way
    if direction == "<-":
        return lambda left, right: one_way(right, left)
    return either_way


class ProjectEndpoints(Operator):
    """Binds the ends of a relationship that the row has, where it fits the pattern.

    `ends` are the slots of the left and the right node; those in `bound` must be equal to what
    is there already.
    """

    __slots__ = ("bound", "direction", "ends", "relationship", "shown", "types", "unique")
    name = "ProjectEndpoints"

    def __init__(
        self,
        source: Operator,
        relationship: int,
        ends: tuple[int, int],
        bound: tuple[bool, bool],
        types: tuple[str, ...] | None,
        direction: str,
        unique: Unique,
        shown: str,
    ) -> None:
        super().__init__(source)
        self.relationship = relationship
        self.ends = ends
        self.bound = bound
        self.types = types
        self.direction = direction
        self.unique = unique
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        left, right = self.ends
        left_bound, right_bound = self.bound
        for row in self.sources[0].rows(state, argument):
            state.tick()
            relationship = row[self.relationship]
            if not self._fits(relationship, row):
                continue
            for start, end in _ways(relationship, self.direction):
                if (left_bound and row[left] is not start) or (
                    right_bound and row[right] is not end
                ):
                    continue
                if left == right and start is not end:
                    continue
                copy = row.copy()
                copy[left] = start
                copy[right] = end
                yield copy

    def _fits(self, relationship: Any, row: Row) -> bool:
        return (
            relationship.__class__ is RelationshipRecord
            and not relationship.deleted
            and (self.types is None or relationship.type in self.types)
            and self.unique.free(relationship, row)
        )

    def details(self) -> str:
        return self.shown


def _ways(
    relationship: RelationshipRecord, direction: str
) -> tuple[tuple[NodeRecord, NodeRecord], ...]:
    forth = (relationship.start, relationship.end)
    back = (relationship.end, relationship.start)
    if direction == "->":
        return (forth,)
    if direction == "<-":
        return (back,)
    return (forth,) if relationship.start is relationship.end else (forth, back)
